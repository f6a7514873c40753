import { expect, it, vi } from "vitest";
import { createFrameLoop, type FrameClock } from "./frame-loop.ts";
import { createFrameStats } from "./frame-stats.ts";

function manualClock() {
  let pending: ((now: number) => void)[] = [];
  let time = 0;
  const clock: FrameClock = { request: (callback) => pending.push(callback), now: () => time };
  return {
    clock,
    get requested() {
      return pending.length;
    },
    advance(ms: number) {
      time += ms;
    },
    frame(ms = 16) {
      time += ms;
      const due = pending;
      pending = [];
      for (const callback of due) callback(time);
    },
  };
}

it("draws a window once when it is registered and rests", () => {
  const time = manualClock();
  const loop = createFrameLoop(time.clock, createFrameStats());
  const draw = vi.fn(() => false);
  loop.register(draw);
  expect(loop.isIdle).toBe(false);
  time.frame();
  time.frame();
  expect(draw).toHaveBeenCalledTimes(1);
  expect(time.requested).toBe(0);
  expect(loop.isIdle).toBe(true);
});

it("draws only what is dirty, once a frame, however often it was invalidated", () => {
  const time = manualClock();
  const loop = createFrameLoop(time.clock, createFrameStats());
  const [first, second] = [vi.fn(() => false), vi.fn(() => false)];
  const slot = loop.register(first);
  loop.register(second);
  time.frame();
  slot.invalidate();
  slot.invalidate();
  expect(time.requested).toBe(1);
  time.frame();
  expect(first).toHaveBeenCalledTimes(2);
  expect(second).toHaveBeenCalledTimes(1);
});

it("asks for no other frame for what becomes dirty while it draws and is drawn in it, and for one for what was drawn before", () => {
  const time = manualClock();
  const loop = createFrameLoop(time.clock, createFrameStats());
  const [first, third] = [vi.fn(() => false), vi.fn(() => false)];
  const before = loop.register(first);
  const leader = loop.register(() => {
    after.invalidate();
    return false;
  });
  const after = loop.register(third);
  time.frame();
  leader.invalidate();
  time.frame();
  expect([third.mock.calls.length, time.requested, loop.isIdle]).toEqual([2, 0, true]);
  loop.register(() => {
    before.invalidate();
    return false;
  });
  time.frame();
  expect([first.mock.calls.length, time.requested]).toEqual([1, 1]);
  time.frame();
  expect([first.mock.calls.length, time.requested]).toEqual([2, 0]);
});

it("goes on while a window says that it moves, and never again after it is disposed", () => {
  const time = manualClock();
  const loop = createFrameLoop(time.clock, createFrameStats());
  const draw = vi.fn(() => true);
  const slot = loop.register(draw);
  for (let i = 0; i < 5; i++) time.frame();
  expect(draw).toHaveBeenCalledTimes(5);
  slot[Symbol.dispose]();
  slot.invalidate();
  time.frame();
  expect(draw).toHaveBeenCalledTimes(5);
  expect(loop.isIdle).toBe(true);
});

it("draws the others when one throws, and reports the error", () => {
  const time = manualClock();
  const loop = createFrameLoop(time.clock, createFrameStats());
  const broken = vi.fn(() => {
    throw new Error("no context");
  });
  const draw = vi.fn(() => false);
  loop.register(broken);
  loop.register(draw);
  expect(() => time.frame()).toThrow("no context");
  expect(draw).toHaveBeenCalledTimes(1);
  expect(loop.isIdle).toBe(true);
});

it("tells when it is idle", async () => {
  const time = manualClock();
  const loop = createFrameLoop(time.clock, createFrameStats());
  await loop.whenIdle();
  let left = 3;
  loop.register(() => --left > 0);
  const idle = loop.whenIdle();
  for (let i = 0; i < 3; i++) time.frame();
  await idle;
  expect(left).toBe(0);
});

it("tells when it is idle after the last dirty window was disposed", async () => {
  const time = manualClock();
  const loop = createFrameLoop(time.clock, createFrameStats());
  const slot = loop.register(() => true);
  time.frame();
  const idle = loop.whenIdle();
  slot[Symbol.dispose]();
  time.frame();
  await idle;
});

it("records intervals between consecutive frames, not rests, and the time of the draws", () => {
  const time = manualClock();
  const stats = createFrameStats();
  const loop = createFrameLoop(time.clock, stats);
  let isMoving = true;
  const slot = loop.register(() => {
    time.advance(3);
    return isMoving;
  });
  time.frame(16);
  time.frame(16);
  isMoving = false;
  time.frame(20);
  time.advance(5000);
  slot.invalidate();
  time.frame(16);
  expect(stats.read()).toMatchObject({ frames: 4, intervalsMs: [19, 23], drawsMs: [3, 3, 3, 3] });
});

it("draws what is dirty at once for what waits for no frame, and goes on with the next one", () => {
  const time = manualClock();
  const stats = createFrameStats();
  const loop = createFrameLoop(time.clock, stats);
  const drawn: string[] = [];
  const still = loop.register(() => drawn.push("still") < 0);
  loop.register(() => drawn.push("playing") > 0);
  time.frame();
  drawn.length = 0;
  loop.flush();
  expect(drawn).toEqual(["playing"]);
  still.invalidate();
  loop.flush();
  expect(drawn).toEqual(["playing", "still", "playing"]);
  expect(stats.read().frames).toBe(1);
  time.frame();
  expect(drawn).toEqual(["playing", "still", "playing", "playing"]);
});

it("tells whoever waits that it is idle after a flush too", async () => {
  const time = manualClock();
  const loop = createFrameLoop(time.clock, createFrameStats());
  loop.register(() => false);
  const idle = loop.whenIdle();
  loop.flush();
  expect(loop.isIdle).toBe(true);
  time.frame();
  await idle;
});
