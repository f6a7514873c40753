/** EEG trends: a day of the double banana at 256 Hz on one thread, and the same in plain JavaScript. */
import { openCore } from "../src/signal/node.ts";
import { referenceTrends } from "../src/signal/reference-trends.ts";
import { TrendSums } from "../src/signal/trend-channels.ts";
import { trendFeatures } from "../src/signal/trend-features.ts";
import { epochsOf } from "../src/signal/trend-plan.ts";
import { lcg } from "./statistics.ts";
import type { BenchGroup, BenchResult } from "./types.ts";

const rows = 16;
const channels = 18;
const hz = 256;
const warmupSeconds = 32;
const chunkSeconds = 600;
const daySeconds = 86_400;
/** What the plain twin is timed with: a row of so long. */
const plainSeconds = 60;

export const trendBenches: BenchGroup = {
  ids: ["trends.day", "trends.day.js"],
  async run() {
    const result = (id: string, value: number, note: string): BenchResult => ({
      ...{ id, value, unit: "ms", better: "lower", note },
    });
    const note = `features of all trends, ${rows} pairs of ${channels} channels at ${hz} Hz`;
    return [
      result(
        "trends.day",
        chunkMs() * (daySeconds / chunkSeconds),
        `${note}: a chunk of ${chunkSeconds} s in memory, taken times 144, one thread`,
      ),
      result(
        "trends.day.js",
        plainMs() * rows * (daySeconds / plainSeconds),
        `plain JavaScript, one row of ${plainSeconds} s taken times rows and length`,
      ),
    ];
  },
};

/** ms of a chunk; the best of three, as the first also compiles. */
function chunkMs(): number {
  const core = openCore();
  const random = lcg(3);
  const count = (warmupSeconds + chunkSeconds + 1) * hz;
  const data = Int16Array.from({ length: channels * count }, () => 2000 * (random() - 0.5));
  const same = (value: number) => Array.from({ length: channels }, () => value);
  const scales = { samplingHz: hz, gains: same(0.1), offsets: same(0), missingCode: null };
  const derivations = Array.from({ length: rows }, (_, row) => ({
    first: { kind: "channel" as const, index: row },
    second: { kind: "channel" as const, index: row + 1 },
  }));
  const edges = Float64Array.from({ length: chunkSeconds + 1 }, (_, k) => (warmupSeconds + k) * hz);
  const settings = { notch: 60, isArtifactReduced: false };
  const times = Array.from({ length: 3 }, () =>
    core.arena.scope(() => {
      const began = performance.now();
      const epochs = epochsOf(edges);
      const span = { first: 0, end: count, edges, epochs, before: edges[0] - 2 * hz, after: count };
      const sums = new TrendSums(core, { derivations, ...scales, ...settings }, span);
      sums.push([{ ...scales, first: 0, count, data, runs: [{ first: 0, count }] }]);
      trendFeatures(
        sums.finish(() => undefined),
        chunkSeconds,
        { samplingHz: hz, ...settings },
      );
      return performance.now() - began;
    }),
  );
  return Math.min(...times);
}

function plainMs(): number {
  const random = lcg(3);
  const row = Float32Array.from({ length: plainSeconds * hz }, () => 200 * (random() - 0.5));
  const edges = Array.from({ length: plainSeconds + 1 }, (_, k) => k * hz);
  const began = performance.now();
  referenceTrends(row, edges, { samplingHz: hz, notch: 60, isArtifactReduced: false });
  return performance.now() - began;
}
