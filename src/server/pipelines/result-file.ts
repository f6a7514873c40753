/** The file of a run in the store: nothing of it is answered unless all of it is what was written. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { ObjectDamaged, ObjectMissing, type ObjectStore } from "../platform/storage/types.ts";

/** Of a file as it was written. */
export interface WrittenFile {
  fileKey: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
}

export type FileProblem = "missing" | "changed";

/** Reads to the end. @throws the signal's reason, or what reading does */
export async function digestOf(
  pieces: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    hash.update(piece);
    sizeBytes += piece.byteLength;
  }
  return { sha256: hash.digest("hex"), sizeBytes };
}

/** Null: all of it is as it was written. @throws what says nothing of the file: a store that does not answer */
export async function problemOf(
  store: Pick<ObjectStore, "get">,
  { fileKey, sha256, sizeBytes }: WrittenFile,
  signal: AbortSignal,
): Promise<FileProblem | null> {
  try {
    const stored = await digestOf(await store.get(fileKey), signal);
    return stored.sha256 === sha256 && stored.sizeBytes === sizeBytes ? null : "changed";
  } catch (error) {
    if (error instanceof ObjectMissing) return "missing";
    if (error instanceof ObjectDamaged) return "changed";
    throw error;
  }
}

/** Its bytes. The last are held back until all of them were compared: a file that changes meanwhile never arrives whole. */
export async function soundStream(store: Pick<ObjectStore, "get">, file: WrittenFile): Promise<Readable> {
  const stored = await store.get(file.fileKey);
  return Readable.from(compared(stored, file), { objectMode: false });
}

async function* compared(pieces: AsyncIterable<Uint8Array>, { sha256 }: WrittenFile): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let held: Uint8Array | null = null;
  for await (const piece of pieces) {
    if (held !== null) yield held;
    hash.update(piece);
    held = piece;
  }
  if (hash.digest("hex") !== sha256) throw new ObjectDamaged();
  if (held !== null) yield held;
}
