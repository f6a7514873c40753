import { expect, it } from "vitest";
import { directoriesIn, entriesOf, entriesOfDrop, looseFiles } from "./entries.ts";

const entries = (...paths: string[]) =>
  paths.map((path) => ({ path, file: new File(["x"], path.slice(path.lastIndexOf("/") + 1)) }));
const found = (...paths: string[]) =>
  directoriesIn(entries(...paths)).map(({ name, path, kind, entries: own }) => [name, path, kind, own.length]);

it("a chosen CNS or Natus directory is one", () => {
  expect(found("Patient_1/patient.info", "Patient_1/a,b", "Patient_1/protocols/p.xml")).toEqual([
    ["Patient_1", "Patient_1", "cns", 3],
  ]);
  expect(found("Doe_0f1e2d3c/Doe_0f1e2d3c.erd", "Doe_0f1e2d3c/Doe_0f1e2d3c.STC")).toEqual([
    ["Doe_0f1e2d3c", "Doe_0f1e2d3c", "natus", 2],
  ]);
});

it("a folder that holds several gives each of them, wherever they lie", () => {
  expect(
    found(
      "export/Patient_1/patient.info",
      "export/Patient_2/admission.info",
      "export/Patient_2/Segment_001/patient.info",
      "export/eeg/Doe/Doe.erd",
      "export/readme.txt",
      "export/night.edf",
    ),
  ).toEqual([
    ["Patient_1", "export/Patient_1", "cns", 1],
    ["Patient_2", "export/Patient_2", "cns", 2],
    ["Doe", "export/eeg/Doe", "natus", 1],
  ]);
});

it("a renamed CNS directory is one, so that its name can be refused", () => {
  expect(found("PatientData_1/patient.info", "PatientData_1/a")).toEqual([
    ["PatientData_1", "PatientData_1", "cns", 2],
  ]);
  expect(found("data/Segment_001/patient.info")).toEqual([["data", "data", "cns", 1]]);
});

it("without any, the chosen folders stand for themselves", () => {
  expect(found("photos/a.jpg", "photos/b/c.jpg", "loose.txt")).toEqual([["photos", "photos", "unknown", 2]]);
  expect(found()).toEqual([]);
});

it("names that are those of built-in properties are folders like others", () => {
  expect(found("__proto__/constructor/a.erd")).toEqual([["constructor", "__proto__/constructor", "natus", 1]]);
});

it("files beside directories are loose when they are EDF or medication files", () => {
  const all = entries(
    "x/night.EDF",
    "x/meds.csv",
    "x/._night.EDF",
    "x/readme.txt",
    "x/Patient_1/patient.info",
    "x/Patient_1/inside.csv",
    "top.xlsx",
  );
  expect(looseFiles(all).map(({ path }) => path)).toEqual(["x/night.EDF", "x/meds.csv", "top.xlsx"]);
});

it("files of a directory input know their path", () => {
  const inside = Object.defineProperty(new File([""], "a"), "webkitRelativePath", { value: "top/b/a" });
  expect(entriesOf([inside, new File([""], "c")]).map(({ path }) => path)).toEqual(["top/b/a", "c"]);
});

/** As a browser gives a dropped directory: a few children at a time, then none. */
const droppedFolder = (name: string, children: FileSystemEntry[], fails = false) =>
  ({
    name,
    isFile: false,
    createReader: () => {
      let at = 0;
      return {
        readEntries: (resolve: (batch: FileSystemEntry[]) => void, reject: () => void) => {
          if (fails) return reject();
          resolve(children.slice(at, at + 2));
          at += 2;
        },
      };
    },
  }) as unknown as FileSystemEntry;
const droppedFile = (name: string) =>
  ({
    name,
    isFile: true,
    file: (resolve: (file: File) => void) => resolve(new File(["x"], name)),
  }) as unknown as FileSystemEntry;
const dropOf = (...dropped: FileSystemEntry[]) =>
  dropped.map((entry) => ({
    kind: "file",
    webkitGetAsEntry: () => entry,
    getAsFile: () => null,
  })) as unknown as DataTransferItemList;

it("dropped directories are walked to their end", async () => {
  const folder = droppedFolder(
    "Patient_1",
    ["a", "b", "c"].map(droppedFile).concat(droppedFolder("Segment_001", [droppedFile("d")])),
  );
  const walked = await entriesOfDrop(dropOf(folder, droppedFile("e.edf")));
  expect(walked.map(({ path }) => path).sort()).toEqual([
    "Patient_1/Segment_001/d",
    "Patient_1/a",
    "Patient_1/b",
    "Patient_1/c",
    "e.edf",
  ]);
  await expect(entriesOfDrop(dropOf(droppedFolder("x", [], true)))).rejects.toThrow("The folder cannot be read.");
});
