/** A recipe says what is drawn: derivations of a group's channels and the filters after them (src/README.md 2). */
import Type, { type Static } from "typebox";

const Index = Type.Integer({ minimum: 0, maximum: 4095 });

/** What is subtracted from `first`; indexes are positions in the group's `channels`. */
export const Term = Type.Union([
  Type.Object({ kind: Type.Literal("channel"), index: Index }),
  /** The recording reference: contributes 0 (algorithms.md 2.1). */
  Type.Object({ kind: Type.Literal("zero") }),
  /** Mean of the finite members, NaN when fewer than 2 are finite (AVG). */
  Type.Object({ kind: Type.Literal("average"), members: Type.Array(Index, { maxItems: 64 }) }),
  /** Mean of all members, NaN when any is missing (LAP). */
  Type.Object({ kind: Type.Literal("neighbours"), members: Type.Array(Index, { minItems: 1, maxItems: 8 }) }),
  /** An input the recording lacks: the whole channel is NaN. */
  Type.Object({ kind: Type.Literal("missing") }),
]);
export type Term = Static<typeof Term>;

/** Corner frequencies in Hz, null = Off. */
export const Filters = Type.Object({
  lff: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 1000 }), Type.Null()]),
  hff: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 1000 }), Type.Null()]),
  notch: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 1000 }), Type.Null()]),
});
export type Filters = Static<typeof Filters>;

export const Derivation = Type.Object({
  /** "zero" and "average" are legal firsts too (REF - x, AVG - x). */
  first: Term,
  second: Term,
  /** Filters of its own in place of the recipe's: ECG beside EEG. */
  filters: Type.Optional(Filters),
});
export type Derivation = Static<typeof Derivation>;

export const Recipe = Type.Object({
  /** Intracranial and dense recordings shown as recorded have a row for each of their channels. */
  derivations: Type.Array(Derivation, { minItems: 1, maxItems: 512 }),
  /** Of every derivation without filters of its own. A recipe has at most 4 different ones. */
  filters: Filters,
  /** Columns hold the mean of their finite samples, and how many these are, in place of their extremes (algorithms.md 7, heatmaps). */
  reduction: Type.Optional(Type.Literal("mean")),
});
export type Recipe = Static<typeof Recipe>;
