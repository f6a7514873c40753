/** Growing out of the embedded database: every row and every sequence moves to another database and back. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool, PoolClient } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureAdministrator, ensureWorkspace } from "../../../src/server/admin/bootstrap.ts";
import { readLines } from "../../../src/server/data/files.ts";
import { importRows } from "../../../src/server/data/import-rows.ts";
import { tablesOf } from "../../../src/server/data/tables.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import { enqueueMail } from "../../../src/server/platform/mail/index.ts";
import { addProject, addSite, addToken, addUser, testAdmin } from "../../support/accounts.ts";
import { isOnPostgres, testDatabaseUrl } from "../../support/postgres.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "connect-export-"));
/** The first and the last one are embedded whatever the tests run on; the middle one is PostgreSQL where there is one. */
const first = join(folder, "first");
const middle = join(folder, "middle");
const last = join(folder, "last");
const file = (name: string) => join(folder, `${name}.jsonl`);
let middleUrl: string | undefined;

const urlOf = (dataDir: string) => (dataDir === middle ? middleUrl : undefined);
const open = (dataDir: string) => openDatabase({ dataDir, databaseUrl: urlOf(dataDir) });

function run(command: "export-data" | "import-data", dataDir: string, path: string) {
  const args = [join(root, "dist/server", `${command}.js`), "--data", dataDir, path];
  const env = { ...process.env, DATABASE_URL: urlOf(dataDir) ?? "" };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  return { status, stdout, stderr };
}

async function using<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await open(dataDir);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const withClient = <T>(dataDir: string, work: (client: PoolClient) => Promise<T>) =>
  using(dataDir, async ({ pool }) => {
    const client = await pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  });

/** All rows and sequences, as text. */
const contentsOf = (dataDir: string) =>
  withClient(dataDir, async (client) => {
    await client.query("set timezone = 'UTC'");
    const contents: Record<string, unknown> = {};
    for (const { name, sequences } of await tablesOf(client)) {
      const { rows } = await client.query(`select to_jsonb(t)::text as row from "${name}" t order by 1`);
      contents[name] = rows.map(({ row }) => row);
      for (const { column, sequence } of sequences)
        contents[`${name}.${column}`] = (await client.query(`select last_value, is_called from ${sequence}`)).rows;
    }
    await client.query("reset timezone");
    return contents;
  });

const awkward = `"quoted" 'text' with \\n, \t, ünïcödé, 脳波 and 🧠\r\nand a second line`;

