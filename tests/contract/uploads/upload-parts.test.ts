/** Files of one plain md5 that are longer than a part: sent in parts, so that a reload takes little with it (spec 000 sections 7 and 9). */
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  cancelUpload,
  finishUpload,
  getFileAddresses,
  getPartAddresses,
  getUploadFiles,
  uploadPartBytes,
} from "../../../src/protocol/uploads.ts";
import { uploadKey } from "../../../src/server/platform/storage/index.ts";
import { md5Of, openUploadWorld, partsOf, type Uploader, type UploadWorld } from "./upload-world.ts";

let world: UploadWorld;
let alice: Uploader;
const bytes = randomBytes(uploadPartBytes + 3_000_000);
const parts = partsOf(bytes);
const path = "long.edf";

beforeAll(async () => {
  world = await openUploadWorld();
  alice = await world.person();
}, 120_000);
afterAll(() => world?.close());

async function begin() {
  const upload_id = await world.create(alice);
  const [{ file_id, part_count }] = await world.start(alice, upload_id, { [path]: bytes });
  expect(part_count).toBe(2);
  return { upload_id, file_id };
}
type Begun = Awaited<ReturnType<typeof begin>>;
const addresses = (upload: Begun) => world.answer(alice, getPartAddresses, { ...upload, parts: [1, 2] });
const check = ({ upload_id }: Begun) => world.check(alice, upload_id, path, md5Of(bytes));
const storedBytes = async ({ upload_id }: Begun) =>
  (await world.answer(alice, getUploadFiles, { upload_id })).files[0].stored_bytes;

it("keeps what arrived, says how much that is, and compares the whole with its plain md5", async () => {
  const upload = await begin();
  expect(await storedBytes(upload)).toBe(0);
  const first = await addresses(upload);
  expect(await world.put(first.addresses[1], parts[1])).toBe(200);
  expect(await check(upload)).toBe(false); // one is missing, and nothing is lost by asking
  expect([await storedBytes(upload), (await addresses(upload)).stored_parts]).toEqual([3_000_000, [2]]);
  expect(await world.put(first.addresses[0], parts[0])).toBe(200);
  expect(await storedBytes(upload)).toBe(bytes.length);
  expect(await Promise.all([check(upload), check(upload)])).toEqual([true, true]);
  expect(await storedBytes(upload)).toBe(bytes.length);
  await world.answer(alice, finishUpload, { upload_id: upload.upload_id, encrypt: false });
  const stored = Buffer.alloc(bytes.length);
  await world.deps.stores.own.read(uploadKey(upload.upload_id, upload.file_id), stored, 0);
  expect(stored.equals(bytes)).toBe(true);
});

it("removes one with a wrong part, which can be sent again", async () => {
  const upload = await begin();
  const first = await addresses(upload);
  expect(await world.put(first.addresses[0], randomBytes(uploadPartBytes))).toBe(200);
  expect(await world.put(first.addresses[1], parts[1])).toBe(200);
  expect(await check(upload)).toBe(false);
  expect([await world.objects(upload.upload_id), await storedBytes(upload)]).toEqual([[], 0]);
  for (const { part, ...address } of (await addresses(upload)).addresses)
    expect(await world.put(address, parts[part - 1])).toBe(200);
  expect(await check(upload)).toBe(true);
});

it("goes on after a server that died between putting one together and saying so", async () => {
  const upload = await begin();
  const { multipart_upload_id: id, addresses: all } = await addresses(upload);
  for (const { part, ...address } of all) expect(await world.put(address, parts[part - 1])).toBe(200);
  const key = uploadKey(upload.upload_id, upload.file_id);
  const store = world.deps.stores.own;
  await store.completeMultipart(key, id, await store.listParts(key, id));
  expect(await storedBytes(upload)).toBe(bytes.length);
  expect(await addresses(upload)).toMatchObject({ addresses: [], stored_parts: [1, 2] });
  expect(await check(upload)).toBe(true);
});

it("is sent again where the disk lost what had come", async () => {
  const upload = await begin();
  const { multipart_upload_id: id, addresses: all } = await addresses(upload);
  for (const { part, ...address } of all) expect(await world.put(address, parts[part - 1])).toBe(200);
  const key = uploadKey(upload.upload_id, upload.file_id);
  const store = world.deps.stores.own;
  await store.completeMultipart(key, id, await store.listParts(key, id));
  const lose = () => {
    const path = join(world.dataDir, "objects", ...key.split("/"));
    mkdirSync(dirname(path), { recursive: true }); // a wrong object is removed, and its folder with it
    writeFileSync(path, bytes.subarray(0, 100));
  };
  lose();
  expect(await storedBytes(upload)).toBe(0);
  expect(await check(upload)).toBe(false);
  lose();
  const again = await addresses(upload);
  expect([again.stored_parts, again.addresses.length]).toEqual([[], 2]);
  for (const { part, ...address } of again.addresses) expect(await world.put(address, parts[part - 1])).toBe(200);
  expect(await check(upload)).toBe(true);
});

it("is begun once, whether or not the answer arrived", async () => {
  const request_key = "0123456789abcdef0123456789abcdef";
  const begun = await world.create(alice, { request_key });
  expect(await world.create(alice, { request_key })).toBe(begun);
  await world.start(alice, begun, { "a.edf": Buffer.from("a") });
  expect(await world.create(alice, { request_key })).toBe(begun);
  expect(await world.create(alice, { request_key: "f".repeat(32) })).not.toBe(begun);
  expect(await world.create(await world.person(), { request_key })).not.toBe(begun);
  await world.answer(alice, cancelUpload, { upload_id: begun });
  expect(await world.create(alice, { request_key })).not.toBe(begun);
});

it("takes one that is sent whole, also after parts were asked for", async () => {
  const upload = await begin();
  await addresses(upload);
  const { upload_id, file_id } = upload;
  const [address] = (await world.answer(alice, getFileAddresses, { upload_id, file_ids: [file_id] })).addresses;
  expect(await world.put(address, bytes)).toBe(200);
  expect(await check(upload)).toBe(true);
});
