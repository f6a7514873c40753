/** How much one user may declare and not finish (spec 000 section 5; README, UPLOAD_QUOTA_BYTES). */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelUpload, startUpload } from "../../src/protocol/uploads.ts";
import { declarationOf, openUploadWorld, type Uploader, type UploadWorld } from "./upload-world.ts";

let world: UploadWorld;

beforeAll(async () => {
  world = await openUploadWorld();
}, 120_000);
afterAll(() => world?.close());

describe("what a user has declared and not finished", () => {
  const quota = 8 * 1024 ** 4;
  /** An upload of one file that is being sent, to a bucket of this endpoint. */
  const open = async (who: Uploader, { bytes, endpoint, state = "declared" }: Record<string, string | number>) => {
    const [{ id }] = await world.rows<{ id: number }>(
      `with b as (insert into bucket (workspace_id, name, endpoint) values ($1, 'quota ' || gen_random_uuid(), $5) returning id),
        u as (insert into upload (workspace_id, project_id, site_id, patient_identifier, is_new_patient, user_id, email,
          bucket_id, timezone, status)
          select $1, $2, $3, 'x', false, $4, '', b.id, 'UTC', 'UPLOADING' from b returning id),
        i as (insert into upload_item (upload_id, kind, name) select id, 'edf', 'a.edf' from u returning id, upload_id)
       insert into upload_file (upload_id, item_id, path, size_bytes, md5, state)
       select upload_id, id, 'a.edf', $6, '', $7 from i returning upload_id as id`,
      [world.workspaceId, world.projectId, world.siteId, who.id, endpoint, bytes, state],
    );
    return id;
  };
  const declare = async (who: Uploader) =>
    world.call(who, startUpload, {
      upload_id: await world.create(who),
      ...declarationOf({ "a.edf": randomBytes(60) }),
    });

  it("is bounded, also when two are declared at once, and nothing of the refused one is kept", async () => {
    const dora = await world.person();
    const elsewhere = await open(dora, { bytes: quota - 100, endpoint: "https://s3.example.org" });
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
    expect((await declare(await world.person()))[0]).toBe(200); // another user's room
    await world.answer(dora, cancelUpload, { upload_id: elsewhere });
    expect((await declare(dora))[0]).toBe(200);
  });

  it("is never more than the disk of the local store has room for, what has arrived aside", async () => {
    const erin = await world.person();
    const endpoint = "file:objects";
    const coming = await open(erin, { bytes: 2 ** 42, endpoint });
    const refusal =
      "There is no room for so much data. Finish or cancel other uploads first, or ask the support team for more room.";
    expect(await declare(erin)).toEqual([409, refusal]);
    await world.pool.query("update upload_file set state = 'verified' where upload_id = $1", [coming]);
    expect((await declare(erin))[0]).toBe(200);
  });
});
