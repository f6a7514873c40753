/** How much one user may declare and not finish (spec 000 section 5; operations.md, Environment). */
import { randomBytes } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uploadServiceText } from "../../../src/protocol/text/upload-service-text.ts";
import {
  cancelUpload,
  checkUploadRoom,
  getLogFiles,
  getUpload,
  startUpload,
  uploadPartBytes,
} from "../../../src/protocol/uploads.ts";
import { roomIn } from "../../../src/server/platform/storage/room.ts";
import { logFilesOf } from "../../../src/server/uploads/log-file.ts";
import { untilWaiting } from "../../support/postgres.ts";
import { declarationOf, openUploadWorld, type Uploader, type UploadWorld } from "./upload-world.ts";

let world: UploadWorld;

beforeAll(async () => {
  world = await openUploadWorld();
}, 120_000);
afterAll(() => world?.close());

describe("what a user has declared and not finished", () => {
  const quota = 8 * 1024 ** 4;
  /** An upload of one file that is being sent, to a bucket of this endpoint. */
  const open = async (who: Uploader, { bytes, endpoint, item = "waiting" }: Record<string, string | number>) => {
    const [{ id }] = await world.rows<{ id: number }>(
      `with b as (insert into bucket (workspace_id, name, endpoint) values ($1, 'quota ' || gen_random_uuid(), $5) returning id),
        u as (insert into upload (workspace_id, project_id, site_id, patient_identifier, is_new_patient, user_id, email,
          bucket_id, timezone, status)
          select $1, $2, $3, 'x', false, $4, '', b.id, 'UTC', 'UPLOADING' from b returning id),
        i as (insert into upload_item (upload_id, kind, name, state) select id, 'edf', 'a.edf', $7 from u returning id, upload_id)
       insert into upload_file (upload_id, item_id, path, size_bytes, md5, state)
       select upload_id, id, 'a.edf', $6, '', 'declared' from i returning upload_id as id`,
      [world.workspaceId, world.projectId, world.siteId, who.id, endpoint, bytes, item],
    );
    return id;
  };
  const declare = async (who: Uploader) =>
    world.call(who, startUpload, {
      upload_id: await world.create(who),
      ...declarationOf({ "a.edf": randomBytes(60) }),
    });
  /** Before digests are taken. */
  const ask = (who: Uploader, size = 60) =>
    world.call(who, checkUploadRoom, {
      project_id: world.projectId,
      items: [{ kind: "edf", name: "a.edf", size }],
    });

  it("is bounded, also when two are declared at once, and nothing of the refused one is kept", async () => {
    const dora = await world.person();
    const elsewhere = await open(dora, { bytes: quota - 100, endpoint: "https://s3.example.org", item: "done" });
    const refusal = [
      409,
      "Your uploads that are not finished may hold 8.00 TB together. Finish or cancel some of them first.",
    ];
    const answers = await Promise.all([declare(dora), declare(dora)]);
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409]);
    expect(answers.find(([status]) => status === 409)).toEqual(refusal);
    const kept = `select u.status, count(i.id)::int as items, count(f.id)::int as files
      from upload u left join upload_item i on i.upload_id = u.id left join upload_file f on f.item_id = i.id
      where u.user_id = $1 and u.id <> $2 group by u.id order by u.status`;
    expect(await world.rows(kept, [dora.id, elsewhere])).toEqual([
      { status: "CREATED", items: 0, files: 0 },
      { status: "UPLOADING", items: 1, files: 1 },
    ]);
    expect(await ask(dora)).toEqual(refusal);
    expect((await declare(await world.person()))[0]).toBe(200); // another user's room
    await world.answer(dora, cancelUpload, { upload_id: elsewhere });
    expect((await declare(dora))[0]).toBe(200);
  });

  it("is never more than the disk has room for, with the recordings that will be read of it", async () => {
    const erin = await world.person();
    const endpoint = "file:objects";
    const coming = await open(erin, { bytes: 2 ** 42, endpoint });
    const refusal =
      "There is no room for so much data. Finish or cancel other uploads first, or ask the support team for more room.";
    expect(await declare(erin)).toEqual([409, refusal]);
    expect(await ask(erin)).toEqual([409, refusal]);
    const other = await world.person();
    expect(await declare(other)).toEqual([409, refusal]); // reserved is reserved, whoever asks
    await world.pool.query("update upload_file set state = 'verified' where upload_id = $1", [coming]);
    expect(await declare(erin)).toEqual([409, refusal]); // it has arrived, and will be read
    await world.pool.query("update upload set status = 'PROCESSING' where id = $1", [coming]);
    expect(await declare(erin)).toEqual([409, refusal]);
    await world.pool.query("update upload_item set state = 'done' where upload_id = $1", [coming]);
    expect(await ask(erin)).toEqual([200, "{}"]);
    expect((await declare(erin))[0]).toBe(200);
    const left = await open(erin, { bytes: 2 ** 42, endpoint });
    await world.pool.query("update upload set seen_at = now() - interval '61 minutes' where id = $1", [left]);
    expect((await declare(other))[0]).toBe(200); // who is silent reserves for nobody but himself
    expect(await declare(erin)).toEqual([409, refusal]);
  });

  /** What start_upload is told of a file of about so many bytes. */
  const large = (name: string, bytes: number) => {
    const parts = Math.floor(bytes / uploadPartBytes);
    const file = { path: name, size: parts * uploadPartBytes, md5: `${"0".repeat(32)}-${parts}`, modified_at: null };
    return { items: [{ kind: "edf" as const, name, removed: [] }], files: [{ item: 0, ...file }], form: null };
  };

  it("admits one of two users to the last room there is, also when both declare at once", async () => {
    const people = [await world.person(), await world.person()];
    const uploads = await Promise.all(people.map((who) => world.create(who)));
    const half = large("a.edf", (await roomIn(world.dataDir)) / 2.6);
    const holder = await world.pool.connect();
    await holder.query("begin");
    await holder.query("lock table upload_file in share mode"); // both may look, and neither write
    const declared = people.map((who, k) => world.call(who, startUpload, { upload_id: uploads[k], ...half }));
    await untilWaiting(world.pool, 2);
    await holder.query("commit");
    holder.release();
    const answers = await Promise.all(declared);
    await Promise.all(people.map((who, k) => world.answer(who, cancelUpload, { upload_id: uploads[k] })));
    expect(answers.map(([status]) => status).sort()).toEqual([200, 409]);
  });

  it("counts what each kind needs when it is read", async () => {
    const fay = await world.person();
    const room = await roomIn(world.dataDir);
    const tryOf = async (name: string, bytes: number) => {
      const upload_id = await world.create(fay);
      const [status] = await world.call(fay, startUpload, { upload_id, ...large(name, bytes) });
      await world.answer(fay, cancelUpload, { upload_id });
      return status;
    };
    // Original and recording: 2.3 times an EDF file, 2.7 times a BDF file. Others use the disk meanwhile.
    expect(await tryOf("a.edf", room / 2.6)).toBe(200);
    expect(await tryOf("a.edf", room / 2)).toBe(409);
    expect(await tryOf("a.bdf", room / 2.4)).toBe(409);
    expect(await tryOf("a.bdf", room / 3.2)).toBe(200);
    expect([(await ask(fay, Math.floor(room / 2.6)))[0], (await ask(fay, Math.floor(room / 2)))[0]]).toEqual([
      200, 409,
    ]);
  });
});

