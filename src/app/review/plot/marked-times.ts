/** Times that a linked window has marked (time/link-group.ts): bands over the plot. Moved by the frame loop. */
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import type { Timeline } from "../time/timeline.ts";

/** CSS px: a minute is seen in a view of days. */
const leastPx = 2;

/** Draws into `layer`, which lies over the plot; of a window's own marks, too. `widthPx`: of the plot, CSS px. */
export function drawMarkedTimes(layer: HTMLElement, { link }: Timeline, span: Span, widthPx: number): void {
  const at = (ms: number) => ((ms - span.startMs) / lengthOf(span)) * widthPx;
  const seen = (link.state.marked?.spans ?? []).filter(
    ({ startMs, endMs }) => endMs > span.startMs && startMs < span.endMs,
  );
  while (layer.childElementCount > seen.length) layer.lastElementChild?.remove();
  while (layer.childElementCount < seen.length) layer.append(document.createElement("div"));
  seen.forEach(({ startMs, endMs }, k) => {
    const from = Math.max(0, at(startMs));
    const { style } = layer.children[k] as HTMLElement;
    style.left = `${from.toFixed(1)}px`;
    style.width = `${Math.max(leastPx, Math.min(widthPx, at(endMs)) - from).toFixed(1)}px`;
  });
}
