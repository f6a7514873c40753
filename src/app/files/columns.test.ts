import { describe, expect, it } from "vitest";
import { filesText } from "../../protocol/text/files-text.ts";
import type { TableState } from "../../ui/table/table-state.ts";
import { fileColumns, filesSearch, isViewable, withNextSort } from "./columns.ts";

describe("the address of the Files tab", () => {
  it("keeps what is valid, one by one", () => {
    expect(filesSearch({ path: "a/b", page: 2, field: "size", sort: "desc", search: "x" })).toEqual({
      path: "a/b",
      page: 2,
      field: "size",
      sort: "desc",
      search: "x",
    });
    expect(filesSearch({ path: 1042, page: "x", field: "id", sort: "up" })).toEqual({ path: "1042" });
    for (const path of ["", "/", "a//b", "..", "a/../b", "./a", "a/", "x".repeat(1025), ["a"], null])
      expect(filesSearch({ path }), String(path)).toEqual({});
  });
});

it("sorts ascending, descending, not (spec 000 section 2)", () => {
  const start: TableState = { page: 3, search: "", searchField: "name", operator: "contains", sort: null };
  const up = withNextSort(start, "size");
  expect(up).toMatchObject({ page: 1, sort: { field: "size", direction: "asc" } });
  const down = withNextSort(up, "size");
  expect(down.sort).toEqual({ field: "size", direction: "desc" });
  expect(withNextSort(down, "size").sort).toBeNull();
  expect(withNextSort(down, "name").sort).toEqual({ field: "name", direction: "asc" });
});

it("writes times in the patient's zone, by the clock that the reader chose", () => {
  const node = { createtime: Date.parse("2026-06-03T18:14:05Z"), modtime: null, name: "a.edf", size: 1 } as never;
  const shown = (hours: 12 | 24) => fileColumns.map(({ text }) => text(node, { timezone: "America/New_York", hours }));
  expect(shown(12).slice(1, 3)).toEqual(["06/03/2026 02:14 PM", filesText.unknownTime]);
  expect(shown(24).slice(1, 3)).toEqual(["06/03/2026 14:14", filesText.unknownTime]);
});

it("views CSV files and nothing else (spec 000 section 2)", () => {
  expect(isViewable({ type: "file", name: "Drugs.CSV" })).toBe(true);
  expect(isViewable({ type: "directory", name: "a.csv" })).toBe(false);
  expect(isViewable({ type: "file", name: "a.csv.edf" })).toBe(false);
});
