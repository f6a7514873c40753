/**
 * The files of a new embedded database with the schema of this version, made once and copied: making them takes three to
 * ten seconds, and dozens of tests start with an empty data folder. What makes them is the product's own command; its first
 * start has tests of its own.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, "node_modules/.cache/connect-tests");

/** Changes with whatever a new database depends on. */
function templateName(): string {
  const { version } = JSON.parse(readFileSync(join(root, "node_modules/@electric-sql/pglite/package.json"), "utf8"));
  const migrations = join(root, "src/server/platform/database/migrations");
  const hash = createHash("sha256").update(version);
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(join(migrations, name)));
  return `database-${hash.digest("hex").slice(0, 16)}`;
}
const template = join(cache, templateName());

/** Puts an empty database into a data folder that has none. */
export async function placeEmptyDatabase(dataDir: string): Promise<void> {
  const files = join(dataDir, "database");
  if (existsSync(files)) return;
  if (!existsSync(template)) makeTemplate();
  mkdirSync(dataDir, { recursive: true });
  cpSync(template, files, { recursive: true });
}

function makeTemplate(): void {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "making-"));
  // A command brings a database to the schema of this version; in an empty folder it makes it.
  mkdirSync(join(folder, "database"));
  const run = spawnSync(process.execPath, [join(root, "dist/server/verify.js"), "--data", folder], {
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: "" },
  });
  if (run.status !== 0) throw new Error(`No empty database could be made: ${run.stderr}${run.stdout}`);
  try {
    renameSync(join(folder, "database"), template);
  } catch (error) {
    if (!existsSync(template)) throw error; // else another process was first
  }
  rmSync(folder, { recursive: true, force: true });
}
