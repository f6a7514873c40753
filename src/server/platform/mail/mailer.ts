/**
 * Sends the mails of the table. Every node runs one: rows are claimed, so each mail leaves once, and again only when
 * its node died on the way. Tokens are made here, at the last moment, and are nowhere but in the letter.
 */
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { emailKey, isEmail } from "../../../domain/people/account-rules.ts";
import type { Bus } from "../bus/bus.ts";
import type { Config } from "../start/config.ts";
import { type MailFacts, type MailLink, mailKindOf, writeMail } from "./kinds.ts";
import { lettersAtOnce, type MailTransport, outboxFolder, outboxTransport, smtpTransport } from "./transport.ts";

/** The tokens of links: identity/tokens.ts makes and ends them. */
export interface LinkTokens {
  issue(
    db: NodePgDatabase,
    order: {
      purpose: MailLink["purpose"];
      workspaceId: number;
      userId: number;
      lifeMs: number;
      facts?: Readonly<Record<string, unknown>>;
    },
  ): Promise<{ token: string; tokenId: number }>;
  end(db: NodePgDatabase, tokenId: number): Promise<unknown>;
  endOlder(db: NodePgDatabase, link: { userId: number; purpose: MailLink["purpose"]; tokenId: number }): Promise<void>;
}

/** What is logged: ids, kinds and codes, never addresses or links. */
export interface MailLog {
  info(facts: object, event: string): void;
  warn(facts: object, event: string): void;
}

export interface MailerOptions {
  db: NodePgDatabase;
  bus: Bus;
  config: Pick<Config, "smtpUrl" | "mailFrom" | "dataDir" | "deployment">;
  /** What links begin with, from the configuration alone; no slash at the end. */
  publicUrl: string;
  tokens: LinkTokens;
  log: MailLog;
  /** How often it looks without being called. */
  pollMs?: number;
  /** Wait after the first failure; doubled after each further one, up to an hour. */
  retryMs?: number;
}

export interface Mailer {
  /** Stops claiming and waits a little for the letters on their way. What does not leave is claimed again later. */
  close(): Promise<void>;
}

interface ClaimedMail {
  id: number;
  workspaceId: number;
  workspaceName: string;
  kind: string;
  recipient: string;
  facts: MailFacts;
  attempts: number;
}

interface Recipient {
  userId: number;
  email: string;
  /** What the token of the link says besides. */
  facts?: Readonly<Record<string, unknown>>;
}

const giveUpAfterHours = 24;
const keptDays = 30;
const tidyMs = 3_600_000;
const claimMinutes = 5;
const closeWithinMs = 4000;

/** Whether people wait for mails that only lie in a folder: a developer reads them there. */
export const isMailMissing = ({ smtpUrl, deployment }: Pick<Config, "smtpUrl" | "deployment">): boolean =>
  smtpUrl === null && deployment !== "DEVELOPMENT";

export function startMailer(options: MailerOptions): Mailer {
  const { bus, config, log, pollMs = 5000 } = options;
  const folder = outboxFolder(config.dataDir);
  const transport = config.smtpUrl === null ? outboxTransport(folder) : smtpTransport(config.smtpUrl);
  if (config.smtpUrl === null) log[isMailMissing(config) ? "warn" : "info"]({ folder }, "mail.outbox");
  const round = new MailRound(options, transport);
  let isClosed = false;
  let isCalled = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (isCalled && !isClosed) {
      isCalled = false;
      while (!isClosed && (await round.sendSome())) {
        /* until nothing is left */
      }
    }
  };
  const wake = () => {
    isCalled = true;
    running ??= run()
      .catch((err) => log.warn({ err }, "mail.failed"))
      .finally(() => {
        running = undefined;
        if (isCalled && !isClosed) wake();
      });
  };
  const poll = setInterval(wake, pollMs).unref();
  const tidy = setInterval(() => void round.tidy().catch((err) => log.warn({ err }, "mail.untidy")), tidyMs).unref();
  const deafen = bus.listen(({ kind }) => {
    if (kind === "mail-waiting" || kind === "bus-resumed") wake();
  });
  wake();
  return {
    async close() {
      isClosed = true;
      clearInterval(poll);
      clearInterval(tidy);
      deafen();
      const late = new Promise<void>((resolve) => setTimeout(resolve, closeWithinMs).unref());
      await Promise.race([running, late]);
      transport.close();
    },
  };
}

class MailRound {
  constructor(
    private readonly options: MailerOptions,
    private readonly transport: MailTransport,
  ) {}

  /** Claims a few mails and sends them. False when there was none. */
  async sendSome(): Promise<boolean> {
    const claimed = await this.claim();
    await Promise.all(claimed.map((mail) => this.deliver(mail)));
    return claimed.length > 0;
  }

  /** Removes rows that are done with: they hold addresses. */
  async tidy(): Promise<void> {
    await this.options.db.execute(
      sql`delete from mail where state <> 'waiting' and created_at < now() - ${keptDays} * interval '1 day'`,
    );
  }

