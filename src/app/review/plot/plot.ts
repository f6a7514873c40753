/**
 * The plot of a window, whatever it shows: takes the view every frame, tells the feed, draws traces, axis, annotations,
 * cursor and what is said of the data. A kind of window brings its content. Not React.
 */
import { subscribe } from "valtio";
import type { Clock } from "../../../domain/time/clock.ts";
import { segmentsTouching } from "../../../domain/time/gaps.ts";
import { createSkippedTimes } from "../../../domain/time/skipped.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import type { Recipe } from "../../../protocol/recipe.ts";
import type { SignalGroup } from "../../../protocol/recordings.ts";
import { countBlankColumns, frameLoop, frameOf, frameStats } from "../../../render/index.ts";
import type { TraceRenderer, TraceRow, TraceTile } from "../../../render/types.ts";
import { onThemeChange } from "../../../ui/theme.ts";
import { pointAt } from "../time/link-group.ts";
import { setPicture, setSkipped, spanOf } from "../time/timeline.ts";
import { createAnnotationStrip } from "./annotation-strip.ts";
import { createAxisStrip } from "./axis-strip.ts";
import { readColours } from "./colours.ts";
import { type CursorElements, drawCursor, type PointerPlace } from "./cursor.ts";
import { drawFailures } from "./failures.ts";
import { type GridView, gridView, type PlotSize, plotBands, traceView } from "./grid-view.ts";
import { drawDamage, drawProvisional } from "./marked-spans.ts";
import type { Reading } from "./nearest-trace.ts";
import { followPlotInput } from "./plot-input.ts";
import { observePixels, plotSize } from "./plot-size.ts";
import type { PlotWindow } from "./plot-window.ts";

export interface PlotElements extends CursorElements {
  /** Holds the canvas; takes focus, pointer and wheel. */
  readonly surface: HTMLElement;
  readonly axis: HTMLElement;
  readonly date: HTMLElement;
  /** The right margin: the kind's own. */
  readonly margin: HTMLElement;
  readonly failures: HTMLElement;
  readonly damage: HTMLElement;
  readonly provisional: HTMLElement;
  readonly annotations: HTMLElement;
}

type Asked = NonNullable<ReturnType<PlotContent["asked"]>>;

/** The view of a frame and what there is to draw of it. */
export interface Picture {
  readonly group: SignalGroup;
  readonly view: GridView;
  readonly size: PlotSize;
  readonly tiles: readonly TraceTile[];
}

/** A picture that has been drawn. */
export interface DrawnPicture extends Picture {
  readonly span: Span;
  readonly clock: Clock;
  readonly rows: readonly TraceRow[];
  /** Of the group's cursor, whichever window the pointer is in; null without one, or where it is out of view. */
  readonly cursorSample: number | null;
  readonly isPlaying: boolean;
}

/** What a kind of window brings to its plot. Called in frames: cheap, and nothing is made anew that is as before. */
export interface PlotContent extends Disposable {
  /** What the feed is asked for, null when there is nothing to draw. The same recipe object for as long as it says the same. */
  asked(): { readonly group: SignalGroup; readonly recipe: Recipe } | null;
  /** The rows to draw; the same array for as long as nothing changed. */
  rows(picture: Picture): readonly TraceRow[];
  /** What the chip at the cursor says of a trace; null: nothing. */
  reading(reading: Reading): { readonly name: string; readonly value: string } | null;
  /** Called after the frame was drawn: what it sets in elements beside the canvas. */
  drawn(picture: DrawnPicture): void;
  /** The wheel with Alt held. */
  rowWheel?(event: WheelEvent): void;
}

export interface ContentOptions {
  readonly surface: HTMLElement;
  readonly margin: HTMLElement;
  /** Its own settings changed: a frame is needed. */
  readonly invalidate: () => void;
}

export interface PlotOptions {
  readonly window: PlotWindow;
  readonly createContent: (options: ContentOptions) => PlotContent;
}

export interface RunningPlot {
  /** Draws now, out of the turn of frames: the canvas is another one, and a hidden page has none. */
  redraw(): void;
  stop(): void;
}

