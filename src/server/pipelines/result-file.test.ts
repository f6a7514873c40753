import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createFsStore, type FsStore } from "../platform/storage/fs-store.ts";
import { digestOf, problemOf, soundStream, type WrittenFile } from "./result-file.ts";

const fileKey = "pipelines/5/9-1.h5";
const { signal } = new AbortController();
let root: string;
let store: FsStore;
let file: WrittenFile;
const path = () => join(root, ...fileKey.split("/"));

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "connect-result-"));
  store = createFsStore({ root, name: "own", secret: "s" });
  const bytes = Buffer.from("result".repeat(100_000));
  await store.put(fileKey, bytes, bytes.length);
  file = { fileKey, ...(await digestOf((async function* () { yield bytes; })())) }; // biome-ignore format: one piece
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true });
});

function flip(at: number): void {
  const bytes = readFileSync(path());
  bytes[at] ^= 1;
  writeFileSync(path(), bytes);
}

it("answers a file that is as it was written, whole", async () => {
  expect([await problemOf(store, file, signal), file.sizeBytes]).toEqual([null, 600_000]);
  expect(await text(await soundStream(store, file))).toBe("result".repeat(100_000));
});

it("tells one that is missing, cut short or changed in a single bit", async () => {
  flip(300_001);
  expect(await problemOf(store, file, signal)).toBe("changed");
  flip(300_001);
  expect(await problemOf(store, file, signal)).toBeNull();
  truncateSync(path(), 500_000);
  expect(await problemOf(store, file, signal)).toBe("changed");
  await store.delete([fileKey]);
  expect(await problemOf(store, file, signal)).toBe("missing");
});

it("says nothing of a file while its store does not answer, nor when nobody waits any more", async () => {
  const silent = { get: async () => Promise.reject(new Error("There is no answer.")) };
  await expect(problemOf(silent, file, signal)).rejects.toThrow("There is no answer.");
  await expect(problemOf(store, file, AbortSignal.abort(new Error("given up")))).rejects.toThrow("given up");
});

it("never lets a file that changes after it was looked at arrive whole", async () => {
  flip(599_999);
  const arrived: Buffer[] = [];
  const reading = async () => {
    for await (const piece of await soundStream(store, file)) arrived.push(piece as Buffer);
  };
  await expect(reading()).rejects.toThrow("An object of the store is damaged.");
  expect(Buffer.concat(arrived).length).toBeLessThan(file.sizeBytes);
});