async function fill({ drizzle: db, pool }: Database): Promise<void> {
  const { workspaceId } = await ensureWorkspace(db, "DEMO");
  await ensureAdministrator({ db, workspaceId, ...testAdmin });
  const projectId = await addProject(pool, workspaceId);
  const siteId = await addSite(pool, workspaceId);
  const scope = { projectIds: [projectId], siteIds: [siteId] };
  const user = await addUser(pool, { workspaceId, permissions: ["visualize_data"], ...scope });
  await addToken(pool, user);
  await enqueueMail(db, { workspaceId, kind: "invite", recipient: user.email, facts: { user_id: user.id } });
  await pool.query(
    `insert into email_change (user_id, email, email_key, expires_at) values ($1, $2, $2, now() + interval '1 day')`,
    [user.id, awkward],
  );
  await pool.query(
    `insert into document (workspace_id, kind, scope, owner_id, made_by, version, content, changed_by)
     values ($1, 'personal_settings', 'Personal', $2, $2, 1, $3, $2)`,
    [workspaceId, user.id, JSON.stringify({ nested: [awkward, null] })],
  );
  await pool.query("insert into known_device (hash, user_id) values ('d', $1)", [user.id]);
  await pool.query("insert into login_count (workspace_id, key, hour, attempts) values ($1, 'failures', now(), 2)", [
    workspaceId,
  ]);
  await pool.query("insert into email_domain (workspace_id, domain) values ($1, 'connect.test')", [workspaceId]);
  await pool.query("insert into throttle (key, failures, blocked_until) values ('k', 3, 'infinity')");
  await pool.query(
    `insert into user_action (workspace_id, user_id, email, permission, action, facts, ip_address, performed_at)
     values ($1, $2, $3, '', '/x', $4, '::1', '2026-03-08 01:59:59.123456-05')`,
    [workspaceId, user.id, awkward, JSON.stringify({ nested: [1, { deep: awkward }, null] })],
  );
  await pool.query(
    `insert into login_attempt (workspace_id, email, ip_address, status) select $1, 'n' || n, '::1', n % 2 = 0
     from generate_series(1, 1234) n`,
    [workspaceId],
  );
  // A number that JavaScript cannot hold, and an id that was given out and is gone.
  await pool.query(
    `insert into token (id, hash, purpose, workspace_id, user_id, expires_at) overriding system value
     values (9007199254740993, 'h', 'session', $1, $2, now())`,
    [workspaceId, user.id],
  );
  await pool.query("with gone as (insert into workspace (name) values ('gone') returning id) select from gone");
  await pool.query("delete from workspace where name = 'gone'");
  const { rows } = await pool.query<{ id: number }>(
    "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4) returning id",
    [workspaceId, projectId, siteId, awkward],
  );
  await pool.query(
    `insert into recording (patient_id, obj_name, obj_type, start_ms, end_ms, is_start_known, timezone, channel_count,
       size_bytes, groups, patient_key) values ('P', $1, 'EDF', 1e12 + 0.1, 'NaN', true, 'UTC', 22, 1e300, $2, $3)`,
    [awkward, JSON.stringify([{ hz: 0.1 + 0.2 }]), rows[0].id],
  );
  await fillPrefetch(pool, workspaceId);
  await fillLive(pool, workspaceId);
  await fillAnnotations(pool, user.id);
  await pool.query(
    `insert into pipeline_run (workspace_id, patient_key, user_id, name, analysis, fingerprint, state, file_name, size_bytes)
     values ($1, $2, $3, $4, $5, 'f', 'done', $4, 9007199254740993)`,
    [workspaceId, rows[0].id, user.id, awkward, JSON.stringify({ nested: [awkward, null] })],
  );
  await fillUploads(pool, { workspaceId, projectId, siteId, userId: user.id, patientKey: rows[0].id });
}

async function fillPrefetch(pool: Pool, workspaceId: number): Promise<void> {
  await pool.query(
    "insert into prefetch (recording_id, workspace_id, size_bytes, token) select max(id), $1, 2e12, 't' from recording",
    [workspaceId],
  );
  await pool.query("insert into prefetch_node (id) values ('n')");
  await pool.query(
    "insert into prefetch_copy (node_id, recording_id, percent) select 'n', recording_id, 7 from prefetch",
  );
}

/** A gateway with a stream, a link to a view, and what was reviewed. */
async function fillLive(pool: Pool, workspaceId: number): Promise<void> {
  await pool.query(
    `with made as (insert into gateway (workspace_id, name, hash) values ($1, $2, 'g') returning id)
     insert into gateway_patient (gateway_id, patient_key) select made.id, patient.id from made, patient`,
    [workspaceId, awkward],
  );
  await pool.query(
    "insert into live_stream (recording_id, gateway_id, stream_key, head) select r.id, g.id, 'k', 'h' from recording r, gateway g",
  );
  await pool.query(
    `insert into shared_view (key_hash, workspace_id, recording_id, content, expires_at)
     select 'v', $1, id, $2, now() from recording`,
    [workspaceId, JSON.stringify({ nested: [awkward, null] })],
  );
  await pool.query(
    `insert into coverage (recording_id, user_id, seen) select r.id, u.id, '{"15 reviewed":[0,5]}' from recording r, app_user u`,
  );
}

