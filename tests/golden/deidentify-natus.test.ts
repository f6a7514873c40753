/** Natus studies without what identifies: nothing of it is left, and all samples, times and notes are the same. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { inspectNatus } from "../../src/app/upload/choose/inspect-natus.ts";
import { scanKeyTree } from "../../src/domain/upload/key-tree-scan.ts";
import { type NatusStudy, type StudyBytes, studyStartMs, writeStudy } from "../support/natus-writer.ts";
import { chosenDirectory, chosenFolder, sentBytes, wordsIn } from "./chosen-files.ts";
import { readStudy } from "./natus-reading.ts";

const base = "Haagse~ Jane_0f1e2d3c-77aa-4bcd-9e01-223344556677";
const words = ["haagse", "jane", "m\u00fcller", "4711", "1971", "tina", "house", "elm street"];
const plain: NatusStudy = {
  base,
  channels: 4,
  parts: [[{ samples: 300 }, { stamp: 700, samples: 200 }], [{ samples: 256 }]],
  patient: "Haagse",
};
const notes = [
  { text: "Montage: Default", stamp: 0, channelNames: ["Fp1", "Fp2", "C3", "C4"] },
  { text: 'Patient asleep, "Jane" says\rHAAGSE (m\u00fcller) woke\\up', stamp: 40, comment: "JaneHaagse, MRN 4711" },
  {
    raw: '(.(."Text", "Start"), (."Stamp", 50), (."Data", (.(."User", "Tina Tech"), (."Comment", "ok"), (."PatientName", "Haagse"))))',
  },
  { raw: '(.(."Text", Haagse), (."Stamp", 55), (."Data", (Jane, 4711, "a")))' },
  { raw: '(.(."Text", "janes lane"), (."Stamp", 60)' },
];

/** The text of study information, its header, and rests of other patients behind both. */
function studyInformation(text: string): Uint8Array {
  const written = Buffer.from(text, "utf8");
  const bytes = new Uint8Array(352 + written.length + 40);
  bytes.set(Buffer.from("Haagse\0Jane", "latin1"), 32);
  bytes.set(written, 352);
  bytes.set(Buffer.from("Jane left here", "utf16le"), 352 + written.length + 1);
  return bytes;
}
const information = studyInformation(
  '(.(."Schema", 3), (."Info.Name.LastName", "Haagse"), (."Info.Name.MiddleName", "Müller"), (."Info.Admin.ID", "4711"), (."Info.Admin.BirthDate", 19710512), (."Info.Contact.Address", "1 Elm Street"), (."Study", ((.(."EegNo", "E-1"), (."Referring Physician", "G. House")))))',
);

function whole(study: NatusStudy = plain): StudyBytes {
  const files = writeStudy({ notes, ...study });
  files.set(`${base}.eeg`, information);
  return files;
}
const look = (files: StudyBytes, name = base) => inspectNatus(chosenDirectory(name, files));

async function cleaned(files: StudyBytes, name?: string) {
  const source = (await look(files, name)).source(true);
  const sent = await sentBytes(source);
  return {
    source,
    sent,
    study: new Map([...sent].map(([path, bytes]) => [path.slice(source.name.length + 1), bytes])),
  };
}

it("finds names and numbers in headers, texts, notes and names of files", async () => {
  const { error, findings, warnings } = await look(whole());
  expect(error).toBeNull();
  expect(findings.map(({ field, shown }) => `${field}: ${shown}`).sort()).toEqual([
    "Address or contact: 1 Elm Street",
    "Birth date: 19710512",
    `File name: ${base}`,
    `Folder name: ${base}`,
    "Hospital number: 4711",
    "Hospital number: Haagse",
    "Name in free text (9 places): Jane, HAAGSE, müller, Haagse, 4711",
    "Name of staff: G. House",
    "Name of staff: Tina Tech",
    "Patient name: Haagse",
    "Patient name: Haagse Haagse Haagse",
    "Patient name: Müller",
  ]);
  expect(warnings).toContain("Notes that cannot be followed will not be sent.");
});

