/** Pieces of the database that end when they are long, in rows or in bytes. */
import { type SQL, sql } from "drizzle-orm";
import { annotationLimits } from "../../protocol/annotations.ts";

/** What a row of such a question also tells. */
export interface OfPiece {
  /** Rows there were before any was left off for its bytes. */
  total: number;
}

/**
 * Those of `rows` (a question with a limit of its own) that come, by `order`, before the bytes pass `pageBytes`; always the first. `order`
 * and `bytes` name columns of `rows`.
 */
export const withinBytes = (rows: SQL, order: SQL, bytes: SQL): SQL => sql`
  select * from (
    select piece.*, (count(*) over ())::int as total,
      coalesce(sum(${bytes}) over (order by ${order} rows between unbounded preceding and 1 preceding), 0) as ahead
    from (${rows}) piece
  ) w where ahead < ${annotationLimits.pageBytes} order by ${order}`;
