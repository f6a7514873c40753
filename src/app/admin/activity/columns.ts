import { type DayHours, viewerZone } from "../../../domain/time/clock.ts";
import { durationShort } from "../../../domain/time/durations.ts";
import type { LoginAttempt, UserAction } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import type { Column, ColumnFacts } from "../../../ui/table/columns.ts";
import { type TableSearch, tableSearch } from "../../../ui/table/table-state.ts";
import { timeText } from "../parts/time.ts";

const { columns, kinds, inZone, yes, no, several } = adminLabels.activity;

/** Of a reading that went on: from the first to the last look. */
const lasted = ({ performed_at, until }: UserAction) =>
  until === null || until - performed_at < 1000 ? "" : durationShort(until - performed_at);

export type ActivityKind = "logins" | "actions";

/** Spec 000 section 2: Email, IP address, Date time, Successful; and how many of an hour a row stands for. The address alone does not name a row. */
export const attemptColumns = (hours: DayHours): readonly Column<LoginAttempt>[] => [
  { id: "email", title: columns.email, text: ({ email }) => email || several, isHeader: true, isFilter: true },
  { id: "ip_address", title: columns.ip_address, text: ({ ip_address }) => ip_address || several, isFilter: true },
  {
    id: "login_at",
    title: inZone(columns.login_at, viewerZone()),
    text: ({ login_at }) => timeText(login_at, hours),
    isTime: true,
  },
  { id: "status", title: columns.status, text: ({ status }) => (status ? yes : no) },
  { id: "attempts", title: columns.attempts, text: ({ attempts }) => attempts.toLocaleString("en-US") },
];

/** Spec 000 section 2: Email, Permission, Performed_at; then what was done, read or refused, of which patient, and for how long. */
export const actionColumns = (hours: DayHours): readonly Column<UserAction>[] => [
  { id: "email", title: columns.email, text: ({ email }) => email, isHeader: true, isFilter: true },
  { id: "permission", title: columns.permission, text: ({ permission }) => permission, isFilter: true },
  {
    id: "performed_at",
    title: inZone(columns.performed_at, viewerZone()),
    text: ({ performed_at }) => timeText(performed_at, hours),
    isTime: true,
  },
  { id: "kind", title: columns.kind, text: ({ kind }) => kinds[kind], isFilter: true },
  { id: "action", title: columns.action, text: ({ action }) => action, isFilter: true },
  { id: "subject", title: columns.subject, text: ({ subject }) => subject, isFilter: true },
  { id: "patient", title: columns.patient, text: ({ patient }) => patient, isFilter: true },
  { id: "until", title: columns.until, text: lasted, isUnsortable: true },
  {
    id: "patient_key",
    title: columns.patient_key,
    text: ({ patient_key }) => (patient_key === null ? "" : String(patient_key)),
    isFilter: true,
    isHiddenAtFirst: true,
  },
  {
    id: "times",
    title: columns.times,
    text: ({ times }) => times.toLocaleString("en-US"),
    isNumber: true,
    isHiddenAtFirst: true,
  },
  {
    id: "ip_address",
    title: columns.ip_address,
    text: ({ ip_address }) => ip_address,
    isFilter: true,
    isHiddenAtFirst: true,
  },
];

/** What the address of each table knows of its columns. */
export const attemptFacts: readonly ColumnFacts[] = attemptColumns(12);
export const actionFacts: readonly ColumnFacts[] = actionColumns(12);

export interface ActivitySearch extends TableSearch {
  /** Login attempts go without saying. */
  readonly view?: "actions";
}

/** Search of the page: which of the two tables, and that table's state. */
export function activitySearch(raw: Record<string, unknown>): ActivitySearch {
  return raw.view === "actions"
    ? { view: "actions", ...tableSearch(actionFacts)(raw) }
    : tableSearch(attemptFacts)(raw);
}
