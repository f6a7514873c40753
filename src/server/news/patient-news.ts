/** Finds out which patients changed: one small question a second for a whole server, asked while somebody listens. */
import { sql } from "drizzle-orm";
import { newsLimits } from "../../protocol/news.ts";
import type { Queries } from "../platform/database/sql.ts";

/** A patient that changed, and where it belongs. */
export interface ChangedPatient {
  id: number;
  workspaceId: number;
  projectId: number;
  siteId: number;
}
/** Null: anything may have changed. */
export type News = readonly ChangedPatient[] | null;

interface SeenPatient extends ChangedPatient {
  at: string;
  /** Seconds, when it was looked at. */
  age: number;
}

export interface NewsLog {
  info(facts: object, event: string): void;
  warn(facts: object, event: string): void;
}

/** Transactions that change a patient end sooner than this after they did. */
const windowS = 60;
/** What changed this long before somebody began to listen is told as well: the page was read meanwhile. */
const lateS = 10;

export class PatientNews {
  private readonly listeners = new Set<(news: News) => void>();
  /** Patients of the last window, with when each changed as the database writes it. */
  private seen = new Map<number, SeenPatient>();
  private timer: NodeJS.Timeout | undefined;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private isFailing = false;

  constructor(
    private readonly world: { db: Queries; log: NewsLog; nowMs?: () => number },
    private readonly lookMs: number = newsLimits.lookMs,
  ) {}

  /** Returns the function that ends it. */
  listen(hear: (news: News) => void): () => void {
    this.listeners.add(hear);
    if (this.listeners.size === 1) this.plan(0);
    return () => {
      this.listeners.delete(hear);
      if (this.listeners.size === 0) this.close();
    };
  }

  /** Asks once, and tells whoever listens what is new. */
  async poll(): Promise<void> {
    const now = this.world.nowMs?.() ?? performance.now();
    const missed = (now - this.lookedAt) / 1000;
    const rows = await this.changed();
    if (rows === null) return;
    this.lookedAt = now;
    const isFirst = missed === Number.POSITIVE_INFINITY;
    const fresh = rows.filter(({ id, at, age }) => this.seen.get(id)?.at !== at && (!isFirst || age < lateS));
    this.seen = new Map(rows.map((row) => [row.id, row]));
    if (!isFirst && missed > windowS / 2) this.tell(null);
    else if (fresh.length > 0) this.tell(fresh);
  }

  /** What the last look found that changed a moment ago: for who begins to listen now. */
  recent(): ChangedPatient[] {
    return [...this.seen.values()].filter(({ age }) => age < lateS);
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.lookedAt = Number.NEGATIVE_INFINITY;
    this.seen.clear();
  }

  private tell(news: News): void {
    for (const hear of this.listeners) hear(news);
  }

  private plan(ms: number): void {
    const timer = setTimeout(() => {
      void this.poll().finally(() => {
        if (this.timer === timer) this.plan(this.lookMs); // else it was closed, and who came since plans for themselves
      });
    }, ms).unref();
    this.timer = timer;
  }

  /** Patients that changed within the window, or null while the database does not answer: said once each way. */
  private async changed(): Promise<SeenPatient[] | null> {
    try {
      const { rows } = await this.world.db.execute<SeenPatient & Record<string, unknown>>(sql`
        select id, workspace_id as "workspaceId", project_id as "projectId", site_id as "siteId", changed_at::text as at,
          extract(epoch from clock_timestamp() - changed_at)::float8 as age
        from patient where changed_at > clock_timestamp() - make_interval(secs => ${windowS})`);
      if (this.isFailing) this.world.log.info({}, "news.again");
      this.isFailing = false;
      return rows;
    } catch (err) {
      if (!this.isFailing) this.world.log.warn({ err }, "news.unread");
      this.isFailing = true;
      return null;
    }
  }
}
