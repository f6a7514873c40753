/** Packet forms, rates, calibration and time of studies written for the purpose. */
import { describe, expect, it } from "vitest";
import { defaultValue, type NatusStudy, studyStartMs, writeStudy } from "../support/natus-writer.ts";
import { readStudy, refusalOf, roundTrip } from "./natus-reading.ts";

const stamps = (from: number, count: number, step = 1) => Array.from({ length: count }, (_, i) => from + i * step);
const valuesAt = (channel: number, at: number[]) => at.map((stamp) => defaultValue(channel, stamp));
const whole = [[{ samples: 1000 }, { samples: 1000 }, { samples: 345 }]];

describe("packets", () => {
  it.each([
    [8, 1, "narrow"],
    [9, 7, "narrow"],
    [9, 8, "wide"],
    [8, 9, "absolute"],
    [9, 33, "narrow"],
    [9, 256, "wide"],
  ] as const)("schema %i, %i channels, %s differences", async (schema, channels, width) => {
    const { samples } = await roundTrip({ schema, channels, width, parts: whole });
    expect([...samples.keys()]).toEqual(stamps(0, channels));
    for (const [channel, values] of samples) expect(values).toEqual(valuesAt(channel, stamps(0, 2345)));
  });

  it("differences at every border, and -1, which is also the mark of an absolute value", async () => {
    const steps = [0, -1, 1, 127, -128, 128, -129, 32_767, -32_768, 32_768, -32_769, -1, 2 ** 21, -(2 ** 22), -1];
    for (const width of ["narrow", "wide", "absolute"] as const) {
      const value = (channel: number, stamp: number) => {
        let sum = 0;
        for (let i = 0; i <= stamp; i++) sum += steps[(i + channel) % steps.length] * (i % 2 === 0 ? 1 : -1);
        return sum;
      };
      const { samples } = await roundTrip({ channels: 5, width, value, parts: [[{ samples: 90 }]] });
      for (const [channel, values] of samples) expect(values).toEqual(stamps(0, 90).map((s) => value(channel, s)));
    }
  });

  it("24 bits exactly; beyond that rounded, and told", async () => {
    const limit = 2 ** 24;
    const exact = await roundTrip({
      channels: 2,
      parts: [[{ samples: 9 }]],
      value: (_, s) => (limit - 1) * (1 - 2 * (s % 2)),
    });
    expect(exact.samples.get(0)?.slice(0, 2)).toEqual([limit - 1, 1 - limit]);
    expect(exact.repairs.join()).not.toMatch(/24 bits/);
    const beyond = await roundTrip({ channels: 2, parts: [[{ samples: 9 }]], value: () => limit * 100 + 1 });
    expect(beyond.samples.get(0)?.[0]).toBe(limit * 100);
    expect(beyond.repairs.join()).toMatch(/24 bits/);
  });

  it("shorted channels leave no trace, wherever they are", async () => {
    const shorted = [0, 3, 7, 8, 20];
    const { samples, reader } = await roundTrip({ channels: 21, shorted, parts: whole });
    expect([...samples.keys()]).toEqual(stamps(0, 21).filter((c) => !shorted.includes(c)));
    for (const [channel, values] of samples) expect(values).toEqual(valuesAt(channel, stamps(0, 2345)));
    expect(reader.head.groups[0].channels).toHaveLength(16);
  });

  it("refuses a study in which all are shorted", async () => {
    expect(await refusalOf(writeStudy({ channels: 2, shorted: [0, 1], parts: whole }))).toMatch(/shorted: no data/);
  });

  it("reduced rates, in groups of their own", async () => {
    const divisors = { 1: 2, 2: 4, 4: 10, 5: 50, 6: 2 };
    const study = {
      channels: 8,
      shorted: [7],
      divisors,
      parts: [[{ samples: 1000 }, { samples: 500 }, { stamp: 2000, samples: 250 }]],
    };
    const { samples, reader, blocks } = await roundTrip(study);
    expect(reader.head.groups.map((g) => [g.modality, g.sampling_hz, g.channels.map((c) => c.source_index)])).toEqual([
      ["EEG", 256, [0, 3]],
      ["EEG_128", 128, [1, 6]],
      ["EEG_64", 64, [2]],
      ["EEG_25.6", 25.6, [4]],
      ["EEG_5.12", 5.12, [5]],
    ]);
    for (const [channel, values] of samples) {
      const step = { 0: 1, 3: 1, ...divisors }[channel] ?? 1;
      expect(values).toEqual(
        valuesAt(channel, [...stamps(0, Math.ceil(1500 / step), step), ...stamps(2000, Math.ceil(250 / step), step)]),
      );
    }
    const behind = blocks.filter((b) => b.startMs > studyStartMs + 5000);
    expect(behind.map((b) => b.group)).toEqual([0, 1, 2, 3, 4]);
    for (const { startMs } of behind) expect(startMs).toBeCloseTo(studyStartMs + (2000 * 1000) / 256, 2);
  });

  it("blocks that begin between two turns of a reduced rate", async () => {
    const parts = [[{ stamp: 1037, samples: 1003 }, { samples: 500 }], [{ stamp: 2995, samples: 20 }]];
    const { samples, blocks, repairs, reader } = await roundTrip({ channels: 3, divisors: { 1: 4, 2: 50 }, parts });
    expect(samples.get(0)).toEqual(valuesAt(0, [...stamps(1037, 1503), ...stamps(2995, 20)]));
    expect(samples.get(1)).toEqual(valuesAt(1, [...stamps(1040, 375, 4), ...stamps(2996, 5, 4)]));
    expect(samples.get(2)).toEqual(valuesAt(2, [...stamps(1050, 30, 50), 3000]));
    expect(blocks.find((b) => b.group === 1)?.startMs).toBeCloseTo(studyStartMs + (1040 * 1000) / 256, 2);
    expect(reader.head.startMs).toBeCloseTo(studyStartMs + (1037 * 1000) / 256, 2);
    expect(repairs.join()).toMatch(/between two turns.*: 3 values in \*\.erd/);
  });

  it("stops at a packet of a reduced rate that is out of turn", async () => {
    const files = writeStudy({ channels: 2, divisors: { 1: 2 }, parts: [[{ samples: 100 }]], value: () => 5 });
    const raw = files.get("Doe~ Jane_0f1e2d3c.erd") ?? new Uint8Array();
    // Behind the first packet and those of the stamps 1 and 2.
    const at = 8656 + (3 + 2 * 2 + 2 * 4) + 4 + 5;
    expect([...raw.subarray(at, at + 4)]).toEqual([0, 0, 0, 0]);
    raw[at + 1] = 1;
    expect(await refusalOf(files)).toMatch(
      /^The raw data file \*\.erd cannot be followed at byte 8,680: channels of a red/,
    );
    raw[at + 1] = 0x40;
    expect(await refusalOf(files)).toMatch(/byte 8,680: the frequency byte/);
  });

  it("factors of channels that do not exist, and unknown ones of shorted channels, change nothing", async () => {
    const files = writeStudy({ channels: 4, shorted: [3], parts: whole });
    const header = new DataView(files.get("Doe~ Jane_0f1e2d3c.erd")?.buffer ?? new ArrayBuffer(0));
    header.setInt16(6608 + 2 * 3, 0, true);
    header.setInt16(6608 + 2 * 4, 2, true);
    expect((await readStudy(files)).samples.get(2)).toEqual(valuesAt(2, stamps(0, 2345)));
  });
});

