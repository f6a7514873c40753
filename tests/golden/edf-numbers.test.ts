/** A number with damage inside is no number: every byte of every number of a header is spoiled in turn (issue: joined digits). */
import { describe, expect, it } from "vitest";
import { type EdfFile, writeEdf } from "../support/edf-writer.ts";
import { readWhole, refusalOf, roundTrip, type WholeRecording } from "./edf-reading.ts";

const annotations = [{ onset: 1, duration: 2, text: "mark" }];
const file: EdfFile = {
  format: "EDF+C",
  records: 6,
  recordSeconds: "10.25",
  signals: [
    { samplesPerRecord: 125, label: "C3" },
    { samplesPerRecord: 250, label: "C4", physicalMin: "-3276.8", physicalMax: "3276.7" },
  ],
  annotations,
};
const signals = 3;
const fixedFields = { "size of the header": [184, 8], records: [236, 8], duration: [244, 8], signals: [252, 4] };
const startFields = { date: [168, 8], time: [176, 8] };
const limitFields = {
  "physical minimum": 104,
  "physical maximum": 112,
  "digital minimum": 120,
  "digital maximum": 128,
};
const perSignal = (before: number, k: number): [number, number] => [256 + signals * before + 8 * k, 8];
const counts = { "samples a record": 216 };

const spoilers: Record<string, number> = {
  NUL: 0,
  backspace: 8,
  "line feed": 10,
  DC2: 0x12,
  "a blank": 0x20,
  "a letter": 0x78,
  "an e": 0x65,
  "a no-break space": 0xa0,
};

/** What is drawn and when: everything that a wrong number would change. Null is "not known". */
function drawn({ reader, blocks, samples }: WholeRecording) {
  const { header, head } = reader;
  return {
    start: header.start === null ? null : head.startMs,
    records: header.records,
    seconds: header.recordSeconds,
    blocks: header.start === null ? null : blocks,
    channels: head.groups.flatMap(({ sampling_hz, channels }) =>
      channels.map((channel) => ({
        hz: sampling_hz,
        scale: channel.is_uncalibrated ? null : [channel.gain, channel.offset],
        samples: samples.get(channel.source_index),
      })),
    ),
  };
}

type Drawn = ReturnType<typeof drawn>;

/** The same where both are known. */
function agrees(found: Drawn, true_: Drawn): boolean {
  const known = <T>(value: T | null, other: T | null) =>
    value === null || JSON.stringify(value) === JSON.stringify(other);
  return (
    known(found.start, true_.start) &&
    known(found.blocks, true_.blocks) &&
    found.records === true_.records &&
    found.seconds === true_.seconds &&
    found.channels.length === true_.channels.length &&
    found.channels.every((channel, k) => {
      const other = true_.channels[k];
      return channel.hz === other.hz && known(channel.scale, other.scale) && known(channel.samples, other.samples);
    })
  );
}

async function spoil([at, length]: readonly number[], code: number): Promise<void> {
  const whole = writeEdf(file);
  const original = await readWhole(whole);
  expect(original.repairs).toEqual([]);
  const text = Buffer.from(whole.subarray(at, at + length)).toString("latin1");
  const last = text.trimEnd().length - 1;
  for (let k = 0; k <= last; k++) {
    const broken = Uint8Array.from(whole);
    if (broken[at + k] === code) continue;
    broken[at + k] = code;
    const outcome = await readWhole(broken).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome.name).toBe("SourceRefused");
      continue;
    }
    const read = outcome as WholeRecording;
    const isAgreed = agrees(drawn(read), drawn(original));
    // Two things no reader can see in a number alone: a blank in place of its last digits, and one with an exponent. The
    // first is told where something else contradicts it, the second always.
    const isCut = code === 0x20 && k === last;
    if (code === 0x65 || code === 0x20) expect([k, isAgreed || isCut || read.repairs.length > 0]).toEqual([k, true]);
    else expect([k, isAgreed]).toEqual([k, true]);
    if (JSON.stringify(drawn(read)) !== JSON.stringify(drawn(original)) && !isCut) expect(read.repairs).not.toEqual([]);
  }
}

