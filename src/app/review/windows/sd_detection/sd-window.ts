/** One SD detection window: two trace sets of the same rows, each with a share of the feed, and what was found in them. Handed down by context. */
import { createContext, useContext } from "react";
import { proxy, subscribe } from "valtio";
import { subscribeKey } from "valtio/utils";
import { clockOf } from "../../../../domain/time/clock.ts";
import type { FeedStatus, FeedWindow } from "../../../../feed/types.ts";
import { currentHours } from "../../clock-setting.ts";
import type { MontageSource } from "../../montages/montage-store.ts";
import { blankBehind, createLag } from "../../plot/behind.ts";
import { latestGroup } from "../../plot/latest.ts";
import { damageByGroup, type PlotWindow } from "../../plot/plot-window.ts";
import { createFeedReadout } from "../../plot/status.ts";
import { createMontageLibrary, withoutAux } from "../../rows/drawn.ts";
import { type MontageWindow, peopleOf } from "../../rows/montage-window.ts";
import { rowInputsOf } from "../../rows/row-inputs.ts";
import { createRowScroll } from "../../rows/row-scroll.ts";
import { controllerOf, createLinkGroup } from "../../time/link-group.ts";
import { createTimeline, fileOf, setSpeed, spanOf } from "../../time/timeline.ts";
import type { OpenWindow, WindowContext } from "../kind.ts";
import { createDetection, type Detection } from "./detection.ts";
import { createSdProps, type SdProps } from "./props.ts";
import type { SdSettings } from "./stored.ts";
import { words } from "./words.ts";

/** Candidates of the whole file, while they are listed. */
export interface SdWorksheet {
  /** A proxy. */
  readonly sheet: { isOpen: boolean };
  readonly detection: Detection;
}

export interface SdWindow extends PlotWindow, OpenWindow, MontageWindow {
  readonly props: SdProps;
  /** Of the EEG, and of the slow overlay. */
  readonly feedWindows: readonly [eeg: FeedWindow, overlay: FeedWindow];
  readonly damageOf: ReturnType<typeof damageByGroup>;
  /** Over the view: what is drawn. */
  readonly detection: Detection;
  readonly worksheet: SdWorksheet;
  openPreview(montage: number, source: MontageSource): SdWindow;
}

/** Makes a window over a recording. `source`: where it finds montages, where that is not the review's store. */
export function openSdWindow(context: WindowContext, read: SdSettings, source?: MontageSource): SdWindow {
  const { recording, annotations, feed, link, wanted, startMs, montages: store } = context;
  const { viewDuration, playbackSpeed, ...settings } = read;
  const montages = source ?? store;
  const props = createSdProps(settings);
  const library = createMontageLibrary(recording, peopleOf(montages, props));
  const clocks = { 12: clockOf(recording), 24: clockOf(recording, 24) };
  const feedWindows = [feed.openWindow(), feed.openWindow()] as const;
  const file = { startMs: recording.start_ms, endMs: recording.end_ms };
  const from = startMs ?? file.startMs;
  const timeline = createTimeline(file, wanted ?? { startMs: from, endMs: from + viewDuration }, link);
  setSpeed(timeline, playbackSpeed);
  const drawn = () => {
    const all = library.drawn(props.montage, props.rows);
    return all === null ? null : withoutAux(all);
  };
  const maskedRows = () => {
    const now = drawn();
    if (now === null) return [];
    const inputs = rowInputsOf(recording.data_object_id, now);
    return now.channels.flatMap(({ row, missing }) => (missing.length > 0 ? [] : [inputs[row]]));
  };
  const listeners = new Set<() => void>();
  const searched = { recording, feed, props, masks: annotations.masks, drawn, maskedRows };
  /** Settings are followed at once, the time ten times a second. */
  const followWith = (tie: (again: () => void) => () => void) => (again: () => void) => {
    const unties = [tie(again), subscribe(props, again), subscribe(montages.state, again)];
    return () => {
      for (const untie of unties) untie();
    };
  };
  const detection = createDetection({
    ...searched,
    span: () => (props.autoDetectionEnabled ? spanOf(timeline) : null),
    follow: followWith((again) => subscribe(timeline, again, true)),
    onChange: () => {
      for (const listener of listeners) listener();
    },
  });
  const sheet = proxy({ isOpen: false });
  const worksheet: SdWorksheet = {
    sheet,
    detection: createDetection({
      ...searched,
      span: () => (sheet.isOpen ? fileOf(timeline) : null),
      follow: followWith((again) => {
        const unties = [subscribeKey(timeline, "fileEndMs", again), subscribe(sheet, again)];
        return () => {
          for (const untie of unties) untie();
        };
      }),
      onChange: () => {},
    }),
  };
  const every = (claim: (feedWindow: FeedWindow) => boolean) => drawn() === null || feedWindows.every(claim);
  const isComplete = () => every((feedWindow) => feedWindow.isComplete()) && detection.isComplete();
  const lag = createLag();
  const readout = createFeedReadout({
    get status() {
      return asOne([...feedWindows.map(({ status }) => status), detection.status]);
    },
    isComplete,
    provisional: () => feedWindows.flatMap((feedWindow) => feedWindow.provisional()),
    // The clock waits for both sets of traces; what is found in them comes after.
    behind: () =>
      blankBehind(lag, {
        isComplete,
        isHeldHere: () => every((feedWindow) => feedWindow.isComplete()),
        isPlaying: () => controllerOf(timeline.link) !== null,
      }),
  });
  listeners.add(readout.touch);
  return {
    ...{ recording, annotations, timeline, props, library, montages, feedWindows, detection, worksheet, readout },
    ...{ drawn, maskedRows, isComplete },
    title: words.title,
    get clock() {
      return clocks[currentHours()];
    },
    scroll: createRowScroll(),
    montageStore: source === undefined ? store : null,
    openPreview(montage, draft) {
      const rows = montage === props.montage ? props.rows : { ...props.rows, order: [] };
      return openSdWindow(
        { ...context, link: createLinkGroup(), wanted: spanOf(timeline) },
        // What is not saved is not searched.
        { ...props, rows, montage, sentMontage: null, autoDetectionEnabled: false, viewDuration, playbackSpeed },
        draft,
      );
    },
    latestGroups() {
      const group = drawn()?.group;
      return group === undefined ? [] : [latestGroup(recording, group)];
    },
    damageOf: damageByGroup(recording),
    isPictured: () => every((feedWindow) => feedWindow.isPictured()),
    [Symbol.dispose]() {
      listeners.clear();
      detection[Symbol.dispose]();
      worksheet.detection[Symbol.dispose]();
      for (const feedWindow of feedWindows) feedWindow[Symbol.dispose]();
    },
  };
}

/** Shares of one connection as one. */
function asOne(statuses: readonly FeedStatus[]): FeedStatus {
  const building = statuses.flatMap(({ buildingFraction }) => buildingFraction ?? []);
  return {
    ...statuses[0],
    pending: statuses.reduce((sum, { pending }) => sum + pending, 0),
    buildingFraction: building.length === 0 ? null : Math.min(...building),
    failed: statuses.flatMap(({ failed }) => failed),
  };
}

const Context = createContext<SdWindow | null>(null);
export const SdWindowContext = Context.Provider;

/** The window a component belongs to. */
export function useSdWindow(): SdWindow {
  const found = useContext(Context);
  if (found === null) throw new Error("There is no SD detection window around this component.");
  return found;
}
