/** Every row of the table of violations: what is forgiven, with which sentence, and what is refused (formats.md 1.5). */
import { describe, expect, it } from "vitest";
import { type EdfFile, writeEdf } from "../support/edf-writer.ts";
import { readWhole, refusalOf, roundTrip } from "./edf-reading.ts";

const one: EdfFile = { signals: [{ samplesPerRecord: 10 }], records: 3 };
const ramp = Array.from({ length: 30 }, (_, i) => i);
const bytes = (...codes: number[]) => Uint8Array.from(codes);

/** Reads a file with exactly one repair, which matches. */
async function forgiven(file: EdfFile, sentence: RegExp) {
  const whole = await roundTrip(file);
  expect(whole.repairs).toHaveLength(1);
  expect(whole.repairs[0]).toMatch(sentence);
  expect(whole.repairs[0]).toMatch(/^[A-Z\d].*\.$/);
  return whole;
}

it("a correct file needs no repair", async () => {
  const { repairs, samples, reader } = await roundTrip(one);
  expect(repairs).toEqual([]);
  expect(samples.get(0)).toEqual(ramp);
  expect(reader.header.format).toBe("EDF");
});

describe("record count", () => {
  it.each(["-1", "", "abc", "0"])("%j: counted from the file size", async (recordCount) => {
    const { samples } = await forgiven({ ...one, recordCount }, /does not say how many records.*3 whole records/);
    expect(samples.get(0)).toEqual(ramp);
  });

  it("larger than the file: whole records used, the missing ones counted", async () => {
    const { samples } = await forgiven({ ...one, recordCount: "8" }, /cut off; missing at its end: 5 records of 8/);
    expect(samples.get(0)).toEqual(ramp);
  });

  it("smaller than the file: the header's count", async () => {
    const { samples } = await forgiven({ ...one, recordCount: "2" }, /20 bytes after the last record.*ignored/);
    expect(samples.get(0)).toEqual(ramp.slice(0, 20));
  });

  it("partial last record: dropped", async () => {
    const { samples, repairs } = await roundTrip({ ...one, surplusBytes: -7 });
    expect(repairs).toEqual([
      "The file is cut off; missing at its end: 1 record of 3.",
      "An incomplete record of 13 bytes at the end of the file was dropped.",
    ]);
    expect(samples.get(0)).toEqual(ramp.slice(0, 20));
    await forgiven({ ...one, surplusBytes: 7 }, /incomplete record of 7 bytes/);
  });

  it("no whole record: no data", async () => {
    expect(await refusalOf(writeEdf({ ...one, records: 0, recordCount: "-1" }))).toMatch(/no data/);
    expect(await refusalOf(writeEdf({ ...one, records: 1, surplusBytes: -1 }))).toMatch(/no data/);
    expect(await refusalOf(writeEdf({ signals: [{ samplesPerRecord: 0 }] }))).toMatch(/no data/);
  });
});

