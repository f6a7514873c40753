/** One histogram window: bins of signals of the pages that its view touches, summed. */
import { valueTicks } from "../../../../domain/montage/value-axis.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import type { BinsBlock } from "../../../../protocol/page-codec.ts";
import { tokenColour } from "../../../../render/index.ts";
import { currentTheme } from "../../../../ui/theme.ts";
import type { AxisControl, ChartScene } from "../../chart/chart-content.ts";
import { type ChartWindow, chartProps, keptList, openChartWindow } from "../../chart/chart-window.ts";
import type { ChartSignal } from "../../chart/signals.ts";
import { strokeColour } from "../../plot/trace-colours.ts";
import type { WindowContext } from "../kind.ts";
import { barsLayer } from "./bars-layer.ts";
import { binEdges, edgeText, isUsable } from "./bins-config.ts";
import { countedBeyond } from "./counted-span.ts";
import type { HistogramModality, HistogramProps, HistogramSettings } from "./stored.ts";
import { words } from "./words.ts";

/** Spec 001 section 9. */
const redrawMs = 500;
const yTicks = 4;
/** Borders that are labelled at most; the strip thins them further by their room. */
const mostXTicks = 400;

export interface HistogramWindow extends ChartWindow<HistogramProps> {
  /** Counts of each modality that is shown, by its position; null: not all of the view is here. */
  counts(): ReadonlyMap<number, Float64Array> | null;
  /** What is counted, where that is more than is in view. */
  countedBeyond(): Span | null;
  /** The largest count of a bin, 1 at least. */
  largest(): number;
  setModalities(modalities: readonly HistogramModality[]): void;
  readonly yControl: AxisControl;
}

export function openHistogram(context: WindowContext, settings: HistogramSettings): HistogramWindow {
  const { viewDuration, playbackSpeed, modalityConfigs, ...rest } = settings;
  const props = chartProps<HistogramProps>({ ...rest, modalityConfigs: keptList(modalityConfigs) });
  let counts: Map<number, Float64Array> | null = null;
  let counted: Span | null = null;
  let version = 0;
  let made: { key: readonly unknown[]; scene: ChartScene } | null = null;

  function scene(signals: readonly ChartSignal[]): ChartScene {
    const { binMinimum, binMaximum, binSize, countMax, modalityConfigs: modalities } = props;
    const key = [binMinimum, binMaximum, binSize, countMax, modalities, version];
    if (made !== null && key.every((value, k) => value === made?.key[k])) return made.scene;
    const edges = isUsable(props) ? binEdges(props) : [];
    const range = { min: binMinimum, max: binMaximum };
    const units = [
      ...new Set(signals.flatMap((signal) => (signal.kind === "found" && signal.unit !== "" ? signal.unit : []))),
    ];
    const step = Math.max(1, Math.ceil(edges.length / mostXTicks));
    const bars = [...(counts ?? [])].map(([k, values]) => ({ values, color: modalities[k]?.color ?? "#000000" }));
    made = {
      key,
      scene: {
        x: {
          range: binMaximum > binMinimum ? range : { min: 0, max: 1 },
          ticks: edges.filter((_, k) => k % step === 0).map((value) => ({ value, label: edgeText(value, props) })),
          title: units.length === 0 ? words.value : units.join(", "),
        },
        y: {
          range: { min: 0, max: countMax },
          ticks: valueTicks({ min: 0, max: countMax }, yTicks).map(({ value, label }) => ({
            value,
            label: value < 1000 ? label : value.toLocaleString("en-US"),
          })),
          title: words.count,
        },
        layers: (box, surface) => {
          const [theme, ink] = [currentTheme(), tokenColour(surface, "--plot-ink")];
          const coloured = bars.map(({ values, color }) => ({ values, colour: strokeColour(color, theme, ink) }));
          return [barsLayer(edges, coloured, box)];
        },
      },
    };
    return made.scene;
  }

  const base = openChartWindow<HistogramProps>(context, {
    ...{ title: words.title, viewDuration, playbackSpeed, props, redrawMs, scene },
    names: () => props.modalityConfigs,
    formOf: ({ channel }) =>
      isUsable(props)
        ? { kind: "bins", channel, min: props.binMinimum, max: props.binMaximum, size: props.binSize }
        : null,
    take(pages, view) {
      version++;
      counts = null;
      const { start_ms: startMs, end_ms: endMs } = context.recording;
      counted = countedBeyond(view, { startMs, endMs });
      if (pages === null || !isUsable(props)) return;
      counts = new Map(
        pages.map(({ position, pages: own }) => {
          const bins = binEdges(props).length - 1;
          const sum = new Float64Array(bins);
          for (const { blocks } of own)
            for (const { data } of blocks as readonly BinsBlock[])
              for (let k = 0; k < Math.min(bins, data.length); k++) sum[k] += data[k];
          return [position, sum];
        }),
      );
    },
  });
  const largest = () =>
    Math.max(1, ...[...(counts?.values() ?? [])].map((values) => values.reduce((a, b) => Math.max(a, b), 0)));
  return Object.assign(base, {
    counts: () => counts,
    countedBeyond: () => counted,
    largest,
    setModalities(modalities: readonly HistogramModality[]) {
      props.modalityConfigs = keptList(modalities);
    },
    yControl: {
      kind: "top",
      label: words.yAxis,
      range: () => ({ min: 0, max: props.countMax }),
      show({ max }) {
        props.countMax = Math.min(1e12, Math.max(1, max));
      },
      reset() {
        props.countMax = largest();
      },
    } satisfies AxisControl,
  });
}
