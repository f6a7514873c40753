/** Rows of hemispheres out of channels (algorithms.md 12): everything that trends of a chunk of time are read from, in one array. */
import type { ChannelTrends } from "./trend-channels.ts";
import {
  aeegSeconds,
  leastChannels,
  leastFinite,
  leastOfEpoch,
  spectrumBins,
  trendBlockSeconds,
  trendEpochSeconds,
} from "./trend-plan.ts";

/** Homologous pairs: that many channels a side. */
export const sideChannels = 8;
const asymmetryFrom = 2;
const asymmetryBins = 35;

/** Rows of epochs, from the first one on: where each kind begins, and how many it has. */
export const featureRows = (() => {
  let next = 0;
  const rows = (count: number) => {
    const first = next;
    next += count;
    return { first, count };
  };
  return {
    /** uV^2/Hz from 0 Hz on. */
    power: { left: rows(spectrumBins), right: rows(spectrumBins) },
    /** Percent, from 1 Hz on. */
    asymmetry: rows(asymmetryBins),
    /** Muscle, movement, electrode. */
    artifacts: rows(3),
    /** Suppressed samples, and finite ones, by channel. */
    suppressed: { left: rows(sideChannels), right: rows(sideChannels) },
    finite: { left: rows(sideChannels), right: rows(sideChannels) },
    /** Share of the blocks of the side's channels that are flagged. */
    flagged: { left: rows(1), right: rows(1) },
    all: next,
  };
})();

export interface TrendFeatures {
  /** [row][epoch] as `featureRows` says. */
  epochs: Float32Array;
  /** [left p10, p50, p90, right ...][segment], uV. */
  segments: Float32Array;
}

const sideNames = ["left", "right"] as const;
const blocksOfEpoch = trendEpochSeconds / trendBlockSeconds;

/** `channels`: eight of the left side, then eight of the right; null where there is none. `seconds`: of the chunk. */
export function trendFeatures(
  channels: readonly (ChannelTrends | null)[],
  seconds: number,
  { samplingHz, isArtifactReduced }: { samplingHz: number; isArtifactReduced: boolean },
): TrendFeatures {
  const epochs = seconds / trendEpochSeconds;
  const segments = seconds / aeegSeconds;
  const made: TrendFeatures = {
    epochs: new Float32Array(featureRows.all * epochs).fill(Number.NaN),
    segments: new Float32Array(6 * segments).fill(Number.NaN),
  };
  const put = (row: number, epoch: number, value: number) => {
    made.epochs[row * epochs + epoch] = value;
  };
  for (let epoch = 0; epoch < epochs; epoch++) {
    const states = channels.map((channel) => stateOf(channel, epoch, samplingHz));
    const isValid = states.map(({ isHeld, flagged }, k) => {
      const windows = channels[k]?.windows[epoch] ?? 0;
      return isHeld && windows > 0 && !(isArtifactReduced && flagged > leastOfEpoch);
    });
    putPowers(channels, isValid, epoch, put);
    putArtifacts(channels, states, epoch, put);
    for (const [place, side] of sideNames.entries()) {
      const there = states.slice(place * sideChannels, (place + 1) * sideChannels).filter(({ isThere }) => isThere);
      put(featureRows.flagged[side].first, epoch, mean(there.map(({ flagged }) => flagged)));
      for (let k = 0; k < sideChannels; k++) {
        const channel = channels[place * sideChannels + k];
        put(featureRows.suppressed[side].first + k, epoch, channel?.suppressed[2 * epoch] ?? 0);
        put(featureRows.finite[side].first + k, epoch, channel?.suppressed[2 * epoch + 1] ?? 0);
      }
    }
  }
  for (const place of [0, 1])
    for (let row = 0; row < 3; row++)
      for (let segment = 0; segment < segments; segment++) {
        const own = channels.slice(place * sideChannels, (place + 1) * sideChannels);
        const values = own.map((channel) => channel?.aeeg[3 * segment + row] ?? Number.NaN);
        made.segments[(3 * place + row) * segments + segment] = meanOfEnough(values);
      }
  return made;
}