/** A session with an annotation and its review, and what was done to them. */
async function fillAnnotations(pool: Pool, userId: number): Promise<void> {
  await pool.query("insert into annotation_head (recording_id, sequence, annotations) select id, 2, 1 from recording");
  await pool.query(
    `insert into annotation_group (recording_id, name, made_by, revision, since, annotations)
     select id, $1, $2, 2, 1, 1 from recording`,
    [awkward, userId],
  );
  await pool.query(
    `insert into annotation (recording_id, group_id, made_by, revision, start_ms, end_ms, title, description, kind, style)
     select recording_id, id, $2, 2, 1e12 + 0.1, 'NaN', $1, $1, 'note', $3 from annotation_group`,
    [awkward, userId, JSON.stringify({ tags: [awkward] })],
  );
  await pool.query(
    `insert into annotation_log (recording_id, sequence, user_id, what, act, subject_id, group_id, after, client, number)
     select recording_id, 2, $1, 'annotation', 'create', id, group_id, $2, 'c', 9007199254740993 from annotation`,
    [userId, JSON.stringify({ nested: [awkward, null] })],
  );
  await pool.query("insert into annotation_review_head (recording_id, revision) select id, 1 from recording");
  await pool.query(
    `insert into annotation_review (recording_id, annotation_id, user_id, revision, is_complete, responses, blind_responses)
     select recording_id, id, $1, 1, true, $2, $2 from annotation`,
    [userId, JSON.stringify({ iic_pattern_prevalence: 0.1 })],
  );
  await pool.query(
    `insert into annotation_review_log (recording_id, revision, annotation_id, user_id, responses, client, number)
     select recording_id, 1, id, $1, $2, 'c', 9007199254740993 from annotation`,
    [userId, JSON.stringify({ iic_pattern_prevalence: 0.1 })],
  );
}

