/**
 * The log of a recording's annotations, ours beside the specification's calls: every act is an entry with a number, who holds a number
 * asks for what came after it, and what a page does is queued as changes that are done once each. Also sessions in parts, masks, and
 * what the news socket tells. Server: src/server/annotations.
 */
import Type, { type Static } from "typebox";
import {
  Annotation,
  AnnotationContent,
  AnnotationGroup,
  AnnotationMoment,
  AnnotationPerson,
  annotationLimits,
  Revision,
  reading,
  writing,
} from "./annotations.ts";
import { route } from "./route.ts";
import { EpochMs, IntegerOrNull, RowKey, TextOrNull } from "./scalars.ts";

const Sequence = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** Of a change, within a client's queue. */
const ChangeNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Which annotation: by its id, or the one that the same client's change of this number made. */
const Target = Type.Union([Type.Object({ id: RowKey }), Type.Object({ made_by: ChangeNumber })]);
export type AnnotationTarget = Static<typeof Target>;

/**
 * What is done. "modify" writes all of the content and may move it to another session of the recording. "restore" brings back one that was
 * deleted, as `content` says: undo of a deletion. `revision` is what the caller knew; null stands for "whatever the client's
 * own change before this one made of it", for queued changes of one that was not acknowledged yet.
 */
const RevisionOrOwn = Type.Union([Revision, Type.Null()]);
export const AnnotationAct = Type.Union([
  Type.Object({ act: Type.Literal("create"), group_id: RowKey, content: AnnotationContent }),
  Type.Object({
    act: Type.Literal("modify"),
    target: Target,
    revision: RevisionOrOwn,
    group_id: RowKey,
    content: AnnotationContent,
  }),
  Type.Object({ act: Type.Literal("delete"), target: Target, revision: RevisionOrOwn }),
  Type.Object({
    act: Type.Literal("restore"),
    target: Target,
    revision: RevisionOrOwn,
    group_id: RowKey,
    content: AnnotationContent,
  }),
]);
export type AnnotationAct = Static<typeof AnnotationAct>;

/** A change of a client's queue. Its number grows by any amount from change to change and is never used for another one. */
export const AnnotationChange = Type.Object({
  number: ChangeNumber,
  act: AnnotationAct,
});
export type AnnotationChange = Static<typeof AnnotationChange>;

/** What became of one change. A repeated number answers what it answered when it was done; one that was refused is tried again. */
export const ChangeOutcome = Type.Union([
  Type.Object({
    number: Type.Integer(),
    outcome: Type.Literal("done"),
    id: RowKey,
    /** Also the number of the log's entry. */
    revision: Revision,
  }),
  Type.Object({
    number: Type.Integer(),
    outcome: Type.Literal("refused"),
    code: Type.String(),
    sentence: Type.String(),
    /** With `annotation_changed`: as it is now; null when it is deleted. */
    theirs: Type.Optional(Type.Union([Annotation, Type.Null()])),
  }),
]);
export type ChangeOutcome = Static<typeof ChangeOutcome>;

/** 128 random bits of a client's queue, as 32 hexadecimal digits: with a change's number it makes the change one that is done once. */
export const ClientId = Type.String({ pattern: "^[0-9a-f]{32}$" });