  private async claim(): Promise<ClaimedMail[]> {
    const { rows } = await this.options.db.execute<{
      id: string;
      workspace_id: number;
      workspace_name: string;
      kind: string;
      recipient: string;
      facts: MailFacts;
      attempts: number;
    }>(sql`
      update mail set claimed_until = now() + ${claimMinutes} * interval '1 minute', attempts = attempts + 1
      from workspace
      where workspace.id = mail.workspace_id and mail.id = any(array(
        select id from mail
        where state = 'waiting' and next_attempt_at <= now() and (claimed_until is null or claimed_until < now())
        order by next_attempt_at, id limit ${lettersAtOnce} for update skip locked)) -- chosen once, as jobs are
      returning mail.id, mail.workspace_id, workspace.name as workspace_name, mail.kind, mail.recipient,
        mail.facts, mail.attempts`);
    return rows.map((row) => ({
      id: Number(row.id),
      workspaceId: row.workspace_id,
      workspaceName: row.workspace_name,
      kind: row.kind,
      recipient: row.recipient,
      facts: row.facts,
      attempts: row.attempts,
    }));
  }

  private async deliver(mail: ClaimedMail): Promise<void> {
    const { log } = this.options;
    const facts = { mailId: mail.id, kind: mail.kind };
    try {
      if (await this.send(mail)) {
        await this.finish(mail, "sent");
        log.info(facts, "mail.sent");
      } else {
        await this.finish(mail, "dropped");
        // Whether an address has an account is nobody's business, the log's neither.
        if (mail.kind !== "reset_password") log.warn(facts, "mail.dropped");
      }
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      const isRefused = code === "EENVELOPE" && responseCode !== undefined && responseCode >= 500;
      log.warn({ ...facts, code, responseCode, attempts: mail.attempts }, isRefused ? "mail.refused" : "mail.unsent");
      await (isRefused ? this.finish(mail, "dropped") : this.postpone(mail)).catch((err) =>
        log.warn({ ...facts, err }, "mail.failed"),
      );
    }
  }

  /** False when there is nobody to send it to. */
  private async send(mail: ClaimedMail): Promise<boolean> {
    const kind = mailKindOf(mail.kind);
    if (kind === undefined) throw new Error("This version does not know the kind of a mail.");
    const words = kind.words(mail.workspaceName, mail.facts);
    const { mailFrom } = this.options.config;
    const letter = { id: mail.id, kind: mail.kind, from: mailFrom };
    if (kind.link === undefined) {
      if (!isEmail(mail.recipient)) return false;
      const path = kind.page?.(mail.facts);
      const page = path === undefined ? undefined : this.options.publicUrl + path;
      await this.transport.send({ ...letter, to: mail.recipient, ...writeMail(words, page) });
      return true;
    }
    const recipient = await this.recipientOf(mail);
    if (recipient === undefined || !isEmail(recipient.email)) return false;
    await this.withToken(mail, kind.link, recipient, (token) => {
      const address = `${this.options.publicUrl}${kind.link?.path}?token=${encodeURIComponent(token)}`;
      return this.transport.send({ ...letter, to: recipient.email, ...writeMail(words, address) });
    });
    return true;
  }

  /** The account of a link, as it is now: an open invitation by its id, a reset by its address, a new address by its wish. */
  private async recipientOf({ workspaceId, kind, facts, recipient }: ClaimedMail): Promise<Recipient | undefined> {
    if (kind === "confirm_email") return this.wishOf(facts);
    const condition =
      kind === "invite"
        ? sql`id = ${facts.user_id ?? null} and not is_verified`
        : sql`email_key = ${emailKey(recipient)} and is_verified`;
    const { rows } = await this.options.db.execute<{ id: number; email: string }>(
      sql`select id, email from app_user where workspace_id = ${workspaceId} and ${condition}`,
    );
    return rows.length === 0 ? undefined : { userId: rows[0].id, email: rows[0].email };
  }

  /** Undefined when it was canceled or replaced meanwhile. */
  private async wishOf({ email_change_id }: MailFacts): Promise<Recipient | undefined> {
    if (email_change_id === undefined) return undefined;
    const { rows } = await this.options.db.execute<{ user_id: number; email: string }>(
      sql`select user_id, email from email_change where id = ${email_change_id} and expires_at > now()`,
    );
    const [wish] = rows;
    return wish && { userId: wish.user_id, email: wish.email, facts: { email_change_id } };
  }

  /** Once a letter left, older unused links of its kind end; when it could not leave, its own token ends. */
  private async withToken(
    { workspaceId }: ClaimedMail,
    { purpose, lifeMs }: MailLink,
    { userId, facts }: Recipient,
    use: (token: string) => Promise<void>,
  ): Promise<void> {
    const { db, tokens } = this.options;
    const { token, tokenId } = await tokens.issue(db, { purpose, workspaceId, userId, lifeMs, facts });
    try {
      await use(token);
    } catch (error) {
      await tokens.end(db, tokenId);
      throw error;
    }
    await tokens.endOlder(db, { userId, purpose, tokenId });
  }

  private async finish({ id, attempts }: ClaimedMail, state: "sent" | "dropped"): Promise<void> {
    await this.options.db.execute(sql`
      update mail set state = ${state}, claimed_until = null, sent_at = case when ${state} = 'sent' then now() end
      where id = ${id} and attempts = ${attempts}`);
  }

  private async postpone({ id, attempts }: ClaimedMail): Promise<void> {
    const waitMs = Math.min((this.options.retryMs ?? 30_000) * 2 ** (attempts - 1), 3_600_000);
    await this.options.db.execute(sql`
      update mail set claimed_until = null, next_attempt_at = now() + ${waitMs} * interval '1 millisecond',
        state = case when created_at < now() - ${giveUpAfterHours} * interval '1 hour' then 'dropped' else 'waiting' end
      where id = ${id} and attempts = ${attempts}`);
  }
}
