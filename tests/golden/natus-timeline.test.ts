/** Parts, gaps, clocks, and tables that are missing, cut off or contradict each other. */
import { describe, expect, it } from "vitest";
import { TimeGrid } from "../../src/server/recordings/time-grid.ts";
import { defaultValue, type StudyBytes, studyStartMs, writeStudy } from "../support/natus-writer.ts";
import { readStudy, refusalOf, roundTrip, type WholeStudy } from "./natus-reading.ts";

const stem = "Doe~ Jane_0f1e2d3c";
const atMs = (stamp: number, hz = 256) => studyStartMs + (stamp * 1000) / hz;

/** Segments of the first group as the store makes them. */
function segmentsOf({ reader, blocks }: WholeStudy) {
  const grid = new TimeGrid(reader.head.startMs, reader.head.groups[0].sampling_hz);
  for (const b of blocks) if (b.group === 0) grid.place(b.startMs, b.count, b);
  return grid.segments;
}

const stampsRead = (from: readonly (readonly [first: number, count: number])[]) =>
  from.flatMap(([first, count]) => Array.from({ length: count }, (_, i) => first + i));
const expectSamples = ({ samples }: WholeStudy, spans: readonly (readonly [first: number, count: number])[]) => {
  for (const [channel, values] of samples) {
    expect(values).toEqual(stampsRead(spans).map((stamp) => defaultValue(channel, stamp)));
  }
};
const cut = (files: StudyBytes, suffix: string, length: number) =>
  files.set(stem + suffix, (files.get(stem + suffix) ?? new Uint8Array()).slice(0, length));
const viewOf = (files: StudyBytes, suffix: string) =>
  new DataView((files.get(stem + suffix) ?? new Uint8Array()).buffer as ArrayBuffer);

const threeParts = {
  channels: 3,
  parts: [
    [{ stamp: 300, samples: 500 }, { samples: 500 }],
    [{ samples: 400 }, { stamp: 1900, samples: 100 }],
    [{ stamp: 5000, samples: 700 }],
  ],
};

describe("parts and gaps", () => {
  it("several parts, with gaps inside and between them at their true width", async () => {
    const study = await roundTrip(threeParts);
    expectSamples(study, [
      [300, 1400],
      [1900, 100],
      [5000, 700],
    ]);
    expect(study.reader.head.startMs).toBeCloseTo(atMs(300), 2);
    const segments = segmentsOf(study);
    expect(segments.map((s) => [s.first, s.count])).toEqual([
      [0, 1400],
      [1600, 100],
      [4700, 700],
    ]);
    [300, 1900, 5000].forEach((stamp, k) => {
      expect(segments[k].start_ms).toBeCloseTo(atMs(stamp), 2);
    });
    expect(study.repairs).toEqual(["The notes (.ent) of the study are missing.", expect.stringMatching(/names/)]);
  });

  it("one sample missing is a gap", async () => {
    const study = await roundTrip({ channels: 1, parts: [[{ samples: 50 }, { stamp: 51, samples: 50 }]] });
    expect(segmentsOf(study).map((s) => [s.first, s.count])).toEqual([
      [0, 50],
      [51, 50],
    ]);
  });

  it("a gap of days is drawn as wide as the table has it, and told", async () => {
    const twoDays = 2 * 86_400 * 256;
    const study = await roundTrip({
      channels: 1,
      parts: [[{ samples: 50 }, { stamp: 50 + 86_400 * 256 - 1, samples: 50 }], [{ stamp: 3 * twoDays, samples: 50 }]],
    });
    expect(segmentsOf(study).map((s) => s.first)).toEqual([0, 50 + 86_400 * 256 - 1, 3 * twoDays]);
    expect(study.repairs.filter((sentence) => sentence.includes("gap of"))).toEqual([
      "By its table of contents, *_001.erd goes on after a gap of 5 days; a damaged table says the same.",
    ]);
  });

  it("blocks that overlap: the later one wins, behind a seam", async () => {
    const study = await roundTrip({
      channels: 2,
      parts: [[{ samples: 100 }, { stamp: 90, samples: 100 }], [{ stamp: 185, samples: 40 }]],
    });
    expectSamples(study, [[0, 225]]);
    expect(segmentsOf(study).map((s) => [s.first, s.count])).toEqual([
      [0, 90],
      [90, 95],
      [185, 40],
    ]);
    expect(study.repairs.join()).toMatch(/\*\.erd overlap; the later one was kept for 10 samples.*for 5 samples/s);
  });

  it("a channel that is shorted in one part only has no numbers there", async () => {
    const files = writeStudy(threeParts);
    const other = writeStudy({ ...threeParts, shorted: [1] });
    for (const suffix of ["_001.erd", "_001.etc"])
      files.set(stem + suffix, other.get(stem + suffix) ?? new Uint8Array());
    const { samples } = await readStudy(files);
    expect(samples.get(1)?.slice(1000, 1500).every(Number.isNaN)).toBe(true);
    expect(samples.get(1)?.[999]).toBe(defaultValue(1, 1299));
    expect(samples.get(1)?.[1500]).toBe(defaultValue(1, 5000));
  });

  it("long parts go through in slices", async () => {
    const study = { channels: 40, width: "absolute" as const, parts: [[{ samples: 30_000 }, { samples: 12_345 }]] };
    const whole = await roundTrip(study);
    expectSamples(
      {
        ...whole,
        samples: new Map([
          [0, whole.samples.get(0) ?? []],
          [39, whole.samples.get(39) ?? []],
        ]),
      },
      [[0, 42_345]],
    );
    expect(segmentsOf(whole)).toHaveLength(1);
    expect(whole.blocks.length).toBeGreaterThan(1);
  });
});

