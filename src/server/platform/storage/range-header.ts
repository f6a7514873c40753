/** The one range that a request asks for (RFC 9110, 14.2). */
import type { IncomingHttpHeaders } from "node:http";
import type { ByteRange } from "./types.ts";

/** Null: the whole object, also for what we do not read (several ranges, another unit, another state of the object). */
export function byteRangeOf(
  headers: IncomingHttpHeaders,
  { etag, size }: { etag: string; size: number },
): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? "") ?? [];
  const condition = headers["if-range"];
  if (first === undefined || (first === "" && last === "") || (condition !== undefined && condition !== etag))
    return null;
  if (first === "") {
    const count = Math.min(size, Number(last));
    return count === 0 ? "unsatisfiable" : { start: size - count, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(size, Number(last) + 1);
  if (last !== "" && Number(last) < start) return null;
  return start < size ? { start, end } : "unsatisfiable";
}
