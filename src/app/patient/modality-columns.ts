import { type DayHours, dateAndMinute } from "../../domain/time/clock.ts";
import { durationInDays } from "../../domain/time/durations.ts";
import type { PatientModality } from "../../protocol/patients.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import type { Column, ColumnFacts } from "../../ui/table/columns.ts";
import { tableSearch } from "../../ui/table/table-state.ts";

const { data, unknown } = patientText;
const { columns } = data;

const facts = {
  modality: { id: "modality", title: columns.modality, isFilter: true },
  type: { id: "type", title: columns.type },
  file_count: { id: "file_count", title: columns.file_count },
  channel_count: { id: "channel_count", title: columns.channel_count },
  start_time: { id: "start_time", title: columns.start_time },
  end_time: { id: "end_time", title: columns.end_time },
  recorded_time: { id: "recorded_time", title: columns.recorded_time },
} as const satisfies Record<string, ColumnFacts>;

export const modalitiesSearch = tableSearch(Object.values(facts));

/** Columns of the table of modalities; times are in the patient's zone. */
export function modalityColumns(timezone: string, hours: DayHours): readonly Column<PatientModality>[] {
  const moment = (ms: number | null) => (ms === null ? unknown : dateAndMinute(ms, timezone, hours));
  return [
    { ...facts.modality, text: ({ modality }) => modality, isHeader: true },
    { ...facts.type, text: ({ type }) => data.types[type] },
    { ...facts.file_count, text: ({ file_count }) => String(file_count), isNumber: true },
    { ...facts.channel_count, text: ({ channel_count }) => String(channel_count), isNumber: true },
    { ...facts.start_time, text: ({ start_time }) => moment(start_time), isTime: true },
    { ...facts.end_time, text: ({ end_time }) => moment(end_time), isTime: true },
    { ...facts.recorded_time, text: ({ recorded_time }) => durationInDays(recorded_time), isNumber: true },
  ];
}
