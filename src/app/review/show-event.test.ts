import { expect, test } from "vitest";
import { showEvent } from "./show-event.ts";
import { createLinkGroup } from "./time/link-group.ts";
import { createTimeline, setFollowing, spanOf } from "./time/timeline.ts";
import type { OpenWindow } from "./windows/kind.ts";

const file = { startMs: 0, endMs: 100_000 };
const link = createLinkGroup();
const windowOf = (lengthMs: number, group = link, more: Partial<OpenWindow> = {}) =>
  ({ timeline: createTimeline(file, { startMs: 0, endMs: lengthMs }, group), ...more }) as OpenWindow;
const starts = (windows: readonly OpenWindow[]) => windows.map(({ timeline }) => spanOf(timeline).startMs);

test("all windows begin with the event, linked or not, and live ones stay", () => {
  const windows = [windowOf(10_000), windowOf(20_000, createLinkGroup()), windowOf(5000, createLinkGroup())];
  setFollowing(windows[2].timeline.link, true);
  expect(showEvent(windows, { startMs: 40_000, endMs: 50_000 })).toBe(true);
  expect(starts(windows)).toEqual([40_000, 40_000, 95_000]);
  expect(showEvent([windows[2]], { startMs: 40_000, endMs: 50_000 })).toBe(false);
});

test("near the end of the file the short window begins with the event, the long one as near as it can", () => {
  const group = createLinkGroup();
  const windows = [windowOf(10_000, group), windowOf(60_000, group)];
  showEvent(windows, { startMs: 85_000, endMs: 86_000 });
  expect(starts(windows)).toEqual([85_000, 40_000]);
});

test("a kind that says so goes to the middle of the event, also beside linked windows", () => {
  const group = createLinkGroup();
  const atEvent = "jump_middle";
  const windows = [windowOf(10_000, group), windowOf(20_000, group, { atEvent })];
  showEvent(windows, { startMs: 40_000, endMs: 50_000 });
  expect(starts(windows)).toEqual([40_000, 35_000]);
  showEvent(windows, { startMs: 60_000, endMs: 60_000 });
  expect(starts(windows)).toEqual([60_000, 50_000]);
});

test("a kind that says what no event does is refused in the specified words", () => {
  const windows = [windowOf(10_000, createLinkGroup(), { atEvent: "midpoint" as never })];
  expect(() => showEvent(windows, { startMs: 0, endMs: 1 })).toThrow("Invalid LinkedWindowEventType");
});
