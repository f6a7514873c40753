import { expect, it } from "vitest";
import {
  type DurationKindName,
  type DurationUnit,
  durationIn,
  durationProblem,
  entryOf,
} from "./calculation-durations.ts";

const problem = (kind: DurationKindName, typed: string, unit: DurationUnit = "s") =>
  durationProblem({ typed, unit }, kind);

it("durations are greater than 0 and at least a second (spec 5)", () => {
  for (const kind of ["prxWindow", "prxPeriod", "rollingAverage"] as const) {
    expect(problem(kind, "0")).toBe("The duration must be greater than 0.");
    expect(problem(kind, "-3", "min")).toBe("The duration must be greater than 0.");
    expect(problem(kind, "")).toBe("Enter a number.");
    expect(problem(kind, "1e")).toBe("Enter a number.");
    expect(problem(kind, "1")).toBeUndefined();
  }
  expect(problem("prxWindow", "0.5")).toBe("The duration cannot be less than 1 second");
  expect(problem("prxPeriod", "0.5")).toBe("The duration cannot be less than 1 second");
  expect(problem("rollingAverage", "0.5")).toBe("The duration cannot be less than 1 second.");
});

it("PRx is computed of whole seconds", () => {
  for (const kind of ["prxWindow", "prxPeriod"] as const) {
    expect(problem(kind, "1.001")).toBe("The duration must be whole seconds.");
    expect(problem(kind, "0.55", "min")).toBeUndefined();
  }
  expect(problem("rollingAverage", "1.5")).toBeUndefined();
});

it("no calculation looks back more than a day", () => {
  expect(problem("rollingAverage", "24", "h")).toBeUndefined();
  expect(problem("rollingAverage", "24.1", "h")).toBe("The duration must be less than 1 day.");
  expect(problem("prxWindow", "25", "h")).toBe("The duration must be less than 1 day.");
  expect(problem("prxPeriod", "1441", "min")).toBe("The duration must be less than 1 day.");
});

it("is entered in the largest unit that says it without a fraction", () => {
  expect(entryOf(300_000, "prxWindow")).toEqual({ typed: "5", unit: "min" });
  expect(entryOf(7_200_000, "prxWindow")).toEqual({ typed: "2", unit: "h" });
  // The period of PRx has no hours.
  expect(entryOf(7_200_000, "prxPeriod")).toEqual({ typed: "120", unit: "min" });
  expect(entryOf(90_000, "rollingAverage")).toEqual({ typed: "90", unit: "s" });
  expect(entryOf(1500, "rollingAverage")).toEqual({ typed: "1.5", unit: "s" });
  expect(durationIn({ typed: " 1.5 ", unit: "min" })).toBe(90_000);
});

it("composites are of inputs of up to 10 s and made every minute", () => {
  expect(problem("compositeWindow", "1")).toBeUndefined();
  expect(problem("compositeWindow", "0")).toBe("The duration must be greater than 0.");
  expect(problem("compositeWindow", "0.5")).toBe("The duration cannot be less than 1 second.");
  expect(problem("compositeWindow", "11")).toBe("The duration cannot be more than 10 seconds.");
  expect(problem("compositePeriod", "1", "min")).toBeUndefined();
  expect(problem("compositePeriod", "61")).toBe("The duration cannot be more than 1 minute.");
});
