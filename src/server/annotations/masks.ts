/** What is masked of a recording: its artifacts in all sessions, whatever a reader has loaded. For whoever computes. */
import { sql } from "drizzle-orm";
import { addSpan, type MaskedSpan, type Masks } from "../../domain/annotations/masks.ts";
import type { getAnnotationMasks } from "../../protocol/annotation-log.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { KeptResults } from "../platform/kept-results.ts";
import { demandRecording } from "./access.ts";

export interface ActiveMasks extends Masks {
  /** Grows when one changes: part of the key of whatever was computed with them. */
  readonly revision: number;
}

/** What the screens are told. @throws Refused 404 */
export async function readMasks(
  db: Queries,
  scope: UserScope,
  { data_object_id, known_revision }: BodyOf<typeof getAnnotationMasks>,
): Promise<{ answer: AnswerOf<typeof getAnnotationMasks>; patientKey: number }> {
  const { patientKey, maskRevision } = await demandRecording(db, scope, data_object_id);
  if (maskRevision === known_revision) return { answer: { mask_revision: maskRevision, masks: null }, patientKey };
  const { revision, everywhere, channels } = await activeMasks(db, data_object_id);
  const sent = (spans: readonly MaskedSpan[]) => spans.map(([from, to]): [number, number] => [from, to]);
  const masks = {
    everywhere: sent(everywhere),
    channels: [...channels].map(([label, spans]) => ({ label, spans: sent(spans) })),
  };
  return { answer: { mask_revision: revision, masks }, patientKey };
}

/** Asks nobody's permission: the recording has been asked for. A recording without annotations has none. */
async function activeMasks(db: Queries, recordingId: number): Promise<ActiveMasks> {
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
    if (labels.length === 0) addSpan(everywhere, [from, to]);
    for (const label of labels) {
      const spans = channels.get(label) ?? [];
      channels.set(label, spans);
      addSpan(spans, [from, to]);
    }
  }
  return { revision: rows[0].revision, everywhere, channels };
}

const keptSpans = 500_000;
const spansOf = ({ everywhere, channels }: ActiveMasks): number =>
  1 + everywhere.length + [...channels.values()].reduce((sum, { length }) => sum + length, 0);

/** `activeMasks` of a process: read whole once of each revision, up to half a million spans, and else asked whether it is that still. */
export function keptMasks(db: Queries): (recordingId: number) => Promise<ActiveMasks> {
  const kept = new KeptResults<ActiveMasks>(spansOf, keptSpans);
  return async (recordingId) => {
    const known = kept.get(`${recordingId}`);
    if (known !== undefined) {
      const { rows } = await db.execute<{ revision: number }>(
        sql`select mask_revision::float8 as revision from annotation_head where recording_id = ${recordingId}`,
      );
      if ((rows[0]?.revision ?? 0) === known.revision) return known;
    }
    return kept.keep(`${recordingId}`, await activeMasks(db, recordingId));
  };
}
