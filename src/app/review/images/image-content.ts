/** What a window of pictures brings to its plot: images of pages on a canvas of their own, over the ground that says what is not there. */
import { lengthOf } from "../../../domain/time/view-span.ts";
import type { PlotSize } from "../../../picture/grid-view.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import { onThemeChange } from "../../../ui/theme.ts";
import { mostShadeOverEeg } from "../plot/annotation-shapes.ts";
import type { ContentOptions, Picture, PlotContent, PlotSource } from "../plot/plot-content.ts";
import { damageByGroup } from "../plot/plot-window.ts";
import { drawWhole } from "../plot/whole-plot.ts";
import css from "./Images.module.css";
import type { ImageFeed } from "./image-feed.ts";
import type { PageImage } from "./page-images.ts";

export interface ImageContentWindow {
  readonly images: ImageFeed;
  readonly recording: RecordingDetail;
  readonly group: SignalGroup | null;
}

export interface ImageContentDeps {
  /** The canvases of what stands beside, from the left. */
  labels(): readonly (HTMLCanvasElement | null)[];
  /** Whether it is known what is to be drawn. */
  isNamed(): boolean;
  /** Hears of other settings; returns the end of it. */
  hear(onChange: () => void): () => void;
}

export function createImageContent(
  { images, recording, group }: ImageContentWindow,
  { labels, isNamed, hear }: ImageContentDeps,
  { surface, invalidate }: ContentOptions,
): PlotContent {
  const canvas = document.createElement("canvas");
  canvas.className = css.images;
  canvas.setAttribute("aria-hidden", "true");
  surface.append(canvas);
  const context = canvas.getContext("2d");
  const sources = group === null ? none : [sourceOf(recording, group, images)];
  const unties = [hear(invalidate), onThemeChange(invalidate)];
  return {
    sources: () => (isNamed() ? sources : none),
    ask: (span, size) => images.show(span, size),
    draw(picture) {
      images.show(picture.span, picture.size);
      const [source] = picture.sources;
      if (source === undefined) return null;
      return drawWhole(picture, { ...source, tiles: images.tiles() }, noRows);
    },
    lanes: () => [],
    mostShade: mostShadeOverEeg,
    reading: () => null,
    drawn(picture) {
      if (context !== null) drawPages(context, picture, images.shown(), recording.end_ms);
      const made = images.labelImages();
      for (const [k, label] of labels().entries()) drawLabels(label, made[k] ?? null, picture.size);
    },
    [Symbol.dispose]() {
      for (const untie of unties) untie();
      canvas.remove();
    },
  };
}

const none: readonly PlotSource[] = [];
const noRows: readonly [] = [];
const noRecipe = { derivations: [], filters: { lff: null, hff: null, notch: null } };

const sourceOf = (recording: RecordingDetail, group: SignalGroup, images: ImageFeed): PlotSource => ({
  ...{ recording, group, recipe: noRecipe, feedWindow: images, holdsClock: true },
  damage: damageByGroup(recording)(group.modality),
});

function drawPages(
  context: CanvasRenderingContext2D,
  { span, size }: Picture,
  shown: readonly PageImage[],
  recordingEndMs: number,
): void {
  const { canvas } = context;
  if (canvas.width !== size.width) canvas.width = size.width;
  if (canvas.height !== size.height) canvas.height = size.height;
  context.clearRect(0, 0, size.width, size.height);
  const pixelsPerMs = size.width / lengthOf(span);
  for (const { page, bitmap } of shown) {
    const x = Math.round((page.span.startMs - span.startMs) * pixelsPerMs);
    const isOutgrown = page.untilMs < Math.min(page.span.endMs, recordingEndMs);
    // It says of nothing that came later that it is not there.
    const share = isOutgrown ? (page.untilMs - page.span.startMs) / lengthOf(page.span) : 1;
    const width = Math.floor(share * bitmap.width);
    if (width > 0) context.drawImage(bitmap, 0, 0, width, bitmap.height, x, 0, width, bitmap.height);
  }
}

function drawLabels(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap | null, { height, ratio }: PlotSize): void {
  if (canvas === null) return;
  const width = bitmap?.width ?? canvas.width;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.style.width = `${width / ratio}px`;
  canvas.style.height = `${height / ratio}px`;
  const context = canvas.getContext("2d");
  context?.clearRect(0, 0, width, height);
  if (bitmap !== null) context?.drawImage(bitmap, 0, 0);
}
