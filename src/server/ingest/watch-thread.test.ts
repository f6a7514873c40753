import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchThread } from "./watch-thread.ts";

describe("the watch over a thread", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("takes silence for a hang, once, and signs of life for none", () => {
    const hangs = vi.fn();
    const watch = watchThread({ silentMs: 100, graceMs: 10 }, hangs);
    for (let k = 0; k < 50; k++) {
      vi.advanceTimersByTime(99);
      watch.told({ kind: "alive", isOver: false });
    }
    expect(hangs).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(hangs).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1000);
    expect(hangs).toHaveBeenCalledOnce();
  });

  it("leaves a reader whose time is over a grace, however alive it is", () => {
    const hangs = vi.fn();
    const watch = watchThread({ silentMs: 100, graceMs: 250 }, hangs);
    for (let k = 0; k < 4; k++) {
      watch.told({ kind: "alive", isOver: true });
      vi.advanceTimersByTime(60);
    }
    expect(hangs).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10);
    expect(hangs).toHaveBeenCalledOnce();
  });

  it("ends with the thread", () => {
    const hangs = vi.fn();
    watchThread({ silentMs: 100, graceMs: 10 }, hangs).stop();
    vi.advanceTimersByTime(1000);
    expect(hangs).not.toHaveBeenCalled();
  });
});

it("a thread in an endless loop is ended", async () => {
  const worker = new Worker("for (;;) {}", { eval: true });
  await once(worker, "online");
  const exit = once(worker, "exit");
  watchThread({ silentMs: 1, graceMs: 1 }, () => void worker.terminate());
  expect(await exit).toEqual([1]);
});