describe("clock", () => {
  const long = { channels: 1, parts: [[{ samples: 25_600 }]], value: () => 0 };
  const clockOf = (hz: number, jitterMs = 0) =>
    Array.from({ length: 11 }, (_, k) => [k * 2560, studyStartMs + (k * 2_560_000) / hz + (k % 2) * jitterMs] as const);

  it("the rate is measured", async () => {
    const { reader } = await roundTrip({ ...long, clock: clockOf(255.9) });
    expect(reader.head.groups[0].sampling_hz).toBeCloseTo(255.9, 4);
  });

  it("jitter tears nothing apart", async () => {
    const study = await roundTrip({ ...long, clock: clockOf(256, 300) });
    expect(segmentsOf(study)).toHaveLength(1);
    expect(study.repairs.join()).toMatch(/differ by up to 0\.3 s/);
  });

  it("set forward it makes a gap, set back it moves no sample", async () => {
    const forward = clockOf(256).map(([s, ms], k) => [s, ms + (k >= 5 ? 60_000 : 0)] as const);
    const study = await roundTrip({ ...long, clock: forward });
    expect(study.reader.head.groups[0].sampling_hz).toBeCloseTo(256, 4);
    expect(segmentsOf(study).map((s) => [s.start_ms, s.count])).toEqual([
      [atMs(0), 12_800],
      [atMs(12_800) + 60_000, 12_800],
    ]);
    const back = clockOf(256).map(([s, ms], k) => [s, ms - (k >= 5 ? 5000 : 0)] as const);
    const other = await roundTrip({ ...long, clock: back });
    expect(segmentsOf(other).map((s) => s.count)).toEqual([25_600]);
    expect(other.repairs.join()).toMatch(/was set during the study/);
  });

  it("impossible entries are left out, an impossible rate is not believed", async () => {
    const odd = [
      ...clockOf(256).slice(0, 5),
      [9000, studyStartMs] as const,
      [12_800, 1e10] as const,
      [12_800, atMs(12_800)] as const,
    ];
    const study = await roundTrip({ ...long, clock: odd });
    expect(study.repairs.join()).toMatch(/cannot be right: 2 entries/);
    const fast = await roundTrip({ ...long, clock: clockOf(300) });
    expect(fast.reader.head.groups[0].sampling_hz).toBe(256);
    expect(fast.repairs.join()).toMatch(/contradict/);
  });

  it("without a table the creation time counts, and without both nothing does", async () => {
    const study = await roundTrip({ ...long, clock: null });
    expect(study.reader.head).toMatchObject({ startMs: studyStartMs, isStartKnown: true });
    expect(study.repairs.join()).toMatch(/creation time/);
    const none = await roundTrip({ ...long, clock: null, createdSeconds: 0 });
    expect(none.reader.head).toMatchObject({ startMs: 0, isStartKnown: false });
  });
});

