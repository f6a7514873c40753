/** Beginning and declaring uploads (spec 000 sections 4, 5 and 9): what is taken, and every refusal. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formText } from "../../../src/protocol/forms.ts";
import { checkPatientIdentifier } from "../../../src/protocol/patients.ts";
import type { BodyOf } from "../../../src/protocol/route.ts";
import {
  cancelUpload,
  checkCns,
  createUpload,
  getBucket,
  getUploadSettings,
  mostUploadFiles,
  startUpload,
  updateFormMd5,
} from "../../../src/protocol/uploads.ts";
import { addProject, addSite } from "../../support/accounts.ts";
import {
  cnsFiles,
  declarationOf,
  type Files,
  form,
  md5Of,
  openUploadWorld,
  type Uploader,
  type UploadWorld,
} from "./upload-world.ts";

let world: UploadWorld;
let off: UploadWorld;
let alice: Uploader;
let bob: Uploader;

beforeAll(async () => {
  world = await openUploadWorld();
  alice = await world.person();
  bob = await world.person();
}, 120_000);
afterAll(() => world?.close());

const body = (more: Partial<BodyOf<typeof createUpload>> = {}): BodyOf<typeof createUpload> => ({
  project_id: world.projectId,
  site_id: world.siteId,
  patient_id: "7001",
  is_new_patient: true,
  timezone: "America/New_York",
  ...more,
});
const begin = (who: Uploader, more: Partial<BodyOf<typeof createUpload>> = {}) =>
  world.call(who, createUpload, body(more));
const siteName = async () =>
  (await world.rows<{ name: string }>("select name from site where id = $1", [world.siteId]))[0].name;

describe("create_upload", () => {
  it("takes an upload for a new patient, in one's own name only", async () => {
    const [status] = await begin(alice, { patient_id: "6001", user_id: alice.id });
    expect(status).toBe(200);
    expect(await begin(alice, { user_id: bob.id })).toEqual([403, "An upload can be made in your own name only."]);
  });

  it.each([
    ["12", "Patient ID must be 4 characters."],
    ["12345", "Patient ID must be 4 characters."],
    ["12a4", "Patient ID may hold digits only."],
    ["    ", "This field is required."],
  ])("follows the rules of new patients: %j", async (patient_id, sentence) => {
    expect(await begin(alice, { patient_id })).toEqual([400, sentence]);
  });

  it("knows no foreign project or site, and no zone that there is not", async () => {
    const project_id = await addProject(world.pool, world.workspaceId);
    const site_id = await addSite(world.pool, world.workspaceId);
    expect((await begin(alice, { project_id }))[0]).toBe(404);
    expect((await begin(alice, { site_id }))[0]).toBe(404);
    for (const timezone of ["Moon/Base", "+01:00", "Europe/Berlin; drop"])
      expect(await begin(alice, { timezone })).toEqual([400, "No time zone has this name."]);
  });

  it("takes existing patients whatever they are called, and no unknown ones", async () => {
    await world.pool.query(
      "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, 'Old name 7')",
      [world.workspaceId, world.projectId, world.siteId],
    );
    const existing = { is_new_patient: false, patient_id: "Old name 7" };
    expect((await begin(alice, existing))[0]).toBe(200);
    const name = await siteName();
    expect(await begin(alice, { is_new_patient: false, patient_id: "6999" })).toEqual([
      404,
      `This Patient ID does not exist in Site ${name}.`,
    ]);
    await world.pool.query(
      "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, '6000')",
      [world.workspaceId, world.projectId, world.siteId],
    );
    expect(await begin(alice, { patient_id: "6000" })).toEqual([
      409,
      `This Patient ID already exists in Site ${name}.`,
    ]);
  });

  it("reserves a new identifier for whoever was first, until that upload is given up", async () => {
    const { upload_id } = await world.answer(alice, createUpload, body({ patient_id: "6100" }));
    const name = await siteName();
    const place = { project_id: world.projectId, site_id: world.siteId, patient_identifier: "6100" };
    expect(await begin(bob, { patient_id: "6100" })).toEqual([409, `This Patient ID already exists in Site ${name}.`]);
    expect(await world.answer(bob, checkPatientIdentifier, place)).toEqual({ exist: true, patient_key: null });
    expect(await world.answer(alice, checkPatientIdentifier, place)).toEqual({ exist: false, patient_key: null });
    expect((await begin(alice, { patient_id: "6100" }))[0]).toBe(200); // the next one of the same queue
    await world.pool.query("update upload set status = 'CANCELED' where patient_identifier = '6100' and id <> $1", [
      upload_id,
    ]);
    await world.answer(alice, cancelUpload, { upload_id });
    expect((await begin(bob, { patient_id: "6100" }))[0]).toBe(200);
  });

  it("gives an identifier to one of two users who ask at once", async () => {
    for (let patient = 6200; patient < 6205; patient++) {
      const answers = await Promise.all([alice, bob].map((who) => begin(who, { patient_id: String(patient) })));
      expect(answers.map(([status]) => status).sort()).toEqual([200, 409]);
    }
  });

  it("bounds how many uploads of a user are open", async () => {
    const carol = await world.person();
    await world.pool.query(
      `insert into upload (workspace_id, project_id, site_id, patient_identifier, is_new_patient, user_id, email, bucket_id, timezone)
       select $1, $2, $3, 'x', false, $4, '', (select min(id) from bucket), 'UTC' from generate_series(1, 100)`,
      [world.workspaceId, world.projectId, world.siteId, carol.id],
    );
    expect((await begin(carol))[0]).toBe(409);
  });
});

describe("start_upload", () => {
  const csv = (text = "drug,start") => Buffer.from(text);
  type Declared = ReturnType<typeof declarationOf>;
  const withItem = (more: object) => (d: Declared) => ({ ...d, items: [{ ...d.items[0], ...more }] }) as Declared;
  const withFile = (more: object) => (d: Declared) => ({ ...d, files: [{ ...d.files[0], ...more }] });
  const named = (name: string) => (d: Declared) => withItem({ name })(withFile({ path: name })(d));
  /** What is told of a changed declaration; nothing of it is kept. */
  const refused = async (change: (declared: Declared) => object, files: Files = { "drugs.csv": csv() }) => {
    const upload_id = await world.create(alice);
    const declared = { ...declarationOf(files), ...change(declarationOf(files)) };
    const answer = await world.call(alice, startUpload, { upload_id, ...declared });
    expect((await world.rows("select status from upload where id = $1", [upload_id]))[0]).toEqual({
      status: "CREATED",
    });
    await world.answer(alice, cancelUpload, { upload_id });
    return answer;
  };

  it("takes directories, files and a form, once, and answers the same to the same", async () => {
    const upload_id = await world.create(alice);
    const files = {
      ...cnsFiles(),
      "night.edf": randomBytes(300),
      "Natus_1/study.eeg": randomBytes(20),
      "Natus_1/deep/study.erd": Buffer.alloc(0),
      "drugs.csv": csv(),
    };
    const declaration = { upload_id, ...declarationOf(files), form };
    const first = await world.answer(alice, startUpload, declaration);
    expect(first.files.map(({ path }) => path)).toEqual(Object.keys(files));
    expect(first.part_size).toBe(16 * 1024 * 1024);
    expect(first.files.every(({ part_count, is_verified }) => part_count === 1 && !is_verified)).toBe(true);
    expect(await world.answer(alice, startUpload, declaration)).toEqual(first);
    const other = declarationOf({ ...files, "night.edf": randomBytes(300) });
    const otherwise = [409, "This upload was started with other files."];
    expect(await world.call(alice, startUpload, { upload_id, ...other, form })).toEqual(otherwise);
    expect(await world.call(alice, startUpload, { ...declaration, form: null })).toEqual(otherwise);
    const md5 = md5Of(Buffer.from(formText(form)));
    expect(await world.answer(alice, updateFormMd5, { upload_id, md5 })).toEqual({ transmitted_properly: true });
    expect(await world.answer(alice, updateFormMd5, { upload_id, md5: md5Of(csv()) })).toEqual({
      transmitted_properly: false,
    });
  });

  it("takes as many files as an upload may have", { timeout: 60_000 }, async () => {
    const upload_id = await world.create(alice);
    const items = [{ kind: "natus" as const, name: "Big", removed: [] }];
    const files = Array.from({ length: mostUploadFiles }, (_, k) => ({
      item: 0,
      path: `Big/${k}/\u5fc3"\\${k}`.replace("\\", "'"),
      size: k,
      md5: md5Of(Buffer.from([k])),
      modified_at: k % 2 ? null : k * 1e12, // clocks that are wrong
    }));
    const answer = await world.answer(alice, startUpload, { upload_id, items, files, form: null });
    expect(answer.files.map(({ path, size }) => [path, size])).toEqual(files.map(({ path, size }) => [path, size]));
    expect((await world.answer(alice, startUpload, { upload_id, items, files, form: null })).files).toEqual(
      answer.files,
    );
  });

  it("knows the parts of large files", async () => {
    const upload_id = await world.create(alice);
    const [items, md5] = [[{ kind: "edf" as const, name: "long.edf", removed: ["A name was removed."] }], md5Of(csv())];
    const declare = (size: number, digest: string) => {
      const files = [{ item: 0, path: "long.edf", size, md5: digest, modified_at: null }];
      return world.call(alice, startUpload, { upload_id, items, files, form: null });
    };
    const badMd5 = [400, "An md5 does not fit the size of its file."];
    expect(await declare(40_000_001, md5)).toEqual(badMd5);
    expect(await declare(40_000_001, `${md5}-2`)).toEqual(badMd5);
    expect(await declare(40_000_000, `${md5}-3`)).toEqual(badMd5);
    const [status, text] = await declare(40_000_001, `${md5}-3`);
    expect([status, JSON.parse(text).files[0].part_count]).toEqual([200, 3]);
  });

  it.each([
    "..",
    "../drugs.csv",
    "a/b.csv",
    "dru\u202egs.csv",
    "dru\u0007gs.csv",
    "dr\\ugs.csv",
    " drugs.csv",
    "drugs.csv ",
    "dru\u0308gs.csv",
    "drugs.csv.",
  ])("refuses the name %j", async (name) => {
    const sentence = "A file or directory has a name that cannot be stored.";
    expect(await refused(withItem({ name }))).toEqual([400, sentence]);
    if (!name.includes("/")) expect(await refused(withFile({ path: name }))).toEqual([400, sentence]);
  });

  const sameName = "Two files or directories have the same name.";
  const elsewhere = "A file does not lie in its directory.";
  const notSheet = "A medication file must be a .csv, .xlsx or .xls file.";
  const notEdf = "The name of an EDF file must end in .edf or .bdf.";
  const huge = Array.from({ length: 30 }, (_, k) => ({ path: `x${k}`, size: 160_000_000_000 }));
  it.each<[string, (declared: Declared) => object, string]>([
    [
      "notes with line breaks",
      withItem({ removed: ["Patient name\nforged"] }),
      "What is said of removed information holds characters that cannot be stored.",
    ],
    [
      "notes with half a character",
      withItem({ removed: ["\ud800"] }),
      "What is said of removed information holds characters that cannot be stored.",
    ],
    ["nothing", () => ({ items: [], files: [] }), "There is nothing to upload."],
    ["an item without files", () => ({ files: [] }), "drugs.csv holds no files."],
    ["a file of no item", withFile({ item: 1 }), elsewhere],
    ["two files of one path", ({ files }) => ({ files: [...files, ...files] }), sameName],
    ["two items of one name", ({ items }) => ({ items: [...items, ...items] }), sameName],
    [
      "a file that is a directory",
      (d) => ({ files: [...d.files, ...withFile({ path: "drugs.csv/x" })(d).files] }),
      sameName,
    ],
    ["a sheet under another name", withFile({ path: "other.csv" }), "drugs.csv must be one file."],
    ["a sheet of another kind", named("a.txt"), notSheet],
    ["an EDF file of another kind", withItem({ kind: "edf" }), notEdf],
    ["a directory that is a file", withItem({ kind: "natus" }), elsewhere],
    [
      "more than fits",
      ({ files: [file] }) => ({ files: huge.map((more) => ({ ...file, ...more })) }),
      "One upload may hold 4.00 TB at most. Send the files in smaller uploads, one after the other.",
    ],
  ])("refuses %s", async (_, change, sentence) => {
    expect(await refused(change)).toEqual([400, sentence]);
  });

  const structure = "Error: This directory does not follow the CNS standard structure.";
  const name = "Patient_x";
  const data = "ABP,na,Numeric,Float,Monitor,data";
  it.each<[string, string[], string]>([
    ["no info file", [`${name}/${data}`], structure],
    ["an illegal info file", [`${name}/patient.info`, `${name}/patient.info.json`, `${name}/${data}`], structure],
    ["a file of no archive", [`${name}/patient.info`, `${name}/notes.txt`, `${name}/${data}`], structure],
    [
      "segments without admission.info",
      [`${name}/patient.info`, `${name}/${data}`, `${name}/Segment_1/patient.info`],
      structure,
    ],
    ["admission.info without segments", [`${name}/admission.info`], structure],
    [
      "a segment of another name",
      [`${name}/admission.info`, `${name}/Part_1/patient.info`, `${name}/Part_1/${data}`],
      structure,
    ],
    [
      "a folder in a segment",
      [`${name}/admission.info`, `${name}/Segment_1/a/patient.info`, `${name}/Segment_1/a/${data}`],
      structure,
    ],
  ])("refuses a CNS directory with %s", async (_, paths, sentence) => {
    const files = Object.fromEntries(paths.map((path) => [path, csv()]));
    expect(await refused(() => ({}), files)).toEqual([400, sentence]);
  });

  it("takes a segmented CNS directory, and names that begin with Patient_ only", async () => {
    const segment = { [`${name}/Segment_1/patient.info`]: csv(), [`${name}/Segment_1/${data}`]: csv() };
    const upload_id = await world.create(alice);
    expect(await world.start(alice, upload_id, { [`${name}/admission.info`]: csv(), ...segment })).toHaveLength(3);
    const other = await refused(withItem({ kind: "cns" }), { "Other/patient.info": csv() });
    expect(other[1]).toContain('must begin with "Patient_"');
  });

  it("refuses a form that its rules refuse", async () => {
    const upload_id = await world.create(alice);
    const bad = { ...form, answers: [{ identifier: "Nothing", value: "1" }] };
    expect((await world.call(alice, startUpload, { upload_id, items: [], files: [], form: bad }))[0]).toBe(400);
    const md5 = md5Of(Buffer.from(formText(form)));
    expect((await world.call(alice, updateFormMd5, { upload_id, md5 }))[0]).toBe(409); // not started
  });
});

