/** An upload by the members alone that the specification gives its calls (spec 000 section 7). */
import { createCipheriv, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createUpload,
  finishUpload,
  getEncryptionKey,
  getExistingData,
  startUpload,
  updateMd5ForPatientInfo,
} from "../../../src/protocol/uploads.ts";
import { cnsFiles, type Files, md5Of, openUploadWorld, type Uploader, type UploadWorld } from "./upload-world.ts";

let world: UploadWorld;
let alice: Uploader;
beforeAll(async () => {
  world = await openUploadWorld({ ENCRYPT: "on", ENCRYPT_KEY: randomBytes(32).toString("base64") });
  alice = await world.person();
}, 120_000);
afterAll(() => world?.close());

const place = () => ({ project_id: world.projectId, site_id: world.siteId, user_id: alice.id });
const begin = (patient_id: string) => world.call(alice, createUpload, { ...place(), patient_id });
const begun = async (patient_id: string) =>
  (await world.answer(alice, createUpload, { ...place(), patient_id })).upload_id;
const declared = (files: Files) => Object.entries(files).map(([path, b]) => ({ path, size: b.length, md5: md5Of(b) }));
const rows = (upload_id: number) =>
  world.rows<{ kind: string; name: string }>("select kind, name from upload_item where upload_id = $1 order by id", [
    upload_id,
  ]);

describe("create_upload", () => {
  it("begins one for a new patient, whose times are of the default zone, and then for the same one", async () => {
    const upload_id = await begun("4001");
    const facts = "select is_new_patient, timezone, patient_key is null as is_unknown from upload where id = $1";
    expect(await world.rows(facts, [upload_id])).toEqual([
      { is_new_patient: true, timezone: "America/New_York", is_unknown: true },
    ]);
    const files = { "drugs.csv": Buffer.from("drug,start\n") };
    const [file] = (await world.answer(alice, startUpload, { upload_id, files: declared(files) })).files;
    await world.send(alice, upload_id, file, files["drugs.csv"]);
    expect(await world.check(alice, upload_id, file.path, md5Of(files["drugs.csv"]))).toBe(true);
    const { messages } = await world.answer(alice, finishUpload, { upload_id, encrypt: false });
    expect(messages.length).toBeGreaterThan(0);
    const patient = { project_id: world.projectId, site_id: world.siteId, patient_id: "4001" };
    const kept = await world.answer(alice, getExistingData, { ...patient, data_type: "medications" });
    expect(kept.data).toMatchObject([{ name: "drugs.csv", size: files["drugs.csv"].length }]);
    expect((await world.call(alice, getExistingData, { ...patient, patient_id: "x", data_type: "edf" }))[0]).toBe(404);
    expect(await world.rows(facts, [await begun("4001")])).toEqual([
      { is_new_patient: false, timezone: "America/New_York", is_unknown: false },
    ]);
  });

  it("follows the rules of new patients where there is none of the identifier", async () => {
    expect(await begin("12")).toEqual([400, "Patient ID must be 4 characters."]);
    await world.pool.query(
      "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, 'Old 7')",
      [world.workspaceId, world.projectId, world.siteId],
    );
    expect((await begin("Old 7"))[0]).toBe(200);
  });
});

describe("start_upload", () => {
  it("knows what files belong to by their paths", async () => {
    const upload_id = await begun("4002");
    const files = {
      ...cnsFiles(),
      "night.EDF": randomBytes(300),
      "Natus_1/study.eeg": randomBytes(20),
      "Natus_1/deep/study.erd": Buffer.alloc(0),
      "drugs.csv": Buffer.from("drug,start\n"),
    };
    const order = { upload_id, files: declared(files) };
    const answer = await world.answer(alice, startUpload, order);
    expect(answer.files.map(({ path }) => path)).toEqual(Object.keys(files));
    expect(await rows(upload_id)).toEqual([
      { kind: "cns", name: Object.keys(cnsFiles())[0].split("/")[0] },
      { kind: "edf", name: "night.EDF" },
      { kind: "natus", name: "Natus_1" },
      { kind: "medications", name: "drugs.csv" },
    ]);
    expect(await world.answer(alice, startUpload, order)).toEqual(answer);
  });

  it("takes a file by any name that the specification has for its path", async () => {
    const [size, md5] = [1, md5Of(Buffer.from("x"))];
    for (const member of ["name", "filename", "filepath"]) {
      const upload_id = await begun("4006");
      const { files } = await world.answer(alice, startUpload, {
        upload_id,
        files: [{ [member]: "night.edf", size, md5 }],
      });
      expect(files).toMatchObject([{ path: "night.edf", size }]);
    }
    const bare = { upload_id: await begun("4006"), files: [{ size, md5 }] };
    expect(await world.call(alice, startUpload, bare)).toEqual([400, "The request is not of the expected form."]);
  });

  it("refuses in a sentence what is of no kind, of no item, or two things at once", async () => {
    const upload_id = await begun("4003");
    const start = (paths: string[], more: object = {}) => {
      const files = paths.map((path) => ({ path, size: 1, md5: md5Of(Buffer.from("x")) }));
      return world.call(alice, startUpload, { upload_id, files, ...more });
    };
    expect(await start([])).toEqual([400, "There is nothing to upload."]);
    expect(await start(["notes.txt"])).toEqual([400, "The name of an EDF file must end in .edf or .bdf."]);
    const items = [{ kind: "edf", name: "a.edf", removed: [] }];
    expect(await start(["b.edf"], { items })).toEqual([400, "A file does not lie in its directory."]);
    expect(await start(["a.edf", "a.edf/x"])).toEqual([400, "Two files or directories have the same name."]);
    expect((await start(["../a.edf"]))[0]).toBe(400);
    expect((await start(["a.edf"], { items }))[0]).toBe(200);
  });
});

it("update_md5_for_patient_info knows the size of the cipher text", async () => {
  const upload_id = await begun("4004");
  const files = cnsFiles();
  const [filepath] = Object.keys(files);
  const [info] = (await world.answer(alice, startUpload, { upload_id, files: declared(files) })).files;
  const key = Buffer.from((await world.answer(alice, getEncryptionKey, { upload_id })).key, "base64");
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const encrypted = Buffer.concat([cipher.update(files[filepath]), cipher.final(), cipher.getAuthTag()]);
  const order = { text_md5: md5Of(files[filepath]), encrypted_md5: md5Of(encrypted), iv: iv.toString("base64") };
  await world.answer(alice, updateMd5ForPatientInfo, { upload_id, filepath, ...order });
  await world.send(alice, upload_id, { ...info, size: encrypted.length }, encrypted);
  expect(await world.check(alice, upload_id, filepath, md5Of(encrypted))).toBe(true);
});
