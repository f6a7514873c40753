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
