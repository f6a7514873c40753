/** Rows of recordings as an import leaves them, without one. */
import type pg from "pg";

const recordingDefaults = {
  patient_id: "",
  obj_name: "made.edf",
  obj_type: "EDF",
  state: "ready",
  start_ms: 0,
  end_ms: 3_600_000,
  is_start_known: true,
  timezone: "UTC",
  channel_count: 1,
  annotation_count: 0,
  size_bytes: 1000,
  progress: 1,
  error: null as string | null,
  groups: "[]",
  created_at: "2026-01-01T00:00:00Z",
  heartbeat_at: "2026-01-01T00:00:00Z",
  uploaded_by: null as number | null,
};

export type RecordingFacts = Partial<typeof recordingDefaults>;

/** Returns its id. */
export async function insertRecording(pool: pg.Pool, patientKey: number, facts: RecordingFacts = {}): Promise<number> {
  const row = { ...recordingDefaults, ...facts, patient_key: patientKey };
  const names = Object.keys(row);
  const { rows } = await pool.query<{ id: number }>(
    `insert into recording (${names.join(", ")}) values (${names.map((_, k) => `$${k + 1}`).join(", ")}) returning id`,
    Object.values(row),
  );
  return rows[0].id;
}

/** A patient at the place of the administrator, with a recording from 1000 ms on. Returns the recording's id. */
export async function insertNight(pool: pg.Pool, { end_ms }: Pick<RecordingFacts, "end_ms">): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`
    insert into patient (workspace_id, project_id, site_id, identifier)
    select u.workspace_id, up.project_id, us.site_id, 'kill' from app_user u
      join user_project up on up.user_id = u.id join user_site us on us.user_id = u.id order by u.id limit 1
    returning id`);
  return insertRecording(pool, rows[0].id, { patient_id: "p", obj_name: "night", start_ms: 1000, end_ms });
}

export const signalGroup = (
  modality: string,
  kind: string,
  channels: number,
  samplingHz: number,
  segments: readonly object[],
) => ({
  modality,
  kind,
  sampling_hz: samplingHz,
  channels: Array.from({ length: channels }, () => ({})),
  segments,
});
