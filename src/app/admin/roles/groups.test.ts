import { expect, it } from "vitest";
import type { RolePermission } from "../../../protocol/admin.ts";
import { permissions } from "../../../protocol/permissions.ts";
import { groupsOf, switched } from "./groups.ts";

const rows = permissions.map(
  (facts): RolePermission => ({ ...facts, enabled: false, can_grant: facts.name !== "create_account" }),
);

it("groups the permissions in their order and searches name, title and description", () => {
  expect(groupsOf(rows, "").map(({ name }) => name)).toEqual(["Data", "Annotations", "Administration", "Accounts"]);
  expect(groupsOf(rows, " SITES ").flatMap(({ permissions: found }) => found.map(({ name }) => name))).toEqual([
    "access_admin_sites",
  ]);
  expect(groupsOf(rows, "nothing like it")).toEqual([]);
});

it("switches a group without what the caller cannot grant", () => {
  const all = switched(new Set(), rows, true);
  expect(all.size).toBe(rows.length - 1);
  const accounts = rows.filter(({ group }) => group === "Accounts");
  expect(switched(new Set([13]), accounts, false)).toEqual(new Set([13]));
});
