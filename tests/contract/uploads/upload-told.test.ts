/** What is told of uploads (spec 000 sections 3, 7 and 8): on the patient page, in the patients list, and by mail on request. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getPatients } from "../../../src/protocol/patients.ts";
import { workspaceParameter } from "../../../src/protocol/route.ts";
import {
  getExistingData,
  getLogFiles,
  getOpenUploads,
  getPatientUploads,
  getUpload,
  getUploadMessages,
  modifyUpload,
  sendUploadNotificationEmail,
} from "../../../src/protocol/uploads.ts";
import { uploadProbes } from "./upload-probes.ts";
import { md5Of, openUploadWorld, type Uploader, type UploadWorld } from "./upload-world.ts";

let world: UploadWorld;
let alice: Uploader;

beforeAll(async () => {
  world = await openUploadWorld();
  alice = await world.person();
}, 120_000);
afterAll(() => world?.close());

const csv = Buffer.from("drug,start\n");
const { itemsOf, runJobs, mailsOf } = uploadProbes(() => world);

describe("the patient page", () => {
  it("is told of uploads, their items, messages and log", async () => {
    const { upload_id, patient_key } = await world.finished(alice, { "N/Zo\u00eb.eeg": csv, "drugs.csv": csv });
    const place = { project_id: world.projectId, site_id: world.siteId, patient_id: patient_key };
    const [{ id }] = await itemsOf(upload_id);
    await world.settle(id, "failed", "Unable to read it.");
    const again = await world.sent(
      alice,
      { "drugs.csv": csv },
      { patient_id: await nameOf(patient_key), is_new_patient: false },
    );
    const { data } = await world.answer(alice, getPatientUploads, { patient_id: patient_key });
    expect(data.map((one) => [one.upload_id, one.status])).toEqual([
      [again.upload_id, "UPLOADING"],
      [upload_id, "PROCESSING"],
    ]);
    const byGet = await fetch(
      `${world.origin}${getPatientUploads.path}?patient_id=${patient_key}&${workspaceParameter}=${world.workspaceId}`,
      {
        headers: { authorization: alice.token },
      },
    );
    expect(await byGet.json()).toEqual({ data });
    expect(
      (
        await fetch(`${world.origin}${getPatientUploads.path}?patient_id=x`, {
          headers: { authorization: alice.token },
        })
      ).status,
    ).toBe(400);
    expect((await fetch(`${world.origin}${getPatientUploads.path}?patient_id=1`)).status).toBe(401);

    const table = await world.answer(alice, getUploadMessages, { patient_id: patient_key });
    expect(table).toMatchObject({
      total: 2,
      data: [
        {
          upload_id: again.upload_id,
          email: alice.email,
          combined_message: "info The upload of 1 medication file has begun.",
        },
        { upload_id, combined_message: "info 2 files were received and checked.", progress: 0.5 },
      ],
    });
    expect(table.data.map(({ silent_since }) => silent_since)).toEqual([null, null]);
    // A transfer that nothing was heard of for five minutes; what is being read needs nobody.
    const silent = Date.now() - 301_000;
    await world.drizzle.execute(sql`
      update upload set seen_at = to_timestamp(${silent}::float8 / 1000) where id in (${again.upload_id}, ${upload_id})`);
    const later = await world.answer(alice, getUploadMessages, { patient_id: patient_key });
    expect(later.data.map(({ silent_since }) => silent_since)).toEqual([silent, null]);
    expect(await world.answer(alice, getUpload, { upload_id: again.upload_id })).toMatchObject({
      silent_since: silent,
    });
    await world.answer(alice, modifyUpload, { upload_id: again.upload_id, progress: 0 });
    expect(await world.answer(alice, getUpload, { upload_id: again.upload_id })).toMatchObject({ silent_since: null });
    const filters = [{ field: "combined_message", operator: "contains" as const, value: "RECEIVED" }];
    expect((await world.answer(alice, getUploadMessages, { patient_id: patient_key, filters })).data).toHaveLength(1);

    const seen = await world.answer(alice, getUpload, { upload_id });
    expect(seen.items).toMatchObject([
      { name: "N", kind: "natus", state: "failed", error: "Unable to read it.", progress: 1 },
      { name: "drugs.csv", state: "waiting", progress: 0, is_superseded: false },
    ]);
    const [{ name, content }] = (await world.answer(alice, getLogFiles, { upload_id })).log_files;
    expect(name).toBe(`upload-${upload_id}.log`);
    expect(content).toContain("N/Zo\u00eb.eeg (11 bytes): verified");
    expect(content).toContain("natus N: failed. Unable to read it.");

    const existing = { ...place, data_type: "medications" as const };
    expect(await world.answer(alice, getExistingData, existing)).toMatchObject({
      data: [{ name: "drugs.csv", size: 11 }],
    });
    expect(await world.answer(alice, getExistingData, { ...place, data_type: "natus" })).toEqual({ data: [] });
    expect((await world.answer(alice, getOpenUploads, {})).data[0].upload_id).toBe(again.upload_id);
  });

  it("counts uploads that make no recording in the list", async () => {
    const { upload_id, patient_key } = await world.finished(alice, { "drugs.csv": csv });
    const [{ id }] = await itemsOf(upload_id);
    await world.settle(id, "done");
    const filters = [{ field: "id", operator: "equals" as const, value: await nameOf(patient_key) }];
    const { data } = await world.answer(alice, getPatients, { filters });
    const [{ ms }] = await world.rows<{ ms: number }>(
      "select floor(extract(epoch from finished_at) * 1000)::float8 as ms from upload where id = $1",
      [upload_id],
    );
    expect(data[0]).toMatchObject({ data_file_size: 11, timestamp: ms, first_name: "Test", last_name: "User" });
  });

  const nameOf = async (key: number) =>
    (await world.rows<{ identifier: string }>("select identifier from patient where id = $1", [key]))[0].identifier;
});

describe("mails that a browser asks for", () => {
  it("tell how the upload stands, whatever the browser says, and not too often", async () => {
    const { upload_id } = await world.sent(alice, { "drugs.csv": csv });
    const ask = (external: boolean) =>
      world.call(alice, sendUploadNotificationEmail, {
        upload_id,
        patient_identifier: "Jane Doe",
        site_name: "Mars",
        status: "SUCCESS",
        external,
      });
    expect((await ask(true))[0]).toBe(200);
    expect((await ask(false))[0]).toBe(200);
    const mails = await mailsOf(upload_id);
    expect(mails[0]).toMatchObject({ kind: "upload_status", recipient: alice.email, facts: { status: "UPLOADING" } });
    expect(mails.slice(1).every(({ facts }) => facts.is_support)).toBe(true);
    expect(JSON.stringify(mails)).not.toMatch(/Jane|Mars/);
    for (let n = 0; n < 3; n++) await ask(true);
    expect((await ask(true))[0]).toBe(429);
  });

  it("do not come by the hundred, however many uploads are begun and given up", async () => {
    const flood = await world.person(["upload_data"]);
    let asked = 0;
    for (let n = 0; n < 31; n++) {
      const upload_id = await world.create(flood);
      const order = { upload_id, patient_identifier: "1", site_name: "S", status: "FAILED" as const, external: true };
      if ((await world.call(flood, sendUploadNotificationEmail, order))[0] === 200) asked++;
      await world.answer(flood, modifyUpload, { upload_id, progress: 0, has_failed: true });
    }
    await runJobs();
    expect(asked).toBe(30);
    const told = "select 1 from mail where recipient = $1 and kind = 'upload_failed'";
    expect(await world.rows(told, [flood.email])).toHaveLength(30);
  });
});

it("keeps md5s, names and keys out of audit rows", async () => {
  const { rows } = await world.drizzle.execute<{ facts: object }>(sql`select facts from user_action`);
  expect(JSON.stringify(rows)).not.toMatch(/drugs|Zo|edf|7001/);
  expect(JSON.stringify(rows)).not.toContain(md5Of(csv));
});
