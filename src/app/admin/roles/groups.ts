/** Permissions of a role form: by group, searched, switched together. */
import type { RolePermission } from "../../../protocol/admin.ts";

export interface PermissionGroup {
  readonly name: string;
  readonly permissions: readonly RolePermission[];
}

/** The permissions that hold the searched words, by group, in the order they came. */
export function groupsOf(permissions: readonly RolePermission[], search: string): PermissionGroup[] {
  const wanted = search.trim().toLowerCase();
  const found = permissions.filter(({ name, title, description }) =>
    [name, title, description].some((text) => text.toLowerCase().includes(wanted)),
  );
  return [...new Set(found.map(({ group }) => group))].map((name) => ({
    name,
    permissions: found.filter(({ group }) => group === name),
  }));
}

/** Switches one permission, or a group's; those the caller cannot grant stay as they are. */
export function switched(
  held: ReadonlySet<number>,
  permissions: readonly RolePermission[],
  isOn: boolean,
): ReadonlySet<number> {
  const next = new Set(held);
  for (const { id, can_grant } of permissions) {
    if (!can_grant) continue;
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}
