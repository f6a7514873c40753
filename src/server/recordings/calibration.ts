/**
 * The recording of the calibration signal. It is nobody's and has no row: its files are made when they are asked for first, and again
 * where they are not what they should be. From there on it is read like any other.
 */
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  calibrationChannels,
  calibrationCodes,
  calibrationGain,
  calibrationHz,
  calibrationRuns,
} from "../../domain/calibration-signal.ts";
import { calibrationRecordingId, defaultTimezone } from "../../protocol/recordings.ts";
import { syncFolder, syncTree } from "../platform/durable.ts";
import { recordingFolder, recordingsFolder } from "./geometry.ts";
import { RecordingWriter } from "./recording-writer.ts";
import { temporaryFolder } from "./sweep.ts";
import type { SourceHead, StoredRecording } from "./types.ts";

const head: SourceHead = {
  objType: "EDF",
  startMs: 0,
  isStartKnown: false,
  timezone: defaultTimezone,
  sizeBytes: 0,
  groups: [
    {
      modality: "calibration",
      kind: "eeg",
      sampling_hz: calibrationHz,
      sample_type: "int16",
      missing_code: null,
      channels: calibrationChannels.map(({ label }, source_index) => ({
        ...{ source_index, label, unit: "uV", gain: calibrationGain, offset: 0 },
        ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
      })),
    },
  ],
};

/** Its description, made with its files at the first call; what fails is tried again by the next. @throws what the disk says */
export function openCalibration(dataDir: string): () => Promise<StoredRecording> {
  let made: Promise<StoredRecording> | null = null;
  return () => {
    made ??= make(dataDir).catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}

async function make(dataDir: string): Promise<StoredRecording> {
  const fresh = temporaryFolder(dataDir, calibrationRecordingId); // the sweep knows what it is
  const folder = recordingFolder(dataDir, calibrationRecordingId);
  await mkdir(recordingsFolder(dataDir), { recursive: true });
  await rm(fresh, { recursive: true, force: true });
  try {
    const writer = new RecordingWriter(fresh, head);
    for (const { first, count } of calibrationRuns) {
      const data = calibrationCodes(first, count);
      await writer.append({ group: 0, startMs: (first * 1000) / calibrationHz, count, data });
    }
    const { groups, anchors, start_ms, end_ms, gap_count } = await writer.finish([], []);
    if (!(await isSameTree(fresh, folder))) {
      await syncTree(fresh);
      await rm(folder, { recursive: true, force: true });
      await rename(fresh, folder);
      await syncFolder(recordingsFolder(dataDir));
    }
    return {
      ...{ data_object_id: calibrationRecordingId, obj_name: "Calibration signal", obj_type: head.objType },
      ...{ patient_id: "", patient_key: 0, project_identifier: "", site_identifier: "", site_name: "" },
      ...{ state: "ready", progress: 1, eta_ms: null, error: null, size_bytes: 0, data_version: 1 },
      ...{ start_ms, end_ms, is_start_known: head.isStartKnown, timezone: head.timezone },
      ...{ channel_count: calibrationChannels.length, gap_count, annotation_count: 0, repair_count: 0, repairs: [] },
      ...{ groups, anchors, damage: [], is_damaged: false, has_damaged_annotations: false, is_unverified: false },
    };
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Whether two folders hold the same files. */
async function isSameTree(a: string, b: string): Promise<boolean> {
  const list = async (folder: string) => {
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
      .sort();
  };
  const [own, other] = await Promise.all([list(a), list(b)]);
  if (own.join("\n") !== other.join("\n")) return false;
  for (const name of own) if (!(await readFile(join(a, name))).equals(await readFile(join(b, name)))) return false;
  return true;
}
