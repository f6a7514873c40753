/** The view of a link that was opened: shown in place of the reader's displays, and kept nowhere. */
import type { Span } from "../../../domain/time/view-span.ts";
import type { SharedView } from "../../../protocol/shared-views.ts";
import { areasIn } from "../workspace.ts";
import type { DisplayDocument } from "../workspace-types.ts";
import { documentOf } from "./display-document.ts";

export interface Visited extends SharedView {
  /** Of the link. */
  readonly key: string;
}

/**
 * What the workspace opens for it; null: its template is none. `wanted`: where the window that the address speaks of (`area`, else
 * the first) stands by now, when the page is loaded again; those that are linked with it go there too.
 */
export function visitedDocument(
  { display, spans: kept, active }: SharedView,
  wanted: Span | null = null,
  area?: string,
): DisplayDocument | null {
  const document = documentOf(display);
  if (document === null) return null;
  const spans: Record<string, Span> = Object.fromEntries(
    kept.map(({ area, start_ms, end_ms }) => [area, { startMs: start_ms, endMs: end_ms }]),
  );
  const open = areasIn(document).filter((each) => spans[each] !== undefined);
  const named = open.find((each) => each === area);
  const first = named ?? open[0];
  if (first === undefined || wanted === null || isAsGood(wanted, spans[first]))
    return { ...document, spans, active: named ?? active };
  const isLinked = (each: string) => document.areas[each].props.isLinked !== false;
  if (isLinked(first)) for (const each of open) if (isLinked(each)) spans[each] = movedTo(spans[each], wanted.startMs);
  return { ...document, spans: { ...spans, [first]: wanted }, active: named ?? active };
}

/** Addresses hold whole ms. */
const isAsGood = (rounded: Span, exact: Span): boolean =>
  Math.abs(rounded.startMs - exact.startMs) <= 1 && Math.abs(rounded.endMs - exact.endMs) <= 2;

const movedTo = ({ startMs, endMs }: Span, to: number): Span => ({ startMs: to, endMs: to + endMs - startMs });
