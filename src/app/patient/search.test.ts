import { expect, it } from "vitest";
import { dataSearch, formsSearch, patientKeyOf, patientUploadsSearch } from "./search.ts";

it("keeps the patient of the address as it is written, and what the table can use", () => {
  expect(dataSearch({ patient_id: 7, junk: 1 })).toEqual({ patient_id: 7 });
  expect(dataSearch({ patient_id: "007", page: 2, sort: "up" })).toEqual({ patient_id: "007", page: 2 });
  expect(dataSearch({ patient_id: "" })).toEqual({ patient_id: "" });
  expect(dataSearch({ patient_id: { a: 1 }, field: "modality", sort: "desc" })).toEqual({
    field: "modality",
    sort: "desc",
  });
  expect(patientUploadsSearch({ patient_id: 7, field: "modality", sort: "desc", search: "x" })).toEqual({
    patient_id: 7,
    search: "x",
  });
  expect(formsSearch({ patient_id: 7, page: 2 })).toEqual({ patient_id: 7 });
});

it("knows what can be a key", () => {
  expect([1, "7", "007", 2_147_483_647].map(patientKeyOf)).toEqual([1, 7, 7, 2_147_483_647]);
  expect([0, -1, 1.5, "abc", "1e3", 2_147_483_648, "99999999999"].map(patientKeyOf)).toEqual(Array(7).fill(null));
});
