/** A news socket in the server's place: says what a test tells it to, and notes what is followed. */
import type { Page, WebSocketRoute } from "playwright/test";
import { newsNamespace } from "../../src/protocol/news.ts";
import { socketPath } from "../../src/protocol/pages.ts";
import type { FollowWork, MovedWork } from "../../src/protocol/progress.ts";

export interface NewsServer {
  /** Resolves once the page listens. */
  readonly connected: Promise<void>;
  /** What the page follows, as it was said. */
  readonly followed: readonly FollowWork[];
  patientsChanged(keys: number[] | null): void;
  progress(moved: readonly MovedWork[]): void;
  /** Ends the connection; the client comes back by itself. */
  drop(): Promise<void>;
}

/** Must be told before the page is opened. `isRefused`: nobody is let in. */
export async function standInForNews(page: Page, { isRefused = false } = {}): Promise<NewsServer> {
  const followed: FollowWork[] = [];
  let socket: WebSocketRoute | undefined;
  let connect: () => void = () => undefined;
  const connected = new Promise<void>((resolve) => {
    connect = resolve;
  });
  // The letters of engine.io (0 open, 4 message) and socket.io (0 connect, 2 event, 3 answer, 4 refusal).
  await page.routeWebSocket(
    ({ pathname }) => pathname.startsWith(socketPath),
    (opened) => {
      opened.onMessage((message) => {
        const text = String(message);
        if (text.startsWith(`40${newsNamespace},`)) {
          if (isRefused) return opened.send(`44${newsNamespace},{"message":"no_permission"}`);
          socket = opened; // the page may have others, of other namespaces
          opened.send(`40${newsNamespace},{"sid":"s"}`);
          connect();
        }
        const [, id, data] = new RegExp(`^42${newsNamespace},(\\d+)(\\[.*)$`).exec(text) ?? [];
        if (data === undefined) return;
        followed.push((JSON.parse(data) as ["follow_work", FollowWork])[1]);
        opened.send(`43${newsNamespace},${id}[]`);
      });
      opened.send(`0{"sid":"e","upgrades":[],"pingInterval":60000,"pingTimeout":60000,"maxPayload":1000000}`);
    },
  );
  const say = (event: string, news: object) => socket?.send(`42${newsNamespace},${JSON.stringify([event, news])}`);
  return {
    connected,
    followed,
    patientsChanged: (patient_keys) => say("patients_changed", { patient_keys }),
    progress: (moved) => say("progress", { moved, upload_ids: [] }),
    drop: async () => socket?.close(),
  };
}
