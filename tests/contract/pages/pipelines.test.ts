/** Analyses that run as a whole: equal to what the screens ask for, the file of a run, who may, and what is refused. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sampleAnalyses, sampleWindows } from "../../../src/domain/pipelines/samples.ts";
import { windowsOf } from "../../../src/domain/pipelines/windows.ts";
import { type Analysis, describeAnalysis } from "../../../src/protocol/analysis.ts";
import { createDocument } from "../../../src/protocol/documents.ts";
import type { ColumnsBlock, OptimumBlock, SamplesBlock } from "../../../src/protocol/page-codec.ts";
import {
  cancelRun,
  checkAnalysis,
  deleteRun,
  downloadRun,
  executeAndWriteH5,
  executePipeline,
  getAnalyses,
  getAnalysis,
  getRun,
  getRuns,
  type PipelineAnalysis,
  type PipelineNode,
  type PipelineRun,
  retryRun,
} from "../../../src/protocol/pipelines.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { documentsText } from "../../../src/protocol/text/documents-text.ts";
import { pipelineText } from "../../../src/protocol/text/pipeline-text.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { SourceReader } from "../../../src/server/recordings/types.ts";
import { addToken, addUser, answerAs, callAs, defaultPlace, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect } from "./page-world.ts";

const hour = 3_600_000;
const hz = 4;
const startMs = Date.UTC(2026, 1, 2, 9, 59, 33, 500);
const samples = 10 * 3600 * hz;
const endMs = startMs + 10 * hour;
const hasH5py = spawnSync("/usr/bin/python3", ["-c", "import h5py"]).status === 0;

let server: RunningServer;
let client: Client;
let token: string;
let viewer: string;
let stranger: string;
let lister: string;
let id: number;
let otherId: number;
let patientKey: number;
let dataDir: string;

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

beforeAll(async () => {
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
}, 240_000);
afterAll(async () => {
  client?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const sample = (k: number, over: Partial<PipelineAnalysis> = {}): PipelineAnalysis => ({
  ...sampleAnalyses[k],
  ...{ patient_file_uid: id, ...over },
});
const graphOf = (nodes: PipelineNode[], inputs: number[][], outputs = [nodes.length - 1]): PipelineAnalysis => ({
  ...sample(1),
  pipeline_json: {
    ...{ name: "Own", description: "", version: "1", nodes },
    architecture: { inputs, output_indexes: outputs },
  },
});
const source = (name: string, args: PipelineNode["args"]): PipelineNode => ({
  ...{ type: "source", subtype: "hdf5", name, args },
});

async function ended(run: PipelineRun, who = token): Promise<PipelineRun> {
  let now = run;
  const look = async () => {
    now = await answerAs(server.url, who, getRun, { run_id: run.id });
    return now.finished_at !== null;
  };
  await expect.poll(look, { timeout: 60_000, interval: 100 }).toBe(true);
  return now;
}
const begin = async (analysis: PipelineAnalysis, who = token) =>
  ended(await answerAs(server.url, who, executeAndWriteH5, analysis), who);
async function refusal(route: Route, body: unknown, who = token): Promise<[number, string]> {
  const { status, text } = await callAs(server.url, who, route, body);
  return [status, status === 200 ? text : JSON.parse(text).errorMessage];
}

it("answers PRx as the derived group has it, bit for bit", async () => {
  const { outputs } = await answerAs(server.url, token, executePipeline, sample(1));
  const channel = (modality: string) => ({ data_object_id: id, modality, channel: 0 });
  const times = { calculationWindowMs: 300_000, calculationPeriodMs: 60_000 };
  const analysis: Analysis = { analytic: "prx", ABP: channel("ABP_na"), ICP: channel("ICP_na"), ...times };
  const made = await answerAs(server.url, token, describeAnalysis, { analysis });
  const [{ modality, sample_count, segments }] = made.groups;
  const { blocks } = await client.page({
    ...{ patient_id: made.patient_id, data_object_id: made.data_object_id, page_id: 1, patient_is_admitted: false },
    ...{ start: made.start_ms, end: made.start_ms + sample_count * 60_000, pixel_count: 2, form: { kind: "samples" } },
    modality_sources: [{ modality, data_object_id: made.data_object_id }],
  });
  const { data } = blocks[0] as SamplesBlock;
  const held = segments
    .flatMap(({ first, count }) => Array.from({ length: count }, (_, k) => first + k))
    .filter((index) => made.start_ms + index * 60_000 < endMs); // a run ends with its file
  const wanted = held.map((index) => (Number.isNaN(data[index]) ? null : data[index]));
  expect(outputs.map(({ name, columns, units }) => [name, columns, units])).toEqual([["PRx", ["PRx"], [""]]]);
  expect(outputs[0].values).toEqual([wanted]);
  expect(outputs[0].times_ms).toEqual(held.map((index) => made.start_ms + index * 60_000));
  expect(wanted.filter((value) => value !== null).length).toBeGreaterThan(400);
  expect(outputs[0].missing_share).toBeGreaterThan(0.05);
});

it("answers CPPOpt as the window of the plot has it, from two hours on", async () => {
  const { outputs } = await answerAs(server.url, token, executePipeline, sample(2));
  const [{ times_ms, columns, values, units }] = outputs;
  expect([times_ms[0], times_ms.length]).toEqual([Date.UTC(2026, 1, 2, 12, 0), 48]);
  const column = (name: string) => values[columns.indexOf(name)];
  expect(units[columns.indexOf("LLA")]).toBe("mmHg");
  const channel = (modality: string) => ({ data_object_id: id, modality, channel: 0 });
  const times = { calculationWindowMs: 300_000, calculationPeriodMs: 60_000 };
  const analysis: Analysis = { analytic: "prx", ABP: channel("ABP_na"), ICP: channel("ICP_na"), ...times };
  const made = await answerAs(server.url, token, describeAnalysis, { analysis });
  for (const k of [0, 20, 47]) {
    const { blocks } = await client.page({
      ...{ patient_id: made.patient_id, data_object_id: made.data_object_id, page_id: 2, patient_is_admitted: false },
      ...{ start: times_ms[k] - 8 * hour, end: times_ms[k], pixel_count: 2 },
      ...{ form: { kind: "optimum", analytic: "cppopt" } },
      modality_sources: [{ modality: made.groups[0].modality, data_object_id: made.data_object_id }],
    });
    const wanted = blocks[0] as OptimumBlock;
    expect([column("optimum")[k], column("LLA")[k], column("ULA")[k], column("fitType")[k]]).toEqual([
      ...[wanted.optimum, wanted.lla, wanted.ula, wanted.fitType],
    ]);
    expect(wanted.yValues).toEqual(wanted.yValues.map((_, b) => column(`yValue_${b + 1}`)[k]));
    expect(wanted.includedInFit).toEqual(wanted.yValues.map((_, b) => column(`includedInFit_${b + 1}`)[k] === 1));
  }
  expect(column("optimum").some((value) => value !== null)).toBe(true);
});

it("says where a span is too short for a window of CPPOpt, in place of an empty result", async () => {
  const [pressures, ...rest] = sample(2).pipeline_json.nodes;
  const minutes = 90 * 60_000_000;
  const times = { start_time: startMs * 1000, end_time: startMs * 1000 + minutes };
  const short = { ...pressures, args: { ...pressures.args, ...times } };
  const analysis = { ...sample(2), pipeline_json: { ...sample(2).pipeline_json, nodes: [short, ...rest] } };
  const sentence =
    'Node 2 "CPPOpt": No window of the analysis ends in this span: the first one ends 2h 27s after its beginning, and it has 1h 30m. Choose a longer span or shorter windows.';
  for (const route of [executePipeline, executeAndWriteH5])
    expect(await refusal(route, analysis)).toEqual([400, sentence]);
});

it("keeps no run of more than an analysis may be, and none that no database takes", async () => {
  const { pipeline_json, ...rest } = sample(1);
  const noted = (note: string) => ({ ...rest, pipeline_json: { ...pipeline_json, note } });
  expect(await refusal(executeAndWriteH5, noted("x".repeat(64 * 1024)))).toEqual([
    413,
    "This is too large: it may have 64 KiB.",
  ]);
  expect(await refusal(executeAndWriteH5, noted("\ud800"))).toEqual([400, documentsText.refused.badContent]);
});

it("computes graphs of one's own: arithmetic, limits, means and statistics, in units that are said", async () => {
  const nodes: PipelineNode[] = [
    source("S", { modalities: ["ABP_na", "ICP_na"], start_time: startMs * 1000, end_time: (startMs + hour) * 1000 }),
    { type: "arithmetic", subtype: "subtract", name: "Difference", args: {} },
    { type: "filter", subtype: "range", name: "Likely", args: { low: 0, high: 200 } },
    { type: "filter", subtype: "resample", name: "Minutes", args: { period: 60_000_000 } },
    { type: "statistics", subtype: "summary", name: "Whole", args: { over: "run" } },
    { type: "statistics", subtype: "histogram", name: "Bins", args: { over: "run", binSize: 30 } },
  ];
  const { outputs } = await answerAs(
    ...[server.url, token, executePipeline, graphOf(nodes, [[], [0], [1], [2], [2], [2]], [1, 3, 4, 5])],
  );
  const [difference, minutes, whole, bins] = outputs;
  expect([difference.count, difference.units]).toEqual([hour / 250, ["mmHg"]]);
  const likely = difference.values[0].map((value) => (value !== null && value >= 0 && value <= 200 ? value : null));
  const first = difference.times_ms.flatMap((time, k) =>
    Math.floor(time / 60_000) === Math.floor(startMs / 60_000) + 3 && likely[k] !== null ? [likely[k]] : [],
  );
  expect(minutes.values[0][3]).toBeCloseTo(first.reduce((sum, value) => sum + value, 0) / first.length, 9);
  expect(minutes.times_ms[0]).toBe(Math.floor(startMs / 60_000) * 60_000);
  const kept = likely.filter((value) => value !== null);
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length;
  const [count, said, sd, least, greatest, missing] = whole.values.map(([value]) => value as number);
  expect([count, least, greatest]).toEqual([kept.length, Math.min(...kept), Math.max(...kept)]);
  expect(said).toBeCloseTo(mean, 9);
  expect(sd).toBeCloseTo(Math.sqrt(kept.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (kept.length - 1)), 9);
  expect(missing).toBeCloseTo(1 - kept.length / likely.length, 12);
  const within = (low: number, high: number) => kept.filter((value) => value >= low && value < high).length;
  const above = kept.filter((value) => value > 100).length;
  expect(bins.columns).toEqual(["bin_1", "bin_2", "bin_3", "bin_4", "below", "above", "count"]);
  expect(bins.values.map(([value]) => value)).toEqual([
    ...[within(0, 30), within(30, 60), within(60, 90), kept.length - within(0, 90) - above],
    ...[0, above, kept.length],
  ]);
});

it("filters as the data query does: equal to the bit where pages begin with its chunks, and whatever the run begins with", async () => {
  const channelOf = (span: object): PipelineNode => source("S", { modalities: ["ICP_na"], ...span });
  const filter = (subtype: string, frequency: number | null): PipelineNode => ({
    ...{ type: "filter", subtype, name: subtype.toUpperCase(), args: { frequency } },
  });
  const of = (span: object) => graphOf([channelOf(span), filter("notch", null), filter("lff", 0.1)], [[], [0], [1]]);
  const whole = { start_time: startMs * 1000, end_time: (startMs + hour) * 1000 };
  const { outputs } = await answerAs(server.url, token, executePipeline, of(whole));
  const recipe = {
    derivations: [{ first: { kind: "channel" as const, index: 0 }, second: { kind: "zero" as const } }],
    filters: { lff: 0.1, hff: null, notch: null },
  };
  const count = 3600 * hz;
  const { blocks } = await client.page({
    ...{ patient_id: "A", data_object_id: id, page_id: 3, patient_is_admitted: false },
    ...{ start: startMs, end: startMs + (count * 1000) / hz, pixel_count: count },
    form: { kind: "recipe_columns", recipe, first_column: 0, samples_per_column: 1 },
    modality_sources: [{ modality: "ICP_na", data_object_id: id }],
  });
  const { data } = blocks[0] as ColumnsBlock;
  const wanted = Array.from({ length: count }, (_, k) => (Number.isNaN(data[2 * k]) ? null : data[2 * k]));
  expect(outputs[0].values[0]).toEqual(wanted);
  const later = { start_time: (startMs + hour / 2) * 1000, end_time: (startMs + hour) * 1000 };
  const part = await answerAs(server.url, token, executePipeline, of(later));
  expect(part.outputs[0].values[0]).toEqual(wanted.slice(1800 * hz));
  expect(await refusal(executePipeline, graphOf([channelOf({}), filter("hff", 30)], [[], [0]]))).toEqual([
    ...[400, 'Node 2 "HFF": HFF 30 Hz cannot act on a signal of 4 Hz.'],
  ]);
});

it("writes a file with all of it, keeps it for equal runs, and lets go of it when it is deleted", async () => {
  const run = await begin(sample(3));
  expect([run.state, run.error, run.progress, run.outputs.map(({ name }) => name)]).toEqual([
    ...["done", null, 1, ["CPPOpt", "Statistics", "Histogram"]],
  ]);
  const again = await answerAs(server.url, token, executeAndWriteH5, sample(3));
  expect(again.id).toBe(run.id);
  const anew = await begin(sample(3, { clear_cache: true }));
  expect(anew.id).not.toBe(run.id);
  const response = await fetch(server.url + downloadRun.path, {
    ...{ method: "POST", headers: { "content-type": "application/json", authorization: viewer } },
    body: JSON.stringify({ run_id: run.id }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, bytes.length, response.headers.get("content-disposition")]).toEqual([
    ...[200, run.size_bytes, expect.stringContaining("CPPOpt chart statistics")],
  ]);
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89HDF\r\n\x1a\n");
  expect(await refusal(deleteRun, { run_id: run.id }, viewer)).toEqual([
    ...[403, "Only who started a run and administrators may do this."],
  ]);
  for (const each of [run, anew]) await answerAs(server.url, token, deleteRun, { run_id: each.id });
  expect(await refusal(getRun, { run_id: run.id })).toEqual([404, "There is no such run."]);
  const { runs } = await answerAs(server.url, token, getRuns, { patient_key: patientKey });
  expect(runs.map((each) => each.id)).not.toContain(run.id);
  expect(readdirSync(join(dataDir, "pipelines"))).toEqual([]);
});

it("answers no byte of a file that is not as it was written, marks the run, and makes the file anew", async () => {
  const [changed, cut, missing] = [await begin(sample(0)), await begin(sample(1)), await begin(sample(2))];
  const folderOf = (run: PipelineRun) => join(dataDir, "objects", "pipelines", String(run.id));
  const pathOf = (run: PipelineRun) => join(folderOf(run), readdirSync(folderOf(run))[0]);
  const bytes = readFileSync(pathOf(changed));
  bytes[bytes.length >> 1] ^= 1;
  writeFileSync(pathOf(changed), bytes);
  truncateSync(pathOf(cut), 1000);
  rmSync(pathOf(missing));
  const { file } = pipelineText;
  for (const [run, sentence] of [
    [changed, file.changed],
    [cut, file.changed],
    [missing, file.missing],
  ] as const) {
    expect((await answerAs(server.url, viewer, getRun, { run_id: run.id })).file_problem).toBeNull();
    for (const who of [viewer, token])
      expect(await refusal(downloadRun, { run_id: run.id }, who)).toEqual([409, sentence]);
    expect((await answerAs(server.url, viewer, getRun, { run_id: run.id })).file_problem).toBe(sentence);
  }
  const equal = await begin(sample(0));
  expect(equal.id).not.toBe(changed.id); // the lost one is not shared
  const again = await ended(await answerAs(server.url, token, retryRun, { run_id: changed.id }));
  expect([again.id, again.state, again.file_problem]).toEqual([changed.id, "done", null]);
  expect(readdirSync(folderOf(changed))).toHaveLength(1);
  expect((await callAs(server.url, viewer, downloadRun, { run_id: changed.id })).status).toBe(200);
  for (const { id: run_id } of [changed, cut, missing, equal]) await answerAs(server.url, token, deleteRun, { run_id });
});

it.skipIf(!hasH5py)(
  "writes what h5py reads: times, values, units, definitions, sources and shares (needs python3-h5py)",
  async () => {
    const run = await begin(sample(1));
    const { outputs } = await answerAs(server.url, token, executePipeline, sample(1));
    const response = await fetch(server.url + downloadRun.path, {
      ...{ method: "POST", headers: { "content-type": "application/json", authorization: token } },
      body: JSON.stringify({ run_id: run.id }),
    });
    const path = join(dataDir, "read.h5");
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
    const script = `
import h5py, json, math, sys
f = h5py.File(sys.argv[1], "r")
text = lambda v: v.decode() if isinstance(v, bytes) else str(v)
g = f["PRx"]
print(json.dumps({
  "root": {k: text(f.attrs[k]) for k in f.attrs},
  "time": [int(t) for t in g["time"][:]], "dtype": str(g["time"].dtype), "shape": list(g["values"].shape),
  "values": [None if math.isnan(v) else float(v) for v in g["values"][:, 0]],
  "columns": [text(c) for c in g["values"].attrs["columns"]], "units": [text(c) for c in g["values"].attrs["units"]],
  "time_units": text(g["time"].attrs["units"]), "definition": text(g.attrs["definition"]),
  "parameters": json.loads(text(g.attrs["parameters"])), "sources": json.loads(text(g.attrs["sources"])),
  "missing": float(g.attrs["missing_share"]), "masked": float(g.attrs["masked_share"])}))`;
    const { stdout, stderr } = spawnSync("/usr/bin/python3", ["-c", script, path], {
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    expect(stderr).toBe("");
    const read = JSON.parse(stdout);
    expect(read.time).toEqual(outputs[0].times_ms.map((time) => time * 1000));
    expect(read.values).toEqual(outputs[0].values[0]);
    expect([read.dtype, read.shape, read.columns, read.units]).toEqual([
      "int64",
      [read.time.length, 1],
      ["PRx"],
      ["1"],
    ]);
    expect([read.time_units, read.missing, read.masked]).toEqual([
      ...["microseconds since 1970-01-01 UTC", outputs[0].missing_share, 0],
    ]);
    expect(read.parameters).toEqual({ calculationWindowMs: 300_000, calculationPeriodMs: 60_000 });
    expect(read.sources).toEqual([
      { data_object_id: id, modality: "ABP_na", channel: "ABP", unit: "mmHg" },
      { data_object_id: id, modality: "ICP_na", channel: "ICP", unit: "mmHg" },
    ]);
    expect(read.root).toMatchObject({ analysis: "PRx", notice: expect.stringContaining("Investigational") });
    expect(JSON.parse(read.root.pipeline).pipeline_json).toEqual(sampleAnalyses[1].pipeline_json);
    expect(read.root.core).toMatch(/^[0-9a-f]{12}$/);
  },
);

it("is for who may view data of the patient's place, and nobody else", async () => {
  const run = await begin(sample(0), viewer);
  const byRun = [getRun, cancelRun, retryRun, deleteRun, downloadRun] as const;
  for (const route of byRun)
    expect(await refusal(route, { run_id: run.id }, stranger), route.path).toEqual([404, "There is no such run."]);
  expect((await refusal(getRuns, { patient_key: patientKey }, stranger))[0]).toBe(404);
  for (const route of [executePipeline, executeAndWriteH5])
    expect(await refusal(route, sample(1), stranger)).toEqual([
      400,
      'Node 1 "Pressures": There is no such file for you.',
    ]);
  for (const [route, body] of [
    ...byRun.map((route) => [route, { run_id: run.id }] as const),
    ...([executePipeline, executeAndWriteH5] as const).map((route) => [route, sample(1)] as const),
    ...[[getRuns, { patient_key: patientKey }] as const, [getAnalyses, {}] as const, [getAnalysis, { id: 1 }] as const],
  ])
    expect((await refusal(route, body, lister))[0], route.path).toBe(403);
  await answerAs(server.url, token, deleteRun, { run_id: run.id }); // an administrator may
});

it("runs what the specification names alone, and keeps a display with every member that it gives graphs and traces", async () => {
  const { pipeline_json, patient_file_uid } = sample(1);
  const known = await answerAs(server.url, token, executePipeline, sample(1));
  expect(await answerAs(server.url, token, executePipeline, { pipeline_json, patient_file_uid })).toEqual(known);
  const line = { id: "t", name: "PRx", dataKey: "PRx", rawDataKey: "", dataSource: 999999, color: "#000000" };
  const onDemandAnalysis = { analytic: "prx", ABP: "ABP_na", ICP: "ICP_na", rawDataKey: "" };
  const traces = [
    { ...line, renderStrategy: "line", isCompositePart: false, compositeIndex: 0, units: "", onDemandAnalysis },
    { ...line, color: undefined, colorSpectrum: "Inferno", lowerBound: 0, upperBound: 100 },
    { id: "d", name: "Delta", firstTrace: "t", secondTrace: "t", color: { r: 1, g: 2, b: 3 }, renderStrategy: "delta" },
  ];
  const graph = {
    id: "g",
    name: "PRx",
    traces,
    renderStrategy: "line",
    min: -1,
    max: 1,
    defaultMin: -1,
    defaultMax: 1,
  };
  const graphs = [{ ...graph, autoScale: false, offset: 0, height: 1, width: 2 }];
  const display_json = { name: "PRx", graphs, window_size: 3_600_000 };
  const run = await begin({
    ...sample(1, { display_json, clear_cache: true }),
    pipeline_json: { ...pipeline_json, version: 1 },
  });
  expect([run.state, run.analysis.display_json, run.analysis.pipeline_json.version]).toEqual([
    ...["done", JSON.parse(JSON.stringify(display_json)), 1],
  ]);
  await answerAs(server.url, token, deleteRun, { run_id: run.id });
});

it("lists the samples and one's own, and says which id there is not", async () => {
  const { id: _, ...content } = graphOf([source("S", { modalities: ["ABP_na"] })], [[]]);
  const made = await answerAs(server.url, viewer, createDocument, {
    ...{ kind: "analysis", version: 1, scope: "Personal", name: "Mine", content },
  });
  const { analyses } = await answerAs(server.url, viewer, getAnalyses, {});
  expect(analyses.map(({ name, type }) => `${type} ${name}`)).toEqual([
    ...["Standard CPP", "Standard PRx", "Standard CPPOpt", "Standard CPPOpt chart statistics", "Personal Mine"],
  ]);
  expect((await answerAs(server.url, viewer, getAnalysis, { id: made.id + 1000 })).name).toBe("Mine");
  for (const each of [made.id + 1000, 999, -4, 2_147_483_647])
    expect(await refusal(getAnalysis, { id: each })).toEqual([404, `Analysis not found! ID: ${each}`]);
  const broken = graphOf([source("S", { modalities: [] })], [[]]);
  const { id: _id, ...rest } = broken;
  expect(
    await refusal(
      createDocument,
      { kind: "analysis", version: 1, scope: "Personal", name: "B", content: rest },
      viewer,
    ),
  ).toEqual([400, 'Node 1 "S": "modalities" must be a list of 1 to 8 names.']);
  const { problems } = await answerAs(server.url, viewer, checkAnalysis, { analysis: broken });
  expect(problems).toEqual([{ node: 0, sentence: 'Node 1 "S": "modalities" must be a list of 1 to 8 names.' }]);
});

it("refuses hostile graphs in a sentence, and soon", async () => {
  const scale = { type: "arithmetic", subtype: "scale", name: "a", args: { factor: 2, offset: 0 } };
  const both = source("S", { modalities: ["ABP_na", "ICP_na"] });
  const cases: [PipelineAnalysis, string][] = [
    [graphOf([scale], [[0]]), 'Node 1 "a": This node depends on itself.'],
    [graphOf([source("S", { modalities: ["Nothing"] })], [[]]), 'Node 1 "S": The file has no signal "Nothing".'],
    [{ ...graphOf([both], [[]]), patient_file_uid: null }, 'Node 1 "S": It names no file, and the analysis neither.'],
    [
      graphOf([both, source("T", { modalities: ["ABP_na"], patient_file_uids: [otherId] })], [[], []], [0, 1]),
      'Node 2 "T": All files must be of one patient.',
    ],
    [
      graphOf([source("S", { modalities: ["ABP_na"], start_time: 0, end_time: 1000 })], [[]]),
      'Node 1 "S": There is nothing of these signals in this span.',
    ],
    [
      { ...sample(2), multiprocess_epoching_args: { ...sampleWindows, delta: 1 } },
      "delta must be whole seconds from 1 second to 1 day, in microseconds.",
    ],
    [
      graphOf(
        [
          both,
          { ...scale, subtype: "add", args: {} },
          { ...scale, name: "M", type: "filter", subtype: "resample", args: { period: 60_000_000 } },
          source("T", { modalities: ["ABP_na"] }),
          { ...scale, name: "X", subtype: "add", args: {} },
        ],
        [[], [0], [1], [], [2, 3]],
      ),
      'Node 5 "X": The series do not share their times: bring both on one grid with nodes of filter, resample.',
    ],
    [graphOf([both], [[]]), "The result has more than 100,000 values: run it in the background and take the file."],
  ];
  for (const [analysis, sentence] of cases) expect(await refusal(executePipeline, analysis)).toEqual([400, sentence]);
  const many = Array.from({ length: 100_000 }, (_, k) => ({ ...scale, name: `n${k}` }));
  const huge = graphOf(
    many,
    many.map((_, k) => [k]),
  );
  expect([400, 413]).toContain((await callAs(server.url, token, executePipeline, huge)).status);
  expect((await callAs(server.url, token, executePipeline, { ...sample(1), exports: "x".repeat(1e6) })).status).toBe(
    413,
  );
  // Each doubles what it takes: values are made once all the same.
  const doubled = Array.from({ length: 60 }, (_, k) => ({ ...scale, name: `d${k}`, subtype: "add", args: {} }));
  const minutes = { ...scale, name: "M", type: "filter", subtype: "resample", args: { period: 60_000_000 } };
  const chain = graphOf(
    [source("S", { modalities: ["ABP_na"] }), minutes, ...doubled],
    [[], [0], ...doubled.map((_, k) => [k + 1, k + 1])],
  );
  const { outputs } = await answerAs(server.url, token, executePipeline, chain);
  expect(outputs[0].values[0][0]).toBeGreaterThan(2 ** 60);
});

it("goes on after its server was killed, and ends when it is canceled", async () => {
  const windows = { ...sampleWindows, delta: 5_000_000 };
  const long = (name: string): PipelineAnalysis => ({
    ...sample(2, { multiprocess_epoching_args: windows }),
    pipeline_json: { ...sampleAnalyses[2].pipeline_json, name },
  });
  const first = await answerAs(server.url, token, executeAndWriteH5, long("Killed"));
  const look = async () => (await answerAs(server.url, token, getRun, { run_id: first.id })).state;
  await expect.poll(look, { timeout: 30_000, interval: 50 }).toBe("running");
  await server.kill();
  await server.restart();
  ({ token } = await signIn(server.url));
  const second = await answerAs(server.url, token, executeAndWriteH5, long("Canceled"));
  await answerAs(server.url, token, cancelRun, { run_id: second.id });
  expect((await ended(second)).state).toBe("canceled");
  const done = await ended(first);
  expect([done.state, done.outputs[0].count]).toEqual(["done", windowsOf(windows, { startMs, endMs }).count]);
  expect(await refusal(cancelRun, { run_id: first.id })).toEqual([409, "This run has ended already."]);
  expect(await refusal(retryRun, { run_id: first.id })).toEqual([
    ...[409, "Only a run that failed, was canceled or lost its file is run again."],
  ]);
  const retried = await answerAs(server.url, token, retryRun, { run_id: second.id });
  await answerAs(server.url, token, cancelRun, { run_id: retried.id });
  expect((await ended(retried)).state).toBe("canceled");
  // The row says so before the job has taken away what it had begun.
  await expect.poll(() => readdirSync(join(dataDir, "pipelines")), { timeout: 30_000 }).toEqual([]);
}, 180_000);
