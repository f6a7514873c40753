/** Forms that were filled in from an older state of their record are refused: saved, they would undo what somebody else has done meanwhile. */
import { sql } from "drizzle-orm";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";
import type { Table } from "./table.ts";

type Values = Readonly<Record<string, unknown>>;

/** One record as its table shows it to whoever asks; undefined: there is none. */
export async function recordOf(tx: Queries, { columns, from, id }: Table, key: number): Promise<Values | undefined> {
  const { rows } = await tx.execute(sql`select ${columns} from ${from} where ${id} = ${key}`);
  return rows[0];
}

export interface Seen {
  /** The record now, under the lock of its workspace. */
  now: Values | undefined;
  /** What the form was filled in with; undefined: the client does not say. Lists of ids are in any order. */
  seen: Values | undefined;
  /** What is to be saved: it may be there already, where only the answer to a call before was lost. */
  wanted: Values;
  sentence: string;
}

/** @throws Refused 409 when the record is neither as it was seen nor as it is wanted */
export function demandAsSeen({ now, seen, wanted, sentence }: Seen): void {
  if (seen === undefined) return;
  const isNow = (values: Values) =>
    now !== undefined && Object.keys(seen).every((name) => sameValue(now[name], values[name]));
  if (!isNow(seen) && !isNow(wanted)) throw new Refused(409, sentence);
}

const sameValue = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? new Set([...one, ...other]).size === new Set(one).size && new Set(one).size === new Set(other).size
    : one === other;
