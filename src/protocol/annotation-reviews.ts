/**
 * Reviews of events (spec 001 sections 2.18, 3 and 7): what one reader answers about one annotation. There is one per annotation and reader.
 * A reader is told whether and how many others have completed an event when their own review of it is complete, and their answers when they then
 * ask for them (`reveal_annotation_reviews`), never before. Rules of the form: src/domain/event-review. Server: src/server/event-reviews.
 */
import Type, { type Static } from "typebox";
import { ClientId } from "./annotation-log.ts";
import { AnnotationPerson } from "./annotations.ts";
import { route } from "./route.ts";
import { EpochMs, IntegerOrNull, NumberOrNull, RowKey, TextOrNull } from "./scalars.ts";

export const reviewLimits = {
  /** Annotations of one call. */
  annotations: 5000,
  /** Reviews in one answer. */
  reviews: 10_000,
  /** Events in one page of `get_review_changes`. */
  changed: 2000,
  /** Of a tag in a filter (spec 001 sections 5 and 9); tags of annotations are shorter still. */
  filterTag: 30,
  /** Tags in each list of a filter. */
  filterTags: 50,
  /** Fields of a form that is sent. */
  fields: 20,
  /** Of a text that is answered. */
  responseText: 200,
  /** Reviews that an agreement is computed of, and that a file holds. */
  compared: 20_000,
  /** Disagreements in one answer, by time. */
  disagreements: 2000,
} as const;

/** The only type of review there is (spec 001 section 3): of the EEG. */
export const reviewTypeId = 1;

/** In the order of the form. */
export const reviewFieldIds = [
  "iic_pattern_type",
  "iic_pattern_location",
  "iic_pattern_prevalence",
  "iic_pattern_predominant_frequency",
  "iic_pattern_max_frequency",
  "iic_pattern_time_of_max_frequency",
] as const;
export type ReviewFieldId = (typeof reviewFieldIds)[number];
export const ReviewFieldId = Type.Unsafe<ReviewFieldId>(Type.Union(reviewFieldIds.map((id) => Type.Literal(id))));

/** The pattern type that has no features (spec 001 sections 3 and 4). */
export const otherPattern = "Other (SEDs, GRDA, suppression, burst-suppression, background, etc.)";
/** Options of the two choices, letter by letter: what is stored, and what is shown. */
export const patternTypes: readonly string[] = ["LPD/L-SW", "GPD/G-SW/BIPD", "LRDA", otherPattern];
export const patternLocations: readonly string[] = ["Left", "Right", "Bilat", "Bilateral-Independent", "Multifocal"];

/** What is answered, by field; null: nothing yet. Prevalence in percent, frequencies in Hz, the time in epoch ms. */
export const ReviewResponses = Type.Object({
  iic_pattern_type: TextOrNull,
  iic_pattern_location: TextOrNull,
  iic_pattern_prevalence: NumberOrNull,
  iic_pattern_predominant_frequency: NumberOrNull,
  iic_pattern_max_frequency: NumberOrNull,
  iic_pattern_time_of_max_frequency: NumberOrNull,
});
export type ReviewResponses = Static<typeof ReviewResponses>;

const Response = Type.Union([
  Type.String({ maxLength: reviewLimits.responseText }),
  Type.Number({ minimum: -8.64e15, maximum: 8.64e15 }),
  Type.Null(),
]);

/** A field of a form as it is told: what is asked, and what was answered. */
export const ReviewField = Type.Object({
  id: ReviewFieldId,
  type: Type.Union([Type.Literal("single-select"), Type.Literal("number"), Type.Literal("datetime")]),
  label: Type.String(),
  /** Of a single-select. */
  options: Type.Optional(Type.Array(Type.String())),
  /** Of a number. */
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  numDecimals: Type.Optional(Type.Integer()),
  /** One of the options, a number, or epoch ms; null: nothing yet. */
  response: Response,
});
export type ReviewField = Static<typeof ReviewField>;

const Revision = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Sequence = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const reviewMembers = {
  id: RowKey,
  annotation_id: RowKey,
  review_type_id: Type.Literal(reviewTypeId),
  user_id: IntegerOrNull,
  /** Of the reader. "" when the account is gone. */
  user_email: Type.String(),
  /** 'Unknown' when there is no name. */
  user_full_name: Type.String(),
  /** When it was saved last. */
  timestamp: EpochMs,
  is_complete: Type.Boolean(),
  /** Number of the save that made it what it is; a save may name it. */
  revision: Revision,
};

