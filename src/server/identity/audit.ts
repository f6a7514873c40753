/** The audit of actions: rows are added, by the statement or transaction that does what they tell, and never changed. */
import { sql } from "drizzle-orm";
import type { Permission } from "../../protocol/permissions.ts";
import type { Route } from "../../protocol/route.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller, GatewayCaller } from "../platform/http/caller.ts";
import { userAction } from "./schema.ts";

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

/** What a server changed by itself, at its start or as upkeep: nobody's call. */
export async function recordStart(
  tx: Pick<Queries, "insert">,
  { workspaceId, action, facts }: { workspaceId: number; action: string; facts: Readonly<Record<string, unknown>> },
): Promise<void> {
  const nobody = { userId: null, email: "", permission: "", ipAddress: "" };
  await tx.insert(userAction).values({ workspaceId, ...nobody, action, facts });
}

/**
 * The same for small changes that a session makes again and again: one row for the session, the call and what was changed
 * ("document 12"), whose number and time grow.
 */
export async function recordRepeated(
  tx: Queries,
  { session, route, address }: Caller,
  facts: Readonly<Record<string, unknown>>,
  subject: string,
): Promise<void> {
  await tx.execute(sql`
    insert into user_action as a (workspace_id, user_id, email, permission, action, facts, ip_address, token_id, subject)
    values (${session.workspaceId}, ${session.userId}, ${session.email}, ${permissionUsed(route, session.permissions)},
      ${route.path}, ${JSON.stringify(facts)}::jsonb, ${address}, ${session.tokenId}, ${subject})
    on conflict (token_id, kind, action, subject) where token_id is not null
    do update set times = a.times + 1, until = greatest(a.until, a.performed_at, now())`);
}

/** The first permission of the route that the caller holds; "" for calls about one's own account. */
export function permissionUsed({ needs }: Route, held: ReadonlySet<Permission>): Permission | "" {
  return typeof needs === "string" ? "" : (needs.find((permission) => held.has(permission)) ?? "");
}

/** Records what a gateway began or ended: it is no user, and its key stands in the facts. */
export async function recordGateway(
  tx: Queries,
  { gateway, route, address }: GatewayCaller,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.insert(userAction).values({
    ...{ workspaceId: gateway.workspaceId, userId: null, email: "", permission: "" },
    ...{ action: route.path, facts: { gateway_id: gateway.gatewayId, ...facts }, ipAddress: address },
  });
}
