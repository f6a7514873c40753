/** What an analysis is described as: its grid, where it has values, and what becomes of that by growth and damage. */
import { expect, it } from "vitest";
import { type MadeGroup, madeRecording } from "../../../tests/fixtures/analysis-sources.ts";
import { noMasks } from "../../domain/annotations/masks.ts";
import { type Analysis, analysisKey } from "../../protocol/analysis.ts";
import type { RecordingTail, Segment } from "../../protocol/recordings.ts";
import type { StoredRecording } from "../recordings/index.ts";
import { readAnalysisKey } from "./analysis-key.ts";
import { coveredTimes, inBoth } from "./coverage.ts";
import { analysisId, describeAs } from "./describe.ts";
import { GridMemo } from "./grid-memo.ts";
import { lookUpAnalysis } from "./look-up.ts";
import { analysisRefusals } from "./types.ts";

const minute = 60_000;
const startMs = 1_700_000_000_000 - (1_700_000_000_000 % minute) + 7000;

/** Seconds [from, to) of a signal of one value a second. */
const signal = (modality: string, pieces: readonly [from: number, to: number][], samplingHz = 1): MadeGroup => ({
  modality,
  samplingHz,
  segments: pieces.map(
    ([from, to]): Segment => ({
      first: from * samplingHz,
      count: (to - from) * samplingHz,
      start_ms: startMs + from * 1000,
    }),
  ),
  rows: [new Float32Array(pieces[pieces.length - 1][1] * samplingHz)],
});

const recordingOf = (groups: MadeGroup[], facts: Partial<StoredRecording> = {}) =>
  madeRecording(groups, { start_ms: startMs, ...facts }).recording;
const channel = (modality: string, data_object_id = 1) => ({ data_object_id, modality, channel: 0 });
const prx = (second = channel("ICP"), windowMs = 5 * minute): Analysis => ({
  analytic: "prx",
  ABP: channel("ABP"),
  ICP: second,
  calculationWindowMs: windowMs,
  calculationPeriodMs: minute,
});
const cpp: Analysis = { analytic: "cpp", ABP: channel("ABP"), ICP: channel("ICP") };
const cox: Analysis = {
  ...{ analytic: "cox", ABP: channel("ABP"), StO2: channel("StO2") },
  ...{ calculationWindowMs: 5 * minute, calculationPeriodMs: minute },
};
const tail = { revision: 1, end_ms: 0, groups: [] } satisfies RecordingTail;
const spans = ({ groups: [{ segments }] }: { groups: { segments: Segment[] }[] }) =>
  segments.map(({ first, count }) => [first, first + count]);

it("places PRx on the epoch grid, where enough of both lies behind", () => {
  const recording = recordingOf([
    signal("ABP", [[0, 7200]]),
    signal("ICP", [
      [600, 1800],
      [5400, 7200],
    ]),
  ]);
  const derived = describeAs(prx(), [recording, recording]);
  expect(derived.start_ms % minute).toBe(0);
  expect(derived.start_ms - startMs).toBe(53_000);
  const [group] = derived.groups;
  expect(group.sampling_hz * minute).toBeCloseTo(1000, 9);
  for (const { first, start_ms } of group.segments) expect(start_ms).toBe(derived.start_ms + first * minute);
  // A value is possible from a minute of both on, and as long as a minute of them lies in the window.
  expect(spans(derived)).toEqual([
    [11, 34],
    [91, 124],
  ]);
  expect(group.sample_count).toBe(124);
  expect(describeAs(prx(channel("ICP"), 29_000), [recording, recording]).groups[0]).toMatchObject({
    segments: [],
    sample_count: 0,
  });
});

it("has no value before all that it is made of is there, and none that changes when more comes", () => {
  const grown = (abp: number, icp: number, isComplete = false) => {
    const groups = [signal("ABP", [[0, abp]]), signal("ICP", [[0, icp]])];
    return recordingOf(groups, isComplete ? {} : { tail });
  };
  const short = describeAs(prx(), [grown(1000, 700), grown(1000, 700)]);
  const long = describeAs(prx(), [grown(1000, 990), grown(1000, 990)]);
  const whole = describeAs(prx(), [grown(1000, 990, true), grown(1000, 990, true)]);
  // 53 s after the start lies the first one: 10 minutes later is 653 s, 15 minutes 953 s.
  expect(spans(short).at(-1)).toEqual([spans(long)[0][0], 11]);
  expect(spans(long).at(-1)?.[1]).toBe(16);
  expect(spans(whole).at(-1)?.[1]).toBeGreaterThan(16);
  expect(short.tail).toEqual({
    revision: 1700,
    end_ms: short.end_ms,
    groups: [{ sealed_count: 0, sample_count: short.groups[0].sample_count, segments: short.groups[0].segments }],
  });
  expect(long.tail?.revision).toBe(1990);
  expect(whole.tail).toBeUndefined();
  expect(new Set([short, long, whole].map(({ data_object_id }) => data_object_id)).size).toBe(1);

  const fast = (count: number) => recordingOf([signal("ABP", [[0, 100]]), signal("ICP", [[0, count]], 10)], { tail });
  expect(spans(describeAs(cpp, [fast(40), fast(40)]))).toEqual([[0, 40]]);
  const part = recordingOf([signal("ABP", [[0, 100]], 0.5), signal("ICP", [[0, 41]], 10)], { tail });
  expect(spans(describeAs(cpp, [part, part]))).toEqual([[0, 20]]);
  const done = { ...part, tail: undefined };
  expect(spans(describeAs(cpp, [done, done]))).toEqual([[0, 21]]);
});

