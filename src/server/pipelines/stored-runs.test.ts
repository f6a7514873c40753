import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { AnalysisRefused } from "../analysis/index.ts";
import type { Queries } from "../platform/database/sql.ts";
import { createFsStore, type FsStore } from "../platform/storage/fs-store.ts";
import { digestOf } from "./result-file.ts";
import type { StoredFile } from "./rows.ts";
import { copyOf } from "./run-copies.ts";
import { createStoredRuns } from "./stored-runs.ts";

const fileKey = "pipelines/12/9-1.h5";
const bytes = Buffer.from("result".repeat(100_000));
const wanted = { analytic: "stored_run", data_object_id: 5, run_id: 12, output: "PRx" } as const;
const series = {
  ...{ name: "PRx", columns: ["PRx"], units: [""], sampling_hz: 1, segments: [[0, 3, 1000]], definition: "D." },
  ...{ parameters: "{}", sources: ["ABP (mmHg)"], missing_share: 0, masked_share: 0 },
};
let dataDir: string;
let store: FsStore;
let row: StoredFile;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-stored-runs-"));
  store = createFsStore({ root: join(dataDir, "objects"), name: "own", secret: "s" });
  await store.put(fileKey, bytes, bytes.length);
  row = {
    ...{ id: 12, patientKey: 8, name: "PRx", jobId: 9, fileProblem: null, finishedAt: 1, fileKey },
    ...(await digestOf((async function* () { yield bytes; })())), // biome-ignore format: one piece
    stored: { core: "abc", recordingIds: [5] },
  };
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

/** Answers the row of the run, then the output that it is asked for. */
const runs = (own: Pick<FsStore, "get"> = store) => {
  const answers: object[][] = [[row], [{ series }]];
  const db = { execute: async () => ({ rows: answers.shift() ?? [] }) } as unknown as Queries;
  const stores = { own } as { own: FsStore };
  return createStoredRuns({ db, dataDir, stores, log: { warn: () => undefined } });
};

it("says that there is no room where the disk is full while a file is copied, and leaves nothing half-written", async () => {
  const copy = copyOf(dataDir, fileKey);
  mkdirSync(join(dataDir, "cache", "runs"), { recursive: true });
  symlinkSync("/dev/full", `${copy}.part`);
  const refused = await runs()
    .bring(wanted)
    .result.catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AnalysisRefused);
  expect((refused as Error).message).toBe(pipelineText.failed.noRoomToShow);
  expect(readdirSync(join(dataDir, "cache", "runs"))).toEqual([]);
  // Once there is room again it is shown.
  await runs().bring(wanted).result;
  expect(existsSync(copy) && readFileSync(copy).equals(bytes)).toBe(true);
});

it("tells a run by its row before its file is here, and how much of the file is here", async () => {
  let goOn = () => {};
  const more = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow = {
    async get() {
      const pieces = async function* () {
        yield bytes.subarray(0, 150_000);
        yield bytes.subarray(150_000, 300_000);
        await more;
        yield bytes.subarray(300_000);
      };
      return Readable.from(pieces(), { objectMode: false });
    },
  };
  const stored = runs(slow);
  expect(await stored.output(wanted)).toMatchObject({ path: copyOf(dataDir, fileKey), columns: ["PRx"], version: 9 });
  const first = stored.bring(wanted);
  const second = stored.bring(wanted);
  // The last piece that came is held back.
  await expect.poll(() => [first.progress(), second.progress()]).toEqual([0.25, 0.25]);
  expect(existsSync(copyOf(dataDir, fileKey))).toBe(false);
  goOn();
  await Promise.all([first.result, second.result]);
  expect([first.progress(), readFileSync(copyOf(dataDir, fileKey)).equals(bytes)]).toEqual([1, true]);
});
