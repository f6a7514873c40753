import { afterEach, expect, it, vi } from "vitest";
import { FrameGate, nextAnimationFrame } from "./frame-gate.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Frames that come when the test says so. */
function stubFrames() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let asked: (() => void)[] = [];
  let cancelled = 0;
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => asked.push(run));
  vi.stubGlobal("cancelAnimationFrame", () => {
    cancelled++;
    asked = [];
  });
  const frame = () => {
    const runs = asked;
    asked = [];
    for (const run of runs) run();
  };
  return { frame, asked: () => asked.length, cancelled: () => cancelled };
}

it("asks for one frame, however many wait, and for another one for who waits again", () => {
  const { frame, asked } = stubFrames();
  const seen: string[] = [];
  nextAnimationFrame(() => {
    seen.push("a");
    nextAnimationFrame(() => seen.push("again"));
  });
  nextAnimationFrame(() => seen.push("b"));
  expect(asked()).toBe(1);
  frame();
  expect(seen).toEqual(["a", "b"]);
  expect(asked()).toBe(1);
  frame();
  expect(seen).toEqual(["a", "b", "again"]);
});

it("does without frames in a hidden tab, and runs nothing twice", () => {
  const { frame } = stubFrames();
  let runs = 0;
  nextAnimationFrame(() => runs++);
  vi.advanceTimersByTime(250);
  frame();
  vi.advanceTimersByTime(1000);
  expect(runs).toBe(1);
});

it("runs the others when one of them fails, which is reported", () => {
  const { frame } = stubFrames();
  const reported: unknown[] = [];
  vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
  let runs = 0;
  nextAnimationFrame(() => {
    throw new Error("broken");
  });
  nextAnimationFrame(() => runs++);
  frame();
  expect(runs).toBe(1);
  expect(reported).toEqual([new Error("broken")]);
});

it("lets a gate through at once, and once more in the next frame when it was called meanwhile", () => {
  const { frame } = stubFrames();
  let runs = 0;
  const gate = new FrameGate(nextAnimationFrame, () => runs++);
  for (let k = 0; k < 5; k++) gate.call();
  expect([runs, gate.isPending]).toEqual([1, true]);
  frame();
  expect([runs, gate.isPending]).toEqual([2, false]);
  frame();
  frame();
  expect(runs).toBe(2);
});
