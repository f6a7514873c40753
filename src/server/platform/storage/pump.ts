/** Bytes on their way to the disk: hashed while they pass, never more than two batches in memory. */
import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";

const batchBytes = 1024 * 1024;

/** More or fewer bytes came than were announced. */
export class WrongLength extends Error {
  override readonly name = "WrongLength";
  constructor() {
    super("More or fewer bytes came than were announced.");
  }
}

/**
 * Writes exactly `size` bytes of `body` from `position` on and returns their hex md5. While one batch is being written
 * the next one comes; who sends faster than the disk takes waits. After a failure nothing is being written any more.
 * The body is left as it is: whoever sent it may still be told why it was not taken.
 * @throws WrongLength, what the disk says, what the body fails with
 */
export async function pump(
  file: FileHandle,
  position: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): Promise<string> {
  const hash = createHash("md5");
  let batch: Uint8Array[] = [];
  let batched = 0;
  let taken = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async () => {
    await writing;
    writing = writeAll(file, batch, position + taken - batched);
    writing.catch(() => undefined); // told by the next wait for it
    [batch, batched] = [[], 0];
  };
  try {
    for await (const bytes of body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body) {
      taken += bytes.length;
      if (taken > size) throw new WrongLength();
      hash.update(bytes);
      batch.push(bytes);
      batched += bytes.length;
      if (batched >= batchBytes) await flush();
    }
    if (taken < size) throw new WrongLength();
    await flush();
    await writing;
    return hash.digest("hex");
  } finally {
    await writing.catch(() => undefined);
  }
}

async function writeAll(file: FileHandle, batch: Uint8Array[], position: number): Promise<void> {
  for (let at = position; batch.length > 0; ) {
    const { bytesWritten } = await file.writev(batch, at);
    at += bytesWritten;
    batch = behind(batch, bytesWritten);
  }
}

/** What of `batch` lies behind its first `count` bytes. A full disk takes a part and refuses the rest. */
function behind(batch: Uint8Array[], count: number): Uint8Array[] {
  let skip = count;
  const rest: Uint8Array[] = [];
  for (const bytes of batch) {
    if (skip < bytes.length) rest.push(skip === 0 ? bytes : bytes.subarray(skip));
    skip = Math.max(0, skip - bytes.length);
  }
  return rest;
}
