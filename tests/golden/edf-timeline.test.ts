/** Time: fractions, zones, gaps, disorder, mixed rates (formats.md 1.3, 1.4, 2; algorithms.md 5). */
import { describe, expect, it } from "vitest";
import type { EdfFile } from "../support/edf-writer.ts";
import { roundTrip } from "./edf-reading.ts";

const headerMs = Date.UTC(2020, 2, 2, 15, 20, 30);
const base: EdfFile = { format: "EDF+D", signals: [{ samplesPerRecord: 10 }], records: 4 };

async function stretches(file: EdfFile) {
  const whole = await roundTrip(file);
  return { ...whole, spans: whole.reader.timeline.map((s) => [s.onset + s.from, s.onset + s.to]) };
}

describe("discontinuous files", () => {
  it("gaps where the time-keeping lists say", async () => {
    const { spans, blocks, repairs } = await stretches({ ...base, onsets: ["+0.25", "+1.25", "+61.25", "+62.25"] });
    expect(spans).toEqual([
      [0.25, 2.25],
      [61.25, 63.25],
    ]);
    expect(blocks).toEqual([
      { group: 0, startMs: headerMs + 250, count: 20 },
      { group: 0, startMs: headerMs + 61_250, count: 20 },
    ]);
    expect(repairs).toEqual([]);
  });

  it("every record its own segment, and the flag on a file without a gap", async () => {
    expect((await stretches({ ...base, onsets: ["+0", "+5", "+10", "+15"] })).spans).toHaveLength(4);
    expect((await stretches(base)).spans).toEqual([[0, 4]]);
  });

  it("onsets are text: rounding is no gap, a whole sample is one", async () => {
    const third = { ...base, recordSeconds: "0.333333", onsets: ["+0", "+0.333", "+0.667", "+1"] };
    expect((await stretches(third)).spans).toHaveLength(1);
    expect((await stretches({ ...base, onsets: ["+0", "+1.09", "+2", "+3"] })).spans).toHaveLength(1);
    expect((await stretches({ ...base, onsets: ["+0", "+1.1", "+2.1", "+3.1"] })).spans).toEqual([
      [0, 1],
      [1.1, 4.1],
    ]);
    // One sample of 256 Hz is missing, told with four decimals.
    const fast = { ...base, signals: [{ samplesPerRecord: 256 }], records: 2, onsets: ["+0", "+1.0039"] };
    expect((await stretches(fast)).spans).toHaveLength(2);
  });

  it("small errors do not add up unnoticed", async () => {
    const onsets = Array.from({ length: 100 }, (_, k) => `+${(k * 1.02).toFixed(2)}`);
    const { spans } = await stretches({ ...base, records: 100, onsets });
    expect(spans.length).toBeGreaterThan(10);
    expect(spans.at(-1)?.[1]).toBeCloseTo(99 * 1.02 + 1, 0);
  });

  it("records out of order: put in order; samples follow their record", async () => {
    const { spans, samples, blocks, repairs } = await stretches({ ...base, onsets: ["+100", "+101", "+0", "+1"] });
    expect(spans).toEqual([
      [0, 2],
      [100, 102],
    ]);
    expect(samples.get(0)?.slice(0, 3)).toEqual([20, 21, 22]);
    expect(blocks[0].startMs).toBe(headerMs);
    expect(repairs).toEqual([
      "The records are not in order of time, first where record 3 reads 0 s and the one before it ends at 102 s; they were put in order.",
    ]);
  });

  it("names the record of a stray time stamp, what it reads, and what those around it lead on at", async () => {
    const times = (stray: string) => Array.from({ length: 12 }, (_, k) => (k === 4 ? stray : `+${k}`));
    const told = async (stray: string) =>
      (await stretches({ ...base, records: 12, onsets: times(stray) })).repairs.find((one) => one.includes("stamp"));
    for (const [stray, reads] of [
      ["+994", "994"],
      ["+1.5", "1.5"],
      ["-4", "-4"],
    ])
      expect(await told(stray)).toBe(
        `The time stamp of record 5 reads ${reads} s, where the records before and behind lead on at 4 s; it may be damaged, and was followed.`,
      );
    expect(await told("+4")).toBeUndefined();
    const many = Array.from({ length: 40 }, (_, k) => (k % 4 === 2 ? `+${500 + k * k}` : `+${k}`));
    const { repairs } = await stretches({ ...base, records: 40, onsets: many });
    expect(repairs.filter((one) => one.includes("time stamp of record"))).toHaveLength(5);
    expect(repairs).toContain("5 more time stamps read so.");
  });

  it("overlap: the later record wins, every moment has one sample", async () => {
    const { spans, samples, repairs } = await stretches({ ...base, onsets: ["+0", "+1", "+1.5", "+2.5"] });
    expect(spans).toEqual([
      [0, 1.5],
      [1.5, 3.5],
    ]);
    expect(samples.get(0)).toEqual([...Array(15).keys(), ...Array.from({ length: 20 }, (_, i) => 20 + i)]);
    expect(repairs[0]).toMatch(/overlap/);
  });

  it("one damaged time in the middle costs only what it covers", async () => {
    const onsets = ["+0", "+1", "+2", "+3", "+1", "+5"];
    const { spans, samples } = await stretches({ ...base, records: 6, onsets });
    expect(spans).toEqual([
      [0, 1],
      [1, 2],
      [2, 4],
      [5, 6],
    ]);
    expect(samples.get(0)?.slice(10, 20)).toEqual(Array.from({ length: 10 }, (_, i) => 40 + i));
  });

  it("records that tell no time, or an impossible one", async () => {
    const untold = await stretches({ ...base, onsets: ["+10", null, "+30", null] });
    expect(untold.spans).toEqual([
      [10, 12],
      [30, 32],
    ]);
    expect(untold.repairs[0]).toMatch(/2 records did not tell/);
    const wild = await stretches({ ...base, onsets: ["+0", "+1", "+99999999999", "+3"] });
    expect(wild.spans).toEqual([
      [0, 2],
      [3, 4],
    ]);
    expect(wild.repairs[0]).toMatch(/1 record with an impossible start/);
  });

  it("large records keep gaps and annotations", async () => {
    const signals = [{ samplesPerRecord: 5_000_000, sample: (i: number) => i % 30_000 }];
    const file = {
      ...base,
      signals,
      records: 2,
      recordSeconds: 100,
      onsets: ["+0", "+200.5"],
      annotations: [{ onset: 3, text: "a", record: 1 }],
    };
    const { spans, samples, annotations, blocks } = await stretches(file);
    expect(spans).toEqual([
      [0, 100],
      [200.5, 300.5],
    ]);
    expect(samples.get(0)?.findIndex((v, i) => v !== i % 30_000)).toBe(-1);
    expect(annotations.map((a) => a.text)).toEqual(["a"]);
    expect(blocks.filter((b) => b.startMs === headerMs + 200_500)).toHaveLength(1);
  });
});

