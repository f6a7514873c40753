/**
 * EEG montages of people (spec 001 sections 2.23, 3, 5 and 7). They are documents of the kind "eeg_montage" (documents.ts):
 * refusals, revisions and news are theirs. The Standard ones are a table of domain/montage, the same for everybody.
 */
import Type, { type Static } from "typebox";
import type { DocumentRefusal } from "./documents.ts";
import { route } from "./route.ts";
import { EpochMs, IntegerOrNull, RequestKey } from "./scalars.ts";

export const eegMontageKind = "eeg_montage";
export const eegMontageVersion = 1;

/** Spec 001 sections 5 and 9; how many there may be are limits of ours. */
export const montageLimits = { name: 50, alias: 20, channels: 22, perPerson: 1000, shared: 1000 } as const;

/**
 * Ids stand in addresses and in props of windows, beside those of the Standard montages: these have 1 to 999, those of
 * recordings are negative, and a montage of a person has the id of its document and this.
 */
const ownMontageIds = 1000;
export const montageIdOf = (documentId: number): number => documentId + ownMontageIds;
/** Null: it is no id of a montage of a person. */
export const montageDocumentOf = (montageId: number): number | null =>
  montageId > ownMontageIds ? montageId - ownMontageIds : null;

const MontageId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 + ownMontageIds });

export const montageTypes = ["Standard", "Personal", "Shared"] as const;
export type MontageType = (typeof montageTypes)[number];
const Kind = Type.Unsafe<MontageType>(Type.Union(montageTypes.map((type) => Type.Literal(type))));

/** A channel is `first` - `second`, by ids of electrodes (domain/montage/electrode-map.ts); drawn under its alias, if it has one. */
export const MontageChannel = Type.Object({
  first: Type.String({ minLength: 1, maxLength: 20 }),
  second: Type.String({ minLength: 1, maxLength: 20 }),
  alias: Type.Optional(Type.String({ maxLength: 200 })),
});
export type MontageChannel = Static<typeof MontageChannel>;

export const EegMontage = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** From the top of the screen down. */
  channels: Type.Array(MontageChannel),
  type: Kind,
  /** Whose it is, or who shared it; null: Standard, or the account is gone. */
  user_id: IntegerOrNull,
  revision: Type.Integer(),
  /** The caller's own, or one they shared. */
  is_own: Type.Boolean(),
  may_change: Type.Boolean(),
  /** Name of who changed it last; 'Unknown' when there is none. */
  changed_by: Type.String(),
  changed_at: EpochMs,
});
export type EegMontage = Static<typeof EegMontage>;

/** Why a call about montages was refused, beside the reasons of all documents. */
export type MontageRefusal =
  | DocumentRefusal
  | "too_many_channels"
  /** An electrode that there is not, a pair of one with itself, one that is there twice, an alias that is too long. */
  | "bad_montage"
  /** Made in the name of somebody else. */
  | "bad_owner";

/** What a refusal of a save, or a deletion, from an older revision holds beside its sentence. */
export interface MontageConflict {
  code: "document_changed";
  theirs: EegMontage;
  /** Of a save: what was to be saved. */
  yours?: { eeg_montage_id: number; revision: number; name: string; channels: readonly MontageChannel[] };
}

const call = { needs: ["visualize_data"], refusals: "errorMessage", maxBodyBytes: 32 * 1024 } as const;

/** The version of the kind that the caller writes; absent: today's. What is read is always of today. */
const Version = Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 }));
/** That the caller read; absent: whatever it is now, the last save wins. */
const Revision = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }));
const Name = Type.String({ maxLength: 200 });
/** More than there may be are told so in words, not as a body that is none. */
const Channels = Type.Array(MontageChannel, { maxItems: 200 });

export const getEegMontages = route("/v1/eeg_montages/get_eeg_montages", {
  ...call,
  summary: "Montages that the caller may see: the Standard ones, their own, and those shared in the workspace.",
  body: Type.Object({
    /** These only; one that is not seen is left out. */
    eeg_montage_ids: Type.Optional(Type.Array(MontageId, { maxItems: 100 })),
  }),
  answer: Type.Object({ eeg_montages: Type.Array(EegMontage) }),
});

export const createEegMontage = route("/v1/eeg_montages/create_eeg_montage", {
  ...call,
  summary: "Makes a montage, Personal or Shared.",
  body: Type.Object({
    version: Version,
    /** What the caller calls it until it is made: the answer has its id. */
    eeg_montage_id: Type.Optional(Type.Number()),
    name: Name,
    channels: Channels,
    type: Kind,
    /** The caller's. */
    user_id: Type.Optional(IntegerOrNull),
    request_key: Type.Optional(RequestKey),
  }),
  answer: EegMontage,
});

export const modifyEegMontage = route("/v1/eeg_montages/modify_eeg_montage", {
  ...call,
  summary:
    "Saves name and channels of a montage; one that says which revision it was made from is refused when there is a newer one. A blank name leaves it its own.",
  body: Type.Object({
    version: Version,
    eeg_montage_id: MontageId,
    revision: Revision,
    name: Name,
    channels: Channels,
    type: Kind,
  }),
  answer: EegMontage,
});

export const deleteEegMontage = route("/v1/eeg_montages/delete_eeg_montage", {
  ...call,
  summary: "Deletes a montage; in the revision that the caller says, if it does.",
  body: Type.Object({ eeg_montage_id: MontageId, revision: Revision }),
  answer: Type.Object({}),
});

export const getEegMontageMapping = route("/v1/eeg_montages/get_eeg_montage_mapping", {
  ...call,
  summary: "Which channel of a recording each electrode is, by the name of the data.",
  body: Type.Object({ data_object_id: Type.Integer() }),
  answer: Type.Object({
    /** Name of an electrode -> label of the channel in the group that montages read. */
    eeg_montage_mapping: Type.Record(Type.String(), Type.String()),
  }),
});
