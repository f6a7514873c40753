import { type DayHours, dateAndSecond, viewerZone } from "../../../domain/time/clock.ts";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadRow } from "../../../protocol/uploads.ts";
import type { Column, ColumnFacts } from "../../../ui/table/columns.ts";
import { tableSearch } from "../../../ui/table/table-state.ts";

const { columns } = uploadsTabText;

/** "11/20/2026 02:14:07 PM" in the viewer's zone: uploading happens where people are. */
export const uploadTime = (ms: number, hours: DayHours): string => dateAndSecond(ms, viewerZone(), hours);

/** Columns of the uploads (spec 000 section 2). */
export const uploadColumns = (hours: DayHours): readonly Column<UploadRow>[] => [
  {
    id: "_timestamp",
    title: columns._timestamp,
    text: ({ _timestamp }) => uploadTime(_timestamp, hours),
    isTime: true,
    isHeader: true,
  },
  { id: "email", title: columns.email, text: ({ email }) => email, isFilter: true },
  { id: "combined_message", title: columns.combined_message, text: (row) => row.combined_message, isFilter: true },
];

/** What the address of the tab knows of them. */
export const uploadFacts: readonly ColumnFacts[] = uploadColumns(12);
export const uploadsSearch = tableSearch(uploadFacts);