describe("start of the data and of annotations", () => {
  it("the fraction of record 0 moves the samples, not the annotations", async () => {
    const file: EdfFile = {
      ...base,
      format: "EDF+C",
      onsets: ["+0.3945312", "+1.3945312", "+2.3945312", "+3.3945312"],
      annotations: [{ onset: 2.5, duration: 1.25, text: "x" }],
    };
    const { reader, annotations, repairs } = await roundTrip(file);
    expect(reader.head.startMs).toBeCloseTo(headerMs + 394.5312, 3);
    expect(annotations).toEqual([{ start_time: headerMs + 2500, end_time: headerMs + 3750, text: "x" }]);
    expect(repairs).toEqual([]);
  });

  it("time stamps that contradict EDF+C and themselves are told, and the file stays gap-free", async () => {
    const back = await roundTrip({ ...base, format: "EDF+C", onsets: ["+0", "+1", "+12", "+5"] });
    expect(back.reader.timeline).toHaveLength(1);
    expect(back.repairs).toEqual([expect.stringMatching(/2 records differ by up to 10 s/)]);
    for (const onsets of [
      ["+0", "+2", "+4", "+6"], // another record duration than the header's
      ["+0", null, "+12", "+13"],
      ["+0", "+0", "+0", "+0"],
      ["+0", "+1.004", "+2.008", "+3.012"], // a clock that is a little fast
      ["+0", "+1", "+2", "+900000000"],
    ]) {
      expect([onsets, (await roundTrip({ ...base, format: "EDF+C", onsets })).blocks]).toEqual([
        onsets,
        [{ group: 0, startMs: headerMs, count: 40 }],
      ]);
    }
  });

  it.each(["EDF+C", "BDF+C"] as const)("%s: gaps that all time stamps tell of are there", async (format) => {
    const onsets = ["+0.25", "+1.25", "+12.25", "+13.25"];
    const annotations = [{ onset: 12.5, text: "behind the gap" }];
    const {
      reader,
      blocks,
      samples,
      annotations: told,
      repairs,
    } = await roundTrip({ ...base, format, onsets, annotations });
    expect(reader.timeline).toHaveLength(2);
    expect(blocks).toEqual([
      { group: 0, startMs: headerMs + 250, count: 20 },
      { group: 0, startMs: headerMs + 12_250, count: 20 },
    ]);
    expect(samples.get(0)).toEqual(Array.from({ length: 40 }, (_, k) => k));
    expect(told).toEqual([{ start_time: headerMs + 12_500, end_time: headerMs + 12_500, text: "behind the gap" }]);
    expect(repairs).toEqual([
      `The file is marked as ${format}, without gaps, but the time stamps of its records tell of 1 gap; the time stamps were used.`,
    ]);
  });

  describe("EDF+C: clocks and rounded stamps make no gaps", () => {
    const many = (records: number, onsetOf: (k: number) => number, decimals = 3): Partial<EdfFile> => ({
      format: "EDF+C",
      records,
      onsets: Array.from({ length: records }, (_, k) => `+${onsetOf(k).toFixed(decimals)}`),
    });
    const jittered = (k: number) => k + (k === 0 ? 0 : 0.02 * Math.sin(k * k));

    it.each<[string, Partial<EdfFile>]>([
      ["a clock that is put right by 150 ms every tenth record", many(200, (k) => k + 0.15 * Math.floor(k / 10))],
      ["a fast clock put right by leaps", many(3000, (k) => k - 0.0009 * (k % 1000))],
      ["jitter of 20 ms", many(300, jittered)],
      [
        "jitter with a gap",
        { ...many(300, (k) => jittered(k) + (k < 100 ? 0 : 60)), signals: [{ samplesPerRecord: 256 }] },
      ],
      ["records of 1.005 s rounded to seconds", { ...many(299, (k) => 1.005 * k, 0), recordSeconds: "1.005" }],
      ["records of 0.9 s rounded to seconds", { ...many(299, (k) => 0.9 * k, 0), recordSeconds: "0.9" }],
      ["records of 1/16 s rounded to 10 ms", { ...many(299, (k) => k / 16, 2), recordSeconds: "0.0625" }],
      ["stamps that count from 1970, with a gap", many(9, (k) => 1.6e9 + k + (k < 5 ? 0 : 60))],
    ])("%s", async (_, own) => {
      const { reader, samples, blocks } = await roundTrip({ ...base, ...own });
      expect(reader.timeline).toHaveLength(1);
      expect(samples.get(0)).toHaveLength((own.signals?.[0].samplesPerRecord ?? 10) * (own.records ?? 0));
      expect(blocks).toHaveLength(1);
    });

    it.each<[string, number]>([
      ["slow", 0.999],
      ["fast", 1.001],
    ])("a %s clock and one gap: two stretches with all their samples", async (_, pace) => {
      const own = many(400, (k) => pace * k + (k < 200 ? 0 : 60));
      const { spans, samples, repairs } = await stretches({ ...base, ...own });
      expect(spans).toEqual([
        [0, 200],
        [expect.closeTo(200 * pace + 60, 6), expect.closeTo(200 * pace + 260, 6)],
      ]);
      expect(samples.get(0)).toEqual((await roundTrip({ ...base, format: "EDF+C", records: 400 })).samples.get(0));
      expect(repairs).toEqual([
        expect.stringContaining("tell of 1 gap;"),
        "Between the gaps the time stamps differ by up to 0.199 s from gap-free time; the gap-free time was used there.",
      ]);
    });
  });

  it("wall time is read in the zone of the recording, summer time included", async () => {
    const at = async (startDate: string, startTime: string, zone: string) =>
      (await roundTrip({ ...base, startDate, startTime, recording: "X" }, zone)).reader.head.startMs;
    expect(await at("01.07.20", "12.00.00", "America/New_York")).toBe(Date.UTC(2020, 6, 1, 16));
    expect(await at("01.01.20", "12.00.00", "America/New_York")).toBe(Date.UTC(2020, 0, 1, 17));
    expect(await at("01.07.20", "12.00.00", "Europe/Berlin")).toBe(Date.UTC(2020, 6, 1, 10));
    expect(await at("08.03.20", "02.30.00", "America/New_York")).toBe(Date.UTC(2020, 2, 8, 7, 30));
    await expect(at("01.01.20", "12.00.00", "Mars/Olympus")).rejects.toThrow('There is no time zone "Mars/Olympus".');
  });

  it("a start in the hour that clocks going back repeat is the first of its two, which is told", async () => {
    const read = async (startTime: string, zone?: string) =>
      roundTrip({ ...base, startDate: "02.11.25", startTime, recording: "X" }, zone);
    const twice = await read("01.30.05");
    expect(twice.reader.head.startMs).toBe(Date.UTC(2025, 10, 2, 5, 30, 5));
    expect(twice.repairs).toEqual([
      "The start time in the header comes twice on its day, as clocks in America/New_York went back; the first was taken.",
    ]);
    for (const once of [await read("00.59.59"), await read("02.00.00"), await read("01.30.05", "UTC")])
      expect(once.repairs).toEqual([]);
  });
});

