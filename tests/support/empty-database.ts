/**
 * The files of a new embedded database, made once and copied: making them takes three to ten seconds, and dozens of tests
 * start with an empty data folder. What makes them is the product's own thread; its first start has tests of its own.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "node_modules/@electric-sql/pglite/package.json"), "utf8"));
const cache = join(root, "node_modules/.cache/connect-tests");
const template = join(cache, `database-${version}`);

/** Puts an empty database into a data folder that has none. */
export async function placeEmptyDatabase(dataDir: string): Promise<void> {
  const files = join(dataDir, "database");
  if (existsSync(files)) return;
  if (!existsSync(template)) await makeTemplate();
  mkdirSync(dataDir, { recursive: true });
  cpSync(template, files, { recursive: true });
}

async function makeTemplate(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "making-"));
  const worker = new Worker(join(root, "dist/server/database-worker.js"), { workerData: { folder, socketPath: null } });
  const reply = await new Promise<{ kind: string }>((resolve, reject) => {
    worker.once("message", resolve).once("error", reject);
  });
  await worker.terminate();
  if (reply.kind !== "closed") throw new Error(`No empty database could be made: ${JSON.stringify(reply)}`);
  try {
    renameSync(folder, template);
  } catch {
    rmSync(folder, { recursive: true, force: true }); // another process was first
  }
}
