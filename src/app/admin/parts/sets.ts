/** Sets of ids in forms. */

export const sameSet = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));

/** In ascending order, as calls send them. */
export const idsOf = (set: ReadonlySet<number>): number[] => [...set].sort((a, b) => a - b);
