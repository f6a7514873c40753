/**
 * Nobody holds a connection by sending a body byte by byte. Bodies of stored objects may be long, but must keep coming.
 * Of a body that is too large a part is still taken: who is cut off while sending never reads why.
 */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Until a whole request must have come, whatever it is: 40 MB at 90 kbit/s. The server's `requestTimeout`. */
export const longestRequestMs = 3_600_000;

export interface BodyLimits {
  /** Until the body of a call must have come. */
  callMs: number;
  /** Longest silence within the body of a stored object. */
  silenceMs: number;
  /** What is taken, and thrown away, of a body that is refused as too large before the connection is closed. */
  refused: { bytes: number; ms: number };
}

export const bodyLimits: BodyLimits = {
  callMs: 300_000,
  silenceMs: 120_000,
  refused: { bytes: 32 * 1024 * 1024, ms: 5_000 },
};

export function limitBodies(http: FastifyInstance, { callMs, silenceMs, refused }: BodyLimits): void {
  http.addHook("onSend", async ({ raw }, reply) => {
    if (reply.statusCode === 413) await discard(raw, refused);
  });
  http.addHook("onRequest", async (request) => {
    const { raw, routeOptions } = request;
    const hasBody = raw.headers["transfer-encoding"] !== undefined || Number(raw.headers["content-length"] ?? 0) > 0;
    if (!hasBody) return;
    if (routeOptions.config?.hasLongBody) {
      raw.setTimeout(silenceMs, () => cut(request));
      raw.once("end", () => raw.setTimeout(0));
      return;
    }
    const timer = setTimeout(() => cut(request), callMs).unref();
    raw.once("close", () => clearTimeout(timer));
    raw.once("end", () => clearTimeout(timer));
  });
}

/** Until the body is over, or its sender has had bytes and time enough. */
async function discard(body: IncomingMessage, { bytes, ms }: BodyLimits["refused"]): Promise<void> {
  if (body.complete || body.destroyed) return;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    let taken = 0;
    timer = setTimeout(resolve, ms).unref();
    body.on("data", ({ length }: Buffer) => {
      taken += length;
      if (taken > bytes) resolve();
    });
    for (const event of ["end", "close", "error"]) body.once(event, () => resolve());
    body.unpipe().resume(); // whoever looked through it on its way to the parser takes nothing any more
  });
  clearTimeout(timer);
}

function cut({ raw }: FastifyRequest): void {
  if (raw.complete || raw.socket.destroyed) return;
  if (raw.socket.writable)
    raw.socket.end("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  raw.destroy();
}
