/** EDF and BDF files without what identifies: nothing of it is left, and all samples, times and annotations are the same. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inspectEdf } from "../../src/app/upload/choose/inspect-edf.ts";
import { type EdfFile, writeEdf } from "../support/edf-writer.ts";
import { chosenFile, sentBytes, wordsIn } from "./chosen-files.ts";
import { readWhole } from "./edf-reading.ts";

const data = fileURLToPath(new URL("../../../shared/data/", import.meta.url));
const isPresent = existsSync(data);
if (!isPresent) console.warn("Skipped: the sample files are not beside the checkout.");

const look = (bytes: Uint8Array, name = "night.edf") => inspectEdf(chosenFile(name, bytes));
const simple: EdfFile = { signals: [{ samplesPerRecord: 10 }], records: 3 };
const fieldsOf = async (file: Partial<EdfFile>, name?: string) => {
  const { error, findings } = await look(writeEdf({ ...simple, ...file }), name);
  expect(error).toBeNull();
  return findings.map(({ field, shown }) => `${field}: ${shown}`);
};

async function decodesAlike(before: Uint8Array, after: Uint8Array) {
  const [one, other] = [await readWhole(before), await readWhole(after)];
  expect(after.length).toBe(before.length);
  expect(other.samples).toEqual(one.samples);
  expect(other.blocks).toEqual(one.blocks);
  expect(other.annotations).toEqual(one.annotations);
  // What describes a signal may name somebody; all that its samples are read by stays.
  const head = ({ reader }: typeof one) => ({
    ...reader.head,
    groups: reader.head.groups.map((group) => ({
      ...group,
      modality: "",
      channels: group.channels.map((channel) => ({ ...channel, label: "", prefilter: "", transducer: "" })),
    })),
  });
  expect(head(other)).toEqual(head(one));
}

describe("what is found", () => {
  it("is nothing in headers that are anonymous already", async () => {
    for (const patient of ["X X X X", "X F X X", "", "anonymous", "Anonymous_Patient", "X M X Anonymized"]) {
      expect([patient, await fieldsOf({ patient })]).toEqual([patient, []]);
    }
    for (const recording of ["", "Startdate X X X X", "Startdate 02-MAR-2020 X X Nihon_Kohden"]) {
      expect([recording, await fieldsOf({ recording })]).toEqual([recording, []]);
    }
  });

  it("is each field of the patient and recording fields of EDF+", async () => {
    const patient = "4711-0815 F 12-MAY-1971 Jane_Doe nephew:Jim";
    const recording = "Startdate 02-MAR-2020 ADM77 Tina_Tech Amp1 bed12";
    expect(await fieldsOf({ format: "EDF+C", patient, recording })).toEqual([
      "Hospital number: 4711-0815",
      "Birth date: 12-MAY-1971",
      "Patient name: Jane Doe",
      "Patient field: nephew:Jim",
      "Administration code: ADM77",
      "Technician: Tina_Tech",
      "Recording field: bed12",
    ]);
  });

  it("is any text in the fields of plain EDF, digits too", async () => {
    expect(await fieldsOf({ patient: "0004711", recording: "ward 3, Dr. House" })).toEqual([
      "Patient field: 0004711",
      "Recording field: ward 3, Dr. House",
    ]);
  });

  it("is a file name with a name or number of the header, and a name in the description of a signal", async () => {
    const patient = "X F X Doe_Jane";
    expect(await fieldsOf({ patient }, "janedoe night1.EDF")).toEqual(["Patient name: Doe Jane"]);
    expect(await fieldsOf({ patient }, "jane-doe night1.EDF")).toContain("File name: jane-doe night1.EDF");
    expect(await fieldsOf({ patient: "4711 X X X" }, "eeg_4711.edf")).toContain("File name: eeg_4711.edf");
    const signals = [{ samplesPerRecord: 10, transducer: "cap of DOE" }];
    expect(await fieldsOf({ patient, signals })).toContain("Name in free text: DOE");
  });
});

describe("what is sent", () => {
  const patient = "4711-0815 F 12-MAY-1971 M\u00fcller_Janet";
  const words = ["4711", "0815", "1971", "m\u00fcller", "janet", "tina", "adm77"];

  it.each<NonNullable<EdfFile["format"]>>([
    "EDF",
    "EDF+C",
    "EDF+D",
    "BDF",
    "BDF+C",
    "BDF+D",
  ])("of %s has nothing of it and decodes alike", async (format) => {
    const bytes = writeEdf({
      format,
      patient,
      recording: "Startdate 02-MAR-1984 ADM77 Tina Amp1",
      startDate: "02.03.84",
      records: 4,
      signals: [
        { samplesPerRecord: 10, transducer: "cap of Janet", prefilter: "HP:0.1Hz (Tina)" },
        { samplesPerRecord: 7, label: "Janet", unit: "mmHg" },
      ],
      ...(format.includes("+") ? { annotations: [{ onset: 1.25, duration: 0.5, text: "eyes open" }] } : {}),
      ...(format.includes("+D") ? { onsets: ["+0", "+1", "+60.5", "+61.5"] } : {}),
    });
    const chosen = await look(bytes, "M\u00fcller.bdf");
    const source = chosen.source(true);
    expect(source.name).toMatch(/^EDF_19840302_102030_[0-9a-f]{4}\.bdf$/);
    expect(source.removed).toHaveLength(3);
    expect(JSON.stringify(source.removed)).not.toMatch(/Janet|4711/);
    const sent = await sentBytes(source);
    const [after] = sent.values();
    expect(wordsIn(sent, words)).toEqual([]);
    await decodesAlike(bytes, after);
    // Once cleaned there is nothing left to find, and the same file gets the same name again.
    expect((await look(after, source.name)).findings).toEqual([]);
    expect((await look(bytes, "M\u00fcller.bdf")).source(true).name).toBe(source.name);
    const [untouched] = (await sentBytes(chosen.source(false))).values();
    expect(Buffer.compare(untouched, bytes)).toBe(0);
  });

  it.each([
    "EDF+C",
    "BDF+D",
  ] as const)("%s: nothing of it in annotations either; marks and stamps stay", async (format) => {
    const bytes = writeEdf({
      ...simple,
      format,
      patient,
      recording: "Startdate 02-MAR-1984 A7-B9 Tina EEG_monitoring",
      annotationSignals: 2,
      annotationBytes: 240,
      annotations: [
        { onset: 4711, duration: 815, text: "M\u00dcLLER moved, Janet's arm", record: 1 },
        { onset: "+1.50000", text: "monitoring of MRN4711-0815 by tina (a7-b9)", record: 2 },
        { onset: 2, text: "mar 47110 planet" },
      ],
    });
    const chosen = await look(bytes);
    expect(chosen.findings.map(({ field }) => field)).toContain("Name in annotations (5 places)");
    expect(chosen.warnings).toContain(
      "Annotations are searched for the names and numbers in the header, and for no others.",
    );
    expect(chosen.source(true).removed).toContain("Names were removed from the annotations at 5 places.");
    const sent = await sentBytes(chosen.source(true));
    expect(wordsIn(sent, ["4711-0815", "m\u00fcller", "janet", "tina", "a7-b9"])).toEqual([]);
    const [after] = sent.values();
    const [one, other] = [await readWhole(bytes), await readWhole(after)];
    expect(other.samples).toEqual(one.samples);
    expect(other.blocks).toEqual(one.blocks);
    const times = (marks: typeof one.annotations) => marks.map(({ start_time, end_time }) => [start_time, end_time]);
    expect(times(other.annotations)).toEqual(times(one.annotations));
    expect(other.annotations.map(({ text }) => text)).toEqual([
      "monitoring of MRNXXXXXXXXX by XXXX (XXXXX)",
      "mar 47110 planet",
      "XXXXXXX moved, XXXXX's arm",
    ]);
  });

  it("loses no clinical text to short names, roles and descriptions", async () => {
    const texts = ["Light sleep, edema; may be left temporal seizure", "tech: female EEG", "2020 Hz, 7 spikes"];
    const annotations = texts.map((text, k) => ({ onset: k + 0.5, text }));
    for (const who of ["7 F 12-MAY-1971 Li_Ed", "Ed Li 34 years old female, left temporal seizure, 12-MAY-1971"]) {
      const recording = "Startdate 02-MAR-1984 EEG_Lab7 Tech_Reader Amp1";
      const bytes = writeEdf({
        ...simple,
        format: "EDF+C",
        patient: who,
        recording,
        annotations,
        annotationBytes: 400,
      });
      const chosen = await look(bytes);
      expect(chosen.findings.length).toBeGreaterThan(0);
      const [after] = (await sentBytes(chosen.source(true))).values();
      expect((await readWhole(after)).annotations.map(({ text }) => text)).toEqual(texts);
    }
  });

  it("has nothing of it in an annotation signal of megabytes, in UTF-16 or where it is read in pieces", async () => {
    const annotationBytes = 2 ** 20 + 4000;
    const bytes = writeEdf({ ...simple, format: "EDF+C", patient, records: 1, annotationBytes });
    const from = bytes.length - annotationBytes;
    const line = `+4711\x14${".".repeat(99)} 4711-0815 Janet\x14\0`;
    bytes.fill(0, from);
    bytes.set(Buffer.from(`+0\x14\x14\0${line.repeat(Math.floor((annotationBytes - 100) / line.length))}`), from);
    bytes.set(Buffer.from("\0Janet", "utf16le"), bytes.length - 14);
    const sent = await sentBytes((await look(bytes)).source(true));
    expect(wordsIn(sent, ["janet", "4711-0815"])).toEqual([]);
    const [after] = sent.values();
    const [one, other] = [await readWhole(bytes), await readWhole(after)];
    expect(other.samples).toEqual(one.samples);
    expect(other.annotations.map(({ start_time }) => start_time)).toEqual(
      one.annotations.map(({ start_time }) => start_time),
    );
  });

  it("has nothing of it in the reserved field, in units, in limits that are none, or behind the last record", async () => {
    const signals = [{ samplesPerRecord: 10, unit: "Janet", physicalMin: "Janet", physicalMax: "" }];
    const written = writeEdf({ ...simple, patient: "Janet Doe", reserved: "Janet", signals, surplusBytes: 7 });
    written.set(new TextEncoder().encode(" JANET "), written.length - 7);
    const chosen = await look(written);
    expect(chosen.error).toBeNull();
    const sent = await sentBytes(chosen.source(true));
    expect(wordsIn(sent, ["janet"])).toEqual([]);
    const [after] = sent.values();
    expect((await readWhole(after)).samples).toEqual((await readWhole(written)).samples);
  });

  it("is the file itself when nothing is found", async () => {
    const bytes = writeEdf(simple);
    const chosen = await look(bytes);
    expect(chosen.source(true)).toBe(chosen.source(false));
    expect(chosen.source(true)).toMatchObject({ kind: "edf", name: "night.edf", size: bytes.length, removed: [] });
    expect(chosen.source(true).files).toEqual([
      expect.objectContaining({
        path: "night.edf",
        chosenPath: "night.edf",
        isInfo: false,
        content: expect.objectContaining({ patches: [] }),
      }),
    ]);
  });
});

it("sends composed names, as the server wants them, whatever the disk has", async () => {
  const onDisk = "na\u00efve night.edf".normalize("NFD");
  const { name, chosenName, files } = (await look(writeEdf(simple), onDisk)).source(true);
  expect([name, files[0].path, files[0].chosenPath, chosenName]).toEqual([
    ...["na\u00efve night.edf", "na\u00efve night.edf"],
    ...[onDisk, onDisk],
  ]);
});

it("tells times as wall times, the end of records with gaps from the last one", async () => {
  const facts = async (file: Partial<EdfFile>) => (await look(writeEdf({ ...simple, ...file }))).facts;
  const startMs = Date.UTC(2020, 2, 2, 10, 20, 30);
  expect(await facts({})).toEqual({ startMs, endMs: startMs + 3000, timezone: null, isWallTime: true, channels: 1 });
  const gaps = { format: "EDF+D", onsets: ["+0.5", "+1.5", "+100.25"] } as const;
  expect(await facts(gaps)).toMatchObject({ startMs: startMs + 500, endMs: startMs + 101_250 });
  expect(await facts({ ...gaps, format: "EDF+C" })).toMatchObject({ endMs: startMs + 101_250 });
  expect(await facts({ startDate: "99.99.99", recording: "" })).toMatchObject({ startMs: null, endMs: null });
});

it("refuses what is no EDF file, in one sentence", async () => {
  const errorOf = async (bytes: Uint8Array | string, name = "a.edf") =>
    (await inspectEdf(chosenFile(name, bytes))).error;
  expect(await errorOf("")).toBe("The file is empty.");
  expect(await errorOf("<!doctype html><p>Not found")).toBe("This is not an EDF or BDF file: it is a web page.");
  expect(await errorOf("PK\x03\x04")).toMatch(/zip archive/);
  expect(await errorOf(writeEdf(simple), "a.rec")).toBe("The name of an EDF file must end in .edf or .bdf.");
  for (const name of ["a\u202efdp.edf", "a\0.edf", "a\n.edf", `${"a".repeat(300)}.edf`, "a\\b.edf"]) {
    expect(await errorOf(writeEdf(simple), name)).toBe("The name of the file cannot be stored.");
  }
  const refusedOne = await look(new Uint8Array(0));
  expect(() => refusedOne.source(true)).toThrow("The file is empty.");
});

it("stops when it is told to", async () => {
  const controller = new AbortController();
  controller.abort(new Error("closed"));
  await expect(inspectEdf(chosenFile("a.edf", writeEdf(simple)), { signal: controller.signal })).rejects.toThrow(
    "closed",
  );
});

it("any bytes are looked at or refused, and cleaned ones decode alike", async () => {
  const base = writeEdf({ ...simple, format: "EDF+C", patient: "4711 M 01-JAN-1950 Doe_John", records: 2 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(base.length - 1), fc.nat(255)), { maxLength: 12 }),
      fc.nat(base.length),
      async (changes, cut) => {
        const bytes = base.slice(0, cut % 5 === 0 ? cut : base.length);
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        const chosen = await look(bytes);
        if (chosen.error !== null) return chosen.error.endsWith(".");
        const [after] = (await sentBytes(chosen.source(true))).values();
        const [one, other] = await Promise.all([bytes, after].map((file) => readWhole(file).catch(() => null)));
        expect(other?.samples).toEqual(one?.samples);
        expect(other?.reader.head.startMs).toEqual(one?.reader.head.startMs);
        return true;
      },
    ),
    { numRuns: 300 },
  );
});

describe.skipIf(!isPresent)("the sample files", () => {
  const names = isPresent ? readdirSync(join(data, "edf")) : [];
  const anonymous = [
    "bdf_biosemi_73ch_2048hz",
    "bdf_stim_channel",
    "bdfplus_odd_rates",
    "edfplus_continuous_20s",
    "edfplus_discontinuous_20s",
  ];

  it.each(names)("%s decodes alike when it is cleaned", async (name) => {
    const bytes = new Uint8Array(readFileSync(join(data, "edf", name)));
    const chosen = await look(bytes, name);
    expect(chosen.error).toBeNull();
    if (anonymous.some((one) => name.startsWith(one))) expect(chosen.findings).toEqual([]);
    const [after] = (await sentBytes(chosen.source(true))).values();
    await decodesAlike(bytes, after);
    expect((await look(after, chosen.source(true).name)).findings).toEqual([]);
  });

  it("name what they hold", async () => {
    const shown = async (name: string) =>
      (await look(new Uint8Array(readFileSync(join(data, "edf", name))), name)).findings.map(({ shown: text }) => text);
    expect(await shown("pulse_oximetry.EDF")).toEqual(["JDOE1971", "01-OCT-1971", "John Doe", "26.08.23"]);
    expect(await shown("eeg_16ch_256hz.edf")).toEqual(["J. B. (1066 28)", "Alerting sequence (RHYTHM, av)"]);
    expect(await shown("edfplus_natus_style_subsecond_inverted.edf")).toEqual(["20-JAN-1998"]);
  });

  it.each(
    isPresent ? readdirSync(join(data, "bad")) : [],
  )("%s is refused by the reader's own sentence", async (name) => {
    const bytes = new Uint8Array(readFileSync(join(data, "bad", name)));
    const said = await readWhole(bytes).catch((error: Error) => error.message);
    expect((await look(bytes, name)).error).toBe(said);
  });
});
