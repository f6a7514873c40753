import { expect, it } from "vitest";
import { ArchiveNames } from "./archive-names.ts";
import { resultsFolder, shownNames } from "./visible-items.ts";

it("gives archive entries names that stay in their folder on any system", () => {
  const names = new ArchiveNames();
  const of = (path: string) => names.nameOf(path);
  expect(of("Patient_1/Segment_001/ABP,na,Numeric,Float,IntelliVue,data")).toBe(
    "Patient_1/Segment_001/ABP,na,Numeric,Float,IntelliVue,data",
  );
  expect(of("../../etc/passwd")).toBe("__/__/etc/passwd");
  expect(of("/absolute")).toBe("_/absolute");
  expect(of("a\\..\\b")).toBe("a_.._b");
  expect(of("C:/x")).toBe("C_/x");
  expect(of("a/./b ")).toBe("a/_/b_");
  expect(of("con.txt")).toBe("_con.txt");
  expect(of("\u202egpj.exe\n")).toBe("_gpj.exe_");
  expect(of("x.txt")).toBe("x.txt");
  expect(of("X.txt")).toBe("X (2).txt");
  expect(of("x.txt")).toBe("x (3).txt");
});

it("gives fifty thousand equal names their numbers at once", () => {
  const names = new ArchiveNames();
  const given = Array.from({ length: 50_000 }, (_, k) => names.nameOf(k % 2 ? "A/x:y.txt" : "a/X?Y.txt"));
  expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(50_000);
  expect(given[49_999]).toBe("A/x_y (50000).txt");
});

it("shows two uploads of one name under two names", () => {
  const item = (id: number, name: string, state: string, upload_id = id) => ({ id, upload_id, name, state });
  expect(shownNames([item(1, "a.edf", "done"), item(2, "b", "done")])).toEqual(["a.edf", "b"]);
  expect(shownNames([item(1, "a.edf", "done"), item(2, "a.edf", "failed")])).toEqual(["a.edf", "a (upload 2).edf"]);
  expect(shownNames([item(1, "P", "failed"), item(2, "P", "failed", 9), item(3, "P", "failed", 9)])).toEqual([
    "P (upload 1)",
    "P (upload 9)",
    "P",
  ]);
  expect(shownNames([item(1, "P", "failed"), item(2, "P", "done"), item(3, "P (upload 1)", "done")])).toEqual([
    "P (upload 1, 2)",
    "P",
    "P (upload 1)",
  ]);
});

it("lists results of analyses under a name that nothing uploaded has", () => {
  const of = (...names: string[]) => resultsFolder(names.map((shown) => ({ shown })));
  expect(of("a.edf")).toBe("Analyses");
  expect(of("Analyses")).toBe("Analyses (results)");
  expect(of("Analyses", "Analyses (results)")).toBe("Analyses (results 2)");
});
