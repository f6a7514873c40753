-- What the list of patients shows and sorts by, kept on the patient itself: adding it up for 15,000 recordings took 250 ms a page.
-- Triggers keep it, so that every writer does, the command line too. Recordings that are being imported are not in it: whether
-- one is alive depends on the clock, and there are few of them.
alter table patient
  add column files_loaded integer not null default 0,
  add column files_failed integer not null default 0,
  -- Of stored recordings and of sheets that make no recording.
  add column stored_bytes double precision not null default 0,
  add column annotation_count integer not null default 0,
  -- Of loaded recordings whose start is known; zone of the earliest.
  add column start_ms double precision,
  add column end_ms double precision,
  add column timezone text,
  -- Length of the time that loaded recordings cover, each moment once; of all of them and of CNS ones. Null without one.
  add column monitored_ms double precision,
  add column cns_ms double precision,
  -- The newest upload or import. No reference: who is no more is unknown.
  add column newest_at timestamptz,
  add column newest_by integer,
  -- Something of the list or of the patient's page changed (src/server/patients/news.ts).
  add column changed_at timestamptz not null default clock_timestamp();
create index patient_changed on patient (changed_at);
create index recording_importing on recording (patient_key) where state = 'importing' and superseded_at is null;

-- Milliseconds that these recordings cover: spans of known place as a union, lengths of the others added. Null without one.
create function covered_ms(spans int8multirange, unplaced_ms double precision) returns double precision
language sql immutable as $$
  select case when spans is not null or unplaced_ms is not null then
    coalesce((select sum(upper(span) - lower(span)) from unnest(spans) as span), 0)::float8 + coalesce(unplaced_ms, 0) end
$$;

create function sum_up_patient(wanted integer) returns void language plpgsql as $$
begin
  -- One after the other: the next statement then sees what the one before did.
  perform 1 from patient where id = wanted for no key update;
  update patient p set
    files_loaded = r.loaded, files_failed = r.failed, stored_bytes = r.bytes + s.bytes, annotation_count = r.annotations,
    start_ms = r.start_ms, end_ms = r.end_ms, timezone = r.timezone, monitored_ms = r.monitored_ms, cns_ms = r.cns_ms,
    newest_at = greatest(r.imported_at, n.finished_at),
    newest_by = case when n.finished_at >= coalesce(r.imported_at, '-infinity') then n.user_id else r.importer_id end,
    changed_at = clock_timestamp()
  from (
    select count(*) filter (where is_loaded) as loaded,
      count(*) filter (where state = 'failed') as failed,
      coalesce(sum(size_bytes) filter (where state <> 'importing'), 0) as bytes,
      coalesce(sum(annotation_count) filter (where state <> 'importing'), 0) as annotations,
      min(start_ms) filter (where is_placed) as start_ms,
      max(end_ms) filter (where is_placed) as end_ms,
      (array_agg(timezone order by start_ms, id) filter (where is_placed))[1] as timezone,
      covered_ms(range_agg(span) filter (where is_placed), sum(end_ms - start_ms) filter (where is_loaded and not is_placed))
        as monitored_ms,
      covered_ms(range_agg(span) filter (where is_placed and obj_type = 'CNS'),
        sum(end_ms - start_ms) filter (where is_loaded and not is_placed and obj_type = 'CNS')) as cns_ms,
      max(created_at) filter (where upload_item_id is null) as imported_at,
      (array_agg(uploaded_by order by created_at desc, id desc) filter (where upload_item_id is null))[1] as importer_id
    from (
      select *, state not in ('importing', 'failed') as is_loaded,
        state not in ('importing', 'failed') and is_start_known as is_placed,
        int8range(floor(start_ms)::int8, ceil(greatest(start_ms, end_ms))::int8) as span
      from recording where patient_key = wanted and superseded_at is null) own
  ) r, (
    select coalesce(sum(f.size_bytes), 0) as bytes
    from upload up join upload_item i on i.upload_id = up.id join upload_file f on f.item_id = i.id
    where up.patient_key = wanted and i.kind = 'medications' and i.state = 'done' and i.superseded_by is null
  ) s left join (
    select finished_at, user_id from upload where patient_key = wanted and finished_at is not null
    order by finished_at desc limit 1
  ) n on true
  where p.id = wanted;
end $$;

create function recording_sums() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.patient_key is not null then perform sum_up_patient(old.patient_key); end if;
  if tg_op <> 'DELETE' and new.patient_key is not null and (tg_op = 'INSERT' or new.patient_key is distinct from old.patient_key)
  then perform sum_up_patient(new.patient_key); end if;
  return null;
end $$;
create function upload_sums() returns trigger language plpgsql as $$
begin
  if new.patient_key is not null then perform sum_up_patient(new.patient_key); end if;
  return null;
end $$;
create function upload_item_sums() returns trigger language plpgsql as $$
begin
  perform sum_up_patient(u.patient_key) from upload u where u.id = new.upload_id and u.patient_key is not null;
  return null;
end $$;
create function patient_form_news() returns trigger language plpgsql as $$
begin
  update patient set changed_at = clock_timestamp() where id = new.patient_key;
  return null;
end $$;

-- Signs of life of an import name none of these columns and cost nothing. Rows of an export bring their sums along.
create trigger recording_made after insert or delete on recording for each row
  when (current_setting('connect.restoring', true) is distinct from 'on') execute function recording_sums();
create trigger recording_changed after update of patient_key, state, superseded_at, size_bytes, annotation_count, start_ms, end_ms,
  is_start_known, timezone, obj_type, created_at, uploaded_by, upload_item_id on recording for each row
  execute function recording_sums();
create trigger upload_changed after update of patient_key, status, finished_at, user_id on upload for each row
  execute function upload_sums();
create trigger upload_made after insert on upload for each row
  when (current_setting('connect.restoring', true) is distinct from 'on') execute function upload_sums();
create trigger upload_item_changed after update of state, superseded_by on upload_item for each row
  execute function upload_item_sums();
create trigger patient_form_made after insert on patient_form for each row
  when (current_setting('connect.restoring', true) is distinct from 'on') execute function patient_form_news();

select sum_up_patient(id) from patient;
