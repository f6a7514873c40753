/** One time series window: graphs of signals of the patient's recordings, on the clock of the review. */
import { createContext, useContext } from "react";
import { proxy, ref, subscribe, useSnapshot } from "valtio";
import { subscribeKey } from "valtio/utils";
import { openingGraphs } from "../../../../domain/graphs/default-graphs.ts";
import {
  type Graph,
  type SignalName,
  signalsOf,
  type TraceContent,
  withSignals,
} from "../../../../domain/graphs/graph.ts";
import { chosenName, type SignalPlace } from "../../../../domain/graphs/signal-names.ts";
import { clockOf } from "../../../../domain/time/clock.ts";
import { clampSpan, type Span } from "../../../../domain/time/view-span.ts";
import type { FeedStatus, FeedWindow, PageWindow } from "../../../../feed/types.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { annotationText } from "../../../../protocol/text/annotation-text.ts";
import { toast } from "../../../../ui/notices/toasts.ts";
import { marksOver, type OwnMarks } from "../../annotations/own-marks.ts";
import { currentHours } from "../../clock-setting.ts";
import { type Behind, blankBehind, createLag } from "../../plot/behind.ts";
import { latestGroup } from "../../plot/latest.ts";
import type { ArtifactMode } from "../../plot/masked-rows.ts";
import type { PlotSource } from "../../plot/plot-content.ts";
import { damageByGroup, type PlotWindow } from "../../plot/plot-window.ts";
import { createFeedReadout, type FeedPicture } from "../../plot/status.ts";
import { createReach } from "../../sources/reach.ts";
import { createRecordings, type SeriesRecordings } from "../../sources/recordings.ts";
import { controllerOf } from "../../time/link-group.ts";
import { createTimeline, setSpeed } from "../../time/timeline.ts";
import type { OpenWindow, WindowContext } from "../kind.ts";
import { mostBars } from "./heat-bars.ts";
import { periodIn, recordingsIn, type ShownGraphs, type Sources, shownGraphs, type TraceState } from "./shown.ts";
import type { SeriesSettings } from "./stored.ts";
import { words } from "./words.ts";

export interface SeriesProps {
  /** Null: nobody configured any. Never changed in place. */
  graphs: readonly Graph[] | null;
  hideEmptyGraphs: boolean;
  artifacts: ArtifactMode;
}

export interface SeriesWindow extends PlotWindow, OpenWindow {
  /** Annotations are drawn, walked and made where it shows a signal of their recording. */
  readonly marks: OwnMarks;
  readonly props: SeriesProps;
  readonly recordings: SeriesRecordings;
  /** The graphs, configured or those that the file suggests. */
  graphs(): readonly Graph[];
  setGraphs(graphs: readonly Graph[]): void;
  /** What is drawn of them; the same object for as long as nothing changed. */
  shown(): ShownGraphs;
  /** What is asked of the feed for them, in the order of `shown().sources`. */
  sources(): readonly PlotSource[];
  /** Pages of counts, for what is said of analytics; whoever opens them ends them. */
  openPages(): PageWindow;
  /** One of several candidates was chosen for a signal of a trace. */
  choose(trace: string, signal: SignalName, place: SignalPlace): void;
}