describe.each(Object.entries(spoilers))("%s in a number of the header never makes another number", (_, code) => {
  it.each(Object.entries({ ...fixedFields, ...startFields }))("%s", async (_name, place) => {
    await spoil(place, code);
  });
  it.each(Object.entries({ ...limitFields, ...counts }))("%s", async (_name, before) => {
    for (let k = 0; k < signals; k++) await spoil(perSignal(before, k), code);
  });
});

describe("damage inside a number", () => {
  const spoiled = (at: number, text: string): Uint8Array => {
    const whole = writeEdf(file);
    whole.set(Buffer.from(text.padEnd(8), "latin1"), at);
    return whole;
  };

  it("of a limit: uncalibrated and told, the other channels as they are", async () => {
    const { reader, repairs } = await readWhole(spoiled(perSignal(120, 0)[0], "-32\u000868"));
    const [first, second] = reader.head.groups.flatMap(({ channels }) => channels);
    expect(first).toMatchObject({ label: "C3", is_uncalibrated: true, gain: 1 });
    expect(second.is_uncalibrated).toBe(false);
    expect(repairs).toEqual(['Without usable limits, so shown uncalibrated as stored: signal 1 ("C3").']);
  });

  it.each([
    ["1e308", "-1"],
    ["9e29", "-9e29"],
    ["1e-300", "0"],
  ])("of limits that no value in microvolts could follow (%s): uncalibrated", async (physicalMax, physicalMin) => {
    const signals = [{ samplesPerRecord: 3, unit: "V", physicalMin, physicalMax }];
    const { reader, ...rest } = await readWhole(writeEdf({ signals }));
    expect(reader.head.groups[0].channels[0]).toMatchObject({ is_uncalibrated: true, gain: 1, offset: 0 });
    expect(rest.repairs.join()).toMatch(/^.*Without usable limits, so shown uncalibrated as stored: signal 1/);
  });

  it("of the samples a record: refused", async () => {
    expect(await refusalOf(spoiled(perSignal(216, 0)[0], "1\u000825"))).toMatch(/number of samples of signal 1 cannot/);
  });

  it("of the number of signals: refused, since nothing else is in its place then", async () => {
    const whole = writeEdf(file);
    whole[252] = 0x32;
    expect(await refusalOf(whole)).toMatch(/number of samples of signal 1 cannot/);
  });

  it("of the mark for gaps: the time stamps decide", async () => {
    const whole = writeEdf({ ...file, records: 3, recordSeconds: 1, onsets: ["+0", "+1", "+60"] });
    whole[196] = 0x01;
    const { reader, repairs } = await readWhole(whole);
    expect(reader.timeline).toHaveLength(2);
    expect(repairs).toContain("The header holds control bytes; they were left out of the texts.");
    expect(repairs.join()).toMatch(/does not say whether the recording has gaps/);
  });

  it("of the start: unknown", async () => {
    const whole = writeEdf({ ...file, recording: "X X X X", startDate: "12.03.20" });
    whole[169] = 0x12; // "1" and "03" must not become the first of March
    const { reader, repairs } = await readWhole(whole);
    expect(reader.head.isStartKnown).toBe(false);
    expect(repairs.join()).toMatch(/impossible/);
  });
});