describe("many files", () => {
  const many = (count: number) => ({
    items: [{ kind: "natus" as const, name: "Doe~ 01", removed: [] }],
    files: Array.from({ length: count }, (_, k) => ({
      ...{ item: 0, path: `Doe~ 01/${k}.erd`, size: k + 1, md5: "0".repeat(32), modified_at: null },
    })),
    form: null,
  });
  const written = async (upload_id: number) =>
    (
      await world.rows<{ status: string; files: number }>(
        "select status, (select count(*)::int from upload_file f where f.upload_id = u.id) as files from upload u where id = $1",
        [upload_id],
      )
    )[0];
  /** Looks again and again, as others do meanwhile. */
  const watch = async (upload_id: number, until: (seen: { status: string; files: number }) => boolean) => {
    for (;;) {
      const seen = await written(upload_id);
      if (until(seen)) return seen;
    }
  };

  it("are written down in pieces: others come in between, and nothing of it has begun before all of it is there", async () => {
    const who = await world.person();
    const upload_id = await world.create(who);
    const declared = world.answer(who, startUpload, { upload_id, ...many(6000) });
    const half = await watch(upload_id, ({ status, files }) => status !== "CREATED" || (files > 0 && files < 6000));
    expect(half.status).toBe("CREATED");
    const seen = await world.answer(who, getUpload, { upload_id });
    if (seen.status === "CREATED") expect(seen.items).toEqual([]);
    const { files } = await declared;
    expect(files.map(({ path }) => path)).toEqual(many(6000).files.map(({ path }) => path));
    expect(await written(upload_id)).toEqual({ status: "UPLOADING", files: 6000 });
    expect((await world.answer(who, startUpload, { upload_id, ...many(6000) })).files).toEqual(files);
    const rows = await world.rows<{ id: number; path: string }>(
      "select id, path from upload_file where upload_id = $1 order by id",
      [upload_id],
    );
    expect(rows).toEqual(files.map(({ file_id, path }) => ({ id: file_id, path })));

    const [{ content }] = (await world.answer(who, getLogFiles, { upload_id })).log_files;
    expect(content.split("\n").slice(-6002)).toEqual([
      "Files",
      ...files.map(({ path, size }) => uploadServiceText.log.file(path, size, "declared")),
      "",
    ]);
    const atOnce: number[] = [];
    const db = new Proxy(world.drizzle, {
      get: (target, name) =>
        name !== "execute"
          ? Reflect.get(target, name)
          : async (query: SQL) => {
              const answer = await target.execute(query);
              atOnce.push(answer.rows.length);
              return answer;
            },
    });
    const scope = { workspaceId: world.workspaceId, userId: who.id };
    await logFilesOf(db, scope, upload_id);
    expect(Math.max(...atOnce)).toBe(2000);
  });

  it("of an upload that is canceled meanwhile are not declared", async () => {
    const who = await world.person();
    const upload_id = await world.create(who);
    const declared = world.call(who, startUpload, { upload_id, ...many(6000) });
    await watch(upload_id, ({ status, files }) => status !== "CREATED" || files > 0);
    await world.answer(who, cancelUpload, { upload_id });
    expect(await declared).toEqual([409, "Upload has been canceled"]);
    expect((await written(upload_id)).status).toBe("CANCELED");
  });

  it("are declared anew after a server that died between two pieces", async () => {
    const who = await world.person();
    const upload_id = await world.create(who);
    await world.pool.query(
      `with i as (insert into upload_item (upload_id, kind, name) values ($1, 'natus', 'Doe~ 01') returning id)
       insert into upload_file (upload_id, item_id, path, size_bytes, md5) select $1, id, 'Doe~ 01/0.erd', 1, '' from i`,
      [upload_id],
    );
    const { files } = await world.answer(who, startUpload, { upload_id, ...many(1500) });
    expect(files).toHaveLength(1500);
    expect(await written(upload_id)).toEqual({ status: "UPLOADING", files: 1500 });
  });

  it("of a declaration that did not come to its end are taken away in pieces", async () => {
    const who = await world.person();
    const cutOff = async () => {
      const upload_id = await world.create(who);
      await world.pool.query(
        `with i as (insert into upload_item (upload_id, kind, name) values ($1, 'natus', 'Doe~ 01') returning id)
         insert into upload_file (upload_id, item_id, path, size_bytes, md5)
         select $1, id, 'Doe~ 01/' || n, 1, '' from i, generate_series(1, 2500) n`,
        [upload_id],
      );
      return upload_id;
    };
    const uploads = [await cutOff(), await cutOff()];
    await world.pool.query(`
      create table taken (files int);
      create function note_taken() returns trigger language plpgsql as
        'begin insert into taken select count(*) from gone; return null; end';
      create trigger note_taken after delete on upload_file referencing old table as gone
        for each statement execute function note_taken();
      create function refuse_last() returns trigger language plpgsql as
        'begin raise exception ''refused''; end';
      create trigger refuse_last before insert on upload_file for each row when (new.path = 'Doe~ 01/2999.erd')
        execute function refuse_last()`);
    await world.answer(who, startUpload, { upload_id: uploads[0], ...many(1500) });
    expect((await world.call(who, startUpload, { upload_id: uploads[1], ...many(3000) }))[0]).toBe(500);
    await world.pool.query("drop trigger note_taken on upload_file; drop trigger refuse_last on upload_file");
    const sizes = (await world.rows<{ files: number }>("select files from taken")).map(({ files }) => files);
    expect([Math.max(...sizes), sizes.reduce((sum, files) => sum + files)]).toEqual([1000, 2500 + 2500 + 2000]);
    expect(await Promise.all(uploads.map(written))).toEqual([
      { status: "UPLOADING", files: 1500 },
      { status: "CREATED", files: 0 },
    ]);
  });
});
