/** Puts the server together; main.ts listens. */
import type { AddressInfo } from "node:net";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import fastify, { type FastifyInstance, LogController } from "fastify";
import { addAdminRoutes } from "./admin/admin-routes.ts";
import { addAdmissionRoutes } from "./admission/index.ts";
import { addAnalysisRoutes, type StoredRuns } from "./analysis/index.ts";
import { addAnnotationRoutes, keptMasks } from "./annotations/index.ts";
import { addCoverageRoutes } from "./coverage/index.ts";
import { addDisplayRoutes } from "./displays/index.ts";
import { addDocumentRoutes, type DocumentKinds, documentDeps } from "./documents/index.ts";
import { addEegServiceRoutes, embeddedCatalogue, type RemoteEegService } from "./eeg-service/index.ts";
import { addEventReviewRoutes } from "./event-reviews/index.ts";
import { addFileRoutes } from "./files/index.ts";
import { addFormRoutes } from "./forms/index.ts";
import { addAccountRoutes } from "./identity/account-routes.ts";
import { makeGuard } from "./identity/guard.ts";
import { demandKnownRoute } from "./identity/known-routes.ts";
import { ReadingLog } from "./identity/reading-log.ts";
import { readRelease } from "./identity/release.ts";
import { RunningAnswers } from "./identity/running-answers.ts";
import { sessionOf } from "./identity/session.ts";
import { addLiveRoutes, gatewayOf, LiveStreams, startLiveUpkeep } from "./live/index.ts";
import { addMontageRoutes } from "./montages/index.ts";
import { attachNewsSocket } from "./news/news-socket.ts";
import { addOauthRoutes } from "./oauth/oauth-routes.ts";
import { addPatientRoutes } from "./patient-lists/patient-routes.ts";
import { addPipelineRoutes } from "./pipelines/index.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Database } from "./platform/database/database.ts";
import { quietDuring, watchDatabase } from "./platform/database/database-watch.ts";
import { describeError } from "./platform/describe-error.ts";
import { addHealthRoutes, isHealthRoute } from "./platform/health/health.ts";
import { metricCounts } from "./platform/health/metric-counts.ts";
import { addMetricsRoute, createMetrics, metricsPath } from "./platform/health/metrics.ts";
import { answerChecks } from "./platform/http/answer-checks.ts";
import { addApiList } from "./platform/http/api-list.ts";
import { clientAddressOf, keepAddresses } from "./platform/http/client-address.ts";
import { compressAnswers } from "./platform/http/compressed-answers.ts";
import { answerError } from "./platform/http/error-edge.ts";
import { addHeaders, bareHeaders } from "./platform/http/headers.ts";
import { validatorOf } from "./platform/http/json-bounds.ts";
import { hasOneHost, ownNames } from "./platform/http/origins.ts";
import { type RouteHost, routeHost, takeEmptyBodies } from "./platform/http/routes.ts";
import { bodyLimits, limitBodies, longestRequestMs } from "./platform/http/slow-bodies.ts";
import { cutStalled } from "./platform/http/stalled-connections.ts";
import { serveWebFiles } from "./platform/http/web-files.ts";
import type { Config } from "./platform/start/config.ts";
import type { OpenedStores } from "./platform/storage/open-stores.ts";
import { diskRoom } from "./platform/storage/room.ts";
import { addStoreRoutes } from "./platform/storage/store-routes.ts";
import { startPrefetch } from "./prefetch/index.ts";
import type { PageService } from "./query/page-service.ts";
import { addRecordingRoutes } from "./query/recording-routes.ts";
import { attachPageSocket, type PageSocketServer } from "./query/socket.ts";
import { SocketAudit } from "./query/socket-audit.ts";
import { UserRooms } from "./query/user-room.ts";
import { homeSettings, type RecordingStore, remoteHome } from "./recordings/index.ts";
import { addSharedViewRoutes } from "./shared-views/index.ts";
import { addShortcutRoutes } from "./shortcuts/index.ts";
import { addTrendExportRoutes } from "./trend-export/index.ts";
import { forgetGivenUp } from "./uploads/index.ts";
import { addUploadRoutes } from "./uploads/upload-routes.ts";

