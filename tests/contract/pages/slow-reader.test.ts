/** A client that does not read: what waits for it, what was cancelled, and everybody else. */
import { rmSync } from "node:fs";
import type { Socket as NetSocket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isPageFailure, type PageAcknowledgement } from "../../../src/protocol/pages.ts";
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

beforeAll(async () => {
  const made = await makeDataFolder();
  ({ dataDir } = made);
  server = await startServer({ dataDir });
  const { token } = await signIn(server.url);
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
