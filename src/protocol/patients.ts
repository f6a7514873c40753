/** The calls about patients (spec 000 sections 3 and 7, spec 001 section 7). Times are epoch milliseconds. */
import Type, { type Static } from "typebox";
import { RecordingState, RecordingSummary } from "./recordings.ts";
import { route } from "./route.ts";
import {
  EpochMsOrNull,
  IntegerOrNull,
  NumberOrNull,
  PatientAt,
  PatientIdentifier,
  RowKey,
  TextOrNull,
} from "./scalars.ts";
import { tableAnswer, tableQuery } from "./tables.ts";

export const PatientStatus = Type.Union([RecordingState, Type.Literal("empty")]);
export type PatientStatus = Static<typeof PatientStatus>;

export const Patient = Type.Object({
  patient_key: Type.Integer(),
  /** What the site calls the patient; the two names hold the same. */
  patient_id: Type.String(),
  patient_identifier: Type.String(),
  site_id: Type.Integer(),
  site_identifier: Type.String(),
  site_name: Type.String(),
  project_id: Type.Integer(),
  project_identifier: Type.String(),
  project_name: Type.String(),
  /** Bytes of all files. */
  data_file_size: Type.Number(),
  /** Recordings: loaded, being read, received and waiting to be read, and those that could not be read. */
  file_count: Type.Integer(),
  /** Files that can be reviewed, and files that could not be read. */
  files_loaded: Type.Integer(),
  files_failed: Type.Integer(),
  /** Loaded ones of which a part is not what was stored. */
  files_damaged: Type.Integer(),
  /** "importing" while a file is, else "ready" as soon as one file is; "empty" without files. */
  status: PatientStatus,
  annotation_count: Type.Integer(),
  /** Of the loaded files whose start is known; null without one. */
  start_time: EpochMsOrNull,
  end_time: EpochMsOrNull,
  /** Zone of the earliest of those files. */
  timezone: Type.String(),
  /** Length of the time that loaded files cover, each moment counted once; null without such a file. */
  total_monitoring_time: NumberOrNull,
  /** The same of loaded CNS recordings alone. */
  cns_duration: NumberOrNull,
  /** Rows of the medication files that count. */
  medication_count: Type.Integer(),
  /** Medication sheets that count, those that were received and are not read yet, and forms. */
  sheet_count: Type.Integer(),
  sheets_unread: Type.Integer(),
  form_count: Type.Integer(),
  /** Null as long as nobody has said. */
  admission_time: EpochMsOrNull,
  discharge_time: EpochMsOrNull,
  /** The most recent upload, and who made it: null for imports on the server and for accounts that are no more. */
  timestamp: EpochMsOrNull,
  first_name: TextOrNull,
  last_name: TextOrNull,
});
export type Patient = Static<typeof Patient>;

export const PatientFile = Type.Object({
  obj_id: Type.Integer(),
  obj_name: Type.String(),
  obj_type: RecordingSummary.properties.obj_type,
  preload_status: Type.Object({ status: RecordingState }),
  /** A part of it is not what was stored, and is not shown. */
  is_damaged: Type.Boolean(),
  /** 0..1 while importing, and the estimated milliseconds left (null until it can be told). */
  progress: Type.Number(),
  eta_ms: NumberOrNull,
  /** Plain sentence when the status is "failed". */
  error: TextOrNull,
});
export type PatientFile = Static<typeof PatientFile>;

/** One signal source of a patient, over all loaded files that hold it. */
export const PatientModality = Type.Object({
  modality: Type.String(),
  type: Type.Union([Type.Literal("eeg"), Type.Literal("waveform"), Type.Literal("numeric")]),
  file_count: Type.Integer(),
  /** The most that one file holds. */
  channel_count: Type.Integer(),
  /** Of the files whose start is known. */
  start_time: EpochMsOrNull,
  end_time: EpochMsOrNull,
  /** Length of the samples, gaps left out. */
  recorded_time: Type.Number(),
});
export type PatientModality = Static<typeof PatientModality>;

