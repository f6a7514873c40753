/** A CNS directory from the command line to a listed recording, and none at all when the import is killed. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import { openRecordings, type RecordingStore, sweep } from "../../../src/server/recordings/index.ts";
import { ramp, startUs, wave, writeCns } from "../../support/cns-writer.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";
import { newFolder, runImport, storedNames, writeNight } from "./import-fixtures.ts";

const startMs = startUs / 1000;
const seconds = 600;
let folder: string;
let dataDir: string;
let archive: string;
let database: Database;
let recordings: RecordingStore;

beforeAll(async () => {
  folder = newFolder();
  dataDir = join(folder, "data");
  archive = writeCns(folder, {
    name: "Patient_2024_May_16__9_33_08.5",
    files: { "Events.xml": "<E><Event><Name>SD</Name><StartTime>2024-05-16 05:34:08</StartTime></Event></E>" },
    streams: [
      wave(seconds * 125, {
        index: [
          { first: 0, timeUs: startUs, intervalUs: 8000 },
          { first: 1250, timeUs: startUs + 15e6, intervalUs: 8000 },
        ],
      }),
      wave(0, { base: "ICP,na,SampleSeries,Integer,X", values: [[]] }),
      {
        base: "EEG,Composite,SampleSeries,Composite,Amp1020",
        values: Array.from({ length: 8 }, (_, c) => ramp(seconds * 256, c)),
        index: [{ first: 0, timeUs: startUs, intervalUs: 3906.25 }],
        channels: Array.from({ length: 8 }, (_, c) => `E${c}`),
        conversion: "-8388607,8388607,-400000,400000",
      },
    ],
  });
  database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  recordings = openRecordings({ db: database.drizzle, dataDir });
}, 60_000);
afterAll(async () => {
  recordings.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function expectWhole(detail: RecordingDetail): Promise<void> {
  const [abp, eeg] = detail.groups;
  expect(abp.segments).toEqual([
    { first: 0, count: 1250, start_ms: startMs },
    { first: 1875, count: seconds * 125 - 1250, start_ms: startMs + 15_000 },
  ]);
  const waves = await recordings.readSamples(detail, abp, 1800, 200);
  expect(waves.runs).toEqual([{ first: 1875, count: 125 }]);
  expect([...waves.data.subarray(75)]).toEqual(ramp(1375).slice(1250));
  const traces = await recordings.readSamples(detail, eeg, 100_000, 1000);
  for (const c of [0, 7]) {
    expect([...traces.data.subarray(c * 1000, (c + 1) * 1000)]).toEqual(ramp(101_000, c).slice(100_000));
  }
}

describe("npm run import -- DIRECTORY", () => {
  it("imports directories and files in one call and lists the repairs", async () => {
    const night = writeNight(join(folder, "night.edf"));
    const { code, stdout, stderr } = await runImport([archive, night, "--data", dataDir]).finished;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n").slice(0, -1)).toEqual([
      expect.stringMatching(/Patient_2024_May_16__9_33_08\.5: imported as recording \d+ \(4\.0 MB in [\d.]+ s\)$/),
      '  Left out: "ICP,na,SampleSeries,Integer,X", because it holds no data.',
      expect.stringMatching(/night\.edf: imported as recording \d+/),
    ]);
    const summary = (await recordings.list("everything")).find(({ obj_type }) => obj_type === "CNS");
    expect(summary).toMatchObject({
      patient_id: "Patient_2024_May_16__9_33_08.5",
      obj_name: "Patient_2024_May_16__9_33_08.5",
      state: "ready",
      start_ms: startMs,
      end_ms: startMs + seconds * 1000 + 5000,
      is_start_known: true,
      timezone: "America/New_York",
      channel_count: 9,
      gap_count: 1,
      annotation_count: 1,
      repair_count: 1,
    });
    const id = summary?.data_object_id ?? 0;
    const detail = (await recordings.get(id, "everything")) as RecordingDetail;
    expect(detail.groups.map(({ modality, kind, sampling_hz }) => [modality, kind, sampling_hz])).toEqual([
      ["ABP_na", "waveform", 125],
      ["EEG_Composite", "eeg", 256],
    ]);
    await expectWhole(detail);
    expect(await recordings.annotations(id, "everything")).toEqual([
      { start_time: startMs + 60_000, end_time: startMs + 60_000, text: "SD" },
    ]);
    const stored = readFileSync(join(dataDir, "recordings", String(id), ".zattrs"), "utf8");
    expect(JSON.stringify(detail) + stored).not.toMatch(/Haagse|4711/);
  });

  it("refuses a folder that is none, in one sentence", async () => {
    const names = storedNames(dataDir);
    const other = writeCns(folder, { name: "Other_1", streams: [wave(9)] });
    const empty = newFolder();
    const { code, stderr } = await runImport([other, empty, "--data", dataDir]).finished;
    rmSync(empty, { recursive: true });
    expect(code).toBe(2);
    expect(stderr.trim().split("\n")).toEqual([
      `${other}: The name of a CNS directory must begin with "Patient_".`,
      `${empty}: This folder is neither a CNS nor a Natus directory.`,
    ]);
    expect(storedNames(dataDir)).toEqual(names);
  });

  it("leaves nothing half when it is killed", { timeout: 120_000 }, async () => {
    const known = (await recordings.list("everything")).map((one) => one.data_object_id);
    for (let k = 0; k < 4; k++) {
      const { child, finished } = runImport([archive, "--data", dataDir]);
      const before = storedNames(dataDir).length;
      while (storedNames(dataDir).length === before && child.exitCode === null) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      setTimeout(() => child.kill("SIGKILL"), 40 * k);
      await finished;
    }
    await database.pool.query("update recording set heartbeat_at = now() - interval '61 s' where state = 'importing'");
    await sweep(database.drizzle, dataDir);
    const all = await recordings.list("everything");
    expect(storedNames(dataDir)).toEqual(all.map((one) => String(one.data_object_id)).sort());
    for (const { data_object_id, state } of all.filter((one) => !known.includes(one.data_object_id))) {
      expect(state).toBe("ready");
      await expectWhole((await recordings.get(data_object_id, "everything")) as RecordingDetail);
    }
  });
});
