/** The object store in a local folder, reached through a real server. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeText } from "../../../src/protocol/text/store-text.ts";
import {
  ObjectDamaged,
  ObjectMissing,
  type OpenedStores,
  openStores,
} from "../../../src/server/platform/storage/index.ts";
import { storeOf } from "../../../src/server/platform/storage/settings.ts";
import { isOnPostgres } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { canMount, mountSmallDisk } from "../../support/small-disk.ts";
import { testStore } from "./store-suite.ts";
import { beginPut, bytesOf, md5sum, put, someBytes } from "./store-world.ts";

let server: RunningServer;
let dataDir: string;
let stores: OpenedStores;
const lifeMs = 60_000;
const incoming = () => readdirSync(join(dataDir, "objects", ".incoming"));

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-store-"));
  server = await startServer({ dataDir });
  stores = await openStores({ dataDir, store: storeOf({}) });
});
afterAll(async () => {
  await stores?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

testStore(() => ({ store: stores.own, origin: server.url }));

it("keeps its secret to itself", () => {
  const path = join(dataDir, "keys", "store.key");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8").trim()).toBe(stores.secret);
  expect(readdirSync(join(dataDir, "keys"))).toEqual(["store.key"]);
});

it("says the object and its ETag in one file", async () => {
  const bytes = someBytes(1000);
  await stores.own.put("uploads/77/1", bytes, bytes.length);
  const file = readFileSync(join(dataDir, "objects", "uploads", "77", "1"));
  expect(file.subarray(0, 1000).equals(bytes)).toBe(true);
  expect(file.subarray(1000).toString()).toMatch(new RegExp(`^\\nobject1 +1000 ${md5sum(bytes)} *$`));
  await stores.own.delete(["uploads/77/1"]);
  expect(existsSync(join(dataDir, "objects", "uploads", "77"))).toBe(false);
});

it("leaves nothing of a body that breaks off, is another, or goes to an address that is over", async () => {
  const bytes = someBytes(3_000_000);
  const { url } = await stores.own.presignPut("uploads/78/1", { size: bytes.length, md5: md5sum(bytes), lifeMs });
  const { sending, ended } = beginPut(server.url + url, bytes.length, bytes.subarray(0, 2_000_000));
  await expect.poll(incoming).toHaveLength(1);
  sending.destroy();
  await ended;
  await expect.poll(incoming).toEqual([]);
  expect(await put({ url, headers: {} }, someBytes(3_000_000), { origin: server.url })).toMatchObject({
    status: 400,
    text: storeText.otherBytes,
  });
  expect(await put({ url, headers: {} }, bytes.subarray(1), { origin: server.url })).toMatchObject({
    status: 400,
    text: storeText.wrongLength,
  });
  expect(incoming()).toEqual([]);
  expect(await stores.own.head("uploads/78/1")).toBeNull();
});

it("takes a file again in the place of one whose end was lost", async () => {
  const bytes = someBytes(1000);
  const address = await stores.own.presignPut("uploads/83/1", { size: 1000, md5: md5sum(bytes), lifeMs });
  expect(await put(address, bytes, { origin: server.url })).toMatchObject({ status: 200 });
  writeFileSync(join(dataDir, "objects", "uploads", "83", "1"), bytes.subarray(0, 500));
  await expect(stores.own.head("uploads/83/1")).rejects.toThrow(ObjectDamaged);
  expect(await put(address, bytes, { origin: server.url })).toMatchObject({ status: 200 });
  expect(await stores.own.head("uploads/83/1")).toMatchObject({ size: 1000, etag: md5sum(bytes) });
});

it("says in a sentence that an object has lost its end", async () => {
  await stores.own.put("uploads/84/1", someBytes(1000), 1000);
  truncateSync(join(dataDir, "objects", "uploads", "84", "1"), 500);
  const url = await stores.own.presignGet("uploads/84/1", { lifeMs, fileName: "x", type: "" });
  const answer = await fetch(server.url + url);
  expect([answer.status, await answer.text()]).toEqual([409, storeText.damaged]);
});

it("answers a changed address and one that is over with the same sentence", async () => {
  const bytes = someBytes(10);
  const { url } = await stores.own.presignPut("uploads/79/1", { size: 10, md5: md5sum(bytes), lifeMs: -1 });
  for (const each of [url, `${url}&x=1`, url.replace(/signature=.*/, ""), `${url}&signature=a`])
    expect(await put({ url: each, headers: {} }, bytes, { origin: server.url })).toMatchObject({
      status: 403,
      text: storeText.badAddress,
    });
});

it("serves downloads that no browser runs", async () => {
  await stores.own.put("uploads/80/1", Buffer.from("<script>alert(1)</script>"), 25);
  const url = await stores.own.presignGet("uploads/80/1", { lifeMs, fileName: "x.html", type: "text/html" });
  const { headers } = await fetch(server.url + url);
  expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-type")).toBe("application/octet-stream");
  expect(headers.get("cache-control")).toBe("private, no-store");
});

