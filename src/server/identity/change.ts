/**
 * One audited change: a transaction that begins by locking the workspace's row. Changes of a workspace therefore
 * run one after another, what they checked stays true until they commit, and they cannot wait for each other in a
 * circle. Each leaves its row of audit in the same transaction. Nothing but SQL is awaited inside. Those that come many a
 * second lock what they change instead, one row before all else, and touch no row that the others write.
 */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Permission } from "../../protocol/permissions.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import type { Bus, BusEvent } from "../platform/bus/bus.ts";
import { type Queries, sqlState } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { lockWorkspace } from "./administrators.ts";
import { recordAction, recordRepeated } from "./audit.ts";
import { permissionsOfVerified } from "./session.ts";

const uniqueViolation = "23505";
const foreignKeyViolation = "23503";

export interface ChangeDeps {
  db: NodePgDatabase;
  bus: Pick<Bus, "send">;
}

/** Who makes a change, as the database knows them at that moment. */
export interface Editor {
  workspaceId: number;
  userId: number;
  permissions: ReadonlySet<Permission>;
}

export interface Change {
  tx: Queries;
  /** The caller as the database knows them now, not when the request came in. */
  editor: Editor;
}

export interface Outcome<Answer> {
  answer: Answer;
  /** What was changed, for the audit: internal ids only. */
  facts: Readonly<Record<string, unknown>>;
  /** What of many small changes goes into one row of the audit that counts on: one for the session, the call and this. */
  grows?: string;
  /** Whose permissions, projects, sites or admission are no longer what they were. */
  usersChanged?: readonly number[] | "all";
  tokensEnded?: readonly number[];
  hasMail?: boolean;
  /** Told to all nodes after the commit. */
  events?: readonly BusEvent[];
}

/** What a change asks besides: sentences for what only the database can know for certain, and its own lock. */
export interface ChangeOptions {
  /** A unique name is taken: 409. */
  taken?: string;
  /** Something still refers to what was deleted: 409. */
  inUse?: string;
  /** In place of the lock of the workspace. */
  lock?(tx: Queries): Promise<void>;
}

/** @throws Refused by `work`; 401 or 403 when the caller lost the account or the permission meanwhile; 409 by `options` */
export async function change<Answer>(
  { db, bus }: ChangeDeps,
  caller: Caller,
  work: (change: Change) => Promise<Outcome<Answer>>,
  options: ChangeOptions = {},
): Promise<Answer> {
  const { workspaceId } = caller.session;
  const {
    answer,
    usersChanged = [],
    tokensEnded = [],
    hasMail,
    events = [],
  } = await db
    .transaction(async (tx) => {
      await (options.lock === undefined ? lockWorkspace(tx, workspaceId) : options.lock(tx));
      const outcome = await work({ tx, editor: await editorNow(tx, caller) });
      const { facts, grows } = outcome;
      await (grows === undefined ? recordAction(tx, caller, facts) : recordRepeated(tx, caller, facts, grows));
      return outcome;
    })
    .catch((error: unknown) => {
      const state = sqlState(error);
      if (state === uniqueViolation && options.taken !== undefined) throw new Refused(409, options.taken);
      if (state === foreignKeyViolation && options.inUse !== undefined) throw new Refused(409, options.inUse);
      throw error;
    });
  if (usersChanged.length > 0)
    bus.send({
      kind: "users-changed",
      workspaceId,
      userIds: usersChanged === "all" ? usersChanged : [...new Set(usersChanged)],
    });
  if (tokensEnded.length > 0) bus.send({ kind: "tokens-ended", tokenIds: [...tokensEnded] });
  if (hasMail) bus.send({ kind: "mail-waiting" });
  for (const event of events) bus.send(event);
  return answer;
}

async function editorNow(tx: Queries, { session, route }: Caller): Promise<Editor> {
  const { workspaceId, userId } = session;
  const permissions = await permissionsOfVerified(tx, session);
  if (permissions === null) throw new Refused(401, accountText.refused.badToken);
  if (typeof route.needs !== "string" && !route.needs.some((permission) => permissions.has(permission)))
    throw new Refused(403, accountText.refused.noPermission);
  return { workspaceId, userId, permissions };
}
