/** From a file to a listed recording, through the command line and through the job, on the real database and disk. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { type ImportOptions, importRecording } from "../../../src/server/ingest/import-job.ts";
import { startImport } from "../../../src/server/ingest/start-import.ts";
import type { Place } from "../../../src/server/patients/index.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import { claimRow } from "../../../src/server/recordings/claim.ts";
import { openRecordings, type RecordingStore, sweep } from "../../../src/server/recordings/index.ts";
import { defaultPlace } from "../../support/accounts.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";
import { blockReader, newFolder, runImport, sampleAt, storedNames, writeNight } from "./import-fixtures.ts";

let folder: string;
let dataDir: string;
let database: Database;
let recordings: RecordingStore;
let place: Place;

beforeAll(async () => {
  folder = newFolder();
  dataDir = join(folder, "data");
  database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  recordings = openRecordings({ db: database.drizzle, dataDir });
  place = await defaultPlace(database.drizzle);
});
afterAll(async () => {
  recordings.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const importReader = (reader: ReturnType<typeof blockReader>, more: Partial<ImportOptions> = {}) =>
  importRecording({
    source: { kind: "reader", reader, name: "made.edf" },
    db: database.drizzle,
    dataDir,
    timezone: "UTC",
    place,
    ...more,
  });

/** Names that belong to recordings, and nothing besides. */
const expectOnlyListed = async () => {
  const listed = (await recordings.list("everything")).map((one) => String(one.data_object_id)).sort();
  expect(storedNames(dataDir)).toEqual(listed);
};

