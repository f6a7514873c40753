/** kill -9 in the middle of administrative writes and of annotations: what was acknowledged is there, whole, once, and audited. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { getCurrentUser } from "../../../src/protocol/accounts.ts";
import { createRole, createSite } from "../../../src/protocol/admin.ts";
import { changeAnnotations, getAnnotationChanges, openAnnotations } from "../../../src/protocol/annotation-log.ts";
import { getAnnotations } from "../../../src/protocol/annotations.ts";
import { answerAs, callAs, signIn, withDatabase } from "../../support/accounts.ts";
import { startServer } from "../../support/server.ts";
import { content } from "../patients/annotations-world.ts";
import { insertNight } from "../patients/recording-rows.ts";

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
    const recording = await withDatabase(dataDir, (pool) => insertNight(pool, { end_ms: 61_000 }));
    const annotations = { client: "d".repeat(32), answers: new Map<number, unknown>() };
    const { groups } = await answerAs(server.url, token, openAnnotations, { data_object_id: recording });
    /** One change of a queue; a lost answer is asked for again with the same number. */
    const annotate = (number: number) =>
      callAs(server.url, token, changeAnnotations, {
        data_object_id: recording,
        client: annotations.client,
        changes: [
          {
            number,
            act: { act: "create", group_id: groups[0].id, content: content({ annotation_text: `${number}` }) },
          },
        ],
      });
    const acknowledged = { sites: [] as string[], roles: [] as string[] };
    let killed: Promise<void> | undefined;
    const count = () => acknowledged.sites.length + acknowledged.roles.length;
    const write = async (n: number) => {
      const identifier = `K${String(n).padStart(3, "0")}`;
      const isSite = n % 2 === 0;
      if (n % 4 === 0) {
        const { status, text } = await annotate(n + 1);
        expect([status, text]).toEqual([200, expect.any(String)]);
        annotations.answers.set(n + 1, JSON.parse(text).outcomes);
      }
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
    // Every change of the queue again, answered or not: each is there once, and what was answered is answered again.
    const { token: again } = await signIn(server.url);
    const numbers = Array.from({ length: writes / 4 }, (_, k) => 4 * k + 1);
    for (const number of numbers) {
      const outcomes = JSON.parse((await annotate(number)).text).outcomes;
      expect(outcomes).toEqual(
        annotations.answers.get(number) ?? [expect.objectContaining({ number, outcome: "done" })],
      );
    }
    const list = await answerAs(server.url, again, getAnnotations, { annotation_group_ids: [groups[0].id] });
    const texts = list[String(groups[0].id)].map(({ annotation_text }) => Number(annotation_text));
    expect(texts.sort((a, b) => a - b)).toEqual(numbers);
    const log = await answerAs(server.url, again, getAnnotationChanges, { data_object_id: recording, after: 0 });
    expect(log.entries.map(({ sequence }) => sequence)).toEqual([0, ...numbers].map((_, k) => k + 1));
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
