/** Parts of one object. */
import { createHash } from "node:crypto";
import type { StoredPart } from "./types.ts";

/** ETag of an object made of parts: MD5 of the parts' MD5s, and their number. */
export function partsEtag(parts: readonly StoredPart[]): string {
  const hash = createHash("md5");
  for (const { etag } of parts) hash.update(Buffer.from(etag, "hex"));
  return `${hash.digest("hex")}-${parts.length}`;
}
