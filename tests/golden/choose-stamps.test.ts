/** Time stamps of EDF+ and BDF+ files: the wizard tells before the upload what the server tells when it reads. */
import { describe, expect, it } from "vitest";
import { inspectEdf } from "../../src/app/upload/choose/inspect-edf.ts";
import { readHeader } from "../../src/domain/edf/header.ts";
import { Repairs } from "../../src/domain/edf/repairs.ts";
import { lookAtStamps } from "../../src/domain/edf/stamps.ts";
import { lookAtLists } from "../../src/domain/edf/tal-places.ts";
import type { ByteSource } from "../../src/domain/files/byte-source.ts";
import { SourceRefused } from "../../src/domain/files/source-refused.ts";
import { endOfSegment } from "../../src/domain/time/sample-time.ts";
import { bytesSource } from "../../src/server/ingest/byte-source.ts";
import { openEdf } from "../../src/server/ingest/edf/index.ts";
import { TimeGrid } from "../../src/server/recordings/time-grid.ts";
import { type EdfFile, writeEdf } from "../support/edf-writer.ts";
import { chosenFile } from "./chosen-files.ts";

type Format = EdfFile["format"];
const fileOf = (onsets: readonly string[], format: Format = "EDF+D", samplesPerRecord = 10): Uint8Array =>
  writeEdf({ format, signals: [{ samplesPerRecord }], records: onsets.length, recordSeconds: 1, onsets });

const stamps = (count: number, other: Readonly<Record<number, string>> = {}): string[] =>
  Array.from({ length: count }, (_, k) => other[k] ?? `+${k}`);

/** What the server says, and from when to when it has samples. */
async function atIngest(bytes: Uint8Array) {
  try {
    const reader = await openEdf(bytesSource(bytes), { timezone: "UTC" });
    const grid = new TimeGrid(reader.head.startMs, reader.head.groups[0].sampling_hz);
    for await (const { startMs, count, isSeam } of reader.blocks()) grid.place(startMs, count, { isSeam });
    const last = grid.segments[grid.segments.length - 1];
    return {
      said: reader.finish().repairs,
      times: [reader.head.startMs, Math.round(endOfSegment(last, reader.head.groups[0].sampling_hz))],
    };
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    return { said: error.message, times: [null, null] };
  }
}

async function atChoice(bytes: Uint8Array) {
  const { error, warnings, facts } = await inspectEdf(chosenFile("night.edf", bytes));
  const { startMs, endMs } = facts;
  return { said: error ?? warnings.filter((one) => !one.startsWith("Annotations are")), times: [startMs, endMs] };
}

