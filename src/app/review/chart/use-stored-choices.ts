import { useQuery } from "@tanstack/react-query";
import { getRuns } from "../../../protocol/pipelines.ts";
import { call, reasonOf } from "../../session/index.ts";
import type { ModalityChoice } from "./modality-choices.ts";
import { storedChoices } from "./stored-columns.ts";

export interface StoredChoices {
  /** None until they are known. */
  readonly choices: readonly ModalityChoice[];
  /** Why they are not known; null: they are, or will be. */
  readonly failure: string | null;
  tryAgain(): void;
}

/** What runs of the patient stored. */
export function useStoredChoices(patientKey: number): StoredChoices {
  const { data, error, refetch } = useQuery({
    queryKey: ["stored-columns", patientKey],
    queryFn: ({ signal }) => call(getRuns, { patient_key: patientKey }, signal),
    gcTime: 0,
  });
  return {
    choices: data === undefined ? [] : storedChoices(data.runs),
    failure: data === undefined && error !== null ? reasonOf(error) : null,
    tryAgain: () => void refetch(),
  };
}
