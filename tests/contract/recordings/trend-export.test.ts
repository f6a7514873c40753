/** Files of EEG trends: the values that windows ask for, to the last digit; gaps, definitions, who may, and what is refused. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeAnalysis } from "../../../src/protocol/analysis.ts";
import type { TrendBlock } from "../../../src/protocol/page-codec.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { trendExportText } from "../../../src/protocol/text/trend-export-text.ts";
import {
  type ExportedTrend,
  type ExportTrends,
  exportedTrends,
  exportTrends,
  type ToldExport,
} from "../../../src/protocol/trend-export.ts";
import { trendEpochMs, trendRows } from "../../../src/protocol/trends.ts";
import { analysisRefusals } from "../../../src/server/analysis/index.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { SourceReader } from "../../../src/server/recordings/types.ts";
import { addToken, addUser, answerAs, callAs, defaultPlace, signIn, withDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, connect, requestFor } from "../pages/page-world.ts";

const hz = 128;
const seconds = 4000;
/** s */
const gap = { from: 1800, to: 2100 };
const startMs = Date.UTC(2026, 1, 3, 10, 0, 5);
const electrodes = ["Fp1", "F7", "T7", "P7", "O1", "F3", "C3", "P3", "Fp2", "F8", "T8", "P8", "O2", "F4", "C4", "P4"];
const hasH5py = spawnSync("/usr/bin/python3", ["-c", "import h5py"]).status === 0;

let dataDir: string;
let server: RunningServer;
let client: Client;
let token: string;
let viewer: string;
let stranger: string;
let lister: string;
let whole: RecordingDetail;