it("keeps its grid when a part of a source is lost, and gets another version", () => {
  const good = recordingOf([signal("ABP", [[0, 3600]]), signal("ICP", [[0, 3600]])]);
  const lost = recordingOf([signal("ABP", [[1800, 3600]]), signal("ICP", [[0, 3600]])], { data_version: 2 });
  for (const analysis of [prx(), cpp]) {
    const [before, after] = [good, lost].map((recording) => describeAs(analysis, [recording, recording]));
    expect(after.start_ms).toBe(before.start_ms);
    expect(after.data_object_id).toBe(before.data_object_id);
    expect(after.data_version).toBeGreaterThan(before.data_version);
    expect(spans(after)[0][0]).toBeGreaterThan(spans(before)[0][0]);
  }
});

it("joins recordings of one patient whose clocks are known, and no others", () => {
  const first = recordingOf([signal("ABP", [[0, 600]])]);
  const other = (facts: Partial<StoredRecording>) =>
    recordingOf([signal("ICP", [[0, 600]])], { data_object_id: 2, ...facts });
  const analysis = prx(channel("ICP", 2));
  expect(describeAs(analysis, [first, other({ data_version: 5 })])).toMatchObject({ data_version: 6 });
  expect(() => describeAs(analysis, [first, other({ patient_key: 2 })])).toThrow(analysisRefusals.otherPatients);
  expect(() => describeAs(analysis, [first, other({ is_start_known: false })])).toThrow(analysisRefusals.unknownStart);
  const alone = recordingOf([signal("ABP", [[0, 600]]), signal("ICP", [[0, 600]])], { is_start_known: false });
  expect(describeAs(prx(), [alone, alone]).is_start_known).toBe(false);
  const kilopascal = recordingOf([signal("ABP", [[0, 600]]), { ...signal("ICP", [[0, 600]]), unit: "kPa" }]);
  expect(() => describeAs(cpp, [kilopascal, kilopascal])).toThrow(analysisRefusals.notPressure);
});

it("says of what is not calibrated that it is not, and makes no pressure of it", () => {
  const pair = (abp: Partial<MadeGroup>, icp: Partial<MadeGroup>) => {
    const groups = [signal("ABP", [[0, 600]]), signal("ICP", [[0, 600]])];
    const recording = recordingOf([
      { ...groups[0], ...abp },
      { ...groups[1], ...icp },
    ]);
    return [recording, recording];
  };
  const raw = pair({}, { unit: "", isUncalibrated: true });
  for (const analysis of [prx(), cpp]) expect(() => describeAs(analysis, raw)).toThrow(analysisRefusals.uncalibrated);
  const average: Analysis = { analytic: "rolling_average", source: channel("ICP"), calculationWindowMs: 1000 };
  expect(describeAs(average, raw.slice(0, 1)).groups[0].channels[0]).toMatchObject({ unit: "", is_uncalibrated: true });
  expect(describeAs(cpp, pair({ unit: "" }, { unit: "" })).groups[0].channels[0].unit).toBe("");
  expect(describeAs(cpp, pair({}, { unit: "mm Hg" })).groups[0].channels[0].unit).toBe("mmHg");
  expect(() => describeAs(cpp, pair({}, { unit: "" }))).toThrow(analysisRefusals.oneUnit);
  for (const unit of ["mm[Hg]", "MMHG", " mmHg "])
    expect(describeAs(prx(), pair({ unit }, { unit })).groups[0].sample_count, unit).toBeGreaterThan(0);
  expect(describeAs(prx(), pair({}, { unit: "" })).groups[0].sample_count).toBeGreaterThan(0);
});

