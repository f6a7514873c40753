/** What the calls of uploading speak of (spec 000 sections 4, 5 and 7). Times are epoch milliseconds; sizes are bytes. */
import Type, { type Static } from "typebox";
import { EpochMs, EpochMsOrNull, IntegerOrNull, RowKey, TextOrNull } from "./scalars.ts";
import { largestPlainMd5Bytes, uploadPartBytes } from "./upload-limits.ts";

const literals = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>(Type.Union(values.map((value) => Type.Literal(value))));

export { largestPlainMd5Bytes, uploadPartBytes };

/** 10,000 parts. */
export const largestFileBytes = uploadPartBytes * 10_000;
export const mostUploadFiles = 50_000;
/** Files or parts whose addresses are asked for at once. */
export const mostAddresses = 100;

export const uploadKinds = ["cns", "natus", "medications", "edf"] as const;
export const UploadKind = literals(uploadKinds);
export type UploadKind = Static<typeof UploadKind>;

/** What an item of a kind is: whoever branches on kinds does it by this table, or by one over its kinds. */
export const kindForms = {
  cns: "directory",
  natus: "directory",
  medications: "file",
  edf: "file",
} as const satisfies Record<UploadKind, "directory" | "file">;
type KindsOf<Form> = { [Kind in UploadKind]: (typeof kindForms)[Kind] extends Form ? Kind : never }[UploadKind];
export type DirectoryKind = KindsOf<"directory">;
export type FileKind = KindsOf<"file">;

const uploadStatuses = ["CREATED", "UPLOADING", "PROCESSING", "SUCCESS", "FAILED", "CANCELED"] as const;
export const UploadStatus = literals(uploadStatuses);
export type UploadStatus = Static<typeof UploadStatus>;

export const messageKinds = ["info", "success", "error", "warning", "canceled"] as const;
export const MessageKind = literals(messageKinds);
export type MessageKind = Static<typeof MessageKind>;

export const patientIdTypes = [
  "NUMERIC",
  "ALPHA",
  "ALPHANUMERIC",
  "ALPHA_LOWER",
  "ALPHA_UPPER",
  "ALPHANUMERIC_UPPER",
  "ALPHANUMERIC_LOWER",
] as const;
export const PatientIdType = literals(patientIdTypes);
export type PatientIdType = Static<typeof PatientIdType>;

/** MD5 as lower-case hex; of large files with the number of parts behind it. */
export const Digest = Type.String({ pattern: "^[0-9a-f]{32}(-[1-9][0-9]{0,4})?$" });
export const PlainDigest = Type.String({ pattern: "^[0-9a-f]{32}$" });
export const placeMembers = { project_id: RowKey, site_id: RowKey };
export const upload = { upload_id: RowKey };

/** What the wizard offers in this installation (environment flags, spec 000 section 9). */
export const UploadSettings = Type.Object({
  patient_id_length: Type.Integer(),
  patient_id_type: PatientIdType,
  has_cns: Type.Boolean(),
  has_natus: Type.Boolean(),
  has_medications: Type.Boolean(),
  has_edf: Type.Boolean(),
  has_form: Type.Boolean(),
  has_phi_warning: Type.Boolean(),
  has_encryption: Type.Boolean(),
  part_size: Type.Integer(),
  /** Projects and sites of the caller. */
  projects: Type.Array(Type.Object({ id: Type.Integer(), identifier: Type.String(), name: Type.String() })),
  sites: Type.Array(Type.Object({ id: Type.Integer(), identifier: Type.String(), name: Type.String() })),
});
export type UploadSettings = Static<typeof UploadSettings>;

export const UploadItem = Type.Object({
  kind: UploadKind,
  /** Name of the directory or file, as it is sent. */
  name: Type.String({ minLength: 1, maxLength: 255 }),
  /** What the browser removed before sending, one sentence each, without what it removed. */
  removed: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 }),
});
export type UploadItem = Static<typeof UploadItem>;