/** A rhythm of its own on each electrode, less of it on the left. */
function eeg(): SourceReader {
  const rows = electrodes.map((_, k) =>
    Float32Array.from({ length: seconds * hz }, (_, i) => {
      const t = i / hz;
      const size = (k < 8 ? 10 : 25) * (1 + 0.5 * Math.sin(t / 300));
      return size * (Math.sin(2 * Math.PI * (2 + (k % 5)) * t + k) + 0.5 * Math.sin(2 * Math.PI * 10 * t + 2 * k));
    }),
  );
  const head: SourceReader["head"] = {
    ...{ objType: "EDF", startMs, isStartKnown: true, timezone: "UTC", sizeBytes: 1e6 },
    groups: [
      {
        ...{ modality: "EEG", kind: "eeg", sampling_hz: hz, sample_type: "float32", missing_code: null },
        channels: electrodes.map((label, source_index) => ({
          ...{ source_index, label, unit: "uV", gain: 1, offset: 0 },
          ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
        })),
      },
    ],
  };
  async function* blocks() {
    for (const [from, to] of [
      [0, gap.from * hz],
      [gap.to * hz, seconds * hz],
    ]) {
      const data = new Float32Array(rows.length * (to - from));
      for (const [k, row] of rows.entries()) data.set(row.subarray(from, to), k * (to - from));
      yield { ...{ group: 0, startMs: startMs + (from * 1000) / hz, count: to - from }, ...{ data, bytesRead: 0 } };
    }
  }
  return { head, blocks, finish: () => ({ annotations: [], repairs: [] }) };
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-trend-export-"));
  let id = 0;
  await withDatabase(dataDir, async (pool, db) => {
    const place = await defaultPlace(db);
    const source = { kind: "reader", reader: eeg(), name: "EEG" } as const;
    id = await importRecording({ source, db, dataDir, timezone: "UTC", place, patientId: "A" });
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
  whole = await answerAs(server.url, token, getRecording, { data_object_id: id });
}, 240_000);
afterAll(async () => {
  client?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const wanted = (over: Partial<ExportTrends> = {}): ExportTrends => ({
  source: { data_object_id: whole.data_object_id, modality: whole.groups[0].modality },
  ...{ isArtifactReduced: false, notch: 60, start_ms: whole.start_ms, end_ms: whole.end_ms, format: "csv" },
  ...over,
});

async function file(over: Partial<ExportTrends> = {}, who = token): Promise<{ bytes: Buffer; headers: Headers }> {
  const response = await fetch(server.url + exportTrends.path, {
    ...{ method: "POST", headers: { "content-type": "application/json", authorization: who } },
    body: JSON.stringify(wanted(over)),
  });
  expect(response.status).toBe(200);
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

/** What a window that shows each epoch asks for. */
async function shown({ trend, side }: ExportedTrend): Promise<TrendBlock> {
  const { source, isArtifactReduced, notch } = wanted();
  const analysis = {
    analytic: "eeg_trend",
    trend,
    source,
    isArtifactReduced,
    notch,
    ...(side === null ? {} : { side }),
  };
  const made = await answerAs(server.url, token, describeAnalysis, { analysis: analysis as never });
  const request = requestFor(made, made.groups[0], {
    ...{ first: 0, end: 1, form: { kind: "trend", epochs_per_column: 1 } },
  });
  const { blocks } = await client.page({ ...request, start: whole.start_ms, end: whole.end_ms });
  return blocks[0] as TrendBlock;
}

interface ReadCsv {
  notes: string[];
  columns: string[];
  lines: string[][];
}
function readCsv(bytes: Buffer): ReadCsv {
  const all = bytes
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");
  const [head, ...lines] = all.filter((line) => !line.startsWith("#"));
  const columns = [...head.matchAll(/"([^"]*)"|([^,]+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  return { notes: all.filter((line) => line.startsWith("#")), columns, lines: lines.map((line) => line.split(",")) };
}
const numberOf = (cell: string) =>
  cell === "" ? Number.NaN : cell === "-inf" ? Number.NEGATIVE_INFINITY : Number(cell);

it.each([
  10_000, 15_000,
] as const)("writes CSV with the values of the window, epochs of %i ms, and gaps empty", async (epoch_ms) => {
  const { bytes, headers } = await file({ epoch_ms });
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toContain(`, ${epoch_ms / 1000} s.csv`);
  const { notes, columns, lines } = readCsv(bytes);
  const trends = exportedTrends.filter(({ trend }) => trendEpochMs(trend) === epoch_ms);
  let column = 2;
  for (const of of trends) {
    const { rows, columns: epochs, data } = await shown(of);
    expect(lines).toHaveLength(epochs);
    for (let row = 0; row < rows; row++, column++)
      expect(lines.map((cells) => numberOf(cells[column]))).toEqual([
        ...data.subarray(row * epochs, (row + 1) * epochs),
      ]);
  }
  expect([columns.length, lines[0].length]).toEqual([column, column]);
  const inGap = lines[Math.floor(((gap.from + 200) * 1000) / epoch_ms)];
  expect(inGap.slice(2).join("")).toBe("");
  expect(inGap[0]).toMatch(/^2026-02-03T10:3\d:\d0?/);
  expect(notes[0]).toBe("# EEG trends of CONNECT");
  expect(notes.at(-1)).toBe("# end");
  expect(notes.join("\n")).toMatch(/Artifact|artifact_reduction":"Off"/);
  expect(notes.join("\n")).toMatch(/# Core: [0-9a-f]{12}/);
  const shares = notes.find((note) => note.startsWith("# Shares of aEEG Left") || note.startsWith("# Shares of FFT"));
  expect(Number(/missing ([\d.]+)/.exec(shares ?? "")?.[1])).toBeGreaterThan(0.07);
  if (epoch_ms === 10_000)
    expect(notes.find((note) => note.startsWith("# Baseline of FFT vs Baseline Left"))).toMatch(
      /first valid hour; 2026.*60 min valid/,
    );
});

it("writes what was asked for: a chosen baseline, artifacts reduced, a part of the time", async () => {
  const baseline = { start_ms: whole.start_ms, end_ms: whole.start_ms + 1_200_000 };
  const { bytes } = await file({ baseline, isArtifactReduced: true, end_ms: whole.start_ms + 90_000 });
  const { notes, lines } = readCsv(bytes);
  expect(lines).toHaveLength(10);
  expect(notes.join("\n")).toContain('"artifact_reduction":"On"');
  expect(notes.find((note) => note.startsWith("# Baseline of"))).toContain(
    "2026-02-03T10:00:05.000Z to 2026-02-03T10:20:05.000Z;",
  );
});

it.skipIf(!hasH5py)("writes HDF5 that h5py reads: every trend with its definition (needs python3-h5py)", async () => {
  const { bytes, headers } = await file({ format: "hdf5" });
  expect(headers.get("content-length")).toBe(String(bytes.length));
  const path = join(dataDir, "read.h5");
  writeFileSync(path, bytes);
  const script = `
import h5py, json, math, sys
f = h5py.File(sys.argv[1], "r")
text = lambda v: v.decode() if isinstance(v, bytes) else str(v)
print(json.dumps({"root": {k: text(f.attrs[k]) for k in f.attrs}, "groups": {name: {
  "time": [int(t) for t in g["time"][:]], "shape": list(g["values"].shape),
  "values": [None if math.isnan(v) else str(v) if math.isinf(v) else float(v) for v in g["values"][:].flatten()],
  "columns": [text(c) for c in g["values"].attrs["columns"]], "units": [text(c) for c in g["values"].attrs["units"]],
  "definition": text(g.attrs["definition"]), "parameters": json.loads(text(g.attrs["parameters"])),
  "sources": json.loads(text(g.attrs["sources"])), "baseline": text(g.attrs.get("baseline", "null")),
  "missing": float(g.attrs["missing_share"]), "masked": float(g.attrs["masked_share"])} for name, g in f.items()}}))`;
  const { stdout, stderr } = spawnSync("/usr/bin/python3", ["-c", script, path], { encoding: "utf8", maxBuffer: 1e9 });
  expect(stderr).toBe("");
  const { root, groups } = JSON.parse(stdout);
  expect(Object.keys(groups)).toHaveLength(exportedTrends.length);
  for (const of of [
    { trend: "fft_spectrogram", side: "left" },
    { trend: "aeeg", side: "right" },
    { trend: "adr_vs_baseline", side: "left" },
  ] as const) {
    const { rows, columns: epochs, data, first_column, epoch_ms, pairs } = await shown(of);
    const name = {
      fft_spectrogram: "FFT Spectrogram Left",
      aeeg: "aEEG Right",
      adr_vs_baseline: "ADR vs Baseline Left",
    }[of.trend];
    const group = groups[name];
    expect(group.shape).toEqual([epochs, rows]);
    expect(group.time).toEqual(Array.from({ length: epochs }, (_, k) => (first_column + k) * epoch_ms * 1000));
    const told = Array.from({ length: rows * epochs }, (_, k) => data[(k % rows) * epochs + Math.floor(k / rows)]);
    expect(group.values).toEqual(told.map((value) => (Number.isNaN(value) ? null : value)));
    expect(group.units).toEqual(trendRows[of.trend].map(({ unit }) => unit || "1"));
    expect(group.sources).toEqual([{ data_object_id: whole.data_object_id, modality: "EEG", pairs }]);
    expect(group.parameters).toMatchObject({ epoch_ms, artifact_reduction: "Off", notch_hz: 60 });
    expect(group.definition.length).toBeGreaterThan(40);
    expect([group.missing > 0.07, group.masked]).toEqual([true, 0]);
  }
  expect(JSON.parse(groups["ADR vs Baseline Left"].baseline)).toMatchObject({ state: "used", valid_ms: 3_600_000 });
  expect(root).toMatchObject({ title: "EEG trends of CONNECT", notice: expect.stringContaining("Investigational") });
  expect(root.core).toMatch(/^[0-9a-f]{12}$/);
  await expect.poll(() => readdirSync(join(dataDir, "trend-exports"))).toEqual([]);
});

it("tells how far an HDF5 is while it is made, then sends the same file as without", async () => {
  const plain = (await file({ format: "hdf5" })).bytes;
  const { bytes, headers } = await file({ format: "hdf5", tells_progress: true });
  expect(headers.get("content-type")).toBe("application/octet-stream");
  const fractions: number[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf(10, at);
    const said = JSON.parse(bytes.toString("utf8", at, end)) as ToldExport;
    at = end + 1;
    if ("fraction" in said) fractions.push(said.fraction);
    else {
      expect(said).toEqual({ bytes: bytes.length - at });
      // All but the time at which it was made.
      expect(bytes.length - at).toBe(plain.length);
      expect(bytes.subarray(at, at + 8)).toEqual(plain.subarray(0, 8));
      break;
    }
  }
  expect(fractions.length).toBeGreaterThan(0);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect([fractions[0] > 0, (fractions.at(-1) ?? 2) <= 1]).toEqual([true, true]);
  await expect.poll(() => readdirSync(join(dataDir, "trend-exports"))).toEqual([]);
});

it("leaves no file behind when whoever asked for it has gone", async () => {
  const abort = new AbortController();
  const response = await fetch(server.url + exportTrends.path, {
    ...{ method: "POST", headers: { "content-type": "application/json", authorization: token } },
    ...{ body: JSON.stringify(wanted({ format: "hdf5", tells_progress: true })), signal: abort.signal },
  });
  await response.body?.getReader().read();
  abort.abort();
  await expect.poll(() => readdirSync(join(dataDir, "trend-exports"))).toEqual([]);
  expect((await file({ end_ms: whole.start_ms + 60_000 })).bytes.length).toBeGreaterThan(0);
});

it("is for who may view data of the patient's place, and nobody else", async () => {
  const short = { end_ms: whole.start_ms + 60_000 };
  expect(readCsv((await file(short, viewer)).bytes).lines).toHaveLength(7);
  for (const [who, status] of [
    [stranger, 404],
    [lister, 403],
  ] as const)
    expect((await callAs(server.url, who, exportTrends, wanted(short))).status).toBe(status);
});

it("says in a sentence what cannot be", async () => {
  const { empty, tooLong } = trendExportText.refused;
  const refusal = async (over: Partial<ExportTrends>) => {
    const { status, text } = await callAs(server.url, token, exportTrends, wanted(over));
    return [status, JSON.parse(text).errorMessage];
  };
  expect(await refusal({ end_ms: whole.start_ms })).toEqual([400, empty]);
  expect(await refusal({ start_ms: whole.end_ms + 1, end_ms: whole.end_ms + 2 })).toEqual([400, empty]);
  const none = { data_object_id: 999_999, modality: "EEG" };
  expect((await refusal({ source: none }))[0]).toBe(404);
  expect((await refusal({ source: { ...none, data_object_id: whole.data_object_id, modality: "ABP" } }))[0]).toBe(400);
  // Not a word of the caller's own gets into the audit, and none stops it.
  for (const modality of ["\ud800", "Name of a patient"])
    expect(await refusal({ source: { ...none, data_object_id: whole.data_object_id, modality } })).toEqual([
      400,
      analysisRefusals.unknownModality,
    ]);
  await withDatabase(dataDir, async (pool) => {
    const { rows } = await pool.query("select 1 from user_action where facts ->> 'modality' <> 'EEG'");
    expect(rows).toEqual([]);
  });
  expect((await refusal({ baseline: { start_ms: 5, end_ms: 5 } }))[0]).toBe(400);
  expect(tooLong).toContain("14 days");
});
