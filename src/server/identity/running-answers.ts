/** Answers that take a while to be sent: they end when the session that asked for them does, or may do it no more. */
import { accountText } from "../../protocol/text/account-text.ts";
import type { Bus, BusEvent } from "../platform/bus/bus.ts";
import { awayReason } from "../platform/database/database-away.ts";
import { askingForNobody } from "../platform/database/fair-pool.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type AnswerWatch, type DemandAgain, Refused, type RunningAnswer } from "../platform/http/routes.ts";
import { demand } from "./guard.ts";
import { sessionById } from "./session.ts";

/** Events of the bus may get lost and sessions run out, so the database is asked this often whatever happens. */
const askAgainMs = 60_000;
/** So long after it was last said to be good, an answer goes on while the database is away. */
const graceMs = 15 * 60_000;

interface Running extends RunningAnswer {
  confirmedAt: number;
}

export class RunningAnswers implements AnswerWatch {
  private readonly running = new Set<Running>();
  private readonly leave: () => void;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Queries,
    bus: Pick<Bus, "listen">,
  ) {
    this.leave = bus.listen((event) => this.hear(event));
  }

  /** Calls `end` once the caller may not have the answer any more. Returns what is called when it is sent or given up. */
  readonly follow = (answer: RunningAnswer): (() => void) => {
    const one: Running = { ...answer, confirmedAt: Date.now() };
    this.running.add(one);
    this.timer ??= setInterval(() => this.askAll(() => true), askAgainMs).unref();
    return () => this.forget(one);
  };

  /** The database may be away at that moment: it was there when the answer was begun. */
  readonly demandStill = async ({ caller, demandAgain }: Pick<RunningAnswer, "caller" | "demandAgain">) => {
    try {
      await this.demandNow(caller, demandAgain);
    } catch (error) {
      if (awayReason(error) === null) throw error;
    }
  };

  close(): void {
    this.leave();
    clearInterval(this.timer);
    this.running.clear();
  }

  private hear(event: BusEvent): void {
    if (event.kind === "tokens-ended") {
      const ended = new Set(event.tokenIds);
      for (const one of [...this.running]) if (ended.has(one.caller.session.tokenId)) this.end(one);
    } else if (event.kind === "bus-resumed") this.askAll(() => true);
    else if (event.kind === "users-changed") {
      const { workspaceId, userIds } = event;
      const isMeant = ({ session }: Caller) =>
        session.workspaceId === workspaceId && (userIds === "all" || userIds.includes(session.userId));
      this.askAll(isMeant);
    }
  }

  private askAll(isMeant: (caller: Caller) => boolean): void {
    const meant = [...this.running].filter(({ caller }) => isMeant(caller));
    askingForNobody(() => {
      for (const one of meant) void this.ask(one);
    });
  }

  private async ask(one: Running): Promise<void> {
    const asked = Date.now();
    try {
      await this.demandNow(one.caller, one.demandAgain);
      one.confirmedAt = asked;
    } catch (error) {
      if (awayReason(error) === null || Date.now() >= one.confirmedAt + graceMs) this.end(one);
    }
  }

  private async demandNow({ session, route }: Caller, demandAgain?: DemandAgain): Promise<void> {
    const now = await sessionById(this.db, session.tokenId);
    if (now === null) throw new Refused(401, accountText.refused.badToken);
    demand(now, route.needs);
    await demandAgain?.(now);
  }

  private end(one: Running): void {
    if (this.running.has(one)) one.end();
    this.forget(one);
  }

  private forget(one: Running): void {
    this.running.delete(one);
    if (this.running.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
