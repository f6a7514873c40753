/** Copies of recordings for review: whole or not at all, whatever happens while they are made. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { canMount, mountSmallDisk } from "../../../tests/support/small-disk.ts";
import { ObjectMissing, type ObjectStore } from "../platform/storage/index.ts";
import { type BringOptions, openCopies } from "./copies.ts";
import { cacheFolder, pieceHome, readCopied } from "./copy-marker.ts";
import { mendCopied } from "./copy-pieces.ts";
import { pieceBytes, pieceCache } from "./piece-cache.ts";
import type { RemoteHome } from "./remote-home.ts";
import { createRemotePool } from "./remote-pool.ts";

const id = 7;
const token = "the-import";
const order = { recordingId: id, token };

let dataDir: string;
let objects: Map<string, Uint8Array>;
/** Keys that were read. */
let reads: string[];
let beforeRead: (key: string) => void;
let remote: RemoteHome;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-copies-"));
  reads = [];
  beforeRead = () => undefined;
  objects = new Map([
    [`recordings/${id}/token`, Buffer.from(token)],
    [`recordings/${id}/annotations.json`, Buffer.from("[]")],
    [`recordings/${id}/0/l0/0.0.0`, bytes(5 * pieceBytes + 100, 1)],
    [`recordings/${id}/0/l0/2.0.0`, bytes(pieceBytes, 2)],
    ["recordings/77/token", Buffer.from("another")],
  ]);
  const store: Partial<ObjectStore> = {
    async read(key, into, position) {
      reads.push(key);
      beforeRead(key);
      const object = objects.get(key);
      if (object === undefined) throw new ObjectMissing();
      const part = object.subarray(position, position + into.length);
      into.set(part);
      return part.length;
    },
    async *list(prefix) {
      for (const [key, { length: size }] of objects)
        if (key.startsWith(prefix)) yield { key, size, etag: "", modifiedAt: 0 };
    },
  };
  remote = { store: store as ObjectStore, identity: "bucket", cacheBytes: 0 };
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const bytes = (length: number, seed: number) => Uint8Array.from({ length }, (_, k) => (k * 31 + seed) % 251);
const isSame = (one: Uint8Array | null, other: Uint8Array) => one !== null && Buffer.compare(one, other) === 0;
const bring = (more: Partial<BringOptions> = {}) =>
  openCopies(dataDir, remote).bring(order, {
    ...{ signal: new AbortController().signal, onLoaded: () => undefined, isStillThere: async () => true },
    ...more,
  });
const home = () => pieceHome(dataDir, { identity: "bucket", id, token });
const isComplete = () => existsSync(join(home(), ".complete"));
/** Reads as reviews do; null when there is no such object. */
async function read(name: string, position: number, length: number): Promise<Uint8Array | null> {
  const pool = createRemotePool(dataDir, remote);
  const into = new Uint8Array(length);
  const path = join(dataDir, "recordings", String(id), name);
  const [state] = await pool.read([{ path, position, bytes: into }]);
  pool.close();
  return state === "whole" ? into : null;
}

it("answer for the service: what is there, and what is not", async () => {
  const size = 6 * pieceBytes + 100 + token.length + 2;
  expect(await openCopies(dataDir, remote).measure(id)).toEqual({ size, token });
  const loaded: number[] = [];
  await bring({ onLoaded: (now) => loaded.push(now) });
  expect(loaded.at(-1)).toBe(size);
  reads = [];
  const whole = objects.get(`recordings/${id}/0/l0/0.0.0`) as Uint8Array;
  const part = whole.subarray(pieceBytes - 10, 3 * pieceBytes - 10);
  expect(isSame(await read("0/l0/0.0.0", pieceBytes - 10, part.length), part)).toBe(true);
  expect(await read("0/l0/1.0.0", 0, 10)).toBeNull(); // a chunk of fillings alone
  expect((await readCopied(dataDir, id, "annotations.json", pieceBytes))?.toString()).toBe("[]");
  expect(reads).toEqual([]);
});

