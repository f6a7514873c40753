/** Damaged files: whatever happens to the bytes, the file is read or refused with a sentence; nothing crashes or hangs. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { bytesSource } from "../../src/server/ingest/byte-source.ts";
import { openEdf, SourceRefused } from "../../src/server/ingest/edf/index.ts";
import { writeEdf } from "../support/edf-writer.ts";

const folder = fileURLToPath(new URL("../../../shared/data/edf/", import.meta.url));
const isPresent = existsSync(folder);
if (!isPresent) console.warn("Skipped in part: the sample recordings are not beside the checkout.");
const largestBytes = 600_000;

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Reads everything. True when read, false when refused; any other outcome is an error. */
async function survives(bytes: Uint8Array): Promise<boolean> {
  try {
    const reader = await openEdf(bytesSource(bytes), { timezone: "America/New_York" });
    const last = reader.head.groups.map(() => Number.NEGATIVE_INFINITY);
    for await (const { group, startMs, count, data } of reader.blocks()) {
      const { channels, sampling_hz } = reader.head.groups[group];
      expect(data.length).toBe(count * channels.length);
      expect(startMs).toBeGreaterThanOrEqual(last[group] - 1);
      expect(startMs).toBeGreaterThanOrEqual(reader.head.startMs - 1);
      last[group] = startMs + ((count - 1) * 1000) / sampling_hz;
    }
    const { annotations, repairs } = reader.finish();
    expect(annotations.every((a) => Number.isFinite(a.start_time) && a.end_time >= a.start_time)).toBe(true);
    expect(repairs.every((sentence) => /^[A-Z\d].*\.$/s.test(sentence))).toBe(true);
    expect(reader.head.groups.every((g) => g.sampling_hz > 0 && Number.isFinite(g.sampling_hz))).toBe(true);
    return true;
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    expect(error.message).toMatch(/^[A-Z\d].*\.$/s);
    return false;
  }
}

const hostile = [
  "-1",
  "0",
  "1e9",
  "-1e9",
  "NaN",
  "99999999",
  "1e-30",
  "Infinity",
  "\0\0\0\0",
  "0x10",
  "4294967",
  "+0",
  ".",
  "",
];

async function fuzz(whole: Uint8Array, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const headerBytes = Math.min(whole.length, 256 + 256 * Number(Buffer.from(whole.subarray(252, 256)).toString()));
  const signals = headerBytes / 256 - 1;
  for (let k = 0; k < 12; k++) await survives(whole.subarray(0, random(k % 2 ? headerBytes : whole.length)));
  for (let k = 0; k < 24; k++) {
    const broken = Uint8Array.from(whole);
    for (let flips = 1 + random(4); flips > 0; flips--) broken[random(headerBytes)] = random(256);
    await survives(broken);
  }
  for (let k = 0; k < 24; k++) {
    const broken = Uint8Array.from(whole);
    const fixed = [184, 236, 244, 252][random(4)];
    const perSignal = 256 + signals * [104, 112, 120, 128, 216][random(5)] + 8 * random(signals);
    const at = random(2) ? fixed : perSignal;
    broken.set(new TextEncoder().encode(hostile[random(hostile.length)].padEnd(8).slice(0, at === 252 ? 4 : 8)), at);
    await survives(broken);
  }
  for (let k = 0; k < 8; k++) {
    const broken = Uint8Array.from(whole);
    for (let flips = 200; flips > 0; flips--) broken[headerBytes + random(whole.length - headerBytes)] = random(256);
    await survives(broken);
  }
}

const plus = writeEdf({
  format: "EDF+D",
  signals: [{ samplesPerRecord: 7 }, { samplesPerRecord: 3, unit: "mmHg" }],
  records: 60,
  onsets: Array.from({ length: 60 }, (_, k) => `+${k + (k > 20 ? 30 : 0)}`),
  annotations: [{ onset: 3, duration: 2, text: "mark" }],
  annotationSignals: 2,
});

describe("damaged files", () => {
  it("a written discontinuous file", async () => {
    expect(await survives(plus)).toBe(true);
    for (let seed = 1; seed <= 6; seed++) await fuzz(plus, seed);
  });

  it.skipIf(!isPresent)("real files", { timeout: 120_000 }, async () => {
    for (const name of readdirSync(folder)) {
      const whole = new Uint8Array(readFileSync(`${folder}${name}`)).subarray(0, largestBytes);
      await fuzz(whole, name.length);
    }
  });

  it("annotation areas without an end, or full of noise", async () => {
    const random = randomFrom(5);
    for (const fill of [
      () => 0x2b,
      () => 0x14,
      () => 0x15,
      () => 1 + random(255),
      () => [0x2b, 0x31, 0x14, 0][random(4)],
    ]) {
      const bytes = writeEdf({
        format: "EDF+D",
        signals: [{ samplesPerRecord: 1 }],
        records: 2000,
        annotationBytes: 2000,
      });
      for (let i = 768; i < bytes.length; i++) bytes[i] = fill();
      await survives(bytes);
    }
  });
});
