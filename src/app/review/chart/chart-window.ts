/** What is the same in all windows of charts: time, recordings, pages, and when what is shown is made anew. */
import { createContext, useContext } from "react";
import { proxy, ref, subscribe, useSnapshot } from "valtio";
import { subscribeKey } from "valtio/utils";
import type { ChartSource } from "../../../domain/graphs/graph.ts";
import { clockOf } from "../../../domain/time/clock.ts";
import { clampSpan, lengthOf, type Span } from "../../../domain/time/view-span.ts";
import type { FeedStatus } from "../../../feed/types.ts";
import type { Page, SampleTally } from "../../../protocol/page-codec.ts";
import type { PageForm } from "../../../protocol/pages.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { currentHours } from "../clock-setting.ts";
import { type Behind, createLag, mostBehindMs, mostOutgrownMs } from "../plot/behind.ts";
import { latestGroup } from "../plot/latest.ts";
import { type ArtifactMode, phaseOf } from "../plot/masked-rows.ts";
import type { PlotWindow } from "../plot/plot-window.ts";
import { createFeedReadout } from "../plot/status.ts";
import { createReach } from "../sources/reach.ts";
import { createRecordings, type SeriesRecordings } from "../sources/recordings.ts";
import { controllerOf } from "../time/link-group.ts";
import { createTimeline, fileOf, isCutOff, isLive, setSpeed, spanOf } from "../time/timeline.ts";
import type { OpenWindow, WindowContext } from "../windows/kind.ts";
import type { ChartContent, ChartScene } from "./chart-content.ts";
import { factsOf } from "./chart-facts.ts";
import { type ChartSignal, type FoundSignal, findSignal } from "./signals.ts";
import { createThrottle } from "./throttle.ts";
import { pageOf, pagesTouching, spansAhead } from "./view-pages.ts";

/** Page requests are told at most so often (spec 001 section 9). ms */
const askMs = 100;
/** How far what stands is behind is said anew so often. ms */
const saidMs = 100;

/** Pages of one signal that are all here, in the order of time. */
export interface SignalPages {
  readonly signal: FoundSignal;
  /** Among all signals of the window. */
  readonly position: number;
  readonly pages: readonly Page[];
}

export interface ChartFacts {
  readonly tallies: readonly { readonly label: string; readonly tally: SampleTally }[];
  readonly core: string | null;
}

export interface ChartWindow<Props extends { artifacts: ArtifactMode } = { artifacts: ArtifactMode }>
  extends PlotWindow,
    OpenWindow {
  readonly props: Props;
  readonly recordings: SeriesRecordings;
  /** A proxy: raised when what is shown is another. */
  readonly state: { version: number };
  /** The signals of its settings, in their order. */
  signals(): readonly ChartSignal[];
  facts(): ChartFacts;
  /** A view that what stands in it is right for, the latest that is known; null: nothing stands in it. */
  shownOf(): Span | null;
  createContent(invalidate: () => void): ChartContent;
  /** The scene is another one, of what is shown. */
  redraw(): void;
}

export interface ChartWindowKind<Props extends { artifacts: ArtifactMode }> {
  readonly title: string;
  readonly viewDuration: number;
  readonly playbackSpeed: number;
  /** A proxy. */
  readonly props: Props;
  readonly redrawMs: number;
  /** What is made of the pages depends on where the view lies in them; it is not made anew while a pointer holds the view. */
  readonly isOfView?: boolean;
  names(): readonly ChartSource[];
  /** The signals, where they are more than channels by name; what of them is masked is the analysis' own business then. */
  signals?(recordings: SeriesRecordings, view: Span): readonly ChartSignal[];
  /** The pages of a view, where they are not whole pages of its length. */
  spans?(view: Span): readonly Span[];
  /** What is asked for of a signal; null: the settings are none that anything could be asked for. */
  formOf(signal: FoundSignal): PageForm | null;
  /** Told what there is, null: not all of it, when that changed; `view`: of now. Called calmly. */
  take(pages: readonly SignalPages[] | null, view: Span, facts: { isLive: boolean; isPlaying: boolean }): void;
  /** The same object for as long as it shows the same. */
  scene(signals: readonly ChartSignal[]): ChartScene;
}

