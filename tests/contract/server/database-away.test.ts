/** The database goes away during a review and comes back: a real PostgreSQL, stopped and started again. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getClientSettings, getToken } from "../../../src/protocol/accounts.ts";
import { getDocuments, mergeOwnDocument } from "../../../src/protocol/documents.ts";
import { isPageFailure, socketUnavailable } from "../../../src/protocol/pages.ts";
import { getPatients } from "../../../src/protocol/patients.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { serverText } from "../../../src/protocol/text/server-text.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { openDatabase } from "../../../src/server/platform/database/database.ts";
import { openRecordings } from "../../../src/server/recordings/index.ts";
import { answerAs, callAs, defaultPlace, signIn, testAdmin } from "../../support/accounts.ts";
import { findPostgres, isOnPostgres, type RunningPostgres, startPostgres } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { fileItem, finishUpload, uploadEnd } from "../../support/uploads.ts";
import { blockReader, sampleAt, writeNight } from "../ingest/import-fixtures.ts";
import { type Client, connect, requestFor } from "../pages/page-world.ts";

const bin = findPostgres();

describe.runIf(isOnPostgres() && bin !== undefined)("the database goes away", () => {
  let postgres: RunningPostgres;
  let server: RunningServer;
  let dataDir: string;
  let token: string;
  let opened: RecordingDetail;
  let unopened: RecordingDetail;
  let reviewer: Client;
  /** What the reviewer is told, and who waits for the next of it. */
  const told: (number | null)[] = [];
  const said: ((until: number | null) => void)[] = [];
  const nextTold = () => new Promise<number | null>((resolve) => said.push(resolve));

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "connect-away-"));
    postgres = await startPostgres(bin as string);
    const database = await openDatabase({ dataDir, databaseUrl: postgres.url });
    const place = await defaultPlace(database.drizzle);
    const ids: number[] = [];
    for (const patientId of ["A-1", "A-2"]) {
      const reader = blockReader([{ ms: 0, count: 5000 }]);
      const source = { kind: "reader", reader, name: "made.edf" } as const;
      ids.push(await importRecording({ source, db: database.drizzle, dataDir, timezone: "UTC", place, patientId }));
    }
    await database.close();
    server = await startServer({ dataDir, env: { DATABASE_URL: postgres.url } });
    ({ token } = await signIn(server.url));
    const read = (data_object_id: number) => answerAs(server.url, token, getRecording, { data_object_id });
    [opened, unopened] = [await read(ids[0]), await read(ids[1])];
    reviewer = await connect(server.url, token);
    reviewer.socket.on("grace", (until) => {
      told.push(until);
      for (const hear of said.splice(0)) hear(until);
    });
  }, 180_000);
  afterAll(async () => {
    reviewer?.close();
    await server?.stop();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const page = (recording: RecordingDetail) => requestFor(recording, recording.groups[0], { first: 0, end: 5000 });
  const linesOf = (events: RegExp) => server.output().match(events) ?? [];

  it("goes on showing what was opened, says so, and refuses what cannot be checked with a sentence", async () => {
    expect(isPageFailure(await reviewer.ask(page(opened)))).toBe(false);
    const isTold = nextTold();
    await postgres.halt();
    expect(isPageFailure(await reviewer.ask(page(opened)))).toBe(false);
    const until = (await isTold) as number;
    expect(until).toBeGreaterThan(Date.now() + 60_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 15 * 60_000);
    expect(await reviewer.ask(page(unopened))).toMatchObject({
      error: { code: "unavailable", message: serverText.unchecked },
    });
    const again = await connect(server.url, token); // the link was lost, the database is still away
    expect(isPageFailure(await again.ask(page(opened)))).toBe(false);
    again.close();
    await expect(connect(server.url, "somebody else's")).rejects.toThrow(socketUnavailable);
    expect(reviewer.socket.connected).toBe(true);
  });

  it("answers every call with 503, when to ask again, and a sentence", async () => {
    const { email, password } = testAdmin;
    for (const [route, who, body] of [
      [getToken, null, { email, password }],
      [getClientSettings, null, {}],
      [getPatients, token, {}],
      [getRecording, token, { data_object_id: opened.data_object_id }],
      [getDocuments, token, { kinds: [{ kind: "personal_settings", version: 1 }] }],
      [mergeOwnDocument, token, { kind: "personal_settings", version: 1, changes: [{ path: ["clock"], value: 24 }] }],
    ] as const) {
      const { status, text, headers } = await callAs(server.url, who, route, body);
      expect([route.path, status, headers.get("retry-after")]).toEqual([route.path, 503, "5"]);
      expect(text).toContain(serverText.databaseAway);
    }
    const health = async (path: string) => (await fetch(server.url + path)).status;
    expect([await health("/healthz"), await health("/readyz")]).toEqual([200, 503]);
  });

  it("recovers by itself, and has told the operator once that it went and once that it is back", async () => {
    const isTold = nextTold();
    await postgres.resume();
    expect(await isTold).toBeNull();
    expect((await callAs(server.url, token, getRecording, { data_object_id: opened.data_object_id })).status).toBe(200);
    expect(isPageFailure(await reviewer.ask(page(unopened)))).toBe(false);
    await expect.poll(() => linesOf(/"bus.resumed"/g).length, { timeout: 20_000 }).toBe(1);
    expect(linesOf(/"(database|bus)\.\w+"/g).sort()).toEqual(
      ['"bus.lost"', '"bus.resumed"', '"database.away"', '"database.back"'].sort(),
    );
    expect(linesOf(/^.*"database.away".*$/gm)[0]).toMatch(/"reason":"\w/);
    // Jobs, mails, uploads and reserved space look for work each second: none of them tells it again.
    expect(linesOf(/^.*(unclaimed|failed|untidy|unread|unswept|unsent).*$/gm)).toEqual([]);
    expect(server.output()).not.toContain('"message":""');
    expect(told.at(-1)).toBeNull();
  });

  it("reads an upload to its end when it went in the middle of that, once, and tells nobody of a failure", async () => {
    const shape = { channels: 16, samplingHz: 256, seconds: 3600 };
    const night = writeNight(join(dataDir, "night.edf"), shape);
    const open = () => openDatabase({ dataDir, databaseUrl: postgres.url });
    let database = await open();
    const reading = async (itemId: number) =>
      (await database.pool.query<{ state: string }>("select state from upload_item where id = $1", [itemId])).rows[0]
        .state;
    const { uploadId, itemIds } = await finishUpload(
      { pool: database.pool, dataDir },
      {
        ...{ place: await defaultPlace(database.drizzle), patientIdentifier: "A-3" },
        items: [fileItem("edf", night)],
      },
    );
    await expect.poll(() => reading(itemIds[0]), { timeout: 30_000, interval: 5 }).toBe("ingesting");
    await postgres.halt();
    await database.close().catch(() => undefined);
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 20_000 }).toBe(503);
    await postgres.resume();
    database = await open();
    // As if the half minute of a lease had passed.
    await database.pool.query("update job set lease_until = now() where state = 'running'");
    const end = await uploadEnd(database.pool, uploadId, 120_000);
    expect(end.status).toBe("SUCCESS");
    expect(end.items.map(({ state }) => state)).toEqual(["done"]);
    const kinds = end.messages.map((text) => text.split(" ", 1)[0]);
    expect(kinds).not.toContain("error");
    expect(end.messages.filter((text) => text === "info Reading night.edf has begun.")).toHaveLength(1);
    const recordings = openRecordings({ db: database.drizzle, dataDir });
    const { rows } = await database.pool.query("select id, state from recording where upload_item_id = $1", itemIds);
    expect(rows).toMatchObject([{ state: "ready" }]);
    const detail = (await recordings.get(rows[0].id, "everything")) as RecordingDetail;
    const [group] = detail.groups;
    expect(group.segments).toEqual([{ first: 0, count: 3600 * 256, start_ms: detail.start_ms }]);
    for (const second of [0, 1800, 3599]) {
      const { data } = await recordings.readSamples(detail, group, second * 256, 256);
      for (const c of [0, 15]) expect(data[c * 256 + 7]).toBe(sampleAt(c, second * 256 + 7));
    }
    recordings.close();
    await database.close();
  }, 240_000);
});
