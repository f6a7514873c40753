/** What a node of ROLE=worker serves: its health, and nothing else. No calls, no sockets, no files. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import fastify, { type FastifyInstance, LogController } from "fastify";
import { demandKnownRoute } from "./identity/known-routes.ts";
import type { Database } from "./platform/database/database.ts";
import { quietDuring, watchDatabase } from "./platform/database/database-watch.ts";
import { describeError } from "./platform/describe-error.ts";
import { addHealthRoutes } from "./platform/health/health.ts";
import { metricCounts } from "./platform/health/metric-counts.ts";
import { addMetricsRoute, createMetrics } from "./platform/health/metrics.ts";
import { answerError } from "./platform/http/error-edge.ts";
import { addHeaders, bareHeaders } from "./platform/http/headers.ts";
import type { Config } from "./platform/start/config.ts";
import { diskRoom } from "./platform/storage/room.ts";

export interface WorkerApp {
  http: FastifyInstance;
  /** Answers the next health checks with "stopping". */
  beginStopping(): void;
}

export interface WorkerAppOptions {
  config: Config;
  db: NodePgDatabase;
  database: Pick<Database, "probe" | "dropConnections">;
  /** What is wrong with the installation at this moment, one sentence each. */
  notices?: () => readonly string[];
}

export async function buildWorkerApp({ config, db, database, notices }: WorkerAppOptions): Promise<WorkerApp> {
  const http = fastify({
    logger: {
      level: config.logLevel,
      stream: process.stderr,
      serializers: { err: describeError },
      hooks: quietDuring(() => watch),
    },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: "idle",
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(bareHeaders)),
  });
  const watch = watchDatabase({ ...database, log: http.log });
  http.addHook("onClose", () => watch.close());
  http.setErrorHandler(answerError);
  http.addHook("onRoute", demandKnownRoute);
  await addHeaders(http, config);
  const metrics = createMetrics();
  http.addHook("onResponse", async (request, reply) =>
    metrics.observeCall(request, reply.statusCode, reply.elapsedTime),
  );
  addMetricsRoute(http, {
    metrics,
    sources: { counts: metricCounts(db), disk: () => diskRoom(config.dataDir) },
    token: config.metricsToken,
  });
  return { http, beginStopping: addHealthRoutes(http, db, notices) };
}
