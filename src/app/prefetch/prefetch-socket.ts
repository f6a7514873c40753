/** The prefetch socket (spec 001 section 7): one recording asked for as long as it is open, asked for again after each loss. */
import { io, type Socket } from "socket.io-client";
import type { ConnectionState, Credentials } from "../../feed/types.ts";
import { pageLimits, type SocketAuth, socketPath, socketRefusals } from "../../protocol/pages.ts";
import {
  type PrefetchAnswer,
  type PrefetchClientEvents,
  type PrefetchProgress,
  type PrefetchServerEvents,
  prefetchNamespace,
} from "../../protocol/prefetch.ts";

export interface PrefetchSocket {
  /** Asks for the recording, now or as soon as there is a connection. */
  ask(): void;
  /** Connects anew with these, unless it is connected with the same. */
  authorise(credentials: Credentials): void;
  /** Ends the review's hold on the recording. What has not finished is taken back. */
  close(): void;
}

export interface PrefetchSocketOptions {
  /** Origin of the server. */
  url: string;
  credentials: Credentials;
  dataObjectId: number;
  onState(state: ConnectionState): void;
  onAnswer(answer: PrefetchAnswer): void;
  onProgress(progress: PrefetchProgress): void;
}

const isRefusal = (message: string): boolean => socketRefusals.some((code) => code === message);

/** Connects and asks at once; nothing is called back after `close`. */
export function openPrefetch(options: PrefetchSocketOptions): PrefetchSocket {
  const { url, dataObjectId, onState, onAnswer, onProgress } = options;
  let { credentials } = options;
  const socket: Socket<PrefetchServerEvents, PrefetchClientEvents> = io(new URL(prefetchNamespace, url).href, {
    path: socketPath,
    auth: (say) => say(authOf(credentials)),
    transports: ["websocket"],
    // One connection each, so that leaving the review is seen by the server as such.
    forceNew: true,
    reconnectionDelay: pageLimits.reconnectMs,
    reconnectionDelayMax: pageLimits.reconnectMs,
    randomizationFactor: 0,
  });
  // Answers name their request; a socket asks for one recording, so each asking has the same name.
  const request = { data_object_id: dataObjectId, prefetch_id: String(dataObjectId) };
  let state: ConnectionState = "connecting";
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isFinished = false;
  let isClosed = false;

  const enter = (next: ConnectionState) => {
    if (next === state || isClosed) return;
    state = next;
    onState(next);
  };
  const ask = () => {
    if (!socket.connected) return; // `connect` asks
    socket.emit("prefetch_data", { ...request, cancel: false }, (answer) => {
      if (!isClosed) onAnswer(answer);
    });
  };
  /** socket.io reconnects by itself, except when the server said no or goodbye. */
  const lost = () => {
    enter("disconnected");
    clearTimeout(retry);
    if (!socket.active && !isClosed) retry = setTimeout(() => socket.connect(), pageLimits.reconnectMs);
  };
  socket.on("connect", () => {
    if (isClosed) return void socket.disconnect(); // lost while it took its leave
    enter("connected");
    ask();
  });
  socket.on("connect_error", ({ message }) => {
    if (isRefusal(message)) enter("unauthorised");
    else lost();
  });
  socket.on("disconnect", (reason) => {
    if (reason !== "io client disconnect") lost();
  });
  socket.on("prefetch_data", (progress) => {
    if (progress.prefetch_id !== request.prefetch_id || isClosed) return;
    isFinished = progress.finished;
    onProgress(progress);
  });
  return {
    ask,
    authorise: (next) => {
      const isSame = next.token === credentials.token && next.workspaceId === credentials.workspaceId;
      credentials = next;
      if (isClosed || (isSame && state !== "unauthorised")) return;
      if (socket.connected) enter("disconnected");
      clearTimeout(retry);
      socket.disconnect().connect();
    },
    close: () => {
      isClosed = true;
      clearTimeout(retry);
      // The server passes over what comes together with a goodbye, so that waits for the answer.
      if (!socket.connected || isFinished) socket.disconnect();
      else
        socket
          .timeout(pageLimits.reconnectMs)
          .emit("prefetch_data", { ...request, cancel: true }, () => socket.disconnect());
    },
  };
}

const authOf = ({ token, workspaceId }: Credentials): SocketAuth => ({
  token: token ?? "",
  ...(workspaceId === null ? {} : { parent_study_id: workspaceId }),
});