describe("header texts", () => {
  it("wrong header size: recomputed from the number of signals", async () => {
    const { samples } = await forgiven({ ...one, headerBytes: "1024" }, /header size field is wrong/);
    expect(samples.get(0)).toEqual(ramp);
  });

  it("micro sign in Latin-1 and UTF-8, Greek mu", async () => {
    for (const unit of ["\u00b5V", new TextEncoder().encode("\u00b5V"), new TextEncoder().encode("\u03bcV")]) {
      const { reader } = await forgiven({ ...one, signals: [{ samplesPerRecord: 10, unit }] }, /beyond ASCII/);
      expect(reader.head.groups[0]).toMatchObject({ modality: "EEG", kind: "eeg", channels: [{ unit: "uV" }] });
      expect(reader.head.groups[0].channels[0].gain).toBeCloseTo(0.1, 12);
    }
  });

  it("degree sign: the unit is kept", async () => {
    const file = { ...one, signals: [{ samplesPerRecord: 10, label: "Temp", unit: "\u00b0C" }] };
    const { reader } = await forgiven(file, /beyond ASCII/);
    expect(reader.head.groups[0]).toMatchObject({
      modality: "Temp_na",
      kind: "numeric",
      channels: [{ unit: "\u00b0C" }],
    });
  });

  it("control bytes: stripped for display", async () => {
    const signals = [{ samplesPerRecord: 10, label: bytes(0x46, 0x70, 0x0a, 0x31, 0x12) }];
    const { reader } = await forgiven({ ...one, signals }, /control bytes/);
    expect(reader.head.groups[0].channels[0].label).toBe("Fp1");
  });

  it("NUL padding: read as spaces", async () => {
    const { reader, samples } = await forgiven({ ...one, padding: 0 }, /NUL/);
    expect(reader.head.groups[0].channels[0].label).toBe("Fp1");
    expect(samples.get(0)).toEqual(ramp);
  });

  it("decimal comma: accepted", async () => {
    const file = {
      ...one,
      recordSeconds: "0,5",
      signals: [{ samplesPerRecord: 10, physicalMin: "-1,5", physicalMax: "1,5" }],
    };
    const { reader } = await forgiven(file, /decimal comma/);
    expect(reader.head.groups[0].sampling_hz).toBe(20);
    expect(reader.header.signals[0].physicalMin).toBe(-1.5);
  });

  it("fields that overrun, an unreadable sample count, a header one byte short: refused", async () => {
    const overrun = { samplesPerRecord: 10, physicalMin: "8e+003.5" };
    expect(await refusalOf(writeEdf({ ...one, signals: [overrun] }))).toMatch(/overrun/);
    const blank = writeEdf(one);
    blank.fill(0x20, 256 + 216, 256 + 224);
    expect(await refusalOf(blank)).toMatch(/number of samples of signal 1/);
    const whole = writeEdf({ signals: [{ samplesPerRecord: 10 }, { samplesPerRecord: 20 }] });
    const without = (k: number) => Uint8Array.from([...whole.subarray(0, k), ...whole.subarray(k + 1)]);
    expect(await refusalOf(without(600))).toMatch(/number of samples of signal 1 cannot be read/);
    whole[768] = 77;
    expect(await refusalOf(without(740))).toMatch(/one byte short/);
  });

  it("the patient and recording fields are never quoted", async () => {
    const patient = Uint8Array.from("Secret_\u00e9\u0007Name", (c) => c.charCodeAt(0));
    const whole = await roundTrip({ ...one, patient, recording: "Startdate 99-XXX-2020 Secret" });
    expect(JSON.stringify([whole.repairs, whole.reader.head, whole.reader.header])).not.toMatch(/Secret/);
  });
});

describe("start", () => {
  it.each([
    ["02-03-20", "10:20:30"],
    ["02/03/20", "10.20.30"],
    ["02.03.20", "10:20:30"],
    [" 2- 3-20", "10:20:30"],
    ["02 03 20", "10.20.30"],
  ])("%s %s: any separator", async (startDate, startTime) => {
    const { reader } = await forgiven({ ...one, startDate, startTime }, /separators/);
    expect(reader.head.startMs).toBe(Date.UTC(2020, 2, 2, 15, 20, 30));
  });

  it.each([
    ["02.03.20", "42.00.00"],
    ["31.02.20", "10.20.30"],
    ["00.00.00", "10.20.30"],
    ["2.03.202", "10.20.30"],
    ["", ""],
  ])("%j %j: unknown start", async (startDate, startTime) => {
    const file = { ...one, startDate, startTime, recording: "X" };
    const { reader } = await forgiven(file, /impossible/);
    expect(reader.head).toMatchObject({ isStartKnown: false, startMs: 0 });
  });

  it("impossible date, but a full one in the recording field: that one", async () => {
    const { reader } = await forgiven({ ...one, startDate: "99.99.99" }, /date in the recording field/);
    expect(reader.head.startMs).toBe(Date.UTC(2020, 2, 2, 15, 20, 30));
  });

  it("two digits of the year: 85 to 99 are 19yy, unless the recording field tells", async () => {
    const year = async (startDate: string, recording: string) =>
      new Date((await roundTrip({ ...one, startDate, recording })).reader.head.startMs).getUTCFullYear();
    expect(await year("02.03.85", "")).toBe(1985);
    expect(await year("02.03.84", "")).toBe(2084);
    expect(await year("02.03.85", "Startdate 02-MAR-2085 X X X")).toBe(2085);
  });
});

