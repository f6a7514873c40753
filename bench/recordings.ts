/** Recordings synthesised once into the bench's cache: one data folder for each length. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordingDetail } from "../src/protocol/recordings.ts";
import { getRecording } from "../src/protocol/routes.ts";
import { importRecording } from "../src/server/ingest/import-job.ts";
import { openDatabase } from "../src/server/platform/database/database.ts";
import { openRecordings } from "../src/server/recordings/index.ts";
import { answerAs } from "../tests/support/calls.ts";
import { defaultPlace } from "../tests/support/places.ts";
import type { BenchContext } from "./types.ts";

export interface BenchRecording {
  dataDir: string;
  dataObjectId: number;
}

/** 22 channels at 256 Hz and bedside signals. `fresh` empties the cache of derived signals first. */
export async function benchRecording(
  { cacheDir, log }: BenchContext,
  hours: number,
  { fresh = false } = {},
): Promise<BenchRecording> {
  const dataDir = join(cacheDir, `demo-${hours}h`);
  const mark = join(dataDir, "bench-ready");
  if (!existsSync(mark)) {
    rmSync(dataDir, { recursive: true, force: true });
    log(`synthesising ${hours} h of recording ...`);
  }
  if (fresh) rmSync(join(dataDir, "cache"), { recursive: true, force: true });
  const database = await openDatabase({ dataDir, mustOwn: true });
  try {
    if (!existsSync(mark)) {
      await importRecording({
        source: { kind: "demo", durationSeconds: hours * 3600 },
        db: database.drizzle,
        dataDir,
        timezone: "America/New_York",
        place: await defaultPlace(database.drizzle),
      });
      writeFileSync(mark, "");
    }
    const [recording] = await openRecordings({ db: database.drizzle, dataDir }).list("everything");
    return { dataDir, dataObjectId: recording.data_object_id };
  } finally {
    await database.close();
  }
}

/** Facts of a recording, from a running server. */
export const recordingDetail = (url: string, token: string, dataObjectId: number): Promise<RecordingDetail> =>
  answerAs(url, token, getRecording, { data_object_id: dataObjectId });
