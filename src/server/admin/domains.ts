/** Allowed e-mail domains and the switch that makes them count. */
import { sql } from "drizzle-orm";
import { domainRules } from "../../domain/people/admin-rules.ts";
import type { addDomain, Domain, removeDomains, setRestrictEmailDomains } from "../../protocol/admin.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import type { TableQuery } from "../../protocol/tables.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import { change } from "../identity/change.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray, textArray } from "../platform/database/sql-arrays.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { demandRules } from "./form.ts";
import { readTable, type Table } from "./table.ts";
import type { AdminDeps } from "./types.ts";

const domainTable: Table = {
  id: sql`d.id`,
  orderBy: "domain",
  direction: "asc",
  from: sql`email_domain d`,
  columns: sql`d.id, d.domain`,
  fields: { id: { value: sql`d.id`, kind: "number" }, domain: { value: sql`d.domain`, kind: "text" } },
};

export const listDomains = ({ db }: AdminDeps, { workspaceId }: Caller, query: TableQuery) =>
  readTable<Domain>(db, domainTable, query, sql`d.workspace_id = ${workspaceId}`);

/** The part after the @ of an address as it is compared; domains are stored in lower case. */
const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

/** Whether only the domains of the list may be invited and used. */
export async function isRestricted(db: Queries, workspaceId: number): Promise<boolean> {
  const { rows } = await db.execute<{ restrict_email_domains: boolean }>(
    sql`select restrict_email_domains from workspace where id = ${workspaceId}`,
  );
  return rows[0]?.restrict_email_domains ?? false;
}

/** Whether the domain of each address is in the list. */
export async function areListed(db: Queries, workspaceId: number, emails: readonly string[]): Promise<boolean> {
  const domains = [...new Set(emails.map(domainOf))];
  const { rows } = await db.execute<{ found: number }>(sql`
    select count(*)::int as found from email_domain
    where workspace_id = ${workspaceId} and domain = any(${textArray(domains)})`);
  return rows[0].found === domains.length;
}

/** @throws Refused 400 by the rules, 409 when it is in the list */
export async function createDomain(
  deps: AdminDeps,
  caller: Caller,
  form: BodyOf<typeof addDomain>,
): Promise<AnswerOf<typeof addDomain>> {
  demandRules(domainRules, form.domain);
  const domain = form.domain.trim().toLowerCase();
  return change(
    deps,
    caller,
    async ({ tx, editor }) => {
      const { rows } = await tx.execute<{ id: number }>(
        sql`insert into email_domain (workspace_id, domain) values (${editor.workspaceId}, ${domain}) returning id`,
      );
      const [{ id }] = rows;
      return { answer: { id, message: adminText.done.domainAdded }, facts: { domain_id: id } };
    },
    { taken: adminText.taken.domain },
  );
}

/** @throws Refused 404 */
export function deleteDomains(
  deps: AdminDeps,
  caller: Caller,
  { domain_ids }: BodyOf<typeof removeDomains>,
): Promise<AnswerOf<typeof removeDomains>> {
  return change(deps, caller, async ({ tx, editor }) => {
    const { rowCount } = await tx.execute(
      sql`delete from email_domain where workspace_id = ${editor.workspaceId} and id = any(${intArray(domain_ids)})`,
    );
    if (rowCount !== domain_ids.length) throw new Refused(404, adminText.notFound.domain);
    return { answer: { message: adminText.done.domainsRemoved }, facts: { domain_ids }, usersChanged: "all" };
  });
}

/** Who manages users is exempt from the restriction (identity/session.ts), so nobody locks themselves out. */
export function restrictDomains(
  deps: AdminDeps,
  caller: Caller,
  { restrict_email_domains }: BodyOf<typeof setRestrictEmailDomains>,
): Promise<AnswerOf<typeof setRestrictEmailDomains>> {
  return change(deps, caller, async ({ tx, editor }) => {
    await tx.execute(
      sql`update workspace set restrict_email_domains = ${restrict_email_domains} where id = ${editor.workspaceId}`,
    );
    return { answer: { restrict_email_domains }, facts: { restrict_email_domains }, usersChanged: "all" };
  });
}

export const readRestriction = async ({ db }: AdminDeps, { workspaceId }: Caller) => ({
  restrict_email_domains: await isRestricted(db, workspaceId),
});
