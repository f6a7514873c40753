/** Reading ends: in the thread of an upload's item, and in that of `inspect`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ingestText } from "../../../src/protocol/text/ingest-text.ts";
import { inspectInThread } from "../../../src/server/ingest/start-inspect.ts";
import { type ItemRecord, itemOf } from "../../../src/server/ingest/uploads/item-rows.ts";
import { ingest } from "../../../src/server/ingest/uploads/start-ingest.ts";
import { usualWatch } from "../../../src/server/ingest/watch-thread.ts";
import { writeEdf } from "../../support/edf-writer.ts";
import { testDatabaseUrl } from "../../support/postgres.ts";
import { storeUpload } from "../../support/stored-files.ts";
import { type IngestWorld, openIngestWorld, recordingOf } from "../ingest/ingest-world.ts";
import { addPatient } from "../patients/files-world.ts";

const content = Buffer.from(writeEdf({ signals: [{ samplesPerRecord: 100 }], records: 10 }));
/** No time at all: it is over before the first byte. */
const over = { ...usualWatch, deadline: { baseMs: -1, msPerByte: 0 } };
const refusal = { name: "SourceRefused", message: ingestText.tookTooLong };
let world: IngestWorld;

beforeAll(async () => {
  world = await openIngestWorld();
}, 180_000);
afterAll(() => world?.close(), 60_000);

it("an item whose time is over is refused with a sentence, and nothing is stored", { timeout: 60_000 }, async () => {
  const { projectId, siteId, workspaceId } = world.place;
  const patientKey = await addPatient(world.pool, { workspaceId, project_id: projectId, site_id: siteId }, "slow");
  const items = [
    { kind: "edf", name: "slow.edf", state: "ingesting", files: [{ path: "slow.edf", content }] },
  ] as const;
  const { itemIds } = await storeUpload(world, { patientKey, status: "PROCESSING", items });
  const item = (await itemOf(world.db, itemIds[0])) as ItemRecord;
  const { rows } = await world.pool.query(
    `insert into job (queue, payload, state, attempts, lease_until, worker)
     values ('test', '{}', 'running', 1, now() + interval '1 hour', 'test') returning id`,
  );
  const order = {
    item,
    hold: { id: Number(rows[0].id), worker: "test", attempt: 1 },
    config: {
      dataDir: world.dataDir,
      databaseUrl: await testDatabaseUrl(world.dataDir),
      store: { kind: "fs", secret: null, s3: null },
      uploads: {},
    },
  } as never;
  const told = { signal: new AbortController().signal, progress: () => undefined };
  await expect(ingest(order, told, { heapMegabytes: 512, time: null, watch: over })).rejects.toMatchObject(refusal);
  expect(await recordingOf(world.pool, item.id)).toBeNull();
});

it("inspect says the same, and reads what is in time", { timeout: 60_000 }, async () => {
  const path = join(world.folder, "short.edf");
  writeFileSync(path, content);
  await expect(inspectInThread({ path, timezone: "UTC" }, over)).rejects.toMatchObject(refusal);
  await expect(inspectInThread({ path: world.folder, timezone: "UTC" }, over)).rejects.toMatchObject({
    name: "SourceRefused",
  });
  expect(await inspectInThread({ path, timezone: "UTC" })).toMatchObject({ kind: "file", facts: { records: 10 } });
});
