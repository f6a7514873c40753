/** What a time series window brings to its plot: its graphs one under the other, their axes and legends. */
import { subscribe } from "valtio";
import type { HeatmapTrace } from "../../../../domain/graphs/graph.ts";
import { unitName } from "../../../../domain/montage/display.ts";
import { type ValueRange, valueText, valueTicks } from "../../../../domain/montage/value-axis.ts";
import { hatchPeriod, type Layer, tokenColour } from "../../../../render/index.ts";
import type { Rgba } from "../../../../render/types.ts";
import { currentTheme, onThemeChange } from "../../../../ui/theme.ts";
import { setText } from "../../plot/axis-strip.ts";
import type { Lane, RowInputs } from "../../plot/masked-rows.ts";
import { valueAt } from "../../plot/nearest-trace.ts";
import type { ContentOptions, Picture, PlotContent, TracePart } from "../../plot/plot-content.ts";
import { strokeColour } from "../../plot/trace-colours.ts";
import { fileOf } from "../../time/timeline.ts";
import { followAxisInput } from "./axis-input.ts";
import { lettersBeside, placeNumbers } from "./axis-numbers.ts";
import { gapPixels, type PixelSpan } from "./graph-bands.ts";
import { bodyRect, type GraphPlace, layGraphs, mostBesideLetters } from "./graph-layout.ts";
import type { HeatBars } from "./heat-bars.ts";
import { drawHeatGraph, type HeatMemory, heatRows, keepRows, rowsOf } from "./heat-graph.ts";
import { type DrawnGraph, drawLineGraph, rangeOf, traceOfReading, yOf } from "./line-graph.ts";
import { nothingIn } from "./nothing-in.ts";
import type { SeriesWindow } from "./series-window.ts";
import type { ShownGraph } from "./shown.ts";
import { createValueStrip, type StripAxis } from "./value-strip.ts";

/** Room of a tick of the pressures of bins, CSS px. */
const binTickPx = 26;

export interface SeriesElements {
  /** Under the y axes; takes the pointer. */
  readonly axis: HTMLCanvasElement;
  /** Over the plot: an element for each graph, with its head and, in the order of its traces, their values ("data-value"). */
  readonly heads: HTMLElement;
  /** Told when the graphs become so low that their heads lie over them, and when no more. */
  readonly onLow: (isLow: boolean) => void;
}

interface GraphFrame {
  readonly shown: ShownGraph;
  readonly place: GraphPlace;
  readonly range: ValueRange | null;
  readonly drawn: DrawnGraph;
}

/**
 * Ranges of axes that were set with the pointer, by graph: of the window as long as it is open. The graphs themselves belong to the
 * display and its other readers, and change in 'Configure Graphs' alone.
 */
const axes = new WeakMap<SeriesWindow, Map<string, ValueRange>>();

function axesOf(window: SeriesWindow): Map<string, ValueRange> {
  const known = axes.get(window);
  if (known !== undefined) return known;
  const made = new Map<string, ValueRange>();
  axes.set(window, made);
  return made;
}

