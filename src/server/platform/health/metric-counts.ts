/** Numbers of the database for /metrics: one statement, at most once in five seconds however many look. */
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { CountedRow } from "./metrics.ts";

const freshMs = 5000;

/** `now` in ms, any origin. */
export function metricCounts(
  db: Pick<NodePgDatabase, "execute">,
  now: () => number = () => performance.now(),
): () => Promise<readonly CountedRow[]> {
  let last: { at: number; rows: Promise<readonly CountedRow[]> } | null = null;
  return () => {
    if (last === null || now() - last.at >= freshMs) {
      const rows = ask(db);
      last = { at: now(), rows };
      rows.catch(() => {
        last = null; // asked again at the next look
      });
    }
    return last.rows;
  };
}

async function ask(db: Pick<NodePgDatabase, "execute">): Promise<readonly CountedRow[]> {
  const { rows } = await db.execute<{ metric: string; labels: Record<string, string>; value: number }>(sql`
    select 'connect_jobs' as metric, jsonb_build_object('queue', queue, 'state', state) as labels, count(*)::float8 as value
      from job where state in ('queued', 'running', 'failed') group by queue, state
    union all
    select 'connect_oldest_job_seconds', jsonb_build_object('queue', queue),
      extract(epoch from now() - min(run_at))::float8 from job where state = 'queued' and run_at <= now() group by queue
    union all
    select 'connect_uploads', jsonb_build_object('status', status), count(*)::float8 from upload group by status
    union all
    select 'connect_recordings', jsonb_build_object('state', told), count(*)::float8
      from (select case when superseded_at is not null then 'superseded' when damage <> '[]' then 'damaged' else state end as told
        from recording) as of_recordings
      group by told
    union all
    select 'connect_mails_waiting', '{}'::jsonb, count(*)::float8 from mail where state = 'waiting'
    union all
    select 'connect_oldest_mail_seconds', '{}'::jsonb, coalesce(extract(epoch from now() - min(created_at)), 0)::float8
      from mail where state = 'waiting'`);
  return rows;
}
