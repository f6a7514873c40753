import { expect, it } from "vitest";
import { maskedNote, waitingNote } from "./notes.ts";

const refused = (message: string) => ({ startSample: 0, endSample: 10, message });

it("says what was refused, each sentence once, also while it is tried again", () => {
  const failed = [refused("No such channel."), refused("No such channel."), refused("The page is too large.")];
  for (const kind of ["failed", "loading"] as const)
    expect(waitingNote({ kind, label: "Loading", failed })).toEqual({
      said: "No such channel. The page is too large.",
      hasFailed: true,
    });
});

it("says what is waited for", () => {
  expect(waitingNote({ kind: "building", label: "Building 42 %", failed: [] }).said).toBe("Building 42 %");
  expect(waitingNote({ kind: "disconnected", label: "Not connected", failed: [] }).said).toBe("Not connected");
  expect(waitingNote({ kind: "exact", label: "Exact", failed: [] })).toEqual({ said: "Loading", hasFailed: false });
});

it("tells samples that artifacts mask from samples that are not there", () => {
  expect(maskedNote({ expected: 10, masked: 10, present: 0 })).toBe("Artifacts mask all samples in view.");
  expect(maskedNote({ expected: 10, masked: 4, present: 0 })).toBe("All samples in view are masked or missing.");
  expect(maskedNote({ expected: 10, masked: 0, present: 0 })).toBeNull();
  expect(maskedNote({ expected: 10, masked: 9, present: 1 })).toBeNull();
  expect(maskedNote({ expected: 0, masked: 0, present: 0 })).toBeNull();
});
