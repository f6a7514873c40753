/**
 * The reserved space: recordings kept ready for review, within a limit of the workspace (spec 000 sections 3 and 7, spec
 * 001 sections 4 and 7, Prefetch). The calls list and release; the socket asks for a recording and follows its loading.
 */
import Type, { type Static } from "typebox";
import { route } from "./route.ts";
import { RowKey, TextOrNull } from "./scalars.ts";

export const PrefetchDirectory = Type.Object({
  /** Name of the site. */
  site: Type.String(),
  /** What the site calls the patient. */
  patient_id: Type.String(),
  name: Type.String(),
  /** Bytes it takes or will take. */
  size: Type.Number(),
  data_object_id: Type.Integer(),
  /** 0 when it no longer waits; else its place among all that wait in the workspace, from 1. */
  in_queue_order: Type.Integer(),
  /** Other patients whose files wait or load before it. */
  patients_ahead: Type.Integer(),
  /** 0..100, whole; 100 only when every byte is there, on every server that answers users. */
  percent_loaded: Type.Integer(),
  /** Open in somebody's review: it cannot be unloaded now. */
  disabled: Type.Boolean(),
  /** Plain sentence: why it could not be loaded. */
  error: TextOrNull,
});
export type PrefetchDirectory = Static<typeof PrefetchDirectory>;

export const PrefetchInventory = Type.Object({
  /** Of the patients the caller sees, those that are loaded first, then in the order of the queue. */
  directories: Type.Array(PrefetchDirectory),
  /** Bytes reserved in the workspace, by files the caller does not see as well. */
  current_size: Type.Number(),
  /** Of it, bytes of files the caller does not see. */
  unseen_size: Type.Number(),
  max_total_size: Type.Number(),
});
export type PrefetchInventory = Static<typeof PrefetchInventory>;

export const getInventory = route("/v1/prefetch/get_inventory", {
  needs: ["access_data_visualize", "access_data_upload_patient_subpage", "visualize_data"],
  summary: "Files that are reserved for review, and how much of the workspace's space they take.",
  body: Type.Object({}),
  answer: PrefetchInventory,
});

export const getQueue = route("/v1/prefetch/get_queue", {
  needs: ["visualize_data"],
  summary: "Files of a project that wait to be loaded or are being loaded, first come first.",
  body: Type.Object({ study_id: RowKey }),
  answer: Type.Object({ directories: Type.Array(PrefetchDirectory) }),
});

/** Refused as a whole (409) when one of them is open in a review; what is not reserved any more is passed over. */
export const unload = route("/v1/prefetch/unload", {
  needs: ["visualize_data"],
  summary: "Releases the space of files.",
  body: Type.Object({ data_object_ids: Type.Array(RowKey, { minItems: 1, maxItems: 1000 }) }),
  answer: PrefetchInventory,
});

/** Namespace of the prefetch endpoint, on the path of the data query socket, with the same handshake. */
export const prefetchNamespace = "/prefetch";

const PrefetchId = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Number()]);

/**
 * Asks for a recording, or with `cancel` takes that back. As long as the socket lives and it is not taken back, the
 * recording counts as open in a review. Asking again is harmless. `size` says nothing that is believed.
 */
export const PrefetchData = Type.Object({
  data_object_id: RowKey,
  /** Made by the client: names this request in the answers. */
  prefetch_id: PrefetchId,
  size: Type.Optional(Type.Number()),
  cancel: Type.Optional(Type.Boolean()),
});
export type PrefetchData = Static<typeof PrefetchData>;

export const PrefetchProgress = Type.Object({
  prefetch_id: PrefetchId,
  finished: Type.Boolean(),
  /** 0..100, whole; of this server's copy. */
  percentage: Type.Integer(),
  /** Not begun: others are before it. */
  waiting: Type.Boolean(),
  prefetched_size: Type.Number(),
  /** Plain sentence: it cannot be loaded now; it is tried again. Null while all is well. */
  error: TextOrNull,
  /** The hold has ended, for the reason in `error`: nothing more is told until the recording is asked for again. */
  gone: Type.Optional(Type.Boolean()),
});
export type PrefetchProgress = Static<typeof PrefetchProgress>;

/** "bad_request": not of this shape; "not_found": no such file for the caller; "failed": the server could not tell. */
export const PrefetchAnswer = Type.Union([
  Type.Object({ kind: Type.Literal("accepted"), size: Type.Number() }),
  Type.Object({
    kind: Type.Literal("no_space"),
    size: Type.Number(),
    current_size: Type.Number(),
    max_total_size: Type.Number(),
  }),
  Type.Object({
    kind: Type.Literal("refused"),
    code: Type.Union([Type.Literal("bad_request"), Type.Literal("not_found"), Type.Literal("failed")]),
  }),
]);
export type PrefetchAnswer = Static<typeof PrefetchAnswer>;

export interface PrefetchClientEvents {
  prefetch_data(request: PrefetchData, answer: (answer: PrefetchAnswer) => void): void;
}

export interface PrefetchServerEvents {
  /** At least once a second while it is not finished, once when it is, and again should that change. */
  prefetch_data(progress: PrefetchProgress): void;
  /** The server's clock in epoch milliseconds, each second. */
  sync_time(ms: number): void;
}

export const prefetchLimits = {
  /** Spec 001 section 9, Data loading. */
  inventoryPollMs: 1000,
  progressMs: 500,
  syncTimeMs: 1000,
  /** Files one socket may hold. */
  mostHeld: 16,
} as const;
