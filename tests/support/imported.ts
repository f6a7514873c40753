/** Data folders with recordings, imported by the real command line once a run and copied: an import takes three to ten seconds. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { placeEmptyDatabase } from "./empty-database.ts";

const importCommand = fileURLToPath(new URL("../../dist/server/import.js", import.meta.url));
/** Names the folder of a run that keeps what was imported; set by imported-setup.ts. */
export const importedVariable = "CONNECT_TEST_IMPORTED";

export interface ImportedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Fills a new data folder. `patient`: whose all files are; null: each is of a patient of its own name. Returns ids by file name. */
export async function placeImported(
  dataDir: string,
  files: readonly ImportedFile[],
  patient: string | null,
): Promise<Readonly<Record<string, number>>> {
  const hash = createHash("sha256").update(JSON.stringify([patient, files.map(({ name }) => name)]));
  for (const { bytes } of files) hash.update(bytes);
  const run = process.env[importedVariable];
  if (run === undefined) throw new Error(`${importedVariable} is not set: imported-setup.ts did not run.`);
  const kept = join(run, hash.digest("hex").slice(0, 24));
  if (!existsSync(kept)) await importInto(kept, run, files, patient);
  cpSync(join(kept, "data"), dataDir, { recursive: true });
  return JSON.parse(readFileSync(join(kept, "ids.json"), "utf8"));
}

async function importInto(kept: string, run: string, files: readonly ImportedFile[], patient: string | null) {
  const folder = mkdtempSync(join(run, "making-"));
  const sources = join(folder, "sources");
  const data = join(folder, "data");
  mkdirSync(sources);
  await placeEmptyDatabase(data);
  const paths = files.map(({ name, bytes }) => {
    writeFileSync(join(sources, name), bytes);
    return join(sources, name);
  });
  const whose = patient === null ? [] : ["--patient", patient];
  const imported = spawnSync(process.execPath, [importCommand, ...paths, ...whose, "--data", data], {
    encoding: "utf8",
  });
  if (imported.status !== 0) throw new Error(`The import failed: ${imported.stderr}${imported.stdout}`);
  const found = imported.stdout.matchAll(/(\w+\.edf): imported as recording (\d+)/g);
  const ids = Object.fromEntries([...found].map(([, name, id]) => [name, Number(id)]));
  writeFileSync(join(folder, "ids.json"), JSON.stringify(ids));
  rmSync(sources, { recursive: true });
  try {
    renameSync(folder, kept);
  } catch {
    rmSync(folder, { recursive: true, force: true }); // another process was first
  }
}
