/** kill -9 of the server at each step of a stream: what was acknowledged is there, once, and the stream goes on. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type appendBlocks, closeStream, createGateway, createStream, getStream } from "../../../src/protocol/live.ts";
import type { AnswerOf } from "../../../src/protocol/route.ts";
import { writeBlocks } from "../../../src/server/live/blocks.ts";
import { type AppendedBlock, openRecordings, type StoredRecording } from "../../../src/server/recordings/index.ts";
import { answerAs, signIn, withDatabase } from "../../support/accounts.ts";
import { defaultPlace } from "../../support/places.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { appendPath, blockMaker, eegHz, growingHead, orderOf } from "./live-world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "connect-live-kill-"));
const order = join(dataDir, "..", `${dataDir.split("/").at(-1)}-kill`);
let server: RunningServer;
let credential: string;
let patient: number;

interface Step {
  op: "rename" | "writeFile" | "rm" | "write";
  path: string;
  when: "before" | "after";
}

beforeAll(async () => {
  const hook = new URL("../../support/kill-at.mjs", import.meta.url);
  server = await startServer({ dataDir, env: { KILL_AT: order, NODE_OPTIONS: `--import ${hook}` } });
  const { token } = await signIn(server.url);
  patient = await withDatabase(dataDir, async (pool, db) => {
    const { workspaceId, projectId, siteId } = await defaultPlace(db);
    const sql =
      "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, 'L') returning id";
    return (await pool.query<{ id: number }>(sql, [workspaceId, projectId, siteId])).rows[0].id;
  });
  ({ credential } = await answerAs(server.url, token, createGateway, { name: "Bed", patient_ids: [patient] }));
}, 180_000);
afterAll(async () => {
  await server?.stop();
  for (const path of [dataDir, order]) rmSync(path, { recursive: true, force: true });
});

const callLive = <R extends typeof createStream | typeof getStream | typeof closeStream>(route: R, body: unknown) =>
  answerAs(server.url, credential, route, body);

/** Does it, with the server killed at these steps, and again once it runs: as a gateway would. */
async function through<T>(steps: readonly Step[], work: () => Promise<T>, again = work): Promise<T> {
  writeFileSync(order, JSON.stringify(steps));
  await expect(work()).rejects.toThrow(/fetch failed/);
  expect(existsSync(order)).toBe(false);
  await server.restart();
  return again();
}

class Sender {
  private readonly next = blockMaker();
  readonly sent: AppendedBlock[][] = [];

  constructor(readonly stream: number) {}

  /** Makes the blocks of the next append. */
  make(...made: Parameters<ReturnType<typeof blockMaker>>): this {
    this.sent.push(this.next(...made));
    return this;
  }

  async append(sequence = this.sent.length - 1): Promise<AnswerOf<typeof appendBlocks>> {
    const response = await fetch(server.url + appendPath(this.stream, sequence), {
      method: "POST",
      headers: { authorization: credential, "content-type": "application/octet-stream" },
      body: writeBlocks(this.sent[sequence]) as Uint8Array<ArrayBuffer>,
    });
    const text = await response.text();
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text);
  }
}

/** All samples and segments of the stream are those that were sent, nothing else and nothing twice. */
async function expectWhole({ stream, sent }: Sender): Promise<void> {
  await withDatabase(dataDir, async (_, db) => {
    const recordings = openRecordings({ db, dataDir });
    const countOf = (k: number) => sent.reduce((sum, blocks) => sum + blocks[k].count, 0);
    const has = async () =>
      (await recordings.get(stream, "everything"))?.groups.map(({ segments }) =>
        segments.reduce((sum, { count }) => sum + count, 0),
      );
    // The row is told after the acknowledgement.
    await expect.poll(has).toEqual(growingHead.groups.map((_, k) => countOf(k)));
    const detail = (await recordings.get(stream, "everything")) as StoredRecording;
    for (const [k, group] of detail.groups.entries()) {
      const { data } = await recordings.readSamples(detail, group, 0, group.sample_count);
      const rows = group.channels.length;
      for (const { startMs, count, data: own } of sent.map((blocks) => blocks[k])) {
        const first = Math.round(((startMs - growingHead.startMs) * group.sampling_hz) / 1000);
        for (let c = 0; c < rows; c++) {
          const stored = data.subarray(c * group.sample_count + first, c * group.sample_count + first + count);
          const wrong = stored.findIndex((value, i) => value !== own[c * count + i]);
          expect(wrong, `sample ${first + wrong} of channel ${c} of group ${k}`).toBe(-1);
        }
      }
    }
    expect((await recordings.integrity.verify(stream))?.damage).toEqual([]);
    recordings.close();
  });
}

