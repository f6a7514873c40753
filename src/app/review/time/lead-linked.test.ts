import { expect, it } from "vitest";
import { centreOn, moveTo } from "../../../domain/time/view-span.ts";
import { createLinkGroup } from "./link-group.ts";
import {
  createTimeline,
  leadFromOverview,
  leadLinked,
  moveView,
  narrowestLinked,
  play,
  setFollowing,
  spanOf,
  togglePlay,
} from "./timeline.ts";

const file = { startMs: 0, endMs: 86_400_000 };
const windows = () => {
  const link = createLinkGroup();
  const page = createTimeline(file, { startMs: 0, endMs: 10_000 }, link);
  const hour = createTimeline(file, { startMs: 0, endMs: 3_600_000 }, link);
  const stay = createTimeline(file, file, link);
  return { link, page, hour, stay };
};

it("goes where a window that shows the whole file is pointed at, and takes the linked windows along", () => {
  const { link, page, hour, stay } = windows();
  expect([page, hour, stay].map(narrowestLinked)).toEqual([null, page, page]);
  const { moves } = link.state;
  expect(leadLinked(stay, (span, whole) => centreOn(span, whole, 40_000_000))).toBe(true);
  expect([page, hour, stay].map(spanOf)).toEqual([
    { startMs: 39_995_000, endMs: 40_005_000 },
    { startMs: 39_995_000, endMs: 43_595_000 },
    file,
  ]);
  expect(link.state.moves).toBe(moves + 1);
  // One that can move moves by itself.
  expect(leadLinked(hour, (span, whole) => moveTo(span, whole, 0))).toBe(false);
  moveView(hour, (span, whole) => moveTo(span, whole, 7_200_000));
  expect(spanOf(page)).toEqual({ startMs: 7_200_000, endMs: 7_210_000 });
  // One that is alone, or locked to the latest data, leads nobody.
  const alone = createTimeline(file, file);
  expect(leadLinked(alone, (span, whole) => moveTo(span, whole, 1000))).toBe(false);
  setFollowing(link, true);
  expect(leadLinked(stay, (span, whole) => moveTo(span, whole, 1000))).toBe(false);
});

it("goes where an overview is pointed at, which stays where it is though it shows a part of its file", () => {
  const { link, page, hour, stay } = windows();
  moveView(page, (span, whole) => moveTo(span, whole, 7_200_000));
  const { moves } = link.state;
  expect(leadFromOverview(hour, (span, whole) => centreOn(span, whole, 9_000_000))).toBe(true);
  expect([page, hour, stay].map(spanOf)).toEqual([
    { startMs: 8_995_000, endMs: 9_005_000 },
    { startMs: 7_200_000, endMs: 10_800_000 },
    file,
  ]);
  expect(link.state.moves).toBe(moves + 1);
  // The one that shows least has nobody to lead.
  expect(leadFromOverview(page, (span, whole) => moveTo(span, whole, 0))).toBe(false);
  setFollowing(link, true);
  expect(leadFromOverview(hour, (span, whole) => moveTo(span, whole, 0))).toBe(false);
});

it("plays the narrowest window for one that shows the whole file, and pauses it from there", () => {
  const { page, hour, stay } = windows();
  const playing = () => [page, hour, stay].map(({ isPlaying }) => isPlaying);
  stay.speed = 50;
  togglePlay(stay);
  expect(playing()).toEqual([true, false, false]);
  expect(page.speed).toBe(50);
  togglePlay(stay);
  expect(playing()).toEqual([false, false, false]);
  play(hour);
  togglePlay(stay);
  expect(playing()).toEqual([false, false, false]);
});
