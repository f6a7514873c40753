/**
 * Annotations and their sessions (spec 001 sections 3 and 7). On the screen a group is a session. Everything that is done to a recording's
 * annotations is one entry of that recording's log (annotation-log.ts), of which the specification's calls are thin views. Server:
 * src/server/annotations.
 */
import Type, { type Static } from "typebox";
import { route } from "./route.ts";
import { EpochMs, IntegerOrNull, RequestKey, RowKey } from "./scalars.ts";

/** Spec 001 sections 5 and 9; what it does not name is a limit of ours. Lengths in UTF-16 units. */
export const annotationLimits = {
  title: 55,
  description: 500,
  /** What the field takes, so that too long a text can be shortened instead of being cut. */
  descriptionInput: 600,
  tags: 10,
  tag: 25,
  /** Labels of channels. */
  modalities: 256,
  modality: 80,
  window: 64,
  /** A whole content as JSON, in bytes of UTF-8. */
  contentBytes: 8192,
  groupName: 100,
  /** Sessions of one recording. */
  groups: 1000,
  /** Annotations of one recording, deleted ones counted. */
  perRecording: 2_000_000,
  /** Of one `change_annotations`. */
  changes: 500,
  /** Entries of the log in one answer. */
  logged: 2000,
  /** Annotations in one part of a session (`get_annotation_columns`). */
  columns: 50_000,
  /** Annotations in an answer of `get_annotations` that is made before it is sent: of more it is sent while it is made. */
  listed: 20_000,
  /** Contents in such an answer, in bytes. */
  listedBytes: 16 * 1024 * 1024,
  /** Contents in a page of the log, and what the header of a part says, in bytes: both end with the one that passes it. */
  pageBytes: 4 * 1024 * 1024,
} as const;

/** Defaults of a new annotation (spec 001 section 3). */
export const newAnnotation = { text: "New annotation", color: "#FF0000", opacity: 0.2 } as const;
/** What the session of a recording that has none is called (spec 001 section 4). */
export const defaultGroupName = "Default Session";

/** What an annotation says beside its text: "artifact" masks the channels that it names (all channels when it names none). */
export const annotationKinds = ["note", "artifact"] as const;
export type AnnotationKind = (typeof annotationKinds)[number];
export const AnnotationKind = Type.Unsafe<AnnotationKind>(
  Type.Union(annotationKinds.map((kind) => Type.Literal(kind))),
);

/** A time that an annotation may have, epoch ms. */
export const AnnotationMoment = Type.Number({ minimum: -8.64e15, maximum: 8.64e15 });
/** Number of an entry of a recording's log. */
export const Revision = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const contentMembers = {
  /** Epoch ms; equal for a point. */
  start_time: AnnotationMoment,
  end_time: AnnotationMoment,
  /** The title. */
  annotation_text: Type.String({ maxLength: annotationLimits.title }),
  /** Name of the window it was made in ('EEG Montage', 'SD Detection'); "" where it was made in none. */
  annotation_type: Type.String({ maxLength: annotationLimits.window }),
  annotation_description: Type.String({ maxLength: annotationLimits.description }),
  modalities: Type.Array(Type.String({ minLength: 1, maxLength: annotationLimits.modality }), {
    maxItems: annotationLimits.modalities,
  }),
  /** "#RRGGBB" */
  color: Type.String({ pattern: "^#[0-9A-Fa-f]{6}$" }),
  /** 0 to 1 */
  opacity: Type.Number({ minimum: 0, maximum: 1 }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: annotationLimits.tag }), { maxItems: annotationLimits.tags }),
};
/** Texts as clients that check nothing send them: what is too long is told in the rule's own words. */
const sentTexts = {
  annotation_text: Type.String({ maxLength: 2000 }),
  annotation_description: Type.String({ maxLength: 2000 }),
  tags: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 }),
};
/** What a person may write of an annotation. */
export const AnnotationContent = Type.Object({ ...contentMembers, kind: AnnotationKind });
export type AnnotationContent = Static<typeof AnnotationContent>;

/** An annotation as calls tell it. */
export const Annotation = Type.Object({
  ...AnnotationContent.properties,
  id: RowKey,
  group_id: RowKey,
  user_id: IntegerOrNull,
  /** Of who made it. "" when the account is gone. */
  user_email: Type.String(),
  /** 'Unknown' when there is no name. */
  user_full_name: Type.String(),
  /** When it was made. */
  timestamp: EpochMs,
  /** Number of the log's entry that made it what it is; a change names it. */
  revision: Revision,
});
export type Annotation = Static<typeof Annotation>;

export const AnnotationGroup = Type.Object({
  id: RowKey,
  group_name: Type.String(),
  nannotations: Type.Integer(),
  timestamp: EpochMs,
  data_object_id: RowKey,
  user_id: IntegerOrNull,
  /** The last entry of the log that touched it or one of its annotations. */
  revision: Revision,
});
export type AnnotationGroup = Static<typeof AnnotationGroup>;

/** A person named in entries and columns. */
export const AnnotationPerson = Type.Object({
  user_id: Type.Integer(),
  email: Type.String(),
  full_name: Type.String(),
});
export type AnnotationPerson = Static<typeof AnnotationPerson>;

