/** What a Configure dialog sets in its window, and takes back where that could not be saved and is discarded. */
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import { showLength, showSpan, spanOf, type Timeline } from "../time/timeline.ts";

/**
 * Does `work`, which sets properties of a window and the length of its view. Returns what takes it back: of what was set,
 * whatever nobody has changed since; the view's start only where the view has not moved since.
 */
export function applyTo<Props extends object>(
  { props, timeline }: { readonly props: Props; readonly timeline: Timeline },
  work: () => void,
): () => void {
  const before = { props: { ...props }, span: spanOf(timeline) };
  work();
  const set = { props: { ...props }, span: spanOf(timeline) };
  return () => {
    for (const name of Object.keys(set.props) as (keyof Props)[])
      if (props[name] === set.props[name] && set.props[name] !== before.props[name]) props[name] = before.props[name];
    const now = spanOf(timeline);
    if (isAsLong(before.span, set.span) || !isAsLong(now, set.span)) return;
    if (now.startMs === set.span.startMs) showSpan(timeline, before.span);
    else showLength(timeline, lengthOf(before.span));
  };
}

/** Spans are times of day in ms: a view that moved has its length to a fraction of one. */
const isAsLong = (a: Span, b: Span): boolean => Math.abs(lengthOf(a) - lengthOf(b)) < 0.5;
