import { fileSize } from "../../domain/files/file-size.ts";
import { contentOf } from "../../domain/people/patient-content.ts";
import { type DayHours, dateAndMinute, viewerZone } from "../../domain/time/clock.ts";
import { durationInDays } from "../../domain/time/durations.ts";
import type { Patient } from "../../protocol/patients.ts";
import { damageText } from "../../protocol/text/damage-text.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import type { Column, ColumnFacts } from "../../ui/table/columns.ts";
import { tableSearch } from "../../ui/table/table-state.ts";

const { list, unknown } = patientText;
const { columns } = list;

/** "Maria Okafor", or that it is unknown who it was. */
export const uploaderName = ({ first_name, last_name }: Pick<Patient, "first_name" | "last_name">): string =>
  `${first_name ?? ""} ${last_name ?? ""}`.trim() || unknown;

/** "1 of 2"; of a patient without recordings what there is instead. */
export const loadedText = (patient: Patient): string =>
  patient.file_count > 0
    ? list.filesLoaded(patient.files_loaded, patient.file_count)
    : contentOf(patient).join(", ") || list.noFiles;

/** "1 of 2", and what became of the others. */
export function filesLoadedText(patient: Patient): string {
  const { files_failed, files_damaged, status } = patient;
  const loaded = loadedText(patient);
  const others = [
    ...(status === "importing" ? [list.importing] : []),
    ...(files_failed > 0 ? [list.failed(files_failed)] : []),
    ...(files_damaged > 0 ? [damageText.files(files_damaged)] : []),
  ];
  return [loaded, ...others].join(", ");
}

/**
 * Columns of the patients list (spec 000 section 2). It is searched by id and name. Times are in the viewer's zone, whatever
 * the recordings': a list that is sorted by time shows one clock.
 */
export function patientColumns(hours: DayHours): readonly Column<Patient>[] {
  const moment = (ms: number | null) => (ms === null ? unknown : dateAndMinute(ms, viewerZone(), hours));
  return [
    { id: "id", title: columns.id, text: ({ patient_id }) => patient_id, isHeader: true, isFilter: true },
    { id: "name", title: columns.name, text: ({ site_name }) => site_name, isFilter: true },
    { id: "project_name", title: columns.project_name, text: ({ project_name }) => project_name },
    {
      id: "data_file_size",
      title: columns.data_file_size,
      text: ({ data_file_size }) => fileSize(data_file_size),
      isNumber: true,
    },
    { id: "files_loaded", title: columns.files_loaded, text: filesLoadedText, isNumber: true },
    {
      id: "annotation_count",
      title: columns.annotation_count,
      text: ({ annotation_count }) => annotation_count.toLocaleString("en-US"),
      isNumber: true,
    },
    { id: "start_time", title: columns.start_time, text: ({ start_time }) => moment(start_time), isTime: true },
    { id: "end_time", title: columns.end_time, text: ({ end_time }) => moment(end_time), isTime: true },
    {
      id: "total_monitoring_time",
      title: columns.total_monitoring_time,
      text: ({ total_monitoring_time: ms }) => (ms === null ? unknown : durationInDays(ms)),
      isNumber: true,
    },
    { id: "timestamp", title: columns.timestamp, text: ({ timestamp }) => moment(timestamp), isTime: true },
    { id: "uploaded_by", title: columns.uploaded_by, text: uploaderName },
  ];
}

/** What the list's address knows of them. */
export const patientFacts: readonly ColumnFacts[] = patientColumns(12);
export const patientsSearch = tableSearch(patientFacts);
