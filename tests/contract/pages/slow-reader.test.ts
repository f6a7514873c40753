/** A client that does not read: what waits for it, what was cancelled, and everybody else. */
import { rmSync } from "node:fs";
import type { Socket as NetSocket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import {
  dataQueryNamespace,
  isPageFailure,
  type PageAcknowledgement,
  socketPath,
} from "../../../src/protocol/pages.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { addToken, addUser, answerAs, defaultPlace, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect, makeDataFolder, requestFor } from "./page-world.ts";

let server: RunningServer;
let recording: RecordingDetail;
let dataDir: string;
let reader: Client;
let other: Client;
let token: string;

beforeAll(async () => {
  const made = await makeDataFolder();
  ({ dataDir } = made);
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
  const otherToken = await withDatabase(dataDir, async (pool, db) => {
    const { workspaceId, projectId, siteId } = await defaultPlace(db);
    const user = { workspaceId, permissions: ["visualize_data"], projectIds: [projectId], siteIds: [siteId] } as const;
    return addToken(pool, await addUser(pool, user));
  });
  recording = await answerAs(server.url, token, getRecording, { data_object_id: made.recordingId });
  reader = await connect(server.url, token);
  other = await connect(server.url, otherToken);
}, 120_000);
afterAll(async () => {
  reader?.close();
  other?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The connection below the web socket. */
const lineOf = ({ socket }: Client): NetSocket =>
  (socket.io.engine.transport as unknown as { ws: { _socket: NetSocket } }).ws._socket;

const largest = () => requestFor(recording, recording.groups[0], { first: 0, end: 500_000, form: { kind: "samples" } });
const pageBytes = 500_000 * 4 * 2;

it("never sends the bytes of what was cancelled while the client did not read, and makes others wait for nothing", async () => {
  const line = lineOf(reader);
  const before = line.bytesRead;
  line.pause();
  const requests = Array.from({ length: 24 }, largest);
  const answers: Promise<PageAcknowledgement>[] = requests.map((request) => reader.ask(request));
  // Pages of another user come meanwhile, which also says that the server has begun with those before.
  for (let k = 0; k < 12; k++) {
    const page = await other.page(requestFor(recording, recording.groups[0], { first: 0, end: 5000, pixels: 100 }));
    expect(page.blocks).toHaveLength(1);
  }
  for (const { page_id } of requests) reader.socket.emit("cancel_page", { page_id });
  const last = reader.ask(
    requestFor(recording, recording.groups[0], { first: 0, end: 1000, form: { kind: "samples" } }),
  );
  line.resume();
  const codes = (await Promise.all(answers)).map((answer) => (isPageFailure(answer) ? answer.error.code : "page"));
  expect(isPageFailure(await last)).toBe(false);
  expect(new Set(codes)).toEqual(new Set(["page", "cancelled"]));
  // What the network had taken already; of 24 pages, 8 of them made, a few at most.
  const sent = codes.filter((code) => code === "page").length;
  expect(sent).toBeLessThanOrEqual(4);
  expect(line.bytesRead - before).toBeLessThan((sent + 1) * pageBytes);
});

it("answers an echo at once, and passes over one that cannot be answered", async () => {
  await new Promise<void>((resolve) => reader.socket.emit("echo", resolve));
  (reader.socket as unknown as { emit(name: string, what: unknown): void }).emit("echo", "nobody");
  await new Promise<void>((resolve) => reader.socket.emit("echo", resolve));
  expect(reader.socket.connected).toBe(true);
});

/** A connection by itself that asks for the longest pages and reads none of them. */
async function unread(auth: object): Promise<WebSocket> {
  const line = new WebSocket(`${server.url.replace("http", "ws")}${socketPath}/?EIO=4&transport=websocket`);
  line.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    line.on("message", (bytes) => {
      if (String(bytes).startsWith("0")) line.send(`40${dataQueryNamespace},${JSON.stringify(auth)}`);
      if (String(bytes).startsWith(`40${dataQueryNamespace}`)) resolve();
    });
  });
  (line as unknown as { _socket: NetSocket })._socket.pause();
  for (let id = 1; id <= 8; id++)
    line.send(`42${dataQueryNamespace},${id}${JSON.stringify(["render_modalities", largest()])}`);
  return line;
}

it("ends the connection of who leaves or is replaced without having read: it counts among nobody's sockets any more", async () => {
  const sockets = async () =>
    Number(/^connect_sockets (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]);
  const others = await sockets();
  const lines: WebSocket[] = [];
  for (let n = 0; n < 3; n++) {
    lines.push(await unread({ token, client: "same" }));
    // Pages of another user say that the server has sent what it could.
    for (let k = 0; k < 4; k++)
      await other.page(requestFor(recording, recording.groups[0], { first: 0, end: 5000, pixels: 100 }));
  }
  await expect.poll(sockets).toBe(others + 1);
  lines[2].send(`41${dataQueryNamespace},`);
  await expect.poll(sockets).toBe(others);
  for (const line of lines) line.terminate();
});
