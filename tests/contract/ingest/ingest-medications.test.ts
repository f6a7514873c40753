/** Medication files through an upload, compared with counts that another program made (needs ../shared/data beside the checkout). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeRows } from "../../../src/server/ingest/medications/store-rows.ts";
import { type ItemRecord, itemOf as recordOf } from "../../../src/server/ingest/uploads/item-rows.ts";
import { itemFailed } from "../../../src/server/ingest/uploads/settle-item.ts";
import { ingest } from "../../../src/server/ingest/uploads/start-ingest.ts";
import { storeUpload } from "../../support/stored-files.ts";
import { fileItem, finishUpload, type UploadEnd, uploadEnd } from "../../support/uploads.ts";
import { addPatient } from "../patients/files-world.ts";
import { type IngestWorld, openIngestWorld } from "./ingest-world.ts";

const data = fileURLToPath(new URL("../../../../shared/data/medications/", import.meta.url));
const names = [
  "mimic3demo_inputevents_mv.csv",
  "medications_clinic.xlsx",
  "date_cells.xlsx",
  "dates_1904.xlsx",
  "plain.xls",
  "password_xor.xls",
  "password_example.xlsx",
];
let world: IngestWorld;
let end: UploadEnd;
let patientKey: number;

beforeAll(async () => {
  world = await openIngestWorld();
}, 60_000);
afterAll(() => world?.close(), 60_000);

const itemOf = (name: string) => end.items.find((one) => one.name === name);
const rowsOf = async (name: string) =>
  (await world.pool.query("select * from medication where item_id = $1 order by row_number", [itemOf(name)?.id])).rows;

describe.skipIf(!existsSync(data))("the sample files", () => {
  beforeAll(async () => {
    const items = names.map((name) => fileItem("medications", join(data, name)));
    const order = { place: world.place, patientIdentifier: "m", items, timezone: "America/New_York" };
    const upload = await finishUpload(world, order);
    patientKey = upload.patientKey;
    end = await uploadEnd(world.pool, upload.uploadId);
  }, 90_000);

  it("are read, or refused for their password", () => {
    const refused = "The file is password-protected.";
    expect(end.items.map(({ name, state, error }) => [name, state, error])).toEqual(
      names.map((name) => (name.startsWith("password") ? [name, "failed", refused] : [name, "done", null])),
    );
    expect(end.messages).toContain(`error password_xor.xls could not be read. ${refused}`);
    expect(end.messages).toContain(
      "success mimic3demo_inputevents_mv.csv was read: 13,224 rows. Columns recognised: drug, start, end, amount, unit of the amount, rate, unit of the rate.",
    );
  });

  it("the 13,224 infusions: every row, time and number", async () => {
    // Python's csv, float and zoneinfo say the same.
    const { rows } = await world.pool.query(
      `select count(*)::int as rows, max(row_number) as last, count(distinct drug)::int as drugs, count(rate)::int as rates,
         sum(start_ms / 1000) as starts, sum(end_ms / 1000) as ends, sum(amount) as amounts, sum(rate) as all_rates,
         count(*) filter (where amount_unit = 'ml')::int as ml, count(*) filter (where patient_key = $2)::int as own,
         count(*) filter (where route is null)::int as without_route
       from medication where item_id = $1`,
      [itemOf(names[0])?.id, patientKey],
    );
    expect(rows[0]).toEqual({
      rows: 13_224,
      last: 13_224,
      drugs: 135,
      rates: 7335,
      starts: 74_798_844_625_080,
      ends: 74_799_015_571_740,
      amounts: expect.closeTo(2_685_359.003424603, 4),
      all_rates: expect.closeTo(539_012.980240003, 4),
      ml: 7624,
      own: 13_224,
      without_route: 13_224,
    });
    const [first] = await rowsOf(names[0]);
    expect(first).toMatchObject({ drug: "225799", amount: 60, amount_unit: "ml", rate: null, rate_unit: null });
    expect(first.original.row).toBe(2);
    expect(first.original.cells.slice(0, 2)).toEqual([
      ["ROW_ID", "118897"],
      ["SUBJECT_ID", "42367"],
    ]);
    const far = "warning Please check mimic3demo_inputevents_mv.csv.";
    expect(end.messages.find((text) => text.startsWith(far))).toMatch(
      /13,224 times of the column "STARTTIME" lie before/,
    );
  });

  it("a clinic's sheet: drug, dose with its unit, and days", async () => {
    const rows = await rowsOf("medications_clinic.xlsx");
    expect(rows.map(({ drug, amount, amount_unit }) => [drug, amount, amount_unit])).toEqual([
      ["Sertraline", 50, "mg"],
      ["Levetiracetam", 500, "mg"],
      ["Metformin", 500, "mg"],
      ["Lisinopril", 10, "mg"],
      expect.anything(),
    ]);
    expect(new Date(rows[0].start_ms).toISOString()).toBe("2025-08-12T04:00:00.000Z");
    expect(rows[0].end_ms).toBeNull();
  });

  it("sheets that are no tables of drugs keep their rows as they are, with their dates", async () => {
    const cells = await rowsOf("date_cells.xlsx");
    expect(cells).toHaveLength(13);
    expect(cells.flatMap(({ original }) => original.cells)).toContainEqual(["B", "2014-02-14T08:27:48.765Z"]);
    const days = await rowsOf("dates_1904.xlsx");
    for (const { original } of days) expect(original.cells[1][1]).toBe(original.cells[2][1]); // the day and its text
    expect(days).toHaveLength(5);
    expect((await rowsOf("plain.xls")).map(({ original }) => original.cells)).toEqual([
      [
        ["A", "lorem ipsum"],
        ["B", 3],
      ],
    ]);
    expect(end.messages.filter((text) => /no row of column names/.test(text))).toHaveLength(3);
  });
});

describe("a sheet that takes too long", () => {
  let item: ItemRecord;
  beforeAll(async () => {
    const { projectId, siteId, workspaceId } = world.place;
    const place = { workspaceId, project_id: projectId, site_id: siteId };
    const patientKey = await addPatient(world.pool, place, "slow");
    const lines = Array.from({ length: 20_000 }, (_, k) => `2026-01-01 10:00,Propofol ${k},20,mg`);
    const content = Buffer.from(`start,drug,dose,unit\n${lines.join("\n")}`);
    const items = [
      { kind: "medications", name: "slow.csv", state: "ingesting", files: [{ path: "slow.csv", content }] },
    ] as const;
    const { itemIds } = await storeUpload(world, { patientKey, status: "PROCESSING", items });
    item = (await recordOf(world.db, itemIds[0])) as ItemRecord;
  }, 60_000);
  const row = (n: number) =>
    JSON.stringify({ row_number: n, drug: "Propofol", original: { sheet: null, row: n, cells: [] } });
  const rowCount = async () => {
    const { rows } = await world.pool.query("select count(*)::int as n from medication where item_id = $1", [item.id]);
    return rows[0].n;
  };

  it("is ended with a sentence, whatever it was doing", async () => {
    const { rows } = await world.pool.query(
      `insert into job (queue, payload, state, attempts, lease_until, worker)
       values ('test', '{}', 'running', 1, now() + interval '1 hour', 'test') returning id`,
    );
    const order = {
      item,
      hold: { id: Number(rows[0].id), worker: "test", attempt: 1 },
      config: { dataDir: world.dataDir, databaseUrl: null, store: { kind: "fs", secret: null, s3: null }, uploads: {} },
    } as never;
    const told = { signal: new AbortController().signal, progress: () => undefined };
    const time = { parseMs: 60_000, wholeMs: 1 };
    await expect(ingest(order, told, { heapMegabytes: 512, time, watch: null })).rejects.toMatchObject({
      name: "SourceRefused",
      message: "Reading it took too long. Please upload it again in smaller files.",
    });
  });

  it("leaves no rows behind, also none that were still on their way", async () => {
    const target = { db: world.db, itemId: item.id, patientKey: item.patientKey };
    await storeRows(target, [row(1), row(2)]);
    expect(await rowCount()).toBe(2);
    await Promise.allSettled([
      world.db.transaction((tx) => itemFailed(tx, item, "It took too long.")),
      ...[3, 4, 5].map((n) => storeRows(target, [row(n)])),
    ]);
    await expect(storeRows(target, [row(6)])).rejects.toThrow();
    expect(await rowCount()).toBe(0);
  });
});