describe("missing and cut off", () => {
  it("a raw data file cut off inside a packet", async () => {
    const files = writeStudy(threeParts);
    cut(files, "_002.erd", 8656 + 1 + 1 + 6 + 12 + 5);
    const study = await readStudy(files);
    expectSamples(study, [
      [300, 1400],
      [1900, 100],
      [5000, 1],
    ]);
    expect(study.repairs).toContain("The raw data file *_002.erd is cut off; missing at its end: 699 samples of 700.");
  });

  it("a raw data file cut off before its last blocks", async () => {
    const files = writeStudy(threeParts);
    const second = viewOf(files, ".etc").getInt32(352 + 16, true);
    cut(files, ".erd", second - 3);
    const study = await readStudy(files);
    expectSamples(study, [
      [300, 499],
      [1300, 400],
      [1900, 100],
      [5000, 700],
    ]);
    expect(study.repairs.join()).toMatch(/\*\.erd is cut off; missing at its end: 501 samples of 1,000/);
  });

  it("a header without samples, and none that are whole", async () => {
    const files = writeStudy(threeParts);
    cut(files, "_002.erd", 8656);
    expect((await readStudy(files)).repairs.join()).toMatch(/\*_002\.erd holds no samples/);
    cut(files, "_002.erd", 400);
    expect(await refusalOf(files)).toMatch(/\*_002\.erd ends inside its header/);
  });

  it("a part that is missing", async () => {
    const files = writeStudy(threeParts);
    files.delete(`${stem}_001.erd`);
    const study = await readStudy(files);
    expectSamples(study, [
      [300, 1000],
      [5000, 700],
    ]);
    expect(study.repairs).toContain("The raw data file *_001.erd is missing, and with it 500 samples.");
  });

  it("a table of contents that is missing, empty, cut off or not known", async () => {
    for (const length of [null, 100, 352, 360]) {
      const files = writeStudy(threeParts);
      if (length === null) files.delete(`${stem}.etc`);
      else cut(files, ".etc", length);
      const study = await readStudy(files);
      expectSamples(study, [
        [300, 1400],
        [1900, 100],
        [5000, 700],
      ]);
      expect(study.repairs.join()).toMatch(/gaps inside/);
    }
    const half = writeStudy(threeParts);
    cut(half, ".etc", 352 + 16);
    expectSamples(await readStudy(half), [
      [300, 1400],
      [1900, 100],
      [5000, 700],
    ]);
    const old = writeStudy(threeParts);
    viewOf(old, ".etc").setUint16(16, 2, true);
    expect((await readStudy(old)).repairs.join()).toMatch(/schema 2, which is not known/);
  });

  it("bytes behind the last block are told", async () => {
    const files = writeStudy(threeParts);
    const raw = files.get(`${stem}.erd`) ?? new Uint8Array();
    files.set(`${stem}.erd`, Uint8Array.from([...raw, 9, 9, 9]));
    const study = await readStudy(files);
    expectSamples(study, [
      [300, 1400],
      [1900, 100],
      [5000, 700],
    ]);
    expect(study.repairs).toContain("The raw data file *.erd holds 3 bytes after its last block; they were ignored.");
  });

  it("no segment table, another name of the folder, capital letters, copies named new", async () => {
    const files = writeStudy(threeParts);
    files.delete(`${stem}.stc`);
    for (const [name, bytes] of [...files]) {
      files.delete(name);
      files.set(name.replace(".erd", ".ERD"), bytes);
    }
    files.set("Doe~ Jane_0f1e2d3cnew.ERD", new Uint8Array(9));
    files.set("film.avi", new Uint8Array(9));
    const study = await readStudy(files);
    expectSamples(study, [
      [300, 1400],
      [1900, 100],
      [5000, 700],
    ]);
    expect(study.repairs.join()).toMatch(/segment table \(\.stc\) is missing/);
  });

  it("damaged segment and clock tables", async () => {
    const files = writeStudy(threeParts);
    cut(files, ".stc", 500);
    cut(files, ".snc", 360);
    const study = await readStudy(files);
    expectSamples(study, [
      [300, 1400],
      [1900, 100],
      [5000, 700],
    ]);
    expect(study.repairs.join()).toMatch(/segment table \*\.stc is empty or cut off.*clock table/s);
  });
});

