/** Whether the patient of a review is being recorded, and how far the server's clock is ahead of this computer's. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { getAdmissionInfo } from "../../../protocol/admission.ts";
import { call } from "../../session/index.ts";

/** Admission is asked for anew so often while a review is open. */
const askMs = 15_000;

export interface Admission {
  readonly isAdmitted: boolean;
  /** ms; right up to half of what the answer took. */
  readonly clockAheadMs: number;
}

/** First part of the key. */
export const admissionKey = ["admission"];

const admissionQuery = (patientKey: number) =>
  queryOptions({
    queryKey: [...admissionKey, patientKey],
    queryFn: async ({ signal }): Promise<Admission> => {
      const asked = Date.now();
      const { is_admitted, server_time } = await call(getAdmissionInfo, { patient_id: patientKey }, signal);
      return { isAdmitted: is_admitted, clockAheadMs: server_time - (asked + Date.now()) / 2 };
    },
    refetchInterval: askMs,
    enabled: patientKey > 0,
  });

/** Null while it is not known. A recording that is nobody's is of nobody who is admitted. */
export function useAdmission(patientKey: number): Admission | null {
  const { data } = useQuery(admissionQuery(patientKey));
  return patientKey > 0 ? (data ?? null) : nobody;
}

const nobody: Admission = { isAdmitted: false, clockAheadMs: 0 };
