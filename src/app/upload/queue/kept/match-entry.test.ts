import { expect, it } from "vitest";
import { source, sourceFile } from "../../../../../tests/support/upload-queue-world.ts";
import { type KeptEntry, matchEntry } from "./match-entry.ts";

const file = (path: string, size: number, modifiedAt = 5) => sourceFile(path, new Uint8Array(size), { modifiedAt });
const kept: Pick<KeptEntry, "sources"> = {
  sources: [
    { kind: "edf", name: "a.edf", files: [{ path: "a.edf", size: 9, modifiedAt: 5 }] },
    {
      kind: "cns",
      name: "Patient_1",
      files: [
        { path: "Patient_1/x", size: 3, modifiedAt: 5 },
        { path: "Patient_1/y", size: 4, modifiedAt: 6 },
      ],
    },
  ],
};
const edf = source("a.edf", [file("a.edf", 9)]);
const cns = (...files: ReturnType<typeof file>[]) => source("Patient_1", files, { kind: "cns" });

it("finds what was chosen again, in the order it was, and nothing else", () => {
  const directory = cns(file("Patient_1/x", 3), file("Patient_1/y", 4, 6));
  expect(matchEntry(kept, [source("b.edf", []), directory, edf])).toEqual({
    sources: [edf, directory],
    absent: [],
    changed: [],
  });
});

it("names what is not there or misses files, also one of another kind", () => {
  const other = source("a.edf", [file("a.edf", 9)], { kind: "medications" });
  expect(matchEntry(kept, [other, cns(file("Patient_1/x", 3))]).absent).toEqual(["a.edf", "Patient_1"]);
});

it("names files of another size, saved again, or new in their directory", () => {
  const directory = cns(file("Patient_1/x", 3, 7), file("Patient_1/y", 4, 6), file("Patient_1/z", 1));
  const { changed, absent } = matchEntry(kept, [source("a.edf", [file("a.edf", 8)]), directory]);
  expect(changed).toEqual(["a.edf", "Patient_1/x", "Patient_1/z"]);
  expect(absent).toEqual([]);
});
