/** Sets of times: ascending spans that do not touch. */
import type { Span } from "./view-span.ts";

/** The set with `added`; spans that touch become one. */
export function withSpan(set: readonly Span[], added: Span): readonly Span[] {
  if (!(added.endMs > added.startMs)) return set;
  const last = set.at(-1);
  if (last === undefined || added.startMs > last.endMs) return [...set, added];
  const before = set.filter(({ endMs }) => endMs < added.startMs);
  const after = set.filter(({ startMs }) => startMs > added.endMs);
  const joined = set.slice(before.length, set.length - after.length);
  const startMs = Math.min(added.startMs, ...joined.slice(0, 1).map((span) => span.startMs));
  const endMs = Math.max(added.endMs, ...joined.slice(-1).map((span) => span.endMs));
  return [...before, { startMs, endMs }, ...after];
}

/** The set without `cut`; the same set when `cut` touches none of it. */
export function withoutSpan(set: readonly Span[], cut: Span): readonly Span[] {
  if (!set.some(({ startMs, endMs }) => cut.startMs < endMs && cut.endMs > startMs)) return set;
  return set
    .flatMap(({ startMs, endMs }) => [
      { startMs, endMs: Math.min(endMs, cut.startMs) },
      { startMs: Math.max(startMs, cut.endMs), endMs },
    ])
    .filter(({ startMs, endMs }) => endMs > startMs);
}

/** The parts of `span` that are in none of `holes` (ascending). */
export const spanWithout = (span: Span, holes: readonly Span[]): readonly Span[] =>
  holes.reduce<readonly Span[]>(withoutSpan, [span]);

/** Milliseconds of the set. */
export const totalMs = (set: readonly Span[]): number =>
  set.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
