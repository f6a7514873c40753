/** The reader against the sample archive that lies beside the checkout; without it this is skipped. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { inspectSource } from "../../src/server/ingest/inspect-source.ts";
import { readCns, type WholeCns } from "./cns-reading.ts";

const parent = fileURLToPath(new URL("../../../shared/data/cns/", import.meta.url));
const isPresent = existsSync(parent);
if (!isPresent) console.warn("Skipped: the sample recordings are not beside the checkout.");
const folder = isPresent ? `${parent}${readdirSync(parent)[0]}/` : "";

/** The plainest possible decoder: time and value of every frame, straight from the bytes. */
function naiveDecode(base: string, width: 3 | 4, channels: number, isFloat: boolean) {
  const data = readFileSync(`${folder}${base},data`);
  const index = readFileSync(`${folder}${base},index`);
  const frames = data.length / width / channels;
  const values = Array.from({ length: channels }, () => new Array<number>(frames));
  const timesMs = new Array<number>(frames);
  for (let f = 0; f < frames; f++) {
    for (let c = 0; c < channels; c++) {
      const at = (f * channels + c) * width;
      values[c][f] = isFloat ? data.readFloatLE(at) : data.readIntLE(at, width);
    }
    let entry = 0;
    while ((entry + 1) * 28 < index.length && Number(index.readBigUInt64LE((entry + 1) * 28)) <= f) entry++;
    const interval = index.readUInt32LE(entry * 28 + 20) + index.readUInt32LE(entry * 28 + 16) / 2 ** 32;
    const since = f - Number(index.readBigUInt64LE(entry * 28));
    timesMs[f] = (Number(index.readBigInt64LE(entry * 28 + 8)) + since * interval) / 1000;
  }
  return { values, timesMs };
}

const streams = [
  ["ABP_na", "ABP,na,SampleSeries,Integer,IntelliVue", 4, 1, false, "mmHg", 125, 1],
  ["ICP_na", "ICP,na,SampleSeries,Float,IntelliVue", 4, 1, true, "mmHg", 125, 1],
  ["ABP_Mean", "ABP,Mean,Numeric,Float,IntelliVue", 4, 1, true, "mmHg", 1 / 1.024, 0],
  ["ICP_Mean", "ICP,Mean,Numeric,Float,IntelliVue", 4, 1, true, "mmHg", 1 / 1.024, 0],
  ["Tcore_na", "Tcore,na,Numeric,Float,IntelliVue", 4, 1, true, "°C", 1 / 1.024, 0],
  ["EEG_Composite", "EEG,Composite,SampleSeries,Composite,Amp1020", 3, 8, false, "uV", 250, 1],
  ["EEG_Composite_Impedance", "EEG,Composite,Impedance,Composite,Amp1020", 3, 10, false, "Ohms", 1, 0],
] as const;

describe.skipIf(!isPresent)("the sample archive", () => {
  let whole: WholeCns;
  beforeAll(async () => {
    whole = await readCns(folder);
  });

  it("has these signals and no others", () => {
    expect([...whole.groups.keys()].sort()).toEqual(streams.map(([modality]) => modality).sort());
    expect(whole.reader.head).toMatchObject({ objType: "CNS", isStartKnown: true, timezone: "America/New_York" });
    expect(whole.reader.head.startMs).toBe(Date.parse("2017-11-28T19:45:16.200Z"));
    expect(whole.reader.type).toBe("Regular");
  });

  it.each(streams)("decodes %s sample by sample", (modality, base, width, channels, isFloat, unit, hz, gaps) => {
    const naive = naiveDecode(base, width, channels, isFloat);
    const group = whole.groups.get(modality);
    const head = whole.reader.head.groups.find((one) => one.modality === modality);
    expect(group?.values).toEqual(naive.values);
    expect(group?.hz).toBeCloseTo(hz, 9);
    expect(head?.channels.map((channel) => channel.unit)).toEqual(naive.values.map(() => unit));
    expect(group?.segments).toHaveLength(gaps + 1);
    const times = group?.segments.flatMap(({ start_ms, count }) =>
      Array.from({ length: count }, (_, i) => start_ms + (i * 1000) / group.hz),
    );
    expect(times).toHaveLength(naive.timesMs.length);
    naive.timesMs.forEach((time, f) => {
      expect(Math.abs((times?.[f] ?? 0) - time)).toBeLessThan(0.001);
    });
  });

  it("converts to physical values", () => {
    const at = (modality: string) => whole.reader.head.groups.find((one) => one.modality === modality)?.channels[0];
    expect(at("ABP_na")?.gain).toBeCloseTo(0.025, 12);
    expect(at("EEG_Composite")?.gain).toBeCloseTo(400_000 / 8_388_607, 12);
    expect(at("ICP_na")).toMatchObject({ gain: 1, offset: 0, is_uncalibrated: false, transducer: "IntelliVue" });
    const eeg = whole.reader.head.groups.find((one) => one.modality === "EEG_Composite");
    expect(eeg?.kind).toBe("eeg");
    expect(eeg?.channels.map(({ label }) => label)).toEqual(["Fp1", "Fp2", "F3", "F4", "C3", "C4", "P3", "P4"]);
    expect(whole.reader.leads).toEqual(["Fp1", "Fp2", "F3", "F4", "C3", "C4", "P3", "P4"]);
  });

  it("reads events in the archive's zone and tells what was left out", () => {
    expect(whole.annotations).toEqual([
      {
        start_time: Date.parse("2017-11-28T19:45:16.200Z"),
        end_time: Date.parse("2017-11-28T19:45:16.200Z"),
        text: "Start",
      },
      {
        start_time: Date.parse("2017-11-28T19:45:40.912Z"),
        end_time: Date.parse("2017-11-28T19:45:40.912Z"),
        text: "SD1: suspected",
      },
    ]);
    expect(whole.repairs).toEqual([
      'Left out: "Alert,na,Event,Char,CNS", because the layout of such events is not known.',
      "Left out because the meaning of their codes is not known: 3 quality streams; all their codes are 0.",
    ]);
  });

  it("is inspected with the same facts", async () => {
    const facts = await inspectSource(whole.reader);
    const gaps = facts.gaps.map(({ modality, start_ms, duration_s }) => [
      modality,
      new Date(start_ms).toISOString(),
      duration_s,
    ]);
    expect(gaps).toEqual([
      ["ABP_na", "2017-11-28T19:45:46.200Z", 5],
      ["EEG_Composite", "2017-11-28T19:45:31.200Z", 5],
      ["ICP_na", "2017-11-28T19:45:46.200Z", 5],
    ]);
    expect(facts.span_s).toBe(65);
    const abp = facts.signals.find(({ modality }) => modality === "ABP_na");
    expect(abp).toMatchObject({ sample_count: 7500, missing_count: 0 });
    expect(abp?.physical?.max).toBeCloseTo(121.6, 9);
  });
});