/** Why a call about annotations was refused; with the sentence in `errorMessage`, as the member `code`. */
export type AnnotationRefusal =
  | "recording_not_found"
  | "group_not_found"
  | "annotation_not_found"
  /** The annotation is not as the caller knew it: `theirs` is as it is now, null when it is deleted. */
  | "annotation_changed"
  /** Someone else's, without the permission for those. */
  | "annotation_not_changeable"
  | "bad_annotation"
  | "bad_group_name"
  | "group_name_taken"
  /** The only session of a recording stays. */
  | "last_group"
  | "too_many_annotations"
  | "too_many_groups"
  | "too_many_changes"
  /** The number was taken by a change that did something else: another tab writes with the same id. */
  | "out_of_order"
  /** Of a batch that is whole: another change of it was refused. */
  | "not_done"
  /** The log ends before the number (a backup was put back): the sessions are to be read anew. */
  | "log_too_short";

/** What a call that reads needs, and one that writes. */
export const reading = { needs: ["visualize_data"], refusals: "errorMessage" } as const;
export const writing = { needs: ["create_annotations", "delete_annotations"], refusals: "errorMessage" } as const;

export const getAnnotationGroups = route("/v1/annotations/get_annotation_groups", {
  ...reading,
  summary: "The annotation sessions of a recording.",
  body: Type.Object({ data_object_id: RowKey }),
  answer: Type.Array(AnnotationGroup),
});

export const createAnnotationGroup = route("/v1/annotations/create_annotation_group", {
  needs: ["create_annotation_group"],
  refusals: "errorMessage",
  summary: "Makes an annotation session of a recording. The caller's own name counts, whatever user_id says.",
  body: Type.Object({
    data_object_id: RowKey,
    annotation_group_name: Type.String({ maxLength: 1000 }),
    user_id: Type.Optional(IntegerOrNull),
    request_key: Type.Optional(RequestKey),
  }),
  answer: Type.Object({ id: RowKey, timestamp: EpochMs }),
});

export const renameAnnotationGroup = route("/v1/annotations/rename_annotation_group", {
  needs: ["create_annotation_group"],
  refusals: "errorMessage",
  summary: "Gives an annotation session another name.",
  body: Type.Object({ annotation_group_id: RowKey, new_group_name: Type.String({ maxLength: 1000 }) }),
  answer: Type.Object({}),
});

export const deleteAnnotationGroup = route("/v1/annotations/delete_annotation_group", {
  needs: ["delete_annotation_group"],
  refusals: "errorMessage",
  summary: "Deletes an annotation session with its annotations; one that holds some also needs delete_annotations.",
  body: Type.Object({ annotation_group_id: RowKey }),
  answer: Type.Object({}),
});

export const deleteAnnotationGroups = route("/v1/annotations/delete_annotation_groups", {
  needs: ["delete_annotation_group"],
  refusals: "errorMessage",
  summary: "Deletes several annotation sessions of one recording: all of them, or none.",
  body: Type.Object({ annotation_group_ids: Type.Array(RowKey, { minItems: 1, maxItems: annotationLimits.groups }) }),
  answer: Type.Object({}),
});

export const restoreAnnotationGroup = route("/v1/annotations/restore_annotation_group", {
  needs: ["delete_annotation_group"],
  refusals: "errorMessage",
  summary: "Brings a deleted annotation session back with the annotations it held: undo of its deletion.",
  body: Type.Object({ annotation_group_id: RowKey }),
  answer: Type.Object({}),
});

export const getAnnotations = route("/v1/annotations/get_annotations", {
  ...reading,
  summary:
    "The annotations of some sessions: lists by the session's id. Large sessions are read in parts by get_annotation_columns, in less time.",
  body: Type.Object({ annotation_group_ids: Type.Array(RowKey, { maxItems: 100 }) }),
  answer: Type.Record(Type.String(), Type.Array(Annotation)),
});

export const addAnnotation = route("/v1/annotations/add_annotation", {
  needs: ["create_annotations"],
  refusals: "errorMessage",
  summary: "Makes an annotation in a session.",
  body: Type.Object({
    annotation_group_id: RowKey,
    annotation: Type.Object({
      ...contentMembers,
      annotation_text: sentTexts.annotation_text,
      annotation_type: Type.Optional(contentMembers.annotation_type),
      annotation_description: Type.Optional(sentTexts.annotation_description),
      modalities: Type.Optional(contentMembers.modalities),
      color: Type.Optional(contentMembers.color),
      opacity: Type.Optional(contentMembers.opacity),
      tags: Type.Optional(sentTexts.tags),
      kind: Type.Optional(AnnotationKind),
    }),
  }),
  answer: Type.Object({ id: RowKey, revision: Revision }),
});

export const modifyAnnotation = route("/v1/annotations/modify_annotation", {
  ...writing,
  summary: "Changes an annotation; one that says which revision it was made from is refused when there is a newer one.",
  body: Type.Object({
    annotation: Type.Object({
      ...AnnotationContent.properties,
      ...sentTexts,
      kind: Type.Optional(AnnotationKind),
      id: RowKey,
      group_id: Type.Optional(RowKey),
      revision: Type.Optional(Revision),
    }),
  }),
  answer: Type.Object({ revision: Revision }),
});

export const deleteAnnotations = route("/v1/annotations/delete_annotations", {
  needs: ["delete_annotations"],
  refusals: "errorMessage",
  summary: "Deletes annotations of one recording: all of them, or none.",
  body: Type.Object({ annotation_ids: Type.Array(RowKey, { maxItems: 5000 }) }),
  answer: Type.Object({}),
});
