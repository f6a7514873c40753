/** One trends window: the rows of its panel over the EEG of the review's recording, on the clock of its link group. */
import { createContext, useContext } from "react";
import { proxy, ref, subscribe, useSnapshot } from "valtio";
import { subscribeKey } from "valtio/utils";
import { groupFor, montagesOf } from "../../../../domain/montage/montage.ts";
import { asInMontage } from "../../../../domain/montage/row-arrangement.ts";
import { defaultMontageId } from "../../../../domain/montage/standard-montages.ts";
import { clockOf } from "../../../../domain/time/clock.ts";
import { clampSpan } from "../../../../domain/time/view-span.ts";
import { type PanelRow, panelRows, type RowSeries, seriesKey } from "../../../../picture/trends/panel.ts";
import type { Analysis } from "../../../../protocol/analysis.ts";
import { imageLimits, labelWidthPx, trendPanel } from "../../../../protocol/eeg-service.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import { trendNotchHz } from "../../../../protocol/trends.ts";
import { currentTheme } from "../../../../ui/theme.ts";
import { currentHours } from "../../clock-setting.ts";
import { ImageFeed, type ImageForms } from "../../images/image-feed.ts";
import { blankBehind, createLag } from "../../plot/behind.ts";
import { latestGroup } from "../../plot/latest.ts";
import { phaseOf, type RowInputs } from "../../plot/masked-rows.ts";
import type { PlotWindow } from "../../plot/plot-window.ts";
import { createFeedReadout } from "../../plot/status.ts";
import { createMontageLibrary } from "../../rows/drawn.ts";
import { rowInputsOf } from "../../rows/row-inputs.ts";
import { controllerOf } from "../../time/link-group.ts";
import { createTimeline, fileOf, setSpeed, spanOf } from "../../time/timeline.ts";
import type { OpenWindow, WindowContext } from "../kind.ts";
import { type BaselineMark, noMark } from "./baseline-mark.ts";
import { createPanelScroll, type PanelScroll } from "./panel-layout.ts";
import type { TrendsProps, TrendsSettings } from "./stored.ts";
import { createTrendData, type TrendData } from "./trend-data.ts";
import { words } from "./words.ts";

export interface TrendsWindow extends PlotWindow, OpenWindow {
  readonly props: TrendsProps;
  readonly rows: readonly PanelRow[];
  readonly data: TrendData;
  /** The EEG that trends are made of; null: the file has none. */
  readonly group: SignalGroup | null;
  readonly scroll: PanelScroll;
  /** A proxy: whether a service elsewhere draws the panel, as pictures. */
  readonly drawn: { isExternal: boolean };
  readonly images: ImageFeed;
  /** The EEG whose times the pictures have. */
  readonly imageGroup: SignalGroup | null;
  /** A proxy. */
  readonly mark: BaselineMark;
  /** The channels that a row is made of. */
  inputsOf(row: PanelRow): RowInputs;
  /** What was chosen, where it is of this recording; null: the first valid hour. */
  baseline(): TrendsProps["baseline"];
  setBaseline(baseline: TrendsProps["baseline"]): void;
}

