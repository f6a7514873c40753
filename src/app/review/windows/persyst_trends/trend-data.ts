/** What there is of the trends of a window: each is described once, and brought in pages of columns as fine as the view needs. */
import { proxy, subscribe } from "valtio";
import type { Span } from "../../../../domain/time/view-span.ts";
import type { Feed, FeedStatus, WantedPage } from "../../../../feed/types.ts";
import {
  type ColumnPage,
  columnPages,
  epochsPerColumn,
  pageSpan,
  type TrendColumns,
} from "../../../../picture/trends/columns.ts";
import { type RowSeries, seriesKey } from "../../../../picture/trends/panel.ts";
import type { Analysis } from "../../../../protocol/analysis.ts";
import type { SampleTally, TrendBlock } from "../../../../protocol/page-codec.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { type TrendBaseline, trendBaselineMs, trendEpochMs } from "../../../../protocol/trends.ts";
import { pageOf } from "../../chart/view-pages.ts";
import { createRecordings, type RecordingState, type SeriesRecordings } from "../../sources/recordings.ts";
import { gather } from "./gather.ts";
import { words } from "./words.ts";

export interface SeriesPage extends TrendColumns {
  readonly block: TrendBlock;
  readonly core: string | null;
  /** The recording grows, and its baseline is not whole before it reaches so far; Infinity: it is known whether there is one. */
  readonly awaitedMs: number;
}

/** What is known of a trend in the view that was looked at last. */
export interface SeriesState {
  readonly epochMs: number;
  /** "lost": it cannot be had, for this reason; `hasFailed`: asking again may help. */
  readonly kind: "loading" | "here" | "lost";
  readonly said: string;
  readonly hasFailed: boolean;
  /** Pages that touch the view, exact ones first; where none is here yet, those of another width that were here. */
  readonly pages: readonly SeriesPage[];
  /** Parts of the view that are not here, and those whose last try failed. */
  readonly waiting: readonly Span[];
  readonly failed: readonly (Span & { readonly message: string })[];
  /** The newest part of the view of a recording that has grown, which what stands there does not reach yet. */
  readonly newer: readonly Span[];
  /** Of a recording that grows: behind it nothing is known yet, so that nothing is missing there. */
  readonly knownUntilMs: number;
}

export interface TrendData extends Disposable {
  /** A proxy: raised when anything that is shown is another. */
  readonly state: { version: number };
  readonly recordings: SeriesRecordings;
  /** Says what is looked at; cheap, called every frame. */
  look(view: Span, widthPx: number): void;
  /** Of a trend; the same object for as long as nothing changed. */
  of(series: RowSeries): SeriesState;
  /** Everything in a view is here, or cannot be had. */
  isComplete(view: Span): boolean;
  /** Some of what stands in the view is of data that did not reach as far yet, and newer columns are not here. */
  isOutgrown(): boolean;
  /** None of the trends can be had. */
  isLost(): boolean;
  readonly status: FeedStatus;
  /** Of the pages in view. */
  facts(): TrendFacts;
  /** Of the trends that are compared with one, each its own; none of what is not here. */
  baselines(): readonly (RowSeries & { readonly baseline: TrendBaseline })[];
}

export interface TrendFacts {
  readonly tally: SampleTally;
  readonly pairs: readonly string[];
  readonly core: string | null;
}

export interface TrendDataDeps {
  readonly review: RecordingDetail;
  readonly feed: Feed;
  readonly series: readonly RowSeries[];
  /** What is asked for of a trend; null: nothing yet, or nothing that it could be made of. The same text for the same. */
  analysisOf(series: RowSeries): Analysis | null;
  /** Revision of what is masked, where artifacts are left out; null: they count. */
  masks(): number | null;
  /** A recording that it is made of has grown. */
  onGrown(): void;
  onChange(): void;
}

interface Series {
  readonly of: RowSeries;
  readonly epochMs: number;
  analysis: string;
  /** Where the last whole epoch of the chosen baseline ends; Infinity: none is chosen. */
  chosenEndMs: number;
  known: RecordingState;
  asked: AskedPage[];
  /** How far the recording reached when pages without a baseline were asked for anew; 0: they were not. */
  askedAnewMs: number;
  /** Pages that were shown, the last ones first: drawn while others are on their way. Of the same analysis. */
  recent: readonly SeriesPage[];
  state: SeriesState | null;
}

interface AskedPage {
  readonly span: Span;
  readonly isInView: boolean;
  readonly of: PanelPage;
  /** Which of its blocks. */
  readonly block: number;
  readonly chosenEndMs: number;
}

