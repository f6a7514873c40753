import { expect, it } from "vitest";
import { clockOf } from "../../../domain/time/clock.ts";
import { gridView } from "../../../picture/grid-view.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { emptyText } from "./empty-view.ts";
import type { SourcePicture } from "./plot-content.ts";

const startMs = Date.parse("2020-03-02T15:20:30Z");
const clock = clockOf({ start_ms: startMs, is_start_known: true, timezone: "America/New_York" });
const at = (seconds: number) => startMs + 1000 * seconds;

/** Samples of a second each, from a second on and up to another one. */
function picture(id: number, [from, to]: [number, number], ...runs: [number, number][]): SourcePicture {
  const segments = runs.map(([first, end]) => ({ first, count: end - first, start_ms: at(first) }));
  const group = { segments, sampling_hz: 1 };
  const recording = { data_object_id: id, start_ms: startMs } as RecordingDetail;
  const view = gridView({ startMs: at(from), endMs: at(to) }, startMs, 1, 100);
  return { source: { recording, group }, view, tiles: [] } as unknown as SourcePicture;
}
const said = (id: number, view: [number, number], ...runs: [number, number][]) =>
  emptyText([picture(id, view, ...runs)], { startMs: at(view[0]), endMs: at(view[1]) }, clock);

it("says where data are next, of a view of a gap", () => {
  expect(said(7, [20, 50], [0, 10], [60, 90])).toBe("No data in view, none until 10:21:30 AM");
  expect(said(7, [100, 110], [0, 10], [60, 90])).toBe("No data in view, none after 10:22:00 AM");
  expect(said(7, [20, 50], [0, 10], [100_000, 100_010])).toBe("No data in view, none until 03/03/2020 02:07:10 PM");
  expect(said(7, [20, 50])).toBe("No data in view");
  expect(said(7, [20, 61], [0, 10], [60, 90])).toBeNull();
  expect(said(7, [9, 50], [0, 10], [60, 90])).toBeNull();
});

it("says that it is narrower than a pixel where an edge of the picture cuts it off", () => {
  const narrow = "What lies in view is narrower than a pixel. Zoom in.";
  // A pixel is 864 s, and the picture begins on a whole one.
  expect(said(7, [-86_000, 400], [0, 300])).toBe(narrow);
  expect(said(7, [-86_000, 400], [400, 900])).toBe("No data in view, none until 03/02/2020 10:27:10 AM");
  expect(said(7, [500, 86_900], [0, 600])).toBe(narrow);
  expect(said(7, [600, 87_000], [0, 600])).toMatch(/^No data in view, none after /);
});

it("says before when nothing can be computed", () => {
  expect(said(-7, [0, 60], [90, 600])).toBe("No value in view, none until 10:22:00 AM");
});

it("says nothing where one of several sources has something, and the nearest of them else", () => {
  const span = { startMs: at(20), endMs: at(50) };
  const of = (...pictures: SourcePicture[]) => emptyText(pictures, span, clock);
  const [gap, later] = [picture(7, [20, 50], [0, 10], [60, 90]), picture(-8, [20, 50], [55, 90])];
  expect(of(gap, later)).toBe("No data in view, none until 10:21:25 AM");
  expect(of(gap, picture(8, [20, 50], [30, 40]))).toBeNull();
  expect(of()).toBeNull();
});
