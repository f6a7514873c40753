/** On the very first start a demo recording is synthesised in the background, with events to review, so that there is something to look at. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { FastifyBaseLogger } from "fastify";
import { type AnnotationContent, newAnnotation } from "../protocol/annotations.ts";
import { defaultTimezone } from "../protocol/recordings.ts";
import { demoText } from "../protocol/text/demo-text.ts";
import { plantSession } from "./annotations/index.ts";
import { demoEvents } from "./ingest/demo/index.ts";
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

/** They say when, not what: that is for the reader. */
export const eventsToReview = (): AnnotationContent[] =>
  demoEvents().map(({ startMs, endMs }, k) => ({
    ...{ start_time: startMs, end_time: endMs, kind: "note" },
    ...{ annotation_text: demoText.event(k + 1), annotation_description: "", annotation_type: "EEG Montage" },
    ...{ modalities: [], tags: [demoText.tag], color: eventColour, opacity: newAnnotation.opacity },
  }));
const eventColour = "#7A4FBF";

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
  const done = demo.done.then(async (recordingId) => {
    await plantSession(db, { recordingId, name: demoText.session, annotations: eventsToReview() });
    await markDemo(dataDir, "done");
    log.info({ recordingId, ms: Math.round(performance.now() - begun) }, "demo.ready");
    return recordingId;
  });
  done.catch((err: Error) => {
    if (err.name === "AbortError") log.info("demo.cancelled");
    else log.warn({ err }, "demo.failed");
  });
  return { done, cancel: () => demo.cancel() };
}
