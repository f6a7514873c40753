/** Durations of calculations as people enter them, and what they may be (spec 001 section 5 "Time-series configuration"). */
import { compositeLimits } from "../../protocol/analysis.ts";
import { graphsText } from "../../protocol/text/graphs-text.ts";
import { firstFailure, type Rule } from "../people/rules.ts";
import { plainNumber } from "../plain-number.ts";
import { dayMs } from "../time/durations.ts";

export type DurationUnit = "s" | "min" | "h";
const unitMs: Readonly<Record<DurationUnit, number>> = { s: 1000, min: 60_000, h: 3_600_000 };

/** What is entered: a number and its unit. */
export interface EnteredDuration {
  readonly typed: string;
  readonly unit: DurationUnit;
}

interface DurationKind {
  readonly units: readonly DurationUnit[];
  /** ms */
  readonly rules: readonly Rule<number>[];
}

const isPositive: Rule<number> = [(ms) => ms > 0, graphsText.durationZero];
const isWithinDay: Rule<number> = [(ms) => ms <= dayMs, graphsText.durationLong];
/** The day is the specification's for post processing, and what the server computes at most for every analytic. */
const prxRules: readonly Rule<number>[] = [
  isPositive,
  [(ms) => ms >= 1000, graphsText.prxShort],
  [(ms) => ms % 1000 === 0, graphsText.prxWholeSeconds],
  isWithinDay,
];

/** Inputs and result of a composite (algorithms.md 9.2). */
const compositeRules = ([most, said]: readonly [number, string]): readonly Rule<number>[] => [
  isPositive,
  [(ms) => ms >= 1000, graphsText.averageShort],
  [(ms) => ms % 1000 === 0, graphsText.prxWholeSeconds],
  [(ms) => ms <= most, said],
];

export const durationKinds = {
  prxWindow: { units: ["s", "min", "h"], rules: prxRules },
  prxPeriod: { units: ["s", "min"], rules: prxRules },
  compositeWindow: { units: ["s"], rules: compositeRules([compositeLimits.windowMs, graphsText.compositeWindowLong]) },
  compositePeriod: {
    units: ["s", "min"],
    rules: compositeRules([compositeLimits.periodMs, graphsText.compositePeriodLong]),
  },
  rollingAverage: {
    units: ["s", "min", "h"],
    rules: [isPositive, [(ms) => ms >= 1000, graphsText.averageShort], isWithinDay],
  },
} as const satisfies Record<string, DurationKind>;
export type DurationKindName = keyof typeof durationKinds;

/** In the largest unit of its kind that says it without a fraction. */
export function entryOf(ms: number, kind: DurationKindName): EnteredDuration {
  const units: readonly DurationUnit[] = durationKinds[kind].units;
  const unit = units.findLast((each) => ms % unitMs[each] === 0) ?? "s";
  return { typed: String(ms / unitMs[unit]), unit };
}

/** Whole ms; null where no number is entered. */
export function durationIn({ typed, unit }: EnteredDuration): number | null {
  const value = plainNumber(typed);
  return value === null ? null : Math.round(value * unitMs[unit]);
}

/** The first message that applies; undefined: none. */
export function durationProblem(entered: EnteredDuration, kind: DurationKindName): string | undefined {
  const ms = durationIn(entered);
  return ms === null ? graphsText.notANumber : firstFailure<number>(durationKinds[kind].rules, ms);
}
