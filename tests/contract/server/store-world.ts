/** What the tests of the object store need: bytes, their digests computed another way, and PUTs by hand. */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { Readable } from "node:stream";
import type { PutAddress } from "../../../src/protocol/uploads.ts";
import type { ObjectStore } from "../../../src/server/platform/storage/index.ts";

export const partBytes = 16 * 1024 * 1024;

export const someBytes = (size: number): Buffer => randomBytes(size);

/** Hex MD5 by the program of the system, so not by the code under test. */
export const md5sum = (bytes: Uint8Array): string =>
  execFileSync("md5sum", { input: bytes, encoding: "utf8", maxBuffer: 1024 }).slice(0, 32);

/** ETag of an object of parts, by the program of the system. */
export function partsSum(parts: readonly Uint8Array[]): string {
  const digests = Buffer.concat(parts.map((part) => Buffer.from(md5sum(part), "hex")));
  return `${md5sum(digests)}-${parts.length}`;
}

export async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export interface Put {
  status: number;
  etag: string | null;
  text: string;
}

/** PUTs bytes as a browser does. `origin`: for addresses that have none. */
export async function put(
  { url, headers }: PutAddress,
  body: Uint8Array | null,
  { origin = "", method = "PUT", more = {} }: { origin?: string; method?: string; more?: Record<string, string> } = {},
): Promise<Put> {
  const answer = await fetch(new URL(url, origin || undefined), {
    method,
    headers: { ...headers, ...more },
    body: body === null ? undefined : Buffer.from(body),
  });
  return {
    status: answer.status,
    etag: answer.headers.get("etag")?.replaceAll('"', "") ?? null,
    text: await answer.text(),
  };
}

/** Begins a PUT that says `length`, sends `first`, and leaves the rest to the caller. */
export function beginPut(url: string, length: number, first: Uint8Array) {
  const sending = request(url, { method: "PUT", headers: { "content-length": length } });
  const ended = new Promise<number | "cut">((resolve) => {
    sending.on("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sending.on("error", () => resolve("cut"));
  });
  sending.write(first);
  return { sending, ended };
}

export async function keysOf(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

export const streamOf = (bytes: Uint8Array): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_537) yield Buffer.from(bytes.subarray(at, at + 65_537));
    })(),
  );
