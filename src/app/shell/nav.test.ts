import { expect, it } from "vitest";
import type { Permission } from "../../protocol/permissions.ts";
import { text } from "../../protocol/text/text.ts";
import { homePath, isUnder, nowhereHint, tabsOf, visibleGroups } from "./nav.ts";

const holding =
  (...held: Permission[]) =>
  (permission: Permission) =>
    held.includes(permission);
const names = (...held: Permission[]) =>
  visibleGroups(holding(...held)).map(({ name, items }) => [name, ...items.map((item) => item.name)]);

it("shows a group only with at least one permission of its items (spec 000 section 2, Shell)", () => {
  expect(names()).toEqual([]);
  expect(names("access_data_visualize")).toEqual([["DATA", "Patients"]]);
  expect(names("access_admin_sites")).toEqual([["WORKSPACE", "Sites"]]);
  expect(
    names("access_data_visualize", "access_admin_studies", "access_admin_sites", "access_admin_user_management"),
  ).toEqual([
    ["DATA", "Patients"],
    ["WORKSPACE", "Projects", "Sites", "Users"],
  ]);
  expect(names("access_admin_role_and_permissions")).toEqual([["WORKSPACE", "Users"]]);
});

it("counts activity and roles as active pages of Users", () => {
  const covers = ["/admin/user_management"];
  expect(isUnder("/admin/user_management/users/activity", covers)).toBe(true);
  expect(isUnder("/admin/user_management/roles_and_permissions", covers)).toBe(true);
  expect(isUnder("/admin/user_management_other", covers)).toBe(false);
});

it("has a tab strip on user management and on projects", () => {
  const all = holding("access_admin_user_management", "access_admin_role_and_permissions", "access_admin_studies");
  const tabs = (path: string) => tabsOf(path, all).map(({ name }) => name);
  expect(tabs("/admin/user_management/users/activity")).toEqual(["Users", "Roles & Permissions"]);
  expect(tabs("/admin/buckets")).toEqual(["Projects", "Buckets"]);
  expect(tabs("/admin/sites")).toEqual([]);
  expect(tabs("/data/visualize")).toEqual([]);
  expect(tabsOf("/admin/user_management/users", holding("access_admin_user_management"))).toHaveLength(1);
});

it("sends a user home to the first page they may open", () => {
  expect(homePath(holding("access_data_visualize", "access_admin_sites"))).toBe("/data/visualize");
  expect(homePath(holding("access_admin_sites"))).toBe("/admin/sites");
  expect(homePath(holding("access_admin_role_and_permissions"))).toBe("/admin/user_management/roles_and_permissions");
  expect(homePath(holding())).toBe("/data/visualize");
});

it("tells who may open no page that it is so, not that the page does not exist", () => {
  expect(nowhereHint(holding())).toBe(text.notFound.noPage);
  expect(nowhereHint(holding("upload_data", "create_annotations"))).toBe(text.notFound.noPage);
  expect(nowhereHint(holding("access_admin_sites"))).toBe(text.notFound.page);
  // Pages of a patient are reached by their addresses.
  expect(nowhereHint(holding("access_data_upload_patient_subpage"))).toBe(text.notFound.page);
});
