/** CNS directories in the browser: the rules of spec 000 section 5, info files reduced to what is kept, everything else alike. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { inspectCns } from "../../src/app/upload/choose/inspect-cns.ts";
import type { UploadSource } from "../../src/app/upload/types.ts";
import { parseCnsInfo } from "../../src/domain/files/cns-info.ts";
import { type CnsDirectory, startUs, wave, writeCns } from "../support/cns-writer.ts";
import { chosenDirectory, chosenFolder, filesBelow, sentBytes, wordsIn } from "./chosen-files.ts";
import { inFolder, readCns } from "./cns-reading.ts";

const info = {
  PatientFirstName: "Jane",
  PatientLastName: "Haagse",
  MedicalRecordNumber: "4711-A",
  PhysicianName: "G. House",
  Gender: "Female",
  Birthdate: "1971-05-12",
  SystemName: "bed12",
  SystemOffset: "-18000",
  FileVersion: "1.4",
};
const words = ["haagse", "jane", "4711", "house", "female", "1971", "bed12"];
const events = `<?xml version="1.0"?><Events>
 <Event><Name>Start</Name><StartTime>2024-05-16 05:40:00.000</StartTime><Duration>0</Duration><Description>jane  asleep</Description></Event>
 <Event><Name>Note</Name><StartTime>2024-05-16 05:41:00.000</StartTime><Duration>1</Duration><Description>Mrs HAAGSE (4711) to CT; janet called</Description></Event>
</Events>`;
const regular: CnsDirectory = { info, streams: [wave(500)], files: { "Events.xml": events, "desktop.ini": "Jane" } };
const segmented: CnsDirectory = {
  info,
  segments: {
    Segment_001: regular,
    Segment_002: { info: { ...info, RecordingEndTime: null, SegmentEndTime: "1" }, streams: [wave(100)] },
  },
};

const look = (directory: CnsDirectory) =>
  inFolder(async (folder) => inspectCns(chosenFolder(writeCns(folder, directory))));
const errorOf = async (directory: CnsDirectory) => (await look(directory)).error;

/** Writes what is sent to the disk and reads it as the server does. */
async function readSent(source: UploadSource) {
  const sent = await sentBytes(source);
  return inFolder(async (folder) => {
    for (const [path, bytes] of sent) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    return readCns(join(folder, source.name), "UTC");
  });
}

it("a time of a segment that is none is called so, before it is sent and behind", () =>
  inFolder(async (folder) => {
    const segment = { info: { ...info, TimeStamp: "17158x0", Timezone: null }, streams: [wave(500)] };
    const directory = { info: { ...info, Timezone: null }, segments: { Segment_001: segment } };
    const chosen = await inspectCns(chosenFolder(writeCns(folder, directory)));
    const sentence = "Segment_001/patient.info does not give TimeStamp in microseconds since 1970.";
    expect(chosen.warnings).toContain(sentence);
    const source = chosen.source(true);
    expect(wordsIn(await sentBytes(source), ["17158x0"])).toEqual([]);
    expect((await readSent(source)).repairs).toContain(`The info file of a segment was not used: ${sentence}`);
  }));

it.each([
  ["regular", regular, "Regular"],
  ["segmented", segmented, "Segmented"],
] as const)("a %s directory leaves without its patient and decodes alike", (_, directory, type) =>
  inFolder(async (folder) => {
    const path = writeCns(folder, directory);
    const chosen = await inspectCns(chosenFolder(path));
    expect(chosen.error).toBeNull();
    expect(chosen.facts).toEqual({
      type,
      startMs: startUs / 1000,
      endMs: startUs / 1000 + 60_000,
      timezone: "America/New_York",
      isWallTime: false,
    });
    expect(chosen.warnings).toContain("1 file of no CNS kind will not be sent.");
    const source = chosen.source(true);
    const sent = await sentBytes(source);
    expect(
      wordsIn(
        sent,
        words.filter((word) => word !== "jane"),
      ),
    ).toEqual([]);
    expect([...sent.keys()].some((name) => name.endsWith("desktop.ini"))).toBe(false);
    expect(source.removed[0]).toBe(
      "Removed from the info files: patient name, hospital number, name of staff, sex, birth date.",
    );
    expect(JSON.stringify(source.removed)).not.toMatch(/Jane|Haagse|4711/);
    const [before, after] = [await readCns(path, "UTC"), await readSent(source)];
    expect([...after.groups]).toEqual([...before.groups]);
    expect({ ...after.reader.head, sizeBytes: 0 }).toEqual({ ...before.reader.head, sizeBytes: 0 });
    expect(after.annotations.map(({ text }) => text)).toEqual([
      "Start: XXXX  asleep",
      "Note: Mrs XXXXXX (XXXX) to CT; janet called",
    ]);
    expect(after.annotations.map(({ start_time }) => start_time)).toEqual(
      before.annotations.map(({ start_time }) => start_time),
    );
  }));