/** Also items that point to later ones, more of them than are put in at once. */
async function fillUploads(
  pool: Pool,
  { workspaceId, projectId, siteId, userId, patientKey }: Record<string, number>,
): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into upload (workspace_id, project_id, site_id, patient_identifier, patient_key, is_new_patient, user_id, email,
       bucket_id, timezone, finished_at)
     select $1, $2, $3, $4, $5, true, $6, 'a@connect.test', bucket_id, 'UTC', now() from project where id = $2 returning id`,
    [workspaceId, projectId, siteId, awkward, patientKey, userId],
  );
  const [{ id: uploadId }] = rows;
  const items = await pool.query<{ id: number }>(
    `insert into upload_item (upload_id, kind, name, removed) select $1, 'medications', n || $2, $3
     from generate_series(1, 1100) n returning id`,
    [uploadId, awkward, JSON.stringify([awkward])],
  );
  const ids = items.rows.map(({ id }) => id).sort((a, b) => a - b);
  await pool.query("update upload_item set superseded_by = $1 where id = $2", [ids.at(-1), ids[0]]);
  await pool.query(
    `insert into upload_file (upload_id, item_id, path, size_bytes, md5, modified_at)
     values ($1, $2, $3, 9007199254740991, 'x', '1969-12-31 23:59:59.999Z')`,
    [uploadId, ids[0], awkward],
  );
  await pool.query("insert into upload_message (upload_id, kind, body) values ($1, 'info', $2)", [uploadId, awkward]);
  await pool.query(
    `insert into patient_form (patient_key, upload_id, user_id, form_name, document, filled_at)
     values ($1, $2, $3, 'Form', $4, now())`,
    [patientKey, uploadId, userId, JSON.stringify({ answers: [awkward, null] })],
  );
  await pool.query(
    `insert into medication (patient_key, item_id, row_number, drug, amount, original) values ($1, $2, 1, $3, 0.1, $4)`,
    [patientKey, ids[0], awkward, JSON.stringify({ [awkward]: "1" })],
  );
  await pool.query(
    `insert into download_ticket (hash, token_id, patient_key, path, expires_at)
     select 'h', max(id), $1, $2, now() from token`,
    [patientKey, awkward],
  );
  await pool.query("insert into job (queue, key, payload) values ('ingest', '1', $1)", [
    JSON.stringify({ itemId: ids[0] }),
  ]);
}

beforeAll(async () => {
  middleUrl = await testDatabaseUrl(middle);
  await using(first, fill);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`moves all tables to ${isOnPostgres() ? "PostgreSQL" : "another database"} and back`, {
  timeout: 180_000,
}, async () => {
  const before = await contentsOf(first);
  for (const [name, rows] of Object.entries(before))
    expect([name, (rows as unknown[]).length > 0]).toEqual([name, true]);

  const exported = run("export-data", first, file("first"));
  expect(exported).toMatchObject({ status: 0, stderr: "" });
  expect(exported.stdout).toContain("samples of recordings");
  expect(statSync(file("first")).mode & 0o077).toBe(0);
  expect(run("import-data", middle, file("first"))).toMatchObject({ status: 0, stderr: "" });
  expect(await contentsOf(middle)).toEqual(before);

  expect(run("export-data", middle, file("middle"))).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(file("middle"), "utf8")).toBe(readFileSync(file("first"), "utf8"));
  expect(run("import-data", last, file("middle"))).toMatchObject({ status: 0, stderr: "" });
  expect(await contentsOf(last)).toEqual(before);
});

it("goes on with ids that were never used", async () => {
  await using(last, async ({ pool }) => {
    const { rows } = await pool.query<{ id: number }>("insert into workspace (name) values ('new') returning id");
    const gone = await pool.query<{ id: number }>("select max(id) as id from workspace where name <> 'new'");
    expect(rows[0].id).toBe(gone.rows[0].id + 2);
    await pool.query("delete from workspace where name = 'new'");
  });
});

it("refuses in a sentence and changes nothing", { timeout: 120_000 }, async () => {
  expect(run("import-data", last, file("first"))).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^The database already holds data\./),
  });
  const usage = spawnSync(process.execPath, [join(root, "dist/server/export-data.js")], { encoding: "utf8" });
  expect([usage.status, usage.stderr]).toEqual([2, expect.stringContaining("Usage: npm run export-data")]);
  expect(run("export-data", first, file("first")).stderr).toMatch(/is there already\.$/m);

  const lines = readFileSync(file("first"), "utf8").trimEnd().split("\n");
  const row = lines.findIndex((line) => line.startsWith('["role",'));
  const free = lines.findIndex((line) => line.startsWith('["login_attempt",')); // nothing refers to it
  const dataDir = join(folder, "empty");
  await withClient(dataDir, async (client) => {
    const refuses = async (name: string, sentence: RegExp, change: (lines: string[]) => string[]) => {
      writeFileSync(file(name), `${change([...lines]).join("\n")}\n`);
      await expect(importRows(client, readLines(file(name)))).rejects.toThrow(sentence);
      for (const { name: table } of await tablesOf(client))
        expect((await client.query(`select from "${table}"`)).rowCount).toBe(0);
    };
    await refuses("cut", /^The file ends too early\.$/, (all) => all.slice(0, -1));
    await refuses("less", /^The file has lost rows of login_attempt\.$/, (all) => all.toSpliced(free, 1));
    await refuses("torn", /^The file cannot be read\.$/, (all) => all.with(row, all[row].slice(0, -3)));
    await refuses("bad", /^The file holds rows that do not fit/, (all) => all.with(row, '["role",{"name":"x"}]'));
    await refuses("worse", /^The file holds rows that do not fit/, (all) => all.with(row, '["role",{"name":]'));
    await refuses("more", /^The file goes on after its end\.$/, (all) => [...all, all[row]]);
    await refuses("newer", /^The file was written by another version/, ([head, ...rest]) => [
      head.replace('"0002_accounts"', '"0002_accounts","9999_more"'),
      ...rest,
    ]);
    await refuses("other", /^This is not a file of export-data/, () => ["hello"]);
    await expect(importRows(client, readLines(file("nowhere")))).rejects.toThrow("ENOENT");
    await importRows(client, readLines(file("first")));
  });
});
