import { type DayHours, dateAndSecond } from "../../../domain/time/clock.ts";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadRow } from "../../../protocol/uploads.ts";
import type { Column, ColumnFacts } from "../../../ui/table/columns.ts";
import { tableSearch } from "../../../ui/table/table-state.ts";

const { columns, interrupted, statuses } = uploadsTabText;

/** How times of uploads are written: in the patient's zone, as all of the patient's page, as the reader wants hours. */
export interface UploadClock {
  readonly timezone: string;
  readonly hours: DayHours;
}

/** "11/20/2026 02:14:07 PM" */
export const uploadTime = (ms: number, { timezone, hours }: UploadClock): string => dateAndSecond(ms, timezone, hours);

/** An interrupted transfer is not called one that goes on. */
export const statusOf = ({ status, silent_since }: Pick<UploadRow, "status" | "silent_since">): string =>
  silent_since === null ? statuses[status] : interrupted.status;

/** Columns of the uploads (spec 000 section 2). */
export const uploadColumns = (clock: UploadClock): readonly Column<UploadRow>[] => [
  {
    id: "_timestamp",
    title: columns._timestamp,
    text: ({ _timestamp }) => uploadTime(_timestamp, clock),
    isTime: true,
    isHeader: true,
  },
  { id: "email", title: columns.email, text: ({ email }) => email, isFilter: true },
  { id: "combined_message", title: columns.combined_message, text: (row) => row.combined_message, isFilter: true },
];

/** What the address of the tab knows of them. */
export const uploadFacts: readonly ColumnFacts[] = uploadColumns({ timezone: "UTC", hours: 12 });
export const uploadsSearch = tableSearch(uploadFacts);
