/** The calls of uploading (spec 000 sections 4, 5 and 7). Times are epoch milliseconds; sizes are bytes. */
import Type from "typebox";
import { SubmittedForm } from "./forms.ts";
import { route } from "./route.ts";
import {
  EpochMs,
  FilePath,
  PatientAt,
  PatientIdentifier,
  RequestKey,
  RowKey,
  TextOrNull,
  Timezone,
} from "./scalars.ts";
import { tableAnswer, tableQuery } from "./tables.ts";
import {
  Digest,
  FileToDeclare,
  mostAddresses,
  mostUploadFiles,
  PatientUpload,
  PlainDigest,
  PutAddress,
  placeMembers,
  ResumedFile,
  UploadFile,
  UploadItem,
  UploadItemState,
  UploadKind,
  UploadMessage,
  UploadRow,
  UploadSettings,
  UploadStatus,
  upload,
} from "./upload-shapes.ts";

export * from "./upload-shapes.ts";

const uploading = ["upload_data"] as const;
const seeing = ["access_data_upload_patient_subpage"] as const;

export const getUploadSettings = route("/v1/upload/get_upload_settings", {
  needs: uploading,
  summary: "What can be uploaded here, how patients are called, and where the caller may upload to.",
  body: Type.Object({}),
  answer: UploadSettings,
});

export const getExistingData = route("/v1/upload/get_existing_data", {
  needs: uploading,
  summary: "Names of what a patient, given by its key or by what the site calls it, already has of a kind.",
  body: Type.Object({ ...placeMembers, patient_id: PatientAt, data_type: UploadKind }),
  answer: Type.Object({
    data: Type.Array(Type.Object({ name: Type.String(), upload_time: EpochMs, size: Type.Number() })),
  }),
});

export const checkCns = route("/v1/upload/check_cns_files", {
  needs: uploading,
  summary: "Which files of a folder belong to a CNS directory, and what is wrong with the folder.",
  maxBodyBytes: 8 * 1024 * 1024,
  body: Type.Object({
    files: Type.Array(FilePath, { maxItems: mostUploadFiles }),
    /** Name of the segment folder that they lie in, or whether they lie in one. */
    segment: Type.Optional(Type.Union([TextOrNull, Type.Boolean()])),
    is_segmented_root: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ validFilenames: Type.Array(Type.String()), errors: Type.Array(Type.String()) }),
});

export const getBucket = route("/v1/upload/get_bucket", {
  needs: uploading,
  summary: "The bucket that files of a project go to.",
  body: Type.Object({ project_id: RowKey }),
  answer: Type.Object({ bucket: Type.String(), endpoint: Type.String() }),
});

export const checkUploadRoom = route("/v1/upload/check_room", {
  needs: uploading,
  summary: "Refuses what start_upload would refuse for its size alone, before anybody takes digests of it.",
  maxBodyBytes: 1024 * 1024,
  body: Type.Object({
    project_id: RowKey,
    items: Type.Array(
      Type.Object({
        ...Type.Pick(UploadItem, ["kind", "name"]).properties,
        /** Of all its files. */
        size: Type.Integer({ minimum: 0 }),
      }),
      { maxItems: 1000 },
    ),
  }),
  answer: Type.Object({}),
});

/** Code of the refusal (409) of every call about an upload that was canceled meanwhile. */
export const uploadCanceledCode = "upload_canceled";

export const createUpload = route("/v1/upload/create_upload", {
  needs: uploading,
  summary: "Begins an upload for a patient of a project and site. Nothing is seen of it until it is finished.",
  body: Type.Object({
    ...placeMembers,
    /** The patient's identifier. */
    patient_id: PatientIdentifier,
    /** The caller; another one is refused. */
    user_id: Type.Optional(RowKey),
    /** Absent: where the place has none of this identifier. */
    is_new_patient: Type.Optional(Type.Boolean()),
    /** IANA name; times of sources that name no zone are read in it. Absent: `defaultTimezone`. */
    timezone: Type.Optional(Timezone),
    request_key: Type.Optional(RequestKey),
  }),
  answer: Type.Object({ upload_id: Type.Integer() }),
});

