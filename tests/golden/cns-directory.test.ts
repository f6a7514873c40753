/** Directories made by code: every representation, clock, damage and rule of the CNS reader (formats.md 3). */
import { describe, expect, it } from "vitest";
import { momentOf } from "../../src/server/ingest/cns/documents.ts";
import { ramp, startUs, wave, writeIndex } from "../support/cns-writer.ts";
import { eeg, every, refusalOf, roundTrip, spans, startMs } from "./cns-reading.ts";

describe("representations", () => {
  it("reads Integer, Float, Composite of 24 and 32 bits, CompositeFloat exactly", async () => {
    const floats = [
      [0.1, Number.NaN, Number.POSITIVE_INFINITY, -3e8],
      [1, 2, 3, 4],
    ];
    const whole = [
      [-8_388_608, 8_388_607, -1, 0],
      [1, -2, 3, 16_777_216 / 4],
    ];
    const { groups, repairs } = await roundTrip({
      streams: [
        wave(500),
        wave(4, { base: "ICP,na,SampleSeries,Float,X", values: [floats[0]], conversion: undefined }),
        eeg({ values: whole, channels: ["A", "B"] }),
        eeg({
          base: "EEG,c32,SampleSeries,Composite,X",
          form: "int32",
          values: [
            [1e6, -1e6],
            [7, 8],
          ],
          channels: ["A", "B"],
        }),
        eeg({
          base: "EEG,f,SampleSeries,CompositeFloat,X",
          values: floats,
          channels: ["A", "B"],
          conversion: undefined,
        }),
      ],
    });
    const missing = [Math.fround(0.1), Number.NaN, Number.NaN, Math.fround(-3e8)];
    expect(groups.get("ABP_na")?.values).toEqual([ramp(500)]);
    expect(groups.get("ICP_na")?.values).toEqual([missing]);
    expect(groups.get("EEG_Composite")?.values).toEqual(whole);
    expect(groups.get("EEG_c32")?.values).toEqual([
      [1e6, -1e6],
      [7, 8],
    ]);
    expect(groups.get("EEG_f")?.values).toEqual([missing, floats[1]]);
    expect(repairs).toEqual([]);
  });

  it("tells when settings and index do not agree about the channels", async () => {
    const values = Array.from({ length: 2 }, () => [1, 2, 3, 4, 5, 6]);
    const index = [{ first: 0, timeUs: startUs, intervalUs: 4000, frameBytes: 9 }];
    const { reader, repairs } = await roundTrip({ streams: [eeg({ values, index, channels: ["A", "B"] })] });
    expect(reader.head.groups[0].channels).toHaveLength(2);
    expect(repairs).toEqual([
      expect.stringMatching(/^The settings of .* name 2 channels, its index counts 3; the settings were used\.$/),
    ]);
  });

  it("tells when 32 bits do not fit", async () => {
    const { repairs } = await roundTrip({ streams: [wave(3, { values: [[16_777_216, 16_777_217, -16_777_219]] })] });
    expect(repairs).toEqual(["Rounded to 24 bits because they need more: 2 values of 32-bit streams."]);
  });

  it("leaves out what it does not know and reads the rest", async () => {
    const { groups, repairs } = await roundTrip({
      streams: [
        wave(10),
        wave(10, { base: "X,na,SampleSeries,Double,S" }),
        eeg({ index: [{ first: 0, timeUs: startUs, intervalUs: 4000, dataId: 0x83 }] }),
        wave(10, { base: "Y,na,SampleSeries,Integer,S", index: null }),
        wave(0, { base: "Z,na,SampleSeries,Integer,S", values: [[]] }),
      ],
    });
    expect([...groups.keys()]).toEqual(["ABP_na"]);
    expect(repairs).toEqual([
      'Left out: "Y,na,SampleSeries,Integer,S", because it has no index, so its samples have no time.',
      'Left out: "Z,na,SampleSeries,Integer,S", because it holds no data.',
      'Left out: "EEG,Composite,SampleSeries,Composite,Amp1020", because "EEG,Composite,SampleSeries,Composite,Amp1020,index" names the unknown data id 0x83 at byte 24.',
      'Left out: "X,na,SampleSeries,Double,S", because its representation is not known.',
    ]);
  });
});

