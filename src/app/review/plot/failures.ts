/** A page that failed says so in its place; it is being retried. */
import { setText } from "./axis-strip.ts";
import type { MarkedPart, SourcePicture } from "./plot-content.ts";

/** Room that a message takes at least, its own height, and how far below an edge it stands; CSS px. */
const [leastPx, highPx, belowPx] = [80, 22, 8];

export interface PlacedFailure {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly message: string;
}

/**
 * One message for each failed run of the view, in the part of the plot that shows its source, CSS px; what several sources of a part say of one place
 * stands there once.
 */
export function placeFailures(
  marked: readonly MarkedPart[],
  sources: readonly SourcePicture[],
  ratio: number,
): PlacedFailure[] {
  if (sources.every(({ source }) => source.feedWindow.status.failed.length === 0)) return [];
  const inParts = new Set(marked.flatMap(({ pictures }) => pictures.map(({ source }) => source)));
  const others = sources.filter(({ source }) => !inParts.has(source));
  return [
    ...marked.flatMap(({ clip, pictures }) => {
      const below = Math.max(0, Math.min(belowPx, (clip.height / ratio - highPx) / 2));
      return placeIn(pictures, clip.y / ratio + below, ratio);
    }),
    ...placeIn(others, belowPx, ratio),
  ];
}

/** Stretches that touch, or begin too close for two messages, have one. */
function placeIn(sources: readonly SourcePicture[], top: number, ratio: number): PlacedFailure[] {
  const stretches = sources.flatMap(({ source, view }) => {
    const x = (sample: number) => (sample - view.startSample) / view.samplesPerPixel / ratio;
    return source.feedWindow.status.failed
      .filter(({ startSample, endSample }) => endSample > view.startSample && startSample < view.endSample)
      .map(({ startSample, endSample, message }) => ({
        from: x(Math.max(startSample, view.startSample)),
        to: x(Math.min(endSample, view.endSample)),
        message,
      }));
  });
  const placed: { from: number; to: number; top: number; message: string }[] = [];
  for (const { from, to, message } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = placed.findLast((one) => one.message === message);
    if (last !== undefined && from <= Math.max(last.to + 1, last.from + leastPx)) last.to = Math.max(last.to, to);
    else placed.push({ from, to, top, message });
  }
  return placed;
}

/** Shows the messages inside `layer`, which lies over the plot. */
export function drawFailures(
  layer: HTMLElement,
  marked: readonly MarkedPart[],
  sources: readonly SourcePicture[],
  ratio: number,
): void {
  const placed = placeFailures(marked, sources, ratio);
  while (layer.childElementCount > placed.length) layer.lastElementChild?.remove();
  while (layer.childElementCount < placed.length) layer.append(document.createElement("div"));
  placed.forEach(({ from, to, top, message }, k) => {
    const element = layer.children[k] as HTMLElement;
    setText(element, message);
    element.style.setProperty("--at", `${from.toFixed(1)}px`);
    element.style.setProperty("--room", `${leastPx}px`);
    element.style.top = `${top.toFixed(1)}px`;
    element.style.maxWidth = `${Math.max(to - from, leastPx).toFixed(1)}px`;
  });
}
