/** The data query socket (spec 001 section 7): websocket only, back after 1000 ms whenever it is lost. */
import { io, type Socket } from "socket.io-client";
import {
  type ClientToServerEvents,
  dataQueryNamespace,
  type PageAcknowledgement,
  pageLimits,
  type RenderModalities,
  type ServerToClientEvents,
  type SocketAuth,
  socketPath,
  socketRefusals,
} from "../protocol/pages.ts";
import type { ConnectionState, Credentials } from "./types.ts";

/** What the worker needs of a socket; tests have their own. */
export interface PageSocket {
  readonly state: ConnectionState;
  /** Only while connected. `answer` is never called after the connection was lost. */
  request(request: RenderModalities, answer: (answer: PageAcknowledgement) => void): void;
  cancel(pageId: number): void;
  /** Connects anew with these, unless it is connected with the same. */
  authorise(credentials: Credentials): void;
  onState: (state: ConnectionState) => void;
  onProgress: (pageId: number, fraction: number) => void;
  close(): void;
}

const isRefusal = (message: string): boolean => socketRefusals.some((code) => code === message);

/** Connects to the server at `url` (its origin). */
export function openSocket(url: string, first: Credentials): PageSocket {
  let credentials = first;
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(new URL(dataQueryNamespace, url).href, {
    path: socketPath,
    auth: (say) => say(authOf(credentials)),
    transports: ["websocket"],
    reconnectionDelay: pageLimits.reconnectMs,
    reconnectionDelayMax: pageLimits.reconnectMs,
    randomizationFactor: 0,
  });
  let state: ConnectionState = "connecting";
  let retry: ReturnType<typeof setTimeout> | undefined;
  const handle: PageSocket = {
    get state() {
      return state;
    },
    request: (request, answer) => {
      socket.emit("render_modalities", request, answer);
    },
    cancel: (pageId) => {
      if (socket.connected) socket.emit("cancel_page", { page_id: pageId });
    },
    authorise: (next) => {
      const isSame = next.token === credentials.token && next.workspaceId === credentials.workspaceId;
      credentials = next;
      if (isSame && state !== "unauthorised") return;
      if (socket.connected) enter("disconnected");
      clearTimeout(retry);
      socket.disconnect().connect();
    },
    onState: () => {},
    onProgress: () => {},
    close: () => {
      clearTimeout(retry);
      socket.disconnect();
    },
  };
  const enter = (next: ConnectionState) => {
    if (next === state) return;
    state = next;
    handle.onState(next);
  };
  /** socket.io reconnects by itself, except when the server said no or goodbye. */
  const lost = () => {
    enter("disconnected");
    clearTimeout(retry);
    if (!socket.active) retry = setTimeout(() => socket.connect(), pageLimits.reconnectMs);
  };
  socket.on("connect", () => enter("connected"));
  socket.on("connect_error", ({ message }) => {
    if (isRefusal(message)) enter("unauthorised");
    else lost();
  });
  socket.on("disconnect", (reason) => {
    if (reason !== "io client disconnect") lost();
  });
  socket.on("page_progress", ({ page_id, fraction }) => handle.onProgress(page_id, fraction));
  return handle;
}

const authOf = ({ token, workspaceId }: Credentials): SocketAuth => ({
  token: token ?? "",
  ...(workspaceId === null ? {} : { parent_study_id: workspaceId }),
});
