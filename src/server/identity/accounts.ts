/** Who has an account: the rows that administration adds and removes. What a person changes of their own is in own-account.ts. */
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { emailKey } from "../../domain/people/account-rules.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray, textArray } from "../platform/database/sql-arrays.ts";
import { appUser } from "./schema.ts";
import { endTokensOf } from "./tokens.ts";

/**
 * Adds accounts that wait for their invitation, by key of the address. Returns the id of each that was added: of an
 * address that has an account nothing is changed.
 */
export async function addAccounts(
  tx: Queries,
  workspaceId: number,
  emails: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.execute<{ id: number; email_key: string }>(sql`
    insert into app_user (workspace_id, email, email_key)
    select ${workspaceId}::int, n.email, n.email_key
    from unnest(${textArray([...emails.values()])}, ${textArray([...emails.keys()])}) as n (email, email_key)
    on conflict (workspace_id, email_key) do nothing
    returning id, email_key`);
  return new Map(rows.map(({ id, email_key }) => [email_key, id]));
}

/** Deletes accounts and ends their tokens, whose ids it returns. */
export async function deleteAccounts(tx: Queries, userIds: readonly number[]): Promise<number[]> {
  // Users first, tokens after them, as in own-account.ts: two transactions then never wait for each other.
  await tx.execute(sql`select id from app_user where id = any(${intArray(userIds)}) order by id for update`);
  const tokensEnded = await endTokensOf(tx, userIds);
  await tx.execute(sql`delete from app_user where id = any(${intArray(userIds)})`);
  return tokensEnded;
}

/** The account of the first administrator, made or taken over: verified, with this password. */
export async function makeVerified(
  tx: Pick<NodePgDatabase, "insert">,
  { workspaceId, email, passwordHash }: { workspaceId: number; email: string; passwordHash: string },
): Promise<number> {
  const verified = { passwordHash, isVerified: true };
  const names = { firstName: "Workspace", lastName: "Administrator" };
  const [{ id }] = await tx
    .insert(appUser)
    .values({ workspaceId, email, emailKey: emailKey(email), ...names, ...verified })
    .onConflictDoUpdate({ target: [appUser.workspaceId, appUser.emailKey], set: verified })
    .returning({ id: appUser.id });
  return id;
}