describe("time stamps", () => {
  const plus: EdfFile = { format: "EDF+C", signals: [{ samplesPerRecord: 10 }], records: 4 };

  it("without a sign, with a comma or without all digits are read and told", async () => {
    const { annotations: marks, repairs } = await roundTrip({
      ...plus,
      annotations: [
        { onset: "2,5", text: "a" },
        { onset: "+.5", text: "b" },
        { onset: "+1", duration: "1,5", text: "c" },
      ],
    });
    expect(marks.map(({ text, start_time, end_time }) => [text, end_time - start_time])).toEqual([
      ["b", 0],
      ["c", 1500],
      ["a", 0],
    ]);
    expect(repairs).toEqual([
      "Read though they lack a sign or digits, or have a comma: the times of 3 annotation lists.",
    ]);
  });

  it("a duration that cannot be read is not 0: the mark says so", async () => {
    const {
      annotations: marks,
      repairs,
      reader,
    } = await roundTrip({
      ...plus,
      annotations: [
        { onset: 1, duration: "1\u00082", text: "seizure" },
        { onset: 2, duration: "0", text: "moment" },
      ],
    });
    expect(marks.map(({ text }) => text)).toEqual(["seizure (duration unreadable)", "moment"]);
    expect(reader.texts().map(({ duration }) => duration)).toEqual([null, 0]);
    expect(repairs).toEqual(["The duration cannot be read in 1 annotation; it stands at its start and says so."]);
  });
});

it("durations of more than a hundred years are none, and marks years before the recording are left out", async () => {
  const { annotations: marks, repairs } = await roundTrip({
    format: "EDF+C",
    signals: [{ samplesPerRecord: 10 }],
    records: 4,
    annotations: [
      { onset: 1, duration: "99999999999", text: "seizure" },
      { onset: "-3000000000", text: "long ago" },
      { onset: "-3600", text: "an hour before" },
    ],
  });
  expect(marks.map(({ text, start_time, end_time }) => [text, end_time - start_time])).toEqual([
    ["an hour before", 0],
    ["seizure (duration unreadable)", 0],
  ]);
  expect(repairs).toEqual([
    "Skipped as damaged: 1 annotation entry.",
    "The duration cannot be read in 1 annotation; it stands at its start and says so.",
  ]);
});

describe("a first time stamp that moves a recording without gaps", () => {
  const headerMs = Date.UTC(2020, 2, 2, 15, 20, 30);
  const plus: EdfFile = {
    format: "EDF+C",
    signals: [{ samplesPerRecord: 10 }],
    records: 4,
    annotations: [{ onset: 1.5, text: "mark" }],
  };

  it.each(["+864000", "-864000", "+90000"])("by days (%s) is not believed", async (stamp) => {
    for (const onsets of [
      [stamp, "+1", "+2", "+3"],
      [stamp, null, null, null],
    ]) {
      const { reader, blocks, annotations: marks, repairs } = await roundTrip({ ...plus, onsets });
      expect(blocks).toEqual([{ group: 0, startMs: headerMs, count: 40 }]);
      expect(reader.head.startMs).toBe(headerMs);
      expect(marks[0].start_time).toBe(headerMs + 1500);
      expect(repairs[0]).toMatch(/^The first record begins .*(cannot be believed|theirs was used)/);
    }
  });

  it("by days, and all others with it: marks stay beside their samples", async () => {
    const onsets = ["+864000", "+864001", "+864002", "+864003"];
    const marked = [{ onset: 864_001.5, text: "mark" }];
    const { blocks, annotations: marks, repairs } = await roundTrip({ ...plus, onsets, annotations: marked });
    expect(blocks).toEqual([{ group: 0, startMs: headerMs, count: 40 }]);
    expect(marks[0].start_time).toBe(headerMs + 1500);
    expect(repairs).toEqual([expect.stringMatching(/days away.*864,000 s.*cannot be believed/)]);
  });

  it("by hours gives way to the records behind it, and stands where they agree", async () => {
    const alone = await roundTrip({ ...plus, onsets: ["+7200", "+1", "+2", "+3"] });
    expect(alone.blocks[0].startMs).toBe(headerMs);
    expect(alone.repairs[0]).toMatch(/begins 7,200 s after.*those behind it tell 0 s; theirs was used/);
    const before = await roundTrip({ ...plus, onsets: ["-7200", "+1", "+2", "+3"] });
    expect(before.blocks[0].startMs).toBe(headerMs);
    const all = await roundTrip({ ...plus, onsets: ["+7200", "+7201", "+7202", "+7203"] });
    expect(all.blocks[0].startMs).toBe(headerMs + 7_200_000);
    expect(all.repairs).toEqual(["The first record begins 7,200 s after the start in the header."]);
  });
});
