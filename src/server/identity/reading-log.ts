/**
 * The audit of reading: patients opened, recordings reviewed, files and forms read, and what was refused. A row stands for
 * a session and what it read; its number and its end grow while the session goes on. Rows are written in batches beside
 * the answers, never before them: no page waits for its audit. Downloads are recorded by themselves (audit.ts).
 */
import { sql } from "drizzle-orm";
import { type Queries, sqlState } from "../platform/database/sql.ts";
import type { Read, Reader, ReadingWatch } from "../platform/health/readings.ts";
import type { Session } from "../platform/http/caller.ts";
import { permissionUsed } from "./audit.ts";

/** What of the log is used. */
interface Log {
  warn(facts: object, event: string): void;
}

export interface ReadingLogOptions {
  db: Queries;
  log: Log;
  /** Epoch milliseconds; only tests set it. */
  now?: () => number;
}

type Kind = "reading" | "refused";

interface Entry {
  readonly session: Session;
  readonly kind: Kind;
  readonly subject: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly permission: string;
  readonly action: string;
  readonly address: string;
  /** Since it was last written. */
  times: number;
  first: number;
  last: number;
  /** Not written before then (ms). */
  dueAt: number;
}

/** A first reading is written so soon, and what is added to it so often. */
const firstMs = 1000;
const laterMs = 60_000;
/** Rows of one statement. */
const mostAtOnce = 500;
/** While the database is away. Beyond them the oldest are lost, which is told. */
const mostKept = 50_000;
/** Different things a session is refused in an hour that have a row each; the others share one. */
const mostRefusals = 50;
const refusalsMs = 3_600_000;
/** SQLSTATEs of a row that is at fault: wrong data, a violated constraint. */
const rowFault = /^2[23]/;

export class ReadingLog implements ReadingWatch {
  /** The newest last. */
  private readonly entries = new Map<string, Entry>();
  private readonly refusals = new Map<number, { since: number; subjects: Set<string> }>();
  private readonly timer: NodeJS.Timeout;
  private readonly now: () => number;
  private writing: Promise<void> = Promise.resolve();
  private lost = 0;
  private isBehind = false;

  constructor(private readonly options: ReadingLogOptions) {
    this.now = options.now ?? Date.now;
    this.timer = setInterval(() => void this.flush(), firstMs);
    this.timer.unref();
  }

  read(reader: Reader, { what, id, facts = {} }: Read): void {
    this.note(reader, "reading", `${what} ${id}`, { ...facts, [idNames[what]]: id });
  }

  refused(reader: Reader, status: number, read?: Read): void {
    const named = read === undefined ? `${status}` : `${status} ${read.what} ${read.id}`;
    const subject = this.mayName(reader.session.tokenId, `${reader.route.path} ${named}`)
      ? named
      : `${status}, several`;
    const facts =
      read === undefined || subject !== named ? { status } : { status, ...read.facts, [idNames[read.what]]: read.id };
    this.note(reader, "refused", subject, facts);
  }

  /** Writes what is due; with `isLast` everything. Never throws: what cannot be written is kept and tried again. */
  flush(isLast = false): Promise<void> {
    this.writing = this.writing.then(() => this.write(isLast));
    return this.writing;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush(true);
    const unwritten = [...this.entries.values()].filter(({ times }) => times > 0).length;
    if (unwritten > 0) this.options.log.warn({ rows: unwritten }, "audit.lost");
  }

  private note({ session, address, route }: Reader, kind: Kind, subject: string, facts: Entry["facts"]): void {
    const now = this.now();
    const action = kind === "reading" ? nameOf(subject) : route.path;
    const key = `${session.tokenId} ${kind} ${action} ${subject}`;
    const known = this.entries.get(key);
    if (known === undefined) {
      this.makeRoom();
      const permission = permissionUsed(route, session.permissions);
      const entry = { session, kind, subject, facts, permission, action, address };
      this.entries.set(key, { ...entry, times: 1, first: now, last: now, dueAt: now });
      return;
    }
    if (known.times === 0) known.first = now;
    known.times++;
    known.last = now;
  }

