/** The plot: takes the view every frame, tells the feed, draws traces, axis, cursor and calibration. Not React. */
import { subscribe } from "valtio";
import type { Sensitivities } from "../../../../domain/display.ts";
import { segmentsTouching } from "../../../../domain/gaps.ts";
import { recipeOf } from "../../../../domain/row-recipe.ts";
import { createSkippedTimes } from "../../../../domain/skipped.ts";
import { lengthOf } from "../../../../domain/view-span.ts";
import type { Recipe } from "../../../../protocol/recipe.ts";
import { countBlankColumns, frameLoop, frameStats } from "../../../../render/index.ts";
import type { TraceRenderer, TraceRow } from "../../../../render/types.ts";
import { onThemeChange } from "../../../../ui/theme.ts";
import { currentPace } from "../../timeline/pace-setting.ts";
import { createPlayback, type PlaybackFrame, setSkipped, spanOf } from "../../timeline/timeline.ts";
import { createAnnotationStrip } from "./annotation-strip.ts";
import { createAxisStrip } from "./axis-strip.ts";
import { drawCalibrations } from "./calibration.ts";
import { readColours } from "./colours.ts";
import { type CursorElements, drawCursor, type PointerPlace } from "./cursor.ts";
import type { Drawn } from "./drawn.ts";
import type { EegWindow } from "./eeg-window.ts";
import { drawFailures } from "./failures.ts";
import { createFitMeter } from "./fit.ts";
import { drawDamage, drawProvisional } from "./marked-spans.ts";
import { followPlotInput } from "./plot-input.ts";
import { auxFiltersOf, type EegProps, filtersOf, sensitivitiesOf } from "./props.ts";
import { scrollRowsByWheel, topOf } from "./row-scroll.ts";
import { type GridView, gridView, type PlotSize, plotBands, traceRows, traceView } from "./trace-view.ts";

export interface PlotElements extends CursorElements {
  /** Holds the canvas; takes focus, pointer and wheel. */
  readonly surface: HTMLElement;
  readonly axis: HTMLElement;
  readonly date: HTMLElement;
  readonly calibration: HTMLElement;
  readonly failures: HTMLElement;
  readonly damage: HTMLElement;
  readonly provisional: HTMLElement;
  readonly annotations: HTMLElement;
}

/** Starts drawing a window with a renderer whose canvas fills `surface`. Returns the end of it. */
export function startPlot(elements: PlotElements, window: EegWindow, renderer: TraceRenderer): () => void {
  const { surface, axis, date, calibration, failures } = elements;
  const { timeline, props, scroll, clock, recording, feedWindow } = window;
  const file = { startMs: recording.start_ms, endMs: recording.end_ms };
  const timeOf = (sample: number, samplingHz: number) => recording.start_ms + (sample * 1000) / samplingHz;
  const playback = createPlayback(
    timeline,
    {
      readyUntilMs: () => timeOf(feedWindow.readyUntil(), window.drawn()?.group.sampling_hz ?? 1),
      isConnected: () => feedWindow.status.connection === "connected",
    },
    currentPace,
  );
  const skipped = createSkippedTimes(timeline.skipped);
  const tags = createAnnotationStrip(elements.annotations, window.annotations);
  const strip = createAxisStrip(axis, date, { clock, onFont: () => slot.invalidate() });
  let colours = readColours(surface);
  let size: PlotSize = { width: 0, height: 0, ratio: devicePixelRatio };
  let pointer: PointerPlace | null = null;
  const rowsOf = rememberRows();
  const currentSensitivities = rememberSensitivities(props);
  const recipeFor = rememberRecipe(props);
  const fitMeter = createFitMeter(window.fit);

  const slot = frameLoop.register((now) => {
    const frame = playback.tick(now);
    const drawn = window.drawn();
    if (size.width > 0 && size.height > 0 && drawn !== null) draw(drawn, frame);
    return frame.isPlaying;
  });

  function draw(drawn: Drawn, { isPlaying, isPlayed }: PlaybackFrame): void {
    const span = spanOf(timeline);
    const { sampling_hz, modality } = drawn.group;
    const view = gridView(span, recording.start_ms, sampling_hz, size.width);
    feedWindow.look({
      recording,
      modality,
      recipe: recipeFor(drawn),
      startSample: view.startSample,
      endSample: view.endSample,
      widthPx: size.width,
      speed: isPlaying ? timeline.speed : 0,
    });
    const tiles = feedWindow.tiles();
    const missing = feedWindow
      .missing()
      .map(({ start, end }) => ({ startMs: timeOf(start, sampling_hz), endMs: timeOf(end, sampling_hz) }));
    skipped.frame(span, missing, isPlayed);
    setSkipped(timeline, skipped.spans);
    const { failed } = feedWindow.status;
    frameStats.recordBlank(countBlankColumns({ ...view, width: size.width }, tiles, runsIn(drawn, view)));
    const rows = rowsOf(drawn, currentSensitivities(), topOf(scroll, drawn), size, colours);
    const bands = plotBands({ span, view, size, clock, drawn, tiles, failed, colours, recording: file });
    renderer.draw(traceView(view, size, { background: colours.background, bands, rows }), tiles);
    const widthCss = size.width / size.ratio;
    strip.draw(span, widthCss, size.ratio);
    tags.draw(span, widthCss);
    drawCursor(elements, pointer, { span, view, size, clock, drawn, rows, tiles });
    drawCalibrations(calibration, drawn, currentSensitivities(), {
      pixelsPerSecond: (widthCss * 1000) / lengthOf(span),
      heightPx: size.height / size.ratio,
    });
    drawFailures(failures, failed, view, size.ratio);
    drawProvisional(elements.provisional, feedWindow.provisional(), view, size.ratio);
    drawDamage(elements.damage, window.damageOf(modality), view, size.ratio);
    const rowHeightPx = size.height / size.ratio / drawn.layout.inView;
    if (!isPlaying) fitMeter.touch(() => ({ drawn, tiles, view, sensitivities: currentSensitivities(), rowHeightPx }));
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
  const unties = [
    subscribe(timeline, () => slot.invalidate(), true),
    subscribe(props, () => slot.invalidate(), true),
    subscribe(scroll, () => slot.invalidate(), true),
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
        slot.invalidate();
      },
      (event) => {
        const drawn = window.drawn();
        if (drawn !== null) scrollRowsByWheel(event, scroll, drawn);
      },
    ),
  ];
  return () => {
    fitMeter.cancel();
    resized.disconnect();
    feedWindow.onChange = () => undefined;
    for (const untie of unties) untie();
    elements.annotations.replaceChildren();
    elements.damage.replaceChildren();
    elements.provisional.replaceChildren();
    axis.replaceChildren();
    slot[Symbol.dispose]();
  };
}

