/** Damaged studies: whatever happens to the bytes, the study is read or refused with a sentence; nothing crashes or hangs. */
import { describe, expect, it } from "vitest";
import { SourceRefused } from "../../src/domain/files/source-refused.ts";
import { openNatus } from "../../src/server/ingest/natus/index.ts";
import { memoryFolder, type NatusStudy, type StudyBytes, writeStudy } from "../support/natus-writer.ts";
import { readStudy } from "./natus-reading.ts";

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** True when the study was read, false when it was refused. */
async function survives(files: StudyBytes): Promise<boolean> {
  try {
    const reader = await openNatus(memoryFolder(files), { timezone: "America/New_York" });
    const { head } = reader;
    const last = head.groups.map(() => Number.NEGATIVE_INFINITY);
    for await (const { group, startMs, count, data, bytesRead } of reader.blocks()) {
      const { channels, sampling_hz } = head.groups[group];
      expect(data.length).toBe(count * channels.length);
      expect(startMs).toBeGreaterThan(last[group] + 900 / sampling_hz);
      expect(startMs).toBeGreaterThanOrEqual(head.startMs - 1e-6);
      expect(bytesRead).toBeLessThanOrEqual(head.sizeBytes);
      last[group] = startMs + ((count - 1) * 1000) / sampling_hz;
    }
    const { annotations, repairs } = reader.finish();
    expect(annotations.every((a) => Number.isFinite(a.start_time) && a.end_time >= a.start_time)).toBe(true);
    expect(repairs.every((sentence) => /^[A-Z\d].*\.$/s.test(sentence))).toBe(true);
    expect(head.groups.every((g) => g.sampling_hz > 0 && Number.isFinite(g.sampling_hz))).toBe(true);
    return true;
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    expect(error.message).toMatch(/^[A-Z\d].*\.$/s);
    return false;
  }
}

const copy = (files: StudyBytes): StudyBytes =>
  new Map([...files].map(([name, bytes]) => [name, Uint8Array.from(bytes)]));

const notes = [
  { text: "one", stamp: 20, channelNames: ["a", "b"] },
  { text: "two (", stamp: 700, comment: "c" },
];
const parts = [
  [{ stamp: 5, samples: 60 }, { samples: 40 }],
  [
    { stamp: 300, samples: 70 },
    { stamp: 390, samples: 10 },
  ],
];
const studies: NatusStudy[] = [
  { channels: 3, parts, notes },
  { channels: 17, parts, notes, shorted: [0, 9], width: "wide" },
  { channels: 4, parts, notes, divisors: { 1: 5, 2: 10 }, samplingHz: 10 },
  {
    channels: 2,
    parts,
    width: "absolute",
    samplingHz: 1,
    clock: [
      [0, 1.5e12],
      [100, 1.5e12 + 100_000],
      [300, 1.5e12 + 310_000],
    ],
  },
];

describe("damaged studies", () => {
  it.each(studies.map((study, k) => [k, study] as const))("study %i", { timeout: 120_000 }, async (k, study) => {
    const whole = writeStudy(study);
    expect(await survives(whole)).toBe(true);
    const names = [...whole.keys()];
    const random = randomFrom(k + 1);
    let read = 0;
    for (let round = 0; round < 400; round++) {
      const files = copy(whole);
      const name = names[random(names.length)];
      const bytes = files.get(name) ?? new Uint8Array();
      // Most bytes of the headers mean nothing: aim at those that do.
      const meaningful = [16, 352, 360, 364, 368, 4464, 4556, 4560, 6608].map((at) => at + random(8));
      const behind = bytes.length > 8656 ? 8656 : 352;
      const aimed = () =>
        random(3) === 0 ? meaningful[random(meaningful.length)] : behind + random(bytes.length - behind);
      if (round % 6 === 0) files.set(name, bytes.subarray(0, random(bytes.length)));
      else if (round % 25 === 1) files.delete(name);
      else for (let flips = 1 + random(round % 6 === 1 ? 40 : 3); flips > 0; flips--) bytes[aimed()] = random(256);
      if (await survives(files)) read++;
    }
    expect(read).toBeGreaterThan(50);
    expect(read).toBeLessThan(400);
  });

  it("tables full of noise", async () => {
    const random = randomFrom(99);
    const whole = writeStudy(studies[0]);
    for (const suffix of [".etc", ".stc", ".snc", ".ent", ".erd"]) {
      for (let round = 0; round < 20; round++) {
        const files = copy(whole);
        for (const [name, bytes] of files) {
          if (name.endsWith(suffix))
            for (let at = suffix === ".erd" ? 8656 : 352; at < bytes.length; at++) bytes[at] = random(256);
        }
        await survives(files);
      }
    }
  });
});

