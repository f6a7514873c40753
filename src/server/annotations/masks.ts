/** What is masked of a recording: its artifacts in all sessions, whatever a reader has loaded. For whoever computes. */
import { sql } from "drizzle-orm";
import type { Queries } from "../platform/database/sql.ts";

/** [startMs, endMs) */
export type MaskedSpan = readonly [startMs: number, endMs: number];

export interface ActiveMasks {
  /** Grows when one changes: part of the key of whatever was computed with them. */
  readonly revision: number;
  /** Of all channels; ascending and disjoint. */
  readonly everywhere: readonly MaskedSpan[];
  /** By the label of the channel, besides; the same. */
  readonly channels: ReadonlyMap<string, readonly MaskedSpan[]>;
}

/** Asks nobody's permission: the recording has been asked for. A recording without annotations has none. */
export async function activeMasks(db: Queries, recordingId: number): Promise<ActiveMasks> {
  const { rows } = await db.execute<{
    revision: number;
    masks: { from: number; to: number; labels: string[] }[] | null;
  }>(sql`
    select h.mask_revision::float8 as revision, (
      select json_agg(json_build_object('from', a.start_ms, 'to', a.end_ms, 'labels', a.style -> 'modalities') order by a.start_ms)
      from annotation a join annotation_group g on g.id = a.group_id
      where a.recording_id = h.recording_id and a.kind = 'artifact' and a.deleted_at is null and g.deleted_at is null
        and a.end_ms > a.start_ms) as masks
    from annotation_head h where h.recording_id = ${recordingId}`);
  if (rows.length === 0) return { revision: 0, everywhere: [], channels: new Map() };
  const everywhere: MaskedSpan[] = [];
  const channels = new Map<string, MaskedSpan[]>();
  for (const { from, to, labels } of rows[0].masks ?? []) {
    if (labels.length === 0) join(everywhere, [from, to]);
    for (const label of labels) {
      const spans = channels.get(label) ?? [];
      channels.set(label, spans);
      join(spans, [from, to]);
    }
  }
  return { revision: rows[0].revision, everywhere, channels };
}

/** Adds a span that begins no earlier than those that are there. */
function join(spans: MaskedSpan[], [from, to]: MaskedSpan): void {
  const last = spans.at(-1);
  if (last !== undefined && from <= last[1]) spans[spans.length - 1] = [last[0], Math.max(last[1], to)];
  else spans.push([from, to]);
}
