/** Recordings that are damaged one way each while a server shows them, and what the server then shows and says of each. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ColumnsBlock, SamplesBlock } from "../../../src/protocol/page-codec.ts";
import type { Recipe } from "../../../src/protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../../src/protocol/recordings.ts";
import { getFileAnnotations, getRecording } from "../../../src/protocol/routes.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { RemoteHome } from "../../../src/server/recordings/index.ts";
import type { SourceBlock, SourceReader } from "../../../src/server/recordings/types.ts";
import { answerAs, defaultPlace } from "../../support/accounts.ts";
import { type Client, recipeRequest, requestFor } from "../pages/page-world.ts";
import type { Blow } from "./damage-world.ts";

/** Deleting comes last: a server that holds a deleted file open goes on reading what was right. */
export const blows: readonly Blow[] = ["flip", "swap", "older copy", "truncate", "delete"];
/** What is struck: files below the recording's folder, each with another one that it is exchanged with. */
const struckFiles = {
  samples: [["0/l0/1.0.0", "0/l0/0.0.0"]],
  "float samples": [["1/l0/0.0.0", "1/l16/0.0.0.0"]],
  levels: [
    ["0/l16/0.0.0.0", "0/l16/1.0.0.0"],
    ["0/l256/0.0.0.0", "1/l256/0.0.0.0"],
    ["0/l4096/0.0.0.0", "1/l4096/0.0.0.0"],
    ["0/l65536/0.0.0.0", "0/l1048576/0.0.0.0"],
  ],
  annotations: [["annotations.json", "0/zarr.json"]],
} as const satisfies Record<string, readonly (readonly [struck: string, twin: string])[]>;
export type StruckFile = keyof typeof struckFiles;
export const fileNames = Object.keys(struckFiles) as StruckFile[];
/** Files that a blow to this part changes. */
export const namesOf = (part: StruckFile): string[] => struckFiles[part].map(([name]) => name);

/** A part of what is stored: a file, or the segments in the row. */
export type Struck = StruckFile | "segments";

const startMs = Date.UTC(2026, 2, 7, 10, 0, 0);
const slowHz = 20;
const slowSamples = 30_000;
/** Samples that are not there; another recording has others. */
const gapOf = (seed: number) => ({ first: 100_000 + 1000 * seed, end: 103_000 + 1000 * seed });

/** One recording of three chunks, of values of its own. */
export interface Cell {
  id: number;
  part: Struck;
  seed: number;
  hz: number;
  /** What is stored, by group. */
  values: [Int16Array, Float32Array];
  /** Samples of each group when nothing is wrong. */
  whole: [number, number];
}

function newCell(part: Struck, seed: number): Omit<Cell, "id"> {
  // Two columns are the fewest that can be asked for, so the highest level is read where a recording is longer.
  const hz = part === "levels" ? 256 : 64;
  const valueAt = (group: number, i: number) =>
    ((Math.imul(i + 1, 2_654_435_761 + 97 * seed + 7 * group) >>> 18) & 4095) - 2048;
  const fast = new Int16Array(2.4 * 3600 * hz);
  for (let i = 0; i < fast.length; i++) fast[i] = valueAt(0, i) * (i % 70_001 === 0 ? 8 : 1);
  const slow = new Float32Array(slowSamples);
  for (let i = 0; i < slow.length; i++) slow[i] = valueAt(1, i) / 3;
  return { part, seed, hz, values: [fast, slow], whole: [fast.length - 3000, slow.length] };
}

function cellSource({ seed, hz, values: [fast, slow] }: Omit<Cell, "id">): SourceReader {
  const channel = {
    ...{ source_index: 0, label: "E0", unit: "uV", gain: 0.5, offset: 1 },
    ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
  };
  const head: SourceReader["head"] = {
    ...{ objType: "EDF", startMs, isStartKnown: true, timezone: "UTC", sizeBytes: 2 * fast.length },
    groups: [
      {
        ...{ modality: "EEG_na", kind: "eeg", sampling_hz: hz, sample_type: "int16", missing_code: null },
        channels: [channel],
      },
      {
        ...{ modality: "ABP_na", kind: "waveform", sampling_hz: slowHz, sample_type: "float32", missing_code: null },
        channels: [channel],
      },
    ],
  };
  async function* blocks(): AsyncGenerator<SourceBlock> {
    const gap = gapOf(seed);
    for (const [first, end] of [
      [0, gap.first],
      [gap.end, fast.length],
    ]) {
      const data = fast.slice(first, end);
      yield { group: 0, startMs: startMs + (first * 1000) / hz, count: data.length, data, bytesRead: first };
    }
    yield { group: 1, startMs, count: slow.length, data: slow, bytesRead: fast.length };
  }
  const annotations = [{ start_time: startMs, end_time: startMs + 1000, text: `note ${seed}` }];
  return { head, blocks, finish: () => ({ annotations, repairs: [] }) };
}

