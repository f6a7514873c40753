/** The lossless code on real recordings, in the pages that the feed asks for: bit by bit the same, and how much it saves. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openEdf } from "../../src/server/ingest/edf/index.ts";
import { type BlockShape, decodeBlock, encodeBlock } from "../../src/signal/codec.ts";
import { openCore, openEngine } from "../../src/signal/node.ts";
import { referenceDecode } from "../../src/signal/reference-codec.ts";
import { expectedFiles } from "./edf-expectations.ts";

const folder = fileURLToPath(new URL("../../../shared/data/edf/", import.meta.url));
const isPresent = existsSync(folder);
if (!isPresent) console.warn("Skipped: the sample recordings are not beside the checkout.");
/** As the feed's raw pages: 512 KiB, a power of two of samples. */
const pageBytes = 512 * 1024;
const core = openCore();

interface Group {
  kind: string;
  hz: number;
  type: "int16" | "float32";
  rows: (Int16Array | Float32Array)[];
}

/** Stored values of every group, channel after channel, gaps left out. */
async function groupsOf(path: string): Promise<Group[]> {
  const reader = await openEdf(path, { timezone: "America/New_York" });
  const read: number[][][] = reader.head.groups.map(({ channels }) => channels.map(() => []));
  for await (const { group, count, data } of reader.blocks())
    for (const [c, row] of read[group].entries())
      for (const v of data.subarray(c * count, (c + 1) * count)) row.push(v);
  return reader.head.groups.map(({ kind, sampling_hz, sample_type: type }, g) => ({
    kind,
    hz: sampling_hz,
    type,
    rows: read[g].map((row) => (type === "int16" ? Int16Array.from(row) : Float32Array.from(row))),
  }));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array | Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Bytes of a block with the code, after it was compared. */
function codedBytes(data: Int16Array | Float32Array, shape: BlockShape, isTwinAsked: boolean): number {
  const coded = encodeBlock(core, data, shape);
  if (coded === null) return data.byteLength;
  expect(Buffer.compare(bytesOf(decodeBlock(core, coded, shape)), bytesOf(data))).toBe(0);
  if (isTwinAsked) expect(Buffer.compare(bytesOf(referenceDecode(coded, shape)), bytesOf(data))).toBe(0);
  return coded.byteLength;
}

/** Raw and coded bytes of a group, page after page. */
function measure({ type, rows }: Group): { raw: number; coded: number } {
  const total = rows[0]?.length ?? 0;
  const length = 2 ** Math.floor(Math.log2(pageBytes / (rows.length * (type === "int16" ? 2 : 4))));
  const sum = { raw: 0, coded: 0 };
  for (let from = 0; from < total; from += length) {
    const count = Math.min(length, total - from);
    const data = type === "int16" ? new Int16Array(rows.length * count) : new Float32Array(rows.length * count);
    for (const [r, row] of rows.entries()) data.set(row.subarray(from, from + count), r * count);
    sum.raw += data.byteLength;
    sum.coded += codedBytes(data, { kind: type, rows: rows.length, count }, from === 0);
  }
  return sum;
}

/** Columns of the rows less their neighbours, filtered, as the server sends them. */
function columnsOf({ rows, hz }: Group, samplesPerColumn: number): Float32Array {
  const count = rows[0].length;
  const data = new Float32Array(rows.length * count);
  for (const [r, row] of rows.entries()) data.set(row, r * count);
  const source = {
    samplingHz: hz,
    first: 0,
    count,
    data,
    gains: rows.map(() => 0.1),
    offsets: rows.map(() => 0),
    missingCode: null,
    runs: [{ first: 0, count }],
  };
  const derivations = rows.map((_, index) => ({
    first: { kind: "channel" as const, index },
    second: { kind: "channel" as const, index: (index + 1) % rows.length },
  }));
  const recipe = { derivations, filters: { lff: 1, hff: 30, notch: 60 } };
  const columns = Math.min(512, Math.floor(count / samplesPerColumn));
  return openEngine().columns(source, recipe, { firstColumn: 0, columns, samplesPerColumn }).data;
}

describe.skipIf(!isPresent)("sample recordings", () => {
  const ratios = new Map<string, number>();

  it.each(expectedFiles)("$name comes back bit by bit", async ({ name }) => {
    const groups = await groupsOf(`${folder}${name}`);
    const eeg = { raw: 0, coded: 0 };
    for (const group of groups) {
      const { raw, coded } = measure(group);
      if (group.kind !== "eeg" || group.type !== "int16") continue;
      eeg.raw += raw;
      eeg.coded += coded;
    }
    if (eeg.raw > 0) ratios.set(name, eeg.raw / eeg.coded);
  });

  it("int16 EEG takes 1 / 2.3 or less, on the median of the recordings", () => {
    const sorted = [...ratios.values()].sort((a, b) => a - b);
    expect(sorted).toHaveLength(13);
    expect(sorted[6]).toBeGreaterThan(2.3);
    expect(sorted[0]).toBeGreaterThanOrEqual(1);
  });

  it("columns of a recipe come back bit by bit", async () => {
    for (const name of ["eeg_30ch_250hz.edf", "eeg_16ch_256hz.edf", "bdf_stim_channel.bdf"])
      for (const width of [4, 64]) {
        const [group] = await groupsOf(`${folder}${name}`);
        const data = columnsOf(group, width);
        const shape: BlockShape = {
          kind: "pairs",
          rows: group.rows.length,
          count: data.length / 2 / group.rows.length,
        };
        expect(codedBytes(data, shape, true)).toBeLessThanOrEqual(data.byteLength);
      }
  });
});
