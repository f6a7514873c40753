/**
 * Long JSON answers are sent compressed to whoever takes that. Answers that hold secrets are not: beside words that somebody
 * else chose, their length would tell of the secret (BREACH). Sockets and samples pass as they are.
 */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

/** Shorter ones, tokens among them, are not worth the work. */
export const leastCompressedBytes = 4096;
/** At most a few ms for the longest page of a table, on a thread of the pool. */
const methods = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 5 }),
};

/** The best way that the header Accept-Encoding names and does not refuse, or null. */
export function encodingOf(accepted: string | undefined): keyof typeof methods | null {
  const named = new Map<string, boolean>();
  for (const part of (accepted ?? "").toLowerCase().split(",")) {
    const [name, ...parameters] = part.split(";").map((text) => text.trim());
    named.set(name, !parameters.some((text) => /^q=0(\.0*)?$/.test(text)));
  }
  for (const name of ["br", "gzip"] as const) if (named.get(name) === true) return name;
  return null;
}

export function compressAnswers(http: FastifyInstance): void {
  http.addHook("onSend", async (request, reply, payload) => {
    if (typeof payload !== "string" || Buffer.byteLength(payload) < leastCompressedBytes) return payload;
    const isJson = String(reply.getHeader("content-type") ?? "").startsWith("application/json");
    if (!isJson || request.routeOptions.config?.declared?.hasSecrets === true) return payload;
    reply.header("vary", "accept-encoding");
    const encoding = encodingOf(request.headers["accept-encoding"]);
    if (encoding === null || reply.hasHeader("content-encoding")) return payload;
    const bytes = await methods[encoding](payload);
    reply.header("content-encoding", encoding).removeHeader("content-length");
    return bytes;
  });
}
