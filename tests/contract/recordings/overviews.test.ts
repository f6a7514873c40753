/** The long view that a review opens with is there before anybody looks, and is built again where it was lost. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { overviewOf } from "../../../src/server/query/overviews.ts";
import { chunkSamples } from "../../../src/server/query/page-geometry.ts";
import { answerAs, signIn } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { connect, eegSamples, makeDataFolder, recipeRequest } from "../pages/page-world.ts";

const chunks = Array.from({ length: Math.ceil(eegSamples / chunkSamples) }, (_, k) => String(k));
let dataDir: string;
let recordingId: number;
let server: RunningServer;

beforeAll(async () => {
  ({ dataDir, recordingId } = await makeDataFolder());
  server = await startServer({ dataDir, env: { OVERVIEWS: "on" } });
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const derived = () => join(dataDir, "cache", "derived");
const folders = () => readdirSync(derived());
/** Chunks that are stored: temporary files have other names. */
const stored = () => folders().flatMap((key) => readdirSync(join(derived(), key)).filter((name) => /^\d+$/.test(name)));

it("is built after the start, without being asked for", async () => {
  await expect.poll(() => stored().sort(), { timeout: 60_000 }).toEqual(chunks);
  expect(folders()).toHaveLength(1);
});

it("is what the review asks for: nothing more is built for it", async () => {
  const { token } = await signIn(server.url);
  const detail: RecordingDetail = await answerAs(server.url, token, getRecording, { data_object_id: recordingId });
  const order = overviewOf(detail);
  if (order === null) throw new Error("The recording has no overview.");
  const client = await connect(server.url, token);
  const width = 4096;
  const grid = { firstColumn: 0, width, columns: Math.floor(eegSamples / width) };
  const { blocks } = await client.page(recipeRequest(detail, order.group, order.recipe, grid));
  client.close();
  expect(blocks).toHaveLength(1);
  expect(folders()).toHaveLength(1);
  expect(stored().sort()).toEqual(chunks);
});

it("is made whole again after a restart", async () => {
  const [key] = folders();
  await server.stop();
  for (const lost of ["1", "3"]) rmSync(join(derived(), key, lost));
  server = await startServer({ dataDir, env: { OVERVIEWS: "on" } });
  await expect.poll(() => stored().sort(), { timeout: 60_000 }).toEqual(chunks);
  expect(folders()).toEqual([key]);
});
