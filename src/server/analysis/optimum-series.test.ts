/** Series of CPPOpt and MAPOpt against their definition, whatever the gaps, masks, periods, ends and page splits. */
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { type MadeGroup, madeRecording } from "../../../tests/fixtures/analysis-sources.ts";
import type { CppOptOf, MapOptOf } from "../../protocol/analysis.ts";
import { compositeParts } from "../../protocol/composites.ts";
import type { RecordingDetail, RecordingTail, Segment } from "../../protocol/recordings.ts";
import type { Core } from "../../signal/core.ts";
import { openCore } from "../../signal/node.ts";
import { plainComposite, plainIndexSamples } from "../../signal/reference-optimum.ts";
import { readAnalysisKey } from "./analysis-key.ts";
import { BlockMeans } from "./block-means.ts";
import { BlockSums } from "./block-sums.ts";
import { derivedReader, derivedValues } from "./derived-reader.ts";
import { describeAs } from "./describe.ts";
import type { DerivedRecording } from "./types.ts";

const minute = 60_000;
const hour = 60 * minute;
const startMs = 1_700_000_012_345;
const hz = 0.5;

let core: Core;
beforeAll(() => {
  core = openCore();
});

type Gap = readonly [fromHours: number, toHours: number];

/** The index has its lowest values about 75 mmHg, where there is an optimum, or its highest ones, where there is none. */
type Shape = "valley" | "hill";

/** ABP, and ICP or StO2, whose index is of this shape, with these gaps and missing samples. */
function pairOf(
  analytic: "cppopt" | "mapopt",
  hours: number,
  seed: number,
  gaps: readonly Gap[] = [],
  shape: Shape = "valley",
): MadeGroup[] {
  const length = Math.round(hours * 3600 * hz);
  let state = seed >>> 0 || 1;
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const rows = Array.from({ length }, (_, i) => {
    const cpp = 75 + 24 * Math.sin(i / (1500 * hz) + seed);
    const slow = 5 * Math.sin(i / (6 * hz)) + 4 * Math.sin(i / (9 * hz));
    const lost = (((cpp - 75) / 18) ** 2 - 0.7) * (shape === "valley" ? 1 : -1);
    const second = 12 + lost * slow + 2 * draw();
    return [cpp + (analytic === "cppopt" ? 12 : 0) + slow + 2 * draw(), second];
  });
  const segments: Segment[] = [];
  let at = 0;
  for (const [from, to] of [...gaps.toSorted((a, b) => a[0] - b[0]), [hours, hours] as const]) {
    const [first, next] = [Math.round(from * 3600 * hz), Math.round(to * 3600 * hz)];
    if (first > at) segments.push({ first: at, count: first - at, start_ms: startMs + (at * 1000) / hz });
    at = Math.max(at, next);
  }
  return ["ABP", "B"].map((modality, k) => ({
    ...{ modality, samplingHz: hz, unit: k === 1 && analytic === "mapopt" ? "%" : "mmHg", segments },
    rows: [Float32Array.from(rows, (row, i) => (i % 997 < 3 ? Number.NaN : row[k]))],
  }));
}

const source = (modality: string) => ({ data_object_id: 1, modality, channel: 0 });
const analysisOf = (analytic: "cppopt" | "mapopt", calculationPeriodMs = minute): CppOptOf | MapOptOf => {
  const durations = { calculationWindowMs: 1000, calculationPeriodMs };
  return analytic === "cppopt"
    ? { analytic, ABP: source("ABP"), ICP: source("B"), ...durations }
    : { analytic, ABP: source("ABP"), StO2: source("B"), ...durations };
};

/** All values [part][sample] of the one group, computed in pieces that end at these shares of it. */
async function valuesIn(recording: DerivedRecording, reader: Reader, cuts: readonly number[] = []) {
  const [group] = recording.groups;
  const { sample_count: all } = group;
  const deps = { core, reader, sums: new BlockSums(), means: new BlockMeans(), onStep: () => undefined };
  const values = new Float64Array(group.channels.length * all);
  const borders = [0, ...cuts.map((cut) => Math.floor(cut * all)).sort((a, b) => a - b), all];
  for (let k = 0; k + 1 < borders.length; k++) {
    const [first, count] = [borders[k], borders[k + 1] - borders[k]];
    if (count === 0) continue;
    const made = await derivedValues(recording, group, { first, count }, deps);
    for (let part = 0; part < group.channels.length; part++)
      values.set(made.subarray(part * count, (part + 1) * count), part * all + first);
  }
  return values;
}
type Reader = ReturnType<typeof madeRecording>["reader"];

const bits = (values: Float64Array) => Buffer.from(values.buffer, values.byteOffset, values.byteLength);

