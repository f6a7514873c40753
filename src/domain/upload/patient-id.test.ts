import { expect, it } from "vitest";
import type { PatientIdType } from "../../protocol/uploads.ts";
import { firstFailure } from "../people/rules.ts";
import { patientIdAfter, patientIdRules } from "./patient-id.ts";

const settings = (patient_id_length: number, patient_id_type: PatientIdType = "NUMERIC") => ({
  patient_id_length,
  patient_id_type,
});
const failure = (id: string, length = 4, type: PatientIdType = "NUMERIC") =>
  firstFailure(patientIdRules(settings(length, type)), id);

it("asks for an id, for its length, then for its characters (spec 000 section 5)", () => {
  expect(failure("")).toBe("This field is required.");
  expect(failure("123")).toBe("Patient ID must be 4 characters.");
  expect(failure("12345")).toBe("Patient ID must be 4 characters.");
  expect(failure("", 1)).toBe("This field is required.");
  expect(failure("12", 1)).toBe("Patient ID must be 1 character.");
  expect(failure("12a4")).toBe("Patient ID may hold digits only.");
  expect(failure("\u0661\u0662\u0663\u0664")).toBe("Patient ID may hold digits only.");
  expect(failure("1234")).toBeUndefined();
});

it.each<[PatientIdType, string]>([
  ["NUMERIC", "12"],
  ["ALPHA", "abAB"],
  ["ALPHANUMERIC", "abAB12"],
  ["ALPHA_LOWER", "ab"],
  ["ALPHA_UPPER", "AB"],
  ["ALPHANUMERIC_UPPER", "AB12"],
  ["ALPHANUMERIC_LOWER", "ab12"],
])("takes of keys only what %s allows", (type, kept) => {
  const typed = Array.from("a b\u00e9A-B1\u00002\u{1f600}").reduce(
    (id, key) => patientIdAfter(id, id + key, settings(20, type)),
    "",
  );
  expect(typed).toBe(
    Array.from("abAB12")
      .filter((one) => kept.includes(one))
      .join(""),
  );
  expect(failure(kept, kept.length, type)).toBeUndefined();
});

it("keeps all that is typed or pasted, so that no part of an id is taken for another", () => {
  const after = (before: string, typed: string) => patientIdAfter(before, typed, settings(4));
  expect(after("1234", "12345")).toBe("12345");
  expect(after("", "NEWCOMER-1")).toBe("NEWCOMER-1");
  expect(after("1", " 0042\t")).toBe("0042");
  expect(failure("NEWCOMER-1")).toBe("Patient ID must be 4 characters.");
  expect(failure("AB12")).toBe("Patient ID may hold digits only.");
});

it("takes keys anywhere: in the middle, over what is selected, backspace", () => {
  const after = (before: string, typed: string) => patientIdAfter(before, typed, settings(4));
  expect([after("124", "1234"), after("124", "12x4")]).toEqual(["1234", "124"]);
  expect([after("1234", "5"), after("1234", "x")]).toEqual(["5", "1234"]);
  expect([after("AB12", "AB1"), after("AB1", "AB15"), after("11", "111")]).toEqual(["AB1", "AB15", "111"]);
  expect(after("1234", "")).toBe("");
});