describe("signals", () => {
  it("mixed rates, annotation signals anywhere, all records read", async () => {
    const file: EdfFile = {
      format: "EDF+C",
      records: 5,
      recordSeconds: 10,
      annotationSignals: 2,
      annotationsFirst: true,
      annotations: [
        { onset: 12, text: "late", record: 4 },
        { onset: 3, text: "\u00fcber @@C3", record: 0 },
      ],
      signals: [
        { label: "C3", samplesPerRecord: 1000 },
        {
          label: "C4",
          samplesPerRecord: 1000,
          unit: "mV",
          physicalMin: -1,
          physicalMax: 1,
          digitalMin: -1000,
          digitalMax: 1000,
        },
        { label: "EOG", samplesPerRecord: 500, unit: "V" },
        { label: "Resp", samplesPerRecord: 200, unit: "" },
        { label: "SaO2", samplesPerRecord: 10, unit: "%" },
        { label: "Hyp", samplesPerRecord: 1, unit: "" },
      ],
    };
    const { reader, samples, annotations, repairs } = await roundTrip(file);
    expect(reader.head.groups.map((g) => [g.modality, g.kind, g.sampling_hz])).toEqual([
      ["EEG", "eeg", 100],
      ["EEG_50", "eeg", 50],
      ["Resp_na", "waveform", 20],
      ["SaO2_na", "numeric", 1],
      ["Hyp_na", "numeric", 0.1],
    ]);
    expect(reader.head.groups[0].channels.map((c) => c.source_index)).toEqual([2, 3]);
    expect(reader.head.groups[0].channels[1].gain).toBe(1);
    for (const [index, n] of [
      [2, 5000],
      [4, 2500],
      [7, 5],
    ]) {
      expect(samples.get(index)).toEqual(Array.from({ length: n }, (_, i) => i % 1000));
    }
    expect(annotations.map((a) => a.text)).toEqual(["\u00fcber @@C3", "late"]);
    expect(repairs).toEqual([]);
  });

  it("BDF holds 24 bits exactly, its Status signal apart; the reserved field does not decide", async () => {
    const corners = [-8_388_608, -8_388_607, -1, 0, 1, 65_536, 8_388_606, 8_388_607, 1_234_567, -7_654_321];
    const sample = (i: number) => corners[i % corners.length];
    const file: EdfFile = {
      format: "BDF",
      reserved: "EDF+C",
      records: 20,
      signals: [
        { samplesPerRecord: 10, sample },
        { samplesPerRecord: 10, sample, label: "Status", unit: "Boolean" },
      ],
    };
    const { reader, samples, repairs } = await roundTrip(file);
    expect(reader.header.format).toBe("BDF+C");
    expect(reader.head.groups.map((g) => [g.modality, g.sample_type])).toEqual([
      ["EEG", "float32"],
      ["Status_na", "float32"],
    ]);
    expect(samples.get(0)).toEqual(Array.from({ length: 200 }, (_, i) => sample(i)));
    expect(repairs).toEqual(["The file is marked as BDF+C but has no annotation signal."]);
  });

  it("BDF+D annotations are a plain run of bytes", async () => {
    const { annotations, reader } = await roundTrip({
      ...base,
      format: "BDF+D",
      onsets: ["+0", "+1", "+5", "+6"],
      annotations: [{ onset: 5, text: "ok" }],
    });
    expect(reader.timeline).toHaveLength(2);
    expect(annotations.map((a) => a.text)).toEqual(["ok"]);
  });

  it("annotations only, records of 0 s", async () => {
    const file: EdfFile = {
      format: "EDF+C",
      signals: [],
      recordSeconds: 0,
      records: 2,
      onsets: ["+0", "+0"],
      annotations: [{ onset: 30, duration: 60, text: "Sleep stage W", record: 1 }],
    };
    const { reader, annotations, blocks, repairs } = await roundTrip(file);
    expect(reader.head.groups).toEqual([]);
    expect(blocks).toEqual([]);
    expect(repairs).toEqual([]);
    expect(annotations).toEqual([
      { start_time: headerMs + 30_000, end_time: headerMs + 90_000, text: "Sleep stage W" },
    ]);
  });

  it("a flood of annotations is capped and told", async () => {
    const perRecord = 60_000;
    const list = Array.from({ length: perRecord }, (_, k) => ({ onset: k, text: "x" }));
    const annotations = Array.from({ length: 10 }, (_, record) => list.map((a) => ({ ...a, record }))).flat();
    const file: EdfFile = {
      format: "EDF+C",
      signals: [{ samplesPerRecord: 1 }],
      records: 10,
      annotationBytes: 600_000,
      annotations,
    };
    const { annotations: kept, repairs } = await roundTrip(file);
    expect(kept).toHaveLength(500_000);
    expect(repairs).toEqual([
      expect.stringMatching(/too many annotations: 500,000 annotations were read, 100,000 left out/),
    ]);
  });
});
