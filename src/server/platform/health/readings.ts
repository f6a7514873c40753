/** What handlers tell of patient data that was read, and who is told (identity/reading-log.ts). */
import type { Caller } from "../http/caller.ts";

/** Something that was read. Internal ids only. */
export interface Read {
  what: "patient" | "recording" | "file" | "form" | "run";
  id: number;
  /** What it belongs to. */
  facts?: Readonly<Record<string, number>>;
}

/** Who read it, by which call. */
export type Reader = Pick<Caller, "session" | "address" | "route">;

export interface ReadingWatch {
  /** Takes no time: it is written later. */
  read(reader: Reader, read: Read): void;
  /** A call of somebody who is signed in was refused (403, 404). `read`: what was asked for, where that is known. */
  refused(reader: Reader, status: number, read?: Read): void;
}

/** Where nobody keeps an audit (tests). */
export const noReadings: ReadingWatch = { read: () => undefined, refused: () => undefined };
