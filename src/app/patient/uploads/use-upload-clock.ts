import { useMemo } from "react";
import { useHours } from "../../documents/index.ts";
import { useShownPatient } from "../shown-patient.ts";
import type { UploadClock } from "./columns.ts";

/** How times are written on the page of the patient that is shown. */
export function useUploadClock(): UploadClock {
  const { timezone } = useShownPatient();
  const hours = useHours();
  return useMemo(() => ({ timezone, hours }), [timezone, hours]);
}