it("removes parts that were forgotten for a month, and no others", async () => {
  const [old, young] = [
    await stores.own.createMultipart("uploads/82/1"),
    await stores.own.createMultipart("uploads/82/2"),
  ];
  const monthAgo = new Date(Date.now() - 31 * 86_400_000);
  utimesSync(join(dataDir, "objects", ".multipart", old), monthAgo, monthAgo);
  await stores.tidy({ isAlone: false });
  await expect(stores.own.listParts("uploads/82/1", old)).rejects.toThrow(ObjectMissing);
  expect(await stores.own.listParts("uploads/82/2", young)).toEqual([]);
  await stores.own.abortMultipart("uploads/82/2", young);
});

it("lets the newer of two senders of a part have it", async () => {
  const key = "uploads/81/1";
  const id = await stores.own.createMultipart(key);
  const [older, newer] = [someBytes(2_000_000), someBytes(2_000_000)];
  const { url } = await stores.own.presignPart(key, id, { part: 1, size: 2_000_000, lifeMs });
  const { ended } = beginPut(server.url + url, older.length, older.subarray(0, 1_500_000));
  const data = join(dataDir, "objects", ".multipart", id, "data");
  await expect.poll(() => statSync(data).size).toBeGreaterThan(1_000_000);
  expect(await put({ url, headers: {} }, newer, { origin: server.url })).toMatchObject({ status: 200 });
  expect(await ended).not.toBe(200);
  await stores.own.completeMultipart(key, id, await stores.own.listParts(key, id));
  expect((await bytesOf(await stores.own.get(key))).equals(newer)).toBe(true);
});

describe.skipIf(!canMount())("on a disk that is full (a tmpfs)", () => {
  const small = { name: "Small", endpoint: "file:small" };
  let unmount: (() => void) | null = null;
  beforeAll(() => {
    unmount = mountSmallDisk(join(dataDir, "small"), 4);
  });
  afterAll(() => unmount?.());

  it("takes what fits, refuses what does not in a sentence, and keeps no half of it", async () => {
    const store = stores.of(small);
    const [first, big] = [someBytes(1_000_000), someBytes(8_000_000)];
    const send = async (key: string, bytes: Buffer) =>
      put(await store.presignPut(key, { size: bytes.length, md5: md5sum(bytes), lifeMs }), bytes, {
        origin: server.url,
      });
    expect((await send("uploads/1/1", first)).status).toBe(200);
    expect(await send("uploads/1/2", big)).toMatchObject({ status: 507, text: storeText.full });
    expect(await store.head("uploads/1/2")).toBeNull();
    const id = await store.createMultipart("uploads/1/3");
    const part = await store.presignPart("uploads/1/3", id, { part: 1, size: big.length, lifeMs });
    expect(await put(part, big, { origin: server.url })).toMatchObject({ status: 507, text: storeText.full });
    expect(await store.listParts("uploads/1/3", id)).toEqual([]);
    await store.abortMultipart("uploads/1/3", id);
    await expect(store.put("uploads/1/4", big, big.length)).rejects.toMatchObject({ code: "ENOSPC" });
    expect(readdirSync(join(dataDir, "small", ".incoming"))).toEqual([]);
    expect((await bytesOf(await store.get("uploads/1/1"))).equals(first)).toBe(true);
    expect((await send("uploads/1/5", first)).status).toBe(200);
  });
});

describe("when the server is killed", () => {
  it("keeps what it acknowledged, with its ETag, and nothing of the rest", { timeout: 60_000 }, async () => {
    const { own } = stores;
    const [whole, part] = [someBytes(2_000_000), someBytes(3_000_000)];
    const kept = await own.presignPut("uploads/90/1", { size: whole.length, md5: md5sum(whole), lifeMs });
    expect((await put(kept, whole, { origin: server.url })).status).toBe(200);
    const id = await own.createMultipart("uploads/90/2");
    const address = (n: number) => own.presignPart("uploads/90/2", id, { part: n, size: part.length, lifeMs });
    expect((await put(await address(2), part, { origin: server.url })).status).toBe(200);
    const half = await own.presignPut("uploads/90/3", { size: whole.length, md5: md5sum(whole), lifeMs });
    const begun = [
      beginPut(server.url + half.url, whole.length, whole.subarray(0, 1_500_000)),
      beginPut(server.url + (await address(1)).url, part.length, part.subarray(0, 1_500_000)),
    ];
    await expect.poll(incoming).toHaveLength(1);
    await server.kill();
    await Promise.all(begun.map(({ ended }) => ended));
    expect(await own.head("uploads/90/3")).toBeNull();
    await server.restart();
    expect(await own.head("uploads/90/1")).toMatchObject({ size: whole.length, etag: md5sum(whole) });
    expect(await own.head("uploads/90/3")).toBeNull();
    expect(await own.listParts("uploads/90/2", id)).toEqual([{ part: 2, size: part.length, etag: md5sum(part) }]);
    if (!isOnPostgres()) expect(incoming()).toEqual([]); // who owns the folder alone clears up at once
    expect((await put(half, whole, { origin: server.url })).status).toBe(200);
    await own.abortMultipart("uploads/90/2", id);
  });
});