export function createSeriesContent(
  window: SeriesWindow,
  { axis, heads, onLow }: SeriesElements,
  { surface, invalidate }: ContentOptions,
): PlotContent {
  const strip = createValueStrip(axis, invalidate);
  let ink = tokenColour(surface, "--plot-ink");
  let danger = tokenColour(surface, "--plot-damage");
  const ranges = axesOf(window);
  let frames: readonly GraphFrame[] = [];
  let seen: Picture["sources"] = [];
  let isLow = false;
  const heat: HeatMemory = new Map();
  const partOf = new Map<TracePart, GraphFrame>();
  const colourOf = (chosen: string) => strokeColour(chosen, currentTheme(), ink);
  const unties = [
    subscribe(window.props, invalidate, true),
    subscribe(window.recordings.state, invalidate, true),
    onThemeChange(() => {
      ink = tokenColour(surface, "--plot-ink");
      danger = tokenColour(surface, "--plot-damage");
      strip.refresh();
      invalidate();
    }),
    followAxisInput(axis, {
      axisAt(y) {
        const found = frames.find(({ place }) => y >= place.bodyTop && y < place.bodyTop + place.bodyHeight);
        if (found === undefined || found.range === null) return null;
        const { shown, place, range } = found;
        return { graph: shown.graph.id, range, top: place.bodyTop, height: place.bodyHeight };
      },
      ownOf: (graph) => ranges.get(graph) ?? null,
      show(graph, range) {
        if (range === null) ranges.delete(graph);
        else ranges.set(graph, range);
        invalidate();
      },
    }),
  ];

  /** `gaps`: of each source of the picture. */
  function frameOf(shown: ShownGraph, place: GraphPlace, picture: Picture, gaps: readonly PixelSpan[][]): GraphFrame {
    const clip = bodyRect(place, picture.size);
    const range = ranges.get(shown.graph.id) ?? rangeOf(shown, picture.sources);
    const colours: Rgba[] = shown.traces.map(({ trace }) =>
      trace.renderStrategy === "line" ? colourOf(trace.color) : ink,
    );
    if (shown.graph.renderStrategy === "heatmap")
      return { shown, place, range, drawn: drawHeatGraph({ shown, clip, ink, danger, gaps }, picture, heat) };
    const room = { above: place.bodyTop - place.top, letters: lettersBeside(besideOf(shown, place)) };
    return {
      shown,
      place,
      range,
      drawn: drawLineGraph({ shown, clip, range, room, colours, danger, gaps }, picture),
    };
  }

  return {
    sources: () => window.sources(),
    draw(picture) {
      const { graphs } = window.shown();
      const { size, colours } = picture;
      seen = picture.sources;
      const places = layGraphs(graphs.map(shapeOf), size.height / size.ratio);
      if (isLow !== places.some(({ isHeadOver }) => isHeadOver)) {
        isLow = !isLow;
        onLow(isLow);
      }
      const file = fileOf(window.timeline);
      const gaps = picture.sources.map((source) => gapPixels(source, file, size.width));
      frames = graphs.map((shown, k) => frameOf(shown, places[k], picture, gaps));
      keepRows(heat, graphs);
      partOf.clear();
      for (const frame of frames) for (const part of frame.drawn.parts) partOf.set(part, frame);
      const layers: Layer[] = frames.flatMap(({ drawn }) => drawn.layers);
      const { width, height, ratio } = size;
      return {
        frame: {
          width,
          height,
          background: colours.background,
          bands: [],
          hatchPeriod: hatchPeriod(ratio),
          firstPixel: 0,
          layers,
        },
        parts: frames.flatMap(({ drawn }) => drawn.parts),
        marked: frames.flatMap(({ drawn }) => drawn.marked),
        damaged: [],
      };
    },
    marksLanes: true,
    saysEmpty: true,
    lanes: () =>
      frames.flatMap(({ shown, place }): Lane[] => {
        const { bodyTop: top, bodyHeight: height } = place;
        if (shown.graph.renderStrategy === "line") return [{ inputs: inputsOf(shown), y: top, height }];
        const rows = heatRows(shown, { x: 0, y: 0, width: 1, height: 1000 });
        return shown.traces.map(({ inputs }, k) => ({
          inputs,
          y: top + (rows[k].y / 1000) * height,
          height: (rows[k].height / 1000) * height,
        }));
      }),
    reading({ row, min, max }, part) {
      const frame = partOf.get(part);
      if (frame === undefined || frame.range === null) return null;
      const trace = traceOfReading(frame.shown, seen, part, row);
      return trace === undefined ? null : { name: trace.label, value: said({ min, max }, frame.range, trace.unit) };
    },
    drawn(picture, _, cursorX) {
      const { size, sources } = picture;
      const axes = frames.map(axisOf);
      strip.draw(axes, { width: axis.clientWidth, height: size.height / size.ratio, ratio: size.ratio });
      frames.forEach(({ shown, place, range }, k) => {
        const head = heads.children[k] as HTMLElement | undefined;
        if (head === undefined) return;
        placeHead(head, place);
        const nothing = head.querySelector<HTMLElement>("[data-part=nothing-in-view]");
        if (nothing !== null) setText(nothing, nothingIn(shown, picture) ?? "");
        const values = head.querySelectorAll<HTMLElement>("[data-value]");
        shown.traces.forEach(({ trace, state, unit, isHeld }, n) => {
          const element = values[n];
          if (element === undefined) return;
          const source = state.kind === "drawn" && cursorX !== null ? sources[state.source] : undefined;
          if (state.kind !== "drawn" || source === undefined || cursorX === null) {
            setText(element, "");
            return;
          }
          const { view, tiles } = source;
          const sample = view.startSample + cursorX * view.samplesPerPixel;
          const isHeat = trace.renderStrategy === "heatmap";
          const here = isHeat
            ? barAt(heat.get(trace.id)?.bars ?? [], sample)
            : valueAt(tiles, state.row, sample, isHeld);
          const scale = isHeat ? boundsOf(trace) : (range ?? here);
          setText(element, here === null || scale === null ? "\u2013" : said(here, scale, unit));
        });
      });
    },
    [Symbol.dispose]() {
      for (const untie of unties) untie();
    },
  };
}

