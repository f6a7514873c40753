import { clockOf, viewerZone } from "../../../domain/time/clock.ts";
import { uploadsTabText } from "../../../protocol/text/uploads-tab-text.ts";
import type { UploadRow } from "../../../protocol/uploads.ts";
import type { Column } from "../../../ui/table/columns.ts";
import { tableSearch } from "../../../ui/table/table-state.ts";

const { columns } = uploadsTabText;

/** "11/20/2026 02:14:07 PM" in the viewer's zone: uploading happens where people are. */
export const uploadTime = (ms: number): string =>
  clockOf({ start_ms: 0, is_start_known: true, timezone: viewerZone() }).dateTime(ms);

/** Columns of the uploads (spec 000 section 2). */
export const uploadColumns: readonly Column<UploadRow>[] = [
  {
    id: "_timestamp",
    title: columns._timestamp,
    text: ({ _timestamp }) => uploadTime(_timestamp),
    isTime: true,
    isHeader: true,
  },
  { id: "email", title: columns.email, text: ({ email }) => email, isFilter: true },
  { id: "combined_message", title: columns.combined_message, text: (row) => row.combined_message, isFilter: true },
];

export const uploadsSearch = tableSearch(uploadColumns);
