/** The clock of CNS directories made by code: corrections, gaps, steps back, rates (formats.md 3). */
import { describe, expect, it } from "vitest";
import { ramp, startUs, wave } from "../support/cns-writer.ts";
import { eeg, every, roundTrip, spans, startMs } from "./cns-reading.ts";

describe("the clock", () => {
  it("takes corrections below twice the interval as no gap", async () => {
    const jitter = [0, 3000, -2500, 4000, 7900, 100];
    const index = every(6, (k) => ({ first: k * 100, timeUs: startUs + k * 800_000 + jitter[k], intervalUs: 8000 }));
    const { groups, repairs } = await roundTrip({ streams: [wave(600, { index })] });
    expect(spans(groups.get("ABP_na")?.segments)).toEqual([[0, 600]]);
    expect(groups.get("ABP_na")?.hz).toBe(125);
    expect(repairs).toEqual([]);
  });

  it("takes twice the interval as a gap", async () => {
    const index = [
      { first: 0, timeUs: startUs, intervalUs: 8000 },
      { first: 100, timeUs: startUs + 99 * 8000 + 15_800, intervalUs: 8000 },
      { first: 200, timeUs: startUs + 99 * 8000 + 15_800 + 99 * 8000 + 16_000, intervalUs: 8000 },
    ];
    const { groups } = await roundTrip({ streams: [wave(300, { index })] });
    expect(spans(groups.get("ABP_na")?.segments)).toEqual([
      [0, 200],
      [1615.8, 100],
    ]);
  });

  it("places a clock that runs differently by its measured rate", async () => {
    const step = 3906.25 * 1.00006;
    const index = every(200, (k) => ({
      first: k * 1280,
      timeUs: startUs + Math.round(k * 1280 * step),
      intervalUs: 3906.25,
    }));
    const { groups, repairs } = await roundTrip({
      streams: [eeg({ values: [ramp(256_000)], channels: ["A"], index })],
    });
    expect(spans(groups.get("EEG_Composite")?.segments)).toEqual([[0, 256_000]]);
    expect(groups.get("EEG_Composite")?.hz).toBeCloseTo(1e6 / step, 3);
    expect(repairs).toEqual([
      expect.stringMatching(
        /^By its clock ".*" has 255\.98\d+ Hz instead of 256 Hz; its samples were placed by the clock\.$/,
      ),
    ]);
  });

  it("lets later samples win where it steps back", async () => {
    const index = [
      { first: 0, timeUs: startUs, intervalUs: 8000 },
      { first: 1000, timeUs: startUs + 6_000_000, intervalUs: 8000 },
    ];
    const { groups, repairs } = await roundTrip({ streams: [wave(2000, { index })] });
    expect(spans(groups.get("ABP_na")?.segments)).toEqual([
      [0, 750],
      [6000, 1000],
    ]);
    expect(repairs).toEqual([
      'The clock of "ABP,na,SampleSeries,Integer,IntelliVue" steps back 1 time, by up to 2 s; the later samples were kept, and 250 earlier ones gave way.',
    ]);
  });

  it("believes no frame number that the one behind it contradicts and its time has no room for", async () => {
    const { groups, repairs } = await roundTrip({
      streams: [
        wave(600, {
          index: every(6, (k) => ({ first: k === 2 ? 450 : k * 100, timeUs: startUs + k * 800_000, intervalUs: 8000 })),
        }),
      ],
    });
    expect(spans(groups.get("ABP_na")?.segments)).toEqual([[0, 600]]);
    expect(groups.get("ABP_na")?.values[0]).toEqual(ramp(600));
    expect(repairs).toEqual([
      'Ignored as damaged in "ABP,na,SampleSeries,Integer,IntelliVue,index": 1 of its entries, the first at byte 56.',
    ]);
  });

  it("takes the later of two times of one sample: the first one describes none", async () => {
    const restart = { first: 100, timeUs: startUs + 60_000_000, intervalUs: 8000 };
    const index = [
      { first: 0, timeUs: startUs, intervalUs: 8000 },
      { ...restart, timeUs: startUs + 20_000_000 },
      { ...restart, timeUs: startUs + 40_000_000 },
      restart,
    ];
    const { groups, repairs } = await roundTrip({ streams: [wave(200, { index })] });
    expect(spans(groups.get("ABP_na")?.segments)).toEqual([
      [0, 100],
      [60_000, 100],
    ]);
    expect(repairs).toEqual([]);
  });

  it("keeps every value of irregular numbers, at its own time", async () => {
    const times = [0, 900, 1800, 1860, 1870, 5000, 5900, 6805];
    const index = times.map((s, k) => ({ first: k, timeUs: startUs + s * 1e6, intervalUs: 10 }));
    const values = [times.map((_, k) => 30 + k)];
    const { groups, repairs } = await roundTrip({
      streams: [wave(8, { base: "CO,na,SparseNumeric,Float,X", values, index, conversion: undefined })],
    });
    const group = groups.get("CO_na");
    expect(group?.values).toEqual(values);
    expect(
      group?.segments.flatMap(({ start_ms, count }) =>
        Array.from({ length: count }, (_, i) => start_ms + (i * 1000) / group.hz),
      ),
    ).toEqual(times.map((s) => startMs + s * 1000));
    expect(repairs).toEqual([]);
  });

  it.each([
    ["every quarter of an hour or so", [0, 900, 1620, 2460, 3600, 4260, 5310, 6240, 6900, 7980, 8820, 9960]],
    ["every minute or so", [0, 45, 103, 149, 206, 252, 309, 367, 413, 470, 516, 573]],
  ])("keeps numbers that come %s at their own times", async (_, times) => {
    const index = times.map((s, k) => ({ first: k, timeUs: startUs + s * 1e6, intervalUs: 10 }));
    const values = [times.map((_, k) => 80 + k)];
    const { groups } = await roundTrip({
      streams: [wave(times.length, { base: "NBP,Mean,SparseNumeric,Float,X", values, index, conversion: undefined })],
    });
    const group = groups.get("NBP_Mean");
    expect(group?.values).toEqual(values);
    expect(spans(group?.segments)).toEqual(times.map((s) => [s * 1000, 1]));
    for (const { first, start_ms } of group?.segments ?? [])
      expect(Math.abs((first * 1000) / (group?.hz ?? 0) - (start_ms - startMs))).toBeLessThanOrEqual(30_000);
  });

  it("leaves a gap where a number is missing, also behind numbers that came a little early", async () => {
    const steps = [1000, 1024, 2048, 1048, 1000, 1000, 2048, 1024, 1024, 1024, 2048, 1024, 1024, 1024];
    const times = [0];
    for (const step of steps) times.push(times[times.length - 1] + step);
    const index = times.map((ms, k) => ({ first: k, timeUs: startUs + ms * 1000, intervalUs: 1_024_000 }));
    const values = [times.map((_, k) => 60 + k)];
    const { groups } = await roundTrip({ streams: [wave(15, { base: "HR,na,Numeric,Integer,X", values, index })] });
    expect(spans(groups.get("HR_na")?.segments)).toEqual([
      [0, 3],
      [4072, 4],
      [9168, 4],
      [14288, 4],
    ]);
  });

  it("keeps jittered numbers together", async () => {
    const at = (k: number) => Math.round(k * 1_024_000 + ((k * 7919) % 13) * 40_000);
    const index = every(500, (k) => ({ first: k, timeUs: startUs + at(k), intervalUs: 1_024_000 }));
    const { groups } = await roundTrip({ streams: [wave(500, { base: "HR,na,Numeric,Integer,X", index })] });
    const group = groups.get("HR_na");
    expect(group?.values[0]).toEqual(ramp(500));
    expect(group?.segments.reduce((sum, { count }) => sum + count, 0)).toBe(500);
    expect(group?.segments).toHaveLength(1);
  });
});
