/** Writes the checksums of a group into its folder: one array after the other, twice. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sumsFiles } from "./geometry.ts";

export async function writeSums(folder: string, bytes: Uint8Array): Promise<void> {
  for (const name of sumsFiles) await writeFile(join(folder, name), bytes, { flush: true });
}
