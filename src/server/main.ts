/** `npm start`: opens the data folder, listens, and closes everything in order when told to stop. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { type AddressInfo, createServer, type Server as TcpServer } from "node:net";
import { join } from "node:path";
import { ensureAdministrator, ensureWorkspace } from "./admin/bootstrap.ts";
import { keptMasks } from "./annotations/index.ts";
import { type App, type AppOptions, buildApp } from "./app.ts";
import { createRemoteEegService, withToldFailures } from "./eeg-service/index.ts";
import { startDemo } from "./first-start.ts";
import { linkTokens } from "./identity/tokens.ts";
import { startIdentityUpkeep } from "./identity/upkeep.ts";
import type { RunningImport } from "./ingest/start-import.ts";
import { jobDefinitions } from "./job-definitions.ts";
import { createStoredRuns, pipelineJob } from "./pipelines/index.ts";
import { openBus } from "./platform/bus/open-bus.ts";
import { type Database, openDatabase } from "./platform/database/database.ts";
import { describeError } from "./platform/describe-error.ts";
import { type RoomWatch, roomNotices, watchRoom } from "./platform/health/room-watch.ts";
import { startJobRunner } from "./platform/jobs/index.ts";
import { startMailer } from "./platform/mail/index.ts";
import { type Config, isEveryAddress, isLoopback, readConfig, usage } from "./platform/start/config.ts";
import { tellIfAsked } from "./platform/start/help.ts";
import { withStartLock } from "./platform/start/start-lock.ts";
import { startProblem } from "./platform/start/start-problems.ts";
import { StartRefused } from "./platform/start/start-refused.ts";
import { sentenceOf } from "./platform/start/unknown-variables.ts";
import { installationRoot } from "./platform/start/worker-files.ts";
import { openReadyStores } from "./platform/storage/ready-stores.ts";
import type { Stores } from "./platform/storage/types.ts";
import { wantedOverviews } from "./prefetch/wanted-overviews.ts";
import { startOverviews } from "./query/overviews.ts";
import {
  coreDigits,
  createPageService,
  type PageService,
  type PageServiceOptions,
  storeFailures,
} from "./query/page-service.ts";
import { warmUp } from "./query/warm-up.ts";
import {
  adoptRecordings,
  homeSettings,
  integrityJobs,
  openRecordings,
  type RecordingStore,
  remoteHome,
  startIntegrityUpkeep,
  sweep,
} from "./recordings/index.ts";
import { itemsWithoutRoom } from "./uploads/recording-room.ts";
import { startUploadUpkeep } from "./uploads/upkeep.ts";
import { buildWorkerApp } from "./worker-app.ts";

const stopWithinMs = 10_000;

/** Closes what was opened, last first. One failure does not keep the rest open. */
class Closers {
  private readonly steps: (() => unknown)[] = [];
  private closing: Promise<void> | undefined;

  add(step: () => unknown): void {
    this.steps.unshift(step);
  }

  close(): Promise<void> {
    this.closing ??= (async () => {
      for (const step of this.steps)
        try {
          await step();
        } catch (error) {
          report("close.failed", error);
        }
    })();
    return this.closing;
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof StartRefused) console.error(error.message);
  else report("start.failed", error);
  process.exit(1);
}

function report(event: string, error: unknown): void {
  console.error(JSON.stringify({ msg: event, err: describeError(error) }));
}

async function main(): Promise<void> {
  tellIfAsked(usage);
  const config = readConfig(process.argv.slice(2), process.env);
  const closers = new Closers();
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await closers.close();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(0));
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error) => {
      report("process.failed", error);
      void stop(1);
    });
  try {
    const address = await start(config, closers);
    if (!isStopping) console.log(`CONNECT is ready at ${openedAt(config, address)}`);
  } catch (error) {
    await closers.close();
    throw startProblem(error, config.dataDir, { isEmbedded: config.databaseUrl === undefined }) ?? error;
  }
}

