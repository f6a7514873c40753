/** The reader against a study that lies beside the checkout, and a decoder as plain as can be; skipped without it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readStudy } from "./natus-reading.ts";

const folder = fileURLToPath(new URL("../../../shared/data/natus/", import.meta.url));
const isPresent = existsSync(folder);
if (!isPresent) console.warn("Skipped: the sample study is not beside the checkout.");
const study = isPresent ? join(folder, readdirSync(folder)[0]) : "";
const fileNamed = (pattern: RegExp) => readFileSync(join(study, readdirSync(study).find((n) => pattern.test(n)) ?? ""));

/** Packet by packet, number by number. */
function naiveDecode(bytes: Buffer): number[][] {
  const n = bytes.readInt32LE(360);
  const open = Array.from({ length: n }, (_, c) => c).filter((c) => bytes.readInt16LE(4560 + 2 * c) === 0);
  const last = new Map<number, number>();
  const rows: number[][] = open.map(() => []);
  for (let at = 8656; at < bytes.length; ) {
    expect(bytes[at]).toBeLessThan(2);
    const mask = ++at;
    at += Math.ceil(n / 8);
    const absolute: number[] = [];
    for (const c of open) {
      const isWide = (bytes[mask + Math.floor(c / 8)] >> (c % 8)) % 2 === 1;
      if (isWide && bytes.readUInt16LE(at) === 0xffff) absolute.push(c);
      else last.set(c, (last.get(c) ?? 0) + (isWide ? bytes.readInt16LE(at) : bytes.readInt8(at)));
      at += isWide ? 2 : 1;
    }
    for (const c of absolute) {
      last.set(c, bytes.readInt32LE(at));
      at += 4;
    }
    open.forEach((c, row) => {
      rows[row].push(last.get(c) ?? Number.NaN);
    });
  }
  return rows;
}

describe.skipIf(!isPresent)("sample study", () => {
  it("every sample of both raw data files", async () => {
    const { reader, samples, repairs } = await readStudy(study);
    const parts = [/[^_]\w{7}\.erd$/, /_001\.erd$/].map((pattern) => naiveDecode(fileNamed(pattern)));
    expect(parts.map((rows) => rows[0].length)).toEqual([6000, 4000]);
    expect([...samples.keys()]).toEqual(Array.from({ length: 16 }, (_, c) => c));
    for (const [channel, values] of samples) {
      expect(values).toEqual([...parts[0][channel], ...parts[1][channel]]);
    }
    expect(repairs).toEqual([]);
    expect(reader.head).toMatchObject({ objType: "Natus", isStartKnown: true, timezone: "America/New_York" });
  });

  it("names, units and calibration", async () => {
    const { reader } = await readStudy(study);
    expect(reader.head.groups).toHaveLength(1);
    const [group] = reader.head.groups;
    expect(group).toMatchObject({ modality: "EEG", kind: "eeg", sample_type: "float32" });
    expect(group.channels.map((c) => c.label).join(" ")).toBe("Fp1 Fp2 T3 T4 T5 T6 F7 F8 F3 F4 C3 C4 P3 P4 O1 O2");
    expect(group.channels[3]).toMatchObject({ source_index: 3, unit: "uV", offset: 0, is_uncalibrated: false });
    expect(group.channels[3].gain).toBeCloseTo(8711 / 2_097_151.5, 15);
  });

  it("the clock, the measured rate and the gap", async () => {
    const { reader, blocks } = await readStudy(study);
    const table = fileNamed(/\.snc$/);
    const entry = (k: number) => ({
      stamp: table.readInt32LE(352 + 12 * k),
      ms: Number(table.readBigInt64LE(356 + 12 * k) - 116_444_736_000_000_000n) / 10_000,
    });
    expect(entry(0)).toEqual({ stamp: 0, ms: 1_500_000_000_000 });
    const exactMs = (stamp: number) => entry(0).ms + (stamp * 1000) / 256.02;
    expect(reader.head.groups[0].sampling_hz).toBeCloseTo(256.02, 5);
    expect(reader.head.startMs).toBeCloseTo(exactMs(1037), 2);
    expect(blocks.map((b) => b.count)).toEqual([6000, 4000]);
    expect(blocks[1].startMs).toBeCloseTo(exactMs(1037 + 6000 + 512), 2);
  });

  it("notes at their samples, without who wrote them", async () => {
    const { annotations } = await readStudy(study);
    expect(annotations.map((a) => a.text)).toEqual([
      "Montage: Default",
      "Start Recording",
      'Patient awake, "eyes open" (ok)',
      "XLSpike",
      "Seizure onset? (see 2)",
    ]);
    const seconds = annotations.map((a) => (a.start_time - 1_500_000_000_000) / 1000);
    [1037, 1037, 3000, 5000, 9000].forEach((stamp, k) => {
      expect(seconds[k]).toBeCloseTo(stamp / 256.02, 4);
    });
    expect(annotations.every((a) => a.end_time === a.start_time)).toBe(true);
  });
});
