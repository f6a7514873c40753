/** How much of an epoch a trend needs (algorithms.md 12): half of its samples, the same for all of them. */
import { expect, it } from "vitest";
import { openCore } from "./node.ts";
import { type ChannelTrends, TrendSums } from "./trend-channels.ts";
import { featureRows, sideChannels, trendFeatures } from "./trend-features.ts";
import { epochsOf } from "./trend-plan.ts";
import { epochValues, suppressionEpochs } from "./trend-values.ts";

const hz = 64;
const core = openCore();
const wave = (i: number) => 30 * Math.sin((2 * Math.PI * 9 * i) / hz);

/** 30 s of a channel. */
function channelWith(missing: (i: number) => boolean): ChannelTrends {
  const count = 30 * hz;
  const data = Float32Array.from({ length: count }, (_, i) => (missing(i) ? Number.NaN : wave(i)));
  const source = { samplingHz: hz, gains: [1], offsets: [0], missingCode: null };
  const derivations = [{ first: { kind: "channel" as const, index: 0 }, second: { kind: "zero" as const } }];
  const edges = Float64Array.from({ length: 31 }, (_, k) => k * hz);
  return core.arena.scope(() => {
    const span = { first: 0, end: count, edges, epochs: epochsOf(edges), before: 0, after: count };
    const sums = new TrendSums(core, { ...source, derivations, notch: null, isArtifactReduced: false }, span);
    sums.push([{ ...source, first: 0, count, data, runs: [{ first: 0, count }] }]);
    return sums.finish(() => undefined)[0] as ChannelTrends;
  });
}

const rowsOf = (channel: ChannelTrends) => {
  const channels = Array.from({ length: 2 * sideChannels }, () => channel);
  return trendFeatures(channels, 30, { samplingHz: hz, isArtifactReduced: false });
};

it.each([0, 1])("is half, and not %i samples less", (less) => {
  const isThere = less === 0;
  const { epochs } = rowsOf(channelWith((i) => i % (10 * hz) < 5 * hz + less));
  const power = epochs.subarray(featureRows.power.left.first * 3, (featureRows.power.left.first + 1) * 3);
  expect([...power].map(Number.isFinite)).toEqual([isThere, isThere, isThere]);
  const { segments } = rowsOf(channelWith((i) => i % (15 * hz) < 7.5 * hz + less));
  expect([...segments.subarray(0, 2)].map(Number.isFinite)).toEqual([isThere, isThere]);
  const values = new Float32Array(2 * sideChannels * suppressionEpochs);
  const half = 5 * hz * suppressionEpochs;
  for (let channel = 0; channel < sideChannels; channel++)
    values[(sideChannels + channel) * suppressionEpochs] = half - less;
  const features = { rows: 2 * sideChannels, epochs: suppressionEpochs, values };
  const [ratio] = epochValues("suppression_ratio", features, suppressionEpochs - 1, hz);
  expect(Number.isFinite(ratio)).toBe(isThere);
});
