import { describe, expect, it } from "vitest";
import { fileGroupId } from "../types.ts";
import { listAnnotations, listSessions, nextSort, pageOf, rowsPerPage, whyNotDeleted } from "./session-lists.ts";
import { testStore } from "./test-store.ts";

const store = testStore([
  { id: fileGroupId, name: "From the file", annotations: [{}], isLoaded: true },
  {
    id: 1,
    name: "Night 10",
    annotations: [{ annotation_text: "b" }, { annotation_text: "a", start_time: 5, annotation_type: "SD Detection" }],
    isLoaded: true,
  },
  { id: 2, name: "Night 2", annotations: [] },
]);
const { sessions } = store.state;
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

describe("sessions", () => {
  it("are searched by name in any case, and sorted as people count", () => {
    expect(ids(listSessions(sessions, " NIGHT", null))).toEqual([1, 2]);
    expect(ids(listSessions(sessions, "", { field: "name", direction: "asc" }))).toEqual([0, 2, 1]);
    expect(ids(listSessions(sessions, "", { field: "annotations", direction: "desc" }))).toEqual([1, 0, 2]);
  });
  it("sort up, down, and not", () => {
    const up = nextSort(null, "name");
    const down = nextSort(up, "name");
    expect([up?.direction, down?.direction, nextSort(down, "name")]).toEqual(["asc", "desc", null]);
  });
  it("are deleted while another one stays (spec 001 section 4), and never the file's", () => {
    const [file, first, second] = sessions;
    expect(whyNotDeleted(sessions, [first])).toBeNull();
    expect(whyNotDeleted(sessions, [first, second])).toContain("one session at least");
    expect(whyNotDeleted([file, first], [first])).toContain("one session at least");
    expect(whyNotDeleted(sessions, [file])).toContain("cannot be changed");
    expect(whyNotDeleted(sessions, [])).not.toBeNull();
  });
});

it("lists annotations of a session by time, by title, and by what is typed", () => {
  const refs = (typed: string, sort: Parameters<typeof listAnnotations>[3]) =>
    [...listAnnotations(store.table, 1, typed, sort)].map((row) => store.table.refOf(row));
  expect(refs("", null)).toEqual([2, 3]);
  expect(refs("", { field: "title", direction: "asc" })).toEqual([3, 2]);
  expect(refs("detection", null)).toEqual([3]);
  expect(refs("zzz", null)).toEqual([]);
});

it("shows the last page for one beyond it", () => {
  expect(pageOf({ length: 2 * rowsPerPage + 1 }, 9)).toEqual({ first: 100, end: 101, page: 3 });
  expect(pageOf({ length: 0 }, 2)).toEqual({ first: 0, end: 0, page: 1 });
});
