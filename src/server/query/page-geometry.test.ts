import fc from "fast-check";
import { expect, it } from "vitest";
import { runsWithin } from "../../domain/time/runs.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import {
  breaksAt,
  chunkColumns,
  chunkSamples,
  chunksOf,
  columnEdges,
  levelDividing,
  pieceSamplesFor,
  positionsOf,
  sampleAt,
  segmentsWithin,
} from "./page-geometry.ts";

const recording = { start_ms: 1_700_000_000_123 } as RecordingDetail;
const groupOf = (sampling_hz: number, segments: SignalGroup["segments"] = []) =>
  ({ sampling_hz, segments }) as unknown as SignalGroup;

it("finds the first sample at or after a time: ceil((t - t0) * fs / 1000 - 1e-6) (algorithms.md 4)", () => {
  fc.assert(
    fc.property(fc.constantFrom(1, 64, 125, 200, 256, 400, 512, 1024, 2048), fc.nat(200_000_000), (hz, i) => {
      const time = recording.start_ms + (i * 1000) / hz;
      expect(sampleAt(recording, groupOf(hz), time)).toBe(i);
      expect(sampleAt(recording, groupOf(hz), time + 250 / hz)).toBe(i + 1);
      expect(sampleAt(recording, groupOf(hz), time - 250 / hz)).toBe(i);
    }),
  );
  expect(Object.is(sampleAt(recording, groupOf(256), recording.start_ms), 0)).toBe(true);
});

it("puts sample i into column floor(i * w / N) (algorithms.md 4)", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 2, max: 300 }), (count, columns) => {
      const edges = columnEdges(100, count, columns);
      expect([edges[0], edges[columns]]).toEqual([100, 100 + count]);
      for (let i = 0; i < count; i++) {
        const column = Math.floor((i * columns) / count);
        if (!(edges[column] <= 100 + i && 100 + i < edges[column + 1])) return false;
      }
      return true;
    }),
  );
});

const segments = [
  { first: 0, count: 100, start_ms: 0 },
  { first: 150, count: 50, start_ms: 1500 },
  { first: 205, count: 95, start_ms: 2050 },
];

it("cuts segments to the page and can leave out gaps too narrow to see", () => {
  const group = groupOf(100, segments);
  expect(segmentsWithin(group, 120, 140)).toEqual([]);
  expect(segmentsWithin(group, 50, 210)).toEqual([
    { first: 50, count: 50, start_ms: 500 },
    { first: 150, count: 50, start_ms: 1500 },
    { first: 205, count: 5, start_ms: 2050 },
  ]);
  expect(segmentsWithin(group, 50, 400, 10)).toEqual([
    { first: 50, count: 50, start_ms: 500 },
    { first: 150, count: 150, start_ms: 1500 },
  ]);
});

it("breaks the line in the columns in which data begins again", () => {
  const edges = columnEdges(0, 300, 30);
  expect(breaksAt(segments, edges)).toEqual([15, 20]);
  expect(breaksAt(segments, columnEdges(0, 300, 3))).toEqual([1, 2]);
  expect(breaksAt(segments, columnEdges(0, 300, 2))).toEqual([1]);
  expect(breaksAt(segments.slice(1), columnEdges(150, 150, 15))).toEqual([5]);
  expect(breaksAt([], edges)).toEqual([]);
  const overlapping = [
    { first: 0, count: 100, start_ms: 0 },
    { first: 100, count: 200, start_ms: 990 },
  ];
  expect(breaksAt(runsWithin(overlapping, 0, 300), edges), "a seam").toEqual([10]);
  expect(breaksAt(runsWithin(overlapping, 100, 300), columnEdges(100, 200, 20)), "where the page begins").toEqual([0]);
  expect(breaksAt(runsWithin(overlapping, 110, 300), columnEdges(110, 190, 19)), "behind it").toEqual([]);
  expect(positionsOf(Uint8Array.of(0, 1, 1, 0, 1))).toEqual([1, 2, 4]);
});

it("takes the coarsest level that divides a column width", () => {
  expect([1, 63, 64, 65, 128, 512, 576, 4096, 32_768, 98_304].map(levelDividing)).toEqual([
    null,
    null,
    64,
    null,
    64,
    512,
    64,
    4096,
    32_768,
    32_768,
  ]);
});

it("names the chunks a grid touches, inside the recording", () => {
  const count = 2.5 * chunkSamples;
  const chunks = (firstColumn: number, columns: number) =>
    chunksOf({ firstColumn, columns, samplesPerColumn: 64 }, count);
  expect(chunks(0, 8192)).toEqual({ first: 0, last: 0 });
  expect(chunks(8191, 2)).toEqual({ first: 0, last: 1 });
  expect(chunks(0, 100_000)).toEqual({ first: 0, last: 2 });
  expect(chunks(20_480, 10)).toBeNull();
  expect([0, 1, 2].map((chunk) => chunkColumns(chunk, count + 1))).toEqual([8192, 8192, 4097]);
});

it("builds in pieces that their warm-up does not make much longer", () => {
  expect([0, 571, 4096, 4097, 30_000, 1e9].map(pieceSamplesFor)).toEqual([
    65_536,
    65_536,
    65_536,
    131_072,
    524_288,
    chunkSamples,
  ]);
});
