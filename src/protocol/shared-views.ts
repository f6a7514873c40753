/**
 * Links to what a reader has on the screen: a snapshot of the display, kept under a key that nobody can guess. Who opens one needs
 * what everybody needs to review that recording; the key gives nothing by itself.
 */
import Type, { type Static } from "typebox";
import { AreaLetter, DisplayForm, displayLimits } from "./displays.ts";
import { route } from "./route.ts";
import { EpochMs, RowKey } from "./scalars.ts";

export const sharedViewLimits = {
  /** Of a snapshot as JSON. */
  bytes: 128 * 1024,
  /** Of one person; where there are more the oldest goes. */
  perPerson: 500,
  /** Of the key in the address: 128 bits. */
  keyBytes: 16,
} as const;

const strict = { additionalProperties: false } as const;

/** The furthest that a Date reaches. */
const Moment = Type.Number({ minimum: -8.64e15, maximum: 8.64e15 });

/** A display as it stood, with the props of its windows as they were set at that moment. */
export const SharedDisplay = Type.Object(
  {
    name: DisplayForm.properties.name,
    cssGridTemplate: DisplayForm.properties.cssGridTemplate,
    areas: DisplayForm.properties.areas,
  },
  strict,
);

export type SharedDisplay = Static<typeof SharedDisplay>;

/** What a window showed, epoch ms. */
export const SharedSpan = Type.Object({ area: AreaLetter, start_ms: Moment, end_ms: Moment }, strict);
export type SharedSpan = Static<typeof SharedSpan>;

const view = {
  display: SharedDisplay,
  /** Of the windows that were open. */
  spans: Type.Array(SharedSpan, { maxItems: displayLimits.areas }),
  /** The area that had the keys. */
  active: AreaLetter,
};

export const SharedView = Type.Object({
  ...view,
  /** 'Unknown' when the account is gone. */
  made_by: Type.String(),
  made_at: EpochMs,
  /** The caller's own. */
  is_own: Type.Boolean(),
});
export type SharedView = Static<typeof SharedView>;

/** A link of the caller's, without its key: nobody has that but who was given the link. */
export const OwnLink = Type.Object({
  id: RowKey,
  /** Of the display. */
  name: Type.String(),
  made_at: EpochMs,
  expires_at: EpochMs,
});
export type OwnLink = Static<typeof OwnLink>;

/** Why a call about shared views was refused, beside what every call may be. */
export type SharedViewRefusal =
  | "recording_not_found"
  /** There is none of this key for the caller: also where it has ended, or is of a patient that they do not see. */
  | "shared_view_not_found"
  | "shared_view_too_large"
  | "bad_shared_view";

const call = { needs: ["visualize_data"], refusals: "errorMessage" } as const;

export const createSharedView = route("/v1/shared_views/create_shared_view", {
  ...call,
  summary: "Keeps a display as it stands, and answers the key by which whoever may see its patient can open it.",
  maxBodyBytes: sharedViewLimits.bytes + 16 * 1024,
  body: Type.Object({ data_object_id: RowKey, ...view }),
  answer: Type.Object({ key: Type.String(), expires_at: EpochMs }),
  hasSecrets: true,
});

export const getSharedView = route("/v1/shared_views/get_shared_view", {
  ...call,
  summary: "A display that somebody made a link to, by the recording and the key of the link.",
  body: Type.Object({ data_object_id: RowKey, key: Type.String({ maxLength: 100 }) }),
  answer: SharedView,
});

export const getOwnLinks = route("/v1/shared_views/get_own_links", {
  ...call,
  summary: "The links to views of a recording that the caller made and that open still, the newest first.",
  body: Type.Object({ data_object_id: RowKey }),
  answer: Type.Object({ links: Type.Array(OwnLink, { maxItems: sharedViewLimits.perPerson }) }),
});

export const withdrawLinks = route("/v1/shared_views/withdraw_links", {
  ...call,
  summary:
    "Links of the caller's open for nobody any more. Those that are not there, or another's, are left out of the answer.",
  body: Type.Object({
    data_object_id: RowKey,
    ids: Type.Array(RowKey, { minItems: 1, maxItems: sharedViewLimits.perPerson }),
  }),
  answer: Type.Object({ ids: Type.Array(RowKey) }),
});
