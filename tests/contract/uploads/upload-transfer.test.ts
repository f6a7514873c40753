/** Sending files (spec 000 sections 4, 7 and 9): addresses, md5s, encryption, and what goes wrong on the way. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  checkMd5,
  finishUpload,
  getEncryptionKey,
  getFileAddresses,
  getOpenUploads,
  getPartAddresses,
  getUploadFiles,
  largestPlainMd5Bytes,
  modifyUpload,
  type PutAddress,
  updateMd5ForPatientInfo,
} from "../../../src/protocol/uploads.ts";
import { uploadKey } from "../../../src/server/platform/storage/index.ts";
import { cnsFiles, etagOf, md5Of, openUploadWorld, partsOf, type Uploader, type UploadWorld } from "./upload-world.ts";

let world: UploadWorld;
let alice: Uploader;

beforeAll(async () => {
  world = await openUploadWorld();
  alice = await world.person();
}, 120_000);
afterAll(() => world?.close());

const zero = "0".repeat(32);

describe("whole files", () => {
  it("are sent, checked, and are there for good", async () => {
    const files = { "N/a": randomBytes(1000), "N/b": Buffer.alloc(0), "drugs.csv": Buffer.from("drug\n") };
    const upload_id = await world.create(alice);
    const declared = await world.start(alice, upload_id, files);
    const [a] = declared;
    expect(await world.check(alice, upload_id, a.path, md5Of(files["N/a"]))).toBe(false); // nothing there
    for (const file of declared) {
      await world.send(alice, upload_id, file, files[file.path as keyof typeof files]);
      expect(await world.check(alice, upload_id, file.path, md5Of(files[file.path as keyof typeof files]))).toBe(true);
    }
    expect(await world.objects(upload_id)).toEqual(declared.map(({ file_id }) => uploadKey(upload_id, file_id)).sort());
    const { files: known } = await world.answer(alice, getUploadFiles, { upload_id });
    expect(known.every(({ is_verified }) => is_verified)).toBe(true);
    expect(await world.call(alice, getFileAddresses, { upload_id, file_ids: [a.file_id] })).toEqual([
      409,
      "This file has already been sent.",
    ]);
    expect(await world.check(alice, upload_id, a.path, zero)).toBe(false);
    expect(await world.check(alice, upload_id, a.path, md5Of(files["N/a"]))).toBe(true);
    expect(await world.objects(upload_id)).toHaveLength(3);
  });

  it("do not arrive with other bytes, and an address used again disturbs nothing", async () => {
    const files = { "N/a": randomBytes(1000) };
    const upload_id = await world.create(alice);
    const [{ file_id, path }] = await world.start(alice, upload_id, files);
    const { addresses } = await world.answer(alice, getFileAddresses, { upload_id, file_ids: [file_id, file_id] });
    expect(addresses).toHaveLength(1);
    expect(await world.put(addresses[0], randomBytes(1000))).toBe(400);
    expect(await world.put(addresses[0], files["N/a"].subarray(1))).toBe(400);
    expect(await world.put({ ...addresses[0], url: `${addresses[0].url}0` }, files["N/a"])).toBe(403);
    expect(await world.objects(upload_id)).toEqual([]);
    expect(await world.put(addresses[0], files["N/a"])).toBe(200);
    expect(await world.check(alice, upload_id, path, md5Of(files["N/a"]))).toBe(true);
    expect(await world.put(addresses[0], randomBytes(1000))).toBe(400);
    await world.put(addresses[0], files["N/a"]);
    await world.answer(alice, finishUpload, { upload_id, encrypt: false });
    const stored = new Uint8Array(1000);
    expect(await world.deps.stores.own.read(uploadKey(upload_id, file_id), stored, 0)).toBe(1000);
    expect(Buffer.from(stored)).toEqual(files["N/a"]);
  });

  it("that are wrong in the store are removed from it, and can be sent again", async () => {
    const files = { "N/a": randomBytes(1000) };
    const upload_id = await world.create(alice);
    const [file] = await world.start(alice, upload_id, files);
    await world.deps.stores.own.put(uploadKey(upload_id, file.file_id), randomBytes(1000), 1000); // past the address
    expect(await world.check(alice, upload_id, file.path, md5Of(files["N/a"]))).toBe(false);
    expect(await world.objects(upload_id)).toEqual([]);
    await world.send(alice, upload_id, file, files["N/a"]);
    expect(await world.check(alice, upload_id, file.path, zero)).toBe(false); // the browser read something else
    expect(await world.objects(upload_id)).toEqual([]);
    await world.send(alice, upload_id, file, files["N/a"]);
    expect(await world.check(alice, upload_id, file.path, md5Of(files["N/a"]))).toBe(true);
  });

  it("are those of the upload only", async () => {
    const upload_id = await world.create(alice);
    const [{ file_id }] = await world.start(alice, upload_id, { "N/a": randomBytes(10) });
    const other = await world.create(alice);
    const [foreign] = await world.start(alice, other, { "N/a": randomBytes(10) });
    const missing = [404, "This file is not part of the upload."];
    expect(await world.call(alice, getFileAddresses, { upload_id, file_ids: [file_id, foreign.file_id] })).toEqual(
      missing,
    );
    expect(await world.call(alice, getPartAddresses, { upload_id, file_id: foreign.file_id, parts: [1] })).toEqual(
      missing,
    );
    expect(await world.call(alice, checkMd5, { upload_id, filename: "N/b", md5: zero })).toEqual(missing);
    expect(await world.call(alice, getPartAddresses, { upload_id, file_id, parts: [1] })).toEqual([
      409,
      "This file is sent whole.",
    ]);
  });
});

describe("files in parts", () => {
  const bytes = randomBytes(largestPlainMd5Bytes + 1);
  const parts = partsOf(bytes);
  const begin = async () => {
    const upload_id = await world.create(alice);
    const [file] = await world.start(alice, upload_id, { "long.edf": bytes });
    return { upload_id, file_id: file.file_id };
  };
  const addresses = (upload: { upload_id: number; file_id: number }, wanted = [1, 2, 3]) =>
    world.answer(alice, getPartAddresses, { ...upload, parts: wanted });
  const check = (upload_id: number, md5 = etagOf(bytes)) => world.check(alice, upload_id, "long.edf", md5);

  it("come in any order, are resumed, and are put together once", async () => {
    const upload = await begin();
    const { upload_id, file_id } = upload;
    const manyParts = [409, "This file is sent in parts."];
    expect(await world.call(alice, getFileAddresses, { upload_id, file_ids: [file_id] })).toEqual(manyParts);
    expect((await world.call(alice, getPartAddresses, { ...upload, parts: [4] }))[0]).toBe(400);
    const first = await addresses(upload);
    expect(first.stored_parts).toEqual([]);
    expect(await world.put(first.addresses[2], parts[2])).toBe(200);
    expect(await check(upload_id)).toBe(false); // two are missing, and nothing is lost by asking
    const again = await addresses(upload, [1, 2]);
    expect([again.multipart_upload_id, again.stored_parts]).toEqual([first.multipart_upload_id, [3]]);
    expect(await world.put(again.addresses[0], parts[0])).toBe(200);
    expect(await world.put(again.addresses[1], parts[1])).toBe(200);
    const answers = await Promise.all([check(upload_id), check(upload_id), check(upload_id)]);
    expect(answers).toEqual([true, true, true]);
    expect(await world.put(first.addresses[0], parts[0])).toBe(404);
    expect(await world.deps.stores.own.head(uploadKey(upload_id, file_id))).toMatchObject({
      size: bytes.length,
      etag: etagOf(bytes),
    });
  });

  it("with a wrong part are removed as a whole", async () => {
    const upload = await begin();
    const first = await addresses(upload);
    for (const [k, address] of first.addresses.entries())
      expect(await world.put(address, k === 1 ? randomBytes(parts[1].length) : parts[k])).toBe(200);
    expect(await check(upload.upload_id)).toBe(false);
    const second = await addresses(upload);
    expect(second.multipart_upload_id).not.toBe(first.multipart_upload_id);
    expect(second.stored_parts).toEqual([]);
    expect(await world.put(first.addresses[0], parts[0])).toBe(404);
  });

  it("go on after a server that died between putting them together and saying so", async () => {
    const upload = await begin();
    const { multipart_upload_id: id, addresses: all } = await addresses(upload);
    for (const [k, address] of all.entries()) await world.put(address, parts[k]);
    const key = uploadKey(upload.upload_id, upload.file_id);
    const store = world.deps.stores.own;
    await store.completeMultipart(key, id, await store.listParts(key, id));
    expect(await addresses(upload)).toMatchObject({ addresses: [], stored_parts: [1, 2, 3] });
    expect(await check(upload.upload_id)).toBe(true);
  });

  it("begin once, however many ask at once", async () => {
    const upload = await begin();
    const answers = await Promise.all(Array.from({ length: 6 }, () => addresses(upload)));
    expect(new Set(answers.map(({ multipart_upload_id }) => multipart_upload_id)).size).toBe(1);
  });
});

describe("connections and clocks", () => {
  /** Sends the beginning of a body and hangs up. */
  const cut = ({ url, headers }: PutAddress, bytes: Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      const sending = request(new URL(url, world.origin), {
        method: "PUT",
        headers: { ...headers, "content-length": bytes.length },
      });
      sending.on("error", () => resolve());
      sending.write(bytes.subarray(0, bytes.length >> 1), () => sending.destroy());
      sending.on("close", () => resolve());
    });

  it("that end in the middle of a file or a part leave nothing, and the file is sent again", async () => {
    const long = randomBytes(largestPlainMd5Bytes + 1);
    const files = { "long.edf": long, "N/a": randomBytes(300_000) };
    const upload_id = await world.create(alice);
    const [inParts, whole] = await world.start(alice, upload_id, files);
    const [address] = (await world.answer(alice, getFileAddresses, { upload_id, file_ids: [whole.file_id] })).addresses;
    await cut(address, files["N/a"]);
    expect(await world.check(alice, upload_id, whole.path, md5Of(files["N/a"]))).toBe(false);
    const order = { upload_id, file_id: inParts.file_id, parts: [1] };
    const [part] = (await world.answer(alice, getPartAddresses, order)).addresses;
    await cut(part, partsOf(long)[0]);
    expect((await world.answer(alice, getPartAddresses, order)).stored_parts).toEqual([]);
    expect(await world.check(alice, upload_id, inParts.path, etagOf(long))).toBe(false);
    for (const file of [inParts, whole]) {
      const bytes = files[file.path as keyof typeof files];
      await world.send(alice, upload_id, file, bytes);
      expect(await world.check(alice, upload_id, file.path, etagOf(bytes))).toBe(true);
    }
  });

  it("addresses that are over are refused, and new ones are to be had", async () => {
    const bytes = randomBytes(100);
    const upload_id = await world.create(alice);
    const [file] = await world.start(alice, upload_id, { "N/a": bytes });
    const order = { size: bytes.length, md5: md5Of(bytes), lifeMs: -1 };
    const over = await world.deps.stores.own.presignPut(uploadKey(upload_id, file.file_id), order);
    expect(await world.put(over, bytes)).toBe(403);
    await world.send(alice, upload_id, file, bytes);
    expect(await world.check(alice, upload_id, file.path, md5Of(bytes))).toBe(true);
  });
});

