import { expect, it } from "vitest";
import { checkSentCns } from "./check-cns.ts";

const names = ["patient.info", "ABP,na,SampleSeries,Integer,IntelliVue,data", "Montage.xml"];
const within = (folder: string) => [...names, ".DS_Store"].map((name) => folder + name);

it("takes the files of a folder by their names, and by their paths", () => {
  expect(checkSentCns({ files: within("") })).toEqual({ validFilenames: names, errors: [] });
  for (const folder of ["Patient_1/", "Patient_1/Segment_2/"])
    expect(checkSentCns({ files: within(folder), segment: null, is_segmented_root: false })).toEqual({
      validFilenames: names.map((name) => folder + name),
      errors: [],
    });
});

it("takes a segment by its name, or as yes or no", () => {
  for (const segment of ["Segment_2", "", true, false, null])
    expect(checkSentCns({ files: names, segment }).errors, String(segment)).toEqual([]);
  for (const segment of [null, false])
    expect(checkSentCns({ files: ["admission.info"], segment, is_segmented_root: true }).errors).toEqual([]);
  expect(checkSentCns({ files: names, segment: true, is_segmented_root: true }).errors).toEqual([]);
});

it("takes no files of several folders for those of one", () => {
  for (const files of [[...within("a/"), "b/x"], [...within("a/"), "patient.info"], []])
    expect(checkSentCns({ files }).errors.length, files.join()).toBeGreaterThan(0);
});
