/**
 * The plot of a window, whatever it shows: takes the view every frame, tells the feed, draws traces, axis, annotations,
 * cursor and what is said of the data. A kind of window brings its content. Not React.
 */
import { subscribe } from "valtio";
import { isReadSignal } from "../../../domain/coverage/read-signals.ts";
import { segmentsTouching } from "../../../domain/time/gaps.ts";
import { timeOfSample } from "../../../domain/time/sample-time.ts";
import { createSkippedTimes } from "../../../domain/time/skipped.ts";
import { withSpan } from "../../../domain/time/time-spans.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import { type GridView, gridView, type PlotSize } from "../../../picture/grid-view.ts";
import { countBlankColumns, frameLoop, frameStats } from "../../../render/index.ts";
import type { TraceRenderer } from "../../../render/types.ts";
import { onThemeChange } from "../../../ui/theme.ts";
import { coverageNow } from "../coverage/coverage-now.ts";
import { cursorMs, pointAt } from "../time/link-group.ts";
import { fileOf, setPicture, setPlotWidth, setSkipped, spanOf } from "../time/timeline.ts";
import { createAnnotationInput, firstGesture } from "./annotation-input.ts";
import { createAnnotationStrip } from "./annotation-strip.ts";
import { createAxisStrip, setText } from "./axis-strip.ts";
import { readColours } from "./colours.ts";
import { type CursorElements, cursorPointer, drawCursor, type PointerPlace } from "./cursor.ts";
import { createTileCutter } from "./cut-tiles.ts";
import { drawElsewhere } from "./elsewhere.ts";
import { emptyText } from "./empty-view.ts";
import { drawEventBar } from "./event-bar.ts";
import { drawFailures } from "./failures.ts";
import { lanesChannels } from "./lanes-channels.ts";
import { drawDamage, drawProvisional } from "./marked-spans.ts";
import { drawMarkedTimes } from "./marked-times.ts";
import { createMaskLayer, placeMasks } from "./mask-layer.ts";
import { type Lane, maskedInAll, phaseOf, rememberLanes, rememberMasked } from "./masked-rows.ts";
import { createMeasure } from "./measure.ts";
import type { ContentOptions, Picture, PlotContent, PlotSource, SourcePicture } from "./plot-content.ts";
import { followPlotInput } from "./plot-input.ts";
import { isCrampedIn, observePixels, plotSize } from "./plot-size.ts";
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
  readonly masks: HTMLElement;
  readonly elsewhere: HTMLElement;
  readonly empty: HTMLElement;
  readonly event: HTMLElement;
  readonly marked: HTMLElement;
  readonly measure: HTMLElement;
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
  const { timeline, clock } = window;
  const skipped = createSkippedTimes(timeline.skipped);
  const tags = createAnnotationStrip(elements.annotations, window.annotations, window.recording.data_object_id);
  const { masks } = window.annotations;
  const maskedOf = rememberMasked(masks);
  const cutter = createTileCutter(maskedOf);
  const hatch = createMaskLayer(elements.masks);
  const sameLanes = rememberLanes();
  const strip = createAxisStrip(axis, date, { clock, onFont: () => slot.invalidate() });
  let colours = readColours(surface);
  let size: PlotSize = { width: 0, height: 0, ratio: devicePixelRatio };
  let pointer: PointerPlace | null = null;
  let lanes: readonly Lane[] = [];
  let speed = 0;
  let isLookDue = false;
  let isCramped = false;
  let heard: readonly PlotSource[] = [];
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
      if (size.width === 0 || size.height === 0) return;
      const span = spanOf(timeline);
      for (const source of content.sources()) lookAt(source, span, 0);
      content.ask?.(span, size);
    });
  };

  const slot = frameLoop.register((now) => {
    const frame = timeline.link.frameAt(now);
    speed = frame.speed;
    drawNow(frame.isPlayed);
    return speed !== 0;
  });
  const measure = createMeasure(elements.measure, {
    timeAt(x) {
      const span = spanOf(timeline);
      return span.startMs + (x / Math.max(surface.clientWidth, 1)) * lengthOf(span);
    },
    invalidate,
  });
  const annotating = createAnnotationInput({
    annotations: window.annotations,
    strip: tags,
    title: window.title,
    channelsAt: (fromY, toY) =>
      content.marksLanes === true ? lanesChannels(lanes, [fromY, toY], window.recording.data_object_id) : [],
    timeAt(x) {
      const span = spanOf(timeline);
      const file = fileOf(timeline);
      const timeMs = span.startMs + (x / Math.max(surface.clientWidth, 1)) * lengthOf(span);
      return Math.min(Math.max(timeMs, file.startMs), file.endMs);
    },
  });
  const content = createContent({ surface, margin: elements.margin, invalidate: changed });
  const marking = content.marking === undefined ? annotating : firstGesture(content.marking, annotating);

  /** Exact traces of what is read of the recording of the review. */
  const showsRecording = ({ holdsClock, recording, group }: PlotSource) =>
    holdsClock && recording.data_object_id === window.recording.data_object_id && isReadSignal(recording, group);

  function lookAt(source: PlotSource, span: Span, speed: number): GridView {
    const { recording, group, recipe, feedWindow } = source;
    const view = gridView(span, recording.start_ms, group.sampling_hz, size.width);
    const { startSample, endSample } = view;
    const { modality } = group;
    const widthPx = Math.min(size.width, source.mostColumns ?? size.width);
    feedWindow.look({ recording, modality, recipe, startSample, endSample, widthPx, speed });
    return view;
  }

  /** Hears of every source that is drawn, and of no other one. */
  function hear(sources: readonly PlotSource[]): void {
    if (sources === heard) return;
    for (const { feedWindow } of heard) feedWindow.onChange = () => undefined;
    for (const { feedWindow } of sources)
      feedWindow.onChange = () => {
        // The frame tells the status with its picture; without frames (a hidden page) it comes a little later.
        window.readout.touch();
        slot.invalidate();
      };
    heard = sources;
  }

  function drawNow(isPlayed: boolean) {
    if (size.width === 0 || size.height === 0) return;
    const asked = content.sources();
    hear(asked);
    const span = spanOf(timeline);
    // All of them are asked before any is waited for.
    const views = asked.map((source) => lookAt(source, span, speed));
    const whole = asked.map((source, k): SourcePicture => {
      source.feedWindow.catchUp();
      return { source, view: views[k], tiles: source.feedWindow.tiles() };
    });
    const blank = whole.reduce((sum, each) => sum + blankColumns(each, size.width), 0);
    const { artifacts } = window.props;
    const sources = artifacts === "out" ? withoutMasked(whole) : whole;
    // Where masks are not known nothing is drawn.
    const missing = artifacts === "out" && !asked.every(isMaskKnown) ? [span] : missingOf(asked);
    skipped.frame(span, missing, isPlayed);
    setSkipped(timeline, skipped.spans);
    const picture: Picture = { span, size, clock, colours, sources, isPlaying: speed !== 0 };
    const drawing = content.draw(picture);
    if (drawing === null) return;
    frameStats.recordBlank(blank);
    renderer.draw(drawing.frame);
    if (asked.some(showsRecording))
      coverageNow()?.frame(timeline, span, artifacts === "out" ? leftOut(asked, span, missing) : missing);
    const widthCss = size.width / size.ratio;
    strip.draw(span, widthCss, size.ratio);
    lanes = sameLanes(content.lanes(picture));
    const plot = { width: widthCss, height: size.height / size.ratio, ratio: size.ratio };
    tags.draw(span, plot, cursorMs(timeline.link), lanes, content.mostShade);
    hatch(artifacts === "show" ? placeMasks(lanes, maskedOf, span, widthCss) : null);
    drawElsewhere(elements.elsewhere, timeline, span, widthCss);
    drawEventBar(elements.event, window.annotations.event.state.span, span, widthCss);
    drawMarkedTimes(elements.marked, timeline, span, widthCss);
    const { parts, marked, damaged } = drawing;
    const { reading: read, saysRows = false } = content;
    const own = cursorPointer(timeline, pointer, widthCss);
    const at = drawCursor(elements, { pointer: own, timeline, span, size, clock, parts, read, saysRows });
    measure.draw({ span, size, parts, read }, cursorMs(timeline.link));
    drawFailures(failures, marked, sources, size.ratio);
    drawProvisional(elements.provisional, marked, size.ratio);
    drawDamage(elements.damage, damaged, size.ratio);
    setText(elements.empty, content.saysEmpty === true ? "" : (emptyText(whole, span, clock) ?? ""));
    content.drawn(picture, drawing, at);
    window.readout.drawn();
  }

  const isMaskKnown = ({ rowInputs }: PlotSource) => rowInputs === undefined || phaseOf(masks, rowInputs) === "known";

  /** What is not drawn: what is missing, and what artifacts take out of every row. */
  function leftOut(asked: readonly PlotSource[], span: Span, missing: readonly Span[]): readonly Span[] {
    if (asked.some(({ rowInputs }) => rowInputs === undefined)) return missing;
    const rows = asked.flatMap(({ rowInputs }) => rowInputs ?? []);
    return maskedInAll(rows, maskedOf, span).reduce(withSpan, missing);
  }

  /** Where masks are not known nothing is shown as if there were none. */
  function withoutMasked(whole: readonly SourcePicture[]): readonly SourcePicture[] {
    cutter.begin();
    return whole.map((each) => {
      return { ...each, tiles: isMaskKnown(each.source) ? cutter.cut(each.source, each.tiles) : [] };
    });
  }

  const resized = new ResizeObserver(([entry]) => {
    const isPictured = size.width > 0;
    size = plotSize(entry);
    setPlotWidth(timeline, size.width / size.ratio);
    isCramped = isCrampedIn(size, surface);
    window.readout.sized(isCramped);
    // Before this frame is shown: it would stretch the picture of the old size.
    if (isPictured) drawNow(false);
    else slot.invalidate();
  });
  observePixels(resized, surface);
  setPicture(timeline, {
    // What has no room to draw asks for nothing: the clock would wait for ever.
    readyUntilMs: () =>
      (isCramped ? [] : holding(content.sources())).reduce<number | null>(
        (least, source) => Math.min(least ?? Number.POSITIVE_INFINITY, timeOf(source, source.feedWindow.readyUntil())),
        null,
      ),
    heardAt: () =>
      Math.max(...content.sources().map(({ feedWindow }) => feedWindow.status.heardAt ?? Number.NEGATIVE_INFINITY)),
    isConnected: () => content.sources().every(({ feedWindow }) => feedWindow.status.connection === "connected"),
    title: window.title,
    whyNoMarks: () => window.marks?.whyNot() ?? null,
    measure() {
      if (cursorMs(timeline.link) === null) pointAt(timeline.link, timeline, 0.5);
      const own = cursorPointer(timeline, pointer, surface.clientWidth);
      measure.press(cursorMs(timeline.link) ?? timeline.startMs, own);
    },
  });
  const unties = [
    subscribe(timeline, changed, true),
    followCursor(window, invalidate),
    subscribe(window.annotations.state, invalidate, true),
    subscribe(window.annotations.event.state, invalidate, true),
    subscribe(masks.state, invalidate, true),
    onThemeChange(() => {
      colours = readColours(surface);
      strip.refresh();
      tags.refresh();
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
      { onRowWheel: (event) => content.rowWheel?.(event), measure, marking, isOverview: window.isOverview },
    ),
  ];
  const stop = () => {
    isLookDue = false;
    resized.disconnect();
    hear([]);
    measure.clear();
    elements.measure.hidden = true;
    setPicture(timeline, null);
    coverageNow()?.gone(timeline);
    pointAt(timeline.link, timeline, null);
    for (const untie of unties) untie();
    elements.annotations.replaceChildren();
    elements.values.replaceChildren();
    elements.masks.replaceChildren();
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

const timeOf = ({ recording, group }: PlotSource, sample: number) =>
  timeOfSample(recording.start_ms, group.sampling_hz, sample);

const holding = (sources: readonly PlotSource[]) => sources.filter(({ holdsClock }) => holdsClock);

/** Times of the view that are not exact yet in one of the sources that playback shows; ascending, joined. */
function missingOf(sources: readonly PlotSource[]): readonly Span[] {
  const missing = holding(sources).flatMap((source) =>
    source.feedWindow
      .missing()
      .map(({ start, end }) => ({ startMs: timeOf(source, start), endMs: timeOf(source, end) })),
  );
  return sources.length < 2
    ? missing
    : missing.toSorted((a, b) => a.startMs - b.startMs).reduce<readonly Span[]>(withSpan, []);
}

/** Pixel columns that hold data and show nothing. */
const blankColumns = ({ source, view, tiles }: SourcePicture, width: number): number =>
  source.holdsClock
    ? countBlankColumns(
        { ...view, width },
        tiles,
        segmentsTouching(source.group.segments, view.startSample, view.endSample),
      )
    : 0;
