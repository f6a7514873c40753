/** Mails: put into the table by whoever has news, sent by the mailer. */
export { enqueueMail, type NewMail } from "./enqueue.ts";
export { type MailFacts, type MailKind, mailLinkLifeMs } from "./kinds.ts";
export { isMailMissing, type LinkTokens, type Mailer, startMailer } from "./mailer.ts";
export { outboxFolder } from "./transport.ts";
