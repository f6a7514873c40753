import { describe, expect, it } from "vitest";
import { barSteps, firstStep, nextStep, previousStep, type SkippingSettings, stepsOf } from "./steps.ts";

const place = (id: number) => ({ id, identifier: `P${id}`, name: `Place ${id}` });
const settings = (hasTerms: boolean, sites: number, projects: number): SkippingSettings => ({
  has_phi_warning: hasTerms,
  sites: Array.from({ length: sites }, (_, k) => place(k)),
  projects: Array.from({ length: projects }, (_, k) => place(k)),
});

describe("steps of the wizard (spec 000 section 4, Wizard)", () => {
  it("come in the order of the specification", () => {
    expect(stepsOf(settings(true, 2, 2))).toEqual(["terms", "place", "patient", "data", "summary"]);
    expect(barSteps(settings(true, 2, 2))).toEqual(["place", "patient", "data", "summary"]);
  });

  it("leave the terms out when the warning is off, and the place when there is only one", () => {
    expect(stepsOf(settings(false, 1, 1))).toEqual(["patient", "data", "summary"]);
    expect(stepsOf(settings(true, 1, 1))).toEqual(["terms", "patient", "data", "summary"]);
    expect(stepsOf(settings(false, 1, 2))[0]).toBe("place");
    expect(stepsOf(settings(false, 2, 1))[0]).toBe("place");
    // Nobody can be asked for a place that is not there: the step says so.
    expect(stepsOf(settings(false, 0, 1))[0]).toBe("place");
  });

  it("go on and back, never back onto a skipped one", () => {
    const single = settings(true, 1, 1);
    expect(nextStep(single, "terms", false)).toBe("patient");
    expect(previousStep(single, "patient")).toBe("terms");
    expect(previousStep(single, "terms")).toBeNull();
    expect(nextStep(single, "summary", false)).toBeNull();
    expect(previousStep(settings(false, 1, 1), "patient")).toBeNull();
  });

  it("need no place and patient when the wizard was opened for one", () => {
    const many = settings(true, 2, 2);
    expect(firstStep(many, true)).toBe("terms");
    expect(nextStep(many, "terms", true)).toBe("data");
    expect(firstStep(settings(false, 2, 2), true)).toBe("data");
    expect(previousStep(many, "data")).toBe("patient");
  });
});
