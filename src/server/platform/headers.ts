/** Headers of every answer: cross-origin isolation (shared WASM memory needs it) and the strict content policy. */
import { randomBytes } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/** In the served index.html; replaced by the nonce of the answer. */
export const noncePlaceholder = "__CSP_NONCE__";

export const newNonce = (): string => randomBytes(16).toString("base64");

/** `nonce`: lets the page's own style elements in; `host` is the checked Host header, for the socket. */
export function contentPolicy(host: string, nonce?: string): string {
  const directives: Record<string, string> = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`,
    "img-src": "'self' data: blob:",
    "connect-src": `'self' ws://${host}`,
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

export async function addHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false, // below: it names the host
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: { policy: "require-corp" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    strictTransportSecurity: false, // plain HTTP on loopback
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("content-security-policy", contentPolicy(request.headers.host ?? "localhost"));
  });
}
