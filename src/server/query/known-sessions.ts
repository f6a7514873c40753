/**
 * Sessions as the database said they were, for the time in which it is away: whoever was admitted may come back over a
 * lost link. Nobody else is admitted then, and what is known to have ended is forgotten.
 */
import type { BusEvent } from "../platform/bus/bus.ts";
import { awayReason } from "../platform/database/database-away.ts";
import type { DatabaseWatch } from "../platform/database/database-watch.ts";
import type { Session } from "../platform/http/caller.ts";
import { socketLimits } from "./socket-limits.ts";
import type { SessionOf } from "./socket-session.ts";

const mostKnown = 10_000;

export class KnownSessions {
  private readonly known = new Map<string, { session: Session; confirmedAt: number }>();

  constructor(
    private readonly sessionOf: SessionOf,
    private readonly watch: Pick<DatabaseWatch, "ask">,
  ) {}

  /** From the database. @throws when it is away */
  readonly ask: SessionOf = async (token) => {
    const confirmedAt = Date.now();
    const session = await this.watch.ask(() => this.sessionOf(token));
    this.known.delete(token);
    if (session !== null) this.known.set(token, { session, confirmedAt });
    if (this.known.size > mostKnown) this.known.delete(this.known.keys().next().value as string);
    return session;
  };

  /** From the database, or as it was known lately. @throws when neither can tell */
  readonly askOrRemember: SessionOf = async (token) => {
    try {
      return await this.ask(token);
    } catch (error) {
      const known = this.known.get(token);
      const until = Math.min((known?.confirmedAt ?? 0) + socketLimits.graceMs, known?.session.expiresAt.getTime() ?? 0);
      if (awayReason(error) === null || known === undefined || Date.now() >= until) throw error;
      return known.session;
    }
  };

  /** When the database last said that it is good; epoch ms. */
  confirmedAt(token: string): number | undefined {
    return this.known.get(token)?.confirmedAt;
  }

  hear(event: BusEvent): void {
    for (const [token, { session }] of this.known) {
      const hasEnded = event.kind === "tokens-ended" && event.tokenIds.includes(session.tokenId);
      const hasChanged =
        event.kind === "users-changed" &&
        event.workspaceId === session.workspaceId &&
        (event.userIds === "all" || event.userIds.includes(session.userId));
      if (hasEnded || hasChanged) this.known.delete(token);
    }
  }
}