describe("npm run import, while another process holds the data folder", () => {
  it("imports a file and names it after itself, never after its header", async () => {
    const file = writeNight(join(folder, "night 1.edf"));
    const { code, stdout, stderr } = await runImport([file, "--data", dataDir]).finished;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\S.*night 1\.edf: imported as recording \d+ \(0\.0 MB in [\d.]+ s\)\n$/);
    const summary = (await recordings.list("everything")).find(({ obj_name }) => obj_name === "night 1.edf");
    expect(summary).toMatchObject({
      patient_id: "night 1",
      obj_type: "EDF",
      state: "ready",
      progress: 1,
      start_ms: Date.parse("2019-03-03T03:10:05Z"), // New York
      end_ms: Date.parse("2019-03-03T03:10:25Z"),
      is_start_known: true,
      timezone: "America/New_York",
      channel_count: 4,
      gap_count: 0,
    });
    const detail = (await recordings.get(summary?.data_object_id ?? 0, "everything")) as RecordingDetail;
    expect(JSON.stringify(detail)).not.toMatch(/Haagse|Harry|4711|1951/);
    const group = detail.groups[0];
    const { data, runs } = await recordings.readSamples(detail, group, 1000, 2000);
    expect(runs).toEqual([{ first: 1000, count: 2000 }]);
    for (const i of [0, 23, 24, 1999]) for (const c of [0, 3]) expect(data[c * 2000 + i]).toBe(sampleAt(c, 1000 + i));
    const attributes = readFileSync(join(dataDir, "recordings", String(detail.data_object_id), "0", ".zattrs"), "utf8");
    expect(JSON.parse(attributes)).toMatchObject({ sampling_hz: 256, segments: [[0, 5120, detail.start_ms]] });
  });

  it("shows what is not seen of a file's name, and takes no patient whose name is not seen whole", async () => {
    const file = writeNight(join(folder, "n\u200bu\u202efde.edf"));
    expect((await runImport([file, "--data", dataDir]).finished).code).toBe(0);
    expect(
      (await recordings.list("everything")).map(({ patient_id, obj_name }) => [patient_id, obj_name]),
    ).toContainEqual(["n[U+200B]u[U+202E]fde", "n[U+200B]u[U+202E]fde.edf"]);
    const { code, stderr } = await runImport([file, "--data", dataDir, "--patient", "P-7\u200f"]).finished;
    expect([code, stderr]).toEqual([2, "A patient's name cannot hold what is not seen: P-7[U+200F]. Type it anew.\n"]);
    // As a disk of macOS writes it: the same letter in two characters.
    await importReader(blockReader([{ ms: 0, count: 4 }]), { patientId: " Zoe\u0308 " });
    expect((await recordings.list("everything")).map(({ patient_id }) => patient_id)).toContain("Zo\u00eb");
  });

  it("takes patient, name and zone", async () => {
    const file = writeNight(join(folder, "b.edf"));
    const options = ["--data", dataDir, "--patient", "P-7", "--name", "Second night", "--timezone", "Europe/Berlin"];
    expect((await runImport([file, ...options]).finished).code).toBe(0);
    expect((await recordings.list("everything")).find(({ patient_id }) => patient_id === "P-7")).toMatchObject({
      obj_name: "Second night",
      timezone: "Europe/Berlin",
      start_ms: Date.parse("2019-03-02T21:10:05Z"),
    });
  });

  it("puts the patient where it is told to, by identifiers in any case of letters", async () => {
    const file = writeNight(join(folder, "c.edf"));
    const to = ["--workspace", "DEMO", "--project", "demo-2", "--site", "NORD"];
    for (const more of [to, [...to.slice(2), "--patient", "C-1"]])
      expect(await runImport([file, "--data", dataDir, ...more]).finished).toMatchObject({ code: 0, stderr: "" });
    const there = { project_identifier: "DEMO-2", site_identifier: "NORD" };
    const listed = await recordings.list("everything");
    expect(listed.filter((one) => one.site_identifier === "NORD")).toMatchObject([
      { patient_id: "C-1", ...there },
      { patient_id: "c", ...there },
    ]);
    const keys = listed.filter(({ patient_id }) => patient_id === "P-7").map(({ patient_key }) => patient_key);
    expect(await runImport([file, "--data", dataDir, "--patient", "P-7"]).finished).toMatchObject({ code: 0 });
    const again = (await recordings.list("everything")).filter(({ patient_id }) => patient_id === "P-7");
    expect(again.map(({ patient_key }) => patient_key)).toEqual([...keys, ...keys]);
  });

  it.each([
    [["--workspace", "NOWHERE"], 'There is no workspace "NOWHERE".'],
    [["--project", "NONE"], 'The workspace "DEMO" has no project "NONE".'],
    [["--site", "NONE"], 'The workspace "DEMO" has no site "NONE".'],
  ])("refuses %j in one sentence and imports nothing", async (args, message) => {
    const before = await recordings.list("everything");
    const file = writeNight(join(folder, "d.edf"));
    const { code, stdout, stderr } = await runImport([file, "--data", dataDir, ...args]).finished;
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: `${message}\n` });
    expect(await recordings.list("everything")).toEqual(before);
  });

  it("refuses with one plain sentence a file, imports the rest, and says so by its exit code", async () => {
    const before = (await recordings.list("everything")).length;
    const at = (name: string) => join(folder, name);
    mkdirSync(at("folder.edf"));
    writeFileSync(at("empty.edf"), "");
    writeFileSync(at("page.edf"), `<!doctype html>${" ".repeat(2000)}`);
    const good = writeNight(at("good.edf"));
    const files = [at("missing.edf"), at("folder.edf"), at("empty.edf"), at("page.edf"), good];
    const { code, stdout, stderr } = await runImport([...files, "--data", dataDir]).finished;
    expect(code).toBe(2);
    expect(stdout.trim().split("\n")).toHaveLength(1);
    const lines = stderr.trim().split("\n");
    expect(lines.slice(0, 2)).toEqual([
      `${files[0]}: There is no such file.`,
      `${files[1]}: This folder is neither a CNS nor a Natus directory.`,
    ]);
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toMatch(/^\S+\.edf: [A-Z][^\n]*\.$/);
    expect(await recordings.list("everything")).toHaveLength(before + 1);
    await expectOnlyListed();
  });

  it.each([
    [["--timezone", "Mars/Olympus", "x.edf"], 'There is no time zone "Mars/Olympus".'],
    [[], "Usage: npm run import"],
    [["--colour", "x.edf"], "Usage: npm run import"],
    [["--name", "n", "x.edf", "y.edf"], "--name fits one file only."],
  ])("refuses %j before anything is opened", async (args, message) => {
    const { code, stderr } = await runImport([...args, "--data", join(folder, "never")]).finished;
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("names variables that look like settings and are none", async () => {
    const file = join(folder, "nothing.edf");
    const { code, stderr } = await runImport([file, "--data", dataDir], "export DATABSE_URL=postgres://db;").finished;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^DATABSE_URL is not a setting of CONNECT .* Did you mean DATABASE_URL\?\n/);
    expect(stderr).toContain(`${file}: `);
  });

  it("leaves nothing behind when the disk takes no more", async () => {
    const file = writeNight(join(folder, "large.edf"), { channels: 20, seconds: 900 });
    const { code, stderr } = await runImport([file, "--data", dataDir], "ulimit -f 4000;").finished;
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `${file}: The file system of the data folder does not allow files this large.\n`,
    });
    await expectOnlyListed();
  });
});

