/** Mails about uploads (spec 000 sections 1 and 8). They name no patient; whoever opens their link must sign in. */
import { sql } from "drizzle-orm";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import type { sendUploadNotificationEmail, UploadStatus } from "../../protocol/uploads.ts";
import { recordAction } from "../identity/audit.ts";
import { countAttempt, type ThrottleRule } from "../identity/throttle.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import type { JobDefinition } from "../platform/jobs/index.ts";
import { enqueueMail, type MailFacts, type MailKind } from "../platform/mail/index.ts";
import { ownUpload, scopeOf } from "./records.ts";
import { uploadMailQueue } from "./settle.ts";
import type { UploadDeps } from "./types.ts";

type MailDeps = Pick<UploadDeps, "db" | "bus" | "config">;

/** Mails that a browser may ask for about one upload. */
const askedMails = { kind: "quota", limit: 5, windowSeconds: 3600 } as const satisfies ThrottleRule;
/** The same of one user, and failures of one user that are mailed: uploads cost nothing to begin and to give up. */
const userMails = { kind: "quota", limit: 30, windowSeconds: 3600 } as const satisfies ThrottleRule;

/** How an upload ended, told once: to its uploader, and a failure to the support team as well. */
export const uploadMailJob = ({ db, bus, config }: MailDeps): JobDefinition<{ uploadId: number }> => ({
  queue: uploadMailQueue,
  async run({ payload: { uploadId } }) {
    await db.transaction(async (tx) => {
      const upload = await mailedUpload(tx, uploadId);
      if (upload === null || upload.is_mail_sent) return;
      if (upload.status === "FAILED" && !(await mayTell(tx, upload))) return;
      if (upload.status === "SUCCESS" || upload.status === "FAILED")
        await mail(tx, upload, await uploaderOf(tx, upload));
      if (upload.status === "FAILED") await mail(tx, upload, await supportOf(tx, upload, config), { is_support: true });
      await tx.execute(sql`update upload set is_mail_sent = true where id = ${uploadId}`);
    });
    bus.send({ kind: "mail-waiting" });
  },
});

/**
 * Says how one's own upload stands: to the uploader with `external`, else to the support team. Nothing that the caller
 * says of it is repeated.
 * @throws Refused 404, 429 with Retry-After
 */
export async function notify(
  { db, bus, config }: MailDeps,
  caller: Caller,
  { upload_id, external }: BodyOf<typeof sendUploadNotificationEmail>,
): Promise<AnswerOf<typeof sendUploadNotificationEmail>> {
  await ownUpload(db, scopeOf(caller), upload_id, { isAnywhere: true });
  await countAttempt(db, `upload-mail:${upload_id}`, askedMails);
  await countAttempt(db, `upload-mail:user:${caller.session.userId}`, userMails);
  await db.transaction(async (tx) => {
    const upload = await mailedUpload(tx, upload_id);
    if (upload === null) return;
    const recipients = external ? await uploaderOf(tx, upload) : await supportOf(tx, upload, config);
    await mail(tx, upload, recipients, { is_support: !external });
    await recordAction(tx, caller, { upload_id, external });
  });
  bus.send({ kind: "mail-waiting" });
  return {};
}

/** Counts a failure. False once there are so many of its user that one more tells nobody anything. */
async function mayTell(tx: Queries, { user_id }: MailedUpload): Promise<boolean> {
  try {
    await countAttempt(tx, `upload-failure:user:${user_id}`, userMails);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

interface MailedUpload {
  id: number;
  workspace_id: number;
  patient_key: number | null;
  user_id: number | null;
  status: UploadStatus;
  is_mail_sent: boolean;
  items: number;
  failed: number;
}

/** Locked until the transaction ends; null when it is no more. */
async function mailedUpload(tx: Queries, uploadId: number): Promise<MailedUpload | null> {
  const { rows } = await tx.execute<MailedUpload & Record<string, unknown>>(sql`
    select u.id, u.workspace_id, u.patient_key, u.user_id, u.status, u.is_mail_sent,
      (select count(*)::int from upload_item where upload_id = u.id) as items,
      (select count(*)::int from upload_item where upload_id = u.id and state = 'failed') as failed
    from upload u where u.id = ${uploadId} for update of u`);
  return rows[0] ?? null;
}

/** The account that uploads, by its address of today; nobody once it is deleted. */
async function uploaderOf(tx: Queries, { user_id }: MailedUpload): Promise<string[]> {
  const { rows } = await tx.execute<{ email: string }>(
    sql`select email from app_user where id = ${user_id} and is_verified`,
  );
  return rows.map(({ email }) => email);
}

/** SUPPORT_EMAIL, or everyone who administers the users of the workspace. */
async function supportOf(tx: Queries, upload: MailedUpload, { uploads }: MailDeps["config"]): Promise<string[]> {
  if (uploads.supportEmail !== null) return [uploads.supportEmail];
  const { rows } = await tx.execute<{ email: string }>(sql`
    select email from app_user u
    where workspace_id = ${upload.workspace_id} and is_verified and exists (
      select 1 from user_role ur join role_permission rp on rp.role_id = ur.role_id
      where ur.user_id = u.id and rp.permission = 'access_admin_user_management')
    order by id`);
  return rows.map(({ email }) => email);
}

function kindOf(status: UploadStatus): MailKind {
  if (status === "FAILED") return "upload_failed";
  return status === "SUCCESS" ? "upload_ready" : "upload_status";
}

async function mail(
  tx: Queries,
  upload: MailedUpload,
  recipients: readonly string[],
  more: MailFacts = {},
): Promise<void> {
  const { id: upload_id, patient_key, status, items, failed, workspace_id: workspaceId } = upload;
  const facts: MailFacts = { upload_id, patient_key, status, items, failed, ...more };
  const kind = more.is_support && status === "SUCCESS" ? "upload_status" : kindOf(status);
  for (const recipient of recipients) await enqueueMail(tx, { workspaceId, kind, recipient, facts });
}