const placeMembers = { project_id: RowKey, site_id: RowKey };
/** When a file was recorded, and when its patient came and went; of a file of unknown start only the latter. */
export const FileTimes = Type.Object({
  timezone: Type.String(),
  admission_time: EpochMsOrNull,
  discharge_time: EpochMsOrNull,
  monitoring_start_time: EpochMsOrNull,
  monitoring_end_time: EpochMsOrNull,
});
export type FileTimes = Static<typeof FileTimes>;

/** Who may open a patient's page, and who sees the list. */
const seeing = ["access_data_visualize", "access_data_upload_patient_subpage"] as const;

export const getPatients = route("/v1/patients/get_patients", {
  needs: ["access_data_visualize"],
  summary: "Patients of the caller's projects and sites. Filters: id (of the patient) and name (of the site).",
  body: Type.Object({ ...tableQuery }),
  answer: tableAnswer(Patient),
});

export const getPatient = route("/v1/patients/get_patient", {
  needs: seeing,
  summary: "One patient.",
  body: Type.Object({ patient_primary_key: RowKey }),
  answer: Patient,
});

export const getProjectPatientsBySite = route("/v1/patients/get_project_patients_by_site", {
  needs: ["access_data_visualize", "upload_data"],
  summary: "Keys and identifiers of the patients of a project at a site.",
  body: Type.Object(placeMembers),
  answer: Type.Object({ data: Type.Array(Type.Object({ patient_key: Type.Integer(), patient_id: Type.String() })) }),
});

export const checkPatientIdentifier = route("/v1/patients/check_patient_identifier", {
  needs: ["upload_data"],
  summary: "Whether a project has a patient of this identifier at a site.",
  body: Type.Object({ ...placeMembers, patient_identifier: PatientIdentifier }),
  answer: Type.Object({ exist: Type.Boolean(), patient_key: IntegerOrNull }),
});

export const getPatientDataObjects = route("/v1/patients/get_patient_data_objects", {
  needs: [...seeing, "upload_data"],
  summary: "Names of the files of a patient, given by its key or by what the site calls it.",
  body: Type.Object({ ...placeMembers, patient_id: PatientAt }),
  answer: Type.Object({ names: Type.Array(Type.String()) }),
});

export const getPatientFileType = route("/v1/patients/get_patient_file_type", {
  needs: seeing,
  summary: "Files of patients, given by their keys, and how far each is.",
  body: Type.Object({ patient_id: Type.Array(RowKey, { minItems: 1, maxItems: 100 }) }),
  answer: Type.Object({ files: Type.Array(PatientFile) }),
});

export const getPatientFileTimes = route("/v1/patients/get_patient_file_start_end_timestamps", {
  needs: seeing,
  summary: "Times of the loaded files of patients, given by their keys: by the id of the file.",
  body: Type.Object({ patient_ids: Type.Array(RowKey, { minItems: 1, maxItems: 100 }) }),
  answer: Type.Record(Type.String(), FileTimes),
});

export const getModalitiesUnion = route("/v1/patients/get_modalities_union", {
  needs: seeing,
  summary:
    "Names of the signals of patients, given by their keys, and a file that holds each; no keys are all patients.",
  body: Type.Object({ patient_ids: Type.Array(RowKey, { maxItems: 100 }) }),
  answer: Type.Record(Type.String(), Type.Object({ type: Type.String(), file_name: Type.String() })),
});

export const getModalityTimeByPatient = route("/v1/patients/get_modality_time_by_patient", {
  needs: seeing,
  summary: "Signal sources of a patient, given by its key or by what the site calls it, and the time they cover.",
  body: Type.Object({ ...placeMembers, patient_id: PatientAt, ...tableQuery }),
  answer: tableAnswer(PatientModality),
});