describe("startImport", () => {
  it("imports in a worker, tells its progress, and the recording appears at the end", async () => {
    const seen: number[] = [];
    const source = { kind: "demo", durationSeconds: 1800, channelCount: 4 } as const;
    const running = startImport({ source, dataDir, timezone: "UTC", place }, ({ fraction }) => seen.push(fraction));
    const detail = (await recordings.get(await running.done, "everything")) as RecordingDetail;
    expect(detail).toMatchObject({ patient_id: "DEMO-1", state: "ready", data_version: 1 });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(detail.annotation_count).toBe((await recordings.annotations(detail.data_object_id, "everything"))?.length);
    expect(detail.groups.length).toBeGreaterThan(3);
  });

  it("is listed meanwhile, can be cancelled and leaves nothing behind", async () => {
    const source = { kind: "demo", durationSeconds: 86_400 } as const;
    let begin = () => {};
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const running = startImport({ source, dataDir, timezone: "UTC", place }, () => begin());
    const ended = running.done.catch((error: unknown) => error);
    await Promise.race([hasBegun, ended]);
    const [listed] = (await recordings.list("everything")).filter(({ state }) => state === "importing");
    expect(listed.progress).toBeLessThan(1);
    running.cancel();
    expect(await ended).toMatchObject({ name: "AbortError" });
    await expect(running.done).rejects.toMatchObject({ name: "AbortError" });
    await expectOnlyListed();
  });

  it("hands over what a source was refused for", async () => {
    const source = { kind: "file", path: join(folder, "missing.edf"), name: "missing.edf" } as const;
    await expect(startImport({ source, dataDir, timezone: "UTC", place }).done).rejects.toMatchObject({
      name: "SourceRefused",
      message: "There is no such file.",
    });
  });
});

