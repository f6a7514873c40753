/** One EEG Montage window: its recording, its settings, its time, its share of the feed. Handed down by context. */
import { createContext, useContext } from "react";
import { useSnapshot } from "valtio";
import { type Clock, clockOf } from "../../../../domain/clock.ts";
import { openingMontageId } from "../../../../domain/montage.ts";
import type { Span } from "../../../../domain/view-span.ts";
import type { Feed, FeedWindow } from "../../../../feed/types.ts";
import type { DamagedSpan, FileAnnotation, RecordingDetail } from "../../../../protocol/recordings.ts";
import { currentHours } from "../../clock-setting.ts";
import { createTimeline, type Timeline } from "../../timeline/timeline.ts";
import { createMontageLibrary, type Drawn, type MontageLibrary } from "./drawn.ts";
import { createFit, type Fit } from "./fit.ts";
import { createEegProps, type EegProps, setRows } from "./props.ts";
import { createRowScroll, type RowScroll } from "./row-scroll.ts";
import { createFeedReadout, type FeedReadout } from "./status.ts";

export interface EegWindow extends Disposable {
  readonly recording: RecordingDetail;
  readonly annotations: readonly FileAnnotation[];
  /** As the reader chose it: another one after a change, which is drawn by a new view. */
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly props: EegProps;
  readonly scroll: RowScroll;
  readonly fit: Fit;
  readonly library: MontageLibrary;
  readonly feedWindow: FeedWindow;
  /** The feed's status for React, at most ten times a second. */
  readonly readout: FeedReadout;
  /** Damaged stretches of a group, ascending. */
  damageOf(modality: string): readonly DamagedSpan[];
  /** What the present montage and arrangement draw; null when the recording holds no EEG. */
  drawn(): Drawn | null;
}

/** Makes a window over a recording. `wanted`: the view asked for in the address. */
export function createEegWindow(options: {
  recording: RecordingDetail;
  annotations: readonly FileAnnotation[];
  feed: Feed;
  wanted: Span | null;
  /** Settings that are not to be the usual ones: of the address, or of the window that this one takes the place of. */
  props?: Readonly<Partial<EegProps>>;
}): EegWindow {
  const { recording, annotations, feed, wanted } = options;
  const library = createMontageLibrary(recording);
  const props = createEegProps(openingMontageId(recording));
  const { rows, ...settings } = options.props ?? {};
  Object.assign(props, settings);
  if (rows !== undefined) setRows(props, rows);
  const damage = new Map<string, DamagedSpan[]>();
  for (const span of recording.damage) damage.set(span.modality, [...(damage.get(span.modality) ?? []), span]);
  const clocks = { 12: clockOf(recording), 24: clockOf(recording, 24) };
  const feedWindow = feed.openWindow();
  return {
    recording,
    annotations,
    get clock() {
      return clocks[currentHours()];
    },
    timeline: createTimeline({ startMs: recording.start_ms, endMs: recording.end_ms }, wanted),
    props,
    scroll: createRowScroll(),
    fit: createFit(),
    library,
    feedWindow,
    readout: createFeedReadout(feedWindow),
    damageOf: (modality) => damage.get(modality) ?? [],
    drawn: () => library.drawn(props.montage, props.rows),
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

/** What the window draws, again whenever its montage or its rows change. */
export function useDrawn(): Drawn | null {
  const { props, library } = useEegWindow();
  const { montage, rows } = useSnapshot(props);
  return library.drawn(montage, rows as EegProps["rows"]);
}
