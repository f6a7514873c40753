/** One EEG Montage window: its recording, its settings, its time, its share of the feed. Handed down by context. */
import { createContext, useContext } from "react";
import { clockOf } from "../../../../domain/time/clock.ts";
import type { FeedWindow } from "../../../../feed/types.ts";
import { text } from "../../../../protocol/text/text.ts";
import { currentHours } from "../../clock-setting.ts";
import type { MontageSource } from "../../montages/montage-store.ts";
import { latestGroup } from "../../plot/latest.ts";
import { damageByGroup, type PlotWindow } from "../../plot/plot-window.ts";
import { createFeedReadout } from "../../plot/status.ts";
import { createMontageLibrary } from "../../rows/drawn.ts";
import { type MontageWindow, peopleOf } from "../../rows/montage-window.ts";
import { rowInputsOf } from "../../rows/row-inputs.ts";
import { createRowScroll } from "../../rows/row-scroll.ts";
import { createLinkGroup } from "../../time/link-group.ts";
import { createTimeline, setSpeed, spanOf } from "../../time/timeline.ts";
import type { OpenWindow, WindowContext } from "../kind.ts";
import { createFit, type Fit } from "./fit.ts";
import { createEegProps, type EegProps } from "./props.ts";
import { createShading, type Shading } from "./shading.ts";
import type { EegSettings } from "./stored.ts";

export interface EegWindow extends PlotWindow, OpenWindow, MontageWindow {
  readonly feedWindow: FeedWindow;
  readonly damageOf: ReturnType<typeof damageByGroup>;
  readonly props: EegProps;
  readonly fit: Fit;
  readonly shading: Shading;
  openPreview(montage: number, source: MontageSource): EegWindow;
}

/** Makes a window over a recording. `source`: where it finds montages, where that is not the review's store. */
export function openEegWindow(context: WindowContext, read: EegSettings, source?: MontageSource): EegWindow {
  const { recording, annotations, feed, link, wanted, startMs, montages: store } = context;
  const { viewDuration, playbackSpeed, ...settings } = read;
  const montages = source ?? store;
  const props = createEegProps(settings);
  const library = createMontageLibrary(recording, peopleOf(montages, props));
  const clocks = { 12: clockOf(recording), 24: clockOf(recording, 24) };
  const feedWindow = feed.openWindow();
  const file = { startMs: recording.start_ms, endMs: recording.end_ms };
  const from = startMs ?? file.startMs;
  const first = { startMs: from, endMs: from + viewDuration };
  const timeline = createTimeline(file, wanted ?? first, link);
  setSpeed(timeline, playbackSpeed);
  const drawn = () => library.drawn(props.montage, props.rows);
  return {
    recording,
    annotations,
    title: text.window.eegMontage,
    get clock() {
      return clocks[currentHours()];
    },
    timeline,
    props,
    scroll: createRowScroll(),
    fit: createFit(),
    shading: createShading(),
    library,
    montages,
    montageStore: source === undefined ? store : null,
    openPreview(montage, draft) {
      const rows = montage === props.montage ? props.rows : { ...props.rows, order: [] };
      return openEegWindow(
        { ...context, link: createLinkGroup(), wanted: spanOf(timeline) },
        { ...props, rows, montage, sentMontage: null, viewDuration, playbackSpeed },
        draft,
      );
    },
    feedWindow,
    readout: createFeedReadout(feedWindow),
    latestGroups() {
      const group = drawn()?.group;
      return group === undefined ? [] : [latestGroup(recording, group)];
    },
    damageOf: damageByGroup(recording),
    maskedRows() {
      const now = drawn();
      if (now === null) return [];
      const inputs = rowInputsOf(recording.data_object_id, now);
      return now.channels.flatMap(({ row, missing }) => (missing.length > 0 ? [] : [inputs[row]]));
    },
    drawn,
    isComplete: () => drawn() === null || feedWindow.isComplete(),
    isPictured: () => drawn() === null || feedWindow.isPictured(),
    [Symbol.dispose]() {
      feedWindow[Symbol.dispose]();
    },
  };
}

const Context = createContext<EegWindow | null>(null);
export const EegWindowContext = Context.Provider;

/** The window a component belongs to. */
export function useEegWindow(): EegWindow {
  const found = useContext(Context);
  if (found === null) throw new Error("There is no EEG window around this component.");
  return found;
}
