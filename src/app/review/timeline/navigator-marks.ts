/** What stands on the navigator's track: gaps and annotations. Drawn when they, its width or the theme change. */
import type { Span } from "../../../domain/time/view-span.ts";
import type { Segment } from "../../../protocol/recordings.ts";
import { type DrawnAnnotations, fileGroupId } from "../annotations/types.ts";
import { markColour } from "../plot/trace-colours.ts";

export interface TrackContents {
  readonly file: Span;
  /** When the recording of the review begins, epoch ms. */
  readonly recordingStartMs: number;
  /** Gap-free stretches of the signal on the screen and its rate; null without one. */
  readonly signal: { readonly segments: readonly Segment[]; readonly samplingHz: number } | null;
  /** Null: not known yet. */
  readonly annotations: DrawnAnnotations | null;
}

/** Smallest width of a mark in CSS px (look.md, Signals: 5 px in the timeline). */
export const minMarkPx = 5;

/** Height of the bar of the event under review, CSS px. */
const eventPx = 6;

/** Height of the line that marks what was skipped, CSS px. */
const skippedPx = 4;

/** How large a canvas is shown, CSS px, and device pixels of one of them. Asked for in a frame it would make the browser lay out the page. */
export interface ShownSize {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** The canvas made as large as it is shown, and empty. */
function emptied(canvas: HTMLCanvasElement, shown: ShownSize) {
  const width = Math.max(1, Math.round(shown.width * shown.ratio));
  const height = Math.max(1, Math.round(shown.height * shown.ratio));
  canvas.width = width;
  canvas.height = height;
  return { width, height, context: canvas.getContext("2d") };
}

/** Draws the track; x in CSS px times the ratio. */
export function drawTrack(canvas: HTMLCanvasElement, contents: TrackContents, shown: ShownSize): void {
  const { ratio } = shown;
  const { width, height, context } = emptied(canvas, shown);
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const { startMs, endMs } = contents.file;
  const at = (ms: number) => ((ms - startMs) / (endMs - startMs)) * width;
  context.fillStyle = style.getPropertyValue("--plot-gap");
  for (const [from, to] of gapSpans(contents))
    hatch(context, [at(from), Math.max(at(to), at(from) + ratio)], height, ratio);
  if (contents.annotations === null) return;
  if (!contents.annotations.state.isHidden) drawMarks(context, contents.annotations, at, height, ratio);
  const { span } = contents.annotations.event.state;
  if (span !== null) drawEvent(context, [at(span.startMs), at(span.endMs)], { width, ratio });
}

function drawMarks(
  context: CanvasRenderingContext2D,
  { table }: DrawnAnnotations,
  at: (ms: number) => number,
  height: number,
  ratio: number,
): void {
  const ownColour = getComputedStyle(context.canvas).getPropertyValue("--plot-note");
  /** In the theme of the page, by style. */
  const colours = new Map<number, string>();
  const colourOf = (row: number): string => {
    if (table.groups[row] === fileGroupId) return ownColour;
    const style = table.style[row];
    const colour = colours.get(style) ?? markColour(table.styles.list[style].color, context.canvas);
    colours.set(style, colour);
    return colour;
  };
  let drawnTo = Number.NEGATIVE_INFINITY;
  for (const row of table.inOrder()) {
    const x = Math.round(at(table.starts[row]));
    const end = Math.round(Math.max(at(table.ends[row]), x + minMarkPx * ratio));
    // A hundred thousand marks on a thousand pixels: what is covered already is not drawn again.
    if (end <= drawnTo) continue;
    const from = Math.max(x, drawnTo);
    context.fillStyle = colourOf(row);
    context.globalAlpha = 0.4;
    context.fillRect(from, 0, end - from, height);
    // Each begins with a darker edge, so that neighbours stay apart.
    context.globalAlpha = 1;
    if (x >= drawnTo) context.fillRect(x, 0, Math.max(1, Math.round(ratio)), height);
    drawnTo = end;
  }
}

/** The event under review, whatever else is hidden. One that lies wholly outside of the file has no bar. */
function drawEvent(
  context: CanvasRenderingContext2D,
  [from, to]: [number, number],
  { width, ratio }: { width: number; ratio: number },
): void {
  if (to < 0 || from > width) return;
  const wide = Math.round(Math.max(Math.min(to, width) - Math.max(from, 0), minMarkPx * ratio));
  const x = Math.round(Math.min(Math.max(from, 0), width - wide));
  context.fillStyle = getComputedStyle(context.canvas).getPropertyValue("--event-review");
  context.globalAlpha = 1;
  context.fillRect(x, 0, wide, Math.round(eventPx * ratio));
}

/** Draws what playback skipped along the foot of the track, each span at least one pixel wide. */
export function drawSkipped(canvas: HTMLCanvasElement, file: Span, skipped: readonly Span[], shown: ShownSize): void {
  const { ratio } = shown;
  const { width, height, context } = emptied(canvas, shown);
  if (context === null) return;
  context.fillStyle = getComputedStyle(canvas).color;
  const at = (ms: number) => Math.round(((ms - file.startMs) / (file.endMs - file.startMs)) * width);
  const thick = Math.round(skippedPx * ratio);
  for (const { startMs, endMs } of skipped)
    context.fillRect(at(startMs), height - thick, Math.max(1, at(endMs) - at(startMs)), thick);
}

/** Stretches of the file without the signal that is on the screen. */
export function* gapSpans({ file, signal }: TrackContents): Generator<[number, number]> {
  if (signal === null) return;
  let at = file.startMs;
  for (const { start_ms, count } of signal.segments) {
    if (start_ms > at) yield [at, start_ms];
    at = Math.max(at, start_ms + (count * 1000) / signal.samplingHz);
  }
  // A sample and the millisecond to which ends are told.
  if (file.endMs - at > 1 + 1000 / signal.samplingHz) yield [at, file.endMs];
}

function hatch(context: CanvasRenderingContext2D, [x0, x1]: [number, number], height: number, ratio: number): void {
  const stripe = 2 * ratio;
  context.save();
  context.beginPath();
  context.rect(x0, 0, x1 - x0, height);
  context.clip();
  for (let x = Math.floor((x0 - height) / (2 * stripe)) * 2 * stripe; x < x1; x += 2 * stripe) {
    context.beginPath();
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
    context.lineTo(x + height + stripe, 0);
    context.lineTo(x + stripe, height);
    context.fill();
  }
  context.restore();
}