export const startUpload = route("/v1/upload/start_upload", {
  needs: uploading,
  summary: "Declares every file of an upload with size and md5. Once; the same again answers the same.",
  maxBodyBytes: 32 * 1024 * 1024,
  body: Type.Object({
    ...upload,
    /** Absent: what the paths begin with; a file of its kind by its name, a directory of CNS where it is called so, else of Natus. */
    items: Type.Optional(Type.Array(UploadItem, { maxItems: 1000 })),
    files: Type.Array(FileToDeclare, { maxItems: mostUploadFiles }),
    form: Type.Optional(Type.Union([SubmittedForm, Type.Null()])),
  }),
  answer: Type.Object({ files: Type.Array(UploadFile), part_size: Type.Integer() }),
});

export const getUploadFiles = route("/v1/upload/get_upload_files", {
  needs: uploading,
  summary: "Files of one's own open upload, which of them are there already, and how much of the others: to resume it.",
  body: Type.Object(upload),
  answer: Type.Object({ files: Type.Array(ResumedFile), part_size: Type.Integer() }),
});

export const getOpenUploads = route("/v1/upload/get_open_uploads", {
  needs: uploading,
  summary: "One's own uploads that were started and neither finished, failed nor canceled.",
  body: Type.Object({}),
  answer: Type.Object({
    data: Type.Array(
      Type.Object({
        upload_id: Type.Integer(),
        ...placeMembers,
        patient_identifier: Type.String(),
        site_name: Type.String(),
        item_names: Type.Array(Type.String()),
        created_at: EpochMs,
        seen_at: EpochMs,
      }),
    ),
  }),
});

export const getFileAddresses = route("/v1/upload/get_file_addresses", {
  needs: uploading,
  hasSecrets: true,
  summary: "Addresses to PUT whole files to (those of one part).",
  body: Type.Object({ ...upload, file_ids: Type.Array(RowKey, { minItems: 1, maxItems: mostAddresses }) }),
  answer: Type.Object({ addresses: Type.Array(Type.Object({ file_id: Type.Integer(), ...PutAddress.properties })) }),
});

export const getPartAddresses = route("/v1/upload/get_part_addresses", {
  needs: uploading,
  hasSecrets: true,
  summary: "Addresses to PUT parts of a large file to, and which parts the store has.",
  body: Type.Object({
    ...upload,
    file_id: RowKey,
    /** Part numbers from 1. */
    parts: Type.Array(Type.Integer({ minimum: 1, maximum: 10_000 }), { minItems: 1, maxItems: mostAddresses }),
  }),
  answer: Type.Object({
    multipart_upload_id: Type.String(),
    addresses: Type.Array(Type.Object({ part: Type.Integer(), ...PutAddress.properties })),
    stored_parts: Type.Array(Type.Integer()),
  }),
});

export const checkMd5 = route("/v1/upload/check_md5", {
  needs: uploading,
  summary:
    "Puts a file together and compares it with the md5 it was declared with; a wrong one is removed from the store.",
  body: Type.Object({ ...upload, filename: FilePath, md5: Digest }),
  answer: Type.Object({ transmitted_properly: Type.Boolean() }),
});

export const getEncryptionKey = route("/v1/upload/get_encryption_key", {
  needs: uploading,
  summary: "Key of one's own open upload for patient.info and admission.info: base64 of 32 bytes, AES-256-GCM.",
  body: Type.Object(upload),
  answer: Type.Object({ key: Type.String() }),
});

export const updateMd5ForPatientInfo = route("/v1/upload/update_md5_for_patient_info", {
  needs: uploading,
  summary:
    "Says that an info file is sent encrypted: its md5s before and after, and the initialisation vector (base64).",
  body: Type.Object({
    ...upload,
    filepath: Type.String({ minLength: 1, maxLength: 1024 }),
    text_md5: PlainDigest,
    encrypted_md5: PlainDigest,
    iv: Type.String({ pattern: "^[A-Za-z0-9+/]{16}$" }),
    /** Of the encrypted file; absent: what the text and its tag have. */
    size: Type.Optional(Type.Integer({ minimum: 16, maximum: 16 * 1024 * 1024 })),
  }),
  /** Of the file from now on: another one when it was encrypted before, so that addresses of then write nothing of it. */
  answer: Type.Object({ file_id: Type.Integer() }),
});