/** Columns of a span of several trends: one request. */
interface PanelPage {
  /** Without how far what grows reached. */
  readonly name: string;
  readonly wanted: WantedPage;
  /** Where its trends ended when it was asked for. */
  readonly heldUntilMs: number;
}

/** A panel comes in some thirty pages, and all of it is drawn anew for each: they are shown this often, and as soon as all are here. ms */
const shownEveryMs = 100;
/** Pages of another width that are kept of each trend while the right ones come. */
const keptPages = 12;
const loading: RecordingState = { problem: "loading" };
const never = Number.POSITIVE_INFINITY;

export function createTrendData(deps: TrendDataDeps): TrendData {
  const state = proxy({ version: 0 });
  const pages = deps.feed.openPages();
  const recordings = createRecordings(deps.review, deps.feed, () => {
    recordings.noticeGrowth();
    deps.onGrown();
    changed();
  });
  const all = deps.series.map(
    (of): Series => ({
      ...{ of, epochMs: trendEpochMs(of.trend), analysis: "", chosenEndMs: never, known: loading },
      ...{ asked: [], askedAnewMs: 0, recent: [], state: null },
    }),
  );
  const byKey = new Map(all.map((series) => [seriesKey(series.of), series]));
  const made = new WeakMap<TrendBlock, SeriesPage>();
  /** The newest page of each name that was here: shown until one that reaches further is. */
  const latest = new Map<string, { key: string; heldUntilMs: number }>();
  let lastId = 0;
  let looked: { view: Span; widthPx: number } | null = null;
  let told = "";

  function changed(): void {
    for (const series of all) series.state = null;
    told = "";
    shown.changed();
    deps.onChange();
  }
  const isWhole = (view: Span): boolean =>
    looked?.view.startMs === view.startMs &&
    looked.view.endMs === view.endMs &&
    all.map(now).every(({ kind, waiting, failed }) => kind !== "loading" && waiting.length + failed.length === 0);
  /** Of what was looked at, when that was last asked. */
  let wasWhole = false;
  function isWholeNow(): boolean {
    const before = wasWhole;
    wasWhole = looked !== null && isWhole(looked.view);
    // What comes beside a view that is whole changes nothing of it.
    return wasWhole && !before;
  }
  const shown = gather(shownEveryMs, isWholeNow, () => state.version++);
  pages.onChange = changed;

  function pageIn({ of: { name, wanted, heldUntilMs }, block: position, chosenEndMs }: AskedPage): SeriesPage | null {
    const own = pages.page(wanted.key);
    if (own !== undefined) latest.set(name, { key: wanted.key, heldUntilMs });
    const page = own ?? pages.page(latest.get(name)?.key ?? "");
    const block = page?.blocks[position];
    if (page === undefined || block?.kind !== "trend") return null;
    const known = made.get(block);
    if (known !== undefined) return known;
    const { epochs_per_column: epochs, first_column, columns, data } = block;
    const taken: SeriesPage = {
      ...{ id: ++lastId, block, core: page.core ?? null, epochs, columns, values: data },
      ...{ firstEpoch: first_column * epochs, channels: columns === 0 ? 0 : data.length / columns },
      awaitedMs: awaitedUntil(block.baseline, latest.get(name)?.heldUntilMs ?? heldUntilMs, chosenEndMs),
    };
    made.set(block, taken);
    return taken;
  }

  const isOlder = (page: AskedPage): boolean => pages.page(page.of.wanted.key) === undefined && pageIn(page) !== null;

  /** What a series is compared with may be whole by now, also for pages that do not grow any more. */
  function askAnew(series: Series, recording: RecordingDetail): void {
    const { endMs } = heldSpan(recording, series.epochMs);
    const lacking = series.asked.filter((page) => !isOlder(page)).map((page) => pageIn(page)?.awaitedMs ?? never);
    const due = Math.min(never, ...lacking);
    if (recording.tail === undefined ? due < never : due <= endMs) series.askedAnewMs = endMs;
  }

  /** Returns whether something else is known of it now. */
  function describe(series: Series): boolean {
    const { known } = series;
    const analysis = deps.analysisOf(series.of);
    const text = JSON.stringify(analysis);
    if (series.analysis !== text) {
      // What another analysis gave is not shown in its place.
      series.recent = [];
      series.askedAnewMs = 0;
      series.analysis = text;
      const chosen = analysis !== null && "baseline" in analysis ? analysis.baseline : undefined;
      series.chosenEndMs = chosen === undefined ? never : chosen.end_ms - (chosen.end_ms % series.epochMs);
    }
    series.known = analysis === null ? loading : recordings.derived(analysis);
    return series.known !== known;
  }

  /** What each needs of a view: trends of the same epochs and columns are asked for together, as far as they go. */
  function ask({ view, widthPx }: { view: Span; widthPx: number }): readonly PanelPage[] {
    const masks = deps.masks();
    const together = new Map<string, { page: ColumnPage; epochMs: number; of: Series[] }>();
    for (const series of all) {
      if ("recording" in series.known) askAnew(series, series.known.recording);
      series.asked = [];
      if (!("recording" in series.known)) continue;
      const { known, epochMs } = series;
      const epochs = epochsPerColumn(view.endMs - view.startMs, widthPx, epochMs);
      for (const page of columnPages(view, heldSpan(known.recording, epochMs), epochs, epochMs)) {
        const key = `${epochMs} ${page.firstEpoch} ${epochs} ${epochs > mostBundled ? seriesKey(series.of) : isCompared(series.of)}`;
        const bundle = together.get(key) ?? { page, epochMs, of: [] };
        together.set(key, bundle);
        bundle.of.push(series);
      }
    }
    const [inView, beside]: PanelPage[][] = [[], []];
    for (const { page, epochMs, of } of together.values()) {
      const span = pageSpan(page, epochMs);
      const isInView = span.startMs < view.endMs && span.endMs > view.startMs;
      const asked = panelPage(of, { page, span, isInView }, masks);
      of.forEach((series, block) => {
        series.asked.push({ span, isInView, of: asked, block, chosenEndMs: series.chosenEndMs });
      });
      (isInView ? inView : beside).push(asked);
    }
    return [...inView, ...beside];
  }

  function tell(): void {
    if (looked === null) return;
    recordings.noticeGrowth();
    const isOther = recordings.only(() => all.map(describe)).some(Boolean);
    const asked = ask(looked);
    // What is described later would be asked for with what is on its way, again.
    const isDescribed = all.every(({ known }) => !("problem" in known && known.problem === "loading"));
    pages.want(isDescribed ? asked.map(({ wanted }) => wanted) : []);
    const names = new Set(asked.map(({ name }) => name));
    for (const name of latest.keys()) if (!names.has(name)) latest.delete(name);
    for (const series of all) series.state = null;
    wasWhole = isWhole(looked.view);
    // Who was told of the answer before this look has seen what was known until then.
    if (isOther) {
      state.version++;
      deps.onChange();
    }
  }

  function stateOf(series: Series): SeriesState {
    const { known, epochMs, asked } = series;
    const none = { pages: [], waiting: [], failed: [], newer: [], knownUntilMs: Number.POSITIVE_INFINITY };
    const base = { epochMs, said: "", hasFailed: false, ...none };
    if ("refused" in known) return { ...base, kind: "lost", said: known.refused };
    if ("problem" in known && known.problem === "not-fetched") return { ...base, kind: "lost", hasFailed: true };
    if (!("recording" in known)) return { ...base, kind: "loading", pages: series.recent };
    const inView = asked.filter((page) => page.isInView);
    const here = asked.flatMap((page) => pageIn(page) ?? []);
    const missing = inView.filter((page) => pageIn(page) === null);
    const { endMs } = heldSpan(known.recording, epochMs);
    const reached = inView.filter(isOlder).map(({ of: { name } }) => latest.get(name)?.heldUntilMs ?? endMs);
    const knownUntilMs = Math.min(endMs, ...reached);
    if (missing.length < inView.length) series.recent = [...new Set([...here, ...series.recent])].slice(0, keptPages);
    const failed = missing.flatMap(({ span, of }) => {
      const message = pages.failureOf(of.wanted.key);
      return message === null ? [] : [{ ...span, message }];
    });
    return {
      ...{ ...base, kind: "here", failed },
      ...(reached.length === 0 ? {} : { newer: [{ startMs: knownUntilMs, endMs }] }),
      ...(known.recording.tail === undefined && reached.length === 0 ? {} : { knownUntilMs }),
      pages: inView.length > 0 && missing.length === inView.length ? series.recent : here,
      waiting: missing.filter(({ of }) => pages.failureOf(of.wanted.key) === null).map(({ span }) => span),
    };
  }

  // Where none can be had no plot looks.
  const unhear = subscribe(recordings.state, tell);
  const now = (series: Series): SeriesState => {
    series.state ??= stateOf(series);
    return series.state;
  };
  const blocks = () =>
    all.flatMap((series) => series.asked.flatMap((page) => (page.isInView ? (pageIn(page) ?? []) : [])));

  return {
    state,
    recordings,
    look(view, widthPx) {
      const text = `${view.startMs} ${view.endMs} ${widthPx} ${recordings.state.version} ${deps.masks()} ${all.map(({ of }) => JSON.stringify(deps.analysisOf(of))).join()}`;
      if (text === told) return;
      told = text;
      looked = { view, widthPx };
      tell();
    },
    of(series) {
      const found = byKey.get(seriesKey(series));
      if (found === undefined) throw new RangeError("A trend that is not of the panel");
      return now(found);
    },
    isComplete: isWhole,
    isOutgrown: () => all.some(({ asked }) => asked.some((page) => page.isInView && isOlder(page))),
    isLost: () => all.every((series) => now(series).kind === "lost"),
    get status() {
      const said = new Set(
        all.map(now).flatMap(({ kind, said: why }) => (kind === "lost" ? [why || words.failed] : [])),
      );
      const waits = all.filter(({ known }) => "problem" in known && known.problem === "loading").length;
      const { status } = pages;
      return {
        ...status,
        pending: status.pending + waits,
        failed: [...status.failed, ...[...said].map((message) => ({ startSample: 0, endSample: 0, message }))],
      };
    },
    facts() {
      const tally = { expected: 0, masked: 0, present: 0 };
      const found = blocks();
      for (const { block } of found)
        for (const name of ["expected", "masked", "present"] as const) tally[name] += block.tally[name];
      return {
        ...{ tally, core: found.flatMap(({ core }) => core ?? [])[0] ?? null },
        pairs: [...new Set(found.flatMap(({ block }) => block.pairs))],
      };
    },
    baselines: () =>
      all.flatMap(({ of, asked }) => {
        const [baseline] = asked.flatMap((page) => (page.isInView ? (pageIn(page)?.block.baseline ?? []) : []));
        return baseline === undefined ? [] : { ...of, baseline };
      }),
    [Symbol.dispose]() {
      unhear();
      shown[Symbol.dispose]();
      recordings[Symbol.dispose]();
      pages[Symbol.dispose]();
    },
  };
}