it("are looked for where a recording that grew here has gone to", async () => {
  const folder = join(dataDir, "recordings", String(id), "0", "l0");
  const whole = objects.get(`recordings/${id}/0/l0/2.0.0`) as Uint8Array;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "1.0.0"), "written here");
  const pool = createRemotePool(dataDir, remote);
  const into = new Uint8Array(pieceBytes);
  const wanted = (name: string, bytes: Uint8Array) => [{ path: join(folder, name), position: 0, bytes }];
  expect(await pool.read(wanted("1.0.0", new Uint8Array(12)))).toEqual(["whole"]);
  expect(await pool.read(wanted("2.0.0", into))).toEqual(["absent"]);
  rmSync(join(dataDir, "recordings", String(id)), { recursive: true });
  expect(await pool.read(wanted("2.0.0", into))).toEqual(["whole"]);
  expect(isSame(into, whole)).toBe(true);
  pool.close();
});

it("are not made again, also when the service is gone", async () => {
  await bring();
  objects.clear();
  reads = [];
  await bring();
  expect(reads).toEqual([]);
});

it("are continued where they broke off, and speak for nobody until then", async () => {
  let left = 4;
  beforeRead = () => {
    if (--left < 0) throw new Error("The service is gone.");
  };
  await expect(bring()).rejects.toMatchObject({ code: "store" });
  expect(isComplete()).toBe(false);
  beforeRead = () => undefined;
  expect(await read("0/l0/1.0.0", 0, 10)).toBeNull();
  expect(reads.at(-1)).toContain("1.0.0"); // asked of the service
  const had = reads.length;
  writeFileSync(join(home(), "0", "l0", "0.0.0", "0"), "cut off");
  await bring();
  expect(isComplete()).toBe(true);
  const whole = objects.get(`recordings/${id}/0/l0/0.0.0`) as Uint8Array;
  expect(isSame(await read("0/l0/0.0.0", 0, whole.length), whole)).toBe(true);
  expect(reads.slice(had).filter((key) => key.endsWith("annotations.json"))).toEqual([]);
});

it("are not made of what is being removed, of another import, or of less than was listed", async () => {
  await expect(bring({ isStillThere: async () => false })).rejects.toMatchObject({ code: "damaged" });
  beforeRead = (key) => void (key.endsWith("0.0.0") && objects.delete(key));
  await expect(bring()).rejects.toMatchObject({ code: "damaged" });
  beforeRead = () => undefined;
  objects.set(`recordings/${id}/token`, Buffer.from("another-import"));
  await expect(bring()).rejects.toMatchObject({ code: "damaged" });
  expect(isComplete()).toBe(false);
});

it.skipIf(!canMount())("never fill the disk", async () => {
  const unmount = mountSmallDisk(join(dataDir, "cache"), 4);
  try {
    await expect(bring()).rejects.toMatchObject({ code: "disk" });
    expect(isComplete()).toBe(false);
  } finally {
    unmount?.();
  }
});

it("get an object again that was found to be wrong", async () => {
  await bring();
  const piece = join(home(), "annotations.json", "0");
  for (const spoil of [() => writeFileSync(piece, "{}"), () => rmSync(piece)]) {
    spoil();
    await mendCopied(dataDir, id, "annotations.json", Buffer.from("[]"));
    expect((await readCopied(dataDir, id, "annotations.json", pieceBytes))?.toString()).toBe("[]");
  }
  writeFileSync(piece, "[1]");
  await mendCopied(dataDir, id, "annotations.json", Buffer.from("[1, 2]")); // of another size than was listed
  expect(await readCopied(dataDir, id, "annotations.json", pieceBytes)).toBeNull();
});

it("stop when they are not wanted any more", async () => {
  const abort = new AbortController();
  beforeRead = (key) => void (key.endsWith("0.0.0") && abort.abort());
  await expect(bring({ signal: abort.signal })).rejects.toThrow();
  expect(isComplete()).toBe(false);
});

it("are not what the cache clears away, and go when they are not kept", async () => {
  await bring();
  const budget = 2 * pieceBytes;
  const cache = pieceCache(cacheFolder(dataDir), budget);
  for (let k = 0; k < 6; k++) {
    cache.keep(join(cacheFolder(dataDir), "8-x", "0", String(k)), new Uint8Array(pieceBytes));
    await cache.close();
  }
  expect(readdirSync(join(cacheFolder(dataDir), "8-x", "0")).length).toBeLessThanOrEqual(2);
  objects.clear();
  await bring(); // all of it is there
  const copies = openCopies(dataDir, remote);
  await copies.keepOnly([order]);
  expect(isComplete()).toBe(true);
  await copies.keepOnly([{ recordingId: id, token: "another-import" }]);
  expect(existsSync(home())).toBe(false);
  await expect.poll(() => readdirSync(cacheFolder(dataDir))).toEqual(["8-x"]);
});