const hoursIn = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const someGaps = fc.array(fc.tuple(hoursIn(0, 10), hoursIn(0.01, 9)), { maxLength: 3 });
/** After one of these no window has half of its samples for hours. */
const longGap = fc.tuple(hoursIn(0, 2), hoursIn(7, 9)).map((gap) => [gap]);
/** Recordings with an optimum in most minutes, and such as have none for hours: too little is recorded, or the index is no valley. */
const drawnSources = fc.oneof(
  { weight: 2, arbitrary: fc.record({ shape: fc.constant<Shape>("valley"), drawn: someGaps }) },
  { weight: 1, arbitrary: fc.record({ shape: fc.constant<Shape>("valley"), drawn: longGap }) },
  { weight: 1, arbitrary: fc.record({ shape: fc.constant<Shape>("hill"), drawn: someGaps }) },
);
const cutLists = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });

it("are as defined at every minute, the same bits however they are split, and held between minutes", async () => {
  let [found, lost] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("cppopt" as const, "mapopt" as const),
      fc.integer({ min: 1, max: 1e6 }),
      drawnSources,
      cutLists,
      async (analytic, seed, { shape, drawn }, cuts) => {
        const gaps = drawn.map(([from, length]): Gap => [from, Math.min(11, from + length)]);
        const groups = pairOf(analytic, 11, seed, gaps, shape);
        const { recording, reader } = madeRecording(groups, { start_ms: startMs });
        const derived = describeAs(analysisOf(analytic), [recording, recording]);
        const [{ sample_count: count, segments, channels }] = derived.groups;
        expect(derived.start_ms % minute).toBe(0);
        expect(channels.map(({ label, unit }) => ({ label, unit }))).toEqual(compositeParts[analytic]);
        const values = await valuesIn(derived, reader);
        expect(bits(await valuesIn(derived, reader, cuts)).equals(bits(values))).toBe(true);
        const bounds = analytic === "cppopt" ? [-50, 200] : [0, 100.0001];
        const signals = groups.map(({ rows: [row], segments: held }, k) => {
          const values = new Float64Array(row.length).fill(Number.NaN);
          for (const { first, count: n } of held) values.set(row.subarray(first, first + n), first);
          return { startMs, hz, values, low: k === 0 ? 0 : bounds[0], high: k === 0 ? 300 : bounds[1] };
        });
        // The last minute, and every 97th before it.
        for (let k = count - 1; k >= 0; k -= 97) {
          const atMs = derived.start_ms + k * minute;
          const times = Array.from({ length: 480 }, (_, back) => atMs - (479 - back) * minute);
          const { index, pressure } = plainIndexSamples([signals[0], signals[1]], times, analytic === "cppopt");
          const plain = plainComposite(analytic, index, pressure);
          const isHeld = segments.some(({ first, count: n }) => k >= first && k < first + n);
          if (index.some((r) => Number.isFinite(r))) expect(isHeld).toBe(true);
          plain.forEach((expected, part) => {
            const value = values[part * count + k];
            if (Number.isNaN(expected) || !isHeld) expect(value, `${part} at ${k}`).toBeNaN();
            else
              expect(Math.abs(value - expected), `${part} at ${k}`).toBeLessThan(
                1e-6 * Math.max(1, Math.abs(expected)),
              );
          });
          if (Number.isNaN(plain[0])) lost++;
          else found++;
        }
        // Every seven seconds: what the minute before it has.
        const often = describeAs(analysisOf(analytic, 7000), [recording, recording]);
        const held = await valuesIn(often, reader, [0.3]);
        const all = often.groups[0].sample_count;
        for (let k = 0; k < all; k += 101) {
          const at = Math.floor((often.start_ms + k * 7000) / minute) - derived.start_ms / minute;
          for (const part of [0, 1, 2, 3, 12])
            if (at >= 0) expect(held[part * all + k]).toEqual(at < count ? values[part * count + at] : Number.NaN);
        }
      },
    ),
    { numRuns: 12, seed: 3, endOnFailure: true },
  );
  expect([found > 15, lost > 10]).toEqual([true, true]);
});

it("are of samples as they are read: float32, every member a channel of its own, with exact extremes of columns", async () => {
  const { recording, reader } = madeRecording(pairOf("cppopt", 9, 5), { start_ms: startMs });
  const derived = describeAs(analysisOf("cppopt"), [recording, recording]);
  const [group] = derived.groups;
  const deps = { core, reader, sums: new BlockSums(), means: new BlockMeans(), onStep: () => undefined };
  const stored = derivedReader(deps);
  const values = Float32Array.from(await valuesIn(derived, reader));
  const { data, first, count } = await stored.readSamples(derived, group, -3, group.sample_count + 9);
  expect([first, count, group.channels.length]).toEqual([0, group.sample_count, 73]);
  expect(Buffer.from(data.buffer).equals(Buffer.from(values.buffer))).toBe(true);
  const edges = Float64Array.from({ length: 12 }, (_, k) => k * 50);
  const pairs = await stored.readColumns(derived, group, edges);
  for (let part = 0; part < 73; part++)
    for (let column = 0; column < 11; column++) {
      const own = values.subarray(part * count, (part + 1) * count).subarray(50 * column, 50 * column + 50);
      const finite = own.filter((value) => !Number.isNaN(value));
      const expected = finite.length === 0 ? [Number.NaN, Number.NaN] : [Math.min(...finite), Math.max(...finite)];
      const at = 2 * (part * 11 + column);
      expect([pairs[at], pairs[at + 1]]).toEqual(expected);
    }
});