/** Starts drawing a window with a renderer whose canvas fills `surface`. */
export function startPlot(
  elements: PlotElements,
  { window, createContent }: PlotOptions,
  renderer: TraceRenderer,
): RunningPlot {
  const { surface, axis, date, failures } = elements;
  const { timeline, clock, recording, feedWindow } = window;
  const file = {
    startMs: recording.start_ms,
    /** A recording may grow under its plot. */
    get endMs() {
      return recording.end_ms;
    },
  };
  const timeOf = (sample: number, samplingHz: number) => recording.start_ms + (sample * 1000) / samplingHz;
  const skipped = createSkippedTimes(timeline.skipped);
  const tags = createAnnotationStrip(elements.annotations, window.annotations);
  const strip = createAxisStrip(axis, date, { clock, onFont: () => slot.invalidate() });
  let colours = readColours(surface);
  let size: PlotSize = { width: 0, height: 0, ratio: devicePixelRatio };
  let pointer: PointerPlace | null = null;
  let speed = 0;
  let isLookDue = false;
  const invalidate = () => slot.invalidate();
  /** A frame is needed, and what it will show is asked for before it comes. */
  const changed = () => {
    slot.invalidate();
    // A hidden page has no frames and asks for nothing.
    if (isLookDue || speed !== 0 || document.hidden) return;
    isLookDue = true;
    queueMicrotask(() => {
      if (!isLookDue) return;
      isLookDue = false;
      const asked = content.asked();
      if (size.width > 0 && asked !== null) lookAt(asked, spanOf(timeline), 0);
    });
  };

  const slot = frameLoop.register((now) => {
    const frame = timeline.link.frameAt(now);
    speed = frame.speed;
    drawNow(frame.isPlayed);
    return speed !== 0;
  });
  const content = createContent({ surface, margin: elements.margin, invalidate: changed });

  function lookAt({ group, recipe }: Asked, span: Span, speed: number): GridView {
    const { sampling_hz, modality } = group;
    const view = gridView(span, recording.start_ms, sampling_hz, size.width);
    const { startSample, endSample } = view;
    feedWindow.look({ recording, modality, recipe, startSample, endSample, widthPx: size.width, speed });
    return view;
  }

  function drawNow(isPlayed: boolean) {
    const asked = content.asked();
    if (size.width === 0 || size.height === 0 || asked === null) return;
    const { group } = asked;
    const { sampling_hz, modality } = group;
    const span = spanOf(timeline);
    const view = lookAt(asked, span, speed);
    feedWindow.catchUp();
    const tiles = feedWindow.tiles();
    const missing = feedWindow
      .missing()
      .map(({ start, end }) => ({ startMs: timeOf(start, sampling_hz), endMs: timeOf(end, sampling_hz) }));
    skipped.frame(span, missing, isPlayed);
    setSkipped(timeline, skipped.spans);
    const { failed } = feedWindow.status;
    frameStats.recordBlank(countBlankColumns({ ...view, width: size.width }, tiles, runsIn(group, view)));
    const picture: Picture = { group, view, size, tiles };
    const rows = content.rows(picture);
    const bands = plotBands({ span, view, size, clock, group, tiles, failed, colours, recording: file });
    renderer.draw(frameOf(traceView(view, size, { background: colours.background, bands, rows }), tiles));
    const widthCss = size.width / size.ratio;
    strip.draw(span, widthCss, size.ratio);
    tags.draw(span, widthCss);
    const at = drawCursor(elements, { pointer, timeline, span, view, size, clock, rows, tiles, read: content.reading });
    drawFailures(failures, failed, view, size.ratio);
    drawProvisional(elements.provisional, feedWindow.provisional(), view, size.ratio);
    drawDamage(elements.damage, window.damageOf(modality), view, size.ratio);
    content.drawn({ ...picture, span, clock, rows, cursorSample: at, isPlaying: speed !== 0 });
    window.readout.drawn();
  }

  const resized = new ResizeObserver(([entry]) => {
    size = plotSize(entry);
    slot.invalidate();
  });
  observePixels(resized, surface);
  feedWindow.onChange = () => {
    // The frame tells the status with its picture; without frames (a hidden page) it comes a little later.
    window.readout.touch();
    slot.invalidate();
  };
  setPicture(timeline, {
    readyUntilMs: () => timeOf(feedWindow.readyUntil(), content.asked()?.group.sampling_hz ?? 1),
    isConnected: () => feedWindow.status.connection === "connected",
  });
  const unties = [
    subscribe(timeline, changed, true),
    followCursor(window, invalidate),
    onThemeChange(() => {
      colours = readColours(surface);
      strip.refresh();
      slot.invalidate();
    }),
    followPlotInput(
      surface,
      timeline,
      (place) => {
        pointer = place;
        pointAt(timeline.link, timeline, place === null ? null : place.x / Math.max(surface.clientWidth, 1));
        slot.invalidate();
      },
      (event) => content.rowWheel?.(event),
    ),
  ];
  const stop = () => {
    isLookDue = false;
    resized.disconnect();
    feedWindow.onChange = () => undefined;
    setPicture(timeline, null);
    pointAt(timeline.link, timeline, null);
    for (const untie of unties) untie();
    elements.annotations.replaceChildren();
    elements.damage.replaceChildren();
    elements.provisional.replaceChildren();
    axis.replaceChildren();
    slot[Symbol.dispose]();
    content[Symbol.dispose]();
  };
  return { redraw: () => drawNow(false), stop };
}

/** A pointer over one window moves the cursor in all that are linked with it, also after the window changed its group. */
function followCursor({ timeline }: PlotWindow, invalidate: () => void): () => void {
  let link = timeline.link;
  let untie = subscribe(link.state, invalidate, true);
  const untieLink = subscribe(
    timeline,
    () => {
      if (timeline.link === link) return;
      untie();
      link = timeline.link;
      untie = subscribe(link.state, invalidate, true);
    },
    true,
  );
  return () => {
    untie();
    untieLink();
  };
}

/** Stretches of the view that hold data. */
const runsIn = ({ segments }: SignalGroup, { startSample, endSample }: GridView) =>
  segmentsTouching(segments, startSample, endSample);
