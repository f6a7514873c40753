import { expect, it } from "vitest";
import { uploadKinds } from "../../protocol/uploads.ts";
import { fileExtensions, fileKindOf, isDirectoryKind, isFileKind } from "./upload-kinds.ts";

it("has each kind either a directory or a file", () => {
  for (const kind of uploadKinds) expect(isDirectoryKind(kind), kind).toBe(!isFileKind(kind));
  expect(uploadKinds.filter(isDirectoryKind)).toEqual(["cns", "natus"]);
});

it("knows files by the end of their names, whatever the case", () => {
  for (const [name, kind] of [
    ["night.edf", "edf"],
    ["night.old.BDF", "edf"],
    ["drugs.Csv", "medications"],
    ["drugs.xls", "medications"],
    ["edf", null],
    ["night.edf.zip", null],
    ["", null],
  ] as const)
    expect(fileKindOf(name), name).toBe(kind);
});

it("gives no extension to two kinds", () => {
  const all = Object.values(fileExtensions).flat();
  expect(new Set(all).size).toBe(all.length);
});
