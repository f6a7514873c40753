/** Patients made by code, for tests that answer in the server's place. */
import type { Page } from "playwright/test";
import type { Patient, PatientFile } from "../../src/protocol/patients.ts";

export const madePatient = (over: Partial<Patient> = {}): Patient => ({
  patient_key: 7,
  patient_id: "0042",
  patient_identifier: "0042",
  site_id: 1,
  site_identifier: "NGMC",
  site_name: "North Gate",
  project_id: 1,
  project_identifier: "P",
  project_name: "SD-Watch",
  data_file_size: 1,
  file_count: 1,
  files_loaded: 1,
  files_failed: 0,
  files_damaged: 0,
  status: "ready",
  annotation_count: 0,
  start_time: 0,
  end_time: 60_000,
  timezone: "America/New_York",
  cns_duration: null,
  medication_count: 0,
  sheet_count: 0,
  sheets_unread: 0,
  form_count: 0,
  total_monitoring_time: 60_000,
  admission_time: null,
  discharge_time: null,
  timestamp: 60_000,
  first_name: null,
  last_name: null,
  ...over,
});

export const madeFile = (over: Partial<PatientFile> = {}): PatientFile => ({
  obj_id: 1,
  obj_name: "night.edf",
  obj_type: "EDF",
  preload_status: { status: "ready" },
  is_damaged: false,
  progress: 1,
  eta_ms: null,
  error: null,
  ...over,
});

/** Nobody records the patient that the test makes up. */
export async function answerNotAdmitted(page: Page): Promise<void> {
  const json = { is_admitted: false, is_recording: false, is_set: false, server_time: 0 };
  await page.route("**/v1/patients/get_admission_info*", (route) => route.fulfill({ json }));
}