/** A route that takes more says so itself. */
const maxBodyBytes = 256 * 1024;

export interface AppOptions {
  config: Config;
  db: NodePgDatabase;
  database: Pick<Database, "probe" | "dropConnections">;
  bus: Bus;
  /** The default workspace. */
  workspaceId: number;
  recordings: RecordingStore;
  pages: PageService;
  /** What runs of analyses stored; absent: none are read. */
  storedRuns?: StoredRuns;
  /** The first digits of the hash of the core that analyses are computed with. */
  core: string;
  /** Draws EEG images elsewhere; absent: they are drawn here. */
  eegService?: RemoteEegService;
  stores: OpenedStores;
  /** dist/web, or null to serve no files (tests). */
  webRoot: string | null;
  /** What is wrong with the installation at this moment, one sentence each. */
  notices?: () => readonly string[];
  /** Kinds of documents; tests bring their own. */
  documentKinds?: DocumentKinds;
}

export interface App {
  http: FastifyInstance;
  sockets: PageSocketServer;
  /** Answers the next health checks with "stopping". */
  beginStopping(): void;
}

/** @throws StartRefused when something it needs is not there. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, db, database, bus, workspaceId, recordings, pages, stores, webRoot, notices = () => [] } = options;
  const http = fastify({
    logger: {
      level: config.logLevel,
      stream: process.stderr,
      serializers: { err: describeError },
      hooks: quietDuring(() => watch),
    },
    logController: new LogController({ disableRequestLogging: true }), // addresses may hold more than ids
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: "idle",
    return503OnClosing: false, // what was accepted is answered: behind a proxy others take what comes later
    // True is whoever connects, and nobody before: Fastify's own "true" believes what the client itself wrote.
    trustProxy: config.trustProxy === true ? (_address, hop) => hop === 0 : config.trustProxy,
    bodyLimit: maxBodyBytes,
    serializerOpts: answerChecks,
    requestTimeout: longestRequestMs,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(bareHeaders)),
  });
  keepAddresses(http.server);
  http.addHook("onClose", cutStalled(http.server, http.log));
  const watch = watchDatabase({ ...database, log: http.log });
  http.addHook("onClose", () => watch.close());
  const metrics = createMetrics();
  const port = () => (http.server.address() as AddressInfo | null)?.port ?? 80;
  const names = ownNames(config, port);
  const isAllowed = ({ host, origin }: { host?: string; origin?: string }) =>
    names.isHost(host) && names.isOrigin(origin);

  http.removeContentTypeParser("text/plain"); // JSON only: what a foreign page's form can send is not read
  takeEmptyBodies(http);
  http.setValidatorCompiler(validatorOf);
  http.setErrorHandler(answerError);
  http.addHook("onRoute", demandKnownRoute);
  await addHeaders(http, config);
  http.addHook("onRequest", async (request, reply) => {
    const { url } = request.routeOptions;
    if (!hasOneHost(request.raw.rawHeaders))
      return reply.code(400).type("text/plain; charset=utf-8").send("The request names more than one host.");
    if (!isHealthRoute(url) && url !== metricsPath && !isAllowed(request.headers))
      // those have rules of their own
      return reply
        .code(403)
        .type("text/plain; charset=utf-8")
        .send(
          `This address is not known here. Use ${config.publicUrl ?? new URL(`http://localhost:${port()}`).origin}.`,
        );
  });
  http.addHook("onResponse", async (request, reply) => {
    const facts = { method: request.method, route: request.routeOptions.url, status: reply.statusCode };
    request.log.debug({ ...facts, ms: Math.round(reply.elapsedTime) }, "http.answered");
    metrics.observeCall(request, reply.statusCode, reply.elapsedTime);
  });
  compressAnswers(http);
  limitBodies(http, bodyLimits);
  const counts = metricCounts(db);
  const disk = () => diskRoom(config.dataDir);
  const sources = { pageLoad: () => pages.load(), sockets: () => sockets.engine.clientsCount, counts, disk };
  addMetricsRoute(http, { metrics, sources, token: config.metricsToken });
  const beginStopping = addHealthRoutes(http, db, notices);
  const readings = new ReadingLog({ db, log: http.log });
  http.addHook("onClose", () => readings.close());
  const guard = makeGuard({
    db,
    defaultWorkspaceId: workspaceId,
    publicUrl: config.publicUrl,
    gatewayOf: (credential) => gatewayOf(db, credential),
    readings,
  });
  const running = new RunningAnswers(db, bus);
  http.addHook("onClose", () => running.close());
  const host = routeHost(http, guard, readings, running);
  addAccountRoutes(host, { db, bus, workspaceId, config });
  addAdminRoutes(host, { db, bus, config, stores, notices, forgetUploads: forgetGivenUp });
  addOauthRoutes(http, host, { db, bus, config });
  addPatientRoutes(host, { db });
  addAdmissionRoutes(host, { db, bus });
  addLive(http, host, options);
  addFormRoutes(host, { db, uploads: config.uploads });
  const documents = documentDeps({ db, bus, log: http.log, kinds: options.documentKinds });
  addDocumentRoutes(host, documents);
  addDisplayRoutes(host, documents);
  addShortcutRoutes(host, documents);
  addSharedViewRoutes(host, { ...documents, days: config.sharedViewDays });
  addAnnotationRoutes(host, { db, bus });
  addEventReviewRoutes(host, { db, bus });
  addCoverageRoutes(host, { db, bus });
  addUploadRoutes(host, { db, bus, config, stores });
  addFileRoutes(http, host, { db, stores, log: http.log, dataDir: config.dataDir });
  addAnalysisRoutes(host, { recordings, masksOf: keptMasks(db), storedRuns: options.storedRuns });
  addMontageRoutes(host, documents, recordings);
  addPipelineRoutes(host, documents, {
    ...{ recordings, stores, masksOf: keptMasks(db), home: homeSettings(config), core: options.core },
    log: http.log,
  });
  addRecordingRoutes(host, recordings);
  addTrendExportRoutes(host, {
    ...{ db, recordings, pages, masksOf: keptMasks(db), dataDir: config.dataDir, core: options.core },
  });
  addEegServiceRoutes(host, recordings, options.eegService ?? embeddedCatalogue);
  const prefetch = await startPrefetch({
    db,
    bus,
    recordings,
    dataDir: config.dataDir,
    remote: remoteHome(stores, config.recordingCacheBytes),
    maxBytes: config.preloadBytes,
    isAlone: config.databaseUrl === undefined,
    log: http.log,
  });
  http.addHook("onClose", () => prefetch.close());
  prefetch.addRoutes(host);
  addStoreRoutes(http, stores);
  addApiList(http, readRelease().version, config);
  if (webRoot !== null) await serveWebFiles(http, webRoot, config);
  const rooms = new UserRooms();
  const addressOf = clientAddressOf(config.trustProxy);
  const audit = new SocketAudit(readings, addressOf);
  const sockets = attachPageSocket(http.server, {
    service: pages,
    recordings,
    sessionOf: (token) => sessionOf(db, token),
    rooms,
    audit,
    watch,
    bus,
    observe: metrics.observePage,
    log: http.log,
    isAllowed,
  });
  prefetch.attach(sockets, {
    sessionOf: (token) => sessionOf(db, token),
    rooms,
    audit,
    watch,
    addressOf,
  });
  http.addHook(
    "onClose",
    attachNewsSocket(sockets, { db, bus, sessionOf: (token) => sessionOf(db, token), rooms, audit, log: http.log }),
  );
  return { http, sockets, beginStopping };
}

/** Streams of gateways: their calls, and what lets go of them when the server stops. */
function addLive(http: FastifyInstance, host: RouteHost, { config, db, bus, stores }: AppOptions): void {
  const home = {
    ...{ db, dataDir: config.dataDir, remote: remoteHome(stores, config.recordingCacheBytes) },
    onTold: (id: number) => bus.send({ kind: "recordings-grown", recordingIds: [id] }),
  };
  const streams = new LiveStreams({ ...home, log: http.log });
  const upkeep = startLiveUpkeep({ db, streams, silentHours: config.liveSilentHours, log: http.log });
  addLiveRoutes(host, { ...home, bus, streams, onRevoked: upkeep.soon });
  http.addHook("onClose", async () => {
    await upkeep.end();
    await streams.close();
  });
}
