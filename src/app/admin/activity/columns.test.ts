import { expect, it } from "vitest";
import { actionColumns, activitySearch, attemptColumns } from "./columns.ts";

it("shows times in the viewer's zone and says which", () => {
  const login_at = Date.parse("2026-11-20T21:05:09Z");
  const [column] = attemptColumns.filter(({ id }) => id === "login_at");
  expect(column.title).toBe("Date time (Pacific/Auckland)");
  expect(column.text({ id: 1, email: "", ip_address: "", status: true, attempts: 1, login_at })).toBe(
    "11/21/2026 10:05:09 AM",
  );
});

it("keeps the fields of the table that is shown and no other (spec 000 section 5)", () => {
  expect(activitySearch({ view: "actions", field: "performed_at", sort: "asc", page: 2 })).toEqual({
    view: "actions",
    field: "performed_at",
    sort: "asc",
    page: 2,
  });
  expect(activitySearch({ field: "performed_at", sort: "asc" })).toEqual({});
  expect(activitySearch({ view: "logins", field: "login_at", sort: "desc" })).toEqual({
    field: "login_at",
    sort: "desc",
  });
  expect(actionColumns.map(({ title }) => title).slice(0, 2)).toEqual(["Email", "Permission"]);
});
