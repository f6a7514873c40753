/** A short recording with gaps, two groups and annotations, and every way to damage what is stored of it. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SignalGroup } from "../../../src/protocol/recordings.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import { openRecordings, type RecordingStore } from "../../../src/server/recordings/index.ts";
import type { SourceBlock, SourceReader, StoredRecording } from "../../../src/server/recordings/types.ts";
import { defaultPlace } from "../../support/accounts.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";

const startMs = Date.UTC(2026, 2, 7, 10, 0, 0);
export const hz = 16;
export const channels = 2;
/** Two hours and a bit: three chunks of samples, and levels up to 65,536. */
export const samples = 2 * 3600 * hz + 5000;
/** Samples that are not there. */
const gap = { first: 100_000, end: 103_000 };
/** Each recording has values of its own. */
export const storedValue = (seed: number, channel: number, i: number): number =>
  (((Math.imul(i + 1, 2_654_435_761 + channel + 97 * seed) >>> 18) & 4095) - 2048) * (i % 7001 === 0 ? 8 : 1);

export function damageSource(seed: number): SourceReader {
  const channel = (k: number) => ({
    source_index: k,
    label: `E${k}`,
    unit: "uV",
    gain: k === 1 ? -0.5 : 0.5,
    offset: k,
    is_uncalibrated: false,
    prefilter: "",
    transducer: "",
  });
  const head: SourceReader["head"] = {
    objType: "EDF",
    startMs,
    isStartKnown: true,
    timezone: "UTC",
    sizeBytes: samples * channels * 2,
    groups: [
      {
        modality: "EEG_na",
        kind: "eeg",
        sampling_hz: hz,
        sample_type: "int16",
        missing_code: null,
        channels: Array.from({ length: channels }, (_, k) => channel(k)),
      },
      {
        modality: "ABP_na",
        kind: "waveform",
        sampling_hz: 20,
        sample_type: "float32",
        missing_code: null,
        channels: [channel(0)],
      },
    ],
  };
  async function* blocks(): AsyncGenerator<SourceBlock> {
    for (const [first, end] of [
      [0, gap.first],
      [gap.end, samples],
    ])
      for (let at = first; at < end; at += 50_000) {
        const count = Math.min(50_000, end - at);
        const data = new Int16Array(count * channels);
        for (let c = 0; c < channels; c++)
          for (let i = 0; i < count; i++) data[c * count + i] = storedValue(seed, c, at + i);
        yield { group: 0, startMs: startMs + (at * 1000) / hz, count, data, bytesRead: at };
      }
    const data = Float32Array.from({ length: 30_000 }, (_, i) => storedValue(seed, 9, i) / 3);
    yield { group: 1, startMs, count: data.length, data, bytesRead: samples };
  }
  const annotations = [{ start_time: startMs, end_time: startMs + 1000, text: `note ${seed}` }];
  return { head, blocks, finish: () => ({ annotations, repairs: [] }) };
}