describe("importRecording", () => {
  it("stores nothing of a source that breaks in the middle", async () => {
    const blocks = Array.from({ length: 40 }, (_, k) => ({ ms: k * 60_000, count: 6000 }));
    const denied = Object.assign(new Error("denied"), { code: "EACCES" });
    await expect(importReader(blockReader(blocks, { failAfter: 30, error: denied }))).rejects.toMatchObject({
      name: "SourceRefused",
      message: "This account may not read the file.",
    });
    await expect(importReader(blockReader(blocks, { failAfter: 30 }))).rejects.toThrow("the reader broke");
    await expectOnlyListed();
  });

  it("keeps a gap of most of a year without paying for it, and refuses more than 400 days", async () => {
    const day = 86_400_000;
    const blocks = [
      { ms: 0, count: 1000 },
      { ms: 350 * day, count: 1000 },
    ];
    const reader = blockReader(blocks);
    const id = await importReader({ ...reader, head: { ...reader.head, sizeBytes: 8000 } });
    const detail = (await recordings.get(id, "everything")) as RecordingDetail;
    expect(detail).toMatchObject({ gap_count: 1, start_ms: reader.head.startMs });
    expect(detail.end_ms).toBe(reader.head.startMs + 350 * day + 10_000);
    const [group] = detail.groups;
    expect(group.segments.map(({ first }) => first)).toEqual([0, 350 * 8_640_000]);
    const columns = 8;
    const edges = Float64Array.from({ length: columns + 1 }, (_, k) => (k * group.sample_count) / columns);
    const values = await recordings.readColumns(detail, group, edges);
    expect([...values.subarray(0, 2 * columns)].map(Number.isNaN)).toEqual([
      false,
      false,
      ...Array(2 * columns - 4).fill(true),
      false,
      false,
    ]);
    await expect(importReader(blockReader([...blocks, { ms: 401 * day, count: 10 }]))).rejects.toMatchObject({
      name: "SourceRefused",
      message: "The recording spans more than 400 days.",
    });
    await expectOnlyListed();
  });

  it("takes 100,000 annotations, and a recording that holds nothing else", async () => {
    const id = await importReader(blockReader([], { annotations: 100_000 }));
    const annotations = await recordings.annotations(id, "everything");
    expect(annotations).toHaveLength(100_000);
    expect(annotations?.[99_999].text).toBe("mark 99999");
    const detail = (await recordings.get(id, "everything")) as RecordingDetail;
    expect(detail).toMatchObject({ annotation_count: 100_000, end_ms: detail.start_ms + 99_999 });
    expect((await recordings.readSamples(detail, detail.groups[0], 0, 10)).count).toBe(0);
    expect(await recordings.readColumns(detail, detail.groups[0], Float64Array.of(0, 5, 10))).toEqual(
      new Float32Array(8).fill(Number.NaN),
    );
  });

  it("does not disturb another import that runs at the same time", async () => {
    const blocks = Array.from({ length: 20 }, (_, k) => ({ ms: k * 60_000, count: 6000 }));
    const ids = await Promise.all([1, 2, 3].map(() => importReader(blockReader(blocks))));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect((await recordings.get(id, "everything"))?.state).toBe("ready");
    await expectOnlyListed();
  });

  it("notices that it was taken for dead, and then publishes nothing", async () => {
    const blocks = Array.from({ length: 4 }, (_, k) => ({ ms: k * 60_000, count: 6000 }));
    const isolate = async (k: number) => {
      if (k !== 3) return;
      await database.pool.query(
        "update recording set heartbeat_at = now() - interval '1 minute' where state = 'importing'",
      );
      expect((await recordings.list("everything")).every(({ state }) => state === "ready")).toBe(true);
      await importReader(blockReader([{ ms: 0, count: 10 }])); // sweeps first
    };
    await expect(importReader(blockReader(blocks, { beforeBlock: isolate }))).rejects.toThrow(
      "The import was interrupted for too long; start it again.",
    );
    await expectOnlyListed();
  });

  it("stops at the signal and clears up", async () => {
    const cancel = new AbortController();
    const blocks = Array.from({ length: 20 }, (_, k) => ({ ms: k * 60_000, count: 6000 }));
    const running = importReader(blockReader(blocks), {
      signal: cancel.signal,
      onProgress: ({ fraction }) => fraction > 0.4 && cancel.abort(),
    });
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
    await expectOnlyListed();
  });
});

it("sweeps imports that show no sign of life, and all of them for who has just begun to hold the data folder", async () => {
  const { id, folder: temporary } = await claimRow({
    db: database.drizzle,
    dataDir,
    token: "t",
    facts: { ...(await recordings.list("everything"))[0], patient_id: "SWEPT" },
    place,
  });
  mkdirSync(temporary);
  await sweep(database.drizzle, dataDir);
  expect((await recordings.get(id, "everything"))?.state).toBe("importing");
  expect(storedNames(dataDir)).toContain(`.importing-${id}`);
  await sweep(database.drizzle, dataDir, { isAlone: true });
  expect(await recordings.get(id, "everything")).toBeNull();
  await expectOnlyListed();
});

it("removes a recording with everything it had", async () => {
  const id = await importReader(blockReader([{ ms: 0, count: 5000 }], { annotations: 3 }));
  const detail = (await recordings.get(id, "everything")) as RecordingDetail;
  await recordings.readSamples(detail, detail.groups[0], 0, 100);
  expect(await recordings.remove(id)).toBe(true);
  expect(await recordings.get(id, "everything")).toBeNull();
  expect(await recordings.remove(id)).toBe(false);
  expect(await recordings.annotations(id, "everything")).toBeNull();
  await expectOnlyListed();
});

it("knows nothing of recordings that are not there", async () => {
  for (const id of [0, -1, 987_654, 2 ** 40, Number.NaN]) expect(await recordings.get(id, "everything")).toBeNull();
});