export function openTrendsWindow(
  { recording, annotations, feed, link, wanted, startMs: linkedMs }: WindowContext,
  { viewDuration, playbackSpeed, ...settings }: TrendsSettings,
): TrendsWindow {
  const file = { startMs: recording.start_ms, endMs: recording.end_ms };
  const startMs = wanted?.startMs ?? linkedMs ?? file.startMs;
  const own = { startMs, endMs: startMs + viewDuration };
  // What it is asked to show may be its own page, cut off where the file ends; that page is what was wanted.
  const cut = clampSpan(own, file);
  const isOwn = wanted === null || (wanted.startMs === cut.startMs && wanted.endMs === cut.endMs);
  const timeline = createTimeline(file, isOwn ? own : wanted, link);
  setSpeed(timeline, playbackSpeed);
  const { baseline: kept, ...others } = settings;
  const props = proxy<TrendsProps>({ ...others, baseline: kept === null ? null : ref(kept) });
  const clocks = { 12: clockOf(recording), 24: clockOf(recording, 24) };
  const doubleBanana = createMontageLibrary(recording).drawn(defaultMontageId.eeg, asInMontage);
  const group = doubleBanana?.group ?? null;
  const inputs = { left: inputsOn(["left"]), right: inputsOn(["right"]), both: inputsOn(["left", "right"]) };
  const { masks } = annotations;

  /** Of the double banana, whose halves trends are made of (algorithms.md 12). */
  function inputsOn(sides: readonly string[]): RowInputs {
    if (doubleBanana === null) return [];
    const all = rowInputsOf(recording.data_object_id, doubleBanana);
    return doubleBanana.channels.flatMap(({ kind, side, missing, row }) =>
      kind === "eeg" && sides.includes(side) && missing.length === 0 ? all[row] : [],
    );
  }
  const baseline = () => (props.baseline?.dataObjectId === recording.data_object_id ? props.baseline : null);
  const masksKnown = () => props.artifacts !== "out" || phaseOf(masks, [inputs.both]) === "known";

  function analysisOf({ trend, side }: RowSeries): Analysis | null {
    // What would be computed with artifacts is not asked for while it is not known which there are.
    if (group === null || !masksKnown()) return null;
    const chosen = baseline();
    const span = { start_ms: chosen?.startMs ?? 0, end_ms: chosen?.endMs ?? 0 };
    return {
      ...{ analytic: "eeg_trend", trend },
      source: { data_object_id: recording.data_object_id, modality: group.modality },
      ...{ isArtifactReduced: props.artifactReductionEnabled, notch: trendNotchHz },
      ...(side === null ? {} : { side }),
      ...(chosen !== null && comparedTrends.includes(trend) ? { baseline: span } : {}),
      ...(props.artifacts === "out" ? { leavesOutArtifacts: true } : {}),
    } as Analysis;
  }

  const series = new Map(panelRows.flatMap((row) => row.series).map((each) => [seriesKey(each), each]));
  const data = createTrendData({
    ...{ review: recording, feed, series: [...series.values()], analysisOf },
    masks: () => (props.artifacts === "out" ? masks.of(recording.data_object_id).revision : null),
    onGrown: () => {},
    onChange: () => readout.touch(),
  });
  const drawn = proxy({ isExternal: false });
  const imageGroup = group ?? anyEeg(recording);
  const images = new ImageFeed({
    ...{ recording, group: imageGroup, pages: feed.openPages() },
    forms: imageForms(props),
  });
  const isHere = () => group === null || data.isComplete(spanOf(timeline));
  const isComplete = () => (drawn.isExternal ? images.isComplete() : isHere());
  /** All of the view is here, its newest columns too. */
  const isExact = () => isComplete() && (drawn.isExternal || !data.isOutgrown());
  const lag = createLag();
  const readout = createFeedReadout({
    get status() {
      return drawn.isExternal ? images.status : data.status;
    },
    isComplete: () => isExact() && (drawn.isExternal || !data.isLost()),
    provisional: () => [],
    // Rows are blank where their trends are not here yet.
    behind: () =>
      drawn.isExternal
        ? null
        : blankBehind(lag, {
            isComplete: isExact,
            isHeldHere: () => true,
            isPlaying: () => controllerOf(timeline.link) !== null,
          }),
  });
  const unties = [
    subscribe(data.recordings.state, readout.touch),
    subscribeKey(timeline, "fileEndMs", data.recordings.noticeGrowth),
  ];
  return {
    ...{ recording, annotations, timeline, props, readout, data, group, baseline, isComplete },
    ...{ drawn, images, imageGroup },
    title: words.title,
    rows: panelRows,
    scroll: createPanelScroll(),
    mark: proxy<BaselineMark>({ ...noMark }),
    get clock() {
      return clocks[currentHours()];
    },
    inputsOf: ({ side }) => inputs[side ?? "both"],
    atEvent: "jump_middle",
    noVisibleTraces: words.noVisibleTraces,
    isOverview: true,
    // Pictures say nothing of the channels that they are made of.
    maskedRows: () => (group === null || drawn.isExternal ? [] : [inputs.both]),
    setBaseline(next) {
      props.baseline = next === null ? null : ref(next);
    },
    latestGroups: () => (group === null ? [] : [latestGroup(recording, group)]),
    isPictured: isComplete,
    [Symbol.dispose]() {
      for (const untie of unties) untie();
      data[Symbol.dispose]();
      images[Symbol.dispose]();
    },
  };
}

/** The first EEG of a recording: its times are those of the pictures. */
const anyEeg = (recording: RecordingDetail): SignalGroup | null =>
  montagesOf(recording).reduce<SignalGroup | null>((found, each) => found ?? groupFor(recording, each), null);

/** What is asked for where a service elsewhere draws; titles and labels as wide as each other (spec 001 section 9). */
const imageForms = (props: Readonly<TrendsProps>): ImageForms => ({
  named: () => trendPanel,
  mostSpanMs: imageLimits.mostTrendSpanMs,
  page: ({ width, height, ratio }) => ({
    ...{ kind: "trend_image", artifactReductionEnabled: props.artifactReductionEnabled },
    ...{ width, height, ratio, theme: currentTheme() },
  }),
  labels({ height, ratio }) {
    const width = Math.round(labelWidthPx * ratio);
    return { kind: "trend_labels", width, label_width: width, height, ratio, theme: currentTheme() };
  },
});

const comparedTrends: readonly RowSeries["trend"][] = ["fft_vs_baseline", "adr_vs_baseline"];

/** The part of the file in view. */
export function viewInFile({ timeline }: TrendsWindow) {
  const [view, file] = [spanOf(timeline), fileOf(timeline)];
  return {
    startMs: Math.ceil(Math.max(view.startMs, file.startMs)),
    endMs: Math.floor(Math.min(view.endMs, file.endMs)),
  };
}

const Context = createContext<TrendsWindow | null>(null);
export const TrendsWindowContext = Context.Provider;

/** The window a component belongs to. */
export function useTrendsWindow(): TrendsWindow {
  const found = useContext(Context);
  if (found === null) throw new Error("There is no trends window around this component.");
  return found;
}

/** What is known of its trends, again whenever that changed. */
export function useTrendData(): TrendData {
  const { data, props } = useTrendsWindow();
  void useSnapshot(data.state).version;
  void useSnapshot(data.recordings.state).version;
  void useSnapshot(props).artifacts;
  return data;
}
