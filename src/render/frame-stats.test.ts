import { expect, it } from "vitest";
import { createFrameStats } from "./frame-stats.ts";

it("keeps the last 4096 frames in order", () => {
  const stats = createFrameStats();
  for (let i = 0; i < 5000; i++) stats.recordFrame(i, 2 * i);
  const { frames, intervalsMs, drawsMs } = stats.read();
  expect([frames, intervalsMs.length, drawsMs.length]).toEqual([4096, 4096, 4096]);
  expect([intervalsMs[0], intervalsMs.at(-1), drawsMs.at(-1)]).toEqual([904, 4999, 9998]);
});

it("sums blank columns and counts the frames that had any", () => {
  const stats = createFrameStats();
  for (const columns of [0, 7, 0, 3]) stats.recordBlank(columns);
  expect(stats.read()).toMatchObject({ blankColumns: 10, blankFrames: 2 });
  stats.reset();
  expect(stats.read()).toEqual({ frames: 0, intervalsMs: [], drawsMs: [], blankColumns: 0, blankFrames: 0 });
});
