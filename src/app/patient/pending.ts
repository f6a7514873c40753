/** Whether a patient's page waits for uploads (spec 000 sections 2 and 9, spec 001 section 2.1). */
import type { Patient } from "../../protocol/patients.ts";
import type { PatientUpload } from "../../protocol/uploads.ts";

const underWay: ReadonlySet<string> = new Set(["CREATED", "UPLOADING", "PROCESSING"]);

/** True while uploads are under way and none has ever succeeded; a patient without uploads waits for nothing. */
export const isPending = (uploads: readonly Pick<PatientUpload, "status">[]): boolean =>
  !uploads.some(({ status }) => status === "SUCCESS") && uploads.some(({ status }) => underWay.has(status));

/** True when none of the uploads that a page waits for goes on: their transfers are interrupted. */
export const areInterrupted = (uploads: readonly Pick<PatientUpload, "status" | "silent_since">[]): boolean =>
  isPending(uploads) && uploads.every(({ status, silent_since }) => !underWay.has(status) || silent_since !== null);

/** Recordings that were received, or are being imported, and are not read yet. */
export const unreadFiles = ({ file_count, files_loaded, files_failed }: Patient): number =>
  Math.max(0, file_count - files_loaded - files_failed);
