/** Writes the checksums of a group into its folder: an array after the other, twice. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { digestOf } from "./checksum.ts";
import { sumsFiles } from "./geometry.ts";

/** Returns the digest that goes into the row of the recording. */
export async function writeSums(folder: string, arrays: readonly Uint8Array[]): Promise<string> {
  const bytes = Buffer.concat(arrays);
  for (const name of sumsFiles) await writeFile(join(folder, name), bytes, { flush: true });
  return digestOf(bytes);
}
