/**
 * The progress channel: how far imports and uploads are, told over the news socket (news.ts) to who follows them. It holds
 * keys and numbers alone. What a change is called on the screen is read by the calls, which check once more.
 */
import Type, { type Static } from "typebox";
import { getPatient, getPatientFileType } from "./patients.ts";
import type { Permission } from "./permissions.ts";
import { getRuns } from "./pipelines.ts";
import { getRecording } from "./routes.ts";
import { NumberOrNull, RowKey } from "./scalars.ts";
import { checkCancelStatus, getUpload } from "./uploads.ts";

export const progressLimits = {
  /** Patients that one page follows. */
  mostPatients: 100,
  /** Own uploads that one page follows, besides those of patients. */
  mostUploads: 16,
  /** A piece of work is told of at most this often, whatever moves it. */
  everyMs: 1000,
  /** Of one message; what is over waits for its turn. */
  mostMoved: 100,
} as const;

/**
 * What a page follows from now on, in place of what it followed before: work of these patients, and one's own uploads. What
 * is not the viewer's may be named and is never told of. The answer comes once changes are seen: what is read after it, and
 * what is told from then on, leaves nothing out.
 */
export const FollowWork = Type.Object({
  patient_keys: Type.Array(RowKey, { maxItems: progressLimits.mostPatients }),
  upload_ids: Type.Array(RowKey, { maxItems: progressLimits.mostUploads }),
});
export type FollowWork = Static<typeof FollowWork>;

/** "import": a recording that is read, by its data_object_id; "upload": an upload; "item": a part of one that is read; "run": of an analysis. */
export const WorkKind = Type.Union([
  Type.Literal("import"),
  Type.Literal("upload"),
  Type.Literal("item"),
  Type.Literal("run"),
]);
export type WorkKind = Static<typeof WorkKind>;

/** How far a piece of work is, as the calls about it say. */
export const MovedWork = Type.Object({
  kind: WorkKind,
  id: Type.Integer(),
  /** 0..1 */
  progress: Type.Number(),
  /** Estimated milliseconds left of an import; null until it can be told, and of other work. */
  eta_ms: NumberOrNull,
});
export type MovedWork = Static<typeof MovedWork>;

export const WorkNews = Type.Object({
  moved: Type.Array(MovedWork, { maxItems: progressLimits.mostMoved }),
  /** Own uploads that are followed by their id, of which more than a number has changed. */
  upload_ids: Type.Array(RowKey, { maxItems: progressLimits.mostUploads }),
});
export type WorkNews = Static<typeof WorkNews>;

/** Whoever holds one of these is told of a kind: who may make a call that says the same. */
export const workNeeds: Readonly<Record<WorkKind, readonly Permission[]>> = {
  import: [...getPatientFileType.needs, ...getRecording.needs],
  upload: getUpload.needs,
  item: getUpload.needs,
  run: getRuns.needs,
};
/** The same for own uploads by their id. */
export const ownUploadNeeds: readonly Permission[] = checkCancelStatus.needs;
/** The same for keys of patients of which something changed. */
export const patientNewsNeeds: readonly Permission[] = [...getPatient.needs, ...getRecording.needs];
