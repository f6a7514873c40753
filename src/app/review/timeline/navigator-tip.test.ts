import { proxy } from "valtio";
import { expect, it } from "vitest";
import type { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import type { DrawnAnnotations } from "../annotations/types.ts";
import type { TrackContents } from "./navigator-marks.ts";
import { marksTip } from "./navigator-tip.ts";

const hour = 3_600_000;
function contentsOf(titles: readonly (readonly [string, number, number])[], isHidden = false): TrackContents {
  const intervals = {
    overlapping(from: number, to: number, visit: (row: number) => void) {
      titles.forEach(([, start, end], row) => {
        if (start <= to && end >= from) visit(row);
      });
    },
  };
  const table = { intervals: () => intervals, titles: { list: titles.map(([title]) => title) } };
  const annotations = {
    table: { ...table, title: titles.map((_, k) => k) } as unknown as AnnotationTable,
    state: proxy({ revision: 0, isHidden, draft: null }),
    event: { state: proxy({ span: { startMs: 4 * hour, endMs: 4 * hour + 60_000 } }) },
  } as unknown as DrawnAnnotations;
  return {
    file: { startMs: 0, endMs: 24 * hour },
    recordingStartMs: 0,
    signal: {
      segments: [
        { first: 0, count: 2 * 3600, start_ms: 0 },
        { first: 7200, count: 20 * 3600, start_ms: 4 * hour },
      ],
      samplingHz: 1,
    },
    annotations,
  };
}
const tip = (contents: TrackContents, atMs: number) =>
  marksTip({ contents, skipped: [{ startMs: hour, endMs: hour + 1000 }], marked: [], atMs, msPerPx: 60_000 });

it("names what is marked at a moment, as wide as it is drawn", () => {
  const contents = contentsOf([
    ["Spike", hour, hour],
    ["Seizure", hour, hour + 600_000],
    ["Suction", hour, 2 * hour],
  ]);
  expect(tip(contents, hour)).toBe(" · “Spike”, “Seizure” and 1 more · left out by playback");
  // A point has 5 px on the track.
  expect(tip(contents, hour + 240_000)).toContain("“Spike”");
  expect(tip(contents, hour + 360_000)).toBe(" · “Seizure”, “Suction”");
  expect(tip(contents, 3 * hour)).toBe(" · no data");
  expect(tip(contents, 4 * hour + 60_000)).toBe(" · event under review");
  expect(tip(contents, 10 * hour)).toBe("");
});

it("says nothing of annotations that are hidden", () => {
  expect(tip(contentsOf([["Spike", hour, hour]], true), hour)).toBe(" · left out by playback");
});