export interface DamageWorld {
  dataDir: string;
  database: Database;
  /** The recording under test, and another one of the same shape. */
  id: number;
  otherId: number;
  logged: { event: string; facts: Record<string, unknown> }[];
  told: number[];
  /** Opens the recordings anew, as after a start. */
  open(): RecordingStore;
  folder(id?: number): string;
  /** Puts everything back as it was imported. */
  restore(): Promise<void>;
  /** Puts the files back as they were imported. */
  putBack(): void;
  /** Leaves the data folder to a server. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export async function damageWorld(): Promise<DamageWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-damage-"));
  const database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  const place = await defaultPlace(database.drizzle);
  const add = (seed: number) =>
    importRecording({
      source: { kind: "reader", reader: damageSource(seed), name: `R${seed}` },
      db: database.drizzle,
      dataDir,
      timezone: "UTC",
      place,
      patientId: "DAMAGE-1",
    });
  const [id, otherId] = [await add(1), await add(2)];
  const folder = (which = id) => join(dataDir, "recordings", String(which));
  const kept = join(dataDir, "kept");
  cpSync(folder(), kept, { recursive: true });
  const { rows: before } = await database.pool.query("select groups, anchors from recording where id = $1", [id]);
  const putBack = () => {
    rmSync(folder(), { recursive: true, force: true });
    cpSync(kept, folder(), { recursive: true });
  };
  const logged: DamageWorld["logged"] = [];
  const told: number[] = [];
  const note = (facts: object, event: string) => void logged.push({ event, facts: facts as Record<string, unknown> });
  const open = () =>
    openRecordings({
      db: database.drizzle,
      dataDir,
      log: { info: note, warn: note },
      onChange: (ids) => told.push(...ids),
    });
  return {
    ...{ dataDir, database, id, otherId, logged, told, open, folder },
    putBack,
    leave: () => database.close(),
    async restore() {
      putBack();
      await database.pool.query("update recording set groups = $2, anchors = $3 where id = $1", [
        id,
        JSON.stringify(before[0].groups),
        JSON.stringify(before[0].anchors),
      ]);
      await database.pool.query("delete from job");
      const recordings = open();
      await recordings.integrity.verify(id);
      recordings.close();
      logged.length = 0;
      told.length = 0;
    },
    async close() {
      await database.close().catch(() => undefined); // left to a server before
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Blow = "delete" | "truncate" | "flip" | "swap" | "older copy";
export const blows: readonly Blow[] = ["delete", "truncate", "flip", "swap", "older copy"];

/** Damages one file; `other`: a file of another recording; `twin`: another file of the same size. */
export function strike(blow: Blow, path: string, { other, twin }: { other: string; twin: string | null }): void {
  const { size } = statSync(path);
  if (blow === "delete") rmSync(path);
  else if (blow === "truncate") truncateSync(path, Math.floor(size / 2) + 1);
  else if (blow === "flip") {
    const bytes = readFileSync(path);
    for (let i = 0; i < size; i += 64) bytes[i] ^= 4;
    writeFileSync(path, bytes);
  } else if (blow === "older copy" || twin === null) copyFileSync(other, path);
  else {
    renameSync(path, `${path}.x`);
    renameSync(twin, path);
    renameSync(`${path}.x`, twin);
  }
}

/** Chunk files of an array, in order. */
export const chunksBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d+\.0\.0(\.0)?$/.test(name))
        .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
        .map((name) => join(folder, name))
    : [];

/** Fails unless every sample inside the runs, and every column, is what the source said or nothing. Returns samples shown. */
export async function shownOf(recordings: RecordingStore, id: number, seed: number): Promise<number> {
  let shown = 0;
  for (let round = 0; ; round++)
    try {
      const recording = (await recordings.get(id, "everything")) as StoredRecording;
      const [group] = recording.groups;
      const read = await recordings.readSamples(recording, group, 0, group.sample_count);
      for (const run of read.runs)
        for (let c = 0; c < channels; c++)
          for (let i = run.first; i < run.first + run.count; i++)
            if (read.data[c * read.count + i - read.first] !== storedValue(seed, c, i))
              throw new Error(`sample ${i} of channel ${c} is not of the source`);
      shown = read.runs.reduce((sum, { count }) => sum + count, 0);
      await demandColumns(recordings, { recording, group, seed });
      return shown;
    } catch (error) {
      if (!(error instanceof Error && error.name === "DamageFound") || round > 30) throw error;
      await recordings.integrity.found((error as Error & { found: never }).found);
    }
}

async function demandColumns(
  recordings: RecordingStore,
  { recording, group, seed }: { recording: StoredRecording; group: SignalGroup; seed: number },
): Promise<void> {
  for (const columns of [3, 900]) {
    const edges = Float64Array.from({ length: columns + 1 }, (_, k) => Math.floor((k * group.sample_count) / columns));
    const got = await recordings.readColumns(recording, group, edges);
    for (let c = 0; c < channels; c++)
      for (let k = 0; k < columns; k++) {
        let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
        for (const { first, count } of group.segments)
          for (let i = Math.max(first, edges[k]); i < Math.min(first + count, edges[k + 1]); i++) {
            const value = storedValue(seed, c, i) * group.channels[c].gain + group.channels[c].offset;
            low = Math.min(low, value);
            high = Math.max(high, value);
          }
        const at = 2 * (c * columns + k);
        const wanted = low > high ? [Number.NaN, Number.NaN] : [low, high];
        if (!Object.is(got[at], wanted[0]) || !Object.is(got[at + 1], wanted[1]))
          throw new Error(`column ${k} of ${columns}, channel ${c}: ${got[at]}..${got[at + 1]}, not ${wanted}`);
      }
  }
}