/** With artifacts on the way it takes longer, and is told again. */
const awaitedUntil = (baseline: TrendBaseline | null | undefined, heldUntilMs: number, chosenEndMs: number): number =>
  baseline?.state === "waiting" ? Math.min(chosenEndMs, heldUntilMs + trendBaselineMs.most - baseline.valid_ms) : never;

/** Where a described trend has epochs. */
function heldSpan({ start_ms, groups: [{ sample_count }] }: RecordingDetail, epochMs: number): Span {
  return { startMs: start_ms, endMs: start_ms + sample_count * epochMs };
}

/** Wider columns are asked for trend by trend: a page of all of them would be made of more than a request may be. */
const mostBundled = 64;
/** Pages of wider columns are made of too much to be asked for together with those beside them. */
const mostJoined = 16;

/** What is compared changes with its baseline, which others do not. */
const isCompared = ({ trend }: RowSeries): boolean => trend === "fft_vs_baseline" || trend === "adr_vs_baseline";

function panelPage(
  of: readonly Series[],
  { page: { epochs, columns, firstEpoch }, span, isInView }: { page: ColumnPage; span: Span; isInView: boolean },
  masks: number | null,
): PanelPage {
  const form = { kind: "trend", epochs_per_column: epochs, columns_per_block: columns } as const;
  const recordings = of.flatMap(({ known }) => ("recording" in known ? known.recording : []));
  const each = recordings.map((recording) => pageOf({ recording, group: recording.groups[0] }, span, form, masks));
  const [{ request }] = each;
  const versions = recordings.map(({ data_object_id, data_version }) => [data_object_id, data_version]);
  return {
    heldUntilMs: Math.min(
      ...of.flatMap(({ known, epochMs }) => ("recording" in known ? heldSpan(known.recording, epochMs).endMs : [])),
    ),
    name: JSON.stringify([versions, span.startMs, epochs, masks]),
    wanted: {
      key: JSON.stringify(each.map(({ key }, k) => (of[k].askedAnewMs === 0 ? key : [key, of[k].askedAnewMs]))),
      // What is in view does not wait for what lies beside it.
      ...(epochs > mostJoined
        ? {}
        : { line: { name: JSON.stringify([versions, epochs, masks, isInView]), at: firstEpoch / (epochs * columns) } }),
      request: { ...request, modality_sources: each.flatMap((page) => page.request.modality_sources) },
    },
  };
}
