/** The audit of actions: rows are added, by the statement or transaction that does what they tell, and never changed. */
import type { Permission } from "../../protocol/permissions.ts";
import type { Route } from "../../protocol/route.ts";
import type { Caller } from "../platform/caller.ts";
import { userAction } from "./schema.ts";
import type { Queries } from "./sql.ts";

/**
 * Records what the caller's call changes, inside the transaction of the change; or what it takes away ("reading").
 * `facts`: internal ids only, no names, no addresses.
 */
export async function recordAction(
  tx: Queries,
  caller: Caller,
  facts: Readonly<Record<string, unknown>> = {},
  kind: "change" | "reading" = "change",
): Promise<void> {
  const { session, route, address } = caller;
  await tx.insert(userAction).values({
    workspaceId: session.workspaceId,
    userId: session.userId,
    email: session.email,
    permission: permissionUsed(route, session.permissions),
    action: route.path,
    facts,
    kind,
    ipAddress: address,
  });
}

/** The first permission of the route that the caller holds; "" for calls about one's own account. */
export function permissionUsed({ needs }: Route, held: ReadonlySet<Permission>): Permission | "" {
  return typeof needs === "string" ? "" : (needs.find((permission) => held.has(permission)) ?? "");
}