/** A review as the specification's calls tell it. */
export const AnnotationReview = Type.Object({ ...reviewMembers, form: Type.Array(ReviewField) });
export type AnnotationReview = Static<typeof AnnotationReview>;

/** Why a call about reviews was refused; with the sentence in `errorMessage`, as the member `code`. */
export type ReviewRefusal =
  | "recording_not_found"
  | "group_not_found"
  | "annotation_not_found"
  /** The caller's own review is not as the caller knew it: another tab has saved it. `theirs` is as it is now, null where there is none. */
  | "review_changed"
  | "bad_review"
  /** The caller's own review is not complete, or no other one is: there is nothing to reveal. */
  | "still_blind"
  | "too_many_reviews"
  | "too_many_changes"
  /** The number was taken by a save of something else: another tab writes with the same id. */
  | "out_of_order"
  /** The numbers end before the one that the caller knew (a backup was put back): reviews are to be read anew. */
  | "log_too_short";

const AnnotationIds = Type.Array(RowKey, { maxItems: reviewLimits.annotations });

/* ---- The specification's calls ---- */

export const getAnnotationReviews = route("/v1/annotations/get_annotation_reviews", {
  needs: ["visualize_data"],
  refusals: "errorMessage",
  summary:
    "The reviews of some annotations that the caller may know: their own, and those of others where blinding is lifted. What is not there is left out.",
  body: Type.Object({ annotation_ids: AnnotationIds }),
  answer: Type.Array(AnnotationReview),
});

