import { clockOf, dateAndMinute } from "../../domain/time/clock.ts";
import { dayMs, durationInDays } from "../../domain/time/durations.ts";
import type { Patient } from "../../protocol/patients.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { useHours } from "../documents/index.ts";
import { AdmissionState } from "./AdmissionState.tsx";
import { GatewaysButton } from "./gateways/GatewaysButton.tsx";
import css from "./Patient.module.css";

const { data: words, unknown } = patientText;

/** The six times of a patient; each reads 'unknown' when absent. Forms know the days of a stay without a time of day. */
export function PatientTimes({ patient }: { patient: Patient }) {
  const { admission_time, discharge_time, start_time, end_time, total_monitoring_time, timezone } = patient;
  // Rounded: a day with a change of clocks has 23 or 25 hours.
  const stay =
    admission_time === null || discharge_time === null
      ? null
      : words.days(Math.round((discharge_time - admission_time) / dayMs));
  const length = (ms: number | null) => (ms === null ? null : durationInDays(ms));
  const hours = useHours();
  const moment = (ms: number | null) => (ms === null ? null : dateAndMinute(ms, timezone, hours));
  const day = (ms: number | null) =>
    ms === null ? null : clockOf({ start_ms: 0, is_start_known: true, timezone }).date(ms);
  const times = [
    [words.stay, stay],
    [words.monitoring, length(total_monitoring_time)],
    [words.admission, day(admission_time)],
    [words.monitoringStart, moment(start_time)],
    [words.discharge, day(discharge_time)],
    [words.monitoringEnd, moment(end_time)],
  ] as const;
  return (
    <section className={css.card} aria-labelledby="patient-times">
      <div className={css.cardHead}>
        <h2 id="patient-times">{words.times}</h2>
        <span className={css.hint}>{words.zone(timezone)}</span>
        <AdmissionState patientKey={patient.patient_key} />
        <GatewaysButton patientKey={patient.patient_key} />
      </div>
      <dl className={css.times}>
        {times.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-unknown={value === null || undefined}>{value ?? unknown}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
