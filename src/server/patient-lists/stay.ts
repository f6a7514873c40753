/** Admission and discharge, as the newest form of a patient says them, in which a correction stands for what it corrects. */
import { toZoned } from "@internationalized/date";
import { type SQL, sql } from "drizzle-orm";
import { parseDay } from "../../domain/people/forms.ts";
import type { Patient } from "../../protocol/patients.ts";
import { isCurrentForm } from "../forms/index.ts";

const answer = (identifier: string): SQL => sql`(
  select a.value ->> 'value' from jsonb_array_elements(form.document -> 'answers') a
  where a.value ->> 'identifier' = ${identifier} limit 1)`;

/** To be joined to `patient p` as `stay`: days as "YYYY-MM-DD", null where the form or the answer is missing. */
export const stayOfPatient: SQL = sql`(
  select ${answer("admissionDate")} as admission_day, ${answer("dischargeDate")} as discharge_day
  from patient_form form where form.patient_key = p.id and ${isCurrentForm}
  order by coalesce(form.stands_at, form.filled_at) desc, form.id desc limit 1)`;

export interface StayDays {
  admission_day: string | null;
  discharge_day: string | null;
}

/**
 * A form knows days without a time of day. On the wire these are moments: the first of that day in the zone (midnight, or the
 * end of the gap where a change of clocks skips it). The screen writes them as days again.
 */
export function stayMoments(
  { admission_day, discharge_day }: StayDays,
  timezone: string,
): Pick<Patient, "admission_time" | "discharge_time"> {
  const moment = (written: string | null) => {
    const day = written === null ? null : parseDay(written);
    return day === null ? null : toZoned(day, timezone).toDate().getTime();
  };
  return { admission_time: moment(admission_day), discharge_time: moment(discharge_day) };
}

/** A patient's row with its stay, in the patient's zone. */
export function withStay<Row extends Omit<Patient, "admission_time" | "discharge_time"> & StayDays>(row: Row): Patient {
  const { admission_day, discharge_day, ...patient } = row;
  return { ...patient, ...stayMoments({ admission_day, discharge_day }, patient.timezone) };
}