interface EpochState {
  isThere: boolean;
  /** Half of its samples are there. */
  isHeld: boolean;
  /** Share of its blocks. */
  flagged: number;
}

function stateOf(channel: ChannelTrends | null, epoch: number, samplingHz: number): EpochState {
  if (channel === null) return { isThere: false, isHeld: false, flagged: 1 };
  let [present, flagged] = [0, 0];
  for (let block = epoch * blocksOfEpoch; block < (epoch + 1) * blocksOfEpoch; block++) {
    present += channel.present[block];
    flagged += Number(channel.flags[block] !== 0);
  }
  const isHeld = present > 0 && present >= leastFinite(trendEpochSeconds, samplingHz);
  return { isThere: true, isHeld, flagged: flagged / blocksOfEpoch };
}

type Put = (row: number, epoch: number, value: number) => void;

/** Sums are added up in the order of channels, without lists: there are 187 of them in every epoch. */
function putPowers(channels: readonly (ChannelTrends | null)[], isValid: boolean[], epoch: number, put: Put): void {
  const none = new Float64Array(spectrumBins).fill(Number.NaN);
  const powers = channels.map((channel, k) =>
    channel !== null && isValid[k] ? channel.power.subarray(epoch * spectrumBins, (epoch + 1) * spectrumBins) : none,
  );
  for (const [place, side] of sideNames.entries()) {
    const { first } = featureRows.power[side];
    for (let bin = 0; bin < spectrumBins; bin++) {
      let [sum, there] = [0, 0];
      for (let k = place * sideChannels; k < (place + 1) * sideChannels; k++) {
        const value = powers[k][bin];
        if (Number.isNaN(value)) continue;
        sum += value;
        there++;
      }
      put(first + bin, epoch, there < leastChannels ? Number.NaN : sum / there);
    }
  }
  for (let bin = 0; bin < asymmetryBins; bin++) {
    let [sum, there] = [0, 0];
    for (let k = 0; k < sideChannels; k++) {
      const value = asymmetryOf(powers[k][asymmetryFrom + bin], powers[sideChannels + k][asymmetryFrom + bin]);
      if (Number.isNaN(value)) continue;
      sum += value;
      there++;
    }
    put(featureRows.asymmetry.first + bin, epoch, there < leastChannels ? Number.NaN : sum / there);
  }
}

/** Percent: positive where the right is larger; 0 where both are. */
export const asymmetryOf = (left: number, right: number): number =>
  left + right === 0 ? 0 : (100 * (right - left)) / (right + left);

function putArtifacts(
  channels: readonly (ChannelTrends | null)[],
  states: EpochState[],
  epoch: number,
  put: Put,
): void {
  const clamped = (value: number) => (value > 100 ? 100 : value);
  const held = channels.filter((_, k) => states[k].isHeld) as ChannelTrends[];
  const { first } = featureRows.artifacts;
  put(first, epoch, meanOfEnough(held.map(({ muscle }) => clamped(5 * Math.sqrt(muscle[epoch])))));
  put(first + 1, epoch, meanOfEnough(held.map(({ movement }) => clamped(Math.sqrt(movement[epoch])))));
  const isAny = channels.some((channel, k) => channel !== null && (states[k].isHeld || hasSample(channel, epoch)));
  const there = states.filter(({ isThere }) => isThere);
  put(first + 2, epoch, isAny ? 100 * mean(there.map(({ flagged }) => flagged)) : Number.NaN);
}

const hasSample = ({ present }: ChannelTrends, epoch: number): boolean =>
  present.subarray(epoch * blocksOfEpoch, (epoch + 1) * blocksOfEpoch).some((count) => count > 0);

/** NaN of none. */
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of those that are there; NaN of fewer than a row needs. */
function meanOfEnough(values: readonly number[]): number {
  const there = values.filter((value) => !Number.isNaN(value));
  return there.length < leastChannels ? Number.NaN : mean(there);
}
