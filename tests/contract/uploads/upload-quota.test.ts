/** How much one user may declare and not finish (spec 000 section 5; operations.md, Environment). */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelUpload, checkUploadRoom, startUpload, uploadPartBytes } from "../../../src/protocol/uploads.ts";
import { roomIn } from "../../../src/server/platform/storage/room.ts";
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

  it("counts what each kind needs when it is read", async () => {
    const fay = await world.person();
    const room = await roomIn(world.dataDir);
    const tryOf = async (name: string, bytes: number) => {
      const parts = Math.floor(bytes / uploadPartBytes);
      const file = { path: name, size: parts * uploadPartBytes, md5: `${"0".repeat(32)}-${parts}`, modified_at: null };
      const items = [{ kind: "edf" as const, name, removed: [] }];
      const upload_id = await world.create(fay);
      const [status] = await world.call(fay, startUpload, {
        upload_id,
        items,
        files: [{ item: 0, ...file }],
        form: null,
      });
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
