/** What lies under the traces of one graph: what is not loaded, gaps and damage of each source. Pure; device pixels. */
import { gapsTouching, uncovered } from "../../../../domain/time/gaps.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import type { GraphBox } from "../../../../picture/grid-rects.ts";
import type { RectShape } from "../../../../render/index.ts";
import type { Rgba } from "../../../../render/types.ts";
import { leastPx } from "../../plot/marked-spans.ts";
import type { Picture, SourcePicture } from "../../plot/plot-content.ts";

/** Pixel columns [from, to). */
export interface PixelSpan {
  readonly from: number;
  readonly to: number;
}

export interface GraphSource {
  readonly picture: SourcePicture;
  /** Of its first trace in the graph: says whose gap it is. */
  readonly colour: Rgba;
  /** `gapPixels` of the picture: the same in every graph that the source is drawn in. */
  readonly gaps: readonly PixelSpan[];
}

/** What lies half way between two pixels goes to the right one, whatever the last digits say. */
const halfWay = 0.5 + 1e-4;
/** Height of the strip that marks the gap of one source among others, CSS px. */
const stripPx = 5;

function pixelsOf(
  spans: readonly { start: number; end: number }[],
  { view }: SourcePicture,
  width: number,
  least = 1,
): PixelSpan[] {
  const x = (sample: number) => Math.floor((sample - view.startSample) / view.samplesPerPixel + halfWay);
  const all: { from: number; to: number }[] = [];
  for (const { start, end } of spans) {
    if (end <= view.startSample || start >= view.endSample) continue;
    const from = Math.max(0, x(start));
    const to = Math.min(width, Math.max(x(end), from + least));
    if (to <= from) continue;
    const last = all.at(-1);
    // Those that touch are one: a recording of single records has more gaps than the plot has pixels.
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** Where a source holds nothing, within the times of the window's files: before it begins and after it ends too. */
export function gapPixels(picture: SourcePicture, file: Span, width: number): PixelSpan[] {
  const { source, view } = picture;
  const { recording, group } = source;
  const sampleAt = (ms: number) => ((ms - recording.start_ms) * group.sampling_hz) / 1000;
  // Ends of files are told in milliseconds: less than a sample and a millisecond is no gap.
  const slack = 1 + group.sampling_hz / 1000;
  const [fileStart, fileEnd] = [sampleAt(file.startMs), sampleAt(file.endMs)];
  // A gap that the grid begins with is one from the start of the file on: the sample between is of it, however long it takes.
  const beginsLate = (group.segments[0]?.first ?? 0) > 0;
  const from = Math.max(view.startSample, fileStart < (beginsLate ? 0 : -slack) ? fileStart : 0);
  const to = Math.min(view.endSample, fileEnd > group.sample_count + slack ? fileEnd : group.sample_count);
  return to > from ? pixelsOf(gapsTouching(group.segments, from, to), picture, width) : [];
}

/** What all of the sets share. They are ascending and disjoint, as all here; a step a span. */
export const shared = (sets: readonly (readonly PixelSpan[])[]): readonly PixelSpan[] =>
  sets.length === 0 ? [] : sets.reduce(sharedOfTwo);

function sharedOfTwo(a: readonly PixelSpan[], b: readonly PixelSpan[]): PixelSpan[] {
  const both: PixelSpan[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const from = Math.max(a[i].from, b[j].from);
    const [endA, endB] = [a[i].to, b[j].to];
    const to = Math.min(endA, endB);
    if (to > from) both.push({ from, to });
    if (endA <= endB) i++;
    else j++;
  }
  return both;
}

/** The parts of a set that another one does not hold; a step a span. */
export function without(set: readonly PixelSpan[], cut: readonly PixelSpan[]): PixelSpan[] {
  const rest: PixelSpan[] = [];
  let k = 0;
  for (const { from, to } of set) {
    let at = from;
    while (k < cut.length && cut[k].to <= from) k++;
    // The last one that reaches in may reach into the next span too.
    for (let n = k; n < cut.length; k = n++) {
      const { from: start, to: end } = cut[n];
      if (start >= to) break;
      if (start > at) rest.push({ from: at, to: start });
      at = end;
    }
    if (at < to) rest.push({ from: at, to });
  }
  return rest;
}

/**
 * From the back. A gap of all sources is hatched over the whole height; that of one of them beside data of others is a strip in its
 * colour at the foot, so that neither hides the other.
 */
export function groundRects(
  sources: readonly GraphSource[],
  { colours }: Picture,
  { width, height, ratio }: GraphBox,
): RectShape[] {
  const full = (spans: readonly PixelSpan[], colour: Rgba, style: RectShape["style"]) =>
    fullRects(spans, height, colour, style);
  const common = shared(sources.map(({ gaps }) => gaps));
  const strip = Math.round(stripPx * ratio);
  return [
    ...sources.flatMap(({ picture }) => full(loadingPixels(picture, width), colours.loading, "fill")),
    ...sources.flatMap(({ picture }) => full(failedPixels(picture, width), colours.failed, "fill")),
    ...full(common, colours.gap, "hatch"),
    ...sources
      .map(({ colour, gaps }) => ({ colour, own: gaps === common ? [] : without(gaps, common) }))
      .filter(({ own }) => own.length > 0)
      .flatMap(({ colour, own }, lane) =>
        own.map(({ from, to }): RectShape => {
          const y1 = height - lane * (strip + Math.round(ratio));
          return { x0: from, x1: to, y0: y1 - strip, y1, colour, style: "hatch" };
        }),
      ),
  ];
}

/** Damage of the pictures, hatched over the whole height: the shortest is seen in a view of days. */
export const damageRects = (
  pictures: readonly SourcePicture[],
  { width, height, ratio }: GraphBox,
  danger: Rgba,
): RectShape[] =>
  pictures.flatMap((picture) => {
    const { damage } = picture.source;
    if (damage.length === 0) return [];
    const spans = damage.map(({ first, count }) => ({ start: first, end: first + count }));
    return fullRects(pixelsOf(spans, picture, width, Math.round(leastPx * ratio)), height, danger, "hatch");
  });

const fullRects = (spans: readonly PixelSpan[], height: number, colour: Rgba, style: RectShape["style"]): RectShape[] =>
  spans.map(({ from, to }) => ({ x0: from, x1: to, y0: 0, y1: height, colour, style }));

function loadingPixels(picture: SourcePicture, width: number): PixelSpan[] {
  const { source, view, tiles } = picture;
  const loaded = tiles.map(({ firstSample, count, samplesPerColumn }) => ({
    start: firstSample,
    end: firstSample + count * samplesPerColumn,
  }));
  const from = Math.max(0, view.startSample);
  const to = Math.min(source.group.sample_count, view.endSample);
  return to > from ? pixelsOf(uncovered(loaded, from, to), picture, width) : [];
}

const failedPixels = (picture: SourcePicture, width: number): PixelSpan[] =>
  pixelsOf(
    picture.source.feedWindow.status.failed.map(({ startSample, endSample }) => ({
      start: startSample,
      end: endSample,
    })),
    picture,
    width,
  );
