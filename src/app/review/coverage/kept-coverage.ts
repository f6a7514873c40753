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

/**
 * What waits in every page of the application: each page writes a text of its own and takes over what others have left. Once all of it
 * was answered, what was taken over goes, but for what its page has written since.
 * `owner`: whose it is (`sessionOwner()`); `page`: this one's name among theirs. Storage may be blocked or full: it then lasts as long
 * as the page.
 */
export function keptCoverage(owner: string, recordingId: number, page: string = crypto.randomUUID()) {
  const all = `${prefix}${owner}/${recordingId}`;
  const own = `${all}/${page}`;
  /** As they were read, by key. */
  const taken = new Map<string, string>();
  return {
    read(): readonly CoverageRow[] {
      try {
        for (const key of Object.keys(localStorage))
          if (key !== own && (key === all || key.startsWith(`${all}/`)))
            taken.set(key, localStorage.getItem(key) ?? "");
        return [...taken.values(), localStorage.getItem(own)].flatMap(readRows);
      } catch {
        return [];
      }
    },
    /** All that waits, with what was read. */
    write(rows: readonly CoverageRow[]): void {
      try {
        if (rows.length > 0) localStorage.setItem(own, JSON.stringify(rows));
        else {
          localStorage.removeItem(own);
          for (const [key, text] of taken) if (localStorage.getItem(key) === text) localStorage.removeItem(key);
          taken.clear();
        }
      } catch {
        // Blocked, or full.
      }
    },
  };
}
