/** How uploads end (spec 000 sections 3, 4, 7 and 8): taken over, read, failed, canceled, abandoned. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  cancelUpload,
  checkCancelStatus,
  createUpload,
  deleteCanceledUploads,
  finishUpload,
  getFileAddresses,
  getUpload,
  modifyUpload,
  retryUploadItem,
  startUpload,
  uploadCanceledCode,
} from "../../../src/protocol/uploads.ts";
import { uploadKey } from "../../../src/server/platform/storage/index.ts";
import { keepUploadsTidy, sweepObjects } from "../../../src/server/uploads/upkeep.ts";
import { uploadProbes } from "./upload-probes.ts";
import { form, openUploadWorld, type Uploader, type UploadWorld } from "./upload-world.ts";

let world: UploadWorld;
let alice: Uploader;

beforeAll(async () => {
  world = await openUploadWorld();
  alice = await world.person();
}, 120_000);
afterAll(() => world?.close());

const csv = Buffer.from("drug,start\n");
const canceled = [409, "Upload has been canceled"];
const processing = [409, "This upload is already being processed."];
const { statusOf, messagesOf, itemsOf, jobsOf, runJobs, mailsOf } = uploadProbes(() => world);

describe("finish_upload", () => {
  it("makes the patient, and jobs that read what came; once", async () => {
    const before = await world.rows("select id from patient where workspace_id = $1", [world.workspaceId]);
    const { upload_id } = await world.sent(alice, { "a.edf": randomBytes(9), "drugs.csv": csv });
    expect(await world.rows("select id from patient where workspace_id = $1", [world.workspaceId])).toEqual(before);
    const first = await world.answer(alice, finishUpload, { upload_id, encrypt: false });
    expect(first.messages).toEqual([
      "info The upload of 1 medication file and 1 EDF file has begun.",
      "info 2 files were received and checked.",
    ]);
    expect(await world.answer(alice, finishUpload, { upload_id, encrypt: false })).toEqual(first);
    for (const { id } of await itemsOf(upload_id))
      expect(await jobsOf("ingest", String(id))).toEqual([{ payload: { itemId: id }, state: "queued" }]);
    const audit = await world.rows<{ action: string; facts: unknown }>(
      "select action, facts from user_action where user_id = $1 and (facts ->> 'upload_id')::int = $2 order by id",
      [alice.id, upload_id],
    );
    expect(audit.map(({ action }) => action)).toEqual([createUpload.path, startUpload.path, finishUpload.path]);
    expect(audit[2].facts).toEqual({ upload_id, patient_key: first.patient_key });
    expect(await world.call(alice, cancelUpload, { upload_id })).toEqual(processing);
    const failed = { upload_id, progress: 1, has_failed: true };
    expect(await world.call(alice, modifyUpload, failed)).toEqual(processing);
    await world.answer(alice, modifyUpload, { upload_id, progress: 0.5 }); // told on the way: changes nothing
    expect(await world.rows("select status from upload where id = $1", [upload_id])).toEqual([
      { status: "PROCESSING" },
    ]);
  });

  it("gives every user a turn: nobody's second item is read before another's first", async () => {
    const [busy, other] = [await world.person(), await world.person()];
    const files = Object.fromEntries(["a.csv", "b.csv", "c.csv"].map((name) => [name, csv]));
    const first = await world.finished(busy, files);
    const second = await world.finished(busy, { "d.csv": csv });
    const late = await world.finished(other, { "e.csv": csv });
    const order = await world.rows<{ upload_id: number }>(
      `select i.upload_id from job join upload_item i on i.id::text = job.key
       where job.queue = 'ingest' and i.upload_id = any ($1) order by job.priority desc, job.id`,
      [[first, second, late].map(({ upload_id }) => upload_id)],
    );
    const turns = [first, late, first, first, second].map(({ upload_id }) => upload_id);
    expect(order.map(({ upload_id }) => upload_id)).toEqual(turns);
  });

  it("is one even when it is asked twice at once, and when it meets a cancel", async () => {
    for (let round = 0; round < 5; round++) {
      const { upload_id } = await world.sent(alice, { "drugs.csv": csv });
      const finish = () => world.call(alice, finishUpload, { upload_id, encrypt: false });
      const [one, two, [cancelStatus]] = await Promise.all([
        finish(),
        finish(),
        round % 2 ? world.call(alice, cancelUpload, { upload_id }) : Promise.resolve([409]),
      ]);
      expect(one).toEqual(two);
      const [{ id }] = await itemsOf(upload_id);
      const isTaken = one[0] === 200;
      expect([cancelStatus, await statusOf(upload_id)]).toEqual(isTaken ? [409, "PROCESSING"] : [200, "CANCELED"]);
      expect(await jobsOf("ingest", String(id))).toHaveLength(isTaken ? 1 : 0);
    }
  });

  it("says with its last message that others warn of what was read", async () => {
    const { upload_id } = await world.finished(alice, { "cut.edf": randomBytes(9) });
    const warning = "insert into upload_message (upload_id, kind, body) values ($1, 'warning', 'It is cut off.')";
    await world.rows(warning, [upload_id]);
    await world.settle((await itemsOf(upload_id))[0].id, "done");
    expect((await messagesOf(upload_id)).at(-1)).toBe("success The data is ready for review. Please read 1 warning.");
  });

  it("stores a form alone at once, and says so by mail", async () => {
    const upload_id = await world.create(alice);
    await world.answer(alice, startUpload, { upload_id, items: [], files: [], form });
    const { patient_key } = await world.answer(alice, finishUpload, { upload_id, encrypt: false });
    expect(await statusOf(upload_id)).toBe("SUCCESS");
    expect((await messagesOf(upload_id)).at(-1)).toBe("success The form is stored.");
    expect(
      await world.rows("select patient_key, document, user_id from patient_form where upload_id = $1", [upload_id]),
    ).toEqual([{ patient_key, document: form, user_id: alice.id }]);
    await runJobs();
    expect(await mailsOf(upload_id)).toMatchObject([
      { kind: "upload_ready", recipient: alice.email, facts: { patient_key } },
    ]);
  });

  it("does not mix with a patient that others made meanwhile, and goes on with one's own", async () => {
    const { upload_id } = await world.sent(alice, { "drugs.csv": csv }, { patient_id: "8000" });
    const own = await world.sent(alice, { "drugs.csv": csv }, { patient_id: "8001" });
    const next = await world.sent(alice, { "more.csv": csv }, { patient_id: "8001" });
    await world.pool.query(
      "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, '8000')",
      [world.workspaceId, world.projectId, world.siteId],
    );
    const [status, text] = await world.call(alice, finishUpload, { upload_id, encrypt: false });
    expect([status, text]).toEqual([409, expect.stringMatching(/^This Patient ID already exists in Site /)]);
    const { patient_key } = await world.answer(alice, finishUpload, { upload_id: own.upload_id, encrypt: false });
    expect(await world.answer(alice, finishUpload, { upload_id: next.upload_id, encrypt: false })).toMatchObject({
      patient_key,
    });
  });
});

describe("items", () => {
  it("decide together: good when one is good, mailed once, read again by an administrator", async () => {
    const { upload_id, patient_key } = await world.finished(alice, { "a.edf": randomBytes(9), "drugs.csv": csv });
    const [edf, sheet] = await itemsOf(upload_id);
    expect(await world.settle(edf.id, "failed", "It is empty.")).toEqual({ uploadId: upload_id, isComplete: false });
    expect(await world.answer(alice, getUpload, { upload_id })).toMatchObject({ status: "PROCESSING", progress: 0.5 });
    expect(await world.settle(sheet.id, "done")).toEqual({ uploadId: upload_id, isComplete: true });
    expect(await world.settle(sheet.id, "done")).toEqual({ uploadId: upload_id, isComplete: true });
    expect(await statusOf(upload_id)).toBe("SUCCESS");
    expect((await messagesOf(upload_id)).at(-1)).toBe("warning 1 of 2 items could not be read.");
    await runJobs();
    const ready = {
      kind: "upload_ready",
      recipient: alice.email,
      facts: { upload_id, patient_key, failed: 1, items: 2 },
    };
    expect(await mailsOf(upload_id)).toMatchObject([ready]);

    expect(await world.call(alice, retryUploadItem, { item_id: sheet.id })).toEqual([
      409,
      "Only what has failed can be read again.",
    ]);
    await world.pool.query("update job set state = 'failed' where queue = 'ingest' and key = $1", [String(edf.id)]);
    await world.answer(alice, retryUploadItem, { item_id: edf.id });
    expect(await statusOf(upload_id)).toBe("PROCESSING");
    expect((await jobsOf("ingest", String(edf.id))).map(({ state }) => state).sort()).toEqual(["failed", "queued"]);
    await world.settle(edf.id, "done");
    await runJobs();
    expect(await mailsOf(upload_id)).toHaveLength(1);
  });

  it("that all failed make the upload fail, which the uploader and the support team are told", async () => {
    const { upload_id, patient_key } = await world.finished(alice, { "drugs.csv": csv });
    const [{ id }] = await itemsOf(upload_id);
    await world.settle(id, "failed", "Unable to read drugs.csv");
    expect(await statusOf(upload_id)).toBe("FAILED");
    expect((await messagesOf(upload_id)).at(-1)).toBe("error The item could not be read.");
    await runJobs();
    const administrators = (
      await world.rows<{ email: string }>(
        `select distinct u.email from app_user u join user_role r on r.user_id = u.id
         join role_permission p on p.role_id = r.role_id
         where u.workspace_id = $1 and p.permission = 'access_admin_user_management'`,
        [world.workspaceId],
      )
    ).map(({ email }) => email);
    const mails = await mailsOf(upload_id);
    expect(
      mails
        .filter(({ facts }) => facts.is_support)
        .map(({ recipient }) => recipient)
        .sort(),
    ).toEqual(administrators.sort());
    expect(mails.filter(({ facts }) => !facts.is_support)).toMatchObject([
      { kind: "upload_failed", recipient: alice.email, facts: { patient_key } },
    ]);
    expect(JSON.stringify(mails)).not.toContain("drugs");
    await world.pool.query("update job set state = 'failed' where queue = 'ingest' and key = $1", [String(id)]);
    await world.answer(alice, retryUploadItem, { item_id: id });
    await world.settle(id, "done");
    await runJobs();
    expect((await mailsOf(upload_id)).at(-1)).toMatchObject({ kind: "upload_ready", recipient: alice.email });
  });
});

describe("uploads that are given up", () => {
  it("are canceled, purged now and when their addresses are over, and deleted", async () => {
    const { upload_id, files } = await world.sent(alice, { "drugs.csv": csv, "N/a": csv });
    expect(await world.objects(upload_id)).toHaveLength(2);
    await world.answer(alice, cancelUpload, { upload_id });
    await world.answer(alice, cancelUpload, { upload_id });
    expect(await world.answer(alice, checkCancelStatus, { upload_id })).toEqual({ canceled: true, status: "CANCELED" });
    expect(await messagesOf(upload_id)).toContain("canceled The upload was canceled.");
    const order = { upload_id, file_ids: [files[0].file_id] };
    expect(await world.call(alice, getFileAddresses, order)).toEqual(canceled);
    expect(await world.codeOf(alice, getFileAddresses, order)).toBe(uploadCanceledCode);
    expect(await world.call(alice, finishUpload, { upload_id, encrypt: false })).toEqual(canceled);
    expect(await world.call(alice, modifyUpload, { upload_id, progress: 1 })).toEqual(canceled);
    const purges = await world.rows<{ key: string; late: boolean }>(
      "select key, run_at > now() + interval '45 minutes' as late from job where queue = 'purge-upload' and (payload ->> 'uploadId')::int = $1 order by id",
      [upload_id],
    );
    expect(purges).toEqual([
      { key: String(upload_id), late: false },
      { key: `${upload_id}-late`, late: true },
    ]);
    await runJobs();
    expect(await world.objects(upload_id)).toEqual([]);
    expect((await world.answer(alice, deleteCanceledUploads, {})).deleted).toBeGreaterThan(0);
    expect(await statusOf(upload_id)).toBeUndefined();
    expect(await world.call(alice, checkCancelStatus, { upload_id })).toEqual([404, "Upload does not exist"]);
    // A browser that was still sending.
    await world.deps.stores.own.put(uploadKey(upload_id, files[0].file_id), csv, csv.length);
    await world.pool.query("update job set run_at = now() where key = $1", [`${upload_id}-late`]);
    await runJobs();
    expect(await world.objects(upload_id)).toEqual([]);
  });

  it("with very many files hold nobody up: no transaction changes or deletes more than a thousand", async () => {
    const { upload_id } = await world.sent(alice, { "N/a": csv });
    await world.pool.query(
      `insert into upload_file (upload_id, item_id, path, size_bytes, md5)
       select $1, min(id), 'N/' || n, 1, repeat('0', 32) from upload_item, generate_series(1, 2500) n where upload_id = $1 group by n`,
      [upload_id],
    );
    await world.pool.query(`
      create table changed_files (transaction xid8 not null, files int not null);
      create function count_changed() returns trigger language plpgsql as $$ begin
        insert into changed_files select pg_current_xact_id(), count(*) from before; return null; end $$;
      create trigger count_updated after update on upload_file referencing old table as before
        for each statement execute function count_changed();
      create trigger count_deleted after delete on upload_file referencing old table as before
        for each statement execute function count_changed()`);
    await world.answer(alice, cancelUpload, { upload_id });
    await world.answer(alice, deleteCanceledUploads, {});
    const changes = await world.rows("select sum(files)::int as files from changed_files group by transaction");
    await world.pool.query("drop function count_changed cascade; drop table changed_files");
    const numbers = changes.map(({ files }) => Number(files));
    expect(numbers.reduce((sum, files) => sum + files, 0)).toBe(2 * 2501);
    expect(Math.max(...numbers)).toBe(1000);
    expect(await world.rows("select id from upload_file where upload_id = $1", [upload_id])).toEqual([]);
  });

  it("failed in the browser: told, mailed once, purged", async () => {
    const { upload_id } = await world.sent(alice, { "drugs.csv": csv });
    for (let time = 0; time < 2; time++)
      await world.answer(alice, modifyUpload, { upload_id, progress: 0.3, has_failed: true });
    expect(await statusOf(upload_id)).toBe("FAILED");
    expect(await messagesOf(upload_id)).toContain("error The transfer has failed.");
    expect(await world.call(alice, finishUpload, { upload_id, encrypt: false })).toEqual([
      409,
      "This upload has failed.",
    ]);
    await world.answer(alice, cancelUpload, { upload_id }); // changes nothing
    await runJobs();
    expect(await world.objects(upload_id)).toEqual([]);
    const mails = await mailsOf(upload_id);
    expect(mails.every(({ kind, facts }) => kind === "upload_failed" && facts.patient_key === null)).toBe(true);
    expect(mails.filter(({ facts }) => !facts.is_support)).toHaveLength(1);
  });

  it("abandoned: canceled after a week without a sign of life", async () => {
    const { upload_id } = await world.sent(alice, { "drugs.csv": csv });
    const fresh = await world.create(alice);
    await world.pool.query("update upload set seen_at = now() - interval '8 days' where id = $1", [upload_id]);
    await keepUploadsTidy(world.deps);
    await keepUploadsTidy(world.deps);
    expect([await statusOf(upload_id), await statusOf(fresh)]).toEqual(["CANCELED", "CREATED"]);
    expect((await messagesOf(upload_id)).at(-1)).toBe(
      "canceled The upload was canceled: nothing was heard of it for 7 days.",
    );
    await runJobs();
    expect(await world.objects(upload_id)).toEqual([]);
    expect(await world.rows("select state from job where queue = 'sweep-uploads'")).toEqual([{ state: "done" }]);
    await world.pool.query(
      "update upload set is_purged = false, completed_at = now() - interval '2 days' where id = $1",
      [upload_id],
    );
    await keepUploadsTidy(world.deps); // the removal did not come to pass
    expect((await jobsOf("purge-upload", String(upload_id))).some(({ state }) => state === "queued")).toBe(true);
  });

  it("leave no objects behind that no row speaks of; others stay", async () => {
    const { upload_id, files } = await world.sent(alice, { "drugs.csv": csv });
    const { own } = world.deps.stores;
    await own.put("uploads/999999/1", csv, csv.length);
    await own.put(`uploads/${upload_id}/999999`, csv, csv.length);
    expect(await sweepObjects(world.deps)).toBe(0); // too young to be sure
    const aged = {
      ...own,
      async *list(prefix: string) {
        for await (const facts of own.list(prefix)) yield { ...facts, modifiedAt: 0 };
      },
    };
    const stores = { ...world.deps.stores, of: () => aged };
    expect(await sweepObjects({ ...world.deps, stores })).toBe(2);
    expect(await world.objects(upload_id)).toEqual([uploadKey(upload_id, files[0].file_id)]);
  });
});
