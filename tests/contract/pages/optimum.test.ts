/** CPPOpt and MAPOpt of a window over the server: the golden vectors, a real pair of waves, plain loops, and who may ask. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Analysis, describeAnalysis } from "../../../src/protocol/analysis.ts";
import { changeAnnotations, openAnnotations } from "../../../src/protocol/annotation-log.ts";
import { newAnnotation } from "../../../src/protocol/annotations.ts";
import type { OptimumBlock, SamplesBlock } from "../../../src/protocol/page-codec.ts";
import { isPageFailure, type RenderModalities } from "../../../src/protocol/pages.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { SourceReader } from "../../../src/server/recordings/types.ts";
import { type PlainSignal, plainIndexSamples, plainOptimum } from "../../../src/signal/reference-optimum.ts";
import { differencesOf, type OptimumVectors } from "../../fixtures/optimum-vectors.ts";
import { buildPressures, hasVectors, readVectors } from "../../fixtures/vector-inputs.ts";
import { addToken, addUser, answerAs, defaultPlace, signIn, withDatabase } from "../../support/accounts.ts";
import { writeEdf } from "../../support/edf-writer.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { type Client, codeOf, connect } from "./page-world.ts";

const waves = fileURLToPath(new URL("../../../../shared/data/waves/ABPICP", import.meta.url));
const hasWaves = existsSync(`${waves}.abp.125hz.f32le`);
const hour = 3_600_000;
/** A whole minute, as the times of the vectors are counted from; and not even a whole block. */
const vectorsMs = Date.UTC(2026, 1, 1);
const wavesMs = Date.UTC(2026, 1, 1, 10, 0, 7);
const ownMs = Date.UTC(2026, 1, 2, 9, 59, 33, 500);

type Analytic = "cppopt" | "mapopt";
interface Pair {
  analytic: Analytic;
  id: number;
}

let server: RunningServer;
let client: Client;
let stranger: Client;
let token: string;
let dataDir: string;
const vectors: (Pair & { file: OptimumVectors; each: OptimumVectors["cases"][number] })[] = [];
const pairs = { waves: 0, ramps: 0, own: 0 };
let own: [PlainSignal, PlainSignal];

