/** Another user's uploads do not exist: every call that names one, by users of other places, workspaces, and none. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { permissionNames } from "../../../src/protocol/permissions.ts";
import type { Route } from "../../../src/protocol/route.ts";
import * as calls from "../../../src/protocol/uploads.ts";
import { addProject, addSite, addToken, addUser, addWorkspace, setScope } from "../../support/accounts.ts";
import { untilBlockedBy } from "../../support/postgres.ts";
import { openUploadWorld, type Uploader, type UploadWorld } from "./upload-world.ts";

let world: UploadWorld;
let alice: Uploader;
/** Of the same project and site. */
let colleague: Uploader;
/** Of another project, of another site, and of another workspace with places of its own. */
let strangers: Uploader[];
let open: { upload_id: number; files: calls.UploadFile[] };
let done: { upload_id: number; patient_key: number; item_id: number };
const zero = "0".repeat(32);
const csv = Buffer.from("drug,start\n");

beforeAll(async () => {
  world = await openUploadWorld();
  const { pool, workspaceId, projectId, siteId } = world;
  alice = await world.person();
  colleague = await world.person();
  const other = await addWorkspace(pool);
  const [projectIds, siteIds] = [[await addProject(pool, other)], [await addSite(pool, other)]];
  const outsider = await addUser(pool, { workspaceId: other, permissions: permissionNames, projectIds, siteIds });
  strangers = [
    await world.person(permissionNames, { projectIds: [await addProject(pool, workspaceId)], siteIds: [siteId] }),
    await world.person(permissionNames, { projectIds: [projectId], siteIds: [await addSite(pool, workspaceId)] }),
    { ...outsider, token: await addToken(pool, outsider, { lifeMs: 3_600_000 }) },
  ];
  open = await world.sent(alice, { "drugs.csv": csv });
  const finished = await world.finished(alice, { "drugs.csv": csv });
  const [{ id }] = await world.rows<{ id: number }>("select id from upload_item where upload_id = $1", [
    finished.upload_id,
  ]);
  await world.settle(id, "failed", "No.");
  done = { ...finished, item_id: id };
}, 120_000);
afterAll(() => world?.close());

/** Calls about an upload that is being sent: only its user's. */
const uploading = (): [Route, object][] => {
  const { upload_id, files } = open;
  const [{ file_id, path }] = files;
  const plain = { upload_id };
  return [
    [calls.startUpload, { ...plain, items: [], files: [], form: null }],
    [calls.getUploadFiles, plain],
    [calls.getFileAddresses, { ...plain, file_ids: [file_id] }],
    [calls.getPartAddresses, { ...plain, file_id, parts: [1] }],
    [calls.checkMd5, { ...plain, filename: path, md5: zero }],
    [calls.getEncryptionKey, plain],
    [
      calls.updateMd5ForPatientInfo,
      { ...plain, filepath: path, text_md5: zero, encrypted_md5: zero, iv: "A".repeat(16), size: 20 },
    ],
    [calls.updateFormMd5, { ...plain, md5: zero }],
    [calls.modifyUpload, { ...plain, progress: 1, has_failed: true }],
    [calls.checkCancelStatus, plain],
    [calls.finishUpload, { ...plain, encrypt: false }],
    [calls.cancelUpload, plain],
    [calls.sendUploadNotificationEmail, { ...plain, external: true }],
  ];
};

describe("an upload under way", () => {
  it("exists for its user alone", async () => {
    const tried = uploading();
    // startUpload refuses what declares nothing before it looks for the upload.
    tried[0][1] = {
      upload_id: open.upload_id,
      items: [{ kind: "medications", name: "a.csv", removed: [] }],
      files: [{ item: 0, path: "a.csv", size: 1, md5: zero, modified_at: null }],
      form: null,
    };
    for (const who of [colleague, ...strangers])
      for (const [route, body] of tried)
        expect([route.path, ...(await world.call(who, route, body))]).toEqual([
          route.path,
          404,
          "Upload does not exist",
        ]);
    const [{ status, progress }] = await world.rows<{ status: string; progress: number }>(
      "select status, progress from upload where id = $1",
      [open.upload_id],
    );
    expect([status, progress]).toEqual(["UPLOADING", 0]);
  });

  it("is in no list of others, and not deleted by them", async () => {
    for (const who of [colleague, ...strangers]) {
      expect(await world.answer(who, calls.getOpenUploads, {})).toEqual({ data: [] });
      expect(await world.answer(who, calls.deleteCanceledUploads, {})).toEqual({ deleted: 0 });
      expect(await world.call(who, calls.getUpload, { upload_id: open.upload_id })).toEqual([
        404,
        "Upload does not exist",
      ]);
    }
  });

  it("is out of reach for its user without the project, but for giving it up", async () => {
    await setScope(world.pool, alice.id, { projectIds: [], siteIds: [world.siteId] });
    const missing = [404, "Upload does not exist"];
    const { upload_id, files } = open;
    expect(await world.call(alice, calls.getUploadFiles, { upload_id })).toEqual(missing);
    expect(await world.call(alice, calls.getFileAddresses, { upload_id, file_ids: [files[0].file_id] })).toEqual(
      missing,
    );
    expect(await world.call(alice, calls.finishUpload, { upload_id, encrypt: false })).toEqual(missing);
    expect(await world.answer(alice, calls.getOpenUploads, {})).toEqual({ data: [] });
    expect((await world.answer(alice, calls.checkCancelStatus, { upload_id })).status).toBe("UPLOADING");
    await setScope(world.pool, alice.id, { projectIds: [world.projectId], siteIds: [world.siteId] });
  });
});

