import { expect, it } from "vitest";
import { isStorableName, isStorablePath } from "./upload-paths.ts";

it("takes names as monitors and people make them", () => {
  for (const name of [
    "a",
    "ABP,na,SampleSeries,Integer,IntelliVue,data",
    ".hidden",
    "Zo\u00eb 1.edf",
    "\u5fc3\u96fb.csv",
    "-",
  ])
    expect(isStorableName(name), name).toBe(true);
  expect(isStorablePath("Patient_x/Segment_001/patient.info")).toBe(true);
});

it.each([
  "",
  ".",
  "..",
  "...",
  "a.",
  " a",
  "a ",
  "a/b",
  "a\\b",
  "a\u0000",
  "a\nb",
  "a\u202egpj.exe",
  "a\u2066b",
  "\ufeffa",
  "a\u200b.edf",
  "\u2060.edf",
  "a\u00adb",
  "\u3164",
  "\ud800",
  "Zoe\u0308",
  "x".repeat(256),
])("refuses %j", (name) => {
  expect(isStorableName(name)).toBe(false);
  expect(isStorablePath(`${name}/x`)).toBe(name === "a/b");
});

it("bounds paths", () => {
  expect(isStorablePath(Array(5).fill("x".repeat(200)).join("/"))).toBe(true);
  expect(isStorablePath(Array(6).fill("x".repeat(200)).join("/"))).toBe(false);
  expect(isStorablePath(Array(16).fill("x").join("/"))).toBe(true);
  expect(isStorablePath(Array(17).fill("x").join("/"))).toBe(false);
  expect(isStorablePath("a//b")).toBe(false);
  expect(isStorablePath("/a")).toBe(false);
});