export const changeAnnotations = route("/v1/annotations/change_annotations", {
  ...writing,
  summary: "Does the changes of a client's queue, in order, each once; each has an outcome of its own.",
  maxBodyBytes: 4 * 1024 * 1024,
  body: Type.Object({
    data_object_id: RowKey,
    client: ClientId,
    changes: Type.Array(AnnotationChange, { minItems: 1, maxItems: annotationLimits.changes }),
    /** All of them or none: the first that is refused refuses the others ("not_done"), and nothing is written. */
    is_whole: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({
    outcomes: Type.Array(ChangeOutcome),
    /** Of the log, after them. */
    sequence: Sequence,
  }),
});

export const openAnnotations = route("/v1/annotations/open_annotations", {
  ...reading,
  summary:
    "The sessions of a recording and the number its log stands at; makes 'Default Session' where there is none, for who may write.",
  body: Type.Object({ data_object_id: RowKey }),
  answer: Type.Object({
    groups: Type.Array(AnnotationGroup),
    sequence: Sequence,
    /** Grows when an artifact does. */
    mask_revision: Sequence,
  }),
});

/**
 * An entry of the log. `before` and `after` are null where there was, or is, none. A session that is deleted takes its annotations with
 * it, in one entry; one that is restored brings them back as they were: they are read anew by `get_annotation_columns`.
 */
export const LogEntry = Type.Object({
  sequence: Sequence,
  /** Whoever did it; null when the account is gone. */
  user_id: IntegerOrNull,
  at: EpochMs,
  what: Type.Union([Type.Literal("annotation"), Type.Literal("group")]),
  act: Type.Union([Type.Literal("create"), Type.Literal("modify"), Type.Literal("delete"), Type.Literal("restore")]),
  /** Of the annotation, or of the group. */
  id: RowKey,
  /** The session it is in afterwards (that it was in, of a deletion). */
  group_id: RowKey,
  /** The session that an annotation was moved out of; null: it was not moved. */
  left_group_id: Type.Union([RowKey, Type.Null()]),
  /** The maker of the annotation, or of the session. */
  made_by: IntegerOrNull,
  made_at: EpochMs,
  /** Of an annotation. */
  after: Type.Union([AnnotationContent, Type.Null()]),
  /** Of a session. */
  group_name: TextOrNull,
  /** The client and number that asked for it; null by the specification's calls. */
  client: TextOrNull,
  number: IntegerOrNull,
});
export type LogEntry = Static<typeof LogEntry>;

export const getAnnotationChanges = route("/v1/annotations/get_annotation_changes", {
  ...reading,
  summary: "What became of a recording's annotations after an entry of its log, oldest first.",
  body: Type.Object({ data_object_id: RowKey, after: Sequence }),
  answer: Type.Object({
    entries: Type.Array(LogEntry),
    people: Type.Array(AnnotationPerson),
    /** Of the log; more entries follow while the last one's number is smaller. */
    sequence: Sequence,
    mask_revision: Sequence,
  }),
});

export const getAnnotationHistory = route("/v1/annotations/get_annotation_history", {
  ...reading,
  summary:
    "All that was done to one annotation, newest first, with what it was before and after; in pages by the number.",
  body: Type.Object({
    annotation_id: RowKey,
    /** Entries older than this one alone. */
    before: Type.Optional(Sequence),
    /** So many at most. */
    most: Type.Optional(Type.Integer({ minimum: 1, maximum: annotationLimits.logged })),
  }),
  answer: Type.Object({
    entries: Type.Array(
      Type.Object({
        ...LogEntry.properties,
        before: Type.Union([AnnotationContent, Type.Null()]),
        /** The session it was in; null where it was in none. */
        before_group_id: Type.Union([RowKey, Type.Null()]),
      }),
    ),
    people: Type.Array(AnnotationPerson),
    /** There are older ones. */
    has_more: Type.Boolean(),
  }),
});

export const getAnnotationColumns = route("/v1/annotations/get_annotation_columns", {
  ...reading,
  summary:
    "A part of a session's annotations by id, as columns (annotation-columns.ts); parts follow one another by next_after_id.",
  body: Type.Object({ annotation_group_id: RowKey, after_id: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) }),
  answer: Type.Unknown(),
  isBlob: true,
});

/** [start, end), epoch ms. */
const MaskedSpan = Type.Tuple([AnnotationMoment, AnnotationMoment]);

export const getAnnotationMasks = route("/v1/annotations/get_annotation_masks", {
  ...reading,
  summary: "What artifacts mask of a recording, in all of its sessions, whatever a reader has loaded.",
  body: Type.Object({
    data_object_id: RowKey,
    /** What the caller has is of this revision: it is not told again. */
    known_revision: Type.Optional(Sequence),
  }),
  answer: Type.Object({
    mask_revision: Sequence,
    /** Ascending and disjoint, each list. Null: as the caller knows. */
    masks: Type.Union([
      Type.Object({
        /** Of all channels. */
        everywhere: Type.Array(MaskedSpan),
        /** Besides, by the label of the channel. */
        channels: Type.Array(Type.Object({ label: Type.String(), spans: Type.Array(MaskedSpan) })),
      }),
      Type.Null(),
    ]),
  }),
});

/** Which recordings' annotations a page follows from now on, in place of those before. What the viewer may not see is never told of. */
export const FollowAnnotations = Type.Object({ data_object_ids: Type.Array(RowKey, { maxItems: 20 }) });
export type FollowAnnotations = Static<typeof FollowAnnotations>;

/** The log of a recording stands at this number now. Null: any of them may have moved. */
export type AnnotationsMoved = { data_object_id: number; sequence: number } | null;
