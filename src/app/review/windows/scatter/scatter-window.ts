/** One scatter window: means of two signals over the same periods, as points. */
import { proxy, ref } from "valtio";
import { type IndexSignal, indexSignalOf } from "../../../../domain/graphs/index-limits.ts";
import type { ValueRange } from "../../../../domain/montage/value-axis.ts";
import type { SignalGroup } from "../../../../protocol/recordings.ts";
import { tokenColour } from "../../../../render/index.ts";
import { currentTheme } from "../../../../ui/theme.ts";
import type { AxisControl, ChartScene } from "../../chart/chart-content.ts";
import { type ChartWindow, chartProps, openChartWindow } from "../../chart/chart-window.ts";
import type { ChartSignal } from "../../chart/signals.ts";
import { strokeColour } from "../../plot/trace-colours.ts";
import type { WindowContext } from "../kind.ts";
import { marksLayer, noPoints, paddedRange, pointsOf, type ScatterPoints, scatterTicks } from "./points.ts";
import { nameOf, type ScatterAxis, type ScatterProps, type ScatterSettings } from "./stored.ts";
import { words } from "./words.ts";

const redrawMs = 100;

export interface ScatterWindow extends ChartWindow<ScatterProps> {
  /** Null: not all of the view is here. */
  points(): ScatterPoints | null;
  /** Of the axes as they are shown. */
  ranges(): { readonly x: ValueRange; readonly y: ValueRange };
  /** Which of the signals of PRx, COx and the optimal pressures each axis shows; null: none of them. */
  indexSignals(): readonly (IndexSignal | null)[];
  setAxis(side: "x" | "y", axis: ScatterAxis): void;
  readonly xControl: AxisControl;
  readonly yControl: AxisControl;
}

/** Of groups, by channel: recordings are looked through once. */
const known = new WeakMap<SignalGroup, Map<number, IndexSignal | null>>();

function indexSignal(signal: ChartSignal): IndexSignal | null {
  if (signal.kind !== "found") return null;
  const { recording, group, channel } = signal;
  const ofGroup = known.get(group) ?? new Map<number, IndexSignal | null>();
  known.set(group, ofGroup);
  let found = ofGroup.get(channel);
  if (found === undefined) {
    found = indexSignalOf(recording, { modality: group.modality, channel });
    ofGroup.set(channel, found);
  }
  return found;
}

export function openScatter(context: WindowContext, settings: ScatterSettings): ScatterWindow {
  const { viewDuration, playbackSpeed, xAxisConfig, yAxisConfig, ...rest } = settings;
  const props = chartProps<ScatterProps>({
    ...rest,
    xAxisConfig: ref({ ...xAxisConfig }),
    yAxisConfig: ref({ ...yAxisConfig }),
  });
  /** What was dragged or scaled, as long as the window lasts; null: as it is configured. */
  const own = proxy<{ x: ValueRange | null; y: ValueRange | null }>({ x: null, y: null });
  let points: ScatterPoints | null = null;
  let wasAuto = props.autoScale;
  let made: { key: readonly unknown[]; scene: ChartScene } | null = null;
  const configured = (axis: ScatterAxis): ValueRange => ({ min: axis.minValue, max: axis.maxValue });
  const ranges = () => ({ x: own.x ?? configured(props.xAxisConfig), y: own.y ?? configured(props.yAxisConfig) });

  function scene(signals: readonly ChartSignal[]): ChartScene {
    const { x, y } = ranges();
    const titles = signals.map((signal) =>
      signal.kind === "found" && signal.unit !== "" ? `${signal.label} (${signal.unit})` : signal.label,
    );
    const { color, shape, size } = props;
    const key = [x.min, x.max, y.min, y.max, color, shape, size, points, titles.join("\n")];
    if (made !== null && key.every((value, k) => value === made?.key[k])) return made.scene;
    const shown = points;
    made = {
      key,
      scene: {
        x: { range: x, ticks: scatterTicks(x, props.xAxisConfig.stepSize), title: titles[0] ?? "" },
        y: { range: y, ticks: scatterTicks(y, props.yAxisConfig.stepSize), title: titles[1] ?? "" },
        layers: (box, surface) => {
          const colour = strokeColour(color, currentTheme(), tokenColour(surface, "--plot-ink"));
          return shown === null ? [] : [marksLayer(shown, { colour, shape, size }, box)];
        },
      },
    };
    return made.scene;
  }

  function scale(side: "x" | "y"): void {
    const range = points === null ? null : paddedRange(points[side]);
    if (range !== null) own[side] = range;
  }

  const base = openChartWindow<ScatterProps>(context, {
    ...{ title: words.title, viewDuration, playbackSpeed, props, redrawMs, scene, isOfView: true },
    names: () => [nameOf(props.xAxisConfig), nameOf(props.yAxisConfig)],
    formOf: ({ channel }) => ({ kind: "resampled", channel, period_ms: 1000 * props.resamplingPeriodSeconds }),
    take(pages, view, { isLive, isPlaying }) {
      const [x, y] = [0, 1].map((side) => pages?.find(({ position }) => position === side)?.pages);
      points = pages === null ? null : x === undefined || y === undefined ? noPoints : pointsOf(x, y, view);
      // Without it the axes are those of the settings again.
      if (wasAuto && !props.autoScale) own.x = own.y = null;
      wasAuto = props.autoScale;
      if (!props.autoScale || isLive || isPlaying) return;
      scale("x");
      scale("y");
    },
  });
  const control = (side: "x" | "y"): AxisControl => ({
    kind: "both",
    label: words[side].axis,
    range: () => ranges()[side],
    show(range) {
      own[side] = range;
      base.redraw();
    },
    reset() {
      scale(side);
      base.redraw();
    },
  });
  return Object.assign(base, {
    points: () => points,
    ranges,
    indexSignals: () => base.signals().map(indexSignal),
    setAxis(side: "x" | "y", axis: ScatterAxis) {
      own[side] = null;
      props[side === "x" ? "xAxisConfig" : "yAxisConfig"] = ref({ ...axis });
    },
    xControl: control("x"),
    yControl: control("y"),
  });
}
