/** Patients made by code, for tests that answer in the server's place. */
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
  status: "ready",
  annotation_count: 0,
  start_time: 0,
  end_time: 60_000,
  timezone: "America/New_York",
  cns_duration: null,
  medication_count: 0,
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
  progress: 1,
  eta_ms: null,
  error: null,
  ...over,
});
