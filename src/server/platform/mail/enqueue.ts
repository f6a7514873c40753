import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { MailFacts, MailKind } from "./kinds.ts";

export interface NewMail {
  workspaceId: number;
  kind: MailKind;
  /** For "reset_password" what was typed: whether there is such an account is looked up when it is sent. */
  recipient: string;
  /** "invite" needs `user_id`, those about uploads `upload_id`. */
  facts?: MailFacts;
}

/**
 * Puts a mail into the table, in the caller's transaction where there is one. Send the event "mail-waiting" after the
 * commit so that it leaves at once; otherwise the mailer finds it within seconds.
 */
export async function enqueueMail(db: Pick<NodePgDatabase, "execute">, mail: NewMail): Promise<void> {
  const { workspaceId, kind, recipient, facts = {} } = mail;
  await db.execute(
    sql`insert into mail (workspace_id, kind, recipient, facts)
        values (${workspaceId}, ${kind}, ${recipient}, ${JSON.stringify(facts)}::jsonb)`,
  );
}
