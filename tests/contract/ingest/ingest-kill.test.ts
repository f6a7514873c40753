/** Whenever the server is killed while it reads an upload: everything is read in the end, once, and nothing half is seen. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { bytesItem, fileItem, finishUpload, uploadEnd } from "../../support/uploads.ts";
import { sampleAt, storedNames, writeNight } from "./import-fixtures.ts";
import { type IngestWorld, openIngestWorld, recordingOf } from "./ingest-world.ts";

const shape = { channels: 8, samplingHz: 256, seconds: 900 };
const kills = 4;
let world: IngestWorld;

beforeAll(async () => {
  world = await openIngestWorld();
}, 60_000);
afterAll(() => world?.close(), 60_000);

async function expectWhole(id: number): Promise<void> {
  const detail = (await world.recordings.get(id, "everything")) as RecordingDetail;
  const [group] = detail.groups;
  expect(group.segments).toEqual([{ first: 0, count: shape.seconds * 256, start_ms: detail.start_ms }]);
  for (const second of [0, 601, shape.seconds - 1]) {
    const { data } = await world.recordings.readSamples(detail, group, second * 256, 256);
    for (const c of [0, 7]) for (const i of [0, 255]) expect(data[c * 256 + i]).toBe(sampleAt(c, second * 256 + i));
  }
}

it("a killed server goes on where it was", { timeout: 300_000 }, async () => {
  const night = writeNight(join(world.folder, "night.edf"), shape);
  const rows = Array.from({ length: 3000 }, (_, k) => `Drug ${k},2024-01-05 10:00,${k} mg`).join("\n");
  const sheet = new TextEncoder().encode(`Drug,Start,Dose\n${rows}\n`);
  const items = [
    ...Array.from({ length: 4 }, (_, k) => fileItem("edf", night, `night-${k}.edf`)),
    bytesItem("medications", "drugs.csv", sheet),
  ];
  const { uploadId, itemIds } = await finishUpload(world, { place: world.place, patientIdentifier: "k", items });
  for (let k = 0; k < kills; k++) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2500));
    const { pid } = world.server;
    await world.server.kill();
    await world.server.restart();
    await world.reopen();
    // As if the half minute of a lease had passed; a node alone does not wait for it.
    await world.pool.query("update job set lease_until = now() where state = 'running' and worker like $1", [
      `%:${pid}:%`,
    ]);
    const ready = await world.pool.query(
      `select r.state, i.state as item from recording r join upload_item i on i.id = r.upload_item_id
       where (r.state = 'ready') <> (i.state = 'done')`,
    );
    expect(ready.rows).toEqual([]);
    const { rows: open } = await world.pool.query("select 1 from upload where id = $1 and status = 'PROCESSING'", [
      uploadId,
    ]);
    if (open.length === 0) break;
    // A job that dies five times is given up: these deaths are not its own.
    await world.pool.query("update job set max_attempts = attempts + 5 where state in ('queued', 'running')");
  }
  const end = await uploadEnd(world.pool, uploadId, 120_000);
  expect(end.status).toBe("SUCCESS");
  expect(end.items.map(({ state }) => state)).toEqual(Array(5).fill("done"));
  for (const { name } of items) {
    expect(end.messages.filter((text) => text === `info Reading ${name} has begun.`)).toHaveLength(1);
    expect(end.messages.filter((text) => text.startsWith(`success ${name} was read`))).toHaveLength(1);
  }
  const ids = await Promise.all(itemIds.slice(0, 4).map((id) => recordingOf(world.pool, id)));
  for (const id of ids) await expectWhole(id as number);
  const listed = (await world.recordings.list("everything")).map((one) => one.data_object_id);
  expect(listed.sort()).toEqual([...ids].sort());
  await expect.poll(() => storedNames(world.dataDir), { timeout: 15_000 }).toEqual(ids.map(String).sort());
  const counts =
    "select count(*)::int as rows, count(distinct row_number)::int as numbers from medication where item_id = $1";
  expect((await world.pool.query(counts, [itemIds[4]])).rows[0]).toEqual({ rows: 3000, numbers: 3000 });
});
