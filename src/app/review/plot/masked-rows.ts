/** What is masked of the rows of a plot: a row by all channels that it is made of. */

import { joinSpans, type MaskedSpan, maskedOf } from "../../../domain/annotations/masks.ts";
import { spanWithout, withoutSpan } from "../../../domain/time/time-spans.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import type { MaskBook, MaskState } from "../annotations/mask-book.ts";

/** What a window does with artifacts. "out": masked samples are not drawn, and nothing is computed from them. */
export const artifactModes = ["show", "hide", "out"] as const;
export type ArtifactMode = (typeof artifactModes)[number];
/** As it is kept with a window's settings. */
export const readArtifactMode = (kept: unknown): ArtifactMode => artifactModes.find((mode) => mode === kept) ?? "show";

/** A channel of a recording, as its file calls it. */
export interface ChannelInput {
  readonly dataObjectId: number;
  readonly label: string;
}
/** What a row is made of. The same object for as long as it says the same. */
export type RowInputs = readonly ChannelInput[];

/** A row, or a graph, and where it stands: CSS px of the plot. */
export interface Lane {
  readonly inputs: RowInputs;
  readonly y: number;
  readonly height: number;
}

/** Worst of what is known of the recordings that rows are made of. */
export function phaseOf(book: MaskBook, rows: readonly RowInputs[]): MaskState["phase"] {
  const phases = new Set(recordingsOf(rows.flat()).map((id) => book.of(id).phase));
  return phases.has("unknown") ? "unknown" : phases.has("loading") ? "loading" : "known";
}

const recordingsOf = (inputs: RowInputs) => [...new Set(inputs.map(({ dataObjectId }) => dataObjectId))];

/** Of a row; the same list for as long as nothing changes. */
export type MaskedOfRow = (inputs: RowInputs) => readonly MaskedSpan[];

export function rememberMasked(book: MaskBook): MaskedOfRow {
  let version = -1;
  let known = new WeakMap<RowInputs, readonly MaskedSpan[]>();
  return (inputs) => {
    if (version !== book.state.version) {
      version = book.state.version;
      known = new WeakMap();
    }
    let spans = known.get(inputs);
    if (spans === undefined) {
      const labels = (id: number) => inputs.flatMap(({ dataObjectId, label }) => (dataObjectId === id ? [label] : []));
      spans = joinSpans(recordingsOf(inputs).map((id) => maskedOf(book.of(id).masks, labels(id))));
      known.set(inputs, spans);
    }
    return spans;
  };
}

/** The parts of a span that are masked in every one of the rows: where they are left out, nothing is drawn. */
export function maskedInAll(rows: readonly RowInputs[], masked: MaskedOfRow, span: Span): readonly Span[] {
  if (rows.length === 0) return [];
  let common: readonly Span[] = [span];
  for (const row of rows) {
    const holes = masked(row).map(([startMs, endMs]) => ({ startMs, endMs }));
    common = spanWithout(span, holes).reduce(withoutSpan, common);
    if (common.length === 0) break;
  }
  return common;
}

/** The list of before where it says the same: what is made of lanes is then made once. */
export function rememberLanes(): (lanes: readonly Lane[]) => readonly Lane[] {
  let last: readonly Lane[] = [];
  return (lanes) => {
    const isSame =
      lanes.length === last.length &&
      lanes.every(
        ({ inputs, y, height }, k) => inputs === last[k].inputs && y === last[k].y && height === last[k].height,
      );
    if (!isSame) last = lanes;
    return last;
  };
}

/** Lanes that touch as one, from the top. */
export function joinedLanes(lanes: readonly Lane[]): { readonly y: number; readonly height: number }[] {
  const joined: { y: number; height: number }[] = [];
  for (const { y, height } of lanes.toSorted((a, b) => a.y - b.y)) {
    const last = joined.at(-1);
    // Half a tenth of a pixel is a rounding, and no gap.
    if (last !== undefined && y <= last.y + last.height + 0.05)
      last.height = Math.max(last.height, y + height - last.y);
    else joined.push({ y, height });
  }
  return joined;
}