/** Imports a recording for each part, and one that gives its files to the others. */
export async function importCells(
  parts: readonly Struck[],
  { db, dataDir, remote = null }: { db: NodePgDatabase; dataDir: string; remote?: RemoteHome | null },
): Promise<Cell[]> {
  const place = await defaultPlace(db);
  const cells: Cell[] = [];
  for (const [seed, part] of parts.entries()) {
    const cell = newCell(part, seed);
    const source = { kind: "reader", reader: cellSource(cell), name: `R${seed}` } as const;
    const id = await importRecording({ source, db, dataDir, remote, timezone: "UTC", place, patientId: "CELLS-1" });
    cells.push({ ...cell, id });
  }
  return cells;
}

/** Where files of recordings lie. */
export interface CellFiles {
  read(id: number, name: string): Promise<Buffer>;
  write(id: number, name: string, bytes: Buffer): Promise<void>;
  remove(id: number, name: string): Promise<void>;
}

/** Strikes the files of a part. Returns what puts them back. */
export async function strikeFiles(
  files: CellFiles,
  { id, donor, part, blow }: { id: number; donor: number; part: StruckFile; blow: Blow },
): Promise<() => Promise<void>> {
  const good = new Map<string, Buffer>();
  for (const name of struckFiles[part].flat()) good.set(name, await files.read(id, name));
  const whole = (name: string) => good.get(name) as Buffer;
  for (const [name, twin] of struckFiles[part]) {
    const bytes = whole(name);
    if (blow === "delete") await files.remove(id, name);
    else if (blow === "truncate") await files.write(id, name, bytes.subarray(0, (bytes.length >> 1) + 1));
    else if (blow === "flip")
      await files.write(id, name, Buffer.from(bytes.map((byte, i) => (i % 64 === 0 ? byte ^ 4 : byte))));
    else if (blow === "older copy") await files.write(id, name, await files.read(donor, name));
    else {
      await files.write(id, name, whole(twin));
      await files.write(id, twin, bytes);
    }
  }
  return async () => {
    for (const [name, bytes] of good) await files.write(id, name, bytes);
  };
}

/** Changes the segments that the row keeps. Returns what puts them back. */
export async function strikeSegments(
  ask: (sql: string, values: unknown[]) => Promise<{ rows: { groups: SignalGroup[] }[] }>,
  { id, donor, blow }: { id: number; donor: number; blow: Blow },
): Promise<() => Promise<void>> {
  const groupsOf = async (one: number) =>
    (await ask("select groups from recording where id = $1", [one])).rows[0].groups;
  const put = async (groups: SignalGroup[]) =>
    void (await ask("update recording set groups = $2 where id = $1", [id, JSON.stringify(groups)]));
  const groups = await groupsOf(id);
  const good = structuredClone(groups);
  const [eeg, slow] = groups;
  if (blow === "delete") eeg.segments = [];
  else if (blow === "truncate") eeg.segments = eeg.segments.slice(0, 1);
  else if (blow === "flip") eeg.segments[1].first ^= 4;
  else if (blow === "swap") [eeg.segments, slow.segments] = [slow.segments, eeg.segments];
  await put(blow === "older copy" ? await groupsOf(donor) : groups);
  return () => put(good);
}

/** What a server shows of a recording. */
export interface Shown {
  /** Samples of each group. */
  samples: [number, number];
  isDamaged: boolean;
  hasDamagedAnnotations: boolean;
  annotations: string[];
  detail: RecordingDetail;
}