/** Opens a window over the review's recording and whatever others its graphs name. */
export function openSeriesWindow(
  { recording: review, annotations, feed, link, wanted, startMs: linkedMs }: WindowContext,
  { graphs: stored, hideEmptyGraphs, artifacts, viewDuration, playbackSpeed }: SeriesSettings,
): SeriesWindow {
  const startMs = wanted?.startMs ?? linkedMs ?? review.start_ms;
  const own = { startMs, endMs: startMs + viewDuration };
  // What it is asked to show may be its own page, cut off where the file ends; that page is what was wanted.
  const cut = clampSpan(own, spanOf(review));
  const isOwn = wanted === null || (wanted.startMs === cut.startMs && wanted.endMs === cut.endMs);
  const timeline = createTimeline(spanOf(review), isOwn ? own : wanted, link);
  setSpeed(timeline, playbackSpeed);
  const props = proxy<SeriesProps>({ graphs: stored === null ? null : ref([...stored]), hideEmptyGraphs, artifacts });
  const reach = createReach(timeline, () => recordings.known());
  const recordings = createRecordings(review, feed, () => {
    recordings.noticeGrowth();
    reach();
  });
  // While all graphs are hidden nothing is drawn that would look at them.
  const unties = [
    subscribeKey(timeline, "fileEndMs", recordings.noticeGrowth),
    subscribe(recordings.state, () => window.readout.touch()),
  ];
  const suggested = openingGraphs(review);
  const marks = marksOver(annotations, annotationText.otherRecording(review.obj_name), toast.error);
  const clocks = { 12: clockOf(review), 24: clockOf(review, 24) };
  const feedWindows = new Map<string, FeedWindow>();
  let shown: ShownGraphs | null = null;
  let sources: readonly PlotSource[] = [];
  let shownOf: readonly unknown[] = [];

  /** Feed windows of what is shown; those that nothing needs any more are closed. */
  function sourcesFor(needs: ShownGraphs["sources"], before: readonly PlotSource[]): readonly PlotSource[] {
    const made = needs.map(({ key, recording, group, recipe, inputs, isExact }): PlotSource => {
      let feedWindow = feedWindows.get(key);
      if (feedWindow === undefined) {
        feedWindow = feed.openWindow();
        feedWindows.set(key, feedWindow);
      }
      // The recipe of a source that stays the same is the same object: whoever is given it compares it by identity.
      const known = before.find((source) => source.feedWindow === feedWindow);
      const isSame = known !== undefined && JSON.stringify(known.recipe) === JSON.stringify(recipe);
      const damage = damageByGroup(recording)(group.modality);
      const most = recipe.reduction === "mean" ? { mostColumns: mostBars } : {};
      const same = isSame ? known.recipe : recipe;
      // What is computed of others was computed without what is masked.
      const rows = recording.data_object_id > 0 ? { rowInputs: inputs } : {};
      return { recording, group, recipe: same, feedWindow, damage, holdsClock: isExact, ...rows, ...most };
    });
    const needed = new Set(needs.map(({ key }) => key));
    for (const [key, feedWindow] of feedWindows) {
      if (needed.has(key)) continue;
      feedWindow[Symbol.dispose]();
      feedWindows.delete(key);
    }
    return made;
  }

  const from = (artifacts: ArtifactMode): Sources =>
    artifacts === "out"
      ? {
          ...recordings,
          derived: (analysis) =>
            // What is stored is as it is.
            recordings.derived(
              analysis.analytic === "stored_run" ? analysis : { ...analysis, leavesOutArtifacts: true },
            ),
        }
      : recordings;
  const graphs = () => props.graphs ?? suggested;
  const viewMs = () => timeline.endMs - timeline.startMs;
  function refresh(): ShownGraphs {
    recordings.noticeGrowth();
    const { artifacts } = props;
    if (artifacts === "out") recordings.noticeMasks(annotations.masks);
    const now = [
      props.graphs,
      props.hideEmptyGraphs,
      artifacts,
      recordings.state.version,
      correlationPeriods(graphs(), viewMs()),
    ];
    if (shown !== null && now.every((value, k) => value === shownOf[k])) return shown;
    shownOf = now;
    shown = recordings.only(() => shownGraphs(graphs(), props.hideEmptyGraphs, from(artifacts), viewMs()));
    sources = sourcesFor(shown.sources, sources);
    marks.setOwn(recordingsIn(shown, review.data_object_id) !== "others");
    reach();
    return shown;
  }

  function currentSources(): readonly PlotSource[] {
    refresh();
    return sources;
  }
  const states = () => refresh().graphs.flatMap(({ traces }) => traces.map(({ state }) => state));
  const isLoading = () => states().some(({ kind }) => kind === "loading");
  const every = (claim: (feedWindow: FeedWindow) => boolean) =>
    !isLoading() && sources.every(({ feedWindow }) => claim(feedWindow));

  const lag = createLag();
  /** What is computed of others is not all here yet, and the view plays: it is blank where it is missing. */
  function behind(): Behind | null {
    const late = currentSources().filter(({ feedWindow }) => !feedWindow.isComplete());
    return blankBehind(lag, {
      isComplete: () => late.length === 0,
      isHeldHere: () => !late.some(({ holdsClock }) => holdsClock),
      isPlaying: () => controllerOf(timeline.link) !== null,
    });
  }

  const window: SeriesWindow = {
    recording: review,
    annotations: marks.drawn,
    marks,
    title: words.title,
    get clock() {
      return clocks[currentHours()];
    },
    timeline,
    readout: createFeedReadout(Object.assign(asOne(currentSources, states), { behind })),
    latestGroups() {
      const stored = currentSources().filter(({ recording }) => recording.data_object_id > 0);
      // What is computed lags behind what it is made of.
      return (stored.length > 0 ? stored : sources).map(({ recording, group }) => latestGroup(recording, group));
    },
    props,
    recordings,
    maskedRows: () =>
      refresh().graphs.flatMap(({ traces }) => traces.flatMap(({ inputs }) => (inputs.length > 0 ? [inputs] : []))),
    graphs,
    setGraphs(next) {
      props.graphs = ref([...next]);
    },
    shown: refresh,
    sources: currentSources,
    openPages: () => feed.openPages(),
    choose(trace, signal, place) {
      const state = recordings.of(signal.dataSource);
      if (!("recording" in state)) return;
      const chosen = chosenName(state.recording, signal, place);
      window.setGraphs(window.graphs().map((graph) => withSignal(graph, trace, signal, chosen)));
    },
    isComplete: () => every((feedWindow) => feedWindow.isComplete()),
    isPictured: () => every((feedWindow) => feedWindow.isPictured()),
    [Symbol.dispose]() {
      marks[Symbol.dispose]();
      for (const untie of unties) untie();
      recordings[Symbol.dispose]();
      for (const feedWindow of feedWindows.values()) feedWindow[Symbol.dispose]();
      feedWindows.clear();
    },
  };
  return window;
}

