import { expect, it } from "vitest";
import { otherPattern, type ReviewResponses } from "../../protocol/annotation-reviews.ts";
import { agreementOf, type ComparedEvent } from "./agreement.ts";
import { ac1, meanDifference, meanShare, pairsAgreeing } from "./chance-agreement.ts";
import { emptyResponses } from "./review-form.ts";
import { t95 } from "./student-t.ts";

/** The ratings of 12 subjects by 4 raters, some missing: Gwet, Handbook of Inter-Rater Reliability, 4th edition, table 2.10 (after Krippendorff). */
const ratings = [
  ...[
    [1, 1, 0, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
  ],
  ...[
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [0, 5, 5, 5],
    [0, 0, 1, 1],
    [0, 0, 3, 0],
  ],
].map((subject) => [1, 2, 3, 4, 5].map((category) => subject.filter((one) => one === category).length));

it("has the quantiles of Student's t of the tables", () => {
  const table = { 1: 12.706204736, 2: 4.30265273, 3: 3.182446305, 4: 2.776445105, 11: 2.20098516, 30: 2.042272456 };
  for (const [freedom, t] of Object.entries(table)) expect(t95(Number(freedom))).toBeCloseTo(t, 8);
  expect(t95(1000)).toBeCloseTo(1.96233908, 8);
  expect(t95(5000)).toBeCloseTo(1.96043855, 8);
});

it("computes AC1 as the Handbook does with missing ratings: 0.775, 95 % from 0.461 to 1", () => {
  expect(meanShare(ratings.map(pairsAgreeing).filter((share) => share !== null)).value).toBeCloseTo(0.8181818, 7);
  const { value, low, high } = ac1(ratings);
  expect(value).toBeCloseTo(0.77544, 5);
  expect(low).toBeCloseTo(0.461, 3);
  expect(high).toBe(1);
});

it("computes AC1 of two raters who agree nearly always on one category: 0.941, where kappa is below 0 (Gwet 2008)", () => {
  const both = Array.from({ length: 118 }, () => [2, 0]);
  const apart = Array.from({ length: 7 }, () => [1, 1]);
  const { value, low, high } = ac1([...both, ...apart]);
  // 0.944 agree; 243 of 250 ratings are of the one category, so 2 x 0.972 x 0.028 = 0.054432 by chance.
  expect(value).toBeCloseTo((0.944 - 0.054432) / (1 - 0.054432), 12);
  expect(low).toBeCloseTo(0.9407763376 - 1.9792801166 * 0.0230569643, 8);
  expect(high).toBeCloseTo(0.9407763376 + 1.9792801166 * 0.0230569643, 8);
});

it("has no estimate of nothing, and no interval of what does not vary", () => {
  expect(ac1([])).toEqual({ value: null, low: null, high: null });
  expect(
    ac1([
      [1, 0],
      [0, 1],
    ]),
  ).toEqual({ value: null, low: null, high: null });
  expect(ac1([[2, 0]])).toEqual({ value: 1, low: null, high: null });
  expect(
    ac1([
      [2, 0],
      [2, 0],
    ]),
  ).toEqual({ value: 1, low: null, high: null });
});

it("puts Wilson's interval around shares, also where all agree", () => {
  // Newcombe 1998, table I: 81 of 263, and 0 of 20.
  const some = meanShare([...Array.from({ length: 81 }, () => 1), ...Array.from({ length: 182 }, () => 0)]);
  expect(some.low).toBeCloseTo(0.2553, 4);
  expect(some.high).toBeCloseTo(0.3662, 4);
  const none = meanShare(Array.from({ length: 20 }, () => 0));
  expect([none.low, none.high?.toFixed(4)]).toEqual([0, "0.1611"]);
  expect(meanShare([])).toEqual({ value: null, low: null, high: null });
});

it("puts Student's interval around differences", () => {
  const { value, low, high } = meanDifference([1, 2, 3]);
  expect(value).toBe(2);
  expect(low).toBeCloseTo(2 - 4.30265273 / Math.sqrt(3), 8);
  expect(high).toBeCloseTo(2 + 4.30265273 / Math.sqrt(3), 8);
  expect(meanDifference([1])).toEqual({ value: 1, low: null, high: null });
});

const lpd = (over: Partial<ReviewResponses> = {}): ReviewResponses => ({
  ...{ iic_pattern_type: "LPD/L-SW", iic_pattern_location: "Left", iic_pattern_prevalence: 50 },
  ...{ iic_pattern_predominant_frequency: 2, iic_pattern_max_frequency: 2.5 },
  iic_pattern_time_of_max_frequency: 5000,
  ...over,
});
const other: ReviewResponses = { ...emptyResponses, iic_pattern_type: otherPattern };
const event = (annotationId: number, ...reviews: ReviewResponses[]): ComparedEvent => ({
  ...{ annotationId, startMs: annotationId * 1000 },
  reviews: reviews.map((responses, k) => ({ userId: k + 1, responses })),
});
const fieldOf = (events: ComparedEvent[], id: string) => agreementOf(events).fields.find(({ field }) => field === id);

it("compares features between those who have answered them", () => {
  const events = [event(1, lpd(), lpd()), event(2, lpd(), other), event(3, other, other), event(4, lpd())];
  const all = agreementOf(events);
  expect([all.events, all.singleEvents, all.userIds]).toEqual([3, 1, [1, 2]]);
  expect(fieldOf(events, "iic_pattern_type")).toMatchObject({ events: 3, pairs: 3, agreement: { value: 2 / 3 } });
  expect(fieldOf(events, "iic_pattern_location")).toMatchObject({ events: 1, pairs: 1, agreement: { value: 1 } });
  expect(all.disagreements).toEqual([
    {
      ...{ annotation_id: 2, start_time: 2000, field: "iic_pattern_type" },
      first: { user_id: 1, response: "LPD/L-SW" },
      second: { user_id: 2, response: otherPattern },
    },
  ]);
});

it("counts as readers those whose reviews are compared", () => {
  const alone = { ...event(3, lpd()), reviews: [{ userId: 7, responses: lpd() }] };
  expect(agreementOf([event(1, lpd(), lpd()), alone])).toMatchObject({ events: 1, singleEvents: 1, userIds: [1, 2] });
});

it("takes numbers and times to agree within their tolerance", () => {
  const events = [
    event(1, lpd(), lpd({ iic_pattern_prevalence: 60, iic_pattern_time_of_max_frequency: 6000 })),
    event(2, lpd(), lpd({ iic_pattern_prevalence: 61, iic_pattern_max_frequency: 3.1 })),
    event(3, lpd(), lpd({ iic_pattern_max_frequency: 2 })),
  ];
  const prevalence = fieldOf(events, "iic_pattern_prevalence");
  expect(prevalence).toMatchObject({ tolerance: 10, exact_agreement: 1 / 3, agreement: { value: 2 / 3 } });
  expect(prevalence?.mean_absolute_difference).toBe(7);
  expect(prevalence?.mean_difference.value).toBe(-7);
  expect(prevalence?.ac1.value).toBeNull();
  expect(fieldOf(events, "iic_pattern_max_frequency")).toMatchObject({ tolerance: 0.5, agreement: { value: 2 / 3 } });
  expect(fieldOf(events, "iic_pattern_time_of_max_frequency")).toMatchObject({ agreement: { value: 1 } });
  expect(agreementOf(events).disagreements.map(({ field, annotation_id }) => [annotation_id, field])).toEqual([
    [2, "iic_pattern_prevalence"],
    [2, "iic_pattern_max_frequency"],
  ]);
});

it("compares every two of more readers, each event as much as another", () => {
  const events = [event(1, lpd(), lpd(), other), event(2, lpd(), lpd())];
  const pattern = fieldOf(events, "iic_pattern_type");
  expect(pattern).toMatchObject({ events: 2, pairs: 4, agreement: { value: (1 / 3 + 1) / 2 } });
  expect(fieldOf(events, "iic_pattern_prevalence")?.mean_difference.value).toBe(0);
  const three = [event(1, lpd(), lpd(), lpd({ iic_pattern_prevalence: 80 }))];
  expect(fieldOf(three, "iic_pattern_prevalence")).toMatchObject({
    ...{ mean_absolute_difference: 20, agreement: { value: 1 / 3 } },
    mean_difference: { value: null, low: null, high: null },
  });
  expect(agreementOf(three).disagreements).toHaveLength(2);
});

it("has nothing to say of nothing", () => {
  const { events, fields, disagreements } = agreementOf([]);
  expect([events, disagreements]).toEqual([0, []]);
  for (const field of fields)
    expect(field).toMatchObject({ events: 0, agreement: { value: null }, ac1: { value: null } });
});
