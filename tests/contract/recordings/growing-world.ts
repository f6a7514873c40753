/** Recordings that grow, and the same blocks imported at once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import {
  type AppendedBlock,
  type GrowingRecording,
  openGrowing,
  resumeGrowing,
} from "../../../src/server/recordings/index.ts";
import type { SourceHead } from "../../../src/server/recordings/types.ts";
import { defaultPlace } from "../../support/accounts.ts";
import { emptyDatabaseUrl, testDatabaseUrl } from "../../support/postgres.ts";

export const startMs = Date.UTC(2026, 2, 7, 10, 0, 0);
export const eegHz = 256;
export const eegChannels = 3;
export const pressureHz = 20;

const channel = (k: number, label: string) => ({
  source_index: k,
  label,
  unit: "uV",
  gain: k === 1 ? -0.5 : 0.5,
  offset: k,
  is_uncalibrated: false,
  prefilter: "",
  transducer: "",
});

export const growingHead: SourceHead = {
  objType: "EDF",
  startMs,
  isStartKnown: true,
  timezone: "UTC",
  sizeBytes: 0,
  groups: [
    {
      modality: "EEG_na",
      kind: "eeg",
      sampling_hz: eegHz,
      sample_type: "int16",
      missing_code: null,
      channels: ["C3", "C4", "Cz"].map((label, k) => channel(k, label)),
    },
    {
      modality: "ABP_na",
      kind: "waveform",
      sampling_hz: pressureHz,
      sample_type: "float32",
      missing_code: null,
      channels: [channel(0, "ABP")],
    },
  ],
};

/** Stored value of a sample, from its channel and its place among all samples that were ever made. */
export const valueAt = (c: number, i: number): number =>
  (((Math.imul(i + 1, 2_654_435_761 + 7919 * c) >>> 18) & 4095) - 2048) * (i % 997 === c ? 8 : 1);

/** Makes blocks of both groups that follow each other; gaps and seams as asked for. */
export function blockMaker(): (seconds: number, options?: { gapMs?: number; isSeam?: boolean }) => AppendedBlock[] {
  const made = [0, 0];
  let atMs = startMs;
  return (seconds, { gapMs = 0, isSeam = false } = {}) => {
    atMs += gapMs;
    const blocks = growingHead.groups.map(({ sampling_hz, sample_type, channels }, group): AppendedBlock => {
      const count = Math.round(seconds * sampling_hz);
      const length = count * channels.length;
      const data = sample_type === "int16" ? new Int16Array(length) : new Float32Array(length);
      for (let c = 0; c < channels.length; c++)
        for (let i = 0; i < count; i++) data[c * count + i] = valueAt(c, made[group] + i) / (group === 0 ? 1 : 3);
      made[group] += count;
      return { group, startMs: atMs, count, data, ...(isSeam ? { isSeam } : {}) };
    });
    atMs += seconds * 1000;
    return blocks;
  };
}

export interface GrowingWorld {
  dataDir: string;
  readonly database: Database;
  open(): Promise<GrowingRecording>;
  /** @throws Error when somebody writes it */
  resume(id: number): Promise<GrowingRecording>;
  /** The same blocks as one file. Returns its id. */
  importAll(blocks: readonly AppendedBlock[]): Promise<number>;
  /** Leaves the database to a server. */
  leave(): Promise<void>;
  /** Opens it again, beside the server. */
  enter(): Promise<void>;
  close(): Promise<void>;
}

export async function growingWorld(): Promise<GrowingWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-growing-"));
  let database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  const place = await defaultPlace(database.drizzle);
  return {
    dataDir,
    get database() {
      return database;
    },
    open: () =>
      openGrowing({
        db: database.drizzle,
        dataDir,
        head: growingHead,
        place,
        patient_id: "LIVE-1",
        obj_name: "Live",
      }),
    async resume(id) {
      const growing = await resumeGrowing({ db: database.drizzle, dataDir, id });
      if (growing === null) throw new Error("It could not be taken.");
      return growing;
    },
    importAll(blocks) {
      async function* all() {
        for (const block of blocks) yield { ...block, bytesRead: 0 };
      }
      const reader = {
        head: { ...growingHead, sizeBytes: 1e9 },
        blocks: all,
        finish: () => ({ annotations: [], repairs: [] }),
      };
      const source = { kind: "reader", reader, name: "Whole" } as const;
      return importRecording({
        source,
        db: database.drizzle,
        dataDir,
        timezone: "UTC",
        place,
        patientId: "LIVE-1",
      });
    },
    leave: () => database.close(),
    async enter() {
      database = await openDatabase({ dataDir, databaseUrl: await testDatabaseUrl(dataDir) });
    },
    async close() {
      await database.close().catch(() => undefined);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
