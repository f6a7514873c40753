/** One window of CPPOpt or MAPOpt: the optimum of what its view holds, of the index that it is made of (spec 2.16, 2.17). */
import { proxy, ref } from "valtio";
import type { ValueRange } from "../../../../domain/montage/value-axis.ts";
import { lengthOf, type Span } from "../../../../domain/time/view-span.ts";
import type { PageWindow } from "../../../../feed/types.ts";
import type { Analysis } from "../../../../protocol/analysis.ts";
import { type OptimumAnalytic, optimumBins } from "../../../../protocol/composites.ts";
import type { OptimumBlock } from "../../../../protocol/page-codec.ts";
import { chartText } from "../../../../protocol/text/chart-text.ts";
import type { AxisControl, ChartScene } from "../../chart/chart-content.ts";
import { type ChartWindow, chartProps, openChartWindow } from "../../chart/chart-window.ts";
import { type ChartSignal, type FoundSignal, findSignal } from "../../chart/signals.ts";
import type { RecordingState, SeriesRecordings } from "../../sources/recordings.ts";
import { markTimes } from "../../time/link-group.ts";
import type { WindowContext } from "../kind.ts";
import { binPoints, optimumScene } from "./scene.ts";
import type { OptimumProps, OptimumSettings } from "./stored.ts";
import { timesOfBin } from "./times-of-bin.ts";
import { words } from "./words.ts";

const redrawMs = 100;
const indexWindowMs = 300_000;
export const seriesPeriodMs = 60_000;
/** The chart's own scale is so wide at least, and is scaled to the window (spec 2.17). CSS px; 0: the window's own */
const leastWidths = { cppopt: 0, mapopt: 1440 } as const;
const wholeRange: ValueRange = { min: -1, max: 1 };

export interface OptimumWindow extends ChartWindow<OptimumProps> {
  readonly analytic: OptimumAnalytic;
  /** Null: not here yet, or there is nothing that it could be made of. */
  result(): OptimumBlock | null;
  /** The series of the same signals (algorithms.md 9.2), or why there is none. */
  series(): RecordingState | null;
  /** The bin whose times are marked in the windows of the link group, by its number; null: none is. */
  markedBin(): number | null;
  /** Marks the times of a bin, or takes the marks away where that bin has them already, or it is null. */
  markBin(bin: number | null): void;
  /** Pages for what is said beside the plot; whoever opens them ends them. */
  openPages(): PageWindow;
  setSignals(signals: Partial<Pick<OptimumProps, "abp" | "second">>): void;
  readonly yControl: AxisControl;
}

/** From one value of the index to the next, as the server has it for a window of that length (algorithms.md 9.1). ms */
export const stepOf = (windowMs: number): number => (windowMs < 3_600_000 ? 10_000 : 60_000);

/** The window that a view shows: as long as it, to the last value of the index in it. */
export function windowOf(view: Span): Span {
  const length = Math.round(lengthOf(view));
  const step = stepOf(length);
  const endMs = Math.floor(view.endMs / step) * step;
  return { startMs: endMs - length, endMs };
}

/** The index of two signals, or why there is none. */
function indexOf(
  analytic: OptimumAnalytic,
  [abp, second]: readonly [ChartSignal, ChartSignal],
  recordings: SeriesRecordings,
  { stepMs, leavesOut }: { stepMs: number; leavesOut: boolean },
): ChartSignal {
  const label = words[analytic].index;
  const lost = [abp, second].filter((signal) => signal.kind === "lost");
  if (lost.length > 0) {
    const said = lost.map((signal) => `${signal.label}: ${signal.said}`).join(". ");
    return { kind: "lost", label, said, hasFailed: lost.some(({ hasFailed }) => hasFailed) };
  }
  if (abp.kind !== "found" || second.kind !== "found") return { kind: "loading", label };
  const facts = {
    ...{ calculationWindowMs: indexWindowMs, calculationPeriodMs: stepMs },
    ...(leavesOut ? ({ leavesOutArtifacts: true } as const) : {}),
  };
  const [ABP, other] = [sentOf(abp), sentOf(second)];
  const analysis: Analysis =
    analytic === "cppopt"
      ? { analytic: "prx", ABP, ICP: other, ...facts }
      : { analytic: "cox", ABP, StO2: other, ...facts };
  const state = recordings.derived(analysis);
  if ("refused" in state) return { kind: "lost", label, said: state.refused, hasFailed: false };
  if ("problem" in state)
    return state.problem === "loading"
      ? { kind: "loading", label }
      : { kind: "lost", label, said: chartText.problems[state.problem], hasFailed: state.problem === "not-fetched" };
  const { recording } = state;
  return {
    ...{ kind: "found", recording, group: recording.groups[0], channel: 0, unit: "" },
    ...{ label: `${label} of ${abp.label} and ${second.label}`, inputs: [...abp.inputs, ...second.inputs] },
  };
}

