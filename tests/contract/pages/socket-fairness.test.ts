/** What one user may have of the sockets, whatever number of them: places, requests, and none without signing in. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { newsNamespace } from "../../../src/protocol/news.ts";
import {
  isPageFailure,
  otherProtocol,
  pageLimits,
  socketPath,
  socketProtocol,
  tooManySockets,
} from "../../../src/protocol/pages.ts";
import { prefetchNamespace } from "../../../src/protocol/prefetch.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { socketLimits } from "../../../src/server/query/socket-limits.ts";
import { addToken, addUser, answerAs, defaultPlace, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { blockReader } from "../ingest/import-fixtures.ts";
import { type Client, codeOf, connect, requestFor } from "./page-world.ts";

let server: RunningServer;
let token: string;
let recording: RecordingDetail;
let dataDir: string;
/** Token of another user, who sees the same recording. */
let otherToken: string;
const clients: Client[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-fairness-"));
  const recordingId = await withDatabase(dataDir, async (_, db) => {
    const reader = blockReader([{ ms: 0, count: 5000 }]);
    const source = { kind: "reader", reader, name: "made.edf" } as const;
    return importRecording({ source, db, dataDir, timezone: "UTC", place: await defaultPlace(db), patientId: "A-1" });
  });
  server = await startServer({ dataDir });
  otherToken = await withDatabase(dataDir, async (pool, db) => {
    const { workspaceId, projectId, siteId } = await defaultPlace(db);
    const user = { workspaceId, permissions: ["visualize_data"], projectIds: [projectId], siteIds: [siteId] } as const;
    return addToken(pool, await addUser(pool, user));
  });
  ({ token } = await signIn(server.url));
  recording = await answerAs(server.url, token, getRecording, { data_object_id: recordingId });
}, 120_000);
afterAll(async () => {
  for (const client of clients) client.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(auth: Record<string, unknown>, namespace?: string): Promise<Client> {
  const client = await connect(server.url, auth, {}, { namespace });
  clients.push(client);
  return client;
}
const page = () => requestFor(recording, recording.groups[0], { first: 0, end: 5000, pixels: 100 });
const ended = ({ socket }: Client) => new Promise<string>((resolve) => socket.once("disconnect", resolve));

it("takes clients of its own version and of none, and tells others to load their page anew", async () => {
  for (const namespace of [undefined, prefetchNamespace]) {
    for (const protocol of [undefined, socketProtocol])
      expect((await open({ token, protocol }, namespace)).socket.connected).toBe(true);
    for (const protocol of [socketProtocol - 1, socketProtocol + 1])
      await expect(open({ token, protocol }, namespace)).rejects.toThrow(otherProtocol);
  }
  for (const client of clients.splice(0)) client.close();
});

describe("places for sockets", () => {
  it("are sixteen a user, over both namespaces and all sessions; others have their own", async () => {
    const again = await signIn(server.url);
    for (let n = 0; n < socketLimits.mostSockets; n++)
      await open(
        { token: n % 2 === 0 ? token : again.token, client: `w${n}` },
        n % 3 === 0 ? prefetchNamespace : undefined,
      );
    for (const each of [token, again.token])
      for (const namespace of [undefined, prefetchNamespace])
        await expect(open({ token: each, client: "one more" }, namespace)).rejects.toThrow(tooManySockets);
    expect((await open({ token: otherToken })).socket.connected).toBe(true);
  });

  it("are taken over by a window that comes back, and free as soon as a socket ends", async () => {
    const [first, second] = clients.filter(({ socket }) =>
      (socket.auth as { client?: string }).client?.startsWith("w"),
    );
    const { auth, nsp } = first.socket as unknown as { auth: Record<string, unknown>; nsp: string };
    const isGone = ended(first);
    first.socket.io.reconnection(false);
    await open(auth, nsp);
    await isGone;
    await expect(open({ token, client: "late" })).rejects.toThrow(tooManySockets);
    second.close();
    await expect
      .poll(() =>
        open({ token, client: "late" }).then(
          () => "in",
          () => "out",
        ),
      )
      .toBe("in");
    for (const client of clients.splice(0)) client.close();
  });
});

it("ends a connection with its last namespace, and one that never came into any", async () => {
  const client = await open({ token });
  const closed = new Promise((resolve) => client.socket.io.engine.once("close", resolve));
  client.socket.io.engine.write("1/data_query,"); // it leaves its namespace, and stays connected
  await closed;
  const silent = new WebSocket(`${server.url.replace("http", "ws")}${socketPath}/?EIO=4&transport=websocket`);
  await new Promise((resolve) => silent.once("close", resolve));
});

it("makes eight pages of a user at a time and lets a bounded number wait, over all sockets", async () => {
  const [one, two] = [await open({ token }), await open({ token })];
  const asked = 40;
  const answers = await Promise.all(
    [one, two].flatMap((client) => Array.from({ length: asked }, () => client.ask(page()))),
  );
  const refused = answers.filter((answer) => codeOf(answer) === "too_many_requests").length;
  expect(answers.filter((answer) => !isPageFailure(answer)).length).toBe(2 * asked - refused);
  expect(2 * asked - refused).toBeGreaterThanOrEqual(pageLimits.maxInFlight + socketLimits.mostWaiting);
  one.close();
  two.close();
});

it("cuts off who goes on asking beyond every rate, and serves everybody else meanwhile", async () => {
  const bystander = await open({ token: otherToken });
  const flood = await open({ token });
  flood.socket.io.reconnection(false);
  const isCut = ended(flood);
  const { requests, cancels, patience } = socketLimits;
  for (let n = 0; n < 2 * (requests.burst + cancels.burst + patience.burst); n++) {
    const request = page();
    flood.socket.emit("render_modalities", request, () => undefined);
    flood.socket.emit("cancel_page", { page_id: request.page_id });
  }
  const answer = await bystander.ask(page());
  expect(isPageFailure(answer)).toBe(false);
  expect(await isCut).toBe("io server disconnect");
  expect(bystander.socket.connected).toBe(true);
  await expect.poll(() => server.output().match(/"socket.flood"/g)).toHaveLength(1);
});

describe("a connection", () => {
  it("is ended when it brings more than any client has, also of what nobody handles", async () => {
    for (const namespace of [newsNamespace, prefetchNamespace]) {
      const flood = await open({ token: otherToken }, namespace);
      flood.socket.io.reconnection(false);
      const { engine } = flood.socket.io;
      let isOpen = true;
      flood.socket.once("disconnect", () => {
        isOpen = false;
      });
      while (isOpen) {
        for (let n = 0; n < 1000; n++) engine.write(`2${namespace},["nothing"]`);
        await turn();
      }
    }
    expect((await open({ token: otherToken })).socket.connected).toBe(true);
  });

  it("tries a few handshakes, and is told nothing of its tokens after those", async () => {
    const client = await open({ token: otherToken });
    const { engine } = client.socket.io;
    const answers: string[] = [];
    engine.on("data", (data) => {
      if (typeof data === "string" && data.startsWith(`4${newsNamespace}`)) answers.push(data);
    });
    const tries = 5 * socketLimits.handshakes.burst;
    for (let n = 0; n < tries; n++) engine.write(`0${newsNamespace},{"token":"guess ${n}"}`);
    await expect.poll(() => answers.length).toBe(tries);
    const refused = answers.filter((answer) => answer.includes(tooManySockets)).length;
    expect(refused).toBeGreaterThan(0);
    expect(client.socket.connected).toBe(true);
    client.close();
  });
});
