import { useQuery } from "@tanstack/react-query";
import { getRuns } from "../../../protocol/pipelines.ts";
import { call } from "../../session/index.ts";
import type { ModalityChoice } from "./modality-choices.ts";
import { storedChoices } from "./stored-columns.ts";

/** What runs of the patient stored; none until they are known. */
export function useStoredChoices(patientKey: number): readonly ModalityChoice[] {
  const { data } = useQuery({
    queryKey: ["stored-columns", patientKey],
    queryFn: ({ signal }) => call(getRuns, { patient_key: patientKey }, signal),
    gcTime: 0,
  });
  return data === undefined ? [] : storedChoices(data.runs);
}