it("leaves nothing of them, and the study decodes alike", async () => {
  const files = whole();
  const { source, sent, study } = await cleaned(files);
  expect(source.name).toMatch(/^Natus_[0-9a-f]{8}$/);
  expect([...sent.keys()].every((path) => path.startsWith(`${source.name}/${source.name}`))).toBe(true);
  expect(wordsIn(sent, words)).toEqual([]);
  expect(JSON.stringify(source.removed)).not.toMatch(/Jane|Haagse|4711/);
  const [before, after] = [await readStudy(files), await readStudy(study)];
  expect(after.samples).toEqual(before.samples);
  expect(after.blocks).toEqual(before.blocks);
  expect(after.reader.head).toEqual(before.reader.head);
  expect(after.repairs).toEqual(before.repairs);
  expect(after.annotations.map(({ start_time }) => start_time)).toEqual(
    before.annotations.map(({ start_time }) => start_time),
  );
  expect(after.annotations.map(({ text }) => text)).toEqual([
    "Montage: Default",
    // Crossed out byte by byte: the name in UTF-8 has seven.
    'Patient asleep, "XXXX" says XXXXXX (XXXXXXX) woke\\up (XXXXXXXXXX, MRN XXXX)',
    "Start (ok)",
    "XXXXXX",
  ]);
});

it("calls every copy of a study alike, and another study otherwise", async () => {
  const name = async (study: NatusStudy, folder?: string) => (await cleaned(whole(study), folder)).source.name;
  const own = await name(plain);
  expect(await name({ ...plain, parts: [[{ samples: 300 }]] }, "Copy of Jane")).toBe(own);
  expect(await name({ ...plain, createdSeconds: 1_400_000_000 })).not.toBe(own);
});

it("sends neither video nor files that no reader opens, and says so", async () => {
  const files = whole();
  files.set(`${base}.vtc`, new Uint8Array(400));
  files.set(`${base}.avi`, new Uint8Array(400));
  files.set(`${base}.epo`, new Uint8Array(400));
  files.set(`${base}.ent.old`, files.get(`${base}.ent`) ?? new Uint8Array(0));
  files.set("report/Jane.pdf", new Uint8Array(10));
  const { warnings, fileCount } = await look(files);
  expect(fileCount).toBe(writeStudy({ notes, ...plain }).size + 1);
  expect(warnings).toContain("2 video files will not be sent, because faces identify a patient.");
  expect(warnings).toContain("3 files that the portal does not read will not be sent.");
});

it("tells times by the recorder's clock", async () => {
  const { facts } = await look(whole());
  const { reader } = await readStudy(whole());
  expect(facts).toMatchObject({ startMs: reader.head.startMs, isWallTime: false, timezone: null, channels: 4 });
  expect(facts.startMs).toBe(studyStartMs);
  expect(facts.endMs).toBeCloseTo(studyStartMs + ((700 + 200 + 256) / 256) * 1000, 3);
});

it("finds nothing in a study without a patient, and sends it as it is", async () => {
  const study = writeStudy({ ...plain, base: "EEG_0f1e2d3c", patient: "", notes: notes.slice(0, 1) });
  const chosen = await look(study, "EEG_0f1e2d3c");
  expect(chosen.findings.map(({ field }) => field)).toEqual([]);
  expect(chosen.source(true)).toBe(chosen.source(false));
  for (const [path, bytes] of await sentBytes(chosen.source(true))) {
    expect(Buffer.compare(bytes, study.get(path.slice("EEG_0f1e2d3c/".length)) ?? new Uint8Array(0))).toBe(0);
  }
});

it("refuses what the reader refuses, in its sentence, without a name", async () => {
  const errorOf = async (files: StudyBytes) => (await look(files)).error;
  expect(await errorOf(new Map())).toBe("The folder is empty.");
  expect(await errorOf(new Map([["Jane.txt", new Uint8Array(4)]]))).toBe(
    "The folder holds no raw data files (.erd) of a Natus study.",
  );
  expect(await errorOf(whole({ ...plain, schema: 7 }))).toBe(
    "The raw data file *.erd has schema 7; only schemas 8 and 9 can be read (byte 16).",
  );
  expect(await errorOf(new Map([[`${base}.erd`, new Uint8Array(0)]]))).toMatch(/ends inside its header/);
  expect(await errorOf(new Map([...whole(), [`${base.toUpperCase()}.erd`, new Uint8Array(9000)]]))).toMatch(
    /capital letters/,
  );
  expect((await look(whole(), "Jane\u202e")).error).toBe("The name of the file cannot be stored.");
});

