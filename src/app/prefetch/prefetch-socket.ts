/** The prefetch socket (spec 001 section 7): one recording asked for as long as it is open, asked for again after each loss. */
import { openConnection } from "../../feed/connection.ts";
import type { ConnectionState, Credentials } from "../../feed/types.ts";
import { pageLimits } from "../../protocol/pages.ts";
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

/** Connects and asks at once; nothing is called back after `close`. */
export function openPrefetch(options: PrefetchSocketOptions): PrefetchSocket {
  const { url, credentials, dataObjectId, onState, onAnswer, onProgress } = options;
  const connection = openConnection<PrefetchServerEvents, PrefetchClientEvents>({
    url,
    namespace: prefetchNamespace,
    credentials,
    onState,
  });
  const { socket } = connection;
  // Answers name their request; a socket asks for one recording, so each asking has the same name.
  const request = { data_object_id: dataObjectId, prefetch_id: String(dataObjectId) };
  let isFinished = false;
  let isClosed = false;

  const ask = () => {
    if (!socket.connected) return; // `connect` asks
    socket.emit("prefetch_data", { ...request, cancel: false }, (answer) => {
      if (!isClosed) onAnswer(answer);
    });
  };
  socket.on("connect", ask);
  socket.on("prefetch_data", (progress) => {
    if (progress.prefetch_id !== request.prefetch_id || isClosed) return;
    isFinished = progress.finished;
    onProgress(progress);
  });
  return {
    ask,
    authorise: connection.authorise,
    close: () => {
      isClosed = true;
      connection.leave();
      // The server passes over what comes together with a goodbye, so that waits for the answer.
      if (!socket.connected || isFinished) connection.close();
      else
        socket
          .timeout(pageLimits.reconnectMs)
          .emit("prefetch_data", { ...request, cancel: true }, () => connection.close());
    },
  };
}