describe("tables that have lost entries", () => {
  const stem = "Doe~ Jane_0f1e2d3c";
  const study: NatusStudy = {
    channels: 2,
    notes: [{ text: "one", stamp: 20, channelNames: ["a", "b"] }],
    parts: [
      [{ stamp: 40, samples: 70 }, { stamp: 300, samples: 80 }, { samples: 50 }],
      [{ stamp: 600, samples: 90 }],
      [{ stamp: 900, samples: 40 }],
    ],
  };
  /** Without entries [k, k + count) of a table of such entries. */
  const without = (
    suffix: string,
    k: number,
    { from, size, count = 1 }: { from: number; size: number; count?: number },
  ) => {
    const files = copy(writeStudy(study));
    const bytes = files.get(stem + suffix) ?? new Uint8Array();
    const [begin, end] = [from + k * size, from + (k + count) * size];
    return files.set(stem + suffix, Uint8Array.from([...bytes.subarray(0, begin), ...bytes.subarray(end)]));
  };
  const contents = { from: 352, size: 16 };
  const segments = { from: 408, size: 272 };

  it.each([
    ["in the middle", without(".etc", 1, contents), "80 samples"],
    ["at the end", without(".etc", 2, contents), "50 samples"],
    ["at the end, with more of them", without(".etc", 1, { ...contents, count: 2 }), "130 samples"],
  ])("of contents %s: that the time of samples is not told is told", async (_, files, samples) => {
    const { repairs } = await readStudy(files);
    expect(repairs).toEqual([
      `The table of contents of *.erd lacks entries: when ${samples} of it were recorded is not told; they were taken to follow without a gap.`,
    ]);
  });

  it("of segments: numbers are those of the names, whatever the first entry is", async () => {
    for (const files of [without(".stc", 0, segments), without(".stc", 1, segments)]) {
      expect((await readStudy(files)).repairs).toEqual([]);
      files.delete(`${stem}_002.erd`);
      expect((await readStudy(files)).repairs).toEqual([
        "The raw data file *_002.erd is missing, and with it 40 samples.",
      ]);
    }
    const swapped = copy(writeStudy(study));
    const table = swapped.get(`${stem}.stc`) ?? new Uint8Array();
    const first = table.slice(408, 680);
    table.copyWithin(408, 408 + 2 * 272);
    table.set(first, 408 + 2 * 272);
    expect((await readStudy(swapped)).repairs).toEqual([]);
  });

  it("in part: the end of a table inside an entry is told", async () => {
    for (const [suffix, what] of [
      [".stc", "segment table"],
      [".snc", "clock table"],
    ]) {
      const files = copy(writeStudy(study));
      files.set(stem + suffix, files.get(stem + suffix)?.slice(0, -5) ?? new Uint8Array());
      expect((await readStudy(files)).repairs).toContain(`The ${what} *${suffix} ends inside an entry.`);
    }
  });
});

it("of which one gives other times than another is told, from a second on", async () => {
  const study: NatusStudy = {
    channels: 2,
    parts: [[{ stamp: 40, samples: 70 }], [{ stamp: 600, samples: 90 }]],
    samplingHz: 100,
    notes: [],
  };
  const told = async (suffix: string, at: number, by: number) => {
    const files = copy(writeStudy(study));
    const name = [...files.keys()].find((one) => one.endsWith(suffix)) ?? "";
    const bytes = files.get(name) ?? new Uint8Array();
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    view.setInt32(at, view.getInt32(at, true) + by, true);
    return (await readStudy(files)).repairs.filter((sentence) => sentence.includes("apart"));
  };
  const sentence = (file: string, apart: string) => [
    `The table of contents and the segment table give samples of ${file} times that lie up to ${apart} apart; those of the table of contents were taken, and one of the two may be damaged.`,
  ];
  expect(await told("_001.etc", 356, 100)).toEqual([]);
  expect(await told("_001.etc", 356, 1024)).toEqual(sentence("*_001.erd", "10 seconds"));
  expect(await told(".stc", 408 + 272 + 256, 130)).toEqual(sentence("*_001.erd", "1 second"));
  expect(await told(".stc", 408 + 256 + 4, -0)).toEqual([]);
  expect(await told(".stc", 408 + 256 + 4, 3000)).toEqual(sentence("*.erd", "30 seconds"));
});
