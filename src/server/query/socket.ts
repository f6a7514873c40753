/** The data query socket (spec 001 section 7, "Real-time data sockets"): websocket only, answers by acknowledgement. */
import type { Server as HttpServer, IncomingMessage } from "node:http";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import {
  type ClientToServerEvents,
  chooseCode,
  dataQueryNamespace,
  otherProtocol,
  type ServerToClientEvents,
  socketPath,
  socketProtocol,
  socketUnavailable,
  tooManySockets,
} from "../../protocol/pages.ts";
import type { Permission } from "../../protocol/permissions.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { DatabaseWatch } from "../platform/database/database-watch.ts";
import type { PageObserver } from "../platform/health/metrics.ts";
import type { Session } from "../platform/http/caller.ts";
import type { Recordings } from "../recordings/index.ts";
import { placeAnswers } from "./answer-places.ts";
import { boundPackets, Handshakes, takeIn } from "./connection-bounds.ts";
import { followedIds, lookInTurns } from "./followed-ids.ts";
import { type GrowthReader, GrowthWatch } from "./growth-watch.ts";
import { KnownSessions } from "./known-sessions.ts";
import { PageDesk, type PageLog } from "./page-desk.ts";
import type { PageService } from "./page-service.ts";
import { ReadAnalyses } from "./read-analyses.ts";
import { type Pausable, readInTurns } from "./read-turns.ts";
import { RecordingLookup } from "./recording-lookup.ts";
import type { SocketAudit } from "./socket-audit.ts";
import { socketLimits } from "./socket-limits.ts";
import { admit, clientKey, type SessionOf, SessionWatch, SocketRefused } from "./socket-session.ts";
import { ToldVersions } from "./told-versions.ts";
import type { UserRooms } from "./user-room.ts";
import {
  answeringImage,
  answeringLabels,
  answeringTrendLabels,
  asImagePage,
  asLabelsPage,
  asTrendImagePage,
  asTrendLabelsPage,
} from "./with-eeg-service.ts";
import { asResampled } from "./with-sampling.ts";

export interface Admitted {
  token: string;
  session: Session;
  /** Gives the socket's place back. */
  leave: () => void;
}

export type PageSocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Admitted>;
type PageSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Admitted>;

export interface PageSocketOptions {
  service: PageService;
  recordings: Pick<Recordings, "get" | "revisions">;
  sessionOf: SessionOf;
  rooms: UserRooms;
  audit: SocketAudit;
  watch: DatabaseWatch;
  bus: Pick<Bus, "listen">;
  /** Takes the time of each page. */
  observe?: PageObserver;
  log: PageLog;
  /** Judges the headers of a handshake. */
  isAllowed(headers: { host?: string; origin?: string }): boolean;
}

/** Spec 001 section 9. */
const syncTimeMs = 1000;
/** Larger messages end the connection: 512 derivations, each less the mean of 64 electrodes, are below it, and to parse more holds others up. */
const maxRequestBytes = 256 * 1024;

export function attachPageSocket(http: HttpServer, options: PageSocketOptions): PageSocketServer {
  const { bus, isAllowed, watch: database } = options;
  const sessions = new KnownSessions(options.sessionOf, database);
  const io: PageSocketServer = new Server(http, {
    path: socketPath,
    transports: ["websocket"],
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: maxRequestBytes,
    connectTimeout: socketLimits.admittedWithinMs,
    allowRequest: (request, decide) => decide(null, isAllowed(request.headers)),
  });
  io.engine.on("connection", (connection: Connection & { request: { websocket: Pausable } }) => {
    const { request } = connection;
    readInTurns(request.websocket, request.socket);
    boundPackets(connection, () => {
      options.log.warn({}, "socket.flood");
      endConnection(connection);
    });
    connection.once("close", () => endConnection(connection));
  });
  const served = new Set<Served>();
  const growth = new GrowthWatch((ids) => options.recordings.revisions(ids));
  const leave = bus.listen((event) => {
    sessions.hear(event);
    for (const { watch } of served) watch.hear(event);
    if (event.kind === "recordings-grown") growth.hear(event.recordingIds);
    if (event.kind === "recordings-changed") for (const { tellChange } of served) tellChange(event.recordingIds);
    if (event.kind === "bus-resumed") for (const { tellChange } of served) tellChange("any");
  });
  const leaveDatabase = database.onChange(() => {
    for (const one of served) {
      one.tellGrace();
      if (!database.isAway) void one.watch.ask();
    }
  });
  http.once("close", () => {
    leave();
    leaveDatabase();
    growth.close();
    clearInterval(clock);
  });
  // The nameless space, which every server has, is for nobody: whoever stays there has shown no token.
  io.use((_socket, next) => next(new SocketRefused("no_token")));
  const pages = io.of(dataQueryNamespace);
  pages.use(admission({ ...options, sessionOf: sessions.askOrRemember }));
  const clock = setInterval(() => pages.volatile.emit("sync_time", Date.now()), syncTimeMs).unref();
  pages.on("connection", (socket) => {
    const one = serve(socket, options, sessions);
    served.add(one);
    const leaveGrowth = growth.add(one);
    socket.on("disconnect", () => {
      served.delete(one);
      leaveGrowth();
    });
  });
  return io;
}

