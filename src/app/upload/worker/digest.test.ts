import { createHash } from "node:crypto";
import { createMD5 } from "hash-wasm";
import { expect, it } from "vitest";
import { largestPlainMd5Bytes, uploadPartBytes } from "../../../protocol/uploads.ts";
import { sentBlob } from "./content.ts";
import { createDigester, partCountOf } from "./digest.ts";

const digester = createDigester(await createMD5(), await createMD5());
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest();

function filled(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let n = 0; n < size; n++) bytes[n] = n * 7 + (n >>> 11);
  return bytes;
}

/** As the store does it, written apart from the code under test. */
function etagOf(bytes: Uint8Array): string {
  if (bytes.length <= 40_000_000) return md5(bytes).toString("hex");
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 16 * 1024 * 1024)
    parts.push(md5(bytes.subarray(at, at + 16 * 1024 * 1024)));
  return `${md5(Buffer.concat(parts)).toString("hex")}-${parts.length}`;
}

it.each([0, 1, 1024 * 1024, 1024 * 1024 + 1, 3_000_001])("has the MD5 of %i bytes", async (size) => {
  const bytes = filled(size);
  let told = 0;
  const digest = await digester.digest(new Blob([bytes]), (more) => {
    told += more;
  });
  expect([digest, told]).toEqual([etagOf(bytes), size]);
});

it.each([
  largestPlainMd5Bytes,
  largestPlainMd5Bytes + 1,
  3 * uploadPartBytes,
  3 * uploadPartBytes + 1,
])("has the store's etag of %i bytes (spec 000 section 9)", async (size) => {
  const bytes = filled(size);
  const digest = await digester.digest(new Blob([bytes]), () => undefined);
  expect(digest).toBe(etagOf(bytes));
  expect(partCountOf(size)).toBe(digest.includes("-") ? Number(digest.split("-")[1]) : 1);
});

it("keeps digests apart that are taken side by side", async () => {
  const sizes = [5, 2_000_000, 7, 1_500_000, 9];
  const digests = await Promise.all(sizes.map((size) => digester.digest(new Blob([filled(size)]), () => undefined)));
  expect(digests).toEqual(sizes.map((size) => etagOf(filled(size))));
});

it("goes on after a blob that could not be read", async () => {
  const broken = { size: 2_000_000, stream: () => new Blob([filled(1_999_999)]).stream() } as unknown as Blob;
  await expect(digester.digest(broken, () => undefined)).rejects.toMatchObject({ name: "NotReadableError" });
  await expect(digester.digest(new Blob([filled(2_000_000)]), () => undefined)).resolves.toBe(
    etagOf(filled(2_000_000)),
  );
});

it("sends the file with its patches in place, and leaves the file as it is", async () => {
  const original = filled(100);
  const file = new File([original], "a.edf");
  const patch = (offset: number, length: number) => ({ offset, bytes: new Uint8Array(length).fill(32) });
  const blob = sentBlob({ kind: "file", file, patches: [patch(90, 10), patch(0, 8), patch(8, 2)] });
  const wanted = original.slice().fill(32, 0, 10).fill(32, 90);
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(wanted);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(original);
  expect(blob.type).toBe("");
});

it("refuses patches that overlap or would change the length", () => {
  const file = new File([filled(100)], "a.edf");
  const blobOf =
    (...patches: { offset: number; bytes: Uint8Array }[]) =>
    () =>
      sentBlob({ kind: "file", file, patches });
  expect(blobOf({ offset: 95, bytes: new Uint8Array(6) })).toThrow("leave the file");
  expect(blobOf({ offset: 0, bytes: new Uint8Array(6) }, { offset: 5, bytes: new Uint8Array(1) })).toThrow("overlap");
});