describe("settings", () => {
  it("are decoded as UTF-8 or Latin-1, voltages become microvolts", async () => {
    const latin = Buffer.from('<?xml version="1.0"?><S><Units>°C</Units></S>', "latin1");
    const { reader } = await roundTrip({
      streams: [
        wave(9, { base: "T,na,SampleSeries,Float,X", settings: latin }),
        wave(9, { base: "ECG,II,SampleSeries,Integer,X", unit: "mV", conversion: "0,1000,-5,5" }),
        wave(9, { base: "EEG,Fp1,SampleSeries,Float,X", unit: "µV", conversion: undefined }),
      ],
    });
    const [ecg, fp1, t] = reader.head.groups;
    expect(t.channels[0]).toMatchObject({ unit: "°C", gain: 1, offset: 0, is_uncalibrated: false });
    expect(ecg).toMatchObject({ modality: "ECG_II", kind: "waveform" });
    expect(ecg.channels[0]).toMatchObject({ unit: "uV", gain: 10, offset: -5000 });
    expect(fp1).toMatchObject({ modality: "EEG_Fp1", kind: "eeg" });
  });

  it("may be missing, broken or senseless", async () => {
    const { reader, repairs } = await roundTrip({
      files: {
        "Montage.xml":
          '<Montage><Channel lead="C3" role="REFERENTIAL_INPUT"/><Channel lead="C4" role="REFERENTIAL_INPUT"/><Channel lead="x" role="DERIVED"/></Montage>',
      },
      streams: [
        wave(9, { unit: null }),
        wave(9, { base: "F,na,SampleSeries,Float,X", unit: null }),
        wave(9, { base: "G,na,SampleSeries,Integer,X", conversion: "5,5,1,2" }),
        wave(9, { base: "H,na,SampleSeries,Float,X", settings: "<!DOCTYPE x><S/>" }),
        eeg({ values: [ramp(9), ramp(9, 1)], unit: null }),
      ],
    });
    const byName = new Map(reader.head.groups.map((group) => [group.modality, group]));
    expect(byName.get("ABP_na")?.channels[0]).toMatchObject({ is_uncalibrated: true, gain: 1, unit: "" });
    expect(byName.get("F_na")?.channels[0]).toMatchObject({ is_uncalibrated: false, unit: "" });
    expect(byName.get("G_na")?.channels[0]).toMatchObject({ is_uncalibrated: true, unit: "mmHg" });
    expect(byName.get("EEG_Composite")?.channels.map(({ label }) => label)).toEqual(["C3", "C4"]);
    expect(repairs).toContain(
      'The file "H,na,SampleSeries,Float,X,settings" is no plain XML at character 1; it was ignored.',
    );
    expect(repairs).toContain('The settings of "F,na,SampleSeries,Float,X" are missing, so its unit is not known.');
    expect(repairs.filter((one) => one.startsWith("Without a usable conversion"))).toHaveLength(3);
  });
});

describe("names", () => {
  it("keeps every source: the one with the most data has the plain name", async () => {
    const { reader } = await roundTrip({
      streams: [
        wave(10, { base: "ABP,na,SampleSeries,Integer,A.1" }),
        wave(20, { base: "ABP,na,SampleSeries,Integer,B,2" }),
        wave(10, { base: "ABP,na,Numeric,Integer,B" }),
        wave(10, { base: "ABP,na,Impedance,Integer,B" }),
      ],
    });
    const names = reader.head.groups.map(({ modality }, k) => [reader.files[k][0], modality]);
    expect(Object.fromEntries(names)).toEqual({
      "ABP,na,SampleSeries,Integer,A.1": "ABP_na_SampleSeries",
      "ABP,na,SampleSeries,Integer,B,2": "ABP_na",
      "ABP,na,Numeric,Integer,B": "ABP_na_Numeric",
      "ABP,na,Impedance,Integer,B": "ABP_na_Impedance",
    });
  });
});

