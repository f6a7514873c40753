/** A real SMTP server on loopback that keeps what it is sent, and the outbox folder read the same way. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  /** Addresses of the envelope: whom it really goes to. */
  recipients: string[];
  /** Addresses of the To header. */
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: { key: string; value: string }[];
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  /** Everything that arrived, in order. */
  mails: ReceivedMail[];
  /** Answers the next mails with this code instead of taking them; null takes them again. */
  refuseWith(code: number | null): void;
  /** Envelopes that were refused so far. */
  readonly refusals: number;
  /** The first mail to `recipient` that was not taken yet; waits for it. */
  next(recipient: string, matches?: (mail: ReceivedMail) => boolean): Promise<ReceivedMail>;
  close(): Promise<void>;
}

const waitMs = 90_000;

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  let code: number | null = null;
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo(_address, _session, done) {
      if (code === null) return done();
      refusals++;
      done(Object.assign(new Error("Not now"), { responseCode: code }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        parse(Buffer.concat(parts), recipients).then((mail) => {
          mails.push(mail);
          done();
        }, done);
      });
    },
  });
  server.on("error", () => undefined); // a client that leaves; tests see what did not arrive
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseWith(next) {
      code = next;
    },
    get refusals() {
      return refusals;
    },
    async next(recipient, matches = () => true) {
      const deadline = Date.now() + waitMs;
      for (;;) {
        const mail = mails.find((one) => !taken.has(one) && one.recipients.includes(recipient) && matches(one));
        if (mail !== undefined) {
          taken.add(mail);
          return mail;
        }
        if (Date.now() > deadline) throw new Error(`No mail to ${recipient} arrived.`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function parse(source: Buffer, recipients?: string[]): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(source);
  const to = (mail.to ?? []).flatMap(({ address }) => address ?? []);
  return {
    recipients: recipients ?? to,
    to,
    from: mail.from?.address ?? "",
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html ?? "",
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
  };
}

/** The mails in the outbox of a data folder, oldest first. */
export async function readOutbox(dataDir: string): Promise<ReceivedMail[]> {
  const folder = join(dataDir, "outbox");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  return Promise.all(names.sort().map((name) => parse(readFileSync(join(folder, name)))));
}

/** The link of a mail. @throws Error when there is none */
export function linkOf({ text }: ReceivedMail): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error("This mail has no link.");
  return new URL(link);
}

/** The token in the link of a mail. */
export const tokenOf = (mail: ReceivedMail): string => linkOf(mail).searchParams.get("token") ?? "";
