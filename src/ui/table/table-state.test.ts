import { expect, it } from "vitest";
import type { ColumnFacts } from "./columns.ts";
import { cut } from "./columns.ts";
import { pageCount, searchOf, stateOf, tableSearch, withSearch, withSort } from "./table-state.ts";

const columns: readonly ColumnFacts[] = [
  { id: "email", title: "Email", isFilter: true },
  { id: "name", title: "Name", isFilter: true },
  { id: "count", title: "Count" },
  { id: "state", title: "State", isUnsortable: true },
];
const validate = tableSearch(columns);

it("keeps a valid address as it is (spec 000 section 2)", () => {
  const address = {
    search: "okafor",
    search_field: "name",
    operator: "equals",
    field: "count",
    sort: "desc",
    page: 3,
  } as const;
  expect(validate(address)).toEqual(address);
  expect(searchOf(stateOf(address, columns), columns)).toEqual(address);
});

it("removes what is invalid, one by one (spec 000 section 5, table URL params)", () => {
  expect(validate({ page: 0 })).toEqual({});
  expect(validate({ page: -4, sort: "zzz", junk: 1 })).toEqual({});
  expect(validate({ page: 1.5 })).toEqual({});
  expect(validate({ page: "2" })).toEqual({});
  expect(validate({ field: "password", sort: "asc" })).toEqual({});
  expect(validate({ field: "state", sort: "asc" })).toEqual({});
  expect(validate({ field: "count", sort: "up", page: 2 })).toEqual({ page: 2 });
  expect(validate({ search: "x", search_field: "count", operator: "like" })).toEqual({ search: "x" });
  expect(validate({ search: "x".repeat(257) })).toEqual({});
  expect(validate({ search: { a: 1 }, page: [1] })).toEqual({});
});

it("does not say what goes without saying", () => {
  expect(validate({ page: 1, operator: "contains", search_field: "email", search: "a" })).toEqual({ search: "a" });
  expect(validate({ operator: "equals", search_field: "name" })).toEqual({});
});

it("reads a search of digits, which the router takes for a number", () => {
  expect(validate({ search: 1042 })).toEqual({ search: "1042" });
});

it("begins at the first page with another order or another search", () => {
  const state = { ...stateOf({}, columns), page: 7 };
  expect(withSort(state, { field: "name", direction: "asc" }).page).toBe(1);
  expect(withSearch(state, { search: "a" })).toEqual({ ...state, search: "a", page: 1 });
});

it("counts pages; an empty table has one", () => {
  expect([0, 1, 10, 11, 137].map((total) => pageCount(total, 10))).toEqual([1, 1, 1, 2, 14]);
});

it("cuts a text at 70 characters, by characters and not by halves of them (spec 000 section 9)", () => {
  expect(cut("a".repeat(70))).toBe("a".repeat(70));
  expect(cut("a".repeat(71))).toBe(`${"a".repeat(69)}…`);
  expect([...cut("🧠".repeat(80))]).toHaveLength(70);
  expect(cut(`${"a".repeat(68)} ${"b".repeat(20)}`)).toBe(`${"a".repeat(68)}…`);
});