export function openChartWindow<Props extends { artifacts: ArtifactMode }>(
  { recording: review, annotations, feed, link, wanted, startMs: linkedMs }: WindowContext,
  kind: ChartWindowKind<Props>,
): ChartWindow<Props> {
  const { props } = kind;
  const startMs = wanted?.startMs ?? linkedMs ?? review.start_ms;
  const own = { startMs, endMs: startMs + kind.viewDuration };
  // What it is asked to show may be its own page, cut off where the file ends; that page is what was wanted.
  const cut = clampSpan(own, fileSpan(review));
  const isOwn = wanted === null || (wanted.startMs === cut.startMs && wanted.endMs === cut.endMs);
  const timeline = createTimeline(fileSpan(review), isOwn ? own : wanted, link);
  setSpeed(timeline, kind.playbackSpeed);
  const state = proxy({ version: 0 });
  const clocks = { 12: clockOf(review), 24: clockOf(review, 24) };
  const pages = feed.openPages();
  const invalidates = new Set<() => void>();
  let signals: readonly ChartSignal[] = [];
  let keys: readonly (readonly string[])[] = [];
  let asked = "";
  /** The view that was told last. */
  let told = "";
  let toldView: Span | null = null;
  /** That view, where the end of the file cuts it off; of what stands, likewise. */
  let toldCut: Span | null = null;
  let shownCut: Span | null = null;
  let toldAt = 0;
  /** The pages that were asked for, and of what, whenever it is. */
  let toldSpans = "";
  let askedOf = "";
  let shown: string | null = null;
  let shownView = "";
  let shownOf = "";
  let shownSpan: Span | null = null;
  /** The pages that what stands is made of, however far the data reached then. */
  let shownSpans = "";
  let isHeldBack = false; // newer data are asked for once what is on its way is here
  const lag = createLag();
  let late: ReturnType<typeof setTimeout> | undefined;
  let facts: ChartFacts = { tallies: [], core: null };

  const reach = createReach(timeline, () => recordings.known());
  const recordings = createRecordings(review, feed, () => {
    recordings.noticeGrowth();
    reach();
    ask.call();
  });
  const viewText = () => `${timeline.startMs} ${timeline.endMs}`;
  const found = () => signals.filter((signal): signal is FoundSignal => signal.kind === "found");
  const isLoading = () => signals.some(({ kind: is }) => is === "loading");
  const masksKnown = () =>
    props.artifacts !== "out" ||
    phaseOf(
      annotations.masks,
      found().map(({ inputs }) => inputs),
    ) === "known";
  const isHere = () =>
    !isLoading() && masksKnown() && keys.every((own) => own.every((key) => pages.page(key) !== undefined));

  /** What is shown is of the view as it is now. */
  const isNow = () =>
    isHere() && told === viewText() && shown === asked && (kind.isOfView !== true || shownView === told);

  const spansOf = (view: Span) => kind.spans?.(view) ?? pagesTouching(view, fileOf(timeline).startMs);
  const isPlaying = () => controllerOf(timeline.link) !== null;
  const hasFailed = () => keys.flat().some((key) => pages.failureOf(key) !== null);
  const isOnItsWay = () => !hasFailed() && keys.flat().some((key) => pages.page(key) === undefined);

  /** What stands is what the view holds at this moment, whatever was told of it. */
  function isRight(): boolean {
    const isOfNow =
      shown !== null &&
      shown === asked &&
      (kind.isOfView === true ? shownView === viewText() : JSON.stringify(spansOf(spanOf(timeline))) === toldSpans);
    if (!isOfNow) return false;
    lag.right();
    shownSpan = spanOf(timeline);
    return true;
  }

  /** What stands is of data that do not reach as far as those of now. */
  const hasGrown = () => isGrowing() || (shown !== asked && shownSpans === toldSpans);
  const mostLateMs = () => (isPlaying() ? mostBehindMs : hasGrown() && !hasFailed() ? mostOutgrownMs : 0);
  /** What stands is of another time alone, and not yet too old to stand. */
  const mayStand = () => shown !== null && shownOf === askedOf && isAsLong() && lag.ms() < mostLateMs();
  /** The view moves or grows with the end of its file since that one: it is live, or both begin alike and are cut off there. */
  const hasGrownFrom = (cut: Span | null) =>
    isLive(timeline) || (cut !== null && cut.startMs === timeline.startMs && isCutOff(timeline));
  const isGrowing = () => hasGrownFrom(shownCut);
  const isAsLong = () => isGrowing() || roundLength(shownSpan) === roundLength(toldView);

  function behind(): Behind | null {
    if (isRight() || !mayStand() || shownSpan === null) return null;
    const [from, to] = [shownSpan.startMs, shownSpan.endMs].map((ms) => window.clock.dateTime(ms));
    return { ms: lag.ms(), mostMs: mostLateMs(), of: `${from} to ${to}` };
  }

  /** What is late is taken away when it has stood too long. */
  function watch(): void {
    clearTimeout(late);
    late = setTimeout(
      () => {
        if (shown === null || isRight()) return;
        // The view goes on being told: what is asked for may be of now, and what stands is not.
        if (!mayStand()) return redrawNow();
        window.readout.touch();
        watch();
      },
      Math.max(20, Math.min(saidMs, mostLateMs() - lag.ms())),
    );
  }

  /** Says what is wanted for the view of now, and shows what is here already. */
  function tell(): void {
    // The end of a drag tells again.
    if (kind.isOfView === true && timeline.isHeld && told !== "") {
      // What stands is of the view before.
      window.readout.touch();
      return;
    }
    recordings.noticeGrowth();
    const isOut = props.artifacts === "out";
    if (isOut) recordings.noticeMasks(annotations.masks);
    const names = kind.names();
    signals = recordings.only(
      () => kind.signals?.(recordings, spanOf(timeline)) ?? names.map((name) => findSignal(name, recordings)),
    );
    reach();
    const view = spanOf(timeline);
    const spans = spansOf(view);
    const isKnown = masksKnown();
    const wantedOf = found().map((signal) => {
      const form = isKnown ? kind.formOf(signal) : null;
      // What a run stored leaves out what the run left out.
      const isMasked = isOut && kind.signals === undefined && signal.recording.stored === undefined;
      const revision = isMasked ? annotations.masks.of(signal.recording.data_object_id).revision : null;
      const asked = isMasked && form !== null ? ({ ...form, leaves_out_artifacts: true } as PageForm) : form;
      return { signal, form: asked, revision };
    });
    const pagesIn = (all: readonly Span[]) =>
      wantedOf.map(({ signal, form, revision }) =>
        form === null ? [] : all.map((span) => pageOf(signal, span, form, revision)),
      );
    const states = signals.map(({ label, kind: is }) => [label, is]);
    const of = JSON.stringify([
      states,
      wantedOf.map(({ signal: { recording, group }, form, revision }) => [
        ...[recording.data_object_id, recording.data_version, group.modality, form, revision],
      ]),
    ]);
    const isOfSame = of === askedOf && !isPlaying() && (hasGrownFrom(toldCut) || JSON.stringify(spans) === toldSpans);
    const wanted = pagesIn(spans);
    const wantedKeys = wanted.map((own) => own.map(({ key }) => key));
    // Whoever asked anew each time the data reach further would never see what takes longer.
    isHeldBack = isOfSame && isOnItsWay() && JSON.stringify(wantedKeys) !== JSON.stringify(keys);
    if (isHeldBack) return;
    // Up to now it was what the view held.
    if (shown === asked && !isPlaying()) lag.right();
    askedOf = of;
    const hasMoved = told !== viewText();
    told = viewText();
    toldView = view;
    toldCut = isCutOff(timeline) ? view : null;
    toldAt = performance.now();
    toldSpans = JSON.stringify(spans);
    keys = wantedKeys;
    pages.want([...wanted.flat(), ...pagesIn(aheadOf(view, spans)).flat()]);
    const now = JSON.stringify([keys, states]);
    if (now !== asked) {
      asked = now;
      // What was shown is not what the view holds. While it plays it stands for a moment longer, and says so.
      if (!isHere() && !mayStand()) redrawNow();
    } else if (shown !== null && shown !== asked && !isHere() && !mayStand()) {
      // It stood while it was played; now the view rests.
      redrawNow();
    }
    if (!isRight() && shown !== null) watch();
    if (isHere() && (shown !== asked || (kind.isOfView === true && hasMoved))) redraw.call();
    window.readout.touch();
  }

  /** What playback comes to next is fetched before it is in view. */
  function aheadOf(view: Span, spans: readonly Span[]): readonly Span[] {
    const playing = controllerOf(timeline.link);
    if (playing === null) return [];
    return spansAhead(view, spans, { speed: playing.speed, endMs: fileOf(timeline).endMs, spansOf });
  }

  /** Gives the kind what there is. */
  function redrawNow(): void {
    // What is here was asked for that one.
    const view = toldView ?? spanOf(timeline);
    const here = isHere()
      ? found().map((signal, k) => ({
          signal,
          position: signals.indexOf(signal),
          pages: keys[k].map((key) => pages.page(key) as Page),
        }))
      : null;
    shown = here === null ? null : asked;
    shownView = told;
    shownOf = askedOf;
    shownSpan = here === null ? null : view;
    shownCut = here === null ? null : toldCut;
    shownSpans = toldSpans;
    if (here !== null) lag.right(toldAt);
    facts = here === null ? { tallies: [], core: null } : factsOf(here);
    kind.take(here, view, { isLive: isLive(timeline), isPlaying: isPlaying() });
    changed();
  }

  function changed(): void {
    state.version++;
    for (const invalidate of invalidates) invalidate();
    window.readout.touch();
  }

  const ask = createThrottle(askMs, tell);
  const redraw = createThrottle(kind.redrawMs, redrawNow);
  pages.onChange = () => {
    window.readout.touch();
    if (shown !== asked && isHere()) redraw.call();
    else if (shown !== null && shown !== asked && hasFailed() && !mayStand()) redrawNow();
    if (isHeldBack && !isOnItsWay()) ask.call();
  };
  const again = () => ask.call();
  const unties = [
    subscribe(timeline, again, true),
    subscribe(props, () => {
      tell();
      redrawNow();
    }),
    subscribe(recordings.state, again, true),
    subscribe(annotations.masks.state, again, true),
    subscribeKey(timeline, "fileEndMs", recordings.noticeGrowth),
  ];

  const status = (): FeedStatus => {
    const now = pages.status;
    const lost = signals.flatMap((signal) =>
      signal.kind === "lost" && signal.hasFailed
        ? [{ startSample: 0, endSample: 0, message: `${signal.label}: ${signal.said}` }]
        : [],
    );
    const loading = signals.filter(({ kind: is }) => is === "loading").length;
    return { ...now, pending: now.pending + loading, failed: [...now.failed, ...lost] };
  };
  const window: ChartWindow<Props> = {
    recording: review,
    annotations,
    props,
    recordings,
    state,
    title: kind.title,
    timeline,
    get clock() {
      return clocks[currentHours()];
    },
    readout: createFeedReadout({
      get status() {
        return status();
      },
      isComplete: () => isHere() && isRight(),
      provisional: () => [],
      behind,
    }),
    maskedRows: () => found().map(({ inputs }) => inputs),
    latestGroups: () => found().map(({ recording, group }) => latestGroup(recording, group)),
    signals: () => signals,
    facts: () => facts,
    shownOf: () => (isRight() || mayStand() ? shownSpan : null),
    createContent(invalidate) {
      invalidates.add(invalidate);
      return {
        scene: () => kind.scene(signals),
        sized: (isCramped) => window.readout.sized(isCramped),
        [Symbol.dispose]: () => void invalidates.delete(invalidate),
      };
    },
    isComplete: isNow,
    isPictured: isNow,
    redraw: changed,
    [Symbol.dispose]() {
      for (const untie of unties) untie();
      clearTimeout(late);
      ask[Symbol.dispose]();
      redraw[Symbol.dispose]();
      recordings[Symbol.dispose]();
      pages[Symbol.dispose]();
    },
  };
  ask.call();
  return window;
}

const roundLength = (span: Span | null) => (span === null ? null : Math.round(lengthOf(span)));
const fileSpan = ({ start_ms, end_ms }: RecordingDetail): Span => ({ startMs: start_ms, endMs: end_ms });

/** The props that every window of a chart has, made of what is stored. */
export const chartProps = <Props extends { artifacts: ArtifactMode }>(props: Props): Props => proxy(props);
export const keptList = <Item>(items: readonly Item[]): readonly Item[] => ref([...items]);

const Context = createContext<ChartWindow | null>(null);
export const ChartWindowContext = Context.Provider;

/** The window of a chart around a component, which is drawn again when something else is shown. */
export function useChartWindow<Window extends ChartWindow>(): Window {
  const found = useContext(Context);
  if (found === null) throw new Error("There is no chart window around this component.");
  useSnapshot(found.state).version;
  return found as Window;
}
