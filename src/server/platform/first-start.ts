/** On the very first start a demo recording is synthesised in the background, so that there is something to look at. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { defaultTimezone } from "../../protocol/recordings.ts";
import { type RunningImport, startImport } from "../ingest/start-import.ts";
import type { Recordings } from "../recordings/index.ts";

/** "begun": not finished, so the next start tries again. */
type Marker = "begun" | "done";

const markerPath = (dataDir: string) => join(dataDir, "demo");

/** Says that the demo is made or not wanted: no start makes one (again). */
export async function markDemo(dataDir: string, marker: Marker): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(markerPath(dataDir), marker);
}

/** Starts the demo import when the data folder never held a recording. Null when there is nothing to do. */
export async function startDemo({
  recordings,
  dataDir,
  databaseUrl,
  log,
}: {
  recordings: Recordings;
  dataDir: string;
  databaseUrl?: string;
  log: FastifyBaseLogger;
}): Promise<RunningImport | null> {
  const marker = await readFile(markerPath(dataDir), "utf8").catch(() => null);
  if (marker === "done") return null;
  if (marker === null && (await recordings.list()).length > 0) {
    await markDemo(dataDir, "done");
    return null;
  }
  await markDemo(dataDir, "begun");
  const demo = startImport({ source: { kind: "demo" }, dataDir, databaseUrl, timezone: defaultTimezone });
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
