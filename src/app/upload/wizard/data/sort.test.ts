import { expect, it } from "vitest";
import { type UploadKind, uploadKinds } from "../../../../protocol/uploads.ts";
import { sortEntries } from "./sort.ts";

const all = new Set<UploadKind>(uploadKinds);
const entry = (path: string) => ({ path, file: new File(["x"], path.slice(path.lastIndexOf("/") + 1)) });
const sorted = (paths: readonly string[], current: UploadKind, enabled: ReadonlySet<UploadKind> = all) => {
  const { picks, leftOut } = sortEntries(paths.map(entry), current, enabled);
  return { picks: picks.map(({ kind, name }) => `${kind} ${name}`).sort(), leftOut };
};

const mixed = [
  "Study/Patient_1/patient.info",
  "Study/Patient_1/ABP,na,Numeric,Float,IntelliVue,data",
  "Study/Doe_John/x.eeg",
  "Study/Doe_John/x.ent",
  "Study/Doe_John/x.erd",
  "Study/Doe_John/x.stc",
  "Study/night.EDF",
  "Study/day.bdf",
  "Study/meds.xlsx",
  "Study/read me.txt",
  "Study/.DS_Store",
];

it("sorts a folder that holds several directories and files by their kind", () => {
  expect(sorted(mixed, "cns")).toEqual({
    picks: ["cns Patient_1", "edf day.bdf", "edf night.EDF", "medications meds.xlsx", "natus Doe_John"],
    leftOut: 1,
  });
});

it("leaves out what is switched off", () => {
  expect(sorted(mixed, "edf", new Set(["edf"]))).toEqual({ picks: ["edf day.bdf", "edf night.EDF"], leftOut: 8 });
});

it("takes a directory that tells nothing for the kind being chosen, to be refused in place", () => {
  expect(sorted(["Holidays/a.jpg"], "cns")).toEqual({ picks: ["cns Holidays"], leftOut: 0 });
  expect(sorted(["Holidays/a.jpg"], "natus")).toEqual({ picks: ["natus Holidays"], leftOut: 0 });
  expect(sorted(["Holidays/a.jpg"], "edf")).toEqual({ picks: [], leftOut: 1 });
});

it("does not refuse a folder whose files are of other kinds", () => {
  expect(sorted(["Nights/a.edf", "Nights/b.edf"], "cns")).toEqual({ picks: ["edf a.edf", "edf b.edf"], leftOut: 0 });
});

it("takes a file that was chosen itself for the kind being chosen, whatever its name", () => {
  expect(sorted(["notes.txt"], "medications")).toEqual({ picks: ["medications notes.txt"], leftOut: 0 });
  expect(sorted(["notes.txt", "a.csv"], "edf")).toEqual({ picks: ["edf notes.txt", "medications a.csv"], leftOut: 0 });
  expect(sorted(["notes.txt"], "cns")).toEqual({ picks: [], leftOut: 1 });
});
