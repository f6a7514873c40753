/** What of a patient is shown in the Files tab, and under which names. */
import { sql } from "drizzle-orm";
import { filesText } from "../../protocol/text/files-text.ts";
import type { Queries } from "../platform/database/sql.ts";

export interface VisibleItem {
  id: number;
  /** As it was uploaded: what the paths of its files begin with. */
  name: string;
  /** As it is shown: no two of a patient are the same. */
  shown: string;
  bucket: string;
  endpoint: string;
}

/** All that the tab shows of a patient. */
export interface Listing {
  items: readonly VisibleItem[];
  /** The directory of what analyses made of the recordings (../pipelines): a name that no item has. Null: not looked at. */
  results: { patientKey: number; folder: string } | null;
}

export async function listingOf(db: Queries, patientKey: number): Promise<Listing> {
  const items = await visibleItems(db, patientKey);
  return { items, results: { patientKey, folder: resultsFolder(items) } };
}

/** Uploaded files and directories keep their names. */
export function resultsFolder(items: readonly Pick<VisibleItem, "shown">[]): string {
  const taken = new Set(items.map(({ shown }) => shown));
  const { results, otherResults } = filesText;
  for (let n = 1; ; n++) {
    const name = n === 1 ? results : otherResults(n);
    if (!taken.has(name)) return name;
  }
}

interface Row extends Record<string, unknown> {
  id: number;
  upload_id: number;
  name: string;
  state: string;
  bucket: string;
  endpoint: string;
}

/**
 * Items of uploads whose files had all arrived, once they were read or could not be read (their originals are kept), and
 * as long as no later upload took their place. In order of upload.
 */
async function visibleItems(db: Queries, patientKey: number): Promise<VisibleItem[]> {
  const { rows } = await db.execute<Row>(sql`
    select i.id, i.upload_id, i.name, i.state, b.name as bucket, b.endpoint
    from upload u join upload_item i on i.upload_id = u.id join bucket b on b.id = u.bucket_id
    where u.patient_key = ${patientKey} and u.finished_at is not null and not u.is_purged
      and u.status in ('PROCESSING', 'SUCCESS', 'FAILED')
      and i.state in ('done', 'failed') and i.superseded_by is null
    order by i.id`);
  const shown = shownNames(rows);
  return rows.map(({ id, name, bucket, endpoint }, k) => ({ id, name, shown: shown[k], bucket, endpoint }));
}

/**
 * Two items have one name when a later upload of it could not be read, or when they are of different kinds. What was read
 * keeps the name, and of several the newest; the others say which upload they are of.
 */
export function shownNames(
  items: readonly Readonly<{ id: number; upload_id: number; name: string; state: string }>[],
): string[] {
  const rank = ({ state, id }: { state: string; id: number }) => (state === "done" ? 1e12 : 0) + id;
  const first = new Map<string, (typeof items)[number]>();
  for (const item of items) {
    const known = first.get(item.name);
    if (known === undefined || rank(item) > rank(known)) first.set(item.name, item);
  }
  const taken = new Set(items.map(({ name }) => name));
  return items.map(({ id, upload_id, name }) => {
    if (first.get(name)?.id === id) return name;
    const [, stem, extension] = /^(.+?)(\.[^.]+)?$/s.exec(name) ?? ["", name, ""];
    for (let n = 1; ; n++) {
      const other = `${stem} (upload ${upload_id}${n === 1 ? "" : `, ${n}`})${extension ?? ""}`;
      if (taken.has(other)) continue;
      taken.add(other);
      return other;
    }
  });
}
