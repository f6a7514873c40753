/** Damaged studies: whatever happens to the bytes, the study is read or refused with a sentence; nothing crashes or hangs. */
import { describe, expect, it } from "vitest";
import { SourceRefused } from "../../src/domain/files/source-refused.ts";
import { openNatus } from "../../src/server/ingest/natus/index.ts";
import { memoryFolder, type NatusStudy, type StudyBytes, writeStudy } from "../support/natus-writer.ts";

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