const tail = (when: Step["when"]): Step => ({ op: "rename", path: "/\\.tail$", when });
const samples = (when: Step["when"]): Step => ({ op: "write", path: "/0/l0/", when });
const rename = (name: string, when: Step["when"]): Step => ({ op: "rename", path: `${name}$`, when });

it("while it is made: there is one recording, or none and it is made anew", { timeout: 240_000 }, async () => {
  for (const [k, steps] of [[rename("recordings/\\d+", "before")], [tail("after")]].entries()) {
    const begin = () => callLive(createStream, orderOf(patient, `made-${k}`));
    const made = await through(steps, begin);
    expect(made).toMatchObject({ next_sequence: 0, is_closed: false });
    expect(await begin()).toEqual(made);
  }
  await withDatabase(dataDir, async (pool) => {
    const sql = "select state, tail is null as is_closed from recording where patient_key = $1";
    expect((await pool.query(sql, [patient])).rows).toEqual(Array(2).fill({ state: "ready", is_closed: false }));
  });
});

it("while it grows, is sealed and is closed: nothing acknowledged is lost, nothing comes twice, and the break is a gap", {
  timeout: 480_000,
}, async () => {
  const { stream_id } = await callLive(createStream, orderOf(patient, "grows"));
  const sender = new Sender(stream_id);
  const standing = () => callLive(getStream, { stream_id });
  const lost: [Step, boolean][] = [
    [samples("before"), false],
    [samples("after"), false],
    [tail("before"), false],
    [tail("after"), true],
  ];
  for (const [step, isTaken] of lost) {
    await sender.make(2).append();
    sender.make(3, { gapMs: 5000 });
    const next = sender.sent.length - 1;
    const again = async () => {
      expect(await standing()).toMatchObject({ next_sequence: isTaken ? next + 1 : next });
      return sender.append();
    };
    const { next_sequence, is_repeated } = await through([step], () => sender.append(), again);
    expect([next_sequence, is_repeated]).toEqual([next + 1, isTaken]);
  }
  await expectWhole(sender);

  // Sealing follows the append that makes it due, whose answer may or may not have left.
  for (const steps of [
    [tail("after"), rename("/1/sums.copy", "after")],
    [rename("/1/sums.copy", "after"), tail("before")],
    [rename("/1/sums.copy", "after"), rename("/1/sums", "before")],
  ]) {
    writeFileSync(order, JSON.stringify(steps));
    while (existsSync(order)) {
      sender.make(1500);
      await sender.append().catch((error) => expect(String(error)).toContain("fetch failed"));
    }
    await server.restart();
    const { next_sequence } = await standing();
    expect([sender.sent.length - 1, sender.sent.length]).toContain(next_sequence);
    await sender.append();
  }
  expect((await standing()).next_sequence).toBe(sender.sent.length);
  await expectWhole(sender);

  const close = () => callLive(closeStream, { stream_id });
  const closing: Step[][] = [
    [{ op: "writeFile", path: "/l16/zarr.json$", when: "after" }],
    [{ op: "writeFile", path: "/l16/zarr.json$", when: "after" }, rename("/1/sums.copy", "after")],
    [{ op: "rm", path: "/\\.tail$", when: "before" }],
  ];
  for (const [k, steps] of closing.entries()) {
    if (k === 1) await sender.make(1).append(); // a stream that was about to be closed is not
    const again = k < 2 ? standing : close;
    expect((await through(steps, close, again)).is_closed).toBe(k === 2);
  }
  await expectWhole(sender);
  await withDatabase(dataDir, async (_, db) => {
    const recordings = openRecordings({ db, dataDir });
    const detail = await recordings.get(stream_id, "everything");
    // One gap for each break, and none where nothing was missing.
    expect([detail?.gap_count, detail?.groups[0].segments.length]).toEqual([lost.length, lost.length + 1]);
    expect(detail?.groups[0].sample_count).toBeGreaterThan(5 * 1500 * eegHz);
    expect((await recordings.integrity.verify(stream_id))?.state).toBe("good");
    recordings.close();
  });
});