it("names what the info files hold and where the name stands elsewhere", async () => {
  const { findings } = await look(regular);
  expect(findings.map(({ field, shown, file }) => `${file}: ${field}: ${shown}`)).toEqual([
    "patient.info: Patient name: Haagse",
    "patient.info: Hospital number: 4711-A",
    "patient.info: Patient name: Jane",
    "patient.info: Name of staff: G. House",
    "patient.info: Sex: Female",
    "patient.info: Birth date: 1971-05-12",
    "Events.xml: Name in free text (3 places): jane, HAAGSE, 4711",
  ]);
});

it("settings, event data and numbers of events are searched too; calibration and channels stay", () =>
  inFolder(async (folder) => {
    const settings =
      "<Settings><!-- Haagse --><Units>mmHg</Units><SampleConversion>-4711,4711,-50,50</SampleConversion></Settings>";
    const files = {
      "ABP,na,SampleSeries,Integer,IntelliVue,settings": settings,
      "Alert,na,Event,Char,CNS,data": "\u0001\u0000Haagse\u0000MRN 4711-A",
      NextEventNum: "4711-A",
    };
    const path = writeCns(folder, { ...regular, files });
    const sent = await sentBytes((await inspectCns(chosenFolder(path))).source(true));
    const left = wordsIn(sent, ["haagse", "4711-A"]);
    expect(left).toEqual([]);
    const text = (name: string) =>
      Buffer.from([...sent].find(([at]) => at.endsWith(name))?.[1] ?? []).toString("latin1");
    expect(text(",settings")).toContain("-4711,4711,-50,50");
    expect(text("Char,CNS,data")).toBe("\u0001\u0000XXXXXX\u0000MRN XXXXXX");
  }));

it("long texts are searched to their end, wherever they are cut", async () => {
  const line = "<Event><Description>for Haagse, bed 4711</Description></Event>";
  const long = { "Events.xml": `<Events>${line.repeat(20_000)}</Events>`, "protocol.xml": "x HAAGSE ".repeat(60_000) };
  const chosen = await look({ ...regular, files: long });
  const sent = await sentBytes(chosen.source(true));
  expect(wordsIn(sent, ["haagse", "4711"])).toEqual([]);
  const after = Buffer.from(sent.get("Patient_2024_May_16__9_33_08_427295/Events.xml") ?? []).toString();
  expect(after).toBe(long["Events.xml"].replaceAll("Haagse", "XXXXXX").replaceAll("4711", "XXXX"));
});

it("keeps six elements of an info file, each with a value of its kind, cleaned or not", async () => {
  const chosen = await look({
    ...regular,
    info: { ...info, Timezone: "Jane/Haagse", FileVersion: "Haagse", Extra: "<a>nested</a>" },
  });
  for (const isCleaned of [true, false]) {
    const source = chosen.source(isCleaned);
    const file = source.files.find(({ isInfo }) => isInfo);
    expect(source.files.filter(({ isInfo }) => isInfo)).toHaveLength(1);
    const { root } = parseCnsInfo(
      file?.content.kind === "bytes" ? file.content.bytes : new Uint8Array(0),
      "patient.info",
    );
    expect(root.children.map(({ name, text }) => `${name}=${text}`).sort()).toEqual([
      "RecordingEndTime=1715852048000000",
      "SystemOffset=-18000",
      "TimeStamp=1715851988000000",
    ]);
    expect(source.removed[1]).toMatch(/other elements were removed/);
  }
});

it("a directory named after its patient gets the recorder's name", async () => {
  const chosen = await look({ ...regular, name: "Patient_Haagse_4711" });
  expect(chosen.findings).toContainEqual({
    kind: "folderName",
    field: "Folder name",
    shown: "Patient_Haagse_4711",
    file: "Patient_Haagse_4711",
  });
  expect(chosen.source(true).name).toBe("Patient_2024_May_16__9_33_08_000000");
  expect(wordsIn(await sentBytes(chosen.source(true)), ["haagse", "4711"])).toEqual([]);
  expect((await look(regular)).source(true).name).toBe("Patient_2024_May_16__9_33_08_427295");
});

