/** /metrics: who may read it, and that it tells what happened without a word about patients. */
import { rmSync, statfsSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getRecordings } from "../../../src/protocol/routes.ts";
import { metricCounts } from "../../../src/server/platform/health/metric-counts.ts";
import { openRecordings } from "../../../src/server/recordings/index.ts";
import { answerAs, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect, eeg, eegSamples, makeDataFolder, patientId, requestFor } from "../pages/page-world.ts";

const token = "a-token-of-twenty-characters";
let server: RunningServer;
let dataDir: string;
let recordingId: number;

beforeAll(async () => {
  ({ dataDir, recordingId } = await makeDataFolder());
  // What it makes for nobody before it is ready is none of what is counted.
  server = await startServer({ dataDir, env: { WARM_UP: "on" } });
}, 240_000);
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function get(headers: Record<string, string> = {}): Promise<{ status?: number; text: string }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: "/metrics", headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode, text }));
    })
      .on("error", reject)
      .end();
  });
}

/** Value of a line, or 0 when it is not there. */
const lineOf = (text: string, line: string) =>
  Number(
    text
      .split("\n")
      .find((one) => one.startsWith(`${line} `))
      ?.split(" ")
      .at(-1) ?? 0,
  );

async function askPages(client: Client): Promise<void> {
  const detail = await withDatabase(dataDir, (_pool, db) =>
    openRecordings({ db, dataDir }).get(recordingId, "everything"),
  );
  const group = detail?.groups.find(({ modality }) => modality === eeg.modality);
  if (detail === null || group === undefined) throw new Error("no recording");
  const columns = { first: 0, end: eegSamples, pixels: 500, form: { kind: "columns" } } as const;
  await client.page(requestFor(detail, group, columns));
  await client.page(requestFor(detail, group, { first: 0, end: 1000, form: { kind: "samples" } }));
  await client.ask({ ...requestFor(detail, group, columns), data_object_id: 999, modality_sources: [] });
}

it("counts pages by task and outcome, calls by route, recordings, memory and the loop", async () => {
  const session = await signIn(server.url);
  await answerAs(server.url, session.token, getRecordings, {});
  const client = await connect(server.url, session.token);
  try {
    await askPages(client);
    const { status, text } = await get();
    expect(status).toBe(200);
    expect(lineOf(text, 'connect_page_seconds_count{task="columns",outcome="ok"}')).toBe(1);
    expect(lineOf(text, 'connect_page_seconds_count{task="samples",outcome="ok"}')).toBe(1);
    expect(text).toMatch(/connect_page_seconds_count\{task="columns",outcome="(?!ok)\w+"\} 1/);
    expect(lineOf(text, "connect_pages_open")).toBe(0);
    expect(lineOf(text, "connect_sockets")).toBe(1);
    expect(lineOf(text, "connect_database_up")).toBe(1);
    const { bavail, blocks, bsize } = statfsSync(dataDir);
    expect(Math.abs(lineOf(text, "connect_disk_free_bytes") / (bavail * bsize) - 1)).toBeLessThan(0.2); // others write too
    expect(lineOf(text, "connect_disk_reserve_bytes")).toBeLessThanOrEqual(Math.min(2 ** 30, blocks * bsize));
    expect(lineOf(text, "connect_disk_reserve_bytes")).toBeGreaterThan(0);
    expect(lineOf(text, 'connect_recordings{state="ready"}')).toBe(1);
    const route = `connect_http_request_seconds_count{method="POST",route="${getRecordings.path}",status="2xx"}`;
    expect(lineOf(text, route)).toBe(1);
    for (const name of ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"])
      expect(lineOf(text, name)).toBeGreaterThan(0);
    expect(text).toContain("# HELP connect_pages_late_total");
    for (const word of [patientId, "Long", "admin@connect.test"]) expect(text).not.toContain(word);
  } finally {
    client.close();
  }
});

it("counts as damaged what the patient's tab shows as damaged, and not what a later upload replaced", async () => {
  const counted = () =>
    withDatabase(dataDir, async (_pool, db) => {
      const rows = await metricCounts(db)();
      const states = rows.filter(({ metric }) => metric === "connect_recordings");
      return Object.fromEntries(states.map(({ labels, value }) => [labels.state, value]));
    });
  const set = (damage: string, superseded: string) =>
    withDatabase(dataDir, (pool) =>
      pool.query(`update recording set damage = $2, superseded_at = ${superseded} where id = $1`, [
        recordingId,
        damage,
      ]),
    );
  await set('[{"part":"annotations"}]', "null");
  expect(await counted()).toEqual({ damaged: 1 });
  await set('[{"part":"annotations"}]', "now()");
  expect(await counted()).toEqual({ superseded: 1 });
  await set("[]", "null");
  expect(await counted()).toEqual({ ready: 1 });
});

it("is for programs of this computer that ask the server itself", async () => {
  const { port } = new URL(server.url);
  expect((await get({ host: `localhost:${port}` })).status).toBe(200);
  expect((await get({ host: "evil.example" })).status).toBe(403); // a page that calls its own name this computer
  for (const name of ["x-forwarded-for", "forwarded", "x-real-ip", "via"])
    expect([name, (await get({ [name]: "198.51.100.7" })).status]).toEqual([name, 403]);
});

it("with METRICS_TOKEN it is for whoever shows it, under any name, and for nobody else", {
  timeout: 240_000,
}, async () => {
  await server.stop();
  server = await startServer({ dataDir, env: { METRICS_TOKEN: token } });
  const shown = (text: string) => ({ authorization: `Bearer ${text}` });
  expect((await get()).status).toBe(403);
  expect((await get(shown("another-token-of-20-chars-x"))).status).toBe(403);
  expect((await get(shown(""))).status).toBe(403);
  expect((await get({ ...shown(token), host: "10.1.2.3:81", "x-forwarded-for": "198.51.100.7" })).status).toBe(200);
});