const recipe: Recipe = {
  derivations: [{ first: { kind: "channel", index: 0 }, second: { kind: "zero" } }],
  filters: { lff: null, hff: null, notch: null },
};

/** Asks for pages of every kind. Fails when one holds a value that is not in the source, or lacks one that is said to be there. */
export async function shownOf(server: { url: string; token: string; client: Client }, cell: Cell): Promise<Shown> {
  const { url, token, client } = server;
  const describe = (): Promise<RecordingDetail> => answerAs(url, token, getRecording, { data_object_id: cell.id });
  const asked = { data_object_id: cell.id };
  const { annotations } = await answerAs(url, token, getFileAnnotations, asked);
  for (;;) {
    const detail = await describe();
    const counts: [number, number] = [0, 0];
    let failure: unknown = null;
    try {
      for (const [k, group] of detail.groups.entries())
        counts[k] = await demandSamples(client, detail, group, cell.values[k]);
      // Pages may go by the description of a moment ago.
      if (detail.groups.some((group, k) => counts[k] !== samplesIn(group))) continue;
      for (const [k, group] of detail.groups.entries()) await demandColumns(client, detail, group, cell.values[k]);
    } catch (error) {
      failure = error;
    }
    const now = await describe();
    if (now.data_version !== detail.data_version) continue; // told while it was read
    if (failure !== null) throw failure;
    return {
      samples: counts,
      isDamaged: now.is_damaged,
      hasDamagedAnnotations: now.has_damaged_annotations,
      annotations: annotations.map(({ text }) => text),
      detail: now,
    };
  }
}

const samplesIn = ({ segments }: SignalGroup): number => segments.reduce((sum, { count }) => sum + count, 0);

type Stored = Int16Array | Float32Array;

/** Returns how many samples there are. */
async function demandSamples(
  client: Client,
  detail: RecordingDetail,
  group: SignalGroup,
  values: Stored,
): Promise<number> {
  let found = 0;
  const most = 400_000;
  for (let from = 0; from < group.sample_count; from += most) {
    const span = { first: from, end: Math.min(from + most, group.sample_count), form: { kind: "samples" } } as const;
    const block = (await client.page(requestFor(detail, group, span))).blocks[0] as SamplesBlock;
    for (const { first, count } of block.segments) {
      found += count;
      for (let i = first; i < first + count; i++)
        if (block.data[i - block.first] !== values[i])
          throw new Error(`sample ${i} of ${group.modality} is ${block.data[i - block.first]}, not ${values[i]}`);
    }
  }
  return found;
}

async function demandColumns(
  client: Client,
  detail: RecordingDetail,
  group: SignalGroup,
  values: Stored,
): Promise<void> {
  const end = group.sample_count;
  for (const pixels of [2, 211]) {
    const page = await client.page(requestFor(detail, group, { first: 0, end, pixels }));
    demandExtremes(page.blocks[0] as ColumnsBlock, group, values, (k) => Math.ceil((k * end) / pixels));
  }
  for (const width of [1024, 131_072]) {
    const columns = Math.max(2, Math.ceil(end / width));
    const page = await client.page(recipeRequest(detail, group, recipe, { firstColumn: 0, columns, width }));
    demandExtremes(page.blocks[0] as ColumnsBlock, group, values, (k) => Math.min(end, k * width));
  }
}

function demandExtremes(
  { columns, data }: ColumnsBlock,
  { segments, channels: [{ gain, offset }], modality }: SignalGroup,
  values: Stored,
  edge: (k: number) => number,
): void {
  for (let k = 0; k < columns; k++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { first, count } of segments)
      for (let i = Math.max(first, edge(k)); i < Math.min(first + count, edge(k + 1)); i++) {
        const value = values[i] * gain + offset;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    const isRight = ([seen, wanted]: [number, number]) =>
      low > high ? Number.isNaN(seen) : Math.abs(seen - wanted) < 0.001;
    const pairs: [number, number][] = [
      [data[2 * k], low],
      [data[2 * k + 1], high],
    ];
    if (!pairs.every(isRight))
      throw new Error(
        `column ${k} of ${columns} of ${modality}: ${data[2 * k]} to ${data[2 * k + 1]}, not ${low} to ${high}`,
      );
  }
}
