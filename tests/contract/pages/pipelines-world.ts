/** A server with two files of ten hours of pressures, and what the tests of analyses do with runs. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { sampleAnalyses } from "../../../src/domain/pipelines/samples.ts";
import {
  executeAndWriteH5,
  getRun,
  type PipelineAnalysis,
  type PipelineNode,
  type PipelineRun,
} from "../../../src/protocol/pipelines.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { SourceReader } from "../../../src/server/recordings/types.ts";
import { addToken, addUser, answerAs, callAs, defaultPlace, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect } from "./page-world.ts";

export const hour = 3_600_000;
export const hz = 4;
export const startMs = Date.UTC(2026, 1, 2, 9, 59, 33, 500);
const samples = 10 * 3600 * hz;
export const endMs = startMs + 10 * hour;
export const hasH5py = spawnSync("/usr/bin/python3", ["-c", "import h5py"]).status === 0;

export let server: RunningServer;
export let client: Client;
export let token: string;
export let viewer: string;
export let stranger: string;
export let lister: string;
export let id: number;
export let otherId: number;
export let patientKey: number;
export let dataDir: string;

/** Ten hours with a gap, flushes, and reactivity that is lost at both ends. */
function pressures(): SourceReader {
  const rows = [new Float32Array(samples), new Float32Array(samples)];
  let state = 7;
  const noise = () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  for (let i = 0; i < samples; i++) {
    const seconds = i / hz;
    const cpp = 75 + 20 * Math.sin(seconds / 1900);
    const slow = 4 * Math.sin(seconds / 6) + 3 * Math.sin(seconds / 8.3);
    rows[1][i] = 12 + (((cpp - 73) / 20) ** 2 - 0.5) * slow + 2 * noise();
    rows[0][i] = i % 4001 < 90 ? 310 : cpp + 12 + slow + 2 * noise();
    if (seconds > 12_000 && seconds < 13_500) rows[1][i] = Number.NaN;
  }
  const head: SourceReader["head"] = {
    ...{ objType: "EDF", startMs, isStartKnown: true, timezone: "UTC", sizeBytes: 1e6 },
    groups: ["ABP", "ICP"].map((label, k) => ({
      ...{ modality: `${label}_na`, kind: "numeric", sampling_hz: hz, sample_type: "float32", missing_code: null },
      channels: [
        {
          ...{ source_index: k, label, unit: "mmHg", gain: 1, offset: 0 },
          ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
        },
      ],
    })),
  };
  const gap = [5 * 3600 * hz, 5.5 * 3600 * hz];
  async function* blocks() {
    for (const [group, data] of rows.entries())
      for (const [from, to] of [
        [0, gap[0]],
        [gap[1], samples],
      ])
        yield {
          ...{ group, startMs: startMs + (from * 1000) / hz, count: to - from },
          ...{ data: data.slice(from, to), bytesRead: 0 },
        };
  }
  return { head, blocks, finish: () => ({ annotations: [], repairs: [] }) };
}

export async function openPipelines(): Promise<void> {
  dataDir = mkdtempSync(join(tmpdir(), "connect-pipelines-"));
  await withDatabase(dataDir, async (pool, db) => {
    const place = await defaultPlace(db);
    const add = (patientId: string) => {
      const source = { kind: "reader", reader: pressures(), name: "Pressures" } as const;
      return importRecording({ source, db, dataDir, timezone: "UTC", place, patientId });
    };
    id = await add("A");
    otherId = await add("B");
    const rows = await pool.query("select patient_key from recording where id = $1", [id]);
    patientKey = rows.rows[0].patient_key;
    const { workspaceId, projectId, siteId } = place;
    const person = { workspaceId, projectIds: [projectId], siteIds: [siteId] };
    const longer = { lifeMs: 3_600_000 };
    viewer = await addToken(pool, await addUser(pool, { ...person, permissions: ["visualize_data"] }), longer);
    lister = await addToken(pool, await addUser(pool, { ...person, permissions: ["access_data_visualize"] }), longer);
    stranger = await addToken(pool, await addUser(pool, { workspaceId, permissions: ["visualize_data"] }), longer);
  });
  server = await startServer({ dataDir });
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
}

export async function closePipelines(): Promise<void> {
  client?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** After the server was started again. */
export async function signInAgain(): Promise<void> {
  ({ token } = await signIn(server.url));
}

export const sample = (k: number, over: Partial<PipelineAnalysis> = {}): PipelineAnalysis => ({
  ...sampleAnalyses[k],
  ...{ patient_file_uid: id, ...over },
});
export const graphOf = (nodes: PipelineNode[], inputs: number[][], outputs = [nodes.length - 1]): PipelineAnalysis => ({
  ...sample(1),
  pipeline_json: {
    ...{ name: "Own", description: "", version: "1", nodes },
    architecture: { inputs, output_indexes: outputs },
  },
});
export const source = (name: string, args: PipelineNode["args"]): PipelineNode => ({
  ...{ type: "source", subtype: "hdf5", name, args },
});

export async function ended(run: PipelineRun, who = token): Promise<PipelineRun> {
  let now = run;
  const look = async () => {
    now = await answerAs(server.url, who, getRun, { run_id: run.id });
    return now.finished_at !== null;
  };
  await expect.poll(look, { timeout: 60_000, interval: 100 }).toBe(true);
  return now;
}
export const begin = async (analysis: PipelineAnalysis, who = token) =>
  ended(await answerAs(server.url, who, executeAndWriteH5, analysis), who);
export async function refusal(route: Route, body: unknown, who = token): Promise<[number, string]> {
  const { status, text } = await callAs(server.url, who, route, body);
  return [status, status === 200 ? text : JSON.parse(text).errorMessage];
}