describe("limits", () => {
  const withLimits = (limits: object): EdfFile => ({ ...one, signals: [{ samplesPerRecord: 10, ...limits }] });

  it.each([
    ["digital minimum = maximum", { digitalMin: 0, digitalMax: 0 }],
    ["physical minimum = maximum", { physicalMin: 5, physicalMax: 5 }],
    ["blank limits", { physicalMin: "", physicalMax: "" }],
  ])("%s: uncalibrated, not refused", async (_, limits) => {
    const { reader, samples } = await forgiven(withLimits(limits), /uncalibrated as stored: signal 1 \("Fp1"\)/);
    expect(reader.head.groups[0]).toMatchObject({
      kind: "eeg",
      channels: [{ is_uncalibrated: true, gain: 1, offset: 0 }],
    });
    expect(samples.get(0)).toEqual(ramp);
  });

  it("digital minimum above maximum: computed", async () => {
    const { reader } = await forgiven(
      withLimits({ digitalMin: 100, digitalMax: -100, physicalMin: -10, physicalMax: 10 }),
      /lies above/,
    );
    expect(reader.head.groups[0].channels[0]).toMatchObject({ gain: -0.1, offset: 0, is_uncalibrated: false });
  });

  it("physical minimum above maximum: legal, inverts without a word", async () => {
    const { reader, repairs } = await roundTrip(withLimits({ physicalMin: 8711, physicalMax: -8711 }));
    expect(repairs).toEqual([]);
    expect(reader.head.groups[0].channels[0].gain).toBeCloseTo((-2 * 8711) / 65535, 12);
  });

  it("duplicate labels: channels are keyed by index", async () => {
    const signals = [
      { samplesPerRecord: 10, label: "C3", sample: () => 1 },
      { samplesPerRecord: 10, label: "C3", sample: () => 2 },
      { samplesPerRecord: 10, label: "Resp", unit: "L", sample: () => 3 },
      { samplesPerRecord: 10, label: "Resp", unit: "L", sample: () => 4 },
    ];
    const { reader, samples, repairs } = await roundTrip({ signals });
    expect(repairs).toEqual([]);
    expect(reader.head.groups.map((g) => g.modality)).toEqual(["EEG", "Resp_na", "Resp_na_2"]);
    expect([0, 1, 2, 3].map((k) => samples.get(k)?.[0])).toEqual([1, 2, 3, 4]);
  });
});

/** The file with a signal "EDF Annotations" of no bytes in front of the others. */
function withEmptyAnnotationSignal(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const signals = Number(text.slice(252, 256));
  let fields = "";
  let at = 256;
  const empty = ["EDF Annotations", "", "", "-1", "1", "-32768", "32767", "", "0", ""];
  for (const [k, length] of [16, 80, 8, 8, 8, 8, 8, 80, 8, 32].entries()) {
    fields += empty[k].padEnd(length) + text.slice(at, at + length * signals);
    at += length * signals;
  }
  const head = `${text.slice(0, 184)}${String(256 * (signals + 2)).padEnd(8)}${text.slice(192, 252)}${String(signals + 1).padEnd(4)}`;
  return new Uint8Array(Buffer.from(head + fields + text.slice(at), "latin1"));
}