/** Of all traces of a graph; the same for as long as it is shown as it is. */
function inputsOf(shown: ShownGraph): RowInputs {
  const found = known.get(shown) ?? shown.traces.flatMap(({ inputs }) => inputs);
  known.set(shown, found);
  return found;
}
const known = new WeakMap<ShownGraph, RowInputs>();

const shapeOf = ({ graph, traces }: ShownGraph) => ({
  rows:
    graph.renderStrategy === "heatmap"
      ? Math.max(
          1,
          traces.reduce((sum, each) => sum + rowsOf(each), 0),
        )
      : null,
});

function axisOf({ shown, place, range, drawn }: GraphFrame): StripAxis {
  const { bodyTop: top, bodyHeight: height } = place;
  const [first, ...others] = shown.traces;
  // Bins that stand alone have an axis of their own: the pressures.
  if (others.length === 0 && first?.state.kind === "drawn" && first.state.bins !== undefined) {
    const { range: pressures } = first.state.bins;
    const ticks = placeNumbers(
      valueTicks(pressures, Math.max(2, Math.floor(height / binTickPx))),
      { height, above: 0, letters: 0 },
      (value) => yOf(value, pressures, height, 1),
    );
    return { top, height, range: pressures, ticks: place.column === null ? ticks : [], unit: "mmHg", rows: [] };
  }
  // A title that stands beside its graph stands there; the unit is then with the legend.
  const unit = shown.units.length === 1 && !place.isHeadOver ? unitName(shown.units[0]) : "";
  const rows =
    shown.graph.renderStrategy === "line"
      ? []
      : heatRows(shown, { x: 0, y: 0, width: 1, height: 1000 }).map((row, k) => ({
          label: shown.traces[k].label,
          middle: (row.y + row.height / 2) / 1000,
        }));
  // Where names stand in columns, numbers have no room.
  return { top, height, range, ticks: place.column === null ? drawn.ticks : [], unit, rows };
}

/** What stands beside a graph. */
const besideOf = ({ graph }: ShownGraph, { isHeadOver }: GraphPlace) =>
  isHeadOver && graph.name.length <= mostBesideLetters ? graph.name : "";

/** The value of a bar, or the extremes of those of several rows. */
function barAt(rows: readonly HeatBars[], sample: number): ValueRange | null {
  const found = rows
    .map(({ first, samples, values }) => values[Math.floor((sample - first) / samples)])
    .filter((value) => Number.isFinite(value));
  return found.length === 0 ? null : { min: Math.min(...found), max: Math.max(...found) };
}

const boundsOf = ({ lowerBound, upperBound }: HeatmapTrace): ValueRange => ({ min: lowerBound, max: upperBound });

/** A value, or the extremes of the column where many samples share a pixel. */
function said({ min, max }: ValueRange, range: ValueRange, unit: string): string {
  const [low, high] = [valueText(min, range), valueText(max, range)];
  return `${low === high ? low : `${low} to ${high}`} ${unitName(unit)}`.trim();
}

/** Moves the head of a graph to its place; only what changed is written. */
function placeHead(head: HTMLElement, place: GraphPlace): void {
  const { top, headHeight, isHeadOver, bodyTop, bodyHeight, column } = place;
  const named = column === null || column === "none" ? { index: 0, of: 1 } : column;
  const key = `${top} ${headHeight} ${bodyTop} ${bodyHeight} ${column === "none"} ${named.index} ${named.of}`;
  if (head.dataset.placed === key) return;
  head.dataset.placed = key;
  head.style.top = `${top}px`;
  head.style.height = `${bodyTop + bodyHeight - top}px`;
  head.style.setProperty("--head", `${isHeadOver ? Math.min(headHeight, bodyHeight) : headHeight}px`);
  head.toggleAttribute("data-over", isHeadOver);
  head.toggleAttribute("data-column", column !== null);
  head.toggleAttribute("data-nameless", column === "none");
  head.style.setProperty("--column", String(named.index));
  head.style.setProperty("--columns", String(named.of));
}
