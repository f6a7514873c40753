/** Which rows of a montage are drawn, and in what order: hidden, shown and moved rows. */

/** A row as far as its place is concerned (DrawnChannel). */
export interface ArrangedRow {
  readonly id: string;
  readonly isOffered: boolean;
}

export interface Arrangement {
  /** Rows of the montage that are not drawn; they stay hidden in other montages that have them. */
  readonly hidden: readonly string[];
  /** Rows that are drawn although they are no part of the montage. */
  readonly shown: readonly string[];
  /** Rows from the top down. Rows it does not name follow what they follow in the montage. */
  readonly order: readonly string[];
}

export const asInMontage: Arrangement = { hidden: [], shown: [], order: [] };

/** All rows in the order of their arrangement, hidden ones too. */
export function orderedRows<Row extends ArrangedRow>(rows: readonly Row[], order: readonly string[]): Row[] {
  const named = new Map(rows.map((row) => [row.id, row]));
  const placed = [...new Set(order)].flatMap((id) => named.get(id) ?? []);
  const isPlaced = new Set(placed);
  rows.forEach((row, k) => {
    if (isPlaced.has(row)) return;
    isPlaced.add(row);
    placed.splice(k === 0 ? 0 : placed.indexOf(rows[k - 1]) + 1, 0, row);
  });
  return placed;
}

export const isDrawn = ({ id, isOffered }: ArrangedRow, { hidden, shown }: Arrangement): boolean =>
  isOffered ? shown.includes(id) : !hidden.includes(id);

/** The rows that are drawn, from the top down. */
export const drawnRows = <Row extends ArrangedRow>(rows: readonly Row[], arrangement: Arrangement): Row[] =>
  orderedRows(rows, arrangement.order).filter((row) => isDrawn(row, arrangement));

/** The arrangement with a row drawn or not. */
export function withDrawn(arrangement: Arrangement, { id, isOffered }: ArrangedRow, isWanted: boolean): Arrangement {
  const list = isOffered ? "shown" : "hidden";
  if (arrangement[list].includes(id) === (isWanted === isOffered)) return arrangement;
  const others = arrangement[list].filter((other) => other !== id);
  return { ...arrangement, [list]: isWanted === isOffered ? [...others, id] : others };
}

/**
 * The arrangement with rows moved before or after another one; an order that is the montage's own is none. `rows`: of the
 * montage, in its own order.
 */
export function withMoved(
  arrangement: Arrangement,
  rows: readonly ArrangedRow[],
  moved: ReadonlySet<string>,
  { target, isAfter }: { target: string; isAfter: boolean },
): Arrangement {
  const all = orderedRows(rows, arrangement.order).map(({ id }) => id);
  const carried = all.filter((id) => moved.has(id));
  const rest = all.filter((id) => !moved.has(id));
  // A target that moves along stands for the row that stays before it.
  const before = all.slice(0, all.indexOf(target) + Number(isAfter)).filter((id) => !moved.has(id)).length;
  rest.splice(before, 0, ...carried);
  return { ...arrangement, order: rows.every(({ id }, k) => id === rest[k]) ? [] : rest };
}
