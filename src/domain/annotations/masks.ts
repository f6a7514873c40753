/**
 * What artifacts mask: spans of all channels, and of channels by name. Traces are filtered whole and cut afterwards; whatever is
 * computed has its input cut before. Pure.
 */
import { channelKey } from "./channel-name.ts";

/** [startMs, endMs) */
export type MaskedSpan = readonly [startMs: number, endMs: number];

export interface Masks {
  /** Of all channels; ascending and disjoint. */
  readonly everywhere: readonly MaskedSpan[];
  /** By the label of the channel, besides; the same. */
  readonly channels: ReadonlyMap<string, readonly MaskedSpan[]>;
}

export const noMasks: Masks = { everywhere: [], channels: new Map() };

/** Adds a span that begins no earlier than those that are there. */
export function addSpan(spans: MaskedSpan[], [from, to]: MaskedSpan): void {
  const last = spans.at(-1);
  if (last !== undefined && from <= last[1]) spans[spans.length - 1] = [last[0], Math.max(last[1], to)];
  else spans.push([from, to]);
}

/** All spans of some lists, ascending and disjoint. */
export function joinSpans(lists: readonly (readonly MaskedSpan[])[]): readonly MaskedSpan[] {
  const filled = lists.filter(({ length }) => length > 0);
  if (filled.length <= 1) return filled[0] ?? [];
  const joined: MaskedSpan[] = [];
  for (const span of filled.flat().sort((a, b) => a[0] - b[0])) addSpan(joined, span);
  return joined;
}

/** What is masked of something that is made of these channels: any of them is enough. */
export function maskedOf({ everywhere, channels }: Masks, labels: readonly string[]): readonly MaskedSpan[] {
  if (channels.size === 0) return everywhere;
  const wanted = new Set(labels.map(channelKey));
  const named = [...channels].flatMap(([label, spans]) => (wanted.has(channelKey(label)) ? [spans] : []));
  return named.length === 0 ? everywhere : joinSpans([everywhere, ...named]);
}

/** Those that touch [fromMs, toMs). */
export function spansWithin(spans: readonly MaskedSpan[], fromMs: number, toMs: number): readonly MaskedSpan[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle][1] <= fromMs) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < spans.length && spans[end][0] < toMs) end++;
  return spans.slice(low, end);
}

/** Share of [fromMs, toMs) that is masked in rows, 0 to 1: the mean over them. `rows`: what is masked of each. */
export function maskedShare(rows: readonly (readonly MaskedSpan[])[], fromMs: number, toMs: number): number {
  if (rows.length === 0 || !(toMs > fromMs)) return 0;
  let masked = 0;
  for (const spans of rows)
    for (const [from, to] of spansWithin(spans, fromMs, toMs)) masked += Math.min(to, toMs) - Math.max(from, fromMs);
  return masked / (rows.length * (toMs - fromMs));
}