export const addAnnotationReview = route("/v1/annotations/add_annotation_review", {
  needs: ["create_annotations"],
  refusals: "errorMessage",
  summary:
    "Saves the caller's review of an annotation, in place of the one before. Who it is of, when, and whether it is complete is the server's to say.",
  maxBodyBytes: 64 * 1024,
  body: Type.Object({
    annotation_review: Type.Object({
      annotation_id: RowKey,
      review_type_id: Type.Optional(Type.Literal(reviewTypeId)),
      /** Fields that are left out are empty. What a field asks may come along and does not count. */
      form: Type.Array(Type.Object({ id: Type.String({ maxLength: 64 }), response: Type.Optional(Response) }), {
        maxItems: reviewLimits.fields,
      }),
      /** What the caller knew of their own review; null: there was none. Left out: the last save wins. */
      revision: Type.Optional(Type.Union([Revision, Type.Null()])),
    }),
    /** A client's save is done once, as its changes of annotations are: a repeat writes nothing. Both or neither. */
    client: Type.Optional(ClientId),
    number: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  answer: AnnotationReview,
});

/* ---- Ours ---- */

/** A review without what every form asks. */
export const ReviewAnswers = Type.Object({
  id: RowKey,
  user_id: Type.Integer(),
  timestamp: EpochMs,
  is_complete: Type.Boolean(),
  revision: Revision,
  responses: ReviewResponses,
});
export type ReviewAnswers = Static<typeof ReviewAnswers>;

/** All that the caller may know of the reviews of one event; it takes the place of what was known of it. */
export const ReviewedEvent = Type.Object({
  annotation_id: RowKey,
  /** The last save of it that the caller may know of: any reader's once their own review is complete, else their own. */
  revision: Revision,
  /** Readers whose review of it is complete, the caller counted; null until their own is. */
  completed_readers: IntegerOrNull,
  /** The answers of others are among `reviews`. */
  is_unblinded: Type.Boolean(),
  /** The caller's own first. */
  reviews: Type.Array(ReviewAnswers),
});
export type ReviewedEvent = Static<typeof ReviewedEvent>;

export const getReviewChanges = route("/v1/annotations/get_review_changes", {
  needs: ["visualize_data"],
  refusals: "errorMessage",
  summary:
    "The events of a recording whose reviews have changed after a number (0: all that are reviewed), in the order of their last change.",
  body: Type.Object({ data_object_id: RowKey, after: Sequence }),
  answer: Type.Object({
    events: Type.Array(ReviewedEvent),
    people: Type.Array(AnnotationPerson),
    /** What to ask after next. */
    revision: Sequence,
    /** More follow: ask again at once. */
    has_more: Type.Boolean(),
  }),
});

export const revealAnnotationReviews = route("/v1/annotations/reveal_annotation_reviews", {
  needs: ["create_annotations"],
  refusals: "errorMessage",
  summary:
    "Lifts blinding of one event for a reader whose own review of it is complete, where another one is: from then on what both have completed is told. What was answered until then is kept as the blind review.",
  body: Type.Object({ annotation_id: RowKey }),
  answer: Type.Object({ event: ReviewedEvent, people: Type.Array(AnnotationPerson) }),
});

/** An estimate with its 95 % confidence interval, clipped to what can be; null where it cannot be computed. */
const Estimate = Type.Object({ value: NumberOrNull, low: NumberOrNull, high: NumberOrNull });

/** How far readers agree on one field. Events count that two readers or more have answered in it. */
export const FieldAgreement = Type.Object({
  field: ReviewFieldId,
  events: Type.Integer(),
  /** Of two readers of one event. */
  pairs: Type.Integer(),
  /** Categories, or within the tolerance: the share of pairs that agree, averaged over events, 0 to 1. */
  agreement: Estimate,
  /** Of numbers and times, whose agreement is by tolerance: the same by the very value. */
  exact_agreement: NumberOrNull,
  /** In the field's own unit (ms of times); null of categories. */
  tolerance: NumberOrNull,
  /** Gwet's AC1 over the categories; null values for numbers and times. */
  ac1: Estimate,
  /** Numbers and times: mean over pairs of the difference without its sign, in the field's own unit. */
  mean_absolute_difference: NumberOrNull,
  /** Numbers and times of exactly two readers: mean of the first's (by user id) less the second's, with its interval. */
  mean_difference: Estimate,
});
export type FieldAgreement = Static<typeof FieldAgreement>;

/** Two readers who do not agree on a field of an event. */
export const Disagreement = Type.Object({
  annotation_id: RowKey,
  start_time: EpochMs,
  field: ReviewFieldId,
  first: Type.Object({ user_id: Type.Integer(), response: Response }),
  second: Type.Object({ user_id: Type.Integer(), response: Response }),
});
export type Disagreement = Static<typeof Disagreement>;

/** The permission of who plans the projects: answers of all readers are told, blinded ones too. */
export const reviewOverseer = "access_admin_studies" as const;

export const getReviewAgreement = route("/v1/annotations/get_review_agreement", {
  needs: [reviewOverseer],
  refusals: "errorMessage",
  summary:
    "How far readers agree on the events of a session, or of some annotations of one recording: of complete reviews, as they were answered before blinding was lifted.",
  body: Type.Object({
    /** One of the two. */
    annotation_group_id: Type.Optional(RowKey),
    annotation_ids: Type.Optional(Type.Array(RowKey, { minItems: 1, maxItems: reviewLimits.annotations })),
  }),
  answer: Type.Object({
    /** With a complete review of two readers or more. */
    events: Type.Integer(),
    /** With one complete review, which has nothing to be compared with. */
    single_events: Type.Integer(),
    /** Of reviews that are compared. */
    readers: Type.Array(AnnotationPerson),
    fields: Type.Array(FieldAgreement),
    /** By time; the first of them when there are more. */
    disagreements: Type.Array(Disagreement),
    disagreement_count: Type.Integer(),
  }),
});
export type ReviewAgreement = Static<typeof getReviewAgreement.answer>;

export const exportAnnotationReviews = route("/v1/annotations/export_annotation_reviews", {
  needs: ["visualize_data"],
  refusals: "errorMessage",
  summary:
    "The reviews of a session's annotations as CSV, by time and reader: those that the caller may know, or all of them for who plans the projects.",
  hasGet: true,
  isBlob: true,
  body: Type.Object({ annotation_group_id: RowKey }),
  answer: Type.Unknown(),
});

/* ---- News (over the news socket, news.ts) ---- */

/** To who follows the annotations of a recording: its reviews stand at this number now. Null: any of them may have moved. */
export type ReviewsMoved = { data_object_id: number; revision: number } | null;
