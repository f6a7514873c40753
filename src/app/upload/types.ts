/** What the wizard hands to the queue. */

import type { SubmittedForm } from "../../protocol/forms.ts";
import type { UploadKind } from "../../protocol/uploads.ts";

/** Bytes that take the place of those at an offset while a file streams out; never longer or shorter than they. */
export interface Patch {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Where the bytes that are sent come from. The file on disk is only ever read. */
export type SourceContent =
  | { readonly kind: "file"; readonly file: File; readonly patches: readonly Patch[] }
  /** Rewritten as a whole: small files only. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array };

export interface SourceFile {
  /** As it is sent, from the item's name on: "Patient_x/Segment_001/ABP,na,...,data". */
  readonly path: string;
  /** Where the user chose it, to find it again after a reload. */
  readonly chosenPath: string;
  /** Bytes that are sent. */
  readonly size: number;
  readonly modifiedAt: number;
  readonly content: SourceContent;
  /** patient.info or admission.info: encrypted when the installation says so. */
  readonly isInfo: boolean;
}

/** One directory or file that the user selected. */
export interface UploadSource {
  readonly kind: UploadKind;
  /** As it is sent. */
  readonly name: string;
  /** As it is called on the user's disk: shown in the wizard only. */
  readonly chosenName: string;
  readonly files: readonly SourceFile[];
  readonly size: number;
  /** What was removed, one sentence each, without what it was. */
  readonly removed: readonly string[];
}

export interface UploadOrder {
  readonly project: { readonly id: number; readonly name: string };
  readonly site: { readonly id: number; readonly identifier: string; readonly name: string };
  readonly patient: { readonly identifier: string; readonly key: number | null };
  readonly timezone: string;
  readonly sources: readonly UploadSource[];
  readonly form: SubmittedForm | null;
  readonly hasEncryption: boolean;
}
