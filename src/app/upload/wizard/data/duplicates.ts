/** What is said of a selected name that is there already or waits in the queue (spec 000 section 5, Duplicates). */
import { isDirectoryKind } from "../../../../domain/files/upload-kinds.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { UploadKind } from "../../../../protocol/uploads.ts";

const words = uploadText.data;

export interface KnownNames {
  /** Names of the kind that the patient has. */
  readonly existing: ReadonlySet<string>;
  /** Names of the kind that wait or are being sent for the patient. */
  readonly queued: ReadonlySet<string>;
}

/** Warnings about a name as it will be sent; it can be uploaded all the same. */
export function duplicateWarnings(kind: UploadKind, name: string, { existing, queued }: KnownNames): readonly string[] {
  const isDirectory = isDirectoryKind(kind);
  return [
    ...(existing.has(name) ? [isDirectory ? words.overrideDirectory : words.overrideFile] : []),
    ...(queued.has(name) ? [isDirectory ? words.queuedDirectory : words.queuedFile] : []),
  ];
}