it("any bytes are looked at or refused, and cleaned ones decode alike", async () => {
  const files = whole({ ...plain, parts: [[{ samples: 20 }], [{ samples: 10 }]] });
  const names = [...files.keys()];
  const outcome = (study: StudyBytes) =>
    readStudy(study).catch((error: Error) => ({ samples: error.message, blocks: [], annotations: [] }));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(names.length - 1),
      fc.array(fc.tuple(fc.nat(20_000), fc.nat(255)), { maxLength: 8 }),
      fc.option(fc.nat(10_000)),
      async (which, changes, cut) => {
        const changed = new Map(files);
        const bytes = (files.get(names[which]) ?? new Uint8Array(0)).slice();
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        changed.set(names[which], cut === null ? bytes : bytes.slice(0, cut));
        const chosen = await look(changed);
        if (chosen.error !== null) return chosen.error.endsWith(".");
        const { study } = await cleaned(changed);
        const [before, after] = [await outcome(changed), await outcome(study)];
        expect(after.samples).toEqual(before.samples);
        expect(after.blocks).toEqual(before.blocks);
        expect(after.annotations.length).toBe(before.annotations.length);
        return true;
      },
    ),
    { numRuns: 80 },
  );
});

it("key trees are followed as far as they go, in time proportional to them", () => {
  expect(scanKeyTree('(.(."a.b", "x)\\"y"), (."c", ((1, "z"), (.(."d", 2)))))')).toEqual({
    leaves: [
      { key: "a.b", from: 12, to: 17, isQuoted: true },
      { key: "c", from: 30, to: 31, isQuoted: false },
      { key: "c", from: 34, to: 35, isQuoted: true },
      { key: "c.d", from: 48, to: 49, isQuoted: false },
    ],
    isComplete: true,
  });
  for (const text of ["(", ")", '(."a', '"', '(.(."a", "b")', "(".repeat(100_000)])
    expect(scanKeyTree(text).isComplete).toBe(false);
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(scanKeyTree(text).leaves)));
});

it("leaves nothing of a name where the head of a note should be, and the notes are told as damaged again", async () => {
  const files = whole();
  const written = files.get(`${base}.ent`) ?? new Uint8Array(0);
  const cut = Buffer.concat([written.subarray(0, -16), Buffer.from('"Jane HAAGSE up" and more of it')]);
  files.set(`${base}.ent`, new Uint8Array(cut));
  const { sent, study } = await cleaned(files);
  expect(wordsIn(sent, words)).toEqual([]);
  const [before, after] = [await readStudy(files), await readStudy(study)];
  expect(after.repairs).toEqual(before.repairs);
  expect(after.repairs.some((one) => one.includes("damaged or cut off"))).toBe(true);
});

const folder = fileURLToPath(new URL("../../../shared/data/natus/", import.meta.url));
if (!existsSync(folder)) console.warn("Skipped: the sample study is not beside the checkout.");

it.skipIf(!existsSync(folder))("the sample study decodes alike when it is cleaned", async () => {
  const path = join(folder, readdirSync(folder)[0]);
  const chosen = await inspectNatus(chosenFolder(path));
  expect(chosen.error).toBeNull();
  expect(chosen.findings.map(({ field, shown }) => `${field}: ${shown}`)).toEqual(["Hospital number: 0001"]);
  const source = chosen.source(true);
  const sent = await sentBytes(source);
  const study = new Map([...sent].map(([name, bytes]) => [name.slice(source.name.length + 1), bytes]));
  const [before, after] = [await readStudy(path), await readStudy(study)];
  expect(after.samples).toEqual(before.samples);
  expect(after.blocks).toEqual(before.blocks);
  expect(after.annotations).toEqual(before.annotations);
  expect(after.reader.head).toEqual(before.reader.head);
  expect(chosen.facts.startMs).toBe(before.reader.head.startMs);
});
