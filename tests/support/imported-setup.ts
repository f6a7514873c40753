/** A folder for the data that browser tests start from, imported once for each set of recordings in a run (imported.ts). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importedVariable } from "./imported.ts";

/** Returns what removes it. The variable reaches the processes that run the tests. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "connect-imported-"));
  process.env[importedVariable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