describe("what can be uploaded", () => {
  it("is told with the caller's projects and sites", async () => {
    const settings = await world.answer(bob, getUploadSettings, {});
    expect(settings).toMatchObject({
      patient_id_length: 4,
      patient_id_type: "NUMERIC",
      has_cns: true,
      has_encryption: false,
    });
    expect(settings.projects.map(({ id }) => id)).toEqual([world.projectId]);
    expect(settings.sites.map(({ id }) => id)).toEqual([world.siteId]);
    expect(await world.answer(bob, getBucket, { project_id: world.projectId })).toMatchObject({
      endpoint: "file:objects",
    });
    const foreign = await addProject(world.pool, world.workspaceId);
    expect((await world.call(bob, getBucket, { project_id: foreign }))[0]).toBe(404);
  });

  it("is checked for CNS folders on the server", async () => {
    const files = ["patient.info", "x.txt", "ABP,na,Numeric,Float,Monitor,data"];
    expect(await world.answer(bob, checkCns, { files, segment: null, is_segmented_root: false })).toEqual({
      validFilenames: [files[0], files[2]],
      errors: [],
    });
    expect(
      (await world.answer(bob, checkCns, { files: ["x"], segment: "Segment_1", is_segmented_root: false })).errors,
    ).toContain("patient.info is missing.");
  });

  it("can be switched off by kind", { timeout: 60_000 }, async () => {
    const flags = { CNS: "off", NATUS: "off", MEDICATIONS: "off", EDF: "off", FORM: "off" };
    off = await openUploadWorld({ ...flags, PATIENT_ID_LENGTH: "6", PATIENT_ID_TYPE: "alpha_upper" });
    try {
      const dora = await off.person();
      expect(await off.answer(dora, getUploadSettings, {})).toMatchObject({
        has_cns: false,
        has_natus: false,
        has_medications: false,
        has_edf: false,
        has_form: false,
        patient_id_length: 6,
        patient_id_type: "ALPHA_UPPER",
      });
      const upload_id = await off.create(dora, { patient_id: "ABCDEF" });
      const tell = async (files: Files, more: object = {}) =>
        off.call(dora, startUpload, { upload_id, ...declarationOf(files), ...more });
      expect(await tell(cnsFiles())).toEqual([403, "CNS directories cannot be uploaded here."]);
      expect(await tell({ "N/a": Buffer.alloc(1) })).toEqual([403, "Natus directories cannot be uploaded here."]);
      expect(await tell({ "a.csv": Buffer.alloc(1) })).toEqual([403, "Medication files cannot be uploaded here."]);
      expect(await tell({ "a.edf": Buffer.alloc(1) })).toEqual([403, "EDF files cannot be uploaded here."]);
      expect(await tell({}, { form })).toEqual([403, "Forms cannot be uploaded here."]);
    } finally {
      await off.close();
    }
  });
});
