/** Where mails go: to an SMTP server, or as .eml files into a folder that a person can read. */
import { randomUUID } from "node:crypto";
import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { MailBody } from "./kinds.ts";

export interface Letter extends MailBody {
  /** Row of the table; names the file. */
  id: number;
  kind: string;
  from: string;
  /** One plain address, checked. */
  to: string;
}

export interface MailTransport {
  /** @throws an error with `responseCode` when an SMTP server says no. */
  send(letter: Letter): Promise<void>;
  close(): void;
}

/** How many letters are on their way at once. */
export const lettersAtOnce = 5;

/** The address is handed over as an object: it is never parsed as a list. Nothing is read from disk or network for a letter. */
const messageOf = ({ from, to, subject, text, html }: Letter) => ({
  from,
  to: { name: "", address: to },
  subject,
  text,
  html,
  headers: { "Auto-Submitted": "auto-generated" },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** `url`: smtp:// or smtps://, with user and password where the server wants them. */
export function smtpTransport(url: string): MailTransport {
  const address = new URL(url);
  const transport = createTransport({
    host: address.hostname,
    port: Number(address.port) || undefined,
    secure: address.protocol === "smtps:",
    ...(address.username === ""
      ? {}
      : { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }),
    pool: true,
    maxConnections: lettersAtOnce,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    async send(letter) {
      await transport.sendMail(messageOf(letter));
    },
    close: () => transport.close(),
  };
}

/** Writes each letter into `folder`, which only this account may enter: letters hold links that are as good as passwords. */
export function outboxTransport(folder: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(letter) {
      const { message } = await transport.sendMail(messageOf(letter));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const time = new Date().toISOString().replace(/[:.]/g, "-");
      const path = join(folder, `${time}-${letter.id}-${letter.kind}.eml`);
      const temporary = join(folder, `.${randomUUID()}`);
      await writeFile(temporary, message as Buffer, { mode: 0o600 });
      await rename(temporary, path);
    },
    close: () => transport.close(),
  };
}

/** Folder of the outbox under the data folder. */
export const outboxFolder = (dataDir: string): string => join(dataDir, "outbox");