describe("of a file whose stamps are odd in the middle the wizard says what the server says", () => {
  const back = stamps(40, { 20: "+3" });
  it.each<[string, RegExp, readonly string[], Format?]>([
    ["go back", /^The time stamp of record 21 reads 3 s/, back],
    ["go back for good", /^Records overlap in time/, [...stamps(20), ...stamps(20)]],
    ["overlap", /^Records overlap in time/, stamps(40, { 20: "+19.5" })],
    ["overlap in BDF+D", /^Records overlap in time/, stamps(40, { 20: "+19.5" }), "BDF+D"],
    ["are missing", /^2 records did not tell their start/, stamps(40, { 20: "", 30: "x" })],
    ["are impossible", /^1 record with an impossible start/, stamps(40, { 20: "+999999999" })],
    ["are all impossible", /^No record tells a possible start time/, stamps(3).map(() => "+999999999")],
    ["begin later", /^The records are not in order/, ["+100", ...stamps(40)]],
    [
      "tell of gaps that are not marked",
      /^The file is marked as EDF\+C/,
      [...stamps(20), "+60", "+61", "+62"],
      "EDF+C",
    ],
    [
      "begin elsewhere without gaps",
      /^The first record begins 7 s after/,
      stamps(9).map((_, k) => `+${k + 7}`),
      "EDF+C",
    ],
    ["begin days away", /^The first record begins days away/, stamps(9).map((_, k) => `+${k + 900_000}`), "EDF+C"],
    [
      "are missing without gaps",
      /^2 records behind the first did not tell/,
      stamps(40, { 0: "+0", 20: "", 30: "x" }),
      "EDF+C",
    ],
    ["differ a little in the middle", /^The time stamps of 1 record differ/, stamps(40, { 20: "+20.3" }), "BDF+C"],
    ["do not tell the first", /^The first record does not tell its start/, stamps(9, { 0: "x" }), "EDF+C"],
  ])("%s", async (_, sentence, onsets, format) => {
    const bytes = fileOf(onsets, format);
    const server = await atIngest(bytes);
    const chosen = await atChoice(bytes);
    expect([server.said].flat().some((one) => sentence.test(one))).toBe(true);
    expect([server.said].flat()).toEqual(expect.arrayContaining([chosen.said].flat()));
    expect([chosen.said].flat().some((one) => sentence.test(one))).toBe(true);
    expect(chosen.times).toEqual(server.times);
  });

  it.each([
    ["in the middle", 100],
    ["at the end", 299],
  ])("a stamp that is lost %s leaves the gaps of an EDF+C file where they are", async (_, lost) => {
    const onsets = stamps(300).map((own, k) => (k === lost ? "x" : k < 200 ? own : `+${k + 60}`));
    const bytes = fileOf(onsets, "EDF+C");
    const [server, chosen] = [await atIngest(bytes), await atChoice(bytes)];
    expect(server.said).toEqual(
      expect.arrayContaining([
        "The file is marked as EDF+C, without gaps, but the time stamps of its records tell of 1 gap; the time stamps were used.",
        "1 record did not tell its start; it was joined to the record before.",
      ]),
    );
    expect([server.said].flat()).toEqual(expect.arrayContaining([chosen.said].flat()));
    expect(chosen.times).toEqual(server.times);
  });

  it("and nothing of one with gaps in order", async () => {
    const bytes = fileOf([...stamps(20), ...stamps(20).map((_, k) => `+${k + 90}.25`)]);
    expect(await atChoice(bytes)).toEqual(await atIngest(bytes));
    expect((await atChoice(bytes)).said).toEqual([]);
  });
});

describe("annotation lists that are damaged are told by both", () => {
  const said = [
    "Skipped as damaged: 2 annotation entries.",
    "Read though they lack a sign or digits, or have a comma: the times of 1 annotation list.",
    "The duration cannot be read in 1 annotation; it stands at its start and says so.",
  ];
  const made = (format: Format, records: number, samplesPerRecord: number, record: number) =>
    writeEdf({
      format,
      signals: [{ samplesPerRecord }],
      records,
      annotationSignals: 2,
      annotations: [
        { onset: "+1x", text: "lost", record },
        { onset: "+999999999999", text: "far", record },
        { onset: "7,5", text: "comma", record },
        { onset: "+8", duration: "-", text: "how long", record },
        { onset: "+9", text: "sound", record },
      ],
    });

  it.each<[string, Parameters<typeof made>]>([
    ["in a file without gaps", ["EDF+C", 40, 10, 20]],
    ["in a file with gaps", ["EDF+D", 40, 10, 39]],
    ["in a file of 24 bits", ["BDF+C", 40, 10, 0]],
    ["in few and large records", ["EDF+C", 100, 200_000, 50]],
    ["in a long file", ["EDF+C", 3000, 3000, 2999]],
    ["in records of a file that is not marked to have lists", ["EDF", 40, 10, 3]],
  ])("%s", async (_, [format, ...more]) => {
    const bytes = made(format, ...more);
    const server = await atIngest(bytes);
    const chosen = await atChoice(bytes);
    expect([server.said].flat()).toEqual(expect.arrayContaining(said));
    const inPart = /looked at in part/;
    expect([chosen.said].flat().filter((one) => !inPart.test(one))).toEqual(server.said);
  });

  it("and of a sound long file a small part is read", async () => {
    const bytes = made("EDF+C", 3000, 3000, 21);
    let count = 0;
    const whole = bytesSource(bytes);
    const source: ByteSource = {
      ...whole,
      read(into, position) {
        count += into.length;
        return whole.read(into, position);
      },
    };
    const repairs = new Repairs();
    const header = await readHeader(source, repairs);
    await lookAtLists(source, header, repairs, { isWhole: false, rest: async () => undefined });
    expect(repairs.list()).toEqual([]); // record 21 was not looked at
    expect(count / bytes.length).toBeLessThan(0.03);
  });
});

