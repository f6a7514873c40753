/** From a finished upload to recordings, messages and the upload's end. */
import { createCipheriv, createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { retryItem } from "../../../src/server/ingest/uploads/index.ts";
import { readConfig } from "../../../src/server/platform/start/config.ts";
import { createFsStore } from "../../../src/server/platform/storage/fs-store.ts";
import { uploadKey } from "../../../src/server/platform/storage/types.ts";
import { uploadEncryptionKey } from "../../../src/server/uploads/encryption.ts";
import { wave, writeCns } from "../../support/cns-writer.ts";
import { writeStudy } from "../../support/natus-writer.ts";
import { bytesItem, directoryItem, fileItem, finishUpload, uploadEnd } from "../../support/uploads.ts";
import { writeNight } from "./import-fixtures.ts";
import { expectSameRecording, type IngestWorld, openIngestWorld, recordingOf, writeFolder } from "./ingest-world.ts";

let world: IngestWorld;
let night: string;
let archive: string;
let study: string;
const zone = "Pacific/Auckland";

beforeAll(async () => {
  world = await openIngestWorld({ ENCRYPT_KEY: Buffer.alloc(32, 7).toString("base64") });
  night = writeNight(join(world.folder, "night.edf"));
  archive = writeCns(world.folder, {
    streams: [wave(1250), wave(0, { base: "ICP,na,SampleSeries,Integer,X", values: [[]] })],
    segments: { Segment_001: { streams: [wave(2500)] } },
  });
  study = writeFolder(world.folder, "Natus_0f1e2d3c", writeStudy({ channels: 4, parts: [[{ samples: 2560 }]] }));
}, 60_000);
afterAll(() => world?.close());

const finish = (patientIdentifier: string, items: Parameters<typeof finishUpload>[1]["items"], more = {}) =>
  finishUpload(world, { place: world.place, patientIdentifier, items, timezone: zone, ...more });
const importHere = (source: Parameters<typeof importRecording>[0]["source"]) =>
  importRecording({
    source,
    db: world.db,
    dataDir: world.dataDir,
    timezone: zone,
    place: world.place,
    patientId: "disk",
  });

it("reads every kind exactly as it is read from a disk, and says so", async () => {
  const sheet = new TextEncoder().encode("Drug,Start,Dose\nPropofol,2024-05-16 09:40,20 mg\n");
  const items = [
    fileItem("edf", night),
    directoryItem("cns", archive),
    directoryItem("natus", study),
    bytesItem("medications", "drugs.csv", sheet),
  ];
  const { uploadId, itemIds, patientKey } = await finish("0001", items);
  const end = await uploadEnd(world.pool, uploadId);
  expect(end.status).toBe("SUCCESS");
  expect(end.items.map(({ state, error }) => [state, error])).toEqual(Array(4).fill(["done", null]));
  const ids = await Promise.all(itemIds.map((id) => recordingOf(world.pool, id)));
  expect(ids[3]).toBeNull();
  const disk = [
    await importHere({ kind: "file", path: night, name: "night.edf" }),
    await importHere({ kind: "directory", path: archive, name: items[1].name }),
    await importHere({ kind: "directory", path: study, name: items[2].name }),
  ];
  for (const [k, id] of disk.entries()) await expectSameRecording(world.recordings, [id, ids[k] as number]);
  const { rows } = await world.pool.query(
    "select obj_name, patient_key, patient_id, timezone from recording where upload_item_id = any($1) order by upload_item_id",
    [itemIds],
  );
  expect(rows).toEqual([
    { obj_name: "night.edf", patient_key: patientKey, patient_id: "0001", timezone: zone },
    { obj_name: items[1].name, patient_key: patientKey, patient_id: "0001", timezone: "America/New_York" },
    { obj_name: items[2].name, patient_key: patientKey, patient_id: "0001", timezone: zone },
  ]);
  for (const { name } of items) expect(end.messages).toContain(`info Reading ${name} has begun.`);
  expect(end.messages).toContain("success night.edf was read.");
  expect(end.messages).toContain("success drugs.csv was read: 1 row. Columns recognised: drug, start, amount.");
  expect(end.messages.find((text) => text.startsWith("warning"))).toMatch(
    /^warning \d+ things? (was|were) repaired or left out in Patient_\S+: .*\.$/,
  );
  expect(end.messages.at(-1)).toMatch(/^success /);
  // What is told of one of them names it; what is told of the upload names none.
  const about = "select item_id, body from upload_message where upload_id = $1 order by id";
  const told = (await world.pool.query<{ item_id: number | null; body: string }>(about, [uploadId])).rows;
  const itemOf = (body: string) => end.items.find(({ name }) => body.includes(name))?.id ?? null;
  expect(told.map(({ item_id }) => item_id)).toEqual(told.map(({ body }) => itemOf(body)));
});

it("refuses what cannot be read with one sentence, keeps the rest, and leaves no recording of it", async () => {
  const lfs = new TextEncoder().encode("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
  const { uploadId, itemIds } = await finish("0002", [
    bytesItem("edf", "pointer.edf", lfs),
    fileItem("edf", night),
    bytesItem("edf", "empty.edf", new Uint8Array()),
  ]);
  const { status, items, messages } = await uploadEnd(world.pool, uploadId);
  expect(status).toBe("SUCCESS");
  expect(items.map(({ state }) => state)).toEqual(["failed", "done", "failed"]);
  expect(items[0].error).toMatch(/^This is not an EDF or BDF file: it is a Git LFS pointer/);
  expect(messages).toContain(`error pointer.edf could not be read. ${items[0].error}`);
  expect(await recordingOf(world.pool, itemIds[0])).toBeNull();
  expect(await recordingOf(world.pool, itemIds[2])).toBeNull();
});

it("fails an upload of which nothing can be read; a retry reads it again", async () => {
  const { uploadId, itemIds } = await finish("0003", [bytesItem("edf", "x.edf", new Uint8Array(10))]);
  expect((await uploadEnd(world.pool, uploadId)).status).toBe("FAILED");
  // As if the fault had been ours: the file is what it should be.
  const { rows } = await world.pool.query("select id from upload_file where upload_id = $1", [uploadId]);
  const bytes = readFileSync(night);
  const store = createFsStore({ root: join(world.dataDir, "objects"), name: "test", secret: "test" });
  await store.put(uploadKey(uploadId, rows[0].id), bytes, bytes.length);
  await world.pool.query("update upload_file set size_bytes = $2 where id = $1", [rows[0].id, bytes.length]);
  await world.db.transaction(async (tx) => {
    expect(await retryItem(tx, itemIds[0])).toBe(true);
    expect(await retryItem(tx, itemIds[0])).toBe(false);
  });
  await world.pool.query("update upload set status = 'PROCESSING' where id = $1", [uploadId]);
  await expect.poll(async () => (await uploadEnd(world.pool, uploadId)).items[0].state).toBe("done");
  expect(await recordingOf(world.pool, itemIds[0])).not.toBeNull();
});

it("shows the newest of a name alone, whichever was ready last, and deletes nothing", async () => {
  const first = await finish("0004", [fileItem("edf", night), bytesItem("edf", "other.edf", readFileSync(night))]);
  await uploadEnd(world.pool, first.uploadId);
  const second = await finish("0004", [fileItem("edf", night)]);
  await uploadEnd(world.pool, second.uploadId);
  const shown = (await world.recordings.list("everything")).filter(({ patient_id }) => patient_id === "0004");
  const kept = [await recordingOf(world.pool, first.itemIds[1]), await recordingOf(world.pool, second.itemIds[0])];
  expect(shown.map(({ data_object_id }) => data_object_id).sort()).toEqual(kept.sort());
  const old = await recordingOf(world.pool, first.itemIds[0]);
  expect(old).not.toBeNull();
  const { rows } = await world.pool.query("select superseded_by from upload_item where id = any($1) order by id", [
    [...first.itemIds, ...second.itemIds],
  ]);
  expect(rows.map(({ superseded_by }) => superseded_by)).toEqual([second.itemIds[0], null, null]);
});

it("does not hide what is there behind a file that cannot be read", async () => {
  const first = await finish("0005", [fileItem("edf", night)]);
  await uploadEnd(world.pool, first.uploadId);
  const second = await finish("0005", [bytesItem("edf", "night.edf", new Uint8Array(3))]);
  expect((await uploadEnd(world.pool, second.uploadId)).status).toBe("FAILED");
  const shown = (await world.recordings.list("everything")).filter(({ patient_id }) => patient_id === "0005");
  expect(shown).toHaveLength(1);
});

it("reads info files that were encrypted in the browser, and refuses them when they were changed", async () => {
  const config = readConfig(["--data", world.dataDir], { ENCRYPT_KEY: Buffer.alloc(32, 7).toString("base64") });
  const encrypt =
    (isChanged: boolean) =>
    async ({ uploadId }: { uploadId: number }) => {
      const { rows } = await world.pool.query(
        "select id, path from upload_file where upload_id = $1 and path ~ '(patient|admission)\\.info$'",
        [uploadId],
      );
      const store = createFsStore({ root: join(world.dataDir, "objects"), name: "test", secret: "test" });
      for (const { id, path } of rows) {
        const plain = readFileSync(join(world.folder, path));
        const iv = Buffer.alloc(12, id);
        const cipher = createCipheriv("aes-256-gcm", await uploadEncryptionKey(config, uploadId), iv);
        const bytes = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
        if (isChanged) bytes[0] ^= 1;
        await store.put(uploadKey(uploadId, id), bytes, bytes.length);
        const md5 = createHash("md5").update(plain).digest("hex");
        const facts = [id, bytes.length, md5, iv.toString("base64")];
        await world.pool.query("update upload_file set size_bytes = $2, text_md5 = $3, iv = $4 where id = $1", facts);
      }
      await store.close();
    };
  const items = [directoryItem("cns", archive)];
  const good = await finish("0006", items, { beforeJobs: encrypt(false) });
  expect((await uploadEnd(world.pool, good.uploadId)).items[0]).toMatchObject({ state: "done" });
  const bad = await finish("0007", items, { beforeJobs: encrypt(true) });
  expect((await uploadEnd(world.pool, bad.uploadId)).items[0].error).toMatch(
    /^The encrypted file Patient_\S+\/(patient|admission)\.info cannot be decrypted\.$/,
  );
});

it("ends in a sentence, after some attempts, when the store has lost a file", { timeout: 60_000 }, async () => {
  const { uploadId, itemIds } = await finish("0008", [
    { kind: "edf", name: "gone.edf", state: "waiting", files: [{ path: "gone.edf", size: 1000 }] },
  ]);
  // In one statement: a job that is taken in between would wait its minutes for the next attempt. Of this item alone: what the
  // uploads before left to be done later waits as well.
  const hurried = `update job set attempts = max_attempts - 1, run_at = now()
    where state = 'queued' and queue = 'ingest' and key = $1`;
  await expect.poll(async () => (await world.pool.query(hurried, [String(itemIds[0])])).rowCount).toBe(1);
  const { items } = await uploadEnd(world.pool, uploadId);
  expect(items[0]).toMatchObject({
    state: "failed",
    error: "Something went wrong on our side. The support team can have it read again.",
  });
});
