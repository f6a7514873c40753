/** Two web nodes on one PostgreSQL: one workspace, shared sessions and limits, and news that reach the other node. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getCurrentUser, getToken, logOut, sendResetPasswordEmail } from "../../../src/protocol/accounts.ts";
import { changeAnnotations, openAnnotations } from "../../../src/protocol/annotation-log.ts";
import { createUpload, modifyUpload } from "../../../src/protocol/uploads.ts";
import { answerAs, callAs, signIn, testAdmin, withDatabase } from "../../support/accounts.ts";
import { type MailServer, startMailServer } from "../../support/mail.ts";
import { isOnPostgres, testDatabaseUrl } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { connect } from "../pages/page-world.ts";
import { content } from "../patients/annotations-world.ts";
import { type NewsViewer, viewNews } from "../patients/news-world.ts";

describe.runIf(isOnPostgres())("two nodes", () => {
  const home = mkdtempSync(join(tmpdir(), "connect-nodes-"));
  let nodes: RunningServer[];
  let smtp: MailServer;
  let nodeEnv: Record<string, string>;

  beforeAll(async () => {
    smtp = await startMailServer();
    const DATABASE_URL = (await testDatabaseUrl(home)) ?? "";
    nodeEnv = { DATABASE_URL, SMTP_URL: smtp.url, PUBLIC_URL: "https://connect.example" };
    nodes = await Promise.all([startServer({ env: nodeEnv }), startServer({ env: nodeEnv })]); // at once, on an empty database
  }, 120_000);
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.stop()));
    await smtp?.close();
    rmSync(home, { recursive: true, force: true });
  });

  it("make one workspace with one administrator, together", async () => {
    await withDatabase(home, async (pool) => {
      const counts =
        "select (select count(*)::int from workspace) as workspaces, (select count(*)::int from app_user) as users";
      expect((await pool.query(counts)).rows).toEqual([{ workspaces: 1, users: 1 }]);
    });
    expect((await signIn(nodes[0].url)).workspaceId).toBe((await signIn(nodes[1].url)).workspaceId);
  });

  it("share sessions, and what ends on one has ended on the other", async () => {
    const { token } = await signIn(nodes[0].url);
    expect((await answerAs(nodes[1].url, token, getCurrentUser, {})).email).toBe(testAdmin.email);
    await answerAs(nodes[1].url, token, logOut, {});
    expect((await callAs(nodes[0].url, token, getCurrentUser, {})).status).toBe(401);
  });

  it("drop the sockets of a session that ended on the other one, and no others", async () => {
    const ended = await signIn(nodes[0].url);
    const other = await signIn(nodes[0].url);
    const client = await connect(nodes[0].url, ended.token);
    const bystander = await connect(nodes[0].url, other.token);
    const dropped = new Promise<string>((resolve) => client.socket.once("disconnect", resolve));
    await answerAs(nodes[1].url, ended.token, logOut, {});
    expect(await dropped).toBe("io server disconnect");
    expect(bystander.socket.connected).toBe(true);
    client.close();
    bystander.close();
  });

  it("tell how far work is that moves on the other one, and go on for who comes from a node that died", async () => {
    const { token } = await signIn(nodes[0].url);
    const place = await withDatabase(home, async (pool) => {
      const { rows } = await pool.query<{
        project_id: number;
        site_id: number;
        patient_key: number;
        patient_id: string;
      }>(`
        insert into patient (workspace_id, project_id, site_id, identifier)
        select u.workspace_id, up.project_id, us.site_id, 'two nodes' from app_user u
          join user_project up on up.user_id = u.id join user_site us on us.user_id = u.id limit 1
        returning project_id, site_id, id as patient_key, identifier as patient_id`);
      return rows[0];
    });
    const { patient_key, ...named } = place;
    const order = { ...named, is_new_patient: false, timezone: "UTC" };
    const { upload_id } = await answerAs(nodes[0].url, token, createUpload, order);
    const third = await startServer({ env: nodeEnv });
    const seen = await viewNews(third.url, token);
    const moveAndHear = async (viewer: NewsViewer, progress: number) => {
      await answerAs(nodes[0].url, token, modifyUpload, { upload_id, progress });
      await viewer.until(() => viewer.moved.some((one) => one.id === upload_id && one.progress === progress));
    };
    await seen.follow({ patient_keys: [patient_key] });
    await moveAndHear(seen, 0.25);
    const ended = new Promise((resolve) => seen.socket.once("disconnect", resolve));
    await third.stop();
    await ended;
    const again = await viewNews(nodes[1].url, token);
    await again.follow({ patient_keys: [patient_key] });
    await moveAndHear(again, 0.5);
    again.socket.close();
  });

  it("do a change of annotations once, whichever is asked, and tell the other one's viewers", async () => {
    const { token } = await signIn(nodes[0].url);
    const data_object_id = await withDatabase(home, async (pool) => {
      const { rows } = await pool.query<{ id: number }>(`
        insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
          channel_count, size_bytes)
        select max(id), 'p', 'night', 'EDF', 'ready', 1000, 61000, true, 'UTC', 1, 1000 from patient returning id`);
      return rows[0].id;
    });
    const opened = await Promise.all(nodes.map(({ url }) => answerAs(url, token, openAnnotations, { data_object_id })));
    // The one that was a moment later may have read the number before the other made the session: what came after it comes again.
    expect(opened[0].groups).toEqual(opened[1].groups);
    const viewers = await Promise.all(nodes.map(({ url }) => viewNews(url, token)));
    await Promise.all(viewers.map((viewer) => viewer.followAnnotations(data_object_id)));
    const act = { act: "create", group_id: opened[0].groups[0].id, content: content() };
    const change = { data_object_id, client: "e".repeat(32), changes: [{ number: 1, act }] };
    const answers = await Promise.all(
      [0, 1, 0, 1].map((k) => answerAs(nodes[k].url, token, changeAnnotations, change)),
    );
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]).toMatchObject({ outcomes: [{ outcome: "done" }], sequence: 2 });
    for (const viewer of viewers) {
      await viewer.until(() => viewer.annotations.length > 0);
      expect(viewer.annotations).toEqual([{ data_object_id, sequence: 2 }]);
      viewer.socket.close();
    }
  });

  it("send each mail once", async () => {
    await answerAs(nodes[0].url, null, sendResetPasswordEmail, { email: testAdmin.email });
    await smtp.next(testAdmin.email);
    await answerAs(nodes[1].url, null, sendResetPasswordEmail, { email: testAdmin.email });
    await smtp.next(testAdmin.email);
    expect(smtp.mails).toHaveLength(2);
  });

  it("share the limits of wrong passwords", async () => {
    const wrong = { email: "somebody@connect.test", password: "Wrong-password-1" };
    const ask = async (node: RunningServer) => (await callAs(node.url, null, getToken, wrong)).status;
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push(await ask(nodes[n % 2]));
    expect(new Set(statuses)).toEqual(new Set([401]));
    await withDatabase(home, async (pool) => {
      const ofAccount = "key like 'login:account:%' and failures = 4";
      // What is counted ends its block by the clock: the test holds it.
      const { rowCount } = await pool.query(
        `update throttle set blocked_until = now() + interval '1 hour' where ${ofAccount}`,
      );
      expect(rowCount).toBe(1);
    });
    for (const node of nodes) expect(await ask(node)).toBe(429);
  });
});

it.skipIf(isOnPostgres())("one node alone holds a data folder with an embedded database", async () => {
  const first = await startServer();
  try {
    await expect(startServer({ dataDir: first.dataDir })).rejects.toThrow("Another process holds the data folder");
  } finally {
    await first.stop();
  }
});
