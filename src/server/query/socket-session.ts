/** Who is at the other end of a data query socket, from the handshake until the session ends. */
import { Compile } from "typebox/compile";
import { SocketAuth, type SocketRefusal } from "../../protocol/pages.ts";
import type { Permission } from "../../protocol/permissions.ts";
import { serverText } from "../../protocol/text/server-text.ts";
import type { BusEvent } from "../platform/bus/bus.ts";
import { awayReason } from "../platform/database/database-away.ts";
import type { Session } from "../platform/http/caller.ts";
import { withoutNulls } from "../platform/optional-nulls.ts";
import { socketLimits } from "./socket-limits.ts";

/** The session of a token that is good now, from the database; null when there is none. */
export type SessionOf = (token: string) => Promise<Session | null>;

/** Whoever holds one of these is admitted, unless a namespace says otherwise. */
const viewing: readonly Permission[] = ["visualize_data"];
/** Events of the bus may get lost, so the database is asked this often whatever happens. */
const askAgainMs = 60_000;
/** While the clocks of this machine and the database disagree about the last second. */
const leastMs = 1000;
const auth = Compile(SocketAuth);
const members = Object.entries(SocketAuth.properties).map(([name, schema]) => ({ name, is: Compile(schema) }));

const isAllowed = ({ permissions, isDomainAllowed }: Session, needs: readonly Permission[]) =>
  needs.some((permission) => permissions.has(permission)) && isDomainAllowed;

/** The handshake is refused; the message of the error the client gets is the code. */
export class SocketRefused extends Error {
  override readonly name = "SocketRefused";
  constructor(
    readonly code: SocketRefusal,
    /** Whose session it is, when it is a good one. */
    readonly session: Session | null = null,
    /** What socket.io hands to the client beside the code. */
    readonly data?: { message: string },
  ) {
    super(code);
  }
}

const isToken = Compile(SocketAuth.properties.token);
const hasToken = (said: unknown): said is Record<string, unknown> & { token: string } =>
  typeof said === "object" && said !== null && "token" in said && said.token !== "" && isToken.Check(said.token);

/** A handshake that brings a token, and beside it what is none of its members. */
function badHandshake(said: Record<string, unknown>): SocketRefused {
  const wrong = members.filter(({ name, is }) => Object.hasOwn(said, name) && !is.Check(said[name]));
  return new SocketRefused("bad_handshake", null, { message: serverText.badHandshake(wrong.map(({ name }) => name)) });
}

/** The session of a handshake. @throws SocketRefused */
export async function admit(
  said: unknown,
  sessionOf: SessionOf,
  needs = viewing,
): Promise<{ token: string; session: Session }> {
  if (!hasToken(said)) throw new SocketRefused("no_token");
  const sent = withoutNulls(SocketAuth, said);
  if (!auth.Check(sent)) throw badHandshake(said);
  const { token, parent_study_id } = sent;
  const session = await sessionOf(token);
  if (session === null || session.purpose !== "session") throw new SocketRefused("bad_token");
  if (parent_study_id !== undefined && parent_study_id !== session.workspaceId)
    throw new SocketRefused("other_workspace", session);
  if (!isAllowed(session, needs)) throw new SocketRefused("no_permission", session);
  return { token, session };
}

/** Name of a window among those of its user, or null when the client says none. */
export const clientKey = (said: unknown, namespace: string): string | null =>
  auth.Check(said) && said.client !== undefined ? `${namespace} ${said.client}` : null;

export interface WatchDeps {
  token: string;
  session: Session;
  sessionOf: SessionOf;
  /** The session is over, or does not allow this any more. Called once. */
  onEnd(): void;
  /** What the user may see has changed, or (not `isTold`) may have without being told. */
  onScopeChange(isTold: boolean): void;
  /** The session as the database has it now. */
  onConfirm?(session: Session): void;
  /** Whoever holds one of these stays; as at the handshake. */
  needs?: readonly Permission[];
  /** When the database last said so, if not just now (ms of `Date.now`). */
  confirmedAt?: number;
}

/** Follows a session: it ends when its token does, when the database no longer knows it, or when the permission goes. */
export class SessionWatch {
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;
  private questions = 0;
  private confirmedAt: number;
  private expiresAt: Date;

  constructor(private readonly world: WatchDeps) {
    this.confirmedAt = world.confirmedAt ?? Date.now();
    this.expiresAt = world.session.expiresAt;
    this.arm();
  }

  /** So long the session counts as good while the database is away (epoch ms). */
  get until(): number {
    return Math.min(this.confirmedAt + socketLimits.graceMs, this.expiresAt.getTime());
  }

  hear(event: BusEvent): void {
    const { tokenId, workspaceId, userId } = this.world.session;
    if (event.kind === "tokens-ended" && event.tokenIds.includes(tokenId)) this.end();
    const isMeant =
      event.kind === "bus-resumed" || // whatever was sent meanwhile
      (event.kind === "users-changed" &&
        event.workspaceId === workspaceId &&
        (event.userIds === "all" || event.userIds.includes(userId)));
    if (!isMeant) return;
    this.world.onScopeChange(event.kind === "users-changed");
    void this.ask();
  }

  /** Asks the database whether the session is still good. Without an answer it is not, unless the database is away. */
  async ask(): Promise<void> {
    const question = ++this.questions;
    const asked = Date.now();
    const session = await this.world.sessionOf(this.world.token).catch((error: unknown) => {
      return awayReason(error) === null ? null : undefined;
    });
    if (this.isOver) return;
    if (session === undefined) {
      if (Date.now() >= this.until) this.end();
      else this.arm(this.until);
      return;
    }
    if (session === null || !isAllowed(session, this.world.needs ?? viewing)) return this.end();
    if (question !== this.questions) return;
    this.confirmedAt = asked;
    this.expiresAt = session.expiresAt;
    this.arm();
    this.world.onConfirm?.(session);
  }

  close(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private arm(until = this.expiresAt.getTime()): void {
    clearTimeout(this.timer);
    const left = Math.max(leastMs, until - Date.now());
    this.timer = setTimeout(() => void this.ask(), Math.min(left, askAgainMs));
    this.timer.unref();
  }

  private end(): void {
    if (this.isOver) return;
    this.close();
    this.world.onEnd();
  }
}