/** Over all namespaces of a connection. */
const handshakes = new Handshakes();

/**
 * Admits the handshakes of a namespace, or refuses them by a code. Whoever is admitted holds one of the user's places.
 * `needs`: one of these permissions is asked for, by default that to view data.
 */
export const admission =
  ({
    sessionOf,
    rooms,
    audit,
    log,
    needs,
  }: Pick<PageSocketOptions, "sessionOf" | "rooms" | "audit"> & {
    log: Pick<PageLog, "warn">;
    needs?: readonly Permission[];
  }) =>
  (
    socket: Pick<PageSocket, "handshake" | "data" | "conn" | "nsp" | "request">,
    next: (error?: Error) => void,
  ): void => {
    const { auth } = socket.handshake;
    const key = clientKey(auth, socket.nsp.name);
    if (typeof auth.protocol === "number" && auth.protocol !== socketProtocol) {
      next(new Error(otherProtocol));
      return;
    }
    const isFull = typeof auth.token === "string" && rooms.isFull(auth.token, key);
    if (isFull || !handshakes.mayTry(socket.conn)) {
      next(new Error(tooManySockets)); // costs no look into the database
      return;
    }
    admit(auth, sessionOf, needs).then(
      ({ token, session }) => {
        const { conn } = socket;
        if (conn.readyState !== "open") return next(new Error(socketUnavailable)); // gone meanwhile
        const giveBack = rooms.enter(session, token, { key, end: () => endConnection(conn) });
        if (giveBack === null) return next(new Error(tooManySockets));
        const { socket: raw } = conn.request;
        const leave = () => {
          raw.off("close", leave); // a connection may come and go in a namespace for as long as it lasts
          giveBack();
        };
        raw.once("close", leave);
        Object.assign(socket.data, { token, session, leave } satisfies Admitted);
        takeIn(conn);
        next();
      },
      (error: unknown) => {
        if (!(error instanceof SocketRefused)) log.warn({ err: error }, "socket.admission_failed");
        else if (error.session !== null) audit.refused(error.session, socket);
        next(error instanceof SocketRefused ? error : new Error(socketUnavailable));
      },
    );
  };

/** What of a connection is used to count what it brings, and to end it (engine.io). */
type Connection = Pick<PageSocket["conn"], "close" | "on" | "off" | "once"> & {
  request: Pick<IncomingMessage, "socket">;
};

/** Ends a connection: politely, and then whether or not the other end takes what was sent, or says that it has heard. */
function endConnection(connection: Connection): void {
  connection.close();
  const { socket } = connection.request;
  if (!socket.destroyed) setTimeout(() => socket.destroy(), socketLimits.lingerMs).unref();
}

/** Sockets of a connection that are in a namespace. */
const inNamespaces = new WeakMap<object, number>();

/**
 * Ends the connection with its last socket: nobody stays outside of a namespace. The place is given back with the connection, or when
 * the socket leaves one that others are still on.
 */
export function tieToConnection(socket: Pick<PageSocket, "conn" | "data" | "on">): void {
  const { conn, data } = socket;
  inNamespaces.set(conn, (inNamespaces.get(conn) ?? 0) + 1);
  socket.on("disconnect", () => {
    const left = (inNamespaces.get(conn) ?? 1) - 1;
    inNamespaces.set(conn, left);
    if (left === 0) endConnection(conn);
    else data.leave();
  });
}

interface Served extends GrowthReader {
  watch: SessionWatch;
  /** Says until when it goes on, while the database is away. */
  tellGrace(): void;
  /** Says which of these are to be described anew, if it has read them. */
  tellChange(changed: readonly number[] | "any"): void;
}

