import { expect, it } from "vitest";
import { createLatest, type LatestGroup } from "./latest.ts";

const group = (name: string, endMs: number, periodMs = 4): LatestGroup => ({
  ...{ key: name, name, endMs, periodMs, isGrowing: true },
});
const at = (nowMs: number) => ({ nowMs, serverMs: nowMs });

it("is as old as the newest sample, and silent after 10 s, or three periods of a slow signal", () => {
  const latest = createLatest();
  expect(latest([group("EEG", 99_000)], at(100_000))).toEqual({ kind: "fresh", ms: 1000, name: null });
  expect(latest([group("EEG", 99_000)], at(109_000))).toEqual({ kind: "silent", ms: 10_000, name: null });
  const slow = createLatest();
  expect(slow([group("HR", 60_000, 30_000)], at(140_000))).toMatchObject({ kind: "fresh" });
  expect(slow([group("HR", 60_000, 30_000)], at(150_000))).toMatchObject({ kind: "silent", ms: 90_000 });
  expect(createLatest()([], at(0))).toBeNull();
});

it("tells of one signal that stops while another goes on", () => {
  const latest = createLatest();
  expect(latest([group("EEG", 100_000), group("ABP", 100_000)], at(100_500))?.kind).toBe("fresh");
  expect(latest([group("EEG", 100_000), group("ABP", 120_000)], at(120_500))).toEqual({
    ...{ kind: "silent", ms: 20_500, name: "EEG" },
  });
  expect(latest([group("EEG", 100_000), group("ABP", 120_000)], at(140_500))).toMatchObject({ name: null });
  // A file that is complete says nothing beside one that grows.
  const old = { ...group("ICP", 0), isGrowing: false };
  expect(createLatest()([old, group("EEG", 100_000)], at(100_000))).toMatchObject({ kind: "fresh", ms: 0 });
  expect(createLatest()([old], at(100_000))).toMatchObject({ kind: "silent", ms: 100_000 });
});

it("is not young because its times lie ahead of the clock", () => {
  const latest = createLatest();
  const ahead = [group("EEG", 160_000)];
  expect(latest(ahead, at(100_000))).toEqual({ kind: "ahead", ms: 60_000, name: null });
  expect(latest([group("EEG", 161_000)], at(101_000))).toMatchObject({ kind: "ahead", ms: 60_000 });
  expect(latest([group("EEG", 161_000)], at(112_000))).toEqual({ kind: "silent", ms: 11_000, name: null });
});

it("is late, not silent, while old data keep coming, until none come", () => {
  const latest = createLatest();
  const tell = (endMs: number, nowMs: number) => latest([group("EEG", endMs)], at(nowMs));
  // Found so old, it is not known yet whether anything comes.
  expect(tell(100_000, 700_000)).toMatchObject({ kind: "silent", ms: 600_000 });
  expect(tell(110_000, 701_000)).toEqual({ kind: "late", ms: 591_000, name: null });
  expect(tell(110_000, 710_000)).toMatchObject({ kind: "late", ms: 600_000 });
  expect(tell(110_000, 711_000)).toMatchObject({ kind: "silent", ms: 601_000 });
  expect(tell(711_500, 712_000)).toEqual({ kind: "fresh", ms: 500, name: null });
  const both = [group("EEG", 711_600), group("ABP", 100_000)];
  expect(latest(both, at(712_000))).toMatchObject({ kind: "silent", name: "ABP" });
  expect(latest([group("EEG", 712_600), group("ABP", 200_000)], at(713_000))).toEqual({
    ...{ kind: "late", ms: 513_000, name: "ABP" },
  });
});
