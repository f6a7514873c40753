/**
 * How far readers agree on events (README.md beside this file has the rules): of each field the share of pairs that agree, Gwet's AC1 of the
 * choices, differences of numbers and times, and who does not agree on what.
 */
import {
  type Disagreement,
  type FieldAgreement,
  type ReviewFieldId,
  type ReviewResponses,
  reviewFieldIds,
} from "../../protocol/annotation-reviews.ts";
import { ac1, meanDifference, meanShare, noEstimate, pairsAgreeing } from "./chance-agreement.ts";
import { reviewQuestions } from "./review-form.ts";

/** An event with the complete reviews of it, by user id. */
export interface ComparedEvent {
  readonly annotationId: number;
  /** Epoch ms. */
  readonly startMs: number;
  readonly reviews: readonly { readonly userId: number; readonly responses: ReviewResponses }[];
}

/** Numbers and times that differ by no more agree: percent, Hz, Hz, ms. */
const tolerances: Partial<Record<ReviewFieldId, number>> = {
  iic_pattern_prevalence: 10,
  iic_pattern_predominant_frequency: 0.5,
  iic_pattern_max_frequency: 0.5,
  iic_pattern_time_of_max_frequency: 1000,
};

type Answer = { readonly userId: number; readonly response: string | number };

/** Those who have answered the field: features of the pattern Other are nobody's answer. */
const answersTo = (id: ReviewFieldId, { reviews }: ComparedEvent): Answer[] =>
  reviews.flatMap(({ userId, responses }) => {
    const response = responses[id];
    return response === null ? [] : [{ userId, response }];
  });

/** Of numbers as they are written: 2.5 and 2 differ by 0.5 and not by a little more. */
const difference = (one: number, other: number): number => Math.round((one - other) * 1e6) / 1e6;

function agrees(id: ReviewFieldId, one: Answer, other: Answer): boolean {
  const tolerance = tolerances[id];
  if (tolerance === undefined || typeof one.response === "string" || typeof other.response === "string")
    return one.response === other.response;
  return Math.abs(difference(one.response, other.response)) <= tolerance;
}

/** Every two of them, the one before first. */
const pairsOf = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, k) => all.slice(k + 1).map((other): [T, T] => [one, other]));

const shareOf = <T>(all: readonly T[], holds: (one: T) => boolean): number => all.filter(holds).length / all.length;
const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;

function agreementOn(id: ReviewFieldId, events: readonly ComparedEvent[]): FieldAgreement {
  const answered = events.map((event) => answersTo(id, event));
  const compared = answered.filter(({ length }) => length > 1).map(pairsOf);
  const pairs = compared.flat();
  const counted = { field: id, events: compared.length, pairs: pairs.length };
  const options = reviewQuestions.find((question) => question.id === id)?.options;
  if (options !== undefined) {
    const counts = answered.map((answers) =>
      options.map((option) => answers.filter(({ response }) => response === option).length),
    );
    return {
      ...counted,
      agreement: meanShare(counts.map(pairsAgreeing).filter((share) => share !== null)),
      ac1: ac1(counts),
      ...{ exact_agreement: null, tolerance: null, mean_absolute_difference: null, mean_difference: noEstimate },
    };
  }
  const between = ([one, other]: [Answer, Answer]) => difference(Number(one.response), Number(other.response));
  const readers = new Set(pairs.flat().map(({ userId }) => userId));
  const all = pairs.map(between);
  return {
    ...counted,
    agreement: meanShare(compared.map((of) => shareOf(of, ([one, other]) => agrees(id, one, other)))),
    exact_agreement: meanOf(compared.map((of) => shareOf(of, (pair) => between(pair) === 0))),
    tolerance: tolerances[id] ?? 0,
    ac1: noEstimate,
    mean_absolute_difference: meanOf(all.map(Math.abs)),
    mean_difference: readers.size === 2 ? meanDifference(all) : noEstimate,
  };
}

function disagreementsOf(events: readonly ComparedEvent[]): Disagreement[] {
  return events.flatMap((event) =>
    reviewFieldIds.flatMap((field) =>
      pairsOf(answersTo(field, event))
        .filter(([one, other]) => !agrees(field, one, other))
        .map(([one, other]) => ({
          ...{ annotation_id: event.annotationId, start_time: event.startMs, field },
          first: { user_id: one.userId, response: one.response },
          second: { user_id: other.userId, response: other.response },
        })),
    ),
  );
}

export interface Agreement {
  /** With two reviews or more. */
  readonly events: number;
  /** With one. */
  readonly singleEvents: number;
  /** Whose reviews are compared. */
  readonly userIds: readonly number[];
  readonly fields: readonly FieldAgreement[];
  /** By time and the order of the form. */
  readonly disagreements: readonly Disagreement[];
}

/** @param events by their start, each with complete reviews alone, by user id */
export function agreementOf(events: readonly ComparedEvent[]): Agreement {
  const several = events.filter(({ reviews }) => reviews.length > 1);
  const userIds = new Set(several.flatMap(({ reviews }) => reviews.map(({ userId }) => userId)));
  return {
    events: several.length,
    singleEvents: events.filter(({ reviews }) => reviews.length === 1).length,
    userIds: [...userIds].sort((one, other) => one - other),
    fields: reviewFieldIds.map((id) => agreementOn(id, events)),
    disagreements: disagreementsOf(several),
  };
}
