/** Whether a patient is being recorded (spec 001 sections 3, 4 "Admission" and 7). */
import Type, { type Static } from "typebox";
import { route } from "./route.ts";
import { EpochMs, RowKey } from "./scalars.ts";

export const AdmissionInfo = Type.Object({
  /** Either of both. */
  is_admitted: Type.Boolean(),
  /** A recording of the patient grows. */
  is_recording: Type.Boolean(),
  /** People have said so. */
  is_set: Type.Boolean(),
  /** The server's clock as it answers. */
  server_time: EpochMs,
});
export type AdmissionInfo = Static<typeof AdmissionInfo>;

export const getAdmissionInfo = route("/v1/patients/get_admission_info", {
  needs: ["access_data_visualize", "access_data_upload_patient_subpage"],
  summary: "Whether a patient, given by its key, is being recorded now.",
  body: Type.Object({ patient_id: RowKey }),
  answer: AdmissionInfo,
});

export const setAdmission = route("/v1/patients/set_admission", {
  needs: ["upload_data"],
  summary: "Says whether a patient, given by its key, is being recorded where no recording grows.",
  body: Type.Object({ patient_id: RowKey, is_admitted: Type.Boolean() }),
  answer: Type.Object({}),
});