describe("an upload of a patient", () => {
  it("is seen by whoever sees the patient, and by nobody else", async () => {
    const { upload_id, patient_key, item_id } = done;
    const place = { project_id: world.projectId, site_id: world.siteId, patient_id: patient_key };
    const seeing: [Route, object][] = [
      [calls.getUpload, { upload_id }],
      [calls.getLogFiles, { upload_id }],
      [calls.getPatientUploads, { patient_id: patient_key }],
      [calls.getUploadMessages, { patient_id: patient_key }],
      [calls.getExistingData, { ...place, data_type: "medications" }],
    ];
    for (const [route, body] of seeing) expect((await world.call(colleague, route, body))[0], route.path).toBe(200);
    for (const who of strangers) {
      for (const [route, body] of seeing) expect((await world.call(who, route, body))[0], route.path).toBe(404);
      expect(await world.call(who, calls.retryUploadItem, { item_id })).toEqual([404, "Upload does not exist"]);
    }
    expect(await world.rows("select state from upload_item where id = $1", [item_id])).toEqual([{ state: "failed" }]);
  });

  it("is read again, where a part failed, for its uploader; for a colleague only with projects to administer", async () => {
    const { projectId, siteId } = world;
    const { upload_id, item_id } = done;
    const rights = ["upload_data", "access_data_upload_patient_subpage"] as const;
    const places = { projectIds: [projectId], siteIds: [siteId] };
    const [uploader, other] = [await world.person(rights, places), await world.person(rights, places)];
    await world.pool.query("update upload set user_id = $1 where id = $2", [uploader.id, upload_id]);
    const isOwn = async (who: Uploader) => (await world.answer(who, calls.getUpload, { upload_id })).is_own;
    expect([await isOwn(uploader), await isOwn(other)]).toEqual([true, false]);
    expect(await world.call(other, calls.retryUploadItem, { item_id })).toEqual([
      403,
      "You do not have permission for this action",
    ]);
    expect(await world.rows("select state from upload_item where id = $1", [item_id])).toEqual([{ state: "failed" }]);
    await world.pool.query("update job set state = 'failed' where queue = 'ingest' and key = $1", [String(item_id)]);
    await world.answer(uploader, calls.retryUploadItem, { item_id });
    expect(await world.rows("select state from upload_item where id = $1", [item_id])).toEqual([{ state: "waiting" }]);
  });
});

it("none is begun at a place, or by a user, that is deleted at that moment: that is a refusal and no failure", async () => {
  const { pool, workspaceId } = world;
  for (const [kind, statuses] of [
    ["site", [404]],
    ["project", [404, 409]],
    ["app_user", [401, 409]],
  ] as const) {
    const [project_id, site_id] = [await addProject(pool, workspaceId), await addSite(pool, workspaceId)];
    const who = await world.person(permissionNames, { projectIds: [project_id], siteIds: [site_id] });
    const id = { site: site_id, project: project_id, app_user: who.id }[kind];
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query(`delete from ${kind} where id = $1`, [id]);
    const begun = world.call(who, calls.createUpload, {
      project_id,
      site_id,
      patient_id: "9000",
      is_new_patient: true,
    });
    await untilBlockedBy(holder, pool);
    await holder.query("commit");
    holder.release();
    const [status, text] = await begun;
    expect([kind, statuses.some((one) => one === status), status, text]).toEqual([kind, true, status, text]);
    expect(await world.rows("select id from upload where patient_identifier = '9000'")).toEqual([]);
  }
});
