/** The pairs of electrodes that trends are made of: those of montage 1 on either side (algorithms.md 12), as a group has them. */
import { resolveMontage } from "../../domain/montage/montage.ts";
import { standardMontages } from "../../domain/montage/standard-montages.ts";
import type { Derivation } from "../../protocol/recipe.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { Side, TrendOf } from "../../protocol/trends.ts";
import { AnalysisRefused, analysisRefusals } from "./types.ts";

export interface TrendPair {
  /** "Fp1-F7" */
  name: string;
  /** Its second is "missing" where the recording has no such electrodes, or none that are calibrated. */
  derivation: Derivation;
  isThere: boolean;
}

/** Eight of either side; pairs at the same place are homologous. */
export type TrendPairs = Readonly<Record<Side, readonly TrendPair[]>>;

/** What a row needs. */
export const leastPairs = 2;
/** Rates between which spectra up to 25 Hz can be made, and are worth it. Hz */
const rates = { least: 64, most: 16_384 } as const;

const [doubleBanana] = standardMontages;

const known = new WeakMap<SignalGroup["channels"], TrendPairs>();

/** Found out once for the channels of a description: pages of trends ask for each of their chunks. */
export function trendPairs(group: SignalGroup): TrendPairs {
  const pairs = known.get(group.channels) ?? pairsOfGroup(group);
  known.set(group.channels, pairs);
  return pairs;
}

function pairsOfGroup(group: SignalGroup): TrendPairs {
  const { channels, derivations } = resolveMontage(group, doubleBanana);
  const pairs = doubleBanana.chains.flat().map(({ first, second }, row) => {
    const { missing, isUncalibrated, side } = channels[row];
    const isThere = missing.length === 0 && !isUncalibrated;
    const derivation: Derivation = isThere
      ? derivations[row]
      : { first: { kind: "missing" }, second: { kind: "zero" } };
    return { name: `${first}-${second}`, derivation, isThere, side };
  });
  const of = (wanted: Side) =>
    pairs
      .filter(({ side }) => side === wanted)
      .map(({ name, derivation, isThere }): TrendPair => ({ name, derivation, isThere }));
  return { left: of("left"), right: of("right") };
}

export const sideOfTrend = (analysis: TrendOf): Side | null => ("side" in analysis ? analysis.side : null);

/** The pairs that the rows of a trend are made of, of those that are there. */
export function pairsOfTrend(analysis: TrendOf, { left, right }: TrendPairs): TrendPair[] {
  const side = sideOfTrend(analysis);
  const there = (pairs: readonly TrendPair[]) => pairs.filter(({ isThere }) => isThere);
  if (side !== null) return there(side === "left" ? left : right);
  if (analysis.trend === "artifact_intensity") return there([...left, ...right]);
  return left.flatMap((pair, k) => (pair.isThere && right[k].isThere ? [pair, right[k]] : []));
}

/** Whether there are trends of a group. */
export function hasTrends(group: SignalGroup): boolean {
  try {
    demandGroup(group);
    return true;
  } catch {
    return false;
  }
}

/** @throws AnalysisRefused when the group is no EEG, or has not the electrodes or the rate */
export function demandTrends(analysis: TrendOf, group: SignalGroup): void {
  demandGroup(group);
  const span = "baseline" in analysis ? analysis.baseline : undefined;
  if (span !== undefined && !(span.end_ms > span.start_ms)) throw new AnalysisRefused(analysisRefusals.badBaseline);
}

function demandGroup(group: SignalGroup): void {
  if (group.kind !== "eeg") throw new AnalysisRefused(analysisRefusals.noEeg);
  if (!(group.sampling_hz >= rates.least && group.sampling_hz <= rates.most))
    throw new AnalysisRefused(analysisRefusals.trendRate(rates.least, rates.most));
  const pairs = trendPairs(group);
  const isShort = (side: Side) => pairs[side].filter(({ isThere }) => isThere).length < leastPairs;
  if (isShort("left") && isShort("right")) throw new AnalysisRefused(analysisRefusals.noTrendElectrodes);
}
