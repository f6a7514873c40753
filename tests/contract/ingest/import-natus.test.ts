/** A Natus directory from the command line to a listed recording whose names are not the patient's. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import { openRecordings, type RecordingStore } from "../../../src/server/recordings/index.ts";
import { studyStartMs, writeStudy } from "../../support/natus-writer.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";
import { newFolder, runImport } from "./import-fixtures.ts";

const patientName = "Doe~ Jane_0f1e2d3c";
let folder: string;
let dataDir: string;
let study: string;
let database: Database;
let recordings: RecordingStore;

beforeAll(async () => {
  folder = newFolder();
  dataDir = join(folder, "data");
  study = join(folder, patientName);
  mkdirSync(study);
  const parts = [[{ samples: 2560 }, { stamp: 7680, samples: 2560 }]];
  for (const [name, bytes] of writeStudy({ channels: 4, parts })) writeFileSync(join(study, name), bytes);
  database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  recordings = openRecordings({ db: database.drizzle, dataDir });
}, 60_000);
afterAll(async () => {
  recordings.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it("is refused until somebody says whose it is", async () => {
  const { code, stderr } = await runImport([study, "--data", dataDir]).finished;
  expect(code).toBe(2);
  expect(stderr).toContain("Say whose recording this is (--patient ID): a Natus directory is named after the patient.");
  expect(await recordings.list("everything")).toEqual([]);
});

it("is imported with its gap, under the given name", async () => {
  const { code, stderr } = await runImport([study, "--patient", "0042", "--data", dataDir]).finished;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [summary] = await recordings.list("everything");
  expect(summary).toMatchObject({
    patient_id: "0042",
    obj_name: "Natus study",
    obj_type: "Natus",
    state: "ready",
    start_ms: studyStartMs,
    gap_count: 1,
  });
  const detail = await recordings.get(summary.data_object_id, "everything");
  expect(JSON.stringify(detail)).not.toMatch(/Doe|Jane/);
});
