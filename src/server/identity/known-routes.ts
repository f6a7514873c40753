/** A route is a declared call (src/protocol/catalogue.ts) or one of these few; anything else stops the server's start. */
import type { RouteOptions } from "fastify";
import { allRoutes } from "../../protocol/catalogue.ts";
import { clientPaths } from "../platform/http/client-paths.ts";
import { storeRoute } from "../platform/storage/store-routes.ts";

/** Everything that answers without a declaration, and so without the guard. */
export const undeclaredRoutes: ReadonlySet<string> = new Set([
  "/healthz",
  "/readyz",
  // Numbers for the operator, for this computer or by a token (platform/health/metrics.ts).
  "/metrics",
  // The list of calls.
  "/openapi.json",
  "/docs",
  // The notebook hub's side of the sign-in (RFC 6749); it has its own codes and tokens.
  "/v1/oauth/token",
  "/v1/oauth/userinfo",
  // Objects of the local store; the signature of the address is what admits.
  storeRoute,
  // Downloads by an address that is good once (server/files/downloads.ts).
  "/v1/files/download",
  // The web application.
  ...clientPaths,
  "/*",
]);

const declared = new Set(allRoutes);

/** For Fastify's hook onRoute. @throws Error for a route that is neither declared nor in the list. */
export function demandKnownRoute({ url, method, config }: Pick<RouteOptions, "url" | "method" | "config">): void {
  const route = config?.declared;
  if (route !== undefined) {
    const isMethod = method === "POST" || (method === "GET" && route.hasGet === true);
    if (!declared.has(route) || route.path !== url || !isMethod)
      throw new Error(`${url} is registered for a call that src/protocol/catalogue.ts does not know.`);
  } else if (!undeclaredRoutes.has(url))
    throw new Error(`${url} is neither declared nor a known route without a guard.`);
}
