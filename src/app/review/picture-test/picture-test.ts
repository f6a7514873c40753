/** Draws the calibration signal by the whole chain, as a window does, and holds the picture against what it must be. */
import { pixelsPerMicroVolt, usualSensitivities } from "../../../domain/montage/display.ts";
import type { Feed, FeedWindow } from "../../../feed/types.ts";
import { gridView, type PlotSize, traceView } from "../../../picture/grid-view.ts";
import type { Filters } from "../../../protocol/recipe.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { compare, type Difference, isAlike } from "../../../render/compare.ts";
import { drawReference } from "../../../render/definitions.ts";
import { createTraceRenderer, frameOf, tokenColour } from "../../../render/index.ts";
import type { TraceRenderer, TraceRow, TraceTile } from "../../../render/types.ts";
import { screenScale } from "../../screen/index.ts";
import { observePixels, plotSize } from "../plot/plot-size.ts";
import { calibrationRecipe, calibrationValues, expectedTile } from "./expected.ts";

/** A picture that is tested: what of the signal, filtered how. Times in ms from its start. */
export interface PictureCheck {
  readonly id: "samples" | "filtered" | "columns";
  readonly startMs: number;
  readonly endMs: number;
  readonly filters: Filters;
}

const off: Filters = { lff: null, hff: null, notch: null };
const usual: Filters = { lff: 1, hff: 30, notch: 60 };

/** Stored samples as they are; filtered in the browser; filtered columns made by the server, with the gap. */
export const pictureChecks: readonly PictureCheck[] = [
  { id: "samples", startMs: 20_000, endMs: 30_000, filters: off },
  { id: "filtered", startMs: 20_000, endMs: 30_000, filters: usual },
  { id: "columns", startMs: 0, endMs: 120_000, filters: usual },
];

export interface PictureResult {
  readonly isRight: boolean;
  readonly difference: Difference;
  readonly size: PlotSize;
  readonly backend: TraceRenderer["backend"];
  /** False: the browser draws the canvas larger or smaller than it is, so its pixels are not the screen's. */
  readonly isPixelExact: boolean;
}

/** The picture cannot be made, with the sentence for the reader. */
export class PictureFailed extends Error {
  override readonly name = "PictureFailed";
}

export interface PictureWorld {
  readonly host: HTMLElement;
  readonly feed: Feed;
  readonly recording: RecordingDetail;
  /** Forces a back end. */
  readonly wanted: TraceRenderer["backend"] | undefined;
  readonly signal: AbortSignal;
  /** Another back end has taken over, and what was said of the picture is of the one before: it is to be tested anew. */
  onOther(): void;
}

/** Draws and tests one picture in `host`, where it stays. @throws PictureFailed, or what the signal was aborted with */
export async function testPicture(check: PictureCheck, world: PictureWorld): Promise<PictureResult> {
  const { host, feed, recording, wanted, signal, onOther } = world;
  const [group] = recording.groups;
  const { size, isPixelExact } = await measured(host, signal);
  let isGone = false;
  const renderer = await createTraceRenderer({ host, prefer: wanted, onRedraw: onOther });
  const end = () => {
    if (!isGone) renderer[Symbol.dispose]();
    isGone = true;
  };
  const feedWindow = feed.openWindow();
  signal.addEventListener("abort", end, { once: true });
  try {
    signal.throwIfAborted();
    const recipe = calibrationRecipe(check.filters);
    const view = gridView(check, recording.start_ms, group.sampling_hz, size.width);
    const { startSample, endSample } = view;
    feedWindow.look({
      ...{ recording, modality: group.modality, recipe, startSample, endSample },
      ...{ widthPx: size.width, speed: 0 },
    });
    const rows = rowsIn(host, size, recipe.derivations.length);
    const parts = { background: tokenColour(host, "--plot-bg"), bands: [], rows };
    const frameWith = (tiles: readonly TraceTile[]) => frameOf(traceView(view, size, parts), tiles);
    await complete(feedWindow, signal);
    // Where tiles lie is the feed's; what they hold is not taken from it. They are drawn in this turn: their memory is the feed's.
    const tiles = feedWindow.tiles();
    const values = calibrationValues(recipe);
    const expected = frameWith(tiles.map((tile) => expectedTile(tile, values)));
    renderer.draw(frameWith(tiles));
    const shown = await renderer.readPixels();
    signal.throwIfAborted();
    const difference = compare(shown, drawReference(expected), size.width);
    return { isRight: isAlike(difference) && isPixelExact, difference, size, backend: renderer.backend, isPixelExact };
  } finally {
    feedWindow[Symbol.dispose]();
    if (signal.aborted) end();
  }
}

/** Traces one below the other, positive up, at the sensitivity that windows open with. */
function rowsIn(host: HTMLElement, { height, ratio }: PlotSize, count: number): TraceRow[] {
  const colour = tokenColour(host, "--eeg-left");
  const pixelsPerUnit = -pixelsPerMicroVolt(usualSensitivities.eeg, screenScale.pixelsPerMm) * ratio;
  return Array.from({ length: count }, (_, row) => ({
    row,
    baselineY: Math.round(((row + 0.5) / count) * height),
    pixelsPerUnit,
    colour,
  }));
}

/** Resolves once everything of the view is here. */
function complete(feedWindow: FeedWindow, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      feedWindow.catchUp();
      const [failed] = feedWindow.status.failed;
      if (feedWindow.isComplete()) resolve();
      else if (failed !== undefined) reject(new PictureFailed(failed.message));
    };
    feedWindow.onChange = look;
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    look();
  });
}

/** The size of the picture in device pixels, and whether it has exactly so many. */
function measured(host: HTMLElement, signal: AbortSignal): Promise<{ size: PlotSize; isPixelExact: boolean }> {
  return new Promise((resolve, reject) => {
    const observer = new ResizeObserver(([entry]) => {
      observer.disconnect();
      const size = plotSize(entry);
      const [css] = entry.contentBoxSize;
      const isNear = (length: number, px: number) => Math.abs(length * size.ratio - px) < 1;
      resolve({ size, isPixelExact: isNear(css.inlineSize, size.width) && isNear(css.blockSize, size.height) });
    });
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    observePixels(observer, host);
  });
}
