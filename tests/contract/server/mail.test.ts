/** Mails from the table to a real SMTP server or the outbox: links, retries, nodes that share the work, nothing forged. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { linkTokens, sha256Hex } from "../../../src/server/identity/tokens.ts";
import type { Bus } from "../../../src/server/platform/bus/bus.ts";
import { openBus } from "../../../src/server/platform/bus/open-bus.ts";
import { type Database, openDatabase } from "../../../src/server/platform/database/database.ts";
import {
  enqueueMail,
  type Mailer,
  type NewMail,
  outboxFolder,
  startMailer,
} from "../../../src/server/platform/mail/index.ts";
import { addUser, addWorkspace } from "../../support/accounts.ts";
import { linkOf, type MailServer, readOutbox, startMailServer, tokenOf } from "../../support/mail.ts";
import { emptyDatabaseUrl } from "../../support/postgres.ts";

let dataDir: string;
let database: Database;
let bus: Bus;
let smtp: MailServer;
let workspaceId: number;
const mailers: Mailer[] = [];
const logged: string[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-mail-"));
  database = await openDatabase({ dataDir, databaseUrl: await emptyDatabaseUrl(dataDir) });
  bus = await openBus();
  smtp = await startMailServer();
  workspaceId = await addWorkspace(database.pool, "<b>ICU</b>\r\nBcc: thief@evil.example");
});
afterEach(async () => {
  smtp.refuseWith(null);
  for (const mailer of mailers.splice(0)) await mailer.close();
  await database.pool.query("delete from mail");
});
afterAll(async () => {
  await smtp?.close();
  await bus?.close();
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const log = {
  info: (facts: object, event: string) => void logged.push(`${event} ${JSON.stringify(facts)}`),
  warn: (facts: object, event: string) => void logged.push(`${event} ${JSON.stringify(facts)}`),
};
function startOne(smtpUrl: string | null = smtp.url): Mailer {
  const mailer = startMailer({
    db: database.drizzle,
    bus,
    config: { smtpUrl, mailFrom: "CONNECT <no-reply@connect.test>", dataDir, deployment: "CLOUD" },
    publicUrl: "https://connect.example",
    tokens: linkTokens,
    log,
    pollMs: 100,
    retryMs: 50,
  });
  mailers.push(mailer);
  return mailer;
}
const enqueue = (mail: Omit<NewMail, "workspaceId">) => enqueueMail(database.drizzle, { workspaceId, ...mail });
const newUser = (isVerified = true) => addUser(database.pool, { workspaceId, permissions: [], isVerified });
const states = async () => {
  const { rows } = await database.pool.query<{ state: string }>("select state from mail order by id");
  return rows.map(({ state }) => state);
};
const tokensOf = async (userId: number) => {
  const { rows } = await database.pool.query<{ hash: string; purpose: string; minutes: number }>(
    `select hash, purpose, round(extract(epoch from expires_at - created_at) / 60)::int as minutes from token
     where user_id = $1`,
    [userId],
  );
  return rows;
};

it("sends an invitation whose link makes the account, and a newer one ends the older", async () => {
  const user = await newUser(false);
  startOne();
  await enqueue({ kind: "invite", recipient: user.email, facts: { user_id: user.id } });
  bus.send({ kind: "mail-waiting" });
  const mail = await smtp.next(user.email);
  const link = linkOf(mail);
  expect(`${link.origin}${link.pathname}`).toBe("https://connect.example/create_account");
  expect(mail.html).toContain(`href="${link.href}"`);
  await expect.poll(states).toEqual(["sent"]);
  expect(await tokensOf(user.id)).toEqual([
    { hash: sha256Hex(tokenOf(mail)), purpose: "create_account", minutes: 7 * 24 * 60 },
  ]);
  await enqueue({ kind: "invite", recipient: user.email, facts: { user_id: user.id } });
  const newer = await smtp.next(user.email);
  await expect.poll(states).toEqual(["sent", "sent"]);
  expect((await tokensOf(user.id)).map(({ hash }) => hash)).toEqual([sha256Hex(tokenOf(newer))]);
});

it("tells how an upload ended, with a link to the patient page and no token", async () => {
  const user = await newUser();
  startOne();
  const facts = { upload_id: 31, patient_key: 7, status: "SUCCESS" as const, items: 3, failed: 1 };
  await enqueue({ kind: "upload_ready", recipient: user.email, facts });
  const ready = await smtp.next(user.email);
  expect(ready.subject).toContain("Your data is ready for review");
  expect(linkOf(ready).href).toBe("https://connect.example/data/visualize/data?patient_id=7");
  expect(ready.text).toContain("1 of its 3 items could not be read.");
  await enqueue({ kind: "upload_failed", recipient: user.email, facts: { ...facts, patient_key: null } });
  const failed = await smtp.next(user.email);
  expect(failed.text).toContain("A message has been sent to the support team. We will investigate this issue.");
  expect(failed.text).not.toContain("http");
  await enqueue({ kind: "upload_failed", recipient: user.email, facts: { ...facts, is_support: true } });
  expect((await smtp.next(user.email)).text).toMatch(/^Upload number 31 to the workspace .* has failed\.$/m);
  await enqueue({ kind: "upload_status", recipient: user.email, facts: { upload_id: 31, status: "UPLOADING" } });
  expect((await smtp.next(user.email)).text).toContain("is being transferred.");
  expect(await tokensOf(user.id)).toEqual([]);
});

it("sends a link for a new password to the account's own address alone", async () => {
  const user = await newUser();
  const invited = await newUser(false);
  startOne();
  await enqueue({ kind: "reset_password", recipient: ` ${user.email.toUpperCase()}` });
  const mail = await smtp.next(user.email);
  expect(linkOf(mail).pathname).toBe("/change_password");
  expect(await tokensOf(user.id)).toEqual([{ hash: sha256Hex(tokenOf(mail)), purpose: "reset_password", minutes: 60 }]);
  const before = smtp.mails.length;
  await enqueue({ kind: "reset_password", recipient: "nobody@connect.test" });
  await enqueue({ kind: "reset_password", recipient: invited.email });
  await enqueue({ kind: "reset_password", recipient: `${user.email}\r\nBcc: thief@evil.example` });
  await enqueue({ kind: "invite", recipient: user.email, facts: { user_id: user.id } }); // has an account by now
  await expect.poll(states).toEqual(["sent", "dropped", "dropped", "dropped", "dropped"]);
  expect(smtp.mails.length).toBe(before);
  expect(await tokensOf(invited.id)).toEqual([]);
});

it.each([
  "account_created",
  "password_changed",
  "email_changed",
  "account_deleted",
] as const)("sends %s without a link", async (kind) => {
  startOne();
  await enqueue({ kind, recipient: `${kind}@connect.test` });
  const mail = await smtp.next(`${kind}@connect.test`);
  expect(mail.to).toEqual([`${kind}@connect.test`]);
  expect(mail.from).toBe("no-reply@connect.test");
  expect(mail.text).not.toMatch(/https?:/);
  expect(mail.text).toMatch(/^[A-Z].*\./);
});

it("lets nothing into the headers or the markup, whatever a workspace or an address is called", async () => {
  startOne();
  for (const recipient of [
    "a@b.example\r\nBcc: thief@evil.example",
    "a@b.example, thief@evil.example",
    "<x@y.example>",
  ])
    await enqueue({ kind: "account_created", recipient });
  await enqueue({ kind: "account_created", recipient: "good@connect.test" });
  const mail = await smtp.next("good@connect.test");
  await expect.poll(states).toEqual(["dropped", "dropped", "dropped", "sent"]);
  expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
  expect(mail.subject).toContain("<b>ICU</b> Bcc: thief@evil.example");
  expect(mail.html).toContain("&lt;b&gt;ICU&lt;/b&gt;");
  expect(mail.html).not.toContain("<b>");
  expect(smtp.mails.flatMap(({ recipients }) => recipients)).not.toContain("thief@evil.example");
});

it("tries again while the mail server does not want it, with a token of its own each time", async () => {
  const user = await newUser(false);
  smtp.refuseWith(451);
  startOne();
  await enqueue({ kind: "invite", recipient: user.email, facts: { user_id: user.id } });
  await expect.poll(() => smtp.refusals, { timeout: 20_000 }).toBeGreaterThan(1);
  expect(await states()).toEqual(["waiting"]);
  smtp.refuseWith(null);
  const mail = await smtp.next(user.email);
  await expect.poll(states).toEqual(["sent"]);
  expect((await tokensOf(user.id)).map(({ hash }) => hash)).toEqual([sha256Hex(tokenOf(mail))]);
});

it("gives up on an address that the mail server does not know, and on any mail after a day", async () => {
  smtp.refuseWith(550);
  startOne();
  await enqueue({ kind: "account_created", recipient: "gone@connect.test" });
  await expect.poll(states).toEqual(["dropped"]);
  smtp.refuseWith(451);
  await enqueue({ kind: "account_created", recipient: "late@connect.test" });
  await database.pool.query("update mail set created_at = now() - interval '25 hours' where state = 'waiting'");
  await expect.poll(states).toEqual(["dropped", "dropped"]);
});

it("sends each mail once, however many nodes send, and takes over from a node that died", async () => {
  for (let n = 0; n < 40; n++) await enqueue({ kind: "account_created", recipient: `many-${n}@connect.test` });
  await enqueue({ kind: "account_created", recipient: "held@connect.test" });
  await database.drizzle.execute(
    sql`update mail set claimed_until = now() + interval '1 hour', attempts = 1 where recipient = 'held@connect.test'`,
  );
  startOne();
  startOne();
  startOne();
  const arrived = () => smtp.mails.flatMap(({ recipients }) => recipients).filter((to) => to.startsWith("many-"));
  await expect.poll(async () => (await states()).filter((state) => state === "sent").length).toBe(40);
  expect(arrived().sort()).toEqual(Array.from({ length: 40 }, (_, n) => `many-${n}@connect.test`).sort());
  expect((await states()).at(-1)).toBe("waiting");
  await database.drizzle.execute(sql`update mail set claimed_until = now() where recipient = 'held@connect.test'`);
  await smtp.next("held@connect.test");
});

it("writes mails that a person can read into the outbox when there is no mail server, and says where", async () => {
  const user = await newUser(false);
  startOne(null);
  await enqueue({ kind: "invite", recipient: user.email, facts: { user_id: user.id } });
  await expect.poll(states).toEqual(["sent"]);
  const [mail] = await readOutbox(dataDir);
  expect(mail).toMatchObject({ to: [user.email], from: "no-reply@connect.test" });
  expect((await tokensOf(user.id)).map(({ hash }) => hash)).toEqual([sha256Hex(tokenOf(mail))]);
  const folder = outboxFolder(dataDir);
  expect(logged).toContainEqual(`mail.outbox ${JSON.stringify({ folder })}`);
  expect(statSync(folder).mode & 0o077).toBe(0);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
});

it("never logs an address or a token", () => {
  const everything = logged.join("\n");
  expect(everything).toContain("mail.sent");
  expect(everything).not.toMatch(/@|token=|https?:/);
  for (const mail of smtp.mails) if (/token=/.test(mail.text)) expect(everything).not.toContain(tokenOf(mail));
});
