/** What the slice speaks of. */
import type { Session } from "../platform/http/caller.ts";

/** Why a copy is not complete (prefetchText.refused). */
export type CopyFailure = "disk" | "store" | "damaged" | "unwritable";

/** A recording that is kept ready for review. */
export interface Reservation {
  recordingId: number;
  workspaceId: number;
  /** Bytes of its stored objects. */
  size: number;
  /** Of a recording in a service: which import wrote it. Null when it lies in the data folder. */
  token: string | null;
}

/** What this server holds of it. */
export interface OwnCopy {
  loaded: number;
  /** Every byte is there. */
  isComplete: boolean;
  isLoading: boolean;
  failure: CopyFailure | null;
  /** Tries that failed since bytes last came in. */
  tries: number;
  /** Not tried again before; of `performance.now()`. */
  retryAt: number;
}

/** What of it the other servers read. */
export interface CopyFacts {
  recordingId: number;
  percent: number;
  isLoading: boolean;
  failure: CopyFailure | null;
  isInReview: boolean;
}

/** Who asks for a recording. */
export interface Reviewer {
  session: Session;
  /** Of the connection. */
  address: string;
}

export interface PrefetchLog {
  info(facts: object, event: string): void;
  warn(facts: object, event: string): void;
}