/** The shares of the feed as one, and what has none because it is not known yet or cannot be had: what is said in the window's bar. */
function asOne(sources: () => readonly PlotSource[], states: () => readonly TraceState[]): FeedPicture {
  const all = () => sources().map(({ feedWindow }) => feedWindow);
  const lost = () =>
    states().flatMap((state) =>
      state.kind === "refused" || state.kind === "not-fetched"
        ? [{ startSample: 0, endSample: 0, message: words.problem(state) }]
        : [],
    );
  const loading = () => states().filter(({ kind }) => kind === "loading").length;
  return {
    get status(): FeedStatus {
      const statuses = all().map(({ status }) => status);
      const building = statuses.flatMap(({ buildingFraction }) => buildingFraction ?? []);
      return {
        ...(statuses[0] ?? idle),
        pending: statuses.reduce((sum, { pending }) => sum + pending, loading()),
        buildingFraction: building.length === 0 ? null : Math.min(...building),
        failed: [...statuses.flatMap(({ failed }) => failed), ...lost()],
      };
    },
    isComplete: () => loading() === 0 && lost().length === 0 && all().every((feedWindow) => feedWindow.isComplete()),
    provisional: () => all().flatMap((feedWindow) => feedWindow.provisional()),
    lacks: () => (states().some(({ kind }) => kind === "not-fetched") ? words.notAllLoaded : null),
  };
}

/** The periods that analytics are computed with in a view, one trace after the other: all that its length changes. */
const correlationPeriods = (graphs: readonly Graph[], viewMs: number): string =>
  graphs
    .flatMap(({ traces }) => [...traces])
    .flatMap((trace) => {
      const analysis = trace.renderStrategy === "delta" ? null : trace.content.onDemandAnalysis;
      return analysis !== null && "calculationPeriodMs" in analysis ? periodIn(analysis, viewMs) : [];
    })
    .join();

const idle: FeedStatus = {
  ...{ connection: "connected", graceUntil: null, serverAheadMs: null, heardAt: null },
  ...{ pending: 0, buildingFraction: null, failed: [] },
};

/** The graph with another name for a signal of one of its traces. */
function withSignal(graph: Graph, id: string, signal: SignalName, chosen: SignalName): Graph {
  const isIt = (other: SignalName) =>
    other.dataSource === signal.dataSource &&
    other.dataKey === signal.dataKey &&
    other.rawDataKey === signal.rawDataKey;
  const named = (content: TraceContent): TraceContent => {
    if (content.signal !== null) return { ...content, signal: chosen };
    const { onDemandAnalysis: analysis } = content;
    const names = signalsOf(analysis).map(([, each]) => (isIt(each) ? chosen : each));
    return { signal: null, onDemandAnalysis: withSignals(analysis, names) };
  };
  // The two kinds of graphs have traces of their own; both have contents alike.
  const renamed = <T extends { readonly id: string }>(trace: T): T =>
    trace.id === id && "content" in trace ? { ...trace, content: named(trace.content as TraceContent) } : trace;
  return graph.renderStrategy === "line"
    ? { ...graph, traces: graph.traces.map(renamed) }
    : { ...graph, traces: graph.traces.map(renamed) };
}

const spanOf = ({ start_ms, end_ms }: RecordingDetail): Span => ({ startMs: start_ms, endMs: end_ms });

const Context = createContext<SeriesWindow | null>(null);
export const SeriesWindowContext = Context.Provider;

/** The window a component belongs to. */
export function useSeriesWindow(): SeriesWindow {
  const found = useContext(Context);
  if (found === null) throw new Error("There is no time series window around this component.");
  return found;
}

/** What is drawn, again whenever graphs are changed or a recording became known. */
export function useShown(): ShownGraphs {
  const window = useSeriesWindow();
  useSnapshot(window.props);
  useSnapshot(window.recordings.state);
  return window.shown();
}
