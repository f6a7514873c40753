/** Reads a part of a session from the database as columns: in pieces, one at a time for the whole node, so that others are answered meanwhile. */
import { sql } from "drizzle-orm";
import type { AnnotationColumns, AnnotationStyle } from "../../protocol/annotation-columns.ts";
import { annotationLimits } from "../../protocol/annotations.ts";
import type { Queries } from "../platform/database/sql.ts";
import { type OfPiece, withinBytes } from "./within-bytes.ts";

/** Rows of one question: some 15 ms of the embedded database. */
const pieceRows = 2000;

/** A part before it is known who its people are: `person` holds places in `makers` plus one. */
export interface ReadPart {
  readonly columns: Omit<AnnotationColumns, "people" | "sequence">;
  readonly makers: readonly number[];
}

/** A piece as lists, one for each column: the database makes JSON of it once, and not of every row. */
interface Piece extends OfPiece {
  ids: number[] | null;
  starts: number[];
  ends: number[];
  made_at: number[];
  revisions: number[];
  titles: string[];
  descriptions: string[];
  styles: string[];
  kinds: AnnotationStyle["kind"][];
  makers: (number | null)[];
}

export class PartReader {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly db: Queries) {}

  /** Whoever asks has taken the number of the log before: later changes may be in the part already. */
  async read(groupId: number, afterId: number): Promise<ReadPart> {
    const most = annotationLimits.columns;
    const part = new PartMaker(most);
    let after = afterId;
    for (;;) {
      const piece = await this.piece(groupId, after, Math.min(pieceRows, most - part.count));
      if (piece === null) return part.made(groupId, null);
      const taken = part.add(piece);
      after = piece.ids[taken - 1];
      if (taken < piece.ids.length) return part.made(groupId, after);
      if (part.count >= most || part.isLong)
        return part.made(groupId, (await this.hasMore(groupId, after)) ? after : null);
      if (taken === piece.total && taken < pieceRows) return part.made(groupId, null);
    }
  }

  /** One after the other, whatever waits. */
  private piece(groupId: number, after: number, most: number) {
    const turn = this.last.then(() => this.ask(groupId, after, most));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async hasMore(groupId: number, after: number): Promise<boolean> {
    const { rows } = await this.db.execute<{ is: boolean }>(sql`
      select exists (select from annotation where group_id = ${groupId} and deleted_at is null and id > ${after}) as is`);
    return rows[0].is;
  }

  private async ask(groupId: number, after: number, most: number): Promise<(Piece & { ids: number[] }) | null> {
    const next = sql`
      select id, start_ms, end_ms, made_at, revision, title, description, style::text as style, kind, made_by
      from annotation where group_id = ${groupId} and deleted_at is null and id > ${after} order by id limit ${most}`;
    const bytes = sql`octet_length(title) + octet_length(description) + octet_length(style)`;
    const { rows } = await this.db.execute<Piece & Record<string, unknown>>(sql`
      select json_agg(id) as ids, json_agg(start_ms) as starts, json_agg(end_ms) as ends,
        json_agg(floor(extract(epoch from made_at) * 1000)) as made_at, json_agg(revision) as revisions, json_agg(title) as titles,
        json_agg(description) as descriptions, json_agg(style) as styles, json_agg(kind) as kinds, json_agg(made_by) as makers, max(total) as total
      from (${withinBytes(next, sql`id`, bytes)}) a`);
    const [piece] = rows;
    return piece.ids === null ? null : { ...piece, ids: piece.ids };
  }
}

/** Values that are said once, by their place. */
class Places<T> {
  readonly all: T[] = [];
  /** Of them as JSON. */
  bytes = 0;
  private readonly places = new Map<string, number>();

  of(key: string, make: () => T): number {
    const known = this.places.get(key);
    if (known !== undefined) return known;
    this.places.set(key, this.all.length);
    const value = make();
    this.bytes += Buffer.byteLength(JSON.stringify(value)) + 1;
    return this.all.push(value) - 1;
  }
}

class PartMaker {
  count = 0;
  private readonly titles = new Places<string>();
  private readonly descriptions = new Places<string>();
  private readonly styles = new Places<AnnotationStyle>();
  private readonly makers = new Places<number>();
  private readonly doubles: Record<"starts" | "ends" | "madeAt" | "revisions", Float64Array>;
  private readonly integers: Record<"ids" | "title" | "description" | "style" | "person", Uint32Array>;

  constructor(most: number) {
    const double = () => new Float64Array(most);
    const integer = () => new Uint32Array(most);
    this.doubles = { starts: double(), ends: double(), madeAt: double(), revisions: double() };
    this.integers = {
      ...{ ids: integer(), title: integer(), description: integer() },
      ...{ style: integer(), person: integer() },
    };
  }

  /** Whether the header says so much that the part ends here. */
  get isLong(): boolean {
    return this.titles.bytes + this.descriptions.bytes + this.styles.bytes >= annotationLimits.pageBytes;
  }

  /** Takes those of it that have room, the first ones, and says how many. */
  add(piece: Piece & { ids: number[] }): number {
    const { starts, ends, madeAt, revisions } = this.doubles;
    const { ids, title, description, style, person } = this.integers;
    ids.set(piece.ids, this.count);
    starts.set(piece.starts, this.count);
    ends.set(piece.ends, this.count);
    madeAt.set(piece.made_at, this.count);
    revisions.set(piece.revisions, this.count);
    let taken = 0;
    for (; taken < piece.ids.length && !this.isLong; taken++) {
      const k = taken;
      const at = this.count + k;
      const [named, said, look, kind] = [piece.titles[k], piece.descriptions[k], piece.styles[k], piece.kinds[k]];
      title[at] = this.titles.of(named, () => named);
      description[at] = this.descriptions.of(said, () => said);
      style[at] = this.styles.of(`${kind} ${look}`, () => ({ ...JSON.parse(look), kind }));
      const maker = piece.makers[k];
      person[at] = maker === null ? 0 : this.makers.of(String(maker), () => maker) + 1;
    }
    this.count += taken;
    return taken;
  }

  made(groupId: number, nextAfterId: number | null): ReadPart {
    const { count } = this;
    return {
      columns: {
        ...{ annotation_group_id: groupId, next_after_id: nextAfterId, count },
        ...{ titles: this.titles.all, descriptions: this.descriptions.all, styles: this.styles.all },
        ...this.doubles,
        ...this.integers,
      },
      makers: this.makers.all,
    };
  }
}
