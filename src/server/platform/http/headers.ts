/** Headers of every answer: cross-origin isolation (shared WASM memory needs it) and the strict content policy. */
import { randomBytes } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../start/config.ts";
import { storeOrigins } from "../storage/settings.ts";

/** In the served index.html; replaced by the nonce of the answer. */
export const noncePlaceholder = "__CSP_NONCE__";

export const newNonce = (): string => randomBytes(16).toString("base64");

/**
 * `nonce`: lets the page's own style elements in; `reached`: what it speaks to beside its own origin: the address of the
 * socket, such as "wss://connect.example", and stores of objects.
 */
export function contentPolicy(reached: readonly string[], nonce?: string): string {
  const directives: Record<string, string> = {
    "default-src": "'self'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`,
    "img-src": "'self' data: blob:",
    "connect-src": ["'self'", ...reached].join(" "),
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

type Naming = Pick<Config, "publicUrl" | "store">;

const hostOf = ({ headers }: FastifyRequest): string => (headers.host ?? "localhost").toLowerCase();

/** Whether the browser sent the request over TLS, which may end before this server. The Host header has been checked (origins.ts). */
export const isEncrypted = (request: FastifyRequest, { publicUrl }: Pick<Naming, "publicUrl">): boolean =>
  request.protocol === "https" || publicUrl === `https://${hostOf(request)}`;

/** What the page that a request is for speaks to, its socket first. */
export function reachedBy(request: FastifyRequest, naming: Naming): string[] {
  const scheme = isEncrypted(request, naming) ? "wss" : "ws";
  return [`${scheme}://${hostOf(request)}`, ...storeOrigins(naming.store)];
}

/** What the pages never ask of a computer, so that nothing that gets into one can either. Full screen is left to them. */
const permissionsPolicy = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "encrypted-media",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
]
  .map((name) => `${name}=()`)
  .join(", ");

/** For answers that come before any hook: addresses that cannot be read. There is nothing in them to load. */
export const bareHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "permissions-policy": permissionsPolicy,
} as const;

const yearSeconds = 31_536_000;

export async function addHeaders(app: FastifyInstance, config: Naming): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false, // below: it names the host
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginEmbedderPolicy: { policy: "require-corp" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    // Only where the operator says that people come by TLS: browsers then refuse this name without it for a year.
    strictTransportSecurity: config.publicUrl?.startsWith("https:")
      ? { maxAge: yearSeconds, includeSubDomains: false }
      : false,
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("content-security-policy", contentPolicy(reachedBy(request, config)));
    reply.header("permissions-policy", permissionsPolicy);
  });
}
