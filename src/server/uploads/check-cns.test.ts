import { expect, it } from "vitest";
import { mostUploadFiles } from "../../protocol/uploads.ts";
import { checkSentCns } from "./check-cns.ts";

const names = ["patient.info", "ABP,na,SampleSeries,Integer,IntelliVue,data", "Montage.xml"];
const within = (folder: string) => [...names, ".DS_Store"].map((name) => folder + name);

it("takes the files of a folder by their names, and by their paths", async () => {
  expect(await checkSentCns({ files: within("") })).toEqual({ validFilenames: names, errors: [] });
  for (const folder of ["Patient_1/", "Patient_1/Segment_2/"])
    expect(await checkSentCns({ files: within(folder), segment: null, is_segmented_root: false })).toEqual({
      validFilenames: names.map((name) => folder + name),
      errors: [],
    });
});

it("takes a segment by its name, or as yes or no", async () => {
  for (const segment of ["Segment_2", "", true, false, null])
    expect((await checkSentCns({ files: names, segment })).errors, String(segment)).toEqual([]);
  for (const segment of [null, false])
    expect((await checkSentCns({ files: ["admission.info"], segment, is_segmented_root: true })).errors).toEqual([]);
  expect((await checkSentCns({ files: names, segment: true, is_segmented_root: true })).errors).toEqual([]);
});

it("takes no files of several folders for those of one", async () => {
  for (const files of [[...within("a/"), "b/x"], [...within("a/"), "patient.info"], []])
    expect((await checkSentCns({ files })).errors.length, files.join()).toBeGreaterThan(0);
});

it("lets others be answered while as many names as there may be are looked at", async () => {
  const files = [
    "patient.info",
    ...Array.from({ length: mostUploadFiles - 1 }, (_, k) => `A${k},na,Numeric,Integer,M,data`),
  ];
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect((await checkSentCns({ files })).validFilenames).toHaveLength(mostUploadFiles);
  isOver = true;
  expect(turns).toBeGreaterThan(40);
});