it("refuses by the rules of spec 000 section 5, in its words", async () => {
  expect(await errorOf({ ...regular, name: "patient_1" })).toBe(
    'The name of a CNS directory must begin with "Patient_".',
  );
  expect(await errorOf({ ...regular, files: { "patient.info.json": "{}" } })).toBe(
    "Directory contains either illegal patient.info.json or admission.info.json files. Please remove these and select the file again.",
  );
  expect(await errorOf({ ...regular, info: "" })).toBe(
    "The CNS directory is corrupted: it has neither patient.info nor admission.info.",
  );
  expect(await errorOf({ ...regular, info: { TimeStamp: null } })).toBe("patient.info is missing: TimeStamp.");
  expect(await errorOf({ ...regular, info: { TimeStamp: null, RecordingEndTime: "" } })).toBe(
    "patient.info is missing: TimeStamp, RecordingEndTime.",
  );
  expect(await errorOf({ ...regular, info: { TimeStamp: "Haagse" } })).toBe(
    "patient.info does not give TimeStamp in microseconds since 1970.",
  );
  expect(await errorOf({ ...segmented, info: { RecordingEndTime: null } })).toBe(
    "admission.info is missing: RecordingEndTime.",
  );
  expect(await errorOf({ ...regular, info: new Uint8Array(200).fill(0x9c) })).toBe(
    "patient.info cannot be read. It may be encrypted.",
  );
  expect(await errorOf({ ...regular, streams: [] })).toBe(
    "Error: This directory does not follow the CNS standard structure.",
  );
  expect(await errorOf({ info, segments: { Segment_001: { info: "", streams: [wave(10)] } } })).toBe(
    "Error: This directory does not follow the CNS standard structure.",
  );
  expect((await inspectCns(chosenDirectory("Patient_1", new Map()))).error).toBe("The folder is empty.");
  expect((await look({ ...regular, info: "" })).facts.type).toBe("Corrupted");
});

it("looks at 20,000 files without holding up the page, and stops when it is told to", async () => {
  const files = new Map<string, Uint8Array | string>([
    ["patient.info", "<p><TimeStamp>1</TimeStamp><RecordingEndTime>2</RecordingEndTime></p>"],
  ]);
  for (let i = 0; i < 20_000; i++) files.set(`ABP,l${i},SampleSeries,Integer,s,data`, "");
  const directory = chosenDirectory("Patient_1", files);
  let told = 0;
  const chosen = await inspectCns(directory, { onProgress: () => told++ });
  expect([chosen.error, chosen.fileCount]).toEqual([null, 20_001]);
  expect(told).toBeGreaterThan(2);
  const controller = new AbortController();
  const stopped = inspectCns(directory, {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error("closed")),
  });
  await expect(stopped).rejects.toThrow("closed");
});

it("any info file is reduced or refused", async () => {
  const base = Buffer.from(
    `<?xml version="1.0"?><PatientInfo a="Haagse"><TimeStamp>1</TimeStamp><RecordingEndTime>2</RecordingEndTime><PatientLastName>Haagse</PatientLastName></PatientInfo>`,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(base.length - 1), fc.nat(255)), { maxLength: 6 }), async (changes) => {
      const bytes = new Uint8Array(base);
      for (const [at, value] of changes) bytes[at] = value;
      const directory = chosenDirectory(
        "Patient_1",
        new Map([
          ["patient.info", bytes],
          ["ABP,na,SampleSeries,Integer,s,data", new Uint8Array(4)],
        ]),
      );
      const chosen = await inspectCns(directory);
      if (chosen.error !== null) return chosen.error.endsWith(".");
      const sent = await sentBytes(chosen.source(true));
      const text = Buffer.from(sent.get("Patient_1/patient.info") ?? []).toString();
      return /^<\?xml version="1.0" encoding="UTF-8"\?>\n<PatientInfo>\n( <(\w+)>[\w.+/-]+<\/\2>\n)+<\/PatientInfo>\n$/.test(
        text,
      );
    }),
    { numRuns: 300 },
  );
});

const sample = fileURLToPath(new URL("../../../shared/data/cns/", import.meta.url));
if (!existsSync(sample)) console.warn("Skipped: the sample directory is not beside the checkout.");

it.skipIf(!existsSync(sample))("the sample directory decodes alike", async () => {
  const path = join(sample, readdirSync(sample)[0]);
  const chosen = await inspectCns(chosenFolder(path));
  expect(chosen.error).toBeNull();
  expect(chosen.findings).toEqual([]);
  const source = chosen.source(true);
  expect(source.removed).toEqual(["2 other elements were removed from the info files."]);
  expect((await sentBytes(source)).size).toBe(filesBelow(path).size);
  const [before, after] = [await readCns(path, "UTC"), await readSent(source)];
  expect([...after.groups]).toEqual([...before.groups]);
  expect(after.annotations).toEqual(before.annotations);
  expect(after.repairs).toEqual(before.repairs);
  expect({ ...after.reader.head, sizeBytes: 0 }).toEqual({ ...before.reader.head, sizeBytes: 0 });
});
