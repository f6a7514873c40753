import { expect, it } from "vitest";
import { percentOf } from "../view/row-words.ts";
import { Meter } from "./meter.ts";
import { giveUpAfterMs, retryDelayMs } from "./retry.ts";
import { Stage } from "./stage.ts";

it("estimates after 3 s of data, by the rate of the last 15 s", () => {
  const meter = new Meter();
  for (let second = 0; second <= 2; second++) meter.note(second * 10, second * 1000);
  expect(meter.etaMs(1000, 2000)).toBeNull();
  meter.note(30, 3000);
  expect(meter.etaMs(1000, 3000)).toBeCloseTo(97_000);
  for (let second = 4; second <= 40; second++) meter.note(30 + (second - 3) * 100, second * 1000);
  expect(meter.etaMs(10_000, 40_000)).toBeCloseTo(((10_000 - 3730) / 100) * 1000, -2);
});

it("promises no hours from the first small files of an upload", () => {
  const [meter, total] = [new Meter(), 10_000_000];
  for (let second = 0; second <= 5; second++) meter.note(second * 500, second * 1000);
  expect(meter.etaMs(total, 5000)).toBeNull();
  meter.note(200_000, 6000);
  expect(meter.etaMs(total, 6000)).toBeCloseTo(294_000);
  const slow = new Meter();
  for (let second = 0; second <= 15; second++) slow.note(second * 500, second * 1000);
  expect(slow.etaMs(total, 15_000)).toBeCloseTo(19_985_000);
});

it("knows nothing while nothing moves, and begins anew when bytes have to be sent again", () => {
  const meter = new Meter();
  meter.note(10, 0);
  meter.note(10, 5000);
  expect(meter.etaMs(100, 5000)).toBeNull();
  meter.note(50, 6000);
  expect(meter.etaMs(100, 6000)).not.toBeNull();
  meter.note(20, 7000);
  expect(meter.etaMs(100, 7000)).toBeNull();
});

it("shows a stage five times a second at most, and never 100% before its end", () => {
  let nowMs = 0;
  const shown = { outcome: "waiting" as const, filesDone: 0, filesTotal: 2, fraction: 0, etaMs: null };
  const stage = new Stage(shown, 1000, () => nowMs);
  stage.begin();
  stage.addBytes(100);
  expect(shown.fraction).toBe(0);
  nowMs = 200;
  stage.addBytes(900);
  expect([shown.fraction, percentOf(shown)]).toEqual([1, 99]);
  stage.addFile();
  stage.addFile();
  stage.complete();
  expect([shown.filesDone, percentOf(shown), shown.outcome]).toEqual([2, 100, "complete"]);
});

it("waits longer after each failure, up to 30 s, spread by half", () => {
  expect([1, 2, 3, 7, 50].map((failures) => retryDelayMs(failures, 1))).toEqual([500, 1000, 2000, 30_000, 30_000]);
  expect(retryDelayMs(50, 0)).toBe(15_000);
  expect(giveUpAfterMs).toBe(600_000);
});
