/** The prefetch socket (spec 001 section 7, Prefetch): the same path, handshake and end as the data query socket. */
import type { IncomingMessage } from "node:http";
import type { DefaultEventsMap, Namespace, Socket } from "socket.io";
import {
  type PrefetchClientEvents,
  type PrefetchServerEvents,
  prefetchLimits,
  prefetchNamespace,
} from "../../protocol/prefetch.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { DatabaseWatch } from "../platform/database/database-watch.ts";
import { placeAnswers } from "../query/answer-places.ts";
import { KnownSessions } from "../query/known-sessions.ts";
import { type Admitted, admission, type PageSocketServer, tieToConnection } from "../query/socket.ts";
import type { SocketAudit } from "../query/socket-audit.ts";
import { type SessionOf, SessionWatch } from "../query/socket-session.ts";
import type { UserRooms } from "../query/user-room.ts";
import type { Recordings } from "../recordings/index.ts";
import type { PrefetchNode } from "./prefetch-node.ts";
import { SocketHolder } from "./socket-holder.ts";
import type { PrefetchLog } from "./types.ts";

type PrefetchSpace = Namespace<PrefetchClientEvents, PrefetchServerEvents, DefaultEventsMap, Admitted>;
type PrefetchSocket = Socket<PrefetchClientEvents, PrefetchServerEvents, DefaultEventsMap, Admitted>;

/** Events of the bus may get lost, so what a client may see is asked this often whatever happens. */
const recheckMs = 60_000;

export interface PrefetchSocketOptions {
  node: PrefetchNode;
  maxBytes: number;
  recordings: Pick<Recordings, "get">;
  sessionOf: SessionOf;
  rooms: UserRooms;
  audit: SocketAudit;
  watch: DatabaseWatch;
  /** Of who asks, for the audit. */
  addressOf(request: IncomingMessage): string;
  bus: Pick<Bus, "listen">;
  log: PrefetchLog;
}

/** Returns the function that ends it. */
export function attachPrefetchSocket(io: PageSocketServer, options: PrefetchSocketOptions): () => void {
  const { bus, watch: database } = options;
  const sessions = new KnownSessions(options.sessionOf, database);
  const space = io.of(prefetchNamespace) as unknown as PrefetchSpace;
  const watches = new Set<SessionWatch>();
  const holders = new Set<SocketHolder>();
  const leave = bus.listen((event) => {
    sessions.hear(event);
    for (const watch of watches) watch.hear(event);
  });
  const leaveDatabase = database.onChange(() => {
    if (!database.isAway) for (const watch of watches) void watch.ask();
  });
  const clock = setInterval(() => space.emit("sync_time", Date.now()), prefetchLimits.syncTimeMs).unref();
  const rechecking = setInterval(() => {
    for (const holder of holders) void holder.recheck();
  }, recheckMs).unref();
  space.use(admission({ ...options, sessionOf: sessions.askOrRemember }));
  space.on("connection", (socket) => serve(socket, options, { sessions, watches, holders }));
  return () => {
    leave();
    leaveDatabase();
    clearInterval(clock);
    clearInterval(rechecking);
  };
}

function serve(
  socket: PrefetchSocket,
  { node, maxBytes, recordings, rooms, addressOf, log }: PrefetchSocketOptions,
  { sessions, watches, holders }: { sessions: KnownSessions; watches: Set<SessionWatch>; holders: Set<SocketHolder> },
): void {
  const { token, session } = socket.data;
  const room = rooms.of(session);
  const holder = new SocketHolder({
    node,
    maxBytes,
    recordings,
    reviewer: { session, address: addressOf(socket.request) },
    log,
    send: (progress) => socket.emit("prefetch_data", progress),
  });
  const watch = new SessionWatch({
    token,
    session,
    sessionOf: sessions.ask,
    confirmedAt: sessions.confirmedAt(token),
    onEnd: () => socket.disconnect(true),
    onScopeChange: () => void holder.recheck(),
  });
  watches.add(watch);
  holders.add(holder);
  void watch.ask(); // the token may have ended between the handshake and now
  tieToConnection(socket);
  placeAnswers(socket);
  socket.on("prefetch_data", (request: unknown, answer: unknown) => {
    if (room.mayReserve()) return holder.ask(request, answer);
    holder.refuse(answer);
    if (!room.bear()) socket.disconnect(true);
  });
  socket.on("disconnect", () => {
    watches.delete(watch);
    holders.delete(holder);
    watch.close();
    holder.close();
  });
}