export const DeclaredFile = Type.Object({
  /** Position in `items`. */
  item: Type.Integer({ minimum: 0 }),
  /** Begins with the name of the item; parts are separated by "/". */
  path: Type.String({ minLength: 1, maxLength: 1024 }),
  size: Type.Integer({ minimum: 0, maximum: largestFileBytes }),
  md5: Digest,
  modified_at: EpochMsOrNull,
});
export type DeclaredFile = Static<typeof DeclaredFile>;

/** Of a path: names that other calls of the specification have for it. */
export const pathNames = ["path", "name", "filename", "filepath"] as const;

/** A file as it may be told: what the specification has no member for follows from its path, which has any of its names. */
export const FileToDeclare = Type.Object({
  ...Type.Pick(DeclaredFile, ["size", "md5"]).properties,
  path: Type.Optional(DeclaredFile.properties.path),
  name: Type.Optional(DeclaredFile.properties.path),
  filename: Type.Optional(DeclaredFile.properties.path),
  filepath: Type.Optional(DeclaredFile.properties.path),
  /** Absent: of the item that the path begins with. */
  item: Type.Optional(DeclaredFile.properties.item),
  modified_at: Type.Optional(EpochMsOrNull),
});

export const UploadFile = Type.Object({
  file_id: Type.Integer(),
  path: Type.String(),
  size: Type.Integer(),
  /** 1 for a single PUT. Files of 40,000,000 bytes at most, which have a plain MD5, may be sent by one in any case. */
  part_count: Type.Integer(),
  /** The store has it, and its md5 is right. */
  is_verified: Type.Boolean(),
});
export type UploadFile = Static<typeof UploadFile>;

export const ResumedFile = Type.Object({
  ...UploadFile.properties,
  /** What need not be sent again: all of a verified file, whole parts of another. */
  stored_bytes: Type.Integer(),
});
export type ResumedFile = Static<typeof ResumedFile>;

/** Where to PUT bytes: one address for one object or part of this length, until it expires. All headers must be sent. */
export const PutAddress = Type.Object({
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
});
export type PutAddress = Static<typeof PutAddress>;

/** Last sign of life of a transfer that has given none for `silentUploadMs`; null: it goes on, or has ended. */
const SilentSince = EpochMsOrNull;

export const PatientUpload = Type.Object({
  upload_id: Type.Integer(),
  patient_key: IntegerOrNull,
  patient_identifier: Type.String(),
  status: UploadStatus,
  /** 0..1, of the transfer while UPLOADING, of the ingest while PROCESSING. */
  progress: Type.Number(),
  created_at: EpochMs,
  finished_at: EpochMsOrNull,
  completed_at: EpochMsOrNull,
  silent_since: SilentSince,
});
export type PatientUpload = Static<typeof PatientUpload>;

export const UploadRow = Type.Object({
  upload_id: Type.Integer(),
  /** When it was made, by whom, and what was last said of it ("info", "success", "error", "warning" or "canceled", then text). */
  _timestamp: EpochMs,
  email: Type.String(),
  combined_message: Type.String(),
  status: UploadStatus,
  progress: Type.Number(),
  silent_since: SilentSince,
});
export type UploadRow = Static<typeof UploadRow>;

export const UploadMessage = Type.Object({
  _timestamp: EpochMs,
  kind: MessageKind,
  text: Type.String(),
  /** The item that it is about; null: the whole upload, or nobody knows. */
  item_id: IntegerOrNull,
});
export type UploadMessage = Static<typeof UploadMessage>;

export const UploadItemState = Type.Object({
  item_id: Type.Integer(),
  kind: UploadKind,
  name: Type.String(),
  state: literals(["waiting", "ingesting", "done", "failed", "canceled"]),
  /** What it waits for besides its turn, and when it is tried again at the latest; null when it is being read, or was. */
  waits_for: Type.Union([literals(["room", "calm"]), Type.Null()]),
  waits_until: EpochMsOrNull,
  progress: Type.Number(),
  error: TextOrNull,
  removed: Type.Array(Type.String()),
  is_superseded: Type.Boolean(),
});
export type UploadItemState = Static<typeof UploadItemState>;
