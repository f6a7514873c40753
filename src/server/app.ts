/** Puts the server together; main.ts listens. */
import type { AddressInfo } from "node:net";
import { TypeBoxValidatorCompiler } from "@fastify/type-provider-typebox";
import fastify, { type FastifyError, type FastifyInstance, LogController } from "fastify";
import type { Config } from "./platform/config.ts";
import { describeError } from "./platform/describe-error.ts";
import { addHeaders } from "./platform/headers.ts";
import { isOwnHost, isOwnOrigin } from "./platform/origins.ts";
import { Refused } from "./platform/routes.ts";
import { serveWebFiles } from "./platform/web-files.ts";
import type { PageService } from "./query/page-service.ts";
import { addRecordingRoutes } from "./query/recording-routes.ts";
import { attachPageSocket, type PageSocketServer } from "./query/socket.ts";
import type { Recordings } from "./recordings/index.ts";

export interface AppOptions {
  config: Pick<Config, "logLevel" | "addresses">;
  recordings: Recordings;
  pages: PageService;
  /** dist/web, or null to serve no files (tests). */
  webRoot: string | null;
}

export interface App {
  http: FastifyInstance;
  sockets: PageSocketServer;
  /** Answers the next health checks with "stopping". */
  beginStopping(): void;
}

/** @throws StartRefused when something it needs is not there. */
export async function buildApp({ config, recordings, pages, webRoot }: AppOptions): Promise<App> {
  const http = fastify({
    logger: { level: config.logLevel, stream: process.stderr, serializers: { err: describeError } },
    logController: new LogController({ disableRequestLogging: true }), // addresses may hold more than ids
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: "idle",
  });
  let isStopping = false;
  const port = () => (http.server.address() as AddressInfo | null)?.port ?? 80;
  const isAllowed = ({ host, origin }: { host?: string; origin?: string }) =>
    isOwnHost(host, port(), config.addresses) && isOwnOrigin(origin, port(), config.addresses);

  http.removeContentTypeParser("text/plain"); // JSON only: what a foreign page's form can send is not read
  http.setValidatorCompiler(TypeBoxValidatorCompiler);
  http.setErrorHandler((error: FastifyError | Refused, request, reply) => {
    const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) request.log.error({ err: error, route: request.routeOptions.url }, "http.failed");
    return reply.code(status).type("text/plain; charset=utf-8").send(sentenceOf(error, status));
  });
  await addHeaders(http);
  http.addHook("onRequest", async (request, reply) => {
    if (!isAllowed(request.headers))
      return reply
        .code(403)
        .type("text/plain; charset=utf-8")
        .send("This address is not known here. Use http://localhost.");
  });
  http.addHook("onResponse", async (request, reply) => {
    const facts = { method: request.method, route: request.routeOptions.url, status: reply.statusCode };
    request.log.debug({ ...facts, ms: Math.round(reply.elapsedTime) }, "http.answered");
  });
  http.get("/healthz", (_request, reply) =>
    isStopping ? reply.code(503).send({ status: "stopping" }) : reply.send({ status: "ok" }),
  );
  addRecordingRoutes(http, recordings);
  if (webRoot !== null) await serveWebFiles(http, webRoot);
  const sockets = attachPageSocket(http.server, { service: pages, log: http.log, isAllowed });
  return {
    http,
    sockets,
    beginStopping() {
      isStopping = true;
    },
  };
}

function sentenceOf(error: FastifyError | Refused, status: number): string {
  if (error instanceof Refused) return error.message;
  if ("validation" in error && error.validation) return "The request is not of the expected form.";
  switch (status) {
    case 413:
      return "The request is too large.";
    case 415:
      return "The request must be JSON.";
    case 500:
      return "The server could not answer. Please try again.";
    default:
      return "The request cannot be read.";
  }
}