const sentOf = ({ recording, group, channel }: FoundSignal) => ({
  ...{ data_object_id: recording.data_object_id, modality: group.modality, channel },
});

/** The series of two signals, a value a minute. */
function seriesAnalysis(
  analytic: OptimumAnalytic,
  [abp, second]: readonly [FoundSignal, FoundSignal],
  leavesOut: boolean,
): Analysis {
  const [ABP, other] = [sentOf(abp), sentOf(second)];
  const facts = {
    ...{ calculationWindowMs: 1000, calculationPeriodMs: seriesPeriodMs },
    ...(leavesOut ? ({ leavesOutArtifacts: true } as const) : {}),
  };
  return analytic === "cppopt" ? { analytic, ABP, ICP: other, ...facts } : { analytic, ABP, StO2: other, ...facts };
}

export const openOptimum =
  (analytic: OptimumAnalytic) =>
  (context: WindowContext, settings: OptimumSettings): OptimumWindow => {
    const { viewDuration, playbackSpeed, abp, second, artifacts } = settings;
    const props = chartProps<OptimumProps>({ abp: ref({ ...abp }), second: ref({ ...second }), artifacts });
    const { low, size, count } = optimumBins[analytic];
    /** What was dragged, as long as the window lasts. */
    const own = proxy<{ y: ValueRange }>({ y: wholeRange });
    let block: OptimumBlock | null = null;
    let series: RecordingState | null = null;
    let marked: number | null = null;
    let made: { key: readonly unknown[]; scene: ChartScene } | null = null;

    function scene(): ChartScene {
      const { min, max } = own.y;
      const key = [block, min, max, marked];
      if (made === null || !key.every((value, k) => value === made?.key[k]))
        made = {
          key,
          scene: optimumScene(
            block,
            { min, max },
            { low, size, high: low + count * size, leastWidth: leastWidths[analytic], marked },
            words[analytic],
          ),
        };
      return made.scene;
    }

    const base = openChartWindow<OptimumProps>(context, {
      ...{ title: words[analytic].title, viewDuration, playbackSpeed, props, redrawMs, scene },
      names: () => [props.abp, props.second],
      signals(recordings, view) {
        const found = [props.abp, props.second].map((name) => findSignal(name, recordings));
        const facts = { stepMs: stepOf(Math.round(lengthOf(view))), leavesOut: props.artifacts === "out" };
        const [first, second] = found;
        series =
          first.kind === "found" && second.kind === "found"
            ? recordings.derived(seriesAnalysis(analytic, [first, second], facts.leavesOut))
            : null;
        return [indexOf(analytic, [first, second], recordings, facts)];
      },
      spans: (view) => [windowOf(view)],
      formOf: () => ({ kind: "optimum", analytic }),
      take(pages) {
        const [page] = pages?.[0]?.pages ?? [];
        block = (page?.blocks[0] as OptimumBlock | undefined) ?? null;
        if (marked !== null) showMarks();
      },
    });
    /** What is marked follows the view: it is of what the plot shows. */
    function showMarks(): void {
      const times = marked === null || block === null ? null : timesOfBin(block, marked);
      markTimes(base.timeline.link, base.timeline, times);
    }

    const endBase = base[Symbol.dispose].bind(base);
    return Object.assign(base, {
      analytic,
      series: () => series,
      markedBin: () => marked,
      markBin(bin: number | null) {
        marked = bin === marked ? null : bin;
        showMarks();
        base.redraw();
      },
      openPages: () => context.feed.openPages(),
      [Symbol.dispose]() {
        markTimes(base.timeline.link, base.timeline, null);
        endBase();
      },
      result: () => block,
      setSignals({ abp: first = props.abp, second: other = props.second }) {
        props.abp = ref({ ...first });
        props.second = ref({ ...other });
      },
      yControl: {
        kind: "scale",
        label: words.yAxis,
        hasUsualRange: analytic === "cppopt",
        range: () => ({ ...own.y }),
        show(range) {
          own.y = range;
          base.redraw();
        },
        reset() {
          own.y = analytic === "mapopt" ? (valuesRange(block) ?? wholeRange) : wholeRange;
          base.redraw();
        },
      } satisfies AxisControl,
    } satisfies Partial<OptimumWindow>);
  };

/** From the lowest end of an error bar to the highest one, with room; null where there is none. */
function valuesRange(block: OptimumBlock | null): ValueRange | null {
  const ends =
    block === null ? [] : binPoints(block).flatMap(({ index, error }) => [index - (error ?? 0), index + (error ?? 0)]);
  if (ends.length === 0) return null;
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const room = high > low ? 0.05 * (high - low) : 0.5;
  return { min: low - room, max: high + room };
}