describe("hostile names", () => {
  it("reach nothing but the archive, and no line break", async () => {
    const base = "A\nB\u202e,<b>,SampleSeries,Float,..";
    const { reader, repairs } = await roundTrip({ streams: [wave(9, { base, unit: null })] });
    expect(reader.head.groups[0].modality).toBe("A?B?_<b>");
    expect(repairs.join("")).not.toMatch(/[\n\u202e]/);
  });
});

describe("damage", () => {
  it("drops the ends of cut-off files", async () => {
    const index = every(4, (k) => ({ first: k * 100, timeUs: startUs + k * 800_000, intervalUs: 8000 }));
    const { groups, repairs } = await roundTrip({
      streams: [wave(400, { index, surplusBytes: -1002, surplusIndexBytes: -5 })],
    });
    expect(groups.get("ABP_na")?.values[0]).toEqual(ramp(149));
    expect(repairs).toEqual([
      'The data of "ABP,na,SampleSeries,Integer,IntelliVue" end inside a sample; the last 2 bytes were dropped.',
      'The file "ABP,na,SampleSeries,Integer,IntelliVue,index" ends inside an entry, which was dropped.',
      'The data of "ABP,na,SampleSeries,Integer,IntelliVue" end before its index does; index entries without data: 1.',
    ]);
  });

  it("ignores entries out of order and times beyond reach", async () => {
    const index = [
      { first: 0, timeUs: startUs, intervalUs: 8000 },
      { first: 100, timeUs: startUs + 4e15, intervalUs: 8000 },
      { first: 200, timeUs: startUs + 1_600_000, intervalUs: 8000 },
      { first: 150, timeUs: startUs + 1_600_000, intervalUs: 8000 },
    ];
    const { groups, repairs } = await roundTrip({ streams: [wave(300, { index })] });
    expect(spans(groups.get("ABP_na")?.segments)).toEqual([[0, 300]]);
    expect(repairs).toEqual([
      'Ignored as damaged in "ABP,na,SampleSeries,Integer,IntelliVue,index": 2 of its entries, the first at byte 28.',
    ]);
  });

  it("leaves out what is sampled at another rate, and tells", async () => {
    const index = [
      { first: 0, timeUs: startUs, intervalUs: 8000 },
      { first: 300, timeUs: startUs + 2_400_000, intervalUs: 4000 },
    ];
    const { groups, repairs } = await roundTrip({ streams: [wave(400, { index })] });
    expect(groups.get("ABP_na")?.values[0]).toEqual(ramp(300));
    expect(repairs[0]).toMatch(/rate is 250 Hz instead of 125 Hz: 100 samples\.$/);
  });

  it("makes each rate that lasts a signal of its own", async () => {
    const index = [
      { first: 0, timeUs: startUs, intervalUs: 8000 },
      { first: 1500, timeUs: startUs + 12_000_000, intervalUs: 4000 },
      { first: 4500, timeUs: startUs + 24_000_000, intervalUs: 8000 },
      { first: 6000, timeUs: startUs + 50_000_000, intervalUs: 16_000 },
      { first: 6200, timeUs: startUs + 60_000_000, intervalUs: 8000 },
    ];
    const { groups, repairs } = await roundTrip({ streams: [wave(6250, { index })] });
    const [slow, fast] = ["ABP_na", "ABP_na_SampleSeries"].map((name) => groups.get(name));
    expect([slow?.hz, fast?.hz]).toEqual([125, 250]);
    expect(slow?.values[0]).toEqual([...ramp(1500), ...ramp(6000).slice(4500), ...ramp(6250).slice(6200)]);
    expect(spans(slow?.segments)).toEqual([
      [0, 1500],
      [24_000, 1500],
      [60_000, 50],
    ]);
    expect(fast?.values[0]).toEqual(ramp(4500).slice(1500));
    expect(spans(fast?.segments)).toEqual([[12_000, 3000]]);
    const name = '"ABP,na,SampleSeries,Integer,IntelliVue"';
    expect(repairs).toEqual([
      `Left out of ${name} because their rate is 62.5 Hz instead of 125 Hz: 200 samples.`,
      `The rate of ${name} changes; a signal of its own: 3,000 samples of 250 Hz.`,
    ]);
  });

  it("gives no time to samples before the first entry", async () => {
    const { groups, repairs } = await roundTrip({
      streams: [wave(100, { index: [{ first: 40, timeUs: startUs, intervalUs: 8000 }] })],
    });
    expect(groups.get("ABP_na")?.values[0]).toEqual(ramp(100).slice(40));
    expect(repairs[0]).toContain("the first 40 samples");
  });
});