  private makeRoom(): void {
    if (this.entries.size < mostKept) return;
    const [oldest] = this.entries;
    this.entries.delete(oldest[0]);
    if (oldest[1].times === 0) return;
    if (this.lost++ === 0) this.options.log.warn({ kept: mostKept }, "audit.overflows");
  }

  /** Whether a refused call of this session still gets a row of its own. */
  private mayName(tokenId: number, subject: string): boolean {
    const now = this.now();
    let known = this.refusals.get(tokenId);
    if (known === undefined || now - known.since > refusalsMs) {
      if (this.refusals.size > mostKept) this.refusals.clear();
      known = { since: now, subjects: new Set() };
      this.refusals.set(tokenId, known);
    }
    if (known.subjects.size < mostRefusals) known.subjects.add(subject);
    return known.subjects.has(subject);
  }

  private async write(isLast: boolean): Promise<void> {
    const now = this.now();
    const due: [string, Entry][] = [];
    for (const [key, entry] of this.entries) {
      if (entry.times === 0 && now - entry.dueAt > laterMs) this.entries.delete(key);
      else if (entry.times > 0 && (isLast || entry.dueAt <= now)) due.push([key, entry]);
    }
    for (let at = 0; at < due.length; at += mostAtOnce) {
      const part = due
        .slice(at, at + mostAtOnce)
        .map(([, entry]) => ({ entry, row: rowOf(entry), times: entry.times }));
      try {
        await this.insertSound(part.map(({ row }) => row));
      } catch (error) {
        if (!this.isBehind) this.options.log.warn({ err: error, rows: due.length - at }, "audit.behind");
        this.isBehind = true;
        return;
      }
      for (const { entry, times } of part) {
        entry.times -= times; // it may have grown meanwhile
        entry.first = entry.last;
        entry.dueAt = now + laterMs;
      }
    }
    if (due.length > 0 && this.isBehind) {
      this.options.log.warn({ lost: this.lost }, "audit.caught_up");
      this.isBehind = false;
      this.lost = 0;
    }
  }

  /** One that the table never takes, whatever it is, is told and left out: it does not hold up those of everybody. */
  private async insertSound(rows: readonly object[]): Promise<void> {
    try {
      await this.insert(rows);
    } catch (error) {
      if (!rowFault.test(sqlState(error) ?? "")) throw error;
      if (rows.length === 1) {
        this.options.log.warn({ err: error }, "audit.row_refused");
        return;
      }
      const half = rows.length >> 1;
      await this.insertSound(rows.slice(0, half));
      await this.insertSound(rows.slice(half));
    }
  }

  private async insert(rows: readonly object[]): Promise<void> {
    await this.options.db.execute(sql`
      insert into user_action as a (workspace_id, user_id, email, permission, action, facts, ip_address, performed_at,
        kind, token_id, subject, times, until)
      select w, u, e, p, c, f, i, to_timestamp(t0 / 1000), k, o, s, n, to_timestamp(t1 / 1000)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (w integer, u integer, e text, p text, c text, f jsonb,
        i text, t0 float8, k text, o bigint, s text, n integer, t1 float8)
      on conflict (token_id, kind, action, subject) where token_id is not null
      do update set times = a.times + excluded.times, until = greatest(a.until, excluded.until)`);
  }
}

const idNames = {
  patient: "patient_key",
  recording: "data_object_id",
  file: "file_id",
  form: "form_id",
  run: "run_id",
} as const;

/** How a reading is called in the table, whatever calls it took: "read_file", "review_recording". */
const nameOf = (subject: string) => {
  const [what] = subject.split(" ");
  return `${what === "recording" ? "review" : "read"}_${what}`;
};

/** As `insert` takes it: letters, because there are many. */
const rowOf = ({ session, ...entry }: Entry) => ({
  w: session.workspaceId,
  u: session.userId,
  e: session.email,
  p: entry.permission,
  c: entry.action,
  f: entry.facts,
  i: entry.address,
  t0: entry.first,
  k: entry.kind,
  o: session.tokenId,
  s: entry.subject,
  n: entry.times,
  t1: entry.last,
});
