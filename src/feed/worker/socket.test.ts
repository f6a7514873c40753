/** The real socket against a real server that goes away and comes back (spec 001 section 7). */
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server, type Socket } from "socket.io";
import { afterEach, describe, expect, it, vi } from "vitest";
import { encodePage } from "../../protocol/page-codec.ts";
import {
  dataQueryNamespace,
  isPageFailure,
  type PageAcknowledgement,
  socketPath,
  socketProtocol,
} from "../../protocol/pages.ts";
import { testRecipe, testRecording } from "../test-world.ts";
import type { ConnectionState } from "../types.ts";
import { requestOf } from "./page-orders.ts";
import { openSocket, type PageSocket } from "./socket.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openServer(port: number, onConnection: (socket: Socket) => void) {
  const http: HttpServer = createServer();
  const io = new Server(http, { path: socketPath, transports: ["websocket"], serveClient: false });
  io.of(dataQueryNamespace).on("connection", onConnection);
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  const close = async () => void (await io.close());
  closers.push(close);
  return { port: (http.address() as AddressInfo).port, io, close };
}

const credentials = { token: "good", workspaceId: 7 };

const stateOf = (socket: PageSocket, wanted: ConnectionState) =>
  new Promise<void>((resolve) => {
    if (socket.state === wanted) resolve();
    socket.onState = (state) => state === wanted && resolve();
  });

const recording = testRecording();
const request = requestOf(
  {
    series: {
      id: 1,
      recording,
      recordingKey: "7:1",
      group: recording.groups[0],
      recipe: testRecipe,
      warmup: 0,
    },
    regime: "raw",
    columnSamples: 1,
    index: 3,
    sampleCount: recording.groups[0].sample_count,
  },
  1,
  41,
);

it("says whether the patient is being recorded, once that is known", async () => {
  const said: unknown[] = [];
  const { port } = await openServer(0, (socket) => {
    socket.on("render_modalities", ({ page_id, patient_is_admitted }, acknowledge) => {
      said.push(patient_is_admitted);
      acknowledge({ page_id, error: { code: "not_ready", message: "" } });
    });
  });
  const socket = openSocket(`http://127.0.0.1:${port}`, credentials);
  closers.push(() => socket.close());
  await stateOf(socket, "connected");
  const ask = () => new Promise<PageAcknowledgement>((resolve) => socket.request(request, resolve));
  await ask();
  for (const isAdmitted of [true, false]) {
    socket.admit(String(request.patient_id), isAdmitted);
    socket.admit(`${request.patient_id} of another`, !isAdmitted);
    await ask();
  }
  expect(said).toEqual([undefined, true, false]);
});

it("asks, hears of progress, cancels, and comes back after the server was gone", async () => {
  const bytes = encodePage({ start: 1, end: 2, blocks: [] });
  const cancelled: unknown[] = [];
  const serve = (socket: Socket) => {
    socket.on("render_modalities", ({ page_id }, acknowledge) => {
      socket.emit("page_progress", [{ page_id, fraction: 0.5 }]);
      acknowledge({ page_id, data_object_id: 7, pixels: Buffer.from(bytes), conversion_factor: 1 });
    });
    socket.on("cancel_page", (message) => cancelled.push(message));
  };
  const first = await openServer(0, serve);
  const socket = openSocket(`http://127.0.0.1:${first.port}`, credentials);
  closers.push(() => socket.close());
  expect(socket.state).toBe("connecting");
  await stateOf(socket, "connected");

  const fractions: [number, number][] = [];
  socket.onProgress = (pageId, fraction) => fractions.push([pageId, fraction]);
  const ask = () => new Promise<PageAcknowledgement>((resolve) => socket.request(request, resolve));
  const answer = await ask();
  expect(answer.page_id).toBe(41);
  expect(isPageFailure(answer)).toBe(false);
  expect(fractions).toEqual([[41, 0.5]]);

  const lost = stateOf(socket, "disconnected");
  await first.close();
  await lost;
  socket.cancel(41);
  const back = stateOf(socket, "connected");
  await openServer(first.port, serve);
  await back;
  expect((await ask()).page_id).toBe(41);
  socket.cancel(41);
  await ask();
  expect(cancelled).toEqual([{ page_id: 41 }]);
});

it("hears of a long page while it is on its way, piece by piece", async () => {
  const bytes = encodePage({ start: 1, end: 2, blocks: [] });
  const asked: unknown[] = [];
  const { port } = await openServer(0, (socket) => {
    socket.on("render_modalities", (sent, acknowledge) => {
      asked.push(sent);
      const pixels = Array.from(bytes, (_, k) => bytes.subarray(k, k + 1)).slice(0, 8);
      acknowledge({ page_id: 41, data_object_id: 7, pixels: [...pixels, bytes.subarray(8)], conversion_factor: 1 });
    });
  });
  const socket = openSocket(`http://127.0.0.1:${port}`, credentials);
  closers.push(() => socket.close());
  await stateOf(socket, "connected");
  let heard = 0;
  socket.onHeard = () => heard++;
  const answer = await new Promise<PageAcknowledgement>((resolve) => socket.request(request, resolve));
  expect(asked).toEqual([{ ...request, in_pieces: true }]);
  expect(isPageFailure(answer) ? null : new Uint8Array(answer.pixels)).toEqual(new Uint8Array(bytes));
  expect(heard).toBe(10);
});

it("comes back when the server itself said goodbye", async () => {
  let visits = 0;
  const { port } = await openServer(0, (socket) => {
    if (++visits === 1) socket.disconnect();
  });
  const socket = openSocket(`http://127.0.0.1:${port}`, credentials);
  closers.push(() => socket.close());
  const states: ConnectionState[] = [];
  await new Promise<void>((resolve) => {
    socket.onState = (state) => {
      states.push(state);
      if (visits === 2 && state === "connected") resolve();
    };
  });
  expect(states).toEqual(["connected", "disconnected", "connected"]);
});