describe("an upload under way", () => {
  it("is listed with what it holds, and only grows", async () => {
    const upload_id = await world.create(alice);
    await world.start(alice, upload_id, { "N/a": randomBytes(10), "drugs.csv": randomBytes(10) });
    const { data } = await world.answer(alice, getOpenUploads, {});
    expect(data[0]).toMatchObject({ upload_id, item_names: ["N", "drugs.csv"], project_id: world.projectId });
    for (const progress of [0.5, 0.2]) await world.answer(alice, modifyUpload, { upload_id, progress });
    expect(await world.rows("select progress from upload where id = $1", [upload_id])).toEqual([{ progress: 0.5 }]);
    expect((await world.call(alice, modifyUpload, { upload_id, progress: 1.01 }))[0]).toBe(400);
    expect(await world.call(alice, finishUpload, { upload_id, encrypt: false })).toEqual([
      409,
      "2 files have not been sent completely.",
    ]);
  });

  it("needs no encryption here", async () => {
    const upload_id = await world.create(alice);
    const files = cnsFiles();
    await world.start(alice, upload_id, files);
    const [filepath] = Object.keys(files);
    const order = { upload_id, filepath, text_md5: zero, encrypted_md5: zero, iv: "A".repeat(16), size: 20 };
    expect(await world.call(alice, updateMd5ForPatientInfo, order)).toEqual([409, "Files are not encrypted here."]);
    expect(await world.call(alice, getEncryptionKey, { upload_id })).toEqual([409, "Files are not encrypted here."]);
  });
});

