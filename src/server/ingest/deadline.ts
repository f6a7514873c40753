/**
 * How long reading a source may take. What a file makes a reader do follows from its bytes; whatever that is, it ends: the
 * readers ask here wherever they read, the import and `inspect` between blocks, and a thread that no longer answers is ended
 * from outside (watch-thread.ts).
 */
import { SourceRefused } from "../../domain/files/source-refused.ts";
import { ingestText } from "../../protocol/text/ingest-text.ts";
import type { ByteSource } from "./byte-source.ts";
import type { SourceFolder } from "./source-folder.ts";

export interface DeadlineOptions {
  /** Allowed for any source, however small. */
  baseMs?: number;
  /** Allowed on top for every byte that was read for the first time: a slow link is no fault of the file. */
  msPerByte?: number;
  /** A clock in milliseconds. */
  now?: () => number;
}

const usual = { baseMs: 15 * 60_000, msPerByte: 1 / 250 } as const;

export class Deadline {
  readonly #now: () => number;
  readonly #begun: number;
  readonly #msPerByte: number;
  #allowedMs: number;
  #isDone = false;

  /** Begins to count at once. */
  constructor({
    baseMs = usual.baseMs,
    msPerByte = usual.msPerByte,
    now = () => performance.now(),
  }: DeadlineOptions = {}) {
    this.#now = now;
    this.#begun = now();
    this.#allowedMs = baseMs;
    this.#msPerByte = msPerByte;
  }

  /** Whether reading goes on although its time is over. */
  get isOver(): boolean {
    return !this.#isDone && this.#now() - this.#begun > this.#allowedMs;
  }

  /** @throws SourceRefused when the time is over */
  check(): void {
    if (this.isOver) throw new SourceRefused(ingestText.tookTooLong);
  }

  /** The source is read; what comes now is not its doing. */
  done(): void {
    this.#isDone = true;
  }

  /** Of bytes that were not read before. */
  allow(bytes: number): void {
    this.#allowedMs += bytes * this.#msPerByte;
  }
}

/** The same bytes; each read asks first whether there is time for it. */
export function limitedSource(source: ByteSource, deadline: Deadline): ByteSource {
  let furthest = 0;
  return {
    size: () => source.size(),
    async read(into, position) {
      deadline.check();
      const length = await source.read(into, position);
      if (position + length > furthest) {
        deadline.allow(position + length - furthest);
        furthest = position + length;
      }
      return length;
    },
    close: () => source.close(),
  };
}

/** The same folder; every file in it has one source, so that no byte counts twice. */
export function limitedFolder(folder: SourceFolder, deadline: Deadline): SourceFolder {
  const files = new Map<string, ByteSource>();
  return {
    name: folder.name,
    names() {
      deadline.check();
      return folder.names();
    },
    file(name) {
      const known = files.get(name) ?? limitedSource(folder.file(name), deadline);
      files.set(name, known);
      return known;
    },
    folder: (name) => limitedFolder(folder.folder(name), deadline),
  };
}
