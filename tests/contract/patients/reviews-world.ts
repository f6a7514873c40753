/** Readers who review events, for the tests of event reviews. */
import { afterAll, beforeAll } from "vitest";
import * as calls from "../../../src/protocol/annotation-reviews.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import {
  type AnnotationsWorld,
  addRecording,
  content,
  makeAnnotationsWorld,
  type Person,
  writing,
} from "./annotations-world.ts";

const overseeing: readonly Permission[] = ["visualize_data", calls.reviewOverseer];

export interface Readers {
  readonly world: AnnotationsWorld;
  readonly ann: Person;
  readonly ben: Person;
  readonly cem: Person;
  /** Plans the projects. */
  readonly overseer: Person;
}

/** Made before the tests of a file, and let go after them. */
export function withReaders(use: (readers: Readers) => void): void {
  let world: AnnotationsWorld | undefined;
  beforeAll(async () => {
    world = await makeAnnotationsWorld();
    const [ann, ben, cem] = [await world.someone(writing), await world.someone(writing), await world.someone(writing)];
    use({ world, ann, ben, cem, overseer: await world.someone(overseeing) });
  }, 120_000);
  afterAll(() => world?.close());
}

export type Responses = Partial<calls.ReviewResponses>;
export const whole: Responses = {
  ...{ iic_pattern_type: "LPD/L-SW", iic_pattern_location: "Left", iic_pattern_prevalence: 50 },
  ...{ iic_pattern_predominant_frequency: 1.5, iic_pattern_max_frequency: 2.5 },
  iic_pattern_time_of_max_frequency: 2500.5,
};
export const other: Responses = { iic_pattern_type: calls.otherPattern };
export const begun: Responses = { iic_pattern_type: "LRDA" };

export const review = (annotation_id: number, responses: Responses, more: object = {}) => ({
  annotation_review: {
    annotation_id,
    form: Object.entries(responses).map(([id, response]) => ({ id, response })),
    ...more,
  },
});
export const save = (who: Person, id: number, responses: Responses, more: object = {}) =>
  who.ask(calls.addAnnotationReview, review(id, responses, more));
export const reviewsOf = (who: Person, ...annotation_ids: number[]) =>
  who.ask(calls.getAnnotationReviews, { annotation_ids });
export const changesOf = (who: Person, data_object_id: number, after = 0) =>
  who.ask(calls.getReviewChanges, { data_object_id, after });

/** A recording with a session of so many events, a second apart. */
export async function makeEvents({ world, ann }: Readers, count: number) {
  const recording = await addRecording(world, world.places);
  const [{ id: session }] = await ann.open(recording);
  const acts = Array.from({ length: count }, (_, k) => ({
    ...{ act: "create" as const, group_id: session },
    content: content({ start_time: 2000 + 1000 * k, end_time: 2500 + 1000 * k }),
  }));
  const outcomes = await ann.change(recording, acts);
  const ids = outcomes.map((one) => (one.outcome === "done" ? one.id : 0));
  return { recording, session, ids };
}
