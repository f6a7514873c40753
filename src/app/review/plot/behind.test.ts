import { expect, it } from "vitest";
import { blankBehind, createLag, mostBehindMs } from "./behind.ts";

it("counts from when the view held what stands; an earlier answer takes nothing back", () => {
  let now = 1000;
  const lag = createLag(() => now);
  expect(lag.ms()).toBe(Number.POSITIVE_INFINITY);
  lag.right();
  now = 1300;
  expect(lag.ms()).toBe(300);
  lag.right(1200);
  lag.right(1100);
  expect(lag.ms()).toBe(100);
});

it("says that what is computed is late while the view plays, for half a second, and of nothing that the clock waits for", () => {
  let now = 1000;
  const lag = createLag(() => now);
  const is = { complete: false, held: true, playing: true };
  const told = () =>
    blankBehind(lag, {
      isComplete: () => is.complete,
      isHeldHere: () => is.held,
      isPlaying: () => is.playing,
    });
  expect(told()).toBeNull(); // it was never right
  is.complete = true;
  expect(told()).toBeNull();
  is.complete = false;
  now += 300;
  expect(told()).toEqual({ ms: 300, of: null });
  is.held = false;
  expect(told()).toBeNull();
  is.held = true;
  is.playing = false;
  expect(told()).toBeNull();
  is.playing = true;
  now += mostBehindMs;
  expect(told()).toBeNull();
});
