/** The real socket against a real server that goes away and comes back (spec 001 section 7). */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server, type Socket } from "socket.io";
import { afterEach, expect, it, vi } from "vitest";
import type { ConnectionState } from "../../feed/types.ts";
import { socketPath } from "../../protocol/pages.ts";
import { type PrefetchAnswer, type PrefetchProgress, prefetchNamespace } from "../../protocol/prefetch.ts";
import { openPrefetch } from "./prefetch-socket.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Accepts every request; "good" is the token that is let in. */
async function openServer(port = 0) {
  const http = createServer();
  const io = new Server(http, { path: socketPath, transports: ["websocket"], serveClient: false });
  const asked: unknown[] = [];
  const sockets: Socket[] = [];
  const space = io.of(prefetchNamespace);
  space.use((socket, next) => next(socket.handshake.auth.token === "good" ? undefined : new Error("bad_token")));
  space.on("connection", (socket) => {
    sockets.push(socket);
    socket.on("prefetch_data", (request, answer) => {
      asked.push(request);
      answer({ kind: "accepted", size: 5 });
    });
  });
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  const close = async () => void (await io.close());
  closers.push(close);
  return { port: (http.address() as AddressInfo).port, asked, sockets, close };
}

function open(port: number, token = "good") {
  const states: ConnectionState[] = [];
  const answers: PrefetchAnswer[] = [];
  const heard: PrefetchProgress[] = [];
  const socket = openPrefetch({
    url: `http://127.0.0.1:${port}`,
    credentials: { token, workspaceId: 3 },
    dataObjectId: 7,
    onState: (state) => states.push(state),
    onAnswer: (answer) => answers.push(answer),
    onProgress: (progress) => heard.push(progress),
  });
  closers.push(() => socket.close());
  return { socket, states, answers, heard };
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 });
const asking = { data_object_id: 7, prefetch_id: "7", cancel: false };
const progress = { prefetch_id: "7", finished: false, percentage: 40, waiting: false, prefetched_size: 2, error: null };

it("asks at once, again after each loss, and takes back what did not finish", async () => {
  const first = await openServer();
  const { socket, states, answers, heard } = open(first.port);
  await until(() => expect(answers).toEqual([{ kind: "accepted", size: 5 }]));
  expect(first.asked).toEqual([asking]);
  first.sockets[0].emit("prefetch_data", { ...progress, prefetch_id: "another" });
  first.sockets[0].emit("prefetch_data", progress);
  await until(() => expect(heard).toEqual([progress]));

  await first.close();
  await until(() => expect(states).toEqual(["connected", "disconnected"]));
  const second = await openServer(first.port);
  await until(() => expect(answers).toHaveLength(2));
  socket.ask();
  await until(() => expect(second.asked).toEqual([asking, asking]));
  socket.close();
  await until(() => expect(second.asked.at(-1)).toEqual({ ...asking, cancel: true }));
  await until(() => expect(second.sockets[0].connected).toBe(false));
  expect(states).toEqual(["connected", "disconnected", "connected"]);
});

it("only leaves when the recording is loaded", async () => {
  const { port, asked, sockets } = await openServer();
  const { socket, heard } = open(port);
  await until(() => expect(asked).toHaveLength(1));
  sockets[0].emit("prefetch_data", { ...progress, finished: true });
  await until(() => expect(heard).toHaveLength(1));
  socket.close();
  await until(() => expect(sockets[0].connected).toBe(false));
  expect(asked).toEqual([asking]);
});

it("comes back with another token when its own was refused", async () => {
  const { port, asked } = await openServer();
  const { socket, states } = open(port, "old");
  await until(() => expect(states).toEqual(["unauthorised"]));
  expect(asked).toEqual([]);
  socket.authorise({ token: "good", workspaceId: 3 });
  await until(() => expect(asked).toEqual([asking]));
});