function serve(
  socket: PageSocket,
  { service, recordings, rooms, audit, watch: database, observe, log }: PageSocketOptions,
  sessions: KnownSessions,
): Served {
  const { token, session } = socket.data;
  const { workspaceId, userId } = session;
  const { transport } = socket.conn; // the only one: no upgrades
  const room = rooms.of(session);
  room.lookup ??= new RecordingLookup(recordings, { workspaceId, userId }, database);
  const { lookup } = room;
  const analyses = new ReadAnalyses();
  const versions = new ToldVersions();
  const desk = new PageDesk({
    service,
    lookUp: audit.watched(lookup.get, session, socket),
    log,
    room,
    code: chooseCode(socket.handshake.auth.codes),
    observe,
    onResolved(request, found) {
      analyses.note(request);
      for (const data_object_id of versions.others(request, found))
        socket.emit("recording_changed", { data_object_id });
    },
    sendProgress: (pages) => socket.emit("page_progress", pages),
    isCongested: () => !transport.writable,
    onFlood: () => {
      if (!socket.connected) return;
      log.warn({ workspaceId, userId }, "socket.flood");
      socket.disconnect(true);
    },
  });
  const watch = new SessionWatch({
    token,
    session,
    sessionOf: sessions.ask,
    confirmedAt: sessions.confirmedAt(token),
    onEnd: () => socket.disconnect(true),
    onScopeChange: (isTold) => isTold && lookup.forget(),
  });
  const tellGrace = () => socket.emit("grace", database.isAway ? watch.until : null);
  const tellChange = (changed: readonly number[] | "any") => {
    const recordingIds = changed === "any" ? [...lookup.known] : changed;
    for (const data_object_id of recordingIds) {
      if (!lookup.known.has(data_object_id)) continue;
      lookup.forget();
      socket.emit("recording_changed", { data_object_id });
    }
    void tellDerived(recordingIds);
  };
  const tellDerived = async (recordingIds: readonly number[]): Promise<void> => {
    for (const data_object_id of await analyses.seenOf(recordingIds, lookup.get))
      socket.emit("recording_changed", { data_object_id });
  };
  const grown = async (data_object_id: number, revision: number | null): Promise<boolean> => {
    const detail = await lookup.get(data_object_id, { isFresh: true }).catch(() => undefined);
    if (detail === undefined) return false;
    if (detail?.tail !== undefined) {
      socket.emit("recording_grown", { data_object_id, tail: detail.tail });
      for (const id of analyses.of([data_object_id])) {
        const tail = await analyses.tailOf(id, lookup.get);
        if (tail !== null) socket.emit("recording_grown", { data_object_id: id, tail });
      }
      return revision !== null && detail.tail.revision >= revision;
    }
    lookup.growing.delete(data_object_id);
    if (detail !== null) {
      socket.emit("recording_changed", { data_object_id });
      await tellDerived([data_object_id]);
    }
    return true;
  };
  /** The lookup keeps those that grow; one that has ended meanwhile is said to have changed. */
  const follow = async (data_object_id: number): Promise<void> => {
    const detail = await lookup.get(data_object_id).catch(() => null);
    if (detail !== null && detail.tail === undefined) socket.emit("recording_changed", { data_object_id });
  };
  const gone = new AbortController();
  void watch.ask(); // the token may have ended between the handshake and now
  if (database.isAway) tellGrace();
  const proceed = () => desk.serve();
  transport.on("ready", proceed);
  tieToConnection(socket);
  socket.onAny((event: string) => {
    if (!countedByDesk.has(event)) desk.hear();
  });
  placeAnswers(socket);
  socket.on("echo", (...[, acknowledge]: unknown[]) => {
    if (typeof acknowledge === "function") acknowledge();
  });
  socket.on("render_modalities", (request: unknown, acknowledge: unknown) => {
    desk.ask(request, acknowledge);
  });
  socket.on("render_modalities_with_sampling", (request: unknown, acknowledge: unknown) => {
    desk.ask(asResampled(request), acknowledge);
  });
  socket.on("render_eeg_image", (request: unknown, acknowledge: unknown) => {
    desk.ask(asImagePage(request), answeringImage(request, acknowledge));
  });
  socket.on("render_eeg_labels", (request: unknown, acknowledge: unknown) => {
    desk.ask(asLabelsPage(request), answeringLabels(acknowledge));
  });
  socket.on("render_trend_image", (request: unknown, acknowledge: unknown) => {
    desk.ask(asTrendImagePage(request), answeringImage(request, acknowledge));
  });
  socket.on("render_trend_labels", (request: unknown, acknowledge: unknown) => {
    desk.ask(asTrendLabelsPage(request), answeringTrendLabels(acknowledge));
  });
  socket.on("cancel_page", (request: unknown) => desk.cancel(request));
  socket.on("follow_recordings", (request: unknown) => {
    const ids = followedIds(request, () => room.mayAsk());
    void lookInTurns(room, ids, follow, gone.signal);
  });
  socket.on("disconnect", () => {
    gone.abort();
    transport.off("ready", proceed);
    watch.close();
    desk.close();
  });
  return { watch, tellGrace, tellChange, growing: lookup.growing, grown };
}

const countedByDesk: ReadonlySet<string> = new Set<keyof ClientToServerEvents>([
  "render_modalities",
  "render_modalities_with_sampling",
  "render_eeg_image",
  "render_eeg_labels",
  "render_trend_image",
  "render_trend_labels",
  "cancel_page",
]);