/**
 * Device pixels exactly where the browser tells them, else rounded from CSS px; also where what it tells is of another
 * screen than `devicePixelRatio` (emulated screens).
 */
function plotSize({ contentBoxSize: [css], devicePixelContentBoxSize }: ResizeObserverEntry): PlotSize {
  const ratio = devicePixelRatio;
  const exact = devicePixelContentBoxSize?.[0];
  const side = (length: number, told: number | undefined) =>
    told !== undefined && Math.abs(told - length * ratio) < 1 ? told : Math.round(length * ratio);
  return {
    width: side(css.inlineSize, exact?.inlineSize),
    height: side(css.blockSize, exact?.blockSize),
    ratio,
  };
}

function observePixels(observer: ResizeObserver, element: Element): void {
  try {
    observer.observe(element, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(element);
  }
}

/** Stretches of the view that hold data. */
const runsIn = ({ group }: Drawn, { startSample, endSample }: GridView) =>
  segmentsTouching(group.segments, startSample, endSample);

/** One recipe object for as long as montage and filters stay: whoever is given it may compare it by identity. */
function rememberRecipe(props: EegProps): (drawn: Drawn) => Recipe {
  let recipe: Recipe | null = null;
  let key: unknown[] = [];
  return (drawn) => {
    const [eeg, aux] = [filtersOf(props), auxFiltersOf(props)];
    const next = [drawn, eeg.lff, eeg.hff, eeg.notch, aux.lff, aux.hff];
    if (recipe === null || next.some((value, k) => value !== key[k])) {
      key = next;
      recipe = recipeOf(drawn.resolved, drawn.computed, {
        filters: { eeg, aux },
        samplingHz: drawn.group.sampling_hz,
      });
    }
    return recipe;
  };
}

/** The same object for as long as its values stay. */
function rememberSensitivities(props: EegProps): () => Sensitivities {
  let now = sensitivitiesOf(props);
  return () => {
    const next = sensitivitiesOf(props);
    if (!isSameSensitivities(now, next)) now = next;
    return now;
  };
}

const isSameSensitivities = (a: Sensitivities, b: Sensitivities): boolean =>
  a.eeg === b.eeg && a.ecg === b.ecg && a.eog === b.eog && a.emg === b.emg && a.other === b.other;

/** Rows change with what is drawn, the sensitivities, the size and the theme, not with the time. */
function rememberRows(): typeof traceRows {
  let key: Parameters<typeof traceRows> | null = null;
  let rows: TraceRow[] = [];
  return (...next) => {
    if (key === null || next.some((value, k) => value !== key?.[k])) {
      key = next;
      rows = traceRows(...next);
    }
    return rows;
  };
}