it("limits that cannot be used are told by both", async () => {
  const signals = [
    { samplesPerRecord: 9, digitalMin: 5, digitalMax: 5 },
    { samplesPerRecord: 9, digitalMin: 5, digitalMax: -5 },
    { samplesPerRecord: 9, physicalMin: 5, physicalMax: -5 },
  ];
  const bytes = writeEdf({ signals });
  const { said } = await atChoice(bytes);
  expect(said).toEqual([
    'Without usable limits, so shown uncalibrated as stored: signal 1 ("Fp1").',
    'The digital minimum lies above the digital maximum, computed as written: signal 2 ("Fp1").',
  ]);
  expect((await atIngest(bytes)).said).toEqual(said);
});

describe("a duration that the header rounds is that of the stamps", () => {
  const fs = 256;
  /** Records of 250 samples whose stamps are those of 256 Hz, `without` the records of these numbers. */
  const made = (
    recordSeconds: string,
    format: Format,
    without: readonly number[] = [],
    decimals = 7,
    samples = 250,
  ) => {
    const places = Array.from({ length: 8000 }, (_, k) => k).filter((k) => !without.includes(k));
    const onsets = places.map((k) => `+${Number(((k * samples) / fs).toFixed(decimals))}`);
    return writeEdf({
      format,
      signals: [{ samplesPerRecord: samples }],
      records: onsets.length,
      recordSeconds,
      onsets,
      annotationBytes: 40,
    });
  };
  const segmentsOf = async (bytes: Uint8Array) => {
    const reader = await openEdf(bytesSource(bytes), { timezone: "UTC" });
    return [reader.head.groups[0].sampling_hz, reader.timeline.length] as const;
  };

  it.each<[string, string, Format, number?, number?]>([
    ["rounded", "0.9766", "EDF+D"],
    ["to hundredths", "0.98", "EDF+D"],
    ["to hundredths in a file without gaps", "0.39", "EDF+C", 6, 100],
    ["to tenths, which no record may be longer than", "0.4", "BDF+D", 6, 90],
    ["cut off", "0.9765", "EDF+D"],
    ["to all that a field holds", "0.976563", "EDF+D"],
    ["beside stamps that are rounded, too", "0.9766", "EDF+D", 3],
    ["in a file without gaps", "0.9766", "EDF+C"],
    ["in a file of 24 bits", "0.977", "BDF+D"],
  ])("%s", async (_, recordSeconds, format, decimals, samples = 250) => {
    const bytes = made(recordSeconds, format, [], decimals, samples);
    expect(await segmentsOf(bytes)).toEqual([fs, 1]);
    const { said, times } = await atChoice(bytes);
    expect(said).toEqual([
      `The header gives data records a duration of ${Number(recordSeconds)} s, which is rounded; ${samples / fs} s was taken from their time stamps.`,
    ]);
    expect({ said, times }).toEqual(await atIngest(bytes));
  });

  it("and a record that is not there is a gap all the same", async () => {
    expect(await segmentsOf(made("0.9766", "EDF+D", [1, 4000, 7990]))).toEqual([fs, 4]);
    expect(await segmentsOf(made("0.9766", "EDF+C", [4000]))).toEqual([fs, 2]);
    expect(await segmentsOf(made("0.98", "EDF+D", [1, 4000, 7990]))).toEqual([fs, 4]);
  });

  it("stamps of hundredths are no gaps, and a lost record is one", async () => {
    const third = (without: number) =>
      Array.from({ length: 900 }, (_, k) => k)
        .filter((k) => k !== without)
        .map((k) => `+${(k / 3).toFixed(2)}`);
    const file = (onsets: readonly string[]) =>
      writeEdf({
        format: "EDF+D",
        signals: [{ samplesPerRecord: 200 }],
        records: onsets.length,
        recordSeconds: "0.333333",
        onsets,
      });
    expect((await segmentsOf(file(third(-1))))[1]).toBe(1);
    expect((await segmentsOf(file(third(400))))[1]).toBe(2);
  });

  it("and a duration of few decimals is taken at its word", async () => {
    const onsets = Array.from({ length: 300 }, (_, k) => `+${(k * 1.0001).toFixed(4)}`);
    const bytes = writeEdf({ format: "EDF+C", signals: [{ samplesPerRecord: 256 }], records: 300, onsets });
    expect(await segmentsOf(bytes)).toEqual([256, 1]);
    const apart = Array.from({ length: 300 }, (_, k) => `+${(k * 0.125).toFixed(3)}`);
    const pieces = { format: "EDF+D", signals: [{ samplesPerRecord: 25 }], records: 300, onsets: apart } as const;
    expect(await segmentsOf(writeEdf({ ...pieces, recordSeconds: "0.1" }))).toEqual([250, 300]);
  });
});