describe("annotation signals", () => {
  const annotations = [{ onset: 1.5, text: "mark" }];

  it("in plain EDF: read", async () => {
    const file = { ...one, annotationSignals: 1, annotations };
    const whole = await forgiven(file, /marked as plain EDF but has an annotation signal/);
    expect(whole.annotations.map((a) => a.text)).toEqual(["mark"]);
  });

  it.each(["EDF+C", "EDF+D"] as const)("%s without one: read all the same", async (format) => {
    const { repairs, samples } = await roundTrip({ ...one, format, annotationSignals: 0 });
    expect(repairs[0]).toBe(`The file is marked as ${format} but has no annotation signal.`);
    expect(samples.get(0)).toEqual(ramp);
  });

  it("one without bytes keeps no time: the next one does", async () => {
    const bytes = writeEdf({ ...one, format: "EDF+D", onsets: ["+0", "+1", "+9"], annotations });
    // An ordinary signal of no samples becomes the first annotation signal.
    const told = await readWhole(withEmptyAnnotationSignal(bytes));
    expect(told.reader.timeline.map(({ onset }) => onset)).toEqual([0, 9]);
    expect(told.annotations.map((a) => a.text)).toEqual(["mark"]);
  });

  it("a text that is cut keeps its letters whole", async () => {
    const text = "a".repeat(4095) + "\u00fc".repeat(10);
    const file = { ...one, format: "EDF+C" as const, annotationBytes: 6000, annotations: [{ onset: 0, text }] };
    const whole = await forgiven(file, /Very long texts were shortened in 1 annotation/);
    expect(whole.annotations[0].text).toBe("a".repeat(4095));
  });
});

it("records beyond 10 MB are accepted and read in slices", async () => {
  const perRecord = 2_000_003;
  const signals = Array.from({ length: 3 }, (_, k) => ({
    samplesPerRecord: perRecord,
    sample: (i: number) => ((i * 7 + k) % 60_000) - 30_000,
  }));
  const { samples, blocks } = await forgiven({ signals, records: 2, recordSeconds: 100 }, /larger than the 10 MB/);
  expect(Math.max(...blocks.map((b) => b.count)) * 3 * 2).toBeLessThan(5 * 2 ** 20);
  for (let k = 0; k < 3; k++) {
    const values = samples.get(k) ?? [];
    expect(values).toHaveLength(2 * perRecord);
    expect(values.findIndex((v, i) => v !== ((i * 7 + k) % 60_000) - 30_000)).toBe(-1);
  }
});

describe("not EDF at all", () => {
  const text = (words: string) => new TextEncoder().encode(words.padEnd(300));
  it.each([
    ["an empty file", new Uint8Array(0), /empty/],
    ["a Git LFS pointer", text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n"), /Git LFS/],
    ["a web page", text("<!DOCTYPE html><html>"), /web page/],
    ["a zip archive", text("PK\u0003\u0004"), /zip/],
    ["something else", text("MThd0000"), /neither format/],
    ["a short text", text("0").subarray(0, 1), /neither format/],
  ])("%s", async (_, content, sentence) => {
    expect(await refusalOf(content)).toMatch(sentence);
  });

  it("a header that ends early, and impossible numbers of signals", async () => {
    const whole = writeEdf(one);
    for (const length of [8, 100, 255, 256, 511])
      expect(await refusalOf(whole.subarray(0, length))).toMatch(/ends inside its header/);
    for (const [count, sentence] of [
      ["0", /no signals/],
      ["-3", /no signals/],
      ["x", /cannot be read/],
      ["9999", /ends inside/],
      ["NaN", /cannot be read/],
    ] as const) {
      const broken = writeEdf(one);
      broken.set(new TextEncoder().encode(count.padEnd(4)), 252);
      expect(await refusalOf(broken)).toMatch(sentence);
    }
  });

  it("records without a duration, or lasting beyond belief", async () => {
    for (const recordSeconds of ["", "-1", "abc", "0", "1e99", "1e-99"]) {
      expect(await refusalOf(writeEdf({ ...one, recordSeconds }))).toMatch(/^The header|^The duration/);
    }
    const told = await roundTrip({ ...one, format: "EDF+C", recordSeconds: 0, onsets: ["+0", "+2", "+4"] });
    expect(told.reader.header.recordSeconds).toBe(2);
    expect(told.repairs[0]).toMatch(/duration of 0 s; 2 s was taken/);
    const gap = await roundTrip({
      ...one,
      records: 4,
      format: "EDF+D",
      recordSeconds: 0,
      onsets: ["+0", "+60", "+62", "+64"],
    });
    expect(gap.reader.header.recordSeconds).toBe(2);
    expect(gap.reader.timeline).toHaveLength(2);
  });
});
