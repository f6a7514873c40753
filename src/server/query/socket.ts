/** The data query socket (spec 001 section 7, "Real-time data sockets"): websocket only, answers by acknowledgement. */
import type { Server as HttpServer } from "node:http";
import { type DefaultEventsMap, Server } from "socket.io";
import {
  type ClientToServerEvents,
  dataQueryNamespace,
  type ServerToClientEvents,
  socketPath,
} from "../../protocol/pages.ts";
import { PageDesk, type PageLog } from "./page-desk.ts";
import type { PageService } from "./page-service.ts";

export type PageSocketServer = Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, DefaultEventsMap>;

/** Larger messages end the connection: requests are small. */
const maxRequestBytes = 1_000_000;

/** `isAllowed` judges the headers of a handshake. */
export function attachPageSocket(
  http: HttpServer,
  {
    service,
    log,
    isAllowed,
  }: { service: PageService; log: PageLog; isAllowed: (headers: { host?: string; origin?: string }) => boolean },
): PageSocketServer {
  const io: PageSocketServer = new Server(http, {
    path: socketPath,
    transports: ["websocket"],
    perMessageDeflate: false,
    serveClient: false,
    maxHttpBufferSize: maxRequestBytes,
    allowRequest: (request, decide) => decide(null, isAllowed(request.headers)),
  });
  io.of(dataQueryNamespace).on("connection", (socket) => {
    const { transport } = socket.conn; // the only one: no upgrades
    const desk = new PageDesk({
      service,
      log,
      sendProgress: (progress) => socket.emit("page_progress", progress),
      isCongested: () => !transport.writable,
    });
    const serve = () => desk.serve();
    transport.on("ready", serve);
    socket.on("render_modalities", (request: unknown, acknowledge: unknown) => desk.ask(request, acknowledge));
    socket.on("cancel_page", (request: unknown) => desk.cancel(request));
    socket.on("disconnect", () => {
      transport.off("ready", serve);
      desk.close();
    });
  });
  return io;
}