describe("refusals", () => {
  it("follow the rules of directories", async () => {
    expect(await refusalOf({ name: "Data_1", streams: [wave(9)] })).toBe(
      'The name of a CNS directory must begin with "Patient_".',
    );
    expect(await refusalOf({ streams: [wave(9)], files: { "admission.info.json": "{}" } })).toMatch(
      /^Directory contains either illegal/,
    );
    expect(await refusalOf({ info: "", streams: [wave(9)] })).toMatch(/corrupted/);
    expect(await refusalOf({ info: { TimeStamp: null, RecordingEndTime: null }, streams: [wave(9)] })).toBe(
      "patient.info is missing: TimeStamp, RecordingEndTime.",
    );
    for (const info of [
      new Uint8Array([1, 2, 3, 250, 60, 0]),
      "U2FsdGVkX1+abc",
      "<a><b></a>",
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
    ]) {
      expect(await refusalOf({ info, streams: [wave(9)] })).toBe("patient.info cannot be read. It may be encrypted.");
    }
    expect(await refusalOf({ streams: [] })).toBe("No signal of this CNS directory can be read.");
    expect(
      await refusalOf({
        streams: [wave(9, { index: writeIndex([{ first: 0, timeUs: -1, intervalUs: 8000 }], "int32", 1) })],
      }),
    ).toBe(
      'No signal of this CNS directory can be read. Left out: "ABP,na,SampleSeries,Integer,IntelliVue", because its index holds no usable entry.',
    );
  });

  it("never tell who the patient is", async () => {
    const { reader, repairs } = await roundTrip(
      { info: { Timezone: "Haagse/4711" }, streams: [wave(9)] },
      "Europe/Paris",
    );
    expect(reader.head.timezone).toBe("Europe/Paris");
    expect(repairs).toEqual(["The archive names an unknown time zone; Europe/Paris was used."]);
    expect(JSON.stringify([reader.head, reader.files])).not.toMatch(/Haagse|4711/);
  });
});

describe("events", () => {
  it("are wall times of the archive's zone", () => {
    expect(momentOf("2017-11-28 14:45:40.912", "America/New_York")).toBe(Date.parse("2017-11-28T19:45:40.912Z"));
    expect(momentOf("2017-07-28T14:45:40", "America/New_York")).toBe(Date.parse("2017-07-28T18:45:40Z"));
    expect(momentOf("2024-03-10 02:30:00", "America/New_York")).toBe(Date.parse("2024-03-10T07:30:00Z"));
    expect(momentOf("2017-11-28 14:45:40.5+01:00", "America/New_York")).toBe(Date.parse("2017-11-28T13:45:40.500Z"));
    for (const text of ["", "yesterday", "2017-13-28 14:45:40", "2017-11-28 25:00:00", "1511898315437001"]) {
      expect(momentOf(text, "America/New_York")).toBeNull();
    }
  });

  it("with times that cannot be read are skipped and told", async () => {
    const events =
      "<E><Event><Name>x &amp; <![CDATA[<y>]]></Name><StartTime>2024-05-16 05:33:10</StartTime><Duration>1.5</Duration></Event><Event><StartTime>?</StartTime></Event></E>";
    const { annotations, repairs } = await roundTrip({ files: { "Events.xml": events }, streams: [wave(9)] });
    expect(annotations).toEqual([{ start_time: startMs + 2000, end_time: startMs + 3500, text: "x & <y>" }]);
    expect(repairs).toEqual(["Skipped because their time cannot be read: 1 event."]);
  });
});
