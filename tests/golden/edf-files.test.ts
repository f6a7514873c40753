/** The reader against real recordings that nobody here wrote. They lie beside the checkout; without them this is skipped. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { inspectEdf } from "../../src/server/ingest/edf/inspection.ts";
import { expectedFiles } from "./edf-expectations.ts";
import { readWhole, refusalOf } from "./edf-reading.ts";

const folder = fileURLToPath(new URL("../../../shared/data/", import.meta.url));
const isPresent = existsSync(`${folder}edf`);
if (!isPresent) console.warn("Skipped: the sample recordings are not beside the checkout.");
const pathOf = (name: string) => `${folder}edf/${name}`;

/** The plainest possible decoder: straight from the text of the header, byte by byte. */
function naiveDecode(bytes: Buffer): Map<number, number[]> {
  const text = (at: number, length: number) => bytes.toString("latin1", at, at + length).trim();
  const ns = Number(text(252, 4));
  const width = bytes[0] === 0xff ? 3 : 2;
  const perRecord = Array.from({ length: ns }, (_, s) => Number(text(256 + ns * 216 + s * 8, 8)));
  const labels = Array.from({ length: ns }, (_, s) => text(256 + s * 16, 16));
  const decoded = new Map<number, number[]>();
  for (let at = 256 * (ns + 1); at < bytes.length; ) {
    for (let s = 0; s < ns; s++) {
      const values = decoded.get(s) ?? [];
      for (let i = 0; i < perRecord[s]; i++, at += width) values.push(bytes.readIntLE(at, width));
      if (!labels[s].endsWith("Annotations")) decoded.set(s, values);
    }
  }
  return decoded;
}

const fingerprint = (values: readonly number[]) =>
  createHash("sha256")
    .update(new Uint8Array(Int32Array.from(values).buffer))
    .digest("hex")
    .slice(0, 16);

describe.skipIf(!isPresent)("sample recordings", () => {
  it("has an expectation for every file", () => {
    expect(readdirSync(`${folder}edf`).sort()).toEqual(expectedFiles.map((f) => f.name).sort());
  });

  it.each(expectedFiles)("$name", async (expected) => {
    const { reader, samples, annotations, repairs } = await readWhole(pathOf(expected.name));
    expect(reader.header.format).toBe(expected.format);
    expect(reader.header.records).toBe(expected.records);
    expect(new Date(reader.headerMs).toISOString()).toBe(expected.startUtc);
    expect(reader.head.isStartKnown).toBe(true);
    expect(reader.head.groups.map((g) => [g.modality, g.kind, g.sampling_hz, g.channels.length])).toEqual(
      expected.groups,
    );
    expect(annotations).toHaveLength(expected.annotations);
    expect(repairs).toHaveLength(expected.name === "ieeg_single_control_byte.edf" ? 1 : 0);
    for (const [signal, count, first, hash] of expected.signals) {
      const values = samples.get(signal) ?? [];
      expect(values).toHaveLength(count);
      expect(values.slice(0, 3)).toEqual(first);
      expect(fingerprint(values)).toBe(hash);
    }
    const naive = naiveDecode(readFileSync(pathOf(expected.name)));
    expect([...samples.keys()].sort((a, b) => a - b)).toEqual([...naive.keys()]);
    for (const [signal, values] of naive) expect(fingerprint(samples.get(signal) ?? [])).toBe(fingerprint(values));
  });

  it("gaps of the discontinuous file, and the samples of the continuous one between them", async () => {
    const facts = await inspectEdf(pathOf("edfplus_discontinuous_20s.edf"), "America/New_York");
    expect(facts.segments.map((s) => [s.start_s, s.end_s])).toEqual([
      [0, 1],
      [2, 3],
      [4, 10],
      [12, 13],
      [15, 16],
      [19, 20],
    ]);
    expect(facts.gaps.map((g) => [g.start_s, g.duration_s])).toEqual([
      [1, 1],
      [3, 1],
      [10, 2],
      [13, 2],
      [16, 3],
    ]);
    const part = await readWhole(pathOf("edfplus_discontinuous_20s.edf"));
    const whole = await readWhole(pathOf("edfplus_continuous_20s.edf"));
    for (const [signal, values] of whole.samples) {
      const kept = facts.segments.flatMap((s) => values.slice(s.start_s * 200, s.end_s * 200));
      expect(part.samples.get(signal)).toEqual(kept);
    }
  });

  it("sub-second start with inverted limits", async () => {
    const { reader, annotations } = await readWhole(pathOf("edfplus_natus_style_subsecond_inverted.edf"));
    expect(reader.head.startMs - reader.headerMs).toBeCloseTo(394.5312, 3);
    const [channel] = reader.head.groups[0].channels;
    expect(-24 * channel.gain + channel.offset).toBeCloseTo(8711 + (-24 + 32768) * (-17422 / 65535), 9);
    expect(annotations.map((a) => [Number(((a.start_time - reader.headerMs) / 1000).toFixed(6)), a.text])).toEqual([
      [2.345703, "XLSpike"],
      [3.886719, "Clip Note"],
      [290.896484, "XLEvent"],
      [583.966797, "XLSpike"],
    ]);
  });

  it("annotations with and without duration", async () => {
    const hypnogram = await inspectEdf(pathOf("hypnogram_annotations_only.edf"), "America/New_York");
    expect(hypnogram.annotations.slice(0, 2)).toEqual([
      { onset_s: 0, duration_s: 30_630, text: "Sleep stage W" },
      { onset_s: 30_630, duration_s: 120, text: "Sleep stage 1" },
    ]);
    expect(hypnogram.annotations.at(-1)).toEqual({ onset_s: 79_500, duration_s: 6900, text: "Sleep stage ?" });
    const overlapping = await inspectEdf(pathOf("eeg_64ch_bci2000_annotations.edf"), "America/New_York");
    expect(overlapping.annotations[1]).toEqual({ onset_s: 1.375, duration_s: 5.125, text: "T1" });
    const apnoea = await inspectEdf(pathOf("psg_18ch_mixed_rates.edf"), "America/New_York");
    expect(apnoea.annotations[0]).toEqual({ onset_s: 0.76, duration_s: 0, text: "QRS" });
  });

  it("volts and microvolts end up as microvolts", async () => {
    const { reader } = await readWhole(pathOf("two_rates_sine_block.edf"));
    const [volts, microVolts] = reader.head.groups.map((g) => g.channels[0]);
    expect(volts).toMatchObject({ unit: "uV", gain: (20 / 4096) * 1e6 });
    expect(volts.offset).toBeCloseTo(0, 6);
    expect(1000 * microVolts.gain + microVolts.offset).toBeCloseTo(1, 12);
    const spikes = await inspectEdf(pathOf("polarity_positive_spikes.edf"), "America/New_York");
    expect(spikes.signals[0].physical).toMatchObject({ max: 1, first: [1, 0, 0, 0, 0] });
  });

  it.each([
    ["edf_header_fields_overrun.edf", /overrun/],
    ["edf_no_records.edf", /no data/],
    ["git_lfs_pointer.bdf", /Git LFS/],
  ])("refuses %s", async (name, sentence) => {
    expect(await refusalOf(readFileSync(`${folder}bad/${name}`))).toMatch(sentence);
  });
});
