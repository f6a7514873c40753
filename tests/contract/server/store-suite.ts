/** What every object store must do, local or a service (platform/storage/types.ts). */
import { describe, expect, it } from "vitest";
import {
  ObjectMissing,
  type ObjectStore,
  PartsRefused,
  type StoredPart,
} from "../../../src/server/platform/storage/index.ts";
import { bytesOf, keysOf, md5sum, partBytes, partsSum, put, someBytes, streamOf } from "./store-world.ts";

export interface StoreUnderTest {
  store: ObjectStore;
  /** Origin of addresses that have none. */
  origin: string;
}

const lifeMs = 60_000;

export function testStore(world: () => StoreUnderTest): void {
  let count = 0;
  /** A key that no other test has. */
  const newKey = () => `uploads/${++count}/${count}`;
  const send = (key: string, body: Uint8Array, more: { size?: number; md5?: string; life?: number } = {}) => {
    const { store, origin } = world();
    const order = { size: more.size ?? body.length, md5: more.md5 ?? md5sum(body), lifeMs: more.life ?? lifeMs };
    return store.presignPut(key, order).then((address) => put(address, body, { origin }));
  };

  describe("objects", () => {
    it.each([0, 1, 65_536, 3_000_001])("of %i bytes come back as they were, whole and in ranges", async (size) => {
      const { store } = world();
      const [key, bytes] = [newKey(), someBytes(size)];
      const facts = await store.put(key, streamOf(bytes), size);
      expect(facts).toMatchObject({ key, size, etag: md5sum(bytes) });
      expect(await store.head(key)).toMatchObject({ key, size, etag: md5sum(bytes) });
      expect((await bytesOf(await store.get(key))).equals(bytes)).toBe(true);
      for (const [start, end] of [
        [0, 1],
        [size >> 1, size],
        [Math.max(0, size - 5), size + 5],
        [size, size + 1],
        [3, 3],
      ]) {
        expect((await bytesOf(await store.get(key, { start, end }))).equals(bytes.subarray(start, end))).toBe(true);
        const into = Buffer.alloc(end - start);
        const read = await store.read(key, into, start);
        expect(into.subarray(0, read).equals(bytes.subarray(start, end))).toBe(true);
      }
    });

    it("are replaced as a whole and deleted, also when they are not there", async () => {
      const { store } = world();
      const key = newKey();
      const [older, newer] = [someBytes(2000), someBytes(1000)];
      await store.put(key, older, older.length);
      await store.read(key, Buffer.alloc(10), 0);
      await store.put(key, newer, newer.length);
      expect((await bytesOf(await store.get(key))).equals(newer)).toBe(true);
      const into = Buffer.alloc(2000);
      expect([await store.read(key, into, 0), into.subarray(0, 1000).equals(newer)]).toEqual([1000, true]);
      await store.delete([key, "uploads/0/nothing"]);
      await store.delete([key]);
      expect(await store.head(key)).toBeNull();
      await expect(store.get(key)).rejects.toThrow(ObjectMissing);
      await expect(store.read(key, into, 0)).rejects.toThrow(ObjectMissing);
    });

    it("are listed by what their keys begin with", async () => {
      const { store } = world();
      const base = `lists/${++count}`;
      const keys = ["1", "10", "2/a", "2/b.c", "2/b.d/e"].map((name) => `${base}/${name}`);
      for (const key of keys) await store.put(key, Buffer.from(key), key.length);
      expect(await keysOf(store, `${base}/`)).toEqual(keys.toSorted());
      expect(await keysOf(store, `${base}/2/b`)).toEqual([`${base}/2/b.c`, `${base}/2/b.d/e`]);
      expect(await keysOf(store, `${base}/1`)).toEqual([`${base}/1`, `${base}/10`]);
      expect(await keysOf(store, `${base}/3`)).toEqual([]);
      for await (const { key, size, etag } of store.list(`${base}/2/a`))
        expect([key, size, etag]).toEqual([`${base}/2/a`, key.length, md5sum(Buffer.from(key))]);
      await store.delete(keys);
      expect(await keysOf(store, `${base}/`)).toEqual([]);
    });

    it.each([
      "",
      "/a",
      "a/",
      "a//b",
      "../a",
      "a/../b",
      "a/./b",
      ".a",
      "A",
      "a b",
      "a%2e",
      "a\\b",
      "ä",
      "a\u0000",
    ])("have no key like %j", async (key) => {
      const { store } = world();
      const calls = [
        () => store.put(key, Buffer.from("x"), 1),
        () => store.head(key),
        () => store.delete([key]),
        () => store.presignPut(key, { size: 1, md5: md5sum(Buffer.from("x")), lifeMs }),
        () => store.createMultipart(key),
      ];
      for (const call of calls) await expect((async () => call())()).rejects.toThrow();
    });
  });

  describe("an address for one PUT", () => {
    it("takes the bytes it was made for, once or twice", async () => {
      const { store, origin } = world();
      const [key, bytes] = [newKey(), someBytes(100_000)];
      const address = await store.presignPut(key, { size: bytes.length, md5: md5sum(bytes), lifeMs });
      expect(await put(address, bytes, { origin })).toMatchObject({ status: 200, etag: md5sum(bytes) });
      expect(await put(address, bytes, { origin })).toMatchObject({ status: 200, etag: md5sum(bytes) });
      expect((await bytesOf(await store.get(key))).equals(bytes)).toBe(true);
    });

    it("takes an object of no bytes", async () => {
      const key = newKey();
      expect(await send(key, Buffer.alloc(0))).toMatchObject({ status: 200 });
      expect(await world().store.head(key)).toMatchObject({ size: 0, etag: md5sum(Buffer.alloc(0)) });
    });

    it("takes no other bytes, no other length, and keeps what is there", async () => {
      const { store } = world();
      const [key, bytes] = [newKey(), someBytes(50_000)];
      const md5 = md5sum(bytes);
      const others = [someBytes(50_000), bytes.subarray(0, 49_999), Buffer.concat([bytes, bytes])];
      for (const other of others) {
        expect((await send(key, other, { md5, size: bytes.length })).status).toBeGreaterThanOrEqual(400);
        expect(await store.head(key)).toBeNull();
      }
      expect((await send(key, bytes)).status).toBe(200);
      for (const other of others)
        expect((await send(key, other, { md5, size: bytes.length })).status).toBeGreaterThanOrEqual(400);
      expect(await store.head(key)).toMatchObject({ etag: md5, size: 50_000 });
    });

    it("ends, and is for nothing else", async () => {
      const { store, origin } = world();
      const [key, other, bytes] = [newKey(), newKey(), someBytes(1000)];
      const order = { size: bytes.length, md5: md5sum(bytes) };
      const address = await store.presignPut(key, { ...order, lifeMs });
      const changed = (change: (url: URL) => void) => {
        const url = new URL(address.url, origin || undefined);
        change(url);
        return { ...address, url: url.href };
      };
      const refused = [
        changed((url) => url.searchParams.set([...url.searchParams.keys()][0], "1")),
        changed((url) => url.searchParams.append("more", "1")),
        changed((url) => {
          url.pathname = url.pathname.replace(key, other);
        }),
        changed((url) => {
          for (const name of [...url.searchParams.keys()]) url.searchParams.delete(name);
        }),
      ];
      for (const each of refused) expect((await put(each, bytes)).status).toBe(403);
      for (const method of ["GET", "DELETE", "POST"]) {
        const { status } = await put(address, method === "GET" ? null : bytes, { origin, method });
        expect([403, 404, 405]).toContain(status);
      }
      const brief = await store.presignPut(key, { ...order, lifeMs: 1 });
      await expect
        .poll(async () => (await put(brief, someBytes(1000), { origin })).status, { timeout: 5000 })
        .toBe(403);
      expect([await store.head(key), await store.head(other)]).toEqual([null, null]);
    });
  });

  describe("an address for one download", () => {
    it("gives the object under a safe name, whole and in ranges, and takes nothing", async () => {
      const { store, origin } = world();
      const [key, bytes] = [newKey(), someBytes(300_000)];
      await store.put(key, bytes, bytes.length);
      const fileName = 'EEG "übung"\r\nx: y/..\\<b>.csv';
      const url = await store.presignGet(key, { lifeMs, fileName, type: "text/html" });
      const get = (headers: Record<string, string> = {}) => fetch(new URL(url, origin || undefined), { headers });
      const whole = await get();
      expect(whole.status).toBe(200);
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
      expect(whole.headers.get("content-type")).toBe("application/octet-stream");
      const disposition = whole.headers.get("content-disposition") ?? "";
      expect(disposition).toMatch(/^attachment; filename="[^"\\/]*"; filename\*=UTF-8''[\w.%-]+$/);
      expect(disposition).toContain("%C3%BCbung");
      const part = await get({ range: "bytes=10-19" });
      expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 10-19/300000"]);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
      expect((await get({ range: "bytes=300000-" })).status).toBe(416);
      expect((await put({ url, headers: {} }, bytes, { origin })).status).toBeGreaterThanOrEqual(403);
      const broken = new URL(url, origin || undefined);
      broken.searchParams.set("more", "1");
      expect((await fetch(broken)).status).toBe(403);
    });
  });

  describe("an object in parts", () => {
    const whole = someBytes(2 * partBytes + 12_345);
    const pieces = [0, 1, 2].map((n) => whole.subarray(n * partBytes, (n + 1) * partBytes));
    const sendPart = async (key: string, id: string, part: number, bytes: Uint8Array) => {
      const { store, origin } = world();
      return put(await store.presignPart(key, id, { part, size: bytes.length, lifeMs }), bytes, { origin });
    };
    const stored = (part: number, bytes: Uint8Array): StoredPart => ({ part, size: bytes.length, etag: md5sum(bytes) });

    it("comes in any order, some parts twice, and is one when it is completed", { timeout: 60_000 }, async () => {
      const { store, origin } = world();
      const key = newKey();
      const id = await store.createMultipart(key);
      expect(await store.listParts(key, id)).toEqual([]);
      for (const n of [2, 0]) expect(await sendPart(key, id, n + 1, pieces[n])).toMatchObject({ status: 200 });
      expect(await sendPart(key, id, 2, pieces[0])).toMatchObject({ status: 200, etag: md5sum(pieces[0]) });
      expect(await sendPart(key, id, 2, pieces[1])).toMatchObject({ status: 200, etag: md5sum(pieces[1]) });
      expect(await store.head(key)).toBeNull();
      const parts = await store.listParts(key, id);
      expect(parts).toEqual(pieces.map((bytes, n) => stored(n + 1, bytes)));
      const late = await store.presignPart(key, id, { part: 2, size: pieces[0].length, lifeMs });
      const expected = { key, size: whole.length, etag: partsSum(pieces) };
      expect(await store.completeMultipart(key, id, parts)).toMatchObject(expected);
      expect(await store.completeMultipart(key, id, parts)).toMatchObject(expected);
      expect((await bytesOf(await store.get(key))).equals(whole)).toBe(true);
      expect((await put(late, pieces[0], { origin })).status).toBe(404);
      await store.abortMultipart(key, id);
      expect(await store.head(key)).toMatchObject(expected);
      await expect(store.listParts(key, id)).rejects.toThrow(ObjectMissing);
    });

    it("is none with a hole, with a part that is another, or without parts", async () => {
      const { store } = world();
      const key = newKey();
      const id = await store.createMultipart(key);
      for (const n of [0, 2]) await sendPart(key, id, n + 1, pieces[n]);
      const [first, third] = await store.listParts(key, id);
      for (const parts of [[first, third], [], [{ ...first, etag: third.etag }], [first, { ...first, part: 2 }]])
        await expect(store.completeMultipart(key, id, parts)).rejects.toThrow(PartsRefused);
      expect(await store.head(key)).toBeNull();
      await sendPart(key, id, 2, pieces[1]);
      const parts = await store.listParts(key, id);
      expect(await store.completeMultipart(key, id, parts)).toMatchObject({ etag: partsSum(pieces) });
    });

    it("is gone when it is aborted, twice if need be", async () => {
      const { store } = world();
      const key = newKey();
      const id = await store.createMultipart(key);
      await sendPart(key, id, 1, pieces[2]);
      const parts = await store.listParts(key, id);
      await store.abortMultipart(key, id);
      await store.abortMultipart(key, id);
      expect((await sendPart(key, id, 2, pieces[2])).status).toBe(404);
      await expect(store.completeMultipart(key, id, parts)).rejects.toThrow(ObjectMissing);
      await expect(store.listParts(key, id)).rejects.toThrow(ObjectMissing);
    });

    it("takes a part of the announced length only", async () => {
      const { store, origin } = world();
      const key = newKey();
      const id = await store.createMultipart(key);
      const address = await store.presignPart(key, id, { part: 1, size: 1000, lifeMs });
      for (const size of [999, 1001])
        expect((await put(address, someBytes(size), { origin })).status).toBeGreaterThan(399);
      expect(await store.listParts(key, id)).toEqual([]);
    });
  });
}
