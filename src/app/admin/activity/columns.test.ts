import { expect, it } from "vitest";
import { actionColumns, actionFacts, activitySearch, attemptColumns } from "./columns.ts";

it("shows times in the viewer's zone and says which", () => {
  const login_at = Date.parse("2026-11-20T21:05:09Z");
  const [column] = attemptColumns(12).filter(({ id }) => id === "login_at");
  expect(column.title).toBe("Date time (Pacific/Auckland)");
  expect(column.text({ id: 1, email: "", ip_address: "", status: true, attempts: 1, login_at })).toBe(
    "11/21/2026 10:05:09 AM",
  );
});

it("writes the 24-hour clock for who chose it", () => {
  const at = Date.parse("2026-11-20T01:05:09Z");
  const attempt = { id: 1, email: "", ip_address: "", status: true, attempts: 1, login_at: at };
  expect(attemptColumns(24).map(({ text }) => text(attempt))).toContain("11/20/2026 14:05:09");
  const [performed] = actionColumns(24).filter(({ id }) => id === "performed_at");
  expect(performed.text({ performed_at: at } as never)).toBe("11/20/2026 14:05:09");
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
  expect(actionFacts.map(({ title }) => title).slice(0, 2)).toEqual(["Email", "Permission"]);
});
