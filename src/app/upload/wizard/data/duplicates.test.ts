import { expect, it } from "vitest";
import { duplicateWarnings } from "./duplicates.ts";

const known = { existing: new Set(["Patient_1", "a.edf"]), queued: new Set(["Patient_1", "b.edf"]) };

it("warns of what is there already and of what is in the queue (spec 000 section 5, Duplicates)", () => {
  const [uploaded, queued] = duplicateWarnings("cns", "Patient_1", known);
  expect(uploaded).toMatch(/^This directory has already been uploaded\..*already uploaded to the patient\.$/);
  expect(queued).toBe("This directory is already in the current queue.");
  expect(duplicateWarnings("edf", "a.edf", known)).toEqual([
    "This file is already uploaded to the patient. Uploading it again overrides it.",
  ]);
  expect(duplicateWarnings("edf", "b.edf", known)).toEqual(["This file is already in the current queue."]);
  expect(duplicateWarnings("edf", "c.edf", known)).toEqual([]);
});
