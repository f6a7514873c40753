/** A prefetch socket in the server's place: answers what a test tells it, so that every state of a preload can be seen. */
import type { Page, WebSocketRoute } from "playwright/test";
import { socketPath } from "../../src/protocol/pages.ts";
import {
  type PrefetchAnswer,
  type PrefetchData,
  type PrefetchProgress,
  prefetchNamespace,
} from "../../src/protocol/prefetch.ts";

export interface PrefetchServer {
  /** Requests so far, as they came. */
  readonly requests: readonly PrefetchData[];
  /** Says how far the recording is. */
  progress(said: Partial<PrefetchProgress>): void;
  /** Ends the connection; the client comes back by itself. */
  drop(): Promise<void>;
}

const accepted: PrefetchAnswer = { kind: "accepted", size: 3 * 1024 ** 3 };

/** Answers the requests of the page in turn, the last answer again and again. Must be told before the page is opened. */
export async function standInForPrefetch(
  page: Page,
  answers: readonly PrefetchAnswer[] = [accepted],
): Promise<PrefetchServer> {
  const requests: PrefetchData[] = [];
  let socket: WebSocketRoute | undefined;
  let prefetchId: PrefetchData["prefetch_id"] = "";
  let answered = 0;
  // The letters of engine.io (0 open, 4 message) and socket.io (0 connect, 2 event, 3 answer).
  await page.routeWebSocket(
    ({ pathname }) => pathname.startsWith(socketPath),
    (opened) => {
      opened.onMessage((message) => {
        const text = String(message);
        if (text.startsWith(`40${prefetchNamespace},`)) {
          socket = opened; // the page has others, of other namespaces
          opened.send(`40${prefetchNamespace},{"sid":"s"}`);
        }
        const [, id, data] = new RegExp(`^42${prefetchNamespace},(\\d+)(\\[.*)$`).exec(text) ?? [];
        if (data === undefined) return;
        const [, request] = JSON.parse(data) as ["prefetch_data", PrefetchData];
        requests.push(request);
        prefetchId = request.prefetch_id;
        const answer = request.cancel ? accepted : answers[Math.min(answered++, answers.length - 1)];
        opened.send(`43${prefetchNamespace},${id}${JSON.stringify([answer])}`);
      });
      opened.send(`0{"sid":"e","upgrades":[],"pingInterval":60000,"pingTimeout":60000,"maxPayload":1000000}`);
    },
  );
  return {
    requests,
    progress(said) {
      const nothing = { finished: false, percentage: 0, waiting: false, prefetched_size: 0, error: null };
      const event = ["prefetch_data", { prefetch_id: prefetchId, ...nothing, ...said }];
      socket?.send(`42${prefetchNamespace},${JSON.stringify(event)}`);
    },
    drop: async () => socket?.close(),
  };
}
