import { expect, it } from "vitest";
import { parseSearch, stringifySearch } from "./search-text.ts";

it("writes an address as it was read", () => {
  for (const query of [
    "?state=00123",
    "?state=1e5",
    "?state=123",
    "?state=12345678901234567890",
    "?state=%22123%22",
    "?state=%22abc%22",
    "?state=true&start=1583162430000&span=30000.5",
    "?state=%7B%22a%22%3A1%7D",
    "?state=%7B+%22a%22%3A1%7D",
    "?redirect_uri=https%3A%2F%2Fhub.test%2Fcb%3Fa%3D1%26b%3D2&state=a%2Bb+c",
    "?token=",
  ])
    expect(stringifySearch(parseSearch(query))).toBe(query);
});

it("keeps texts that look like numbers apart from numbers", () => {
  const search = { a: "1042", b: 1042, c: "x" };
  expect({ ...parseSearch(stringifySearch(search)) }).toEqual(search);
});