it("do not depend on the calculation window", async () => {
  const { recording, reader } = madeRecording(pairOf("cppopt", 5, 13), { start_ms: startMs });
  const ofWindow = (calculationWindowMs: number) =>
    valuesIn(describeAs({ ...analysisOf("cppopt"), calculationWindowMs }, [recording, recording]), reader);
  const values = await ofWindow(1000);
  expect(values.some((value) => !Number.isNaN(value))).toBe(true);
  expect(bits(await ofWindow(10_000)).equals(bits(values))).toBe(true);
});

it("that leave artifacts out are those of sources in which the masked samples are missing", async () => {
  const masked: [number, number][] = [[startMs + 3 * hour, startMs + 4.3 * hour]];
  const whole = madeRecording(pairOf("cppopt", 9, 8), { start_ms: startMs });
  const cutGroups = pairOf("cppopt", 9, 8);
  cutGroups[0].rows[0].fill(Number.NaN, 3 * 3600 * hz, Math.ceil(4.3 * 3600 * hz));
  const cut = madeRecording(cutGroups, { start_ms: startMs });
  const { label } = whole.recording.groups[0].channels[0];
  const masks = { everywhere: [], channels: new Map([[label, masked]]), revision: 2 };
  const analysis = analysisOf("cppopt");
  const without = describeAs({ ...analysis, leavesOutArtifacts: true }, [whole.recording, whole.recording], undefined, [
    masks,
    { ...masks, channels: new Map() },
  ]);
  const values = await valuesIn(without, whole.reader, [0.4]);
  const expected = await valuesIn(describeAs(analysis, [cut.recording, cut.recording]), cut.reader);
  expect(bits(values).equals(bits(expected))).toBe(true);
});

it("of what grows are there once all that they are made of is, and never change then", async () => {
  const whole = madeRecording(pairOf("cppopt", 9, 21), { start_ms: startMs });
  const analysis = analysisOf("cppopt");
  const complete = describeAs(analysis, [whole.recording, whole.recording]);
  const values = await valuesIn(complete, whole.reader);
  const all = complete.groups[0].sample_count;
  for (const seconds of [100, 7321, 20_000]) {
    const young = madeRecording(
      pairOf("cppopt", 9, 21).map(({ segments: _, rows: [row], ...group }) => ({
        ...group,
        segments: [{ first: 0, count: seconds * hz, start_ms: startMs }],
        rows: [row.slice(0, seconds * hz)],
      })),
      { start_ms: startMs, tail: { revision: 1 } as RecordingTail } satisfies Partial<RecordingDetail>,
    );
    const growing = describeAs(analysis, [young.recording, young.recording]);
    const [{ sample_count: count }] = growing.groups;
    expect(complete.start_ms + (count - 1) * minute).toBeLessThanOrEqual(startMs + seconds * 1000);
    const made = count === 0 ? new Float64Array() : await valuesIn(growing, young.reader);
    for (let part = 0; part < 73; part++)
      expect(made.slice(part * count, (part + 1) * count)).toEqual(values.slice(part * all, part * all + count));
    expect(growing.groups[0].segments).toEqual(
      count === 0 ? [] : complete.groups[0].segments.map((segment) => ({ ...segment, count: count - segment.first })),
    );
  }
});

it("are named as the specification names them, and refused where the signals are others", () => {
  const analysis = analysisOf("mapopt", 1000);
  const { recording } = madeRecording(pairOf("mapopt", 1, 1), { start_ms: startMs });
  const [{ modality }] = describeAs(analysis, [recording, recording]).groups;
  expect(modality).toContain("MAPOpt,Composite,SampleSeries");
  expect(readAnalysisKey(modality)).toEqual(analysis);
  expect(readAnalysisKey(modality.replace("1000", "11000"))).toBeNull();
  const pressures = madeRecording(pairOf("cppopt", 1, 1), { start_ms: startMs }).recording;
  expect(() => describeAs(analysis, [pressures, pressures])).toThrow(
    "MAPOpt needs the oxygen saturation of brain tissue in %.",
  );
  expect(() => describeAs(analysisOf("cppopt"), [recording, recording])).toThrow("CPPOpt needs pressures in mmHg.");
});
