/** Between the page and the worker that takes digests. */

export interface ToHasher {
  id: number;
  /** Not copied: a reference to bytes on the disk or in the browser's blob store. */
  blob: Blob;
}

export type FromHasher =
  | { type: "bytes"; id: number; bytes: number }
  | { type: "digest"; id: number; digest: string }
  /** The blob cannot be read: changed, moved or withdrawn. */
  | { type: "unreadable"; id: number };
