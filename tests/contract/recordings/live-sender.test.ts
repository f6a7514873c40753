/** `npm run live`: a file that is sent as a gateway would is in the end what an import of it is, whoever was killed under way. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { openRecordings } from "../../../src/server/recordings/index.ts";
import { defaultPlace, testAdmin, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { writeNight } from "../ingest/import-fixtures.ts";

const program = fileURLToPath(new URL("../../../dist/server/live.js", import.meta.url));
/** Longer than what a sender catches up with after the server was away: a minute of its pace. */
const seconds = 1200;
let server: RunningServer;
let file: string;
let imported: number;
let credential: string;

beforeAll(async () => {
  server = await startServer();
  file = writeNight(join(server.dataDir, "night.edf"), { seconds });
  imported = await withDatabase(server.dataDir, async (_, db) =>
    importRecording({
      ...{ source: { kind: "file", path: file, name: "Imported" }, db, dataDir: server.dataDir, timezone: "UTC" },
      ...{ place: await defaultPlace(db), patientId: "L-1" },
    }),
  );
}, 180_000);
afterAll(() => server?.stop());

interface Run {
  child: ChildProcess;
  said(): string;
  end: Promise<number | null>;
}

function live(args: readonly string[], env: Record<string, string> = {}): Run {
  const own = ["--patient", "L-1", "--server", server.url, "--timezone", "UTC", "--keep-times"];
  const child = spawn(process.execPath, [program, file, ...own, ...args], {
    env: { ...process.env, CONNECT_GATEWAY_CREDENTIAL: credential ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
  const end = once(child, "close").then(([code]) => code as number | null);
  return { child, said: () => text, end };
}

/** The newest recording: how far it reaches for who reads it (lists are told every 5 s alone), and whether it is complete. */
const newest = () =>
  withDatabase(server.dataDir, async (pool) => {
    const ends = "coalesce((tail->>'end_ms')::float8, end_ms) - start_ms as ms";
    const sql = `select id, tail is null as is_closed, ${ends} from recording order by id desc limit 1`;
    return (await pool.query<{ id: number; is_closed: boolean; ms: number }>(sql)).rows[0];
  });

/** Samples and segments of a recording. */
const contentOf = (id: number) =>
  withDatabase(server.dataDir, async (_, db) => {
    const recordings = openRecordings({ db, dataDir: server.dataDir });
    const detail = await recordings.get(id, "everything");
    if (detail === null) throw new Error("There is no such recording.");
    const { state } = (await recordings.integrity.verify(id)) ?? {};
    const groups = await Promise.all(
      detail.groups.map(async (group) => {
        const { data } = await recordings.readSamples(detail, group, 0, group.sample_count);
        return { ...group, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64") };
      }),
    );
    recordings.close();
    return { state, groups, start_ms: detail.start_ms, end_ms: detail.end_ms };
  });

/** After a server that was killed its recording is free 10 s after its last sign of life, and the sender asks every 5 s. */
const waiting = { timeout: 60_000 };
const grown = (ms: number, than: number) =>
  expect.poll(async () => {
    const { id, ms: length } = await newest();
    return id > than && length >= ms;
  }, waiting);

it("makes its gateway, and goes on after it, and the server, were killed", { timeout: 240_000 }, async () => {
  const first = live(["--speed", "20", "--email", testAdmin.email], { CONNECT_PASSWORD: testAdmin.password });
  await grown(5000, imported).toBe(true);
  first.child.kill("SIGKILL");
  await first.end;
  credential = /CONNECT_GATEWAY_CREDENTIAL=(\S+)/.exec(first.said())?.[1] ?? "";

  const second = live(["--speed", "20"]);
  await grown(40_000, imported).toBe(true);
  await server.kill();
  await expect.poll(second.said).toContain("It is tried again.");
  await server.restart();
  await grown(80_000, imported).toBe(true);
  second.child.kill("SIGINT");
  expect([await second.end, second.said()]).toEqual([130, expect.stringContaining("The recording stays open")]);
  expect((await newest()).is_closed).toBe(false);

  const last = live(["--speed", "400", "--key", "night.edf-L-1-20"]);
  expect([await last.end, last.said()]).toEqual([0, expect.stringContaining("and closed.")]);
  const { id, is_closed } = await newest();
  expect(is_closed).toBe(true);
  expect(await contentOf(id)).toEqual(await contentOf(imported));
  const again = live(["--speed", "20"]);
  expect([await again.end, again.said()]).toEqual([2, expect.stringContaining("Use another --key.")]);
});

it("says in a sentence what is wrong", { timeout: 120_000 }, async () => {
  const cases: [string[], string, Record<string, string>?][] = [
    [["--speed", "0"], "--speed must be a number"],
    [["--server", "nowhere"], "--server must be an address"],
    [["--patient", "Nobody"], 'may not send for a patient "Nobody"'],
    [[], "This credential is not known", { CONNECT_GATEWAY_CREDENTIAL: "gateway-x" }],
    [[], "A gateway needs a credential", { CONNECT_GATEWAY_CREDENTIAL: "" }],
  ];
  for (const [args, why, env] of cases) {
    const run = live(args, env);
    expect([await run.end, run.said()]).toEqual([2, expect.stringContaining(why)]);
  }
});