describe("credentials", () => {
  /** Says `refusal` unless the token is "good". Counts who knocks. */
  async function openGuarded(refusal = "bad_token") {
    const said: unknown[] = [];
    const sockets: Socket[] = [];
    const { port, io } = await openServer(0, (socket) => sockets.push(socket));
    const guard = { refusal };
    io.of(dataQueryNamespace).use((socket, next) => {
      said.push(socket.handshake.auth);
      next(socket.handshake.auth.token === "good" ? undefined : new Error(guard.refusal));
    });
    return { url: `http://127.0.0.1:${port}`, said, sockets, guard };
  }
  const open = (url: string, token: string | null, workspaceId: number | null = null) => {
    const socket = openSocket(url, { token, workspaceId });
    closers.push(() => socket.close());
    return socket;
  };
  /** By now another socket, which was turned away later, has tried again. */
  const longEnoughToTryAgain = async () => {
    const { url, said } = await openGuarded("not now");
    open(url, "old");
    await vi.waitFor(() => expect(said.length).toBeGreaterThan(1), { timeout: 20_000 });
  };

  it("are said in the handshake", async () => {
    const { url, said } = await openGuarded();
    await stateOf(open(url, "good", 7), "connected");
    await stateOf(open(url, "good"), "connected");
    await stateOf(open(url, null), "unauthorised");
    const client = expect.stringMatching(/^[0-9a-f]{32}$/);
    const codes = ["rice-1"];
    expect(said).toEqual([
      { token: "good", parent_study_id: 7, client, codes, protocol: socketProtocol },
      { token: "good", client, codes, protocol: socketProtocol },
      { token: "", client, codes, protocol: socketProtocol },
    ]);
    expect(new Set(said.map((auth) => (auth as { client: string }).client)).size).toBe(3);
  });

  it("that are refused end the trying, until there are others", async () => {
    const { url, said } = await openGuarded();
    const socket = open(url, "old");
    await stateOf(socket, "unauthorised");
    await longEnoughToTryAgain();
    expect([socket.state, said.length]).toEqual(["unauthorised", 1]);
    const back = stateOf(socket, "connected");
    socket.authorise({ token: "good", workspaceId: null });
    await back;
    expect(said).toHaveLength(2);
  });

  it("are asked for when the session ends while connected", async () => {
    const { url, sockets } = await openGuarded();
    const socket = open(url, "good");
    await stateOf(socket, "connected");
    const states: ConnectionState[] = [];
    const isOver = new Promise<void>((resolve) => {
      socket.onState = (state) => {
        states.push(state);
        if (state === "unauthorised") resolve();
      };
    });
    sockets[0].nsp.use((_, next) => next(new Error("bad_token")));
    sockets[0].disconnect(true);
    await isOver;
    expect(states).toEqual(["disconnected", "unauthorised"]);
  });

  it("that are new make a new connection, the same ones do not", async () => {
    const { url, said } = await openGuarded();
    const socket = open(url, "good", 7);
    await stateOf(socket, "connected");
    socket.authorise({ token: "good", workspaceId: 7 });
    expect(socket.state).toBe("connected");
    socket.authorise({ token: "good", workspaceId: 8 });
    expect(socket.state).toBe("disconnected");
    await stateOf(socket, "connected");
    expect(said).toMatchObject([
      { token: "good", parent_study_id: 7 },
      { token: "good", parent_study_id: 8 },
    ]);
    const [before, after] = said as { client: string }[];
    expect(after.client).toBe(before.client); // takes the place of what is left of itself
  });

  it("that have no place left are tried again, and the user is told why", async () => {
    const { url, guard, said } = await openGuarded("too_many_sockets");
    const socket = open(url, "other");
    await stateOf(socket, "crowded");
    guard.refusal = "no_permission";
    await stateOf(socket, "unauthorised");
    expect(said).toHaveLength(2);
  });

  it("of a page of another version say so, and are tried again: another node may be of its version", async () => {
    const { url, guard, said } = await openGuarded("other_protocol");
    const socket = open(url, "other");
    await stateOf(socket, "outdated");
    guard.refusal = "no_permission";
    await stateOf(socket, "unauthorised");
    expect(said).toMatchObject([{ protocol: socketProtocol }, { protocol: socketProtocol }]);
  });

  it("that could not be judged are tried again", async () => {
    const { url, guard, said } = await openGuarded("unavailable");
    const socket = open(url, "other");
    await stateOf(socket, "unavailable");
    guard.refusal = "no_permission";
    await stateOf(socket, "unauthorised");
    expect(said).toHaveLength(2);
  });
});

it("asks for raw pages between two samples, so that no rounding moves a border", () => {
  const odd = testRecording({ hz: 48.62, channels: 3, count: 1_000_000 });
  const [group] = odd.groups;
  for (let index = 0; index < 15; index++) {
    const { start, end } = requestOf(
      {
        series: {
          id: 1,
          recording: odd,
          recordingKey: "7:1",
          group,
          recipe: testRecipe,
          warmup: 0,
        },
        regime: "raw",
        columnSamples: 1,
        index: 16 * index,
        sampleCount: group.sample_count,
      },
      16,
      1,
    );
    const sampleAt = (ms: number) => Math.ceil(((ms - odd.start_ms) * group.sampling_hz) / 1000 - 1e-6) + 0;
    expect([sampleAt(start), sampleAt(end)]).toEqual([index * 65_536, Math.min(1_000_000, (index + 1) * 65_536)]);
  }
});