describe("calibration", () => {
  const unitsOf = async (study: Partial<NatusStudy>) => {
    const { reader, repairs } = await roundTrip({ channels: 4, parts: [[{ samples: 5 }]], ...study });
    const channels = reader.head.groups.flatMap((g) => g.channels).sort((a, b) => a.source_index - b.source_index);
    return { groups: reader.head.groups, channels, repairs };
  };
  const eeg = 8711 / (2 ** 21 - 0.5);

  it("discarded bits", async () => {
    const { channels } = await unitsOf({ discardBits: 3 });
    expect(channels[0].gain).toBeCloseTo(eeg * 8, 12);
  });

  it("direct inputs, saturation and pulse of an EMU40", async () => {
    const names = [...Array.from({ length: 44 }, (_, k) => `C${k + 1}`), "OSAT", "PR"];
    const { channels, groups } = await unitsOf({ headboxType: 17, channels: 46, notes: [{ channelNames: names }] });
    expect([channels[39].gain, channels[40].gain, channels[43].gain]).toEqual([
      eeg,
      10_800_000 / 65_536 / 64,
      10_800_000 / 65_536 / 64,
    ]);
    expect(channels.slice(44).map((c) => [c.label, c.unit, c.gain])).toEqual([
      ["OSAT", "%", 1 / 64],
      ["PR", "bpm", 1 / 64],
    ]);
    expect(groups.map((g) => [g.modality, g.kind])).toEqual([
      ["EEG", "eeg"],
      ["OSAT_na", "waveform"],
      ["PR_na", "waveform"],
    ]);
  });

  it.each([
    ["3.3", 10_000_000 / (2 ** 10 - 0.5) / 64],
    ["3.10", 20_000_000 / 65_536 / 64],
  ])("HYPPO with software %s", async (headboxSoftware, gain) => {
    const { channels } = await unitsOf({ headboxType: 5, headboxSoftware, channels: 42 });
    expect(channels[26].gain).toBeCloseTo((eeg * 249.5) / 159.8, 12);
    expect(channels[32].gain).toBe(gain);
  });

  it("what is not known is shown uncalibrated", async () => {
    const box = await unitsOf({ headboxType: 77 });
    expect(box.channels.every((c) => c.is_uncalibrated && c.gain === 1 && c.unit === "uV")).toBe(true);
    expect(box.repairs.join()).toMatch(/headbox type 77 stores is not known for 4 channels/);
    const quantum = await unitsOf({ headboxType: 20, channels: 276 });
    expect(quantum.channels.flatMap((c) => (c.is_uncalibrated ? [c.source_index] : []))).toEqual([254, 255]);
    expect(quantum.channels[0].gain).toBe(eeg);
  });
});

