/** One time series window: a group of signals of one of the patient's recordings, on the clock of the review. */
import { createContext, useContext } from "react";
import { proxy, ref } from "valtio";
import { clockOf } from "../../../../domain/time/clock.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import type { FeedWindow } from "../../../../feed/types.ts";
import type { Recipe } from "../../../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import { getRecording } from "../../../../protocol/routes.ts";
import { call } from "../../../session/index.ts";
import { currentHours } from "../../clock-setting.ts";
import { damageByGroup, type PlotWindow } from "../../plot/plot-window.ts";
import { createFeedReadout, type FeedReadout } from "../../plot/status.ts";
import { createTimeline, growFile, setFile, setSpeed, type Timeline } from "../../time/timeline.ts";
import type { OpenWindow, WindowContext } from "../kind.ts";
import { firstChannels, type SeriesSettings, type SeriesSource, usualGroup } from "./stored.ts";

export interface SeriesProps {
  source: SeriesSource;
  channels: readonly number[] | null;
}

/** What is drawn: a group and the channels of it, from the top. */
export interface DrawnSeries {
  readonly group: SignalGroup;
  readonly channels: readonly number[];
  readonly recipe: Recipe;
}

export interface SourceState {
  /** What holds the signals; null until it is known. */
  recording: RecordingDetail | null;
  problem: "not-fetched" | "no-clock" | null;
  /** Of the source that cannot stand on the clock. */
  name: string;
}

export interface SeriesWindow extends OpenWindow {
  readonly timeline: Timeline;
  readonly props: SeriesProps;
  readonly feedWindow: FeedWindow;
  readonly readout: FeedReadout;
  /** Of the file that the review was opened for. */
  readonly review: RecordingDetail;
  /** A proxy. */
  readonly source: SourceState;
  /** The window as the chassis draws it, once its source is known: another one for another recording. */
  plot(): PlotWindow | null;
  drawn(): DrawnSeries | null;
  choose(source: SeriesSource): void;
  /** Draws these channels of the group. */
  show(channels: readonly number[]): void;
  tryAgain(): void;
}

/** Opens a window over a group of the review's recording or of another one of the patient. */
export function openSeriesWindow(
  { recording: review, annotations, feed, link, wanted, startMs: linkedMs }: WindowContext,
  { source: first, channels, viewDuration, playbackSpeed }: SeriesSettings,
): SeriesWindow {
  const startMs = wanted?.startMs ?? linkedMs ?? review.start_ms;
  const timeline = createTimeline(fileOf(review), { startMs, endMs: startMs + viewDuration }, link);
  setSpeed(timeline, playbackSpeed);
  const props = proxy<SeriesProps>({ source: first, channels: channels === null ? null : ref([...channels]) });
  const source = proxy<SourceState>({ recording: null, problem: null, name: "" });
  const feedWindow = feed.openWindow();
  const readout = createFeedReadout(feedWindow);
  const clocks = { 12: clockOf(review), 24: clockOf(review, 24) };
  let plot: PlotWindow | null = null;
  let drawn: DrawnSeries | null = null;
  let drawnOf: readonly unknown[] = [];
  let asking: AbortController | null = null;
  let unfollow = () => {};

  function found(recording: RecordingDetail): void {
    plot = {
      recording,
      annotations,
      get clock() {
        return clocks[currentHours()];
      },
      timeline,
      feedWindow,
      readout,
      damageOf: damageByGroup(recording),
    };
    setFile(timeline, union(fileOf(review), fileOf(recording)));
    source.recording = ref(recording);
    // The review's own is followed by the workspace.
    if (recording !== review) unfollow = feed.follow(recording, () => growFile(timeline, recording.end_ms));
  }

  async function load({ dataObjectId }: SeriesSource): Promise<void> {
    asking?.abort();
    source.problem = null;
    if (source.recording?.data_object_id === dataObjectId) return;
    unfollow();
    plot = null;
    source.recording = null;
    if (dataObjectId === review.data_object_id) {
      found(review);
      return;
    }
    const asked = new AbortController();
    asking = asked;
    try {
      const recording = await call(getRecording, { data_object_id: dataObjectId }, asked.signal);
      if (asked.signal.aborted) return;
      source.name = recording.is_start_known ? review.obj_name : recording.obj_name;
      if (recording.is_start_known && review.is_start_known) found(recording);
      else source.problem = "no-clock";
    } catch (error) {
      if (asked.signal.aborted) return;
      console.warn("series.source_failed", error);
      source.problem = "not-fetched";
    }
  }

  const window: SeriesWindow = {
    timeline,
    props,
    feedWindow,
    readout,
    review,
    source,
    plot: () => plot,
    drawn() {
      const { recording } = source;
      const now = [recording, props.source.modality, props.channels];
      if (now.some((value, k) => value !== drawnOf[k])) {
        drawnOf = now;
        drawn = recording === null ? null : drawnSeries(recording, props);
      }
      return drawn;
    },
    choose(next) {
      if (next.dataObjectId !== props.source.dataObjectId || next.modality !== props.source.modality)
        props.channels = null;
      props.source = next;
      void load(next);
    },
    show(next) {
      props.channels = ref([...next]);
    },
    tryAgain: () => void load(props.source),
    isComplete: () => window.drawn() === null || feedWindow.isComplete(),
    isPictured: () => window.drawn() === null || feedWindow.isPictured(),
    [Symbol.dispose]() {
      asking?.abort();
      unfollow();
      feedWindow[Symbol.dispose]();
    },
  };
  void load(first);
  return window;
}

/** The recipe has a row for each channel: as recorded, and not filtered. */
function drawnSeries(recording: RecordingDetail, { source, channels }: SeriesProps): DrawnSeries | null {
  const group = recording.groups.find(({ modality }) => modality === source.modality) ?? usualGroup(recording);
  if (group === undefined) return null;
  const all = group.channels.map((_, k) => k);
  const chosen = channels?.filter((k) => k < all.length) ?? [];
  const shown = chosen.length > 0 ? chosen : all.slice(0, firstChannels);
  return {
    group,
    channels: shown,
    recipe: {
      derivations: shown.map((index) => ({ first: { kind: "channel", index }, second: { kind: "zero" } })),
      filters: { lff: null, hff: null, notch: null },
    },
  };
}

export const fileOf = ({ start_ms, end_ms }: RecordingDetail): Span => ({ startMs: start_ms, endMs: end_ms });

const union = (a: Span, b: Span): Span => ({
  startMs: Math.min(a.startMs, b.startMs),
  endMs: Math.max(a.endMs, b.endMs),
});

const Context = createContext<SeriesWindow | null>(null);
export const SeriesWindowContext = Context.Provider;

/** The window a component belongs to. */
export function useSeriesWindow(): SeriesWindow {
  const found = useContext(Context);
  if (found === null) throw new Error("There is no time series window around this component.");
  return found;
}