const measured = { cppopt: [300, -50, 200], mapopt: [300, 0, 100 + 2 ** -17] } as const;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-optimum-"));
  await withDatabase(dataDir, async (pool, db) => {
    const place = await defaultPlace(db);
    const add = (source: Parameters<typeof importRecording>[0]["source"]) =>
      importRecording({ source, db, dataDir, timezone: "UTC", place, patientId: "A" });
    for (const analytic of hasVectors ? (["cppopt", "mapopt"] as const) : []) {
      const file = readVectors<OptimumVectors>(analytic);
      for (const each of file.cases) {
        const { first, second } = buildPressures(each.input);
        const reader = readerOf(vectorsMs, 1, [first, second], analytic);
        vectors.push({ analytic, file, each, id: await add({ kind: "reader", reader, name: each.id }) });
      }
    }
    if (hasWaves) {
      for (const [ramp, name] of (["waves", "ramps"] as const).entries()) {
        const path = join(dataDir, `${name}.edf`);
        writeFileSync(path, edfOf(ramp));
        pairs[name] = await add({ kind: "file", path, name });
      }
    }
    own = ownSignals();
    const reader = readerOf(
      ownMs,
      4,
      own.map(({ values }) => Float32Array.from(values)),
      "cppopt",
    );
    pairs.own = await add({ kind: "reader", reader, name: "own" });
    const elsewhere = await addUser(pool, { workspaceId: place.workspaceId, permissions: ["visualize_data"] });
    token = await addToken(pool, elsewhere);
  });
  server = await startServer({ dataDir });
  stranger = await connect(server.url, token);
  ({ token } = await signIn(server.url));
  client = await connect(server.url, token);
}, 240_000);
afterAll(async () => {
  client?.close();
  stranger?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function readerOf(startMs: number, hz: number, rows: readonly Float32Array[], analytic: Analytic): SourceReader {
  const units = analytic === "cppopt" ? ["mmHg", "mmHg"] : ["mmHg", "%"];
  const head: SourceReader["head"] = {
    ...{ objType: "EDF", startMs, isStartKnown: true, timezone: "UTC", sizeBytes: 1e6 },
    groups: units.map((unit, k) => ({
      ...{
        modality: ["ABP_na", "B_na"][k],
        kind: "numeric",
        sampling_hz: hz,
        sample_type: "float32",
        missing_code: null,
      },
      channels: [
        {
          ...{ source_index: 0, label: ["ABP", "B"][k], unit, gain: 1, offset: 0 },
          ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
        },
      ],
    })),
  };
  async function* blocks() {
    for (const [group, data] of rows.entries()) yield { group, startMs, count: data.length, data, bytesRead: 0 };
  }
  return { head, blocks, finish: () => ({ annotations: [], repairs: [] }) };
}

/** A real pair as an EDF; with ramps CPP rises by 50 mmHg, and ICP goes with ABP at both ends and against it between. */
function edfOf(ramp: number) {
  const [abp, icp] = ["abp", "icp"].map((name) => {
    const bytes = readFileSync(`${waves}.${name}.125hz.f32le`);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  });
  const at = (i: number) => i / abp.length - 0.5;
  const added = [(u: number) => 55 * u, (u: number) => 120 * (u ** 3 / 3 - 0.035 * u)];
  const signal = (label: string, values: Float32Array, k: number) => {
    const [low, high] = [-100, 300];
    const sample = (i: number) => {
      const value = values[i] + ramp * added[k](at(i));
      return Number.isNaN(value) ? -32_768 : Math.round(((value - low) / (high - low)) * 65_535) - 32_768;
    };
    return {
      ...{ label, unit: "mmHg", physicalMin: low, physicalMax: high, digitalMin: -32_768, digitalMax: 32_767 },
      ...{ samplesPerRecord: 1250, sample },
    };
  };
  const records = Math.floor(abp.length / 1250);
  return writeEdf({
    ...{ startDate: "01.02.26", startTime: "10.00.07", records, recordSeconds: 10 },
    signals: [signal("ABP", abp, 0), signal("ICP", icp, 1)],
  });
}

/** Nine hours with a gap of values, flushes, and reactivity that is lost at both ends. */
function ownSignals(): [PlainSignal, PlainSignal] {
  const hz = 4;
  const n = 9 * 3600 * hz;
  const [abp, icp] = [new Float32Array(n), new Float32Array(n)];
  let state = 7;
  const noise = () => {
    state = (Math.imul(1664525, state) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  for (let i = 0; i < n; i++) {
    const seconds = i / hz;
    const cpp = 75 + 20 * Math.sin(seconds / 1900);
    const slow = 4 * Math.sin(seconds / 6) + 3 * Math.sin(seconds / 8.3);
    icp[i] = 12 + (((cpp - 73) / 20) ** 2 - 0.5) * slow + 2 * noise();
    abp[i] = cpp + 12 + slow + 2 * noise();
    if (seconds > 12_000 && seconds < 13_500) icp[i] = Number.NaN;
    if (i % 4001 < 90) abp[i] = 310;
  }
  const [high, low, most] = measured.cppopt;
  return [
    { startMs: ownMs, hz, values: abp, low: 0, high },
    { startMs: ownMs, hz, values: icp, low, high: most },
  ];
}

const analysisOf = (analytic: Analytic, id: number, names = ["ABP_na", "B_na"], over: object = {}): Analysis => {
  const [ABP, second] = names.map((modality) => ({ data_object_id: id, modality, channel: 0 }));
  const times = { calculationWindowMs: 300_000, calculationPeriodMs: 60_000, ...over };
  return analytic === "cppopt"
    ? { analytic: "prx", ABP, ICP: second, ...times }
    : { analytic: "cox", ABP, StO2: second, ...times };
};

let pages = 0;
async function requestOf(analytic: Analytic, analysis: Analysis, [start, end]: readonly [number, number]) {
  const { data_object_id, groups, patient_id } = await answerAs(server.url, token, describeAnalysis, { analysis });
  return {
    ...{ patient_id, data_object_id, page_id: ++pages, patient_is_admitted: false, pixel_count: 2, start, end },
    modality_sources: [{ modality: groups[0].modality, data_object_id }],
    form: { kind: "optimum", analytic },
  } as const satisfies RenderModalities;
}
async function optimumOf(...made: Parameters<typeof requestOf>): Promise<OptimumBlock> {
  return (await client.page(await requestOf(...made))).blocks[0] as OptimumBlock;
}

/** What the window says, held against plain loops over the signals. */
function expectPlain(made: OptimumBlock, signals: readonly [PlainSignal, PlainSignal]): void {
  const { first_ms, step_ms, data, expected } = made;
  const count = data.length / 2;
  const times = Array.from({ length: count }, (_, k) => first_ms + k * step_ms);
  const plain = plainIndexSamples(signals, times, made.analytic === "cppopt");
  for (const [values, at] of [
    [plain.index, 0],
    [plain.pressure, count],
  ] as const)
    for (const [k, value] of values.entries())
      if (Number.isNaN(value)) expect(data[at + k], `${at} ${k}`).toBeNaN();
      else expect(Math.abs(data[at + k] - value), `${at} ${k}`).toBeLessThan(1e-6);
  const { optimum: opt, ...wanted } = plainOptimum(made.analytic, plain.index, plain.pressure, expected);
  const tol = { opt: 1e-3, lla: 1e-2, ula: 1e-2, fitSpan: 1e-4, yValues: 1e-5, errors: 1e-5 };
  const strict = { dataPercentages: 1e-9, coefficientsRel: 1e-4, weight: 1e-4 };
  const expectation = { ...wanted, opt, coefficients: [...(wanted.coefficients ?? [null, null, null])] };
  expect(differencesOf(made, expectation, { ...tol, ...strict })).toEqual([]);
  expect(made.failed).toBe(wanted.failed);
  expect(made.counts).toEqual(wanted.counts);
}

it.skipIf(!hasVectors)("gives the golden vectors", async () => {
  expect(vectors.length).toBe(20);
  for (const { analytic, file, each, id } of vectors) {
    const end = vectorsMs + each.tEnd;
    const made = await optimumOf(analytic, analysisOf(analytic, id), [end - each.windowMs, end]);
    expect([each.id, ...differencesOf(made, each.expect, file.tol)]).toEqual([each.id]);
    expect(made.tally).toEqual({ expected: made.data.length / 2, masked: 0, present: each.expect.samples });
  }
});

describe.skipIf(!hasWaves)("a real pair of ABP and ICP (needs ../shared/data/waves beside the checkout)", () => {
  const signals = (ramp: number): [PlainSignal, PlainSignal] => {
    // What the file holds, as it is read: 16 bits of -100 to 300 mmHg.
    const gain = 400 / 65_535;
    const whole = edfOf(ramp);
    const header = 256 * 3;
    const records = (whole.length - header) / 5000;
    const view = new DataView(whole.buffer, whole.byteOffset);
    const values = (k: number) =>
      Float32Array.from({ length: 1250 * records }, (_, i) => {
        const at = header + Math.floor(i / 1250) * 5000 + k * 2500 + (i % 1250) * 2;
        return view.getInt16(at, true) * gain + (-100 + 32_768 * gain);
      });
    return [
      { startMs: wavesMs, hz: 125, values: values(0), low: 0, high: 300 },
      { startMs: wavesMs, hz: 125, values: values(1), low: -50, high: 200 },
    ];
  };
  const span = [wavesMs, wavesMs + 1_200_000] as const;

  it("has PRx as plain loops have it, and no optimum: its CPP lies in too few bins", async () => {
    const names = ["ABP_na", "ICP_na"];
    const made = await optimumOf("cppopt", analysisOf("cppopt", pairs.waves, names), span);
    expect([made.fitType, made.failed, made.optimum]).toEqual([0, "too_few_bins", null]);
    expect(made.includedInFit.filter(Boolean).length).toBeLessThan(4);
    const plain = signals(0);
    expectPlain(made, plain);
    const analysis = analysisOf("cppopt", pairs.waves, names, { calculationPeriodMs: 10_000 });
    const { data_object_id, groups, patient_id, start_ms } = await answerAs(server.url, token, describeAnalysis, {
      analysis,
    });
    const [{ modality, sample_count }] = groups;
    const { blocks } = await client.page({
      ...{ patient_id, data_object_id, page_id: ++pages, patient_is_admitted: false, pixel_count: 2 },
      ...{ start: start_ms, end: start_ms + sample_count * 10_000, form: { kind: "samples" } },
      modality_sources: [{ modality, data_object_id }],
    });
    const { data } = blocks[0] as SamplesBlock;
    const times = Array.from({ length: sample_count }, (_, k) => start_ms + k * 10_000);
    const { index } = plainIndexSamples(plain, times, true);
    expect(index.filter((r) => !Number.isNaN(r)).length).toBeGreaterThan(90);
    for (const [k, r] of index.entries())
      if (Number.isNaN(r)) expect(data[k]).toBeNaN();
      else expect(Math.abs(data[k] - r)).toBeLessThan(1e-6);
  });

  it("has an optimum with slow ramps added to both", async () => {
    const made = await optimumOf("cppopt", analysisOf("cppopt", pairs.ramps, ["ABP_na", "ICP_na"]), span);
    expect(made.fitType).toBe(1);
    expectPlain(made, signals(1));
  });
});

it("is that of plain loops with gaps and flushes, wherever the window ends, and again when it moves on", async () => {
  const analysis = analysisOf("cppopt", pairs.own);
  const fits: number[] = [];
  for (const [from, to] of [
    [0, 8 * hour],
    [60_000, 8 * hour + 60_000],
    [hour + 12_345, 5 * hour + 1],
    [3 * hour, 3.9 * hour],
    [8 * hour, 12 * hour],
    [-hour, hour / 4],
  ]) {
    const made = await optimumOf("cppopt", analysis, [ownMs + from, ownMs + to]);
    expect(made).toMatchObject({ window_ms: to - from, step_ms: to - from < hour ? 10_000 : 60_000, bin_low: 40 });
    expectPlain(made, own);
    fits.push(made.fitType);
  }
  expect(fits.slice(0, 2)).toEqual([1, 1]);
});

it("leaves out artifacts where it is to, and says their share", async () => {
  const { groups } = await answerAs(server.url, token, openAnnotations, { data_object_id: pairs.own });
  const spans = [hour, 2.5 * hour].map((from) => [ownMs + from, ownMs + from + hour / 4]);
  const changes = spans.map(([start_time, end_time], k) => ({
    number: k + 1,
    act: {
      ...{ act: "create", group_id: groups[0].id },
      content: {
        ...{
          annotation_text: "Flush",
          annotation_description: "",
          annotation_type: "",
          start_time,
          end_time,
          tags: [],
        },
        ...{ ...newAnnotation, modalities: k === 0 ? ["B"] : [], kind: "artifact" },
      },
    } as const,
  }));
  const body = { data_object_id: pairs.own, client: randomBytes(16).toString("hex"), changes };
  const { outcomes } = await answerAs(server.url, token, changeAnnotations, body as never);
  expect(outcomes.map((outcome) => "code" in outcome)).toEqual([false, false]);
  const span = [ownMs, ownMs + 8 * hour] as const;
  const made = await optimumOf(
    "cppopt",
    analysisOf("cppopt", pairs.own, undefined, { leavesOutArtifacts: true }),
    span,
  );
  const maskedOf = (signal: PlainSignal, those: readonly number[][]): PlainSignal => {
    const values = Float64Array.from(signal.values);
    const sampleAt = (ms: number) => Math.ceil(((ms - ownMs) * signal.hz) / 1000);
    for (const [from, to] of those) values.fill(Number.NaN, sampleAt(from), sampleAt(to));
    return { ...signal, values };
  };
  const masked: typeof own = [maskedOf(own[0], spans.slice(1)), maskedOf(own[1], spans)];
  expectPlain(made, masked);
  expect(made.tally).toEqual({ expected: 480, masked: 30, present: made.samples });
  expectPlain(await optimumOf("cppopt", analysisOf("cppopt", pairs.own), span), own);
});

it("refuses what is no index of five minutes, windows of more than a week, and whoever may not see the signals", async () => {
  const span = [ownMs, ownMs + hour] as const;
  const says = async (...made: Parameters<typeof requestOf>) => {
    const answer = await client.ask(await requestOf(...made));
    return isPageFailure(answer) ? [answer.error.code, answer.error.message] : answer;
  };
  const analysis = analysisOf("cppopt", pairs.own);
  const notPrx = ["bad_request", "CPPOpt is made of PRx of windows of 5 minutes."];
  expect(
    await says("cppopt", analysisOf("cppopt", pairs.own, undefined, { calculationWindowMs: 600_000 }), span),
  ).toEqual(notPrx);
  expect(await says("mapopt", analysis, span)).toEqual([
    "bad_request",
    "MAPOpt is made of COx of windows of 5 minutes.",
  ]);
  expect(await says("cppopt", analysis, [ownMs, ownMs + 8 * 24 * hour])).toEqual([
    "too_large",
    "The window of an optimum is 7 days at most.",
  ]);
  const request = await requestOf("cppopt", analysis, span);
  const stored = { ...request, data_object_id: pairs.own };
  const ofStored = { ...stored, modality_sources: [{ modality: "ABP_na", data_object_id: pairs.own }] };
  expect(codeOf(await client.ask(ofStored))).toBe("bad_request");
  expect(codeOf(await client.ask({ ...request, form: { kind: "optimum", analytic: "prx" } }))).toBe("bad_request");
  expect(codeOf(await stranger.ask(request))).toBe("unknown_recording");
});

it("is a series too, whose bins are those of eight hours, in pages that may be cut anywhere", async () => {
  const [ABP, ICP] = ["ABP_na", "B_na"].map((modality) => ({ data_object_id: pairs.own, modality, channel: 0 }));
  const analysis: Analysis = {
    ...{ analytic: "cppopt", ABP, ICP },
    ...{ calculationWindowMs: 1000, calculationPeriodMs: 60_000 },
  };
  const { data_object_id, groups, patient_id, start_ms } = await answerAs(server.url, token, describeAnalysis, {
    analysis,
  });
  const [{ modality, channels, sample_count }] = groups;
  expect([channels.length, channels[0].label, channels[0].unit]).toEqual([73, "CPPOpt", "mmHg"]);
  expect(modality).toContain("CPPOpt,Composite,SampleSeries");
  const pageOf = async (first: number, count: number) => {
    const { blocks } = await client.page({
      ...{ patient_id, data_object_id, page_id: ++pages, patient_is_admitted: false, pixel_count: 2 },
      ...{ start: start_ms + first * 60_000, end: start_ms + (first + count) * 60_000, form: { kind: "samples" } },
      modality_sources: [{ modality, data_object_id }],
    });
    const { data, count: held, rows } = blocks[0] as SamplesBlock;
    expect([held, rows]).toEqual([count, 73]);
    return Array.from({ length: rows }, (_, part) => [...data.slice(part * held, (part + 1) * held)]);
  };
  const whole = await pageOf(0, sample_count);
  const cut = [await pageOf(0, 301), await pageOf(301, sample_count - 301)];
  expect(whole).toEqual(whole.map((_, part) => cut.flatMap((each) => each[part])));
  const at = sample_count - 30;
  const endMs = start_ms + at * 60_000;
  const one = await optimumOf("cppopt", analysisOf("cppopt", pairs.own), [endMs - 8 * hour, endMs]);
  const float = (value: number | null) => Math.fround(value ?? Number.NaN);
  expect(one.fitType).toBe(1);
  const wanted = [one.fitType, one.fitSpan, one.includedDataPercentage, ...(one.coefficients ?? [])];
  const bins = [...one.yValues, ...one.errors, ...one.dataPercentages, ...one.includedInFit.map(Number)];
  expect(whole.slice(3).map((row) => row[at])).toEqual([...wanted, ...bins].map(float));
  expect(Math.abs(whole[0][at] - (one.optimum ?? 0))).toBeLessThan(5);
  expect(whole[0][20]).toBeNaN();
});
