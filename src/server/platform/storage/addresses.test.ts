/** Addresses of the local store, names of downloads, ranges, and keys. */
import { expect, it } from "vitest";
import { attachment, safeFileName, safeType } from "./disposition.ts";
import { byteRangeOf } from "./range-header.ts";
import { isSigned, signatureMember, signedPath } from "./signing.ts";
import { demandKey } from "./types.ts";

const secret = "s".repeat(32);
const address = { method: "PUT", path: "/v1/store/a/uploads/1/2", query: { size: "5", expires: "1000" } } as const;
const signature = new URL(signedPath(secret, address), "http://x").searchParams.get(signatureMember) ?? "";

it("is signed for one method, path and order, until it is over", () => {
  expect(isSigned(secret, address, signature, 999)).toBe(true);
  expect(isSigned(secret, address, signature, 1000)).toBe(false);
  expect(isSigned("t".repeat(32), address, signature, 1)).toBe(false);
  expect(isSigned(secret, { ...address, method: "GET" }, signature, 1)).toBe(false);
  expect(isSigned(secret, { ...address, path: "/v1/store/a/uploads/1/3" }, signature, 1)).toBe(false);
  for (const query of [{ ...address.query, size: "6" }, { ...address.query, more: "" }, { size: "5" }])
    expect(isSigned(secret, { ...address, query } as typeof address, signature, 1)).toBe(false);
  for (const other of ["", "a", `${signature}A`, signature.slice(1)])
    expect(isSigned(secret, address, other, 1)).toBe(false);
});

it("cannot be read in two ways: names and values are kept apart", () => {
  const joined = { ...address, query: { a: "1&b=2" } };
  const apart = { ...address, query: { a: "1", b: "2" } };
  expect(signedPath(secret, { ...joined, query: { a: "1&b=2", expires: "9" } })).not.toContain("&b=2");
  const of = (one: typeof joined | typeof apart) =>
    new URL(signedPath(secret, one), "http://x").searchParams.get(signatureMember);
  expect(of(joined)).not.toBe(of(apart));
});

it.each([
  ["plain.csv", "plain.csv"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["a\r\nset-cookie: x", "a__set-cookie_ x"],
  ["\u202Ecod.exe", "_cod.exe"],
  ["C:\\a\\b.txt", "C__a_b.txt"],
  ["", "download"],
  ["...", "download"],
  ["\ud800", "_"],
])("calls a download %j %j", (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
  expect(attachment(name)).toMatch(/^attachment; filename="[ -!#-[\]-~]*"; filename\*=UTF-8''[\w.%~-]+$/);
});

it("lets no browser run a download", () => {
  expect(safeType("text/csv; charset=utf-8")).toBe("text/csv; charset=utf-8");
  for (const type of ["text/html", "image/svg+xml", "", "application/octet-stream"])
    expect(safeType(type)).toBe("application/octet-stream");
});

it.each([
  ["bytes=0-9", { start: 0, end: 10 }],
  ["bytes=90-", { start: 90, end: 100 }],
  ["bytes=-10", { start: 90, end: 100 }],
  ["bytes=-1000", { start: 0, end: 100 }],
  ["bytes=50-1000", { start: 50, end: 100 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=9-0", null],
  ["bytes=0-1,5-6", null],
  ["items=0-1", null],
  ["bytes=-", null],
  [undefined, null],
])("reads the range %s", (range, expected) => {
  expect(byteRangeOf({ range }, { etag: '"a"', size: 100 })).toEqual(expected);
});

it("reads a range of the object it was meant for only", () => {
  const asked = (condition: string) =>
    byteRangeOf({ range: "bytes=0-1", "if-range": condition }, { etag: '"a"', size: 9 });
  expect([asked('"a"'), asked('"b"')]).toEqual([{ start: 0, end: 2 }, null]);
});

it.each(["a", "uploads/1/2", "recordings/7/0/l0/0.0.0", "a/b.c_d-e"])("knows the key %s", (key) => {
  expect(demandKey(key)).toBe(key);
});
