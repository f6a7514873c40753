import { expect, it } from "vitest";
import type { PatientIdType } from "../../protocol/uploads.ts";
import { firstFailure } from "../people/rules.ts";
import { filterPatientId, patientIdRules } from "./patient-id.ts";

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
])("keeps of what is typed only what %s allows", (type, kept) => {
  expect(filterPatientId("a b\u00e9A-B1\u00002\u{1f600}", settings(20, type))).toBe(
    Array.from("abAB12")
      .filter((one) => kept.includes(one))
      .join(""),
  );
  expect(failure(kept, kept.length, type)).toBeUndefined();
});

it("keeps no more than the length", () => {
  expect(filterPatientId("123456", settings(4))).toBe("1234");
});