async function start(config: Config, closers: Closers): Promise<string> {
  const { dataDir, databaseUrl } = config;
  for (const unknown of config.unknownVariables) console.log(sentenceOf(unknown));
  await demandFreePort(config.port, config.addresses[0]);
  const database = await openDatabase({ dataDir, databaseUrl, mustOwn: true, admitsLater: true });
  closers.add(() => database.close());
  const stores = await openReadyStores(config);
  closers.add(() => stores.close());
  const bus = await openBus({
    databaseUrl,
    log: startLog(),
  });
  closers.add(() => bus.close());
  const workspaceId = await prepareWorkspace(database, config, stores);
  const remote = remoteHome(stores, config.recordingCacheBytes);
  await sweep(database.drizzle, dataDir, { isAlone: databaseUrl === undefined, remote });
  database.admit();
  const recordings = openRecordings({
    db: database.drizzle,
    dataDir,
    remote,
    log: startLog(),
    onChange: (recordingIds) => bus.send({ kind: "recordings-changed", recordingIds }),
  });
  closers.add(() => recordings.close());
  const db = database.drizzle;
  let room: RoomWatch | undefined;
  const notices = () => (room === undefined ? [] : roomNotices(room.state()));
  const coreHash = hashOfCore();
  const world = { config, db, database, bus, workspaceId, recordings, stores, notices };
  const app = await buildNode({ ...world, coreHash }, closers);
  closers.add(() => app.http.close());
  const address = await listen(app, config, closers);
  const { log } = app.http;
  room = await watchRoom({ folder: dataDir, waiting: () => itemsWithoutRoom(db), log });
  closers.add(() => room.close());
  if (!config.addresses.every(isLoopback) && !config.publicUrl?.startsWith("https:"))
    log.warn({ addresses: config.addresses }, "http.without-tls");
  for (const unknown of config.unknownVariables) log.warn(unknown, "environment.unknown");
  closers.add(async () => {
    app.beginStopping();
    app.sockets?.disconnectSockets(true);
    app.sockets?.engine.close();
  });
  const mailer = startMailer({ db, bus, config, publicUrl: config.publicUrl ?? address, tokens: linkTokens, log });
  closers.add(() => mailer.close());
  closers.add(startIdentityUpkeep({ db, log }));
  closers.add(startUploadUpkeep({ db, log }));
  if (config.role === "web") return address;
  const { integrity } = recordings;
  const definitions = [
    ...jobDefinitions({ config, db, bus, stores, log }),
    ...integrityJobs(integrity, log),
    pipelineJob({
      ...{ db, bus, stores, recordings, masksOf: keptMasks(db), home: homeSettings(config) },
      core: coreHash.slice(0, coreDigits),
    }),
  ];
  const runner = startJobRunner({ db, bus, log, definitions, isAlone: databaseUrl === undefined });
  closers.add(() => runner.close());
  closers.add(startIntegrityUpkeep({ db, bus, integrity, log }));
  if (!config.hasDemo) return address;
  const demo = await startDemo({ db, workspaceId, recordings, home: homeSettings(config), databaseUrl, log });
  if (demo !== null) closers.add(() => cancelled(demo));
  return address;
}

/** What this node serves: everything, or as a worker its health alone. */
async function buildNode(
  world: Pick<AppOptions, "config" | "db" | "database" | "bus" | "workspaceId" | "stores" | "notices"> & {
    recordings: RecordingStore;
    coreHash: string;
  },
  closers: Closers,
): Promise<Omit<App, "sockets"> & Partial<App>> {
  const { config, coreHash, db, stores } = world;
  const { dataDir } = config;
  if (config.role === "worker") {
    const worker = await buildWorkerApp(world);
    // What is made beforehand lies in the data folder: with a service each node has one of its own.
    if (config.hasOverviews && config.store.kind === "fs")
      closers.add(overviewsOf(world, pagesOf(world, closers), worker));
    return worker;
  }
  const log = { warn: (facts: object, event: string) => app.http.log.warn(facts, event) };
  const eegService =
    config.eegService === null ? undefined : withToldFailures(createRemoteEegService(config.eegService), log);
  const storedRuns = createStoredRuns({ db, stores, dataDir, log });
  const pages = pagesOf(world, closers, { storedRuns, eegService });
  const webRoot = join(installationRoot(), "dist", "web");
  const app = await buildApp({ ...world, pages, storedRuns, eegService, core: coreHash.slice(0, coreDigits), webRoot });
  const wanted = () => wantedOverviews(db, { isLocal: config.store.kind === "fs" });
  if (config.warmsUp) await warmUp({ pages, recordings: world.recordings, wanted, log: app.http.log });
  if (config.hasOverviews) closers.add(overviewsOf(world, pages, app));
  return app;
}

function pagesOf(
  { config, db, recordings, coreHash }: Parameters<typeof buildNode>[0],
  closers: Closers,
  more: Pick<PageServiceOptions, "storedRuns" | "eegService"> = {},
): PageService {
  const pages = createPageService({
    ...more,
    recordings,
    masksOf: keptMasks(db),
    dataDir: config.dataDir,
    home: homeSettings(config),
    coreHash,
    derivedCacheBytes: config.derivedCacheBytes,
    onStoreFailure: storeFailures(startLog()),
  });
  closers.add(() => pages.close());
  return pages;
}