describe("refusals", () => {
  const broken = async (change: (files: StudyBytes) => void) => {
    const files = writeStudy(threeParts);
    change(files);
    return refusalOf(files);
  };
  it.each([5, 6, 7])("schema %i", async (schema) => {
    expect(await refusalOf(writeStudy({ ...threeParts, schema }))).toBe(
      `The raw data file *.erd has schema ${schema}; only schemas 8 and 9 can be read (byte 16).`,
    );
  });

  it("what is not a study", async () => {
    expect(await refusalOf(new Map([["a.txt", new Uint8Array(3)]]))).toMatch(/holds no raw data files/);
    expect(await refusalOf(new Map([["a.erd", new Uint8Array(9000)]]))).toMatch(
      /\*\.erd is not a raw data file of a Natus/,
    );
    expect(await broken((files) => files.set("Roe_1.stc", new Uint8Array(500)))).toMatch(/more than one Natus study/);
  });

  it("lost step, with file and byte", async () => {
    const at = 8656 + 1 + 1 + 6 + 12;
    const sentence = await broken((files) => {
      viewOf(files, "_002.erd").setUint8(at, 2);
    });
    expect(sentence).toBe(
      "The raw data file *_002.erd cannot be followed at byte 8,676: the event byte is neither 0 nor 1.",
    );
    const moved = await broken((files) => {
      const table = viewOf(files, ".etc");
      table.setInt32(352 + 16, table.getInt32(352 + 16, true) - 1, true);
    });
    expect(moved).toMatch(/\*\.erd cannot be followed at byte [\d,]+: a packet crosses the beginning of a block/);
    const miscounted = await broken((files) => {
      viewOf(files, ".etc").setInt32(352 + 8 + 16, 17, true);
      viewOf(files, ".etc").setInt32(352 + 12, 17, true);
    });
    expect(miscounted).toMatch(/another number of samples/);
  });

  it("tables that go back, parts that do not belong together", async () => {
    expect(await broken((files) => viewOf(files, ".etc").setInt32(352 + 16 + 4, 300, true))).toMatch(
      /\*\.etc is damaged at byte 368/,
    );
    expect(await broken((files) => viewOf(files, "_002.etc").setInt32(352 + 4, 1000, true))).toMatch(
      /\*_002\.erd lie before/,
    );
    expect(await broken((files) => viewOf(files, "_001.erd").setFloat64(352, 512, true))).toMatch(
      /another sampling rate/,
    );
    expect(await broken((files) => viewOf(files, "_001.erd").setInt32(4556, 2, true))).toMatch(/another calibration/);
    expect(await broken((files) => viewOf(files, ".erd").setInt32(368, 1, true))).toMatch(/another order \(byte 368\)/);
    expect(await broken((files) => viewOf(files, ".erd").setInt32(364, 16, true))).toMatch(/\(byte 364\)/);
  });

  it("no sentence, label or annotation repeats a file name or a header's name", async () => {
    const secret = "Zzyzx";
    const study = {
      ...threeParts,
      base: `${secret}~ Quux_1234`,
      patient: secret,
      notes: [{ text: "hello", stamp: 400 }],
    };
    const files = writeStudy(study);
    files.delete(`${study.base}_001.erd`);
    cutNamed(files, `${study.base}.etc`, 352);
    cutNamed(files, `${study.base}_002.erd`, 9000);
    const { reader, annotations, repairs } = await readStudy(files);
    expect(repairs.length).toBeGreaterThan(2);
    expect(JSON.stringify([reader.head, annotations, repairs])).not.toMatch(/Zzyzx|Quux|1234/);
  });
});

const cutNamed = (files: StudyBytes, name: string, length: number) =>
  files.set(name, (files.get(name) ?? new Uint8Array()).slice(0, length));
