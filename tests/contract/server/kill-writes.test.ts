/** kill -9 in the middle of administrative writes: what was acknowledged is there, whole and audited. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { getCurrentUser } from "../../../src/protocol/accounts.ts";
import { createRole, createSite } from "../../../src/protocol/admin.ts";
import { answerAs, callAs, signIn, withDatabase } from "../../support/accounts.ts";
import { startServer } from "../../support/server.ts";

const writes = 200;
const acknowledgedFirst = 60;

const site = (identifier: string, userId: number) => ({
  identifier,
  name: `Site ${identifier}`,
  description: "",
  location: "Here",
  user_ids: [userId],
});
const role = (name: string) => ({ name, description: "Of a test", permission_ids: [1, 4] });

it("keeps every acknowledged write over a kill during 200 concurrent ones", { timeout: 120_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-kill-"));
  const server = await startServer({ dataDir });
  try {
    const { token } = await signIn(server.url);
    const { id } = await answerAs(server.url, token, getCurrentUser, {});
    const acknowledged = { sites: [] as string[], roles: [] as string[] };
    let killed: Promise<void> | undefined;
    const count = () => acknowledged.sites.length + acknowledged.roles.length;
    const write = async (n: number) => {
      const identifier = `K${String(n).padStart(3, "0")}`;
      const isSite = n % 2 === 0;
      const answer = isSite
        ? await callAs(server.url, token, createSite, site(identifier, id))
        : await callAs(server.url, token, createRole, role(identifier));
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      (isSite ? acknowledged.sites : acknowledged.roles).push(identifier);
      if (count() >= acknowledgedFirst) killed ??= server.kill();
    };
    const outcomes = await Promise.allSettled(Array.from({ length: writes }, (_, n) => write(n)));
    await killed;
    const lost = outcomes.filter(({ status }) => status === "rejected");
    for (const one of lost) expect(String((one as PromiseRejectedResult).reason)).toContain("fetch failed");
    expect(count()).toBeGreaterThanOrEqual(acknowledgedFirst);
    expect(lost.length).toBeGreaterThan(0);

    await server.restart();
    await signIn(server.url);
    await withDatabase(dataDir, async (pool) => {
      const all = async (sql: string) => (await pool.query<{ name: string }>(sql)).rows.map(({ name }) => name);
      const sites = await all("select identifier as name from site where identifier like 'K%'");
      const roles = await all("select name from role where name like 'K%'");
      expect(acknowledged.sites.filter((identifier) => !sites.includes(identifier))).toEqual([]);
      expect(acknowledged.roles.filter((name) => !roles.includes(name))).toEqual([]);
      // All or nothing: what is there has its permissions and its row of the audit.
      const bare =
        "select name from role r where name like 'K%' and not exists (select from role_permission where role_id = r.id)";
      expect(await all(bare)).toEqual([]);
      const actions = await all("select action as name from user_action");
      expect(actions.filter((action) => action === createSite.path).length).toBe(sites.length);
      expect(actions.filter((action) => action === createRole.path).length).toBe(roles.length);
    });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