it("makes COx of an arterial pressure and a saturation in %, and of nothing else", () => {
  const of = (abp: Partial<MadeGroup>, sto2: Partial<MadeGroup>) => {
    const recording = recordingOf([
      { ...signal("ABP", [[0, 7200]]), ...abp },
      { ...signal("StO2", [[0, 7200]]), unit: "%", ...sto2 },
    ]);
    return describeAs(cox, [recording, recording]).groups[0];
  };
  expect(of({}, {})).toMatchObject({ channels: [{ label: "COx", unit: "" }] });
  expect(of({ unit: "" }, { unit: "" }).sample_count).toBeGreaterThan(0);
  for (const unit of ["percent", "pct", "% "])
    expect(of({ unit: "mm[Hg]" }, { unit }).sample_count, unit).toBeGreaterThan(0);
  expect(() => of({ unit: "kPa" }, {})).toThrow(analysisRefusals.noPressureCox);
  expect(() => of({}, { unit: "mmHg" })).toThrow(analysisRefusals.notSaturation);
  expect(() => of({}, { isUncalibrated: true })).toThrow(analysisRefusals.uncalibratedCox);
  expect(() => of({}, { samplingHz: 1 / 30 })).toThrow(analysisRefusals.tooSlowCox);
});

it("makes no PRx of signals that fill no half of its blocks", () => {
  const of = (samplingHz: number) => {
    const recording = recordingOf([signal("ABP", [[0, 7200]]), signal("ICP", [[0, 7200]], samplingHz)]);
    return describeAs(prx(), [recording, recording]);
  };
  expect(of(1 / 20).groups[0].sample_count).toBeGreaterThan(0);
  expect(() => of(1 / 30)).toThrow(analysisRefusals.tooSlow);
});

const noneMasked = async () => ({ ...noMasks, revision: 0 });

it("describes nothing of what is being imported, or could not be", async () => {
  const recording = (state: "importing" | "failed" | "ready") =>
    recordingOf([signal("ABP", [[0, 600]]), signal("ICP", [[0, 600]])], { state } as Partial<StoredRecording>);
  const look = (state: "importing" | "failed" | "ready") =>
    lookUpAnalysis(prx(), async () => recording(state), noneMasked);
  await expect(look("importing")).rejects.toThrow(analysisRefusals.importing);
  await expect(look("failed")).rejects.toThrow(analysisRefusals.importFailed);
  expect((await look("ready"))?.groups[0].sample_count).toBeGreaterThan(0);
});

it("finds out where values are once, and anew when a source is another one", () => {
  const memo = new GridMemo();
  const [short, long] = [600, 1200].map((seconds) =>
    recordingOf([signal("ABP", [[0, seconds]]), signal("ICP", [[0, seconds]])]),
  );
  const known = describeAs(prx(), [short, short], memo);
  const renamed = { ...short, patient_id: "Q" };
  const again = describeAs(prx(), [renamed, renamed], memo);
  expect(again.groups[0].segments).toBe(known.groups[0].segments);
  expect(again.patient_id).toBe("Q");
  expect(describeAs(prx(), [long, long], memo)).toEqual(describeAs(prx(), [long, long]));
  const lost = recordingOf([signal("ABP", [[300, 600]]), signal("ICP", [[0, 600]])], { data_version: 2 });
  expect(describeAs(prx(), [lost, lost], memo)).toEqual(describeAs(prx(), [lost, lost]));
});

it("has one text and one id for each analysis, and reads no other text", () => {
  const average: Analysis = { analytic: "rolling_average", source: channel('a "b",[c]'), calculationWindowMs: 1000 };
  const all = [average, { ...average, calculationWindowMs: 1001 }, prx(), prx(channel("ICP", 2)), cox, cpp];
  for (const analysis of all) expect(readAnalysisKey(analysisKey(analysis))).toEqual(analysis);
  expect(new Set(all.map(analysisId)).size).toBe(all.length);
  for (const analysis of all) expect(analysisId(analysis)).toBeLessThan(0);
  const key = analysisKey(cpp);
  const others = [
    "",
    "EEG_na",
    "null",
    "[]",
    "{}",
    `${key} `,
    key.replace("cpp", "CPP"),
    key.replace("[[1", "[[-1"),
    "[[[[",
  ];
  for (const other of others) expect(readAnalysisKey(other)).toBeNull();
});

it("finds the moments behind which enough lies", () => {
  const group = (...pieces: [number, number][]) => ({ ...signal("A", pieces), sampling_hz: 1 });
  const times = (...pieces: [number, number][]) =>
    coveredTimes(group(...pieces), 10_000, 4000).map(({ start, end }) => [
      (start - startMs) / 1000,
      (end - startMs) / 1000,
    ]);
  expect(times([0, 100])).toEqual([[4, 106]]);
  expect(times([0, 3])).toEqual([]);
  expect(times([0, 2], [5, 8])).toEqual([[7, 11]]);
  expect(times([0, 6], [40, 44])).toEqual([
    [4, 12],
    [44, 50],
  ]);
  const span = (start: number, end: number) => ({ start, end });
  expect(inBoth([span(0, 5), span(8, 20)], [span(3, 9), span(12, 13), span(19, 30)])).toEqual([
    span(3, 5),
    span(8, 9),
    span(12, 13),
    span(19, 20),
  ]);
});