/** What keys of computed values and results say of the core. @throws StartRefused when it is not built */
function hashOfCore(): string {
  const core = join(installationRoot(), "build", "core.wasm");
  if (!existsSync(core)) throw new StartRefused(`The rendering core is not built (${core}): run "npm run build".`);
  return createHash("sha256").update(readFileSync(core)).digest("hex");
}

/** Makes overviews beforehand. Returns what ends that. */
function overviewsOf(
  { config, db, bus, recordings }: Pick<AppOptions, "config" | "db" | "bus" | "recordings">,
  pages: PageService,
  { http }: Pick<App, "http">,
): () => Promise<void> {
  const { derivedCacheBytes, store } = config;
  const wanted = () => wantedOverviews(db, { isLocal: store.kind === "fs" });
  const overviews = startOverviews({ pages, recordings, wanted, bus, derivedCacheBytes, log: http.log });
  return () => overviews.close();
}

/** The first start makes the workspace and its administrator, and says a password it made up this once. */
async function prepareWorkspace({ drizzle: db, pool }: Database, config: Config, stores: Stores): Promise<number> {
  const { workspaceName, adminEmail: email, adminPassword, databaseUrl } = config;
  return withStartLock(pool, databaseUrl !== undefined, async () => {
    const { workspaceId } = await ensureWorkspace(db, workspaceName, { firstBucket: stores.ownBucket });
    const password = adminPassword ?? undefined;
    const made = await ensureAdministrator({ db, workspaceId, email, password });
    if (made !== null && adminPassword === null)
      console.log(
        `Administrator of ${workspaceName}: ${made.email}\nPassword, shown this once: ${made.password}\nChange it in the account settings.`,
      );
    await adoptRecordings(db, workspaceId);
    return workspaceId;
  });
}

/** What people open, and where the server is reached when that is something else. */
function openedAt({ publicUrl }: Config, address: string): string {
  return publicUrl === null ? address : `${publicUrl}, listening at ${address}`;
}

/** Of what begins before the server's own log does. A function: this module waits at its top until the server runs. */
function startLog() {
  const print = (facts: object, msg: string) => console.error(JSON.stringify({ msg, ...facts }));
  return { info: print, warn: print };
}

const cancelled = async (demo: RunningImport) => {
  demo.cancel();
  await demo.done.catch(() => undefined);
};

/** Listens on the first address, and hands over connections to the others. Returns the address to open. */
async function listen({ http }: Pick<App, "http">, { port, addresses }: Config, closers: Closers): Promise<string> {
  try {
    await http.listen({ port, host: addresses[0], listenTextResolver: () => "http.listening" });
  } catch (error) {
    throw cannotListen(error, port, addresses[0]);
  }
  const { port: actual } = http.server.address() as AddressInfo;
  let isEverywhere = true;
  for (const address of addresses.slice(1)) {
    const other = await listenToo(http.server, actual, address).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE" && port !== 0) throw cannotListen(error, actual, address);
      return null; // this computer has no such address
    });
    if (other === null) isEverywhere = false;
    else closers.add(() => void other.close());
  }
  const [address] = addresses;
  const name = address.includes(":") ? `[${address}]` : address;
  const isLocalhost = isEveryAddress(address) || (addresses.length > 1 && isEverywhere);
  return `http://${isLocalhost ? "localhost" : name}:${actual}`;
}

/** Says so at once when the port is taken, before the database is opened. @throws StartRefused */
async function demandFreePort(port: number, address: string): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", (error) => reject(cannotListen(error, port, address)));
    probe.listen({ port, host: address }, () => probe.close(() => resolve()));
  });
}

function listenToo(http: Server, port: number, host: string): Promise<TcpServer> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => http.emit("connection", connection));
    server.once("error", reject);
    server.listen({ port, host, ipv6Only: true }, () => resolve(server));
  });
}

function cannotListen(error: unknown, port: number, address: string): StartRefused {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return new StartRefused(`Port ${port} of ${address} is in use: stop the other program or choose another --port.`);
  if (code === "EACCES")
    return new StartRefused(`Port ${port} may not be used by this account: choose another --port.`);
  return new StartRefused(`The server cannot listen on ${address}, port ${port}: ${message}.`);
}
