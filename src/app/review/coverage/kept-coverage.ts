/** Coverage that the server does not have yet, in the browser: of one person and one recording, at most some tens of kilobytes. */
import { arePairs } from "../../../domain/coverage/second-sets.ts";
import { type CoverageRow, coverageDepths, coveragePages } from "../../../protocol/coverage.ts";

const prefix = "connect.coverage.";

/** What is stored, or nothing for anything else. */
export function readRows(stored: string | null): readonly CoverageRow[] {
  try {
    const rows: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(rows)
      ? rows.filter(
          (row: CoverageRow) =>
            coveragePages.includes(row?.page) &&
            coverageDepths.includes(row.depth) &&
            Array.isArray(row.spans) &&
            arePairs(row.spans),
        )
      : [];
  } catch {
    return [];
  }
}

/** `owner`: whose it is (`sessionOwner()`). Storage may be blocked or full: it then lasts as long as the page. */
export function keptCoverage(owner: string, recordingId: number) {
  const key = `${prefix}${owner}/${recordingId}`;
  return {
    read(): readonly CoverageRow[] {
      try {
        return readRows(localStorage.getItem(key));
      } catch {
        return [];
      }
    },
    write(rows: readonly CoverageRow[]): void {
      try {
        if (rows.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(rows));
      } catch {
        // Blocked, or full.
      }
    },
  };
}
