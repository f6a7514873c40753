import { expect, it } from "vitest";
import type { SourceBlock, SourceHead } from "../../recordings/types.ts";
import { type Piece, piecesOf } from "./pieces.ts";

const group = (modality: string, sampling_hz: number, count: number) => ({
  ...{ modality, kind: "eeg" as const, sampling_hz, sample_type: "int16" as const, missing_code: null },
  channels: Array.from({ length: count }, (_, k) => ({
    ...{
      source_index: k,
      label: "",
      unit: "uV",
      gain: 1,
      offset: 0,
      is_uncalibrated: false,
      prefilter: "",
      transducer: "",
    },
  })),
});
const head: SourceHead = {
  ...{ objType: "EDF", startMs: 1000, isStartKnown: true, timezone: "UTC", sizeBytes: 0 },
  groups: [group("A", 100, 2), group("B", 10, 1)],
};
/** Each channel counts its samples, from 100 times its number on. */
const block = (k: number, startMs: number, count: number, first = 0, more: object = {}): SourceBlock => {
  const channels = head.groups[k].channels.length;
  const data = Int16Array.from(
    { length: count * channels },
    (_, i) => 10_000 * Math.floor(i / count) + first + (i % count),
  );
  return { group: k, startMs, count, data, bytesRead: 0, ...more };
};

async function cut(blocks: SourceBlock[], options: { stepMs: number; fromMs: number }): Promise<Piece[]> {
  const reader = {
    head,
    async *blocks() {
      yield* blocks;
    },
  };
  const pieces: Piece[] = [];
  for await (const piece of piecesOf(reader, options)) pieces.push(piece);
  return pieces;
}

const told = (pieces: Piece[]) =>
  pieces.map(({ endMs, blocks }) => [endMs, ...blocks.map((one) => [one.group, one.startMs, [...one.data]])]);

it("cuts all groups at the same times, whatever blocks the reader gives", async () => {
  const pieces = await cut([block(0, 1000, 7), block(1, 1000, 1), block(0, 1070, 5, 7)], { stepMs: 50, fromMs: 1000 });
  expect(told(pieces)).toEqual([
    [1050, [0, 1000, [0, 1, 2, 3, 4, 10_000, 10_001, 10_002, 10_003, 10_004]], [1, 1000, [0]]],
    [1100, [0, 1050, [5, 6, 10_005, 10_006]]],
    [1100, [0, 1070, [7, 8, 9, 10_007, 10_008, 10_009]]],
    [1150, [0, 1100, [10, 11, 10_010, 10_011]]],
  ]);
});

it("begins at any time, and keeps gaps and seams", async () => {
  const blocks = [block(0, 1000, 10), block(1, 1000, 1), block(0, 1300, 4, 10, { isSeam: true }), block(1, 1300, 1, 1)];
  const pieces = await cut(blocks, { stepMs: 100, fromMs: 1080 });
  expect(told(pieces)).toEqual([
    [1100, [0, 1080, [8, 9, 10_008, 10_009]]],
    [1400, [0, 1300, [10, 11, 12, 13, 10_010, 10_011, 10_012, 10_013]], [1, 1300, [1]]],
  ]);
  expect(pieces[1].blocks.map(({ isSeam }) => isSeam)).toEqual([true, undefined]);
  expect(await cut(blocks, { stepMs: 100, fromMs: 9999 })).toEqual([]);
});
