/** Whatever happens to the bytes of a recording: every sample that is read as good is one of the file's, at the time its record tells. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { SourceRefused } from "../../src/domain/files/source-refused.ts";
import { bytesSource } from "../../src/server/ingest/byte-source.ts";
import { type EdfReader, openEdf } from "../../src/server/ingest/edf/index.ts";
import { writeEdf } from "../support/edf-writer.ts";
import { damaged, oneOf, type Random, randomFrom } from "../support/mutations.ts";
import { type SlowFile, slowFile } from "./edf-slow-reading.ts";

/** So many of each source. */
const cases = Number(process.env.FUZZ_CASES ?? 50);
const seeds = Array.from({ length: cases }, (_, k) => k + Number(process.env.FUZZ_SEED ?? 0));
const comparedOfBlock = 16;

const folder = fileURLToPath(new URL("../../../shared/data/edf/", import.meta.url));
const recorded = ["edfplus_discontinuous_20s.edf", "two_rates_sine_block.edf", "bdf_stim_channel.bdf"].filter((name) =>
  existsSync(folder + name),
);
const signals = [
  { samplesPerRecord: 9, sample: (i: number) => (i * 7919) % 30_000 },
  { samplesPerRecord: 4, unit: "mmHg" },
];
const onsets = Array.from({ length: 20 }, (_, k) => `+${k + (k > 8 ? 31 : 0) - (k > 14 ? 9 : 0)}.5`);
const sources: [string, Uint8Array][] = [
  ...recorded.map((name): [string, Uint8Array] => [name, readFileSync(folder + name)]),
  ...(["EDF", "EDF+C", "EDF+D", "BDF+D"] as const).map((format): [string, Uint8Array] => [
    `a written ${format}`,
    writeEdf({ format, signals, records: 20, recordSeconds: 1, ...(format.endsWith("D") ? { onsets } : {}) }),
  ]),
];

const fields = [
  "-1",
  "0",
  "1",
  "99999999",
  "1e9",
  "1e308",
  "-32768",
  "32767",
  "0.1",
  "60",
  "7 8",
  "1,5",
  ".",
  "",
  "\0\0",
];
const stamps = ["+99999", "+3", "-3", "+3,5", "3.5", "+0.5", "+x", ""];

function changed(whole: Uint8Array, random: Random): Uint8Array {
  const text = Buffer.from(whole).toString("latin1");
  const [kind, count] = [random(3), Number(text.slice(252, 256))];
  if (kind === 0) return damaged(whole, random);
  const all = [...text.matchAll(new RegExp(`[+-][\\d.]+${"\x14"}`, "g"))];
  if (kind === 1 && all.length > 0) {
    const { index, 0: stamp } = oneOf(random, all);
    const put = `${oneOf(random, stamps)}\x14`.slice(-stamp.length);
    const rest = text.slice(index + stamp.length, index + 20);
    return Buffer.from(
      text.slice(0, index) + (put + rest).padEnd(20, "\0").slice(0, 20) + text.slice(index + 20),
      "latin1",
    );
  }
  const ofSignal = 256 + count * oneOf(random, [104, 112, 120, 128, 216]) + 8 * random(count);
  const at = oneOf(random, [236, 244, ofSignal, ofSignal]);
  return Buffer.from(text.slice(0, at) + oneOf(random, fields).padEnd(8) + text.slice(at + 8), "latin1");
}

/** The samples that may stand at a time: of every record that covers it, by a sample more or less. */
function mayBe(slow: SlowFile, starts: readonly number[], recordSeconds: number) {
  return (signal: number, seconds: number): Set<number> => {
    const n = slow.samplesPerRecord[signal];
    const values = new Set<number>();
    for (const [record, start] of starts.entries()) {
      const k = Math.round(((seconds - start) / recordSeconds) * n);
      for (let near = Math.max(0, k - 1); near <= Math.min(n - 1, k + 1); near++)
        values.add(slow.value(record, signal, near));
    }
    return values;
  };
}

async function compare({ head, header, headerMs, timeline, blocks }: EdfReader, bytes: Uint8Array, random: Random) {
  expect(Number.isFinite(head.startMs)).toBe(true);
  const [slow, seconds] = [slowFile(bytes), header.recordSeconds];
  const isByStamp = timeline.length > 1 || header.format.endsWith("+D");
  const starts: number[] = [];
  for (let r = 0; r < header.records; r++) {
    const told = isByStamp ? slow.stamp(r) : Number.NaN;
    const first = isByStamp ? 0 : timeline[0].onset;
    starts.push(Number.isNaN(told) ? (r === 0 ? first : starts[r - 1] + seconds) : told);
  }
  const allowed = mayBe(slow, starts, seconds);
  for await (const { group, startMs, count, data } of blocks()) {
    const { channels, sampling_hz } = head.groups[group];
    for (let q = 0; q < comparedOfBlock; q++) {
      const [row, k] = [random(channels.length), q < 2 ? q * (count - 1) : random(count)];
      const at = (startMs - headerMs) / 1000 + k / sampling_hz;
      expect(allowed(channels[row].source_index, at)).toContain(data[row * count + k]);
    }
  }
}

it.each(sources)("%s", async (_, whole) => {
  let read = 0;
  for (const seed of seeds) {
    const random = randomFrom(seed);
    const bytes = Uint8Array.from(changed(whole, random));
    try {
      const reader = await openEdf(bytesSource(bytes), { timezone: "America/New_York" });
      if (reader.timeline.length > 0) await compare(reader, bytes, random);
      read++;
    } catch (error) {
      if (!(error instanceof SourceRefused)) throw new Error(`seed ${seed}`, { cause: error });
    }
  }
  expect(read).toBeGreaterThan(cases / 5);
});
