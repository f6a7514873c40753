/** One EEG window of the EEG image service: its settings, its time, the images of its pages. */
import { createContext, useContext } from "react";
import { proxy } from "valtio";
import { groupFor, montagesOf } from "../../../../domain/montage/montage.ts";
import { clockOf } from "../../../../domain/time/clock.ts";
import { imageLimits, labelWidthPx } from "../../../../protocol/eeg-service.ts";
import type { SignalGroup } from "../../../../protocol/recordings.ts";
import { currentTheme } from "../../../../ui/theme.ts";
import { screenScale } from "../../../screen/index.ts";
import { currentHours } from "../../clock-setting.ts";
import { ImageFeed, type ImageForms } from "../../images/image-feed.ts";
import { latestGroup } from "../../plot/latest.ts";
import type { PlotWindow } from "../../plot/plot-window.ts";
import { createFeedReadout } from "../../plot/status.ts";
import { createTimeline, setSpeed } from "../../time/timeline.ts";
import type { OpenWindow, WindowContext } from "../kind.ts";
import type { PersystProps, PersystSettings } from "./stored.ts";
import { words } from "./words.ts";

/** What the service knows; a proxy. */
export interface ServiceState {
  /** Names, in its order; null: not known yet. */
  montages: readonly string[] | null;
}

export interface PersystEegWindow extends PlotWindow, OpenWindow {
  readonly props: PersystProps;
  readonly service: ServiceState;
  readonly group: SignalGroup | null;
  readonly images: ImageFeed;
  /** The montage that is drawn: the one that is set, else the service's first one. */
  montage(): string | null;
}

export function openPersystEeg(context: WindowContext, settings: PersystSettings): PersystEegWindow {
  const { recording, annotations, feed, link, wanted, startMs } = context;
  const { viewDuration, playbackSpeed, ...own } = settings;
  const props = proxy<PersystProps>(own);
  const service = proxy<ServiceState>({ montages: null });
  const clocks = { 12: clockOf(recording), 24: clockOf(recording, 24) };
  const file = { startMs: recording.start_ms, endMs: recording.end_ms };
  const from = startMs ?? file.startMs;
  const timeline = createTimeline(file, wanted ?? { startMs: from, endMs: from + viewDuration }, link);
  setSpeed(timeline, playbackSpeed);
  const group = montagesOf(recording).reduce<SignalGroup | null>(
    (found, each) => found ?? groupFor(recording, each),
    null,
  );
  const montage = () => {
    const { montages } = service;
    if (montages === null) return null;
    return montages.find((name) => name === props.montage) ?? montages.at(0) ?? null;
  };
  const images = new ImageFeed({ recording, group, pages: feed.openPages(), forms: formsOf(props, montage) });
  return {
    ...{ recording, annotations, title: words.title, timeline, props, service, group, images, montage },
    get clock() {
      return clocks[currentHours()];
    },
    readout: createFeedReadout(images),
    latestGroups: () => (group === null ? [] : [latestGroup(recording, group)]),
    // Pictures say nothing of the channels that they show.
    maskedRows: () => [],
    noVisibleTraces: words.noVisibleTraces,
    isComplete: () => montage() === null || images.isComplete(),
    isPictured: () => montage() === null || images.isComplete(),
    [Symbol.dispose]() {
      images[Symbol.dispose]();
    },
  };
}

/** What is asked for: the settings of the window in the theme and the scale of the screen. */
const formsOf = (props: Readonly<PersystProps>, named: () => string | null): ImageForms => ({
  named,
  mostSpanMs: imageLimits.mostSpanMs,
  page({ width, height, ratio }) {
    const { sensitivityMicroVolts: sensitivity, LFF, HFF, notch, isArtifactReductionEnabled } = props;
    const { pixelsPerMm } = screenScale;
    const settings = { sensitivity, LFF, HFF, notch, isArtifactReductionEnabled, pixelsPerMm };
    return { kind: "eeg_image", ...settings, width, height, ratio, theme: currentTheme() };
  },
  labels: ({ height, ratio }) => ({
    kind: "eeg_labels",
    ...{ width: Math.round(labelWidthPx * ratio), height, ratio, theme: currentTheme() },
  }),
});

const Context = createContext<PersystEegWindow | null>(null);
export const PersystWindowContext = Context.Provider;

/** The window a component belongs to. */
export function usePersystWindow(): PersystEegWindow {
  const found = useContext(Context);
  if (found === null) throw new Error("There is no Persyst EEG window around this component.");
  return found;
}