export const updateFormMd5 = route("/v1/upload/update_form_md5", {
  needs: uploading,
  summary: "Compares the md5 of the submitted form (its JSON as `formText` writes it) with what arrived.",
  body: Type.Object({ ...upload, md5: PlainDigest }),
  answer: Type.Object({ transmitted_properly: Type.Boolean() }),
});

export const modifyUpload = route("/v1/upload/modify_upload", {
  needs: uploading,
  summary: "Tells how far the transfer is (0 to 1), or that it failed. Also a sign of life.",
  body: Type.Object({
    ...upload,
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    has_failed: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({}),
});

export const checkCancelStatus = route("/v1/upload/check_cancel_status", {
  needs: uploading,
  summary: "Whether an upload was canceled, and its status.",
  body: Type.Object(upload),
  answer: Type.Object({ canceled: Type.Boolean(), status: UploadStatus }),
});

export const finishUpload = route("/v1/upload/finish_upload", {
  needs: uploading,
  summary: "Takes over an upload whose files are all there: makes the patient if need be and begins to read the files.",
  body: Type.Object({ ...upload, encrypt: Type.Boolean() }),
  answer: Type.Object({ messages: Type.Array(Type.String()), patient_key: Type.Integer() }),
});

export const cancelUpload = route("/v1/upload/cancel_upload", {
  needs: uploading,
  summary: "Gives up an upload that is not finished and removes what was sent of it.",
  body: Type.Object(upload),
  answer: Type.Object({}),
});

export const deleteCanceledUploads = route("/v1/upload/delete_canceled_uploads", {
  needs: uploading,
  summary: "Removes one's own canceled uploads from the lists, and whatever is left of their files.",
  body: Type.Object({}),
  answer: Type.Object({ deleted: Type.Integer() }),
});

export const getUploadMessages = route("/v1/upload/get_upload_messages", {
  needs: seeing,
  summary: "Uploads of a patient, given by its key, each with its most recent message.",
  body: Type.Object({ patient_id: RowKey, ...tableQuery }),
  answer: tableAnswer(UploadRow),
});

export const getUpload = route("/v1/upload/get_upload", {
  needs: seeing,
  summary: "One upload: what it holds, how far each part is, and all its messages.",
  body: Type.Object(upload),
  answer: Type.Object({
    ...PatientUpload.properties,
    /** Whether it is the caller's: who uploads may have the own failed parts read again. */
    is_own: Type.Boolean(),
    items: Type.Array(UploadItemState),
    messages: Type.Array(UploadMessage),
  }),
});

export const getPatientUploads = route("/v1/upload/get_patient_uploads", {
  needs: seeing,
  summary: "Uploads of a patient, given by its key, with their status; newest first. Also by GET.",
  hasGet: true,
  body: Type.Object({ patient_id: RowKey }),
  answer: Type.Object({ data: Type.Array(PatientUpload) }),
});

export const getLogFiles = route("/v1/upload/get_log_files", {
  needs: seeing,
  summary: "The log of an upload as text: messages with their times, files with their sizes and states.",
  body: Type.Object(upload),
  answer: Type.Object({ log_files: Type.Array(Type.Object({ name: Type.String(), content: Type.String() })) }),
});

export const retryUploadItem = route("/v1/upload/retry_upload_item", {
  needs: ["access_admin_studies", "upload_data"],
  summary: "Reads a failed part of an upload again: of one's own, or of anybody's with access_admin_studies.",
  body: Type.Object({ item_id: RowKey }),
  answer: Type.Object({}),
});

export const sendUploadNotificationEmail = route("/v1/upload/send_upload_notification_email", {
  needs: uploading,
  summary:
    "Tells the support team (or, with external, the uploader) how one's own upload stands. The mail names no patient.",
  body: Type.Object({
    ...upload,
    /** For older clients; what the mail says is read from the upload. */
    patient_identifier: Type.Optional(Type.String({ maxLength: 256 })),
    site_name: Type.Optional(Type.String({ maxLength: 256 })),
    status: Type.Optional(Type.String({ maxLength: 32 })),
    external: Type.Boolean(),
  }),
  answer: Type.Object({}),
});
