import { expect, it } from "vitest";
import type { DayHours } from "../../domain/time/clock.ts";
import type { Patient } from "../../protocol/patients.ts";
import { filesLoadedText, patientColumns, patientFacts, uploaderName } from "./columns.ts";

const nothing: Patient = {
  patient_key: 7,
  patient_id: "1042",
  patient_identifier: "1042",
  site_id: 1,
  site_identifier: "NGMC",
  site_name: "Northgate Medical Center",
  project_id: 1,
  project_identifier: "P-1",
  project_name: "SD-Watch",
  data_file_size: 0,
  file_count: 0,
  files_loaded: 0,
  files_failed: 0,
  files_damaged: 0,
  status: "empty",
  annotation_count: 0,
  start_time: null,
  end_time: null,
  timezone: "America/New_York",
  total_monitoring_time: null,
  cns_duration: null,
  medication_count: 0,
  sheet_count: 0,
  sheets_unread: 0,
  form_count: 0,
  admission_time: null,
  discharge_time: null,
  timestamp: null,
  first_name: null,
  last_name: null,
};
const row = (over: Partial<Patient>, hours: DayHours = 12) =>
  patientColumns(hours).map(({ text }) => text({ ...nothing, ...over }));

it("has the columns of the specification in their order, searched by id and name (spec 000 section 2)", () => {
  expect(patientFacts.map(({ title }) => title)).toEqual([
    ...["Patient", "Site", "Project", "File size", "Files loaded", "No. annotations", "Start time", "End time"],
    ...["Total monitoring time", "Most recent upload", "Uploaded by"],
  ]);
  expect(patientFacts.filter(({ isFilter }) => isFilter).map(({ id }) => id)).toEqual(["id", "name"]);
});

it("writes every time in the viewer's zone, whatever the recordings'", () => {
  const ms = Date.parse("2026-06-03T18:14:05Z");
  expect(
    row({
      data_file_size: 88_132_000_000,
      file_count: 2,
      files_loaded: 1,
      annotation_count: 1216,
      start_time: ms,
      end_time: ms + 3_600_000,
      total_monitoring_time: 3_600_000,
      timestamp: ms,
      first_name: "Maria",
      last_name: "Okafor",
    }),
  ).toEqual([
    ...["1042", "Northgate Medical Center", "SD-Watch", "82.08 GB", "1 of 2", "1,216"],
    ...["06/04/2026 06:14 AM", "06/04/2026 07:14 AM", "1h 0m", "06/04/2026 06:14 AM", "Maria Okafor"],
  ]);
});

it("writes the 24-hour clock for who chose it", () => {
  const ms = Date.parse("2026-06-03T10:14:05Z");
  const shown = row({ start_time: ms, end_time: null, timestamp: ms }, 24);
  expect([shown[6], shown[7], shown[9]]).toEqual(["06/03/2026 22:14", "unknown", "06/03/2026 22:14"]);
});

it("says what is unknown", () => {
  expect(row({}).slice(3)).toEqual([
    ...["0 B", "No files", "0", "unknown", "unknown", "unknown", "unknown", "unknown"],
  ]);
  expect(uploaderName({ first_name: "", last_name: "Okafor" })).toBe("Okafor");
});

it("says of files that are not loaded why", () => {
  const patient = { ...nothing, file_count: 3, files_loaded: 1 };
  expect(filesLoadedText({ ...patient, status: "importing" })).toBe("1 of 3, Importing");
  expect(filesLoadedText({ ...patient, files_failed: 2, status: "ready" })).toBe("1 of 3, 2 failed");
  expect(filesLoadedText({ ...patient, files_damaged: 1, status: "ready" })).toBe("1 of 3, 1 damaged");
});

it("says what a patient without recordings has, never '0 of 0'", () => {
  expect(filesLoadedText({ ...nothing, sheet_count: 1, medication_count: 40 })).toBe("1 medication sheet");
  expect(filesLoadedText({ ...nothing, form_count: 2 })).toBe("2 forms");
  expect(filesLoadedText({ ...nothing, sheet_count: 2, sheets_unread: 1, form_count: 1 })).toBe(
    "2 medication sheets, 1 medication sheet being read, 1 form",
  );
  expect(filesLoadedText({ ...nothing, sheet_count: 1, file_count: 20, files_loaded: 2, status: "importing" })).toBe(
    "2 of 20, Importing",
  );
});
