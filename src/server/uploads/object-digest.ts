/** Whether an object of the store is the file that was declared (spec 000 section 9). */
import { createHash } from "node:crypto";
import { ObjectDamaged, type ObjectFacts, ObjectMissing, type ObjectStore } from "../platform/storage/index.ts";
import type { FileRow } from "./file-rows.ts";

export const hasPlainMd5 = ({ md5 }: Pick<FileRow, "md5">): boolean => !md5.includes("-");

/** What is there of a key: "damaged" is to be replaced. @throws what the store says */
export const objectAt = (store: ObjectStore, key: string): Promise<ObjectFacts | "damaged" | null> =>
  store.head(key).catch((error: unknown) => {
    if (error instanceof ObjectDamaged) return "damaged";
    throw error;
  });

/**
 * By size and etag. A file that is declared with its plain MD5 but came in parts has another etag in the store: it is read
 * through once, 40,000,000 bytes at most, piece by piece.
 */
export async function isAsDeclared(
  store: ObjectStore,
  { key, size, etag }: ObjectFacts,
  file: Pick<FileRow, "size" | "md5">,
): Promise<boolean> {
  if (size !== file.size) return false;
  if (etag === file.md5) return true;
  return hasPlainMd5(file) && etag.includes("-") && (await md5Of(store, key)) === file.md5;
}

/** Null when the object is no more. */
async function md5Of(store: ObjectStore, key: string): Promise<string | null> {
  const hash = createHash("md5");
  try {
    for await (const piece of await store.get(key)) hash.update(piece as Uint8Array);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
  return hash.digest("hex");
}
