import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkCnsFiles,
  cnsDirectoryType,
  cnsIllegalInfoError,
  hasIllegalCnsInfo,
  missingCnsInfo,
  parseCnsStreamName,
  unreadableCnsInfo,
} from "./cns.ts";

const abp = "ABP,na,SampleSeries,Integer,IntelliVue";

describe("stream names (formats.md 3.2)", () => {
  it("end in a comma and a part", () => {
    expect(parseCnsStreamName(`${abp},data`)).toEqual({
      modality: "ABP",
      location: "na",
      type: "SampleSeries",
      representation: "Integer",
      source: "IntelliVue",
      part: "data",
      base: abp,
    });
    expect(parseCnsStreamName("EEG,Composite,SampleSeries,Composite,Amp.10,20,index")).toMatchObject({
      source: "Amp.10,20",
      part: "index",
    });
  });
  it("are nothing else", () => {
    for (const name of [`${abp}.data`, abp, "data", ",,,,,data", "a,b,c,data", "patient.info", ""]) {
      expect(parseCnsStreamName(name)).toBeNull();
    }
  });
});

describe("directories (spec 5)", () => {
  it("are segmented by admission.info, regular by patient.info, corrupted otherwise", () => {
    expect(cnsDirectoryType(["patient.info", "admission.info"])).toBe("Segmented");
    expect(cnsDirectoryType(["patient.info"])).toBe("Regular");
    expect(cnsDirectoryType([`${abp},data`, "Patient.info"])).toBe("Corrupted");
  });
  it("hold no JSON twin of an info file", () => {
    expect(hasIllegalCnsInfo(["patient.info", "patient.info.json"])).toBe(true);
    expect(hasIllegalCnsInfo(["admission.info.json"])).toBe(true);
    expect(hasIllegalCnsInfo(["patient.info"])).toBe(false);
  });
  it("say what the info file lacks", () => {
    expect(missingCnsInfo("patient.info", new Set(["TimeStamp"]))).toBe("patient.info is missing: RecordingEndTime");
    expect(missingCnsInfo("admission.info", new Set())).toBe("admission.info is missing: TimeStamp, RecordingEndTime");
    expect(missingCnsInfo("patient.info", new Set(["TimeStamp", "RecordingEndTime"]))).toBeNull();
    expect(unreadableCnsInfo("patient.info")).toContain("encrypted");
  });
});

describe("check cns files (spec 7)", () => {
  const files = ["patient.info", `${abp},data`, `${abp},index`, "Montage.xml", ".DS_Store", "notes.docx"];
  it("lists what belongs to an archive", () => {
    expect(checkCnsFiles({ files, segment: null, is_segmented_root: false })).toEqual({
      validFilenames: files.slice(0, 4),
      errors: [],
    });
    expect(checkCnsFiles({ files, segment: "Segment_001", is_segmented_root: false }).errors).toEqual([]);
    expect(checkCnsFiles({ files: ["admission.info"], segment: null, is_segmented_root: true })).toEqual({
      validFilenames: ["admission.info"],
      errors: [],
    });
  });
  it("names each fault", () => {
    const check = (names: string[], segment: string | null = null, is_segmented_root = false) =>
      checkCnsFiles({ files: names, segment, is_segmented_root }).errors;
    expect(check(files.slice(1))).toEqual(["patient.info is missing."]);
    expect(check(files, null, true)).toEqual(["admission.info is missing."]);
    expect(check(["patient.info"])).toEqual(["There is no data file."]);
    expect(check([...files, "patient.info.json"])).toEqual([cnsIllegalInfoError]);
    expect(check(files, "Part_1")).toEqual(['The name of a segment directory must begin with "Segment_".']);
    expect(check([...files, "../../x,na,Numeric,Float,y,data"])).toHaveLength(1);
  });
  it("lets no path and no control character through", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 40 })), (names) => {
        const report = checkCnsFiles({ files: names, segment: null, is_segmented_root: false });
        for (const name of report.validFilenames) expect(name).not.toMatch(/[/\\\p{Cc}]/u);
      }),
    );
  });
});
