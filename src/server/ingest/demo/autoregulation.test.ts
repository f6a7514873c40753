/** The planted optimum is found by the public analyses in what is recorded, and the recording is plain beside it. */
import { describe, expect, it } from "vitest";
import type { OptimumAnalytic } from "../../../protocol/composites.ts";
import { openCore } from "../../../signal/node.ts";
import { optimumOf } from "../../../signal/optimum.ts";
import { planted } from "./autoregulation.ts";
import { Circulation, pressureHz, stepsPerMmHg } from "./circulation.ts";
import { dailyEpisodes } from "./episodes.ts";
import { randomFrom } from "./random.ts";
import { writeScore } from "./score.ts";

const hour = 3600;
const day = 24 * hour;
const blockSeconds = 10;
const blocksOfIndex = 30;
const core = openCore();
const score = writeScore(day, 13.5 * hour, randomFrom(1));
const circulation = new Circulation(score, randomFrom(102), 405);

/** Means of ten seconds as they are recorded, from the beginning to `end`. */
function blockMeans(endSeconds: number) {
  const count = endSeconds / blockSeconds;
  const means = { abp: new Float64Array(count), icp: new Float64Array(count), stO2: new Float64Array(count) };
  const second = new Int16Array(pressureHz);
  for (let s = 0; s < endSeconds; s++) {
    const block = Math.floor(s / blockSeconds);
    for (const kind of ["abp", "icp"] as const) {
      circulation.renderPressure(kind, s, second, 0);
      const sum = second.reduce((all, value) => all + value, 0);
      means[kind][block] += sum / stepsPerMmHg / pressureHz / blockSeconds;
    }
    means.stO2[block] += Math.round(circulation.tissueOxygen(s) * 10) / 10 / blockSeconds;
  }
  return means;
}
const means = blockMeans(14 * hour);

/** Of the window of 8 h that ends there: index samples every minute. */
function optimumAt(analytic: OptimumAnalytic, endSeconds: number) {
  const count = (8 * hour) / 60;
  const other = analytic === "cppopt" ? means.icp : means.stO2;
  const firstBlock = (endSeconds - 8 * hour + 60) / blockSeconds - blocksOfIndex;
  const samples = core.arena.scope(() => {
    const [a, b] = [means.abp, other].map((all) => {
      const values = all.slice(firstBlock, endSeconds / blockSeconds);
      const at = core.arena.take(values.byteLength);
      core.f64.set(values, at / 8);
      return at;
    });
    const [r, x, work] = [8 * count, 8 * count, 16 * blocksOfIndex].map((bytes) => core.arena.take(bytes));
    core.kernels.indexSamples(a, b, count, 6, blocksOfIndex, 15, Number(analytic === "cppopt"), r, x, work);
    return { index: core.f64.slice(r / 8, r / 8 + count), pressure: core.f64.slice(x / 8, x / 8 + count) };
  });
  return optimumOf(core, analytic, samples, 240);
}

describe("the planted autoregulation", () => {
  const { start, seconds } = dailyEpisodes.autoregulation;

  it("has the optimum and the limits of CPP that it was planted with", () => {
    const made = optimumAt("cppopt", start + seconds);
    expect([made.fitType, made.failed]).toEqual([1, null]);
    expect(Math.abs((made.optimum ?? 0) - planted.optimumCpp)).toBeLessThan(2);
    expect(Math.abs((made.lla ?? 0) - (planted.optimumCpp - 17))).toBeLessThan(4);
    expect(Math.abs((made.ula ?? 0) - (planted.optimumCpp + 17))).toBeLessThan(4);
  });

  it("has the optimum of MAP likewise", () => {
    const made = optimumAt("mapopt", start + seconds);
    expect([made.fitType, made.failed]).toEqual([1, null]);
    expect(Math.abs((made.optimum ?? 0) - planted.optimumMap)).toBeLessThan(2);
    expect(made.lla ?? 0).toBeLessThan(planted.optimumMap - 12);
    expect(made.ula ?? 0).toBeGreaterThan(planted.optimumMap + 12);
  });
});
