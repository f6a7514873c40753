/** Nobody holds a connection by sending a body byte by byte. Bodies of stored objects may be long, but must keep coming. */
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Until a whole request must have come, whatever it is: 40 MB at 90 kbit/s. The server's `requestTimeout`. */
export const longestRequestMs = 3_600_000;

export interface BodyLimits {
  /** Until the body of a call must have come. */
  callMs: number;
  /** Longest silence within the body of a stored object. */
  silenceMs: number;
}

export const bodyLimits: BodyLimits = { callMs: 300_000, silenceMs: 120_000 };

export function limitBodies(http: FastifyInstance, { callMs, silenceMs }: BodyLimits): void {
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

function cut({ raw }: FastifyRequest): void {
  if (raw.complete || raw.socket.destroyed) return;
  raw.socket.end("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
  raw.destroy();
}
