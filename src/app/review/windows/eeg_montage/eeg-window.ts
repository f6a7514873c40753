/** One EEG Montage window: its recording, its settings, its time, its share of the feed. Handed down by context. */
import { createContext, useContext } from "react";
import { useSnapshot } from "valtio";
import type { Montage } from "../../../../domain/montage/standard-montages.ts";
import { clockOf } from "../../../../domain/time/clock.ts";
import type { FeedWindow } from "../../../../feed/types.ts";
import { text } from "../../../../protocol/text/text.ts";
import { currentHours } from "../../clock-setting.ts";
import type { MontageSource, MontageStore } from "../../montages/montage-store.ts";
import { latestGroup } from "../../plot/latest.ts";
import { damageByGroup, type PlotWindow } from "../../plot/plot-window.ts";
import { createFeedReadout } from "../../plot/status.ts";
import { createLinkGroup } from "../../time/link-group.ts";
import { createTimeline, setSpeed, spanOf } from "../../time/timeline.ts";
import type { OpenWindow, WindowContext } from "../kind.ts";
import { createMontageLibrary, type Drawn, type MontageLibrary } from "./drawn.ts";
import { createFit, type Fit } from "./fit.ts";
import { createEegProps, type EegProps } from "./props.ts";
import { rowInputsOf } from "./row-inputs.ts";
import { createRowScroll, type RowScroll } from "./row-scroll.ts";
import type { EegSettings } from "./stored.ts";

export interface EegWindow extends PlotWindow, OpenWindow {
  readonly feedWindow: FeedWindow;
  readonly damageOf: ReturnType<typeof damageByGroup>;
  readonly props: EegProps;
  readonly scroll: RowScroll;
  readonly fit: Fit;
  readonly library: MontageLibrary;
  /** Where the montages of people come from. */
  readonly montages: MontageSource;
  /** The store that keeps them; null: the window previews a draft. */
  readonly montageStore: MontageStore | null;
  /** The same page of the same recording in a window of its own, in what `source` holds under this id. */
  openPreview(montage: number, source: MontageSource): EegWindow;
  /** What the present montage and arrangement draw; null when the recording holds no EEG. */
  drawn(): Drawn | null;
}

/** Makes a window over a recording. `source`: where it finds montages, where that is not the review's store. */
export function openEegWindow(context: WindowContext, read: EegSettings, source?: MontageSource): EegWindow {
  const { recording, annotations, feed, link, wanted, startMs, montages: store } = context;
  const { viewDuration, playbackSpeed, ...settings } = read;
  const montages = source ?? store;
  const props = createEegProps(settings);
  const library = createMontageLibrary(recording, {
    people: () => montages.state.people,
    sent: () => props.sentMontage,
  });
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

/** What the window draws, again whenever its montage or its rows change, or a montage of people does. */
export function useDrawn(): Drawn | null {
  const { props, library } = useEegWindow();
  const { montage, rows } = useSnapshot(props);
  useMontageList();
  return library.drawn(montage, rows as EegProps["rows"]);
}

/** The montages of the window, again whenever one of people changes. */
export function useMontageList(): readonly Montage[] {
  const { library, montages, props } = useEegWindow();
  void useSnapshot(montages.state).people;
  void useSnapshot(props).sentMontage;
  return library.montages();
}
