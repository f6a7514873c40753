/** The data query socket (spec 001 section 7, "Real-time data sockets"): websocket only, answers by acknowledgement. */
import type { Server as HttpServer } from "node:http";
import { type DefaultEventsMap, Server, type Socket } from "socket.io";
import {
  type ClientToServerEvents,
  dataQueryNamespace,
  type ServerToClientEvents,
  socketPath,
  socketUnavailable,
} from "../../protocol/pages.ts";
import type { Bus } from "../platform/bus.ts";
import type { Session } from "../platform/caller.ts";
import type { Recordings } from "../recordings/index.ts";
import { PageDesk, type PageLog } from "./page-desk.ts";
import type { PageService } from "./page-service.ts";
import { RecordingLookup } from "./recording-lookup.ts";
import { admit, type SessionOf, SessionWatch, SocketRefused } from "./socket-session.ts";

export interface Admitted {
  token: string;
  session: Session;
}

export type PageSocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Admitted>;
type PageSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, Admitted>;

export interface PageSocketOptions {
  service: PageService;
  recordings: Pick<Recordings, "get">;
  sessionOf: SessionOf;
  bus: Pick<Bus, "listen">;
  log: PageLog;
  /** Judges the headers of a handshake. */
  isAllowed(headers: { host?: string; origin?: string }): boolean;
}

/** Larger messages end the connection: requests are small. */
const maxRequestBytes = 1_000_000;

export function attachPageSocket(http: HttpServer, options: PageSocketOptions): PageSocketServer {
  const { sessionOf, bus, log, isAllowed } = options;
  const io: PageSocketServer = new Server(http, {
    path: socketPath,
    transports: ["websocket"],
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: maxRequestBytes,
    allowRequest: (request, decide) => decide(null, isAllowed(request.headers)),
  });
  const watches = new Set<SessionWatch>();
  const leave = bus.listen((event) => {
    for (const watch of watches) watch.hear(event);
  });
  http.once("close", leave);
  // The nameless space, which every server has, is for nobody: whoever stays there has shown no token.
  io.use((_socket, next) => next(new SocketRefused("no_token")));
  const pages = io.of(dataQueryNamespace);
  pages.use(admission(sessionOf, log));
  pages.on("connection", (socket) => serve(socket, options, watches));
  return io;
}

/** Admits the handshakes of a namespace, or refuses them by a code. */
export const admission =
  (sessionOf: SessionOf, log: Pick<PageLog, "warn">) =>
  (socket: Pick<PageSocket, "handshake" | "data">, next: (error?: Error) => void): void => {
    admit(socket.handshake.auth, sessionOf).then(
      (admitted) => {
        Object.assign(socket.data, admitted);
        next();
      },
      (error: unknown) => {
        if (!(error instanceof SocketRefused)) log.warn({ err: error }, "socket.admission_failed");
        next(error instanceof SocketRefused ? error : new Error(socketUnavailable));
      },
    );
  };

function serve(
  socket: PageSocket,
  { service, recordings, sessionOf, log }: PageSocketOptions,
  watches: Set<SessionWatch>,
): void {
  const { token, session } = socket.data;
  const { workspaceId, userId } = session;
  const { transport } = socket.conn; // the only one: no upgrades
  const lookup = new RecordingLookup(recordings, { workspaceId, userId });
  const desk = new PageDesk({
    service,
    lookUp: lookup.get,
    log,
    sendProgress: (progress) => socket.emit("page_progress", progress),
    isCongested: () => !transport.writable,
  });
  const watch = new SessionWatch({
    token,
    session,
    sessionOf,
    onEnd: () => socket.disconnect(true),
    onScopeChange: () => lookup.forget(),
  });
  watches.add(watch);
  void watch.ask(); // the token may have ended between the handshake and now
  const proceed = () => desk.serve();
  transport.on("ready", proceed);
  socket.on("render_modalities", (request: unknown, acknowledge: unknown) => desk.ask(request, acknowledge));
  socket.on("cancel_page", (request: unknown) => desk.cancel(request));
  socket.on("disconnect", () => {
    transport.off("ready", proceed);
    watches.delete(watch);
    watch.close();
    desk.close();
  });
}
