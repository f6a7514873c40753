/** What the wizard learns about directories and files that a user chose, before anything is sent. */
import type { DirectoryKind, UploadKind } from "../../../protocol/uploads.ts";
import type { UploadSource } from "../types.ts";

export type { Finding } from "../../../domain/upload/findings.ts";

import type { Finding } from "../../../domain/upload/findings.ts";

/** A chosen file and where it lies: from the chosen top directory on, parts separated by "/". */
export interface ChosenEntry {
  readonly path: string;
  readonly file: File;
}

/** A directory among the chosen ones, with everything below it. */
export interface ChosenDirectory {
  readonly name: string;
  /** Where it lies, its own name included: the paths of its entries begin with it and "/". */
  readonly path: string;
  /** Guessed by names; a directory of neither kind is only there when nothing else is. */
  readonly kind: DirectoryKind | "unknown";
  readonly entries: readonly ChosenEntry[];
}

export interface InspectOptions {
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Files looked at so far, of how many. */
  readonly onProgress?: (done: number, all: number) => void;
}

export interface CandidateFacts {
  /** CNS only. A corrupted directory has an error too. */
  readonly type?: "Regular" | "Segmented" | "Corrupted";
  /** Epoch milliseconds; where `timezone` is null and `isWallTime`, the wall clock read as if it were UTC. Null: unknown. */
  readonly startMs: number | null;
  readonly endMs: number | null;
  /** IANA name where the source tells one. */
  readonly timezone: string | null;
  /** The times are wall-clock times whose zone the source does not tell. */
  readonly isWallTime: boolean;
  readonly channels?: number;
}

/** A directory or file of one kind, looked at. With an `error` it must not be sent and `source` throws. */
export interface Candidate {
  readonly kind: UploadKind;
  /** As it is called on the user's disk: for the user's eyes only. */
  readonly chosenName: string;
  /** Bytes and files that would be sent. */
  readonly size: number;
  readonly fileCount: number;
  /** One plain sentence: it is refused. */
  readonly error: string | null;
  readonly warnings: readonly string[];
  readonly facts: CandidateFacts;
  /** Empty when nothing identifies. */
  readonly findings: readonly Finding[];
  /** What is sent, as it is or without what was found. Info files of CNS directories are always reduced (spec 000 section 9). */
  source(isCleaned: boolean): UploadSource;
}