describe("of a long file", () => {
  const records = 3000;
  /** Counts what is read. */
  function counting(bytes: Uint8Array): { source: ByteSource; read: () => number } {
    const source = bytesSource(bytes);
    let count = 0;
    const read: ByteSource["read"] = (into, position) => {
      count += into.length;
      return source.read(into, position);
    };
    return { source: { ...source, read }, read: () => count };
  }
  const look = async (onsets: readonly string[], samplesPerRecord = 3000) => {
    const bytes = fileOf(onsets, "EDF+D", samplesPerRecord);
    const { source, read } = counting(bytes);
    const repairs = new Repairs();
    const stretches = await lookAtStamps(source, await readHeader(source, repairs), repairs, async () => undefined);
    return { said: repairs.list(), isRead: stretches !== null, part: read() / bytes.length, bytes };
  };

  it("the wizard says that it looked at a part, unless something is wrong", async () => {
    const part = "The time stamps and annotations of this long file were looked at in part; the server reads the rest.";
    for (const format of ["EDF+C", "EDF+D"] as const)
      expect((await atChoice(fileOf(stamps(records), format, 3000))).said).toEqual([part]);
    const odd = fileOf(stamps(records, { 0: "", 2999: "" }), "EDF+C", 3000);
    const { said } = await atChoice(odd);
    expect(said).toContain(
      "1 record behind the first did not tell its start; the gap-free time that EDF+C promises was used.",
    );
    expect((await atIngest(odd)).said).toEqual(expect.arrayContaining([said].flat()));
  });

  it("that is in order a small part is read", async () => {
    const { said, isRead, part } = await look([...stamps(1500), ...stamps(1500).map((_, k) => `+${k + 5000}`)]);
    expect([said, isRead]).toEqual([[], false]);
    expect(part).toBeLessThan(0.02);
  });

  it("of few and large records nothing is read but their stamps", async () => {
    const { said, isRead, part } = await look(stamps(500, { 250: "+20" }), 20_000);
    expect(said[0]).toMatch(/^The time stamp of record 251 reads 20 s/);
    expect(isRead).toBe(true);
    expect(part).toBeLessThan(0.01);
  });

  it("whose stamps go back all are read, and the sentences are those of the server", async () => {
    const onsets = Array.from({ length: records }, (_, k) => `+${k < 1700 ? k + 5000 : k - 1700}`);
    const { said, isRead, bytes } = await look(onsets);
    expect(isRead).toBe(true);
    expect(said[0]).toMatch(/first where record 1701 reads 0 s and the one before it ends at 6,700 s/);
    expect((await atIngest(bytes)).said).toEqual(said);
  });
});
