/** The store's variables (operations.md, Environment). */
import { expect, it } from "vitest";
import { StartRefused } from "../start/start-refused.ts";
import { recordingCacheBytesOf, storeOf, storeOrigins } from "./settings.ts";

const s3 = {
  STORE: "s3",
  S3_BUCKET: "connect",
  S3_ENDPOINT: "https://s3.example.org/",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "hidden-value",
};

it("is a local folder unless told otherwise", () => {
  expect(storeOf({})).toEqual({ kind: "fs", secret: null, s3: null });
  expect(storeOf({ S3_BUCKET: "ignored", STORE_SECRET: "x".repeat(32) })).toEqual({
    kind: "fs",
    secret: "x".repeat(32),
    s3: null,
  });
  expect(storeOrigins(storeOf({}))).toEqual([]);
});

it("is a service with its bucket and keys", () => {
  const store = storeOf(s3);
  expect(store.s3).toEqual({
    bucket: "connect",
    endpoint: "https://s3.example.org",
    region: "us-east-1",
    accessKeyId: "key",
    secretAccessKey: "hidden-value",
    isPathStyle: true,
    publicEndpoint: "https://s3.example.org",
  });
  expect(storeOrigins(store)).toEqual(["https://s3.example.org"]);
  expect(storeOrigins(storeOf({ ...s3, S3_PUBLIC_ENDPOINT: "https://files.example.org" }))).toEqual([
    "https://files.example.org",
  ]);
  expect(storeOrigins(storeOf({ ...s3, S3_FORCE_PATH_STYLE: "off" }))).toEqual(["https://connect.s3.example.org"]);
});

it.each([
  [{ STORE: "tape" }],
  [{ STORE_SECRET: "short" }],
  [{ ...s3, S3_BUCKET: "" }],
  [{ ...s3, S3_BUCKET: "../x" }],
  [{ ...s3, S3_ENDPOINT: undefined }],
  [{ ...s3, S3_ENDPOINT: "ftp://x" }],
  [{ ...s3, S3_ENDPOINT: "https://user:hidden-value@x" }],
  [{ ...s3, S3_ACCESS_KEY_ID: " " }],
  [{ ...s3, S3_SECRET_ACCESS_KEY: undefined }],
  [{ ...s3, S3_FORCE_PATH_STYLE: "maybe" }],
  [{ ...s3, S3_PUBLIC_ENDPOINT: "https://x/path" }],
])("refuses %o in a sentence that quotes no secret", (env) => {
  expect(() => storeOf(env)).toThrow(StartRefused);
  expect(() => storeOf(env)).toThrow(/^[A-Z].*\.$/);
  expect(() => storeOf(env)).not.toThrow(/hidden-value/);
});

it("bounds the cache of recordings", () => {
  expect(recordingCacheBytesOf({})).toBe(4 * 1024 ** 3);
  expect(recordingCacheBytesOf({ RECORDING_CACHE_BYTES: "0" })).toBe(0);
  for (const RECORDING_CACHE_BYTES of ["-1", "much"])
    expect(() => recordingCacheBytesOf({ RECORDING_CACHE_BYTES })).toThrow(StartRefused);
});
