/** On the very first start a demo recording is synthesised in the background, so that there is something to look at. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { FastifyBaseLogger } from "fastify";
import { defaultTimezone } from "../protocol/recordings.ts";
import { type RunningImport, startImport } from "./ingest/start-import.ts";
import { findPlace } from "./patients/index.ts";
import type { HomeSettings, Recordings } from "./recordings/index.ts";

/** "begun": not finished, so the next start tries again. */
type Marker = "begun" | "done";

const markerPath = (dataDir: string) => join(dataDir, "demo");

/** Says that the demo is made or not wanted: no start makes one (again). */
async function markDemo(dataDir: string, marker: Marker): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(markerPath(dataDir), marker);
}

/**
 * Starts the demo import when the data folder never held a recording; its patient belongs to the first project and site
 * of the workspace. Null when there is nothing to do.
 */
export async function startDemo({
  db,
  workspaceId,
  recordings,
  home,
  databaseUrl,
  log,
}: {
  db: NodePgDatabase;
  workspaceId: number;
  recordings: Pick<Recordings, "list">;
  /** Where recordings are kept. */
  home: HomeSettings;
  databaseUrl?: string;
  log: FastifyBaseLogger;
}): Promise<RunningImport | null> {
  const { dataDir } = home;
  const marker = await readFile(markerPath(dataDir), "utf8").catch(() => null);
  if (marker === "done") return null;
  if (marker === null && (await recordings.list("everything")).length > 0) {
    await markDemo(dataDir, "done");
    return null;
  }
  const place = await findPlace(db, { workspaceId });
  if ("missing" in place) return null;
  await markDemo(dataDir, "begun");
  const demo = startImport({ source: { kind: "demo" }, dataDir, home, databaseUrl, timezone: defaultTimezone, place });
  const begun = performance.now();
  demo.done.then(
    async (recordingId) => {
      await markDemo(dataDir, "done");
      log.info({ recordingId, ms: Math.round(performance.now() - begun) }, "demo.ready");
    },
    (err: Error) => {
      if (err.name === "AbortError") log.info("demo.cancelled");
      else log.warn({ err }, "demo.failed");
    },
  );
  return demo;
}