describe("notes", () => {
  const parts = [[{ samples: 600 }]];
  it("names from the last note that has them, numbers where they end", async () => {
    const notes = [
      { text: "a", stamp: 1, channelNames: ["x", "y", "z"] },
      { text: "b", stamp: 2, channelNames: ["Fp1", ')(\\"', "too", "many"].slice(0, 2) },
    ];
    const { reader, repairs } = await roundTrip({ channels: 3, parts, notes });
    expect(reader.head.groups[0].channels.map((c) => c.label)).toEqual(["Fp1", ')(\\"', "Channel 3"]);
    expect(repairs.join()).toMatch(/fewer channels/);
  });

  it("names of the headbox where there are no notes", async () => {
    const { reader, repairs } = await roundTrip({ channels: 3, parts });
    expect(reader.head.groups[0].channels.map((c) => c.label)).toEqual(["C3", "C4", "CZ"]);
    expect(repairs.join()).toMatch(/notes \(\.ent\) of the study are missing/);
  });

  it("texts with parentheses, quotes, line breaks and letters of any script", async () => {
    const notes = [
      { text: '(.( "odd") \\ ,', stamp: 10 },
      { text: "line\rnext ü 漢", stamp: 20, comment: "said" },
      { text: "", stamp: 30, comment: "alone" },
      { text: "", stamp: 40 },
    ];
    const { annotations } = await roundTrip({ channels: 1, parts, notes });
    expect(annotations.map((a) => a.text)).toEqual(['(.( "odd") \\ ,', "line next ü 漢 (said)", "alone"]);
  });

  it("damaged notes are counted, and those behind them are read", async () => {
    const notes = [
      { raw: '(.(."Text", "never ends)' },
      { raw: `${"(".repeat(100_000)}` },
      { raw: '(.(."Text", "no stamp"))' },
      { text: "good", stamp: 256 },
    ];
    const { annotations, repairs } = await roundTrip({ channels: 1, parts, notes });
    expect(annotations).toEqual([{ text: "good", start_time: studyStartMs + 1000, end_time: studyStartMs + 1000 }]);
    expect(repairs.join()).toMatch(/Skipped as damaged: 3 notes/);
  });
});
