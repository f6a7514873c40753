/** A window's feed over a real server while another process writes the recording: what is fetched again is only the tail. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { FeedClient } from "../../../src/feed/client/client.ts";
import { leafSamples } from "../../../src/feed/tile-grid.ts";
import type { FeedWindow, Look, TraceTile } from "../../../src/feed/types.ts";
import { FeedRoom } from "../../../src/feed/worker/room.ts";
import { openSocket } from "../../../src/feed/worker/socket.ts";
import type { RenderModalities } from "../../../src/protocol/pages.ts";
import type { Recipe } from "../../../src/protocol/recipe.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import type { AppendedBlock, GrowingRecording } from "../../../src/server/recordings/index.ts";
import { decodeBlock } from "../../../src/signal/codec.ts";
import { openCore, openEngine } from "../../../src/signal/node.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { blockMaker, eegHz, type GrowingWorld, growingWorld } from "./growing-world.ts";

let world: GrowingWorld;
let server: RunningServer;
let token: string;
let growing: GrowingRecording;
const appended: AppendedBlock[] = [];
const next = blockMaker();
const clients: FeedClient[] = [];

const recipe: Recipe = {
  derivations: [{ first: { kind: "channel", index: 0 }, second: { kind: "channel", index: 1 } }],
  filters: { lff: 1, hff: 30, notch: 50 },
};

beforeAll(async () => {
  world = await growingWorld();
  await world.leave();
  server = await startServer({ dataDir: world.dataDir });
  ({ token } = await signIn(server.url));
  await world.enter();
  growing = await world.open();
}, 240_000);
afterAll(async () => {
  for (const client of clients) client[Symbol.dispose]();
  await growing?.leave();
  await world?.leave();
  await server?.stop();
  await world?.close();
});

const append = async (...made: Parameters<ReturnType<typeof blockMaker>>) => {
  const blocks = next(...made);
  appended.push(...blocks);
  await growing.append(blocks);
};
const describe = (id: number): Promise<RecordingDetail> =>
  answerAs(server.url, token, getRecording, { data_object_id: id });

/** Page and worker in this process, over a real socket; the requests they make are kept. */
function openFeed(): { client: FeedClient; requests: RenderModalities[] } {
  const requests: RenderModalities[] = [];
  const socket = openSocket(server.url, { token, workspaceId: null });
  const { request } = socket;
  socket.request = (asked, answer) => {
    requests.push(asked);
    request(asked, answer);
  };
  const port: ConstructorParameters<typeof FeedClient>[0] = {
    post: (message) => void setImmediate(() => room.receive(structuredClone(message))),
    onMessage: () => {},
    close: () => room.close(),
  };
  const room: FeedRoom = new FeedRoom({
    now: () => performance.now(),
    timer(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    defer: (run) => void setImmediate(run),
    post: (message) => void setImmediate(() => port.onMessage(message)),
    engine: openEngine(),
    unpack: (bytes, shape) => decodeBlock(openCore(), bytes, shape),
    slots: null,
    handover: null,
    firstTile: 0,
    socket,
  });
  const options = { url: server.url, credentials: { token, workspaceId: null }, memory: null };
  const client = new FeedClient(port, (run) => void setImmediate(run), options);
  clients.push(client);
  return { client, requests };
}

const lookAt = (recording: RecordingDetail, startSample: number, endSample: number): Look => ({
  recording,
  modality: "EEG_na",
  recipe,
  ...{ startSample, endSample, widthPx: 1500, speed: 0 },
});

/** First and last sample that were asked for since the last time, by request. */
const spansOf = ({ start_ms }: RecordingDetail, requests: RenderModalities[]) =>
  requests
    .splice(0)
    .map(({ start, end }) => [start, end].map((ms) => Math.ceil(((ms - start_ms) * eegHz) / 1000 - 1e-3)));

async function shown(client: FeedClient, window: FeedWindow, look: Look): Promise<readonly TraceTile[]> {
  window.look(look);
  await client.whenIdle();
  expect(window.isComplete()).toBe(true);
  return window.tiles();
}

/** Values of tiles by their place, exact to the bit. */
const bytesOf = (tiles: readonly TraceTile[]) =>
  new Map(
    tiles.map(({ data, samplesPerColumn, firstSample }) => [
      `${samplesPerColumn}/${firstSample}`,
      Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64"),
    ]),
  );

it("asks again for nothing but the tail, in a close view and over all of it, and shows what a whole recording would", {
  timeout: 120_000,
}, async () => {
  await append(1800);
  await growing.seal();
  await append(7.5);
  const recording = await describe(growing.id);
  const { client, requests } = openFeed();
  let tell = () => {};
  client.follow(recording, () => tell());
  const told = () =>
    new Promise<void>((resolve) => {
      tell = resolve;
    });
  const [close, wide] = [client.openWindow(), client.openWindow()];
  const [group] = recording.groups;
  const leaf = leafSamples(group);
  const wholeLook = () => lookAt(recording, 0, 1900 * eegHz);
  const endLook = () => lookAt(recording, 1790 * eegHz, 1820 * eegHz);
  await shown(client, close, endLook());
  const overview = await shown(client, wide, wholeLook());
  const width = overview[0].samplesPerColumn;
  const fetched = spansOf(recording, requests);
  expect(fetched.length).toBeGreaterThan(2);

  let before = group.sample_count;
  for (const seconds of [2, 0.5, 9]) {
    const growth = told();
    await append(seconds);
    await growth;
    expect(recording.groups[0]).toBe(group);
    expect(group.sample_count).toBe(growing.tail.groups[0].sample_count);
    await shown(client, close, endLook());
    await shown(client, wide, wholeLook());
    const tailOf = (length: number) => Math.floor(before / length) * length;
    const again = spansOf(recording, requests);
    for (const [start, end] of again) {
      expect(start).toBeGreaterThanOrEqual(Math.min(tailOf(leaf), tailOf(512 * width)));
      expect(end).toBeLessThanOrEqual(Math.ceil(group.sample_count / width) * width);
    }
    // One request for samples of the close view, one for columns of the wide one, and what lies ahead of them.
    expect(again.length).toBeLessThanOrEqual(4);
    before = group.sample_count;
  }
  // The first hour and all that was seen of it is still here.
  await shown(client, close, lookAt(recording, 1700 * eegHz, 1730 * eegHz));
  requests.length = 0;
  await shown(client, close, lookAt(recording, 1790 * eegHz, 1810 * eegHz));
  expect(spansOf(recording, requests).filter(([start]) => start >= 1780 * eegHz && start < 1800 * eegHz)).toEqual([]);

  const whole = await describe(await world.importAll(appended));
  const other = openFeed().client;
  const window = other.openWindow();
  for (const look of [endLook(), wholeLook(), lookAt(recording, 1795 * eegHz, 1799 * eegHz)]) {
    const grown = bytesOf(await shown(client, close, look));
    const imported = bytesOf(await shown(other, window, { ...look, recording: whole }));
    expect([...grown.keys()].sort()).toEqual([...imported.keys()].sort());
    for (const [place, bytes] of imported) expect(grown.get(place) === bytes, place).toBe(true);
  }
});