describe("ENCRYPT", () => {
  let sealed: UploadWorld;
  let bert: Uploader;
  beforeAll(async () => {
    sealed = await openUploadWorld({ ENCRYPT: "on", ENCRYPT_KEY: randomBytes(32).toString("base64") });
    bert = await sealed.person();
  }, 120_000);
  afterAll(() => sealed?.close());

  it("takes info files encrypted only, with a key of the upload", async () => {
    const files = cnsFiles();
    const [filepath, dataPath] = Object.keys(files);
    const text = files[filepath];
    const upload_id = await sealed.create(bert);
    const [info, data] = await sealed.start(bert, upload_id, files);
    expect(await sealed.call(bert, getFileAddresses, { upload_id, file_ids: [info.file_id] })).toEqual([
      409,
      "Encryption failed",
    ]);
    const key = Buffer.from((await sealed.answer(bert, getEncryptionKey, { upload_id })).key, "base64");
    expect(key).toHaveLength(32);
    const other = await sealed.create(bert);
    await sealed.start(bert, other, files);
    expect((await sealed.answer(bert, getEncryptionKey, { upload_id: other })).key).not.toBe(key.toString("base64"));

    const vector = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, vector);
    const encrypted = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
    const order = {
      upload_id,
      filepath,
      text_md5: md5Of(text),
      encrypted_md5: md5Of(encrypted),
      iv: vector.toString("base64"),
      size: encrypted.length,
    };
    const tell = (more: object) => sealed.call(bert, updateMd5ForPatientInfo, { ...order, ...more });
    expect((await tell({ filepath: dataPath }))[0]).toBe(400);
    expect((await tell({ filepath: `${dataPath}x` }))[0]).toBe(404);
    expect((await tell({ text_md5: zero }))[0]).toBe(400);
    expect((await tell({ size: text.length }))[0]).toBe(400);
    const fileId = async (more: object) => {
      const [status, text] = await tell(more);
      expect(status).toBe(200);
      return JSON.parse(text).file_id as number;
    };
    expect(await fileId({})).toBe(info.file_id);
    expect(await fileId({})).toBe(info.file_id); // its answer was lost
    await sealed.start(bert, upload_id, files); // the same declaration as before

    await sealed.send(bert, upload_id, data, files[dataPath]);
    expect(await sealed.check(bert, upload_id, dataPath, md5Of(files[dataPath]))).toBe(true);
    await sealed.send(bert, upload_id, { ...info, size: encrypted.length }, encrypted);
    expect(await sealed.check(bert, upload_id, filepath, md5Of(encrypted))).toBe(true);
    expect((await tell({}))[0]).toBe(409);
    await sealed.answer(bert, finishUpload, { upload_id, encrypt: true });
    const [row] = await sealed.rows<{ iv: string; text_md5: string; is_encrypted: boolean }>(
      "select iv, text_md5, is_encrypted from upload_file f join upload u on u.id = f.upload_id where f.id = $1",
      [info.file_id],
    );
    expect(row).toEqual({ iv: order.iv, text_md5: order.text_md5, is_encrypted: true });
    const stored = new Uint8Array(encrypted.length);
    await sealed.deps.stores.own.read(uploadKey(upload_id, info.file_id), stored, 0);
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(row.iv, "base64"));
    decipher.setAuthTag(stored.subarray(-16));
    expect(Buffer.concat([decipher.update(stored.subarray(0, -16)), decipher.final()])).toEqual(Buffer.from(text));
  });

  it("lets an address of an older cipher text write nothing of the file", async () => {
    const files = cnsFiles();
    const [filepath] = Object.keys(files);
    const upload_id = await sealed.create(bert);
    const [info] = await sealed.start(bert, upload_id, files);
    const declare = async (bytes: Uint8Array) => {
      const digests = { text_md5: md5Of(files[filepath]), encrypted_md5: md5Of(bytes) };
      const iv = randomBytes(12).toString("base64");
      const order = { upload_id, filepath, ...digests, iv, size: bytes.length };
      const { file_id } = await sealed.answer(bert, updateMd5ForPatientInfo, order);
      const { addresses } = await sealed.answer(bert, getFileAddresses, { upload_id, file_ids: [file_id] });
      return { file_id, address: addresses[0] };
    };
    const [older, newer] = [0, 1].map(() => randomBytes(files[filepath].length + 16));
    const before = await declare(older);
    expect(before.file_id).toBe(info.file_id);
    expect(await sealed.put(before.address, older)).toBe(200);
    const after = await declare(newer);
    expect(await sealed.objects(upload_id)).toEqual([]);
    expect((await sealed.call(bert, getFileAddresses, { upload_id, file_ids: [before.file_id] }))[0]).toBe(404);
    expect(await sealed.put(after.address, newer)).toBe(200);
    await sealed.put(before.address, older);
    expect(await sealed.check(bert, upload_id, filepath, md5Of(newer))).toBe(true);
    await sealed.put(before.address, older);
    const stored = new Uint8Array(newer.length);
    await sealed.deps.stores.own.read(uploadKey(upload_id, after.file_id), stored, 0);
    expect(Buffer.from(stored).equals(newer)).toBe(true);
    const { files: known } = await sealed.answer(bert, getUploadFiles, { upload_id });
    expect(known.find(({ path }) => path === filepath)).toMatchObject({ file_id: after.file_id, is_verified: true });
  });

  it("does not finish with an info file that came as it is", async () => {
    const files = cnsFiles();
    const upload_id = await sealed.create(bert);
    await sealed.start(bert, upload_id, files);
    await sealed.rows("update upload_file set state = 'verified' where upload_id = $1", [upload_id]); // before ENCRYPT was on
    expect(await sealed.call(bert, finishUpload, { upload_id, encrypt: true })).toEqual([409, "Encryption failed"]);
    expect(await sealed.call(bert, finishUpload, { upload_id, encrypt: false })).toEqual([409, "Encryption failed"]);
  });
});
