/** A disk without room for what was uploaded: said to everybody who has to know, and gone on by itself afterwards. */
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getOperationNotices } from "../../../src/protocol/admin.ts";
import { getPatientUploads, getUpload } from "../../../src/protocol/uploads.ts";
import { roomIn } from "../../../src/server/platform/storage/room.ts";
import { defaultPlace, openTestDatabase } from "../../support/accounts.ts";
import { answerAs, signIn } from "../../support/calls.ts";
import { writeEdf } from "../../support/edf-writer.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { canMount, mountSmallDisk } from "../../support/small-disk.ts";
import { bytesItem, finishUpload, uploadEnd } from "../../support/uploads.ts";
import { storedNames } from "../ingest/import-fixtures.ts";

const MiB = 2 ** 20;
const isPossible = canMount();
if (!isPossible) console.warn("Skipped: this account may not mount a small disk.");

/** Some 23 MB; what reads it writes 1.14 times as much. */
const night = () =>
  writeEdf({
    startDate: "02.03.19",
    startTime: "22.10.05",
    records: 900,
    recordSeconds: 1,
    signals: Array.from({ length: 50 }, (_, c) => ({
      label: `EEG ${c + 1}`,
      samplesPerRecord: 256,
      sample: (i) => (i * 7 + c) % 999,
    })),
  });

describe.skipIf(!isPossible)("a disk without room", () => {
  let folder: string;
  let dataDir: string;
  let unmount: (() => void) | null;
  let server: RunningServer;
  let pool: Pool;
  let closeDatabase: () => Promise<void>;
  let place: Parameters<typeof finishUpload>[1]["place"];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "connect-full-"));
    dataDir = join(folder, "data");
    mkdirSync(dataDir);
    unmount = mountSmallDisk(dataDir, 640);
    server = await startServer({ dataDir, env: { DEPLOYMENT: "DEVELOPMENT" } });
    const database = await openTestDatabase(dataDir);
    pool = database.pool;
    closeDatabase = () => database.close();
    place = await defaultPlace(database.drizzle);
  }, 60_000);
  afterAll(async () => {
    await closeDatabase?.().catch(() => undefined);
    await server?.stop();
    unmount?.();
    rmSync(folder, { recursive: true, force: true });
  });

  const filler = () => join(dataDir, "filler");
  /** Leaves so much room for uploads and recordings; negative: the reserve is used, too. */
  const leaveRoom = async (bytes: number) => {
    rmSync(filler(), { force: true });
    const file = openSync(filler(), "w");
    const { bavail, bsize } = statfsSync(dataDir);
    const room = await roomIn(dataDir);
    const wanted = Math.min(bavail * bsize, room - bytes);
    for (let left = wanted; left > 0; left -= MiB) writeSync(file, Buffer.alloc(Math.min(MiB, Math.floor(left))));
    closeSync(file);
  };
  const freeRoom = () => rmSync(filler(), { force: true });
  /** Nobody waits for the next look. */
  const lookNow = () => pool.query("update job set run_at = now() where state = 'queued'");
  const ready = async () => {
    const reply = await fetch(`${server.url}/readyz`);
    return [reply.status, (await reply.json()) as object];
  };
  const logged = (event: string) => server.output().split(`"msg":"${event}"`).length - 1;
  const waitsFor = (itemId: number) =>
    expect
      .poll(
        async () => (await pool.query("select waits_for, state from upload_item where id = $1", [itemId])).rows[0],
        {
          timeout: 20_000,
        },
      )
      .toEqual({ waits_for: "room", state: "waiting" });
  const readyAgain = () => expect.poll(ready, { timeout: 20_000 }).toEqual([200, { status: "ready" }]);
  const noRoom =
    "warning There is no room on the server to read night.edf. It will be read by itself as soon as there is room; nothing has to be sent again.";
  const reason = expect.stringContaining("Uploaded data waits to be read");

  it("keeps an upload waiting, says so, and reads it when there is room", { timeout: 90_000 }, async () => {
    const { uploadId, patientKey, itemIds } = await finishUpload(
      { pool, dataDir },
      {
        place,
        patientIdentifier: "full",
        items: [bytesItem("edf", "night.edf", night())],
        beforeJobs: () => leaveRoom(20 * MiB),
      },
    );
    await waitsFor(itemIds[0]);
    await expect.poll(ready, { timeout: 20_000 }).toEqual([503, { status: "not ready", reason }]);
    const { token } = await signIn(server.url);
    expect(await answerAs(server.url, token, getOperationNotices, {})).toEqual({ notices: [reason] });
    expect(await answerAs(server.url, token, getUpload, { upload_id: uploadId })).toMatchObject({
      status: "PROCESSING",
      items: [{ state: "waiting", waits_for: "room", waits_until: expect.any(Number), error: null }],
    });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await lookNow();
    freeRoom();
    await lookNow();
    const end = await uploadEnd(pool, uploadId);
    expect([end.status, end.messages.slice(0, 3)]).toEqual([
      "SUCCESS",
      [noRoom, "info Reading night.edf goes on.", "success night.edf was read."],
    ]);
    await readyAgain();
    expect(await answerAs(server.url, token, getOperationNotices, {})).toEqual({ notices: [] });
    expect(await answerAs(server.url, token, getPatientUploads, { patient_id: patientKey })).toMatchObject({
      data: [{ status: "SUCCESS" }],
    });
    expect([logged("disk.no-room-to-read"), logged("disk.room-again"), logged("job.broke")]).toEqual([1, 1, 0]);
    const { rows } = await pool.query("select attempts, max_attempts from job where queue = 'ingest'");
    expect(rows[0].max_attempts - rows[0].attempts).toBe(4); // waiting is no attempt
  });

  it("stops before the last of the disk is used, and leaves nothing half", { timeout: 90_000 }, async () => {
    const before = storedNames(dataDir);
    const { uploadId, itemIds } = await finishUpload(
      { pool, dataDir },
      {
        place,
        patientIdentifier: "full",
        items: [bytesItem("edf", "later.edf", night())],
        // Enough for what its size lets expect, and not for the reserve at the end.
        beforeJobs: () => leaveRoom(31 * MiB),
      },
    );
    await waitsFor(itemIds[0]);
    expect(storedNames(dataDir)).toEqual(before);
    expect(await roomIn(dataDir)).toBeGreaterThan(0);
    freeRoom();
    await lookNow();
    expect((await uploadEnd(pool, uploadId)).status).toBe("SUCCESS");
    await readyAgain();
  });

  it("is told when others took the last of it, and nothing has to be started again", { timeout: 60_000 }, async () => {
    await leaveRoom(Number.NEGATIVE_INFINITY);
    await expect
      .poll(ready, { timeout: 20_000 })
      .toEqual([503, { status: "not ready", reason: expect.stringContaining("is full") }]);
    expect(logged("disk.full")).toBe(1);
    await signIn(server.url).catch(() => null); // its session may find no room
    freeRoom();
    await readyAgain();
    await signIn(server.url);
  });
});
