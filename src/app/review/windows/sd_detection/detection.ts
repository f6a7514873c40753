/** SD detection over a span, the view of a window or its whole file: the pages of events, what is known of each, and the events themselves. */
import { proxy, subscribe } from "valtio";
import type { Drawn, DrawnRow } from "../../../../domain/montage/drawn-rows.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import type { Feed, FeedStatus } from "../../../../feed/types.ts";
import type { EventsBlock, Page, SampleTally, SdEvent } from "../../../../protocol/page-codec.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import type { MaskBook } from "../../annotations/mask-book.ts";
import { phaseOf, type RowInputs } from "../../plot/masked-rows.ts";
import { boxHalfMs, type EventPage, eventPage, eventPages, heldSpan } from "./event-pages.ts";
import type { SdProps } from "./props.ts";
import { searchedOf } from "./searched.ts";

/**
 * Pages are asked for so long after something changed (spec 001 section 9, "debounced 200 ms"), and as often while it goes on: the traces of
 * the same view are then mostly made, and what a drag only passes is not searched. ms
 */
const askMs = 200;

export interface FoundEvent extends SdEvent {
  /** The row on the screen. */
  readonly drawnRow: DrawnRow;
}

/** "waiting": it is on its way, or is not asked for yet; "failed": the last try was refused, and is told apart from nothing found. */
export type PageState =
  | { readonly kind: "here"; readonly block: EventsBlock }
  | { readonly kind: "waiting" }
  | { readonly kind: "failed"; readonly message: string };

export interface DetectionPage {
  readonly span: Span;
  readonly state: PageState;
}

export interface DetectionFacts {
  readonly tally: SampleTally;
  readonly core: string | null;
}

export interface Detection extends Disposable {
  /** A proxy: raised when pages or what is wanted of them changed. */
  readonly state: { version: number };
  /** Pages of the span and one more on each side, ascending; none while it is off. The same array for as long as nothing changed. */
  pages(): readonly DetectionPage[];
  /** What is found in those pages, ascending in time, also what is alone on its channel. The same array, likewise. */
  candidates(): readonly FoundEvent[];
  /** Those of them that are confirmed: they alone are drawn (algorithms.md 11.2, 6). The same array, likewise. */
  events(): readonly FoundEvent[];
  /** From then on what was found may look different later; null: nothing is provisional, or known. */
  provisionalFromMs(): number | null;
  facts(): DetectionFacts;
  readonly status: FeedStatus;
  /** Every page that the span touches is here, or it is off. */
  isComplete(): boolean;
}

export interface DetectionDeps {
  readonly recording: RecordingDetail;
  readonly feed: Feed;
  readonly props: Pick<SdProps, "artifacts">;
  readonly masks: MaskBook;
  /** What is searched; null: it is off. */
  span(): Span | null;
  /** Calls when the span, or what is drawn, may be another. Returns the end of it. */
  follow(again: () => void): () => void;
  drawn(): Drawn | null;
  maskedRows(): readonly RowInputs[];
  /** Something that is drawn, or said of the feed, is another. */
  onChange(): void;
}

interface Known {
  readonly pages: readonly DetectionPage[];
  readonly candidates: readonly FoundEvent[];
  readonly events: readonly FoundEvent[];
  readonly pageBlocks: readonly Page[];
}
const nothing: Known = { pages: [], candidates: [], events: [], pageBlocks: [] };

export function createDetection(deps: DetectionDeps): Detection {
  const { recording, feed, props, masks } = deps;
  const window = feed.openPages();
  const state = proxy({ version: 0 });
  let asked: readonly (EventPage & { span: Span })[] = [];
  let askedOf: Drawn | null = null;
  let askedMode = props.artifacts;
  let known: Known | null = null;
  /** The newest page that was here of each name: shown until one that reaches further is. */
  const latest = new Map<string, string>();

  const masksKnown = () => props.artifacts !== "out" || phaseOf(masks, deps.maskedRows()) === "known";

  function changed(): void {
    known = null;
    state.version++;
    deps.onChange();
  }

  function tell(): void {
    const drawn = deps.drawn();
    const span = deps.span();
    const searched = drawn === null ? null : searchedOf(drawn);
    const before = asked;
    if (drawn === null || searched === null || span === null) asked = [];
    else {
      const revision = props.artifacts === "out" ? masks.of(recording.data_object_id).revision : null;
      const { group } = drawn;
      const { form, key: formKey } = searched;
      asked = eventPages(span, heldSpan(recording, group)).map((each) => ({
        span: each,
        ...eventPage({ recording, group }, each, { form, formKey, masks: revision }),
      }));
    }
    // What would be found with artifacts is not asked for while it is not known which there are.
    window.want(masksKnown() ? asked.map(({ wanted }) => wanted) : []);
    const isSame =
      askedOf === drawn &&
      before.length === asked.length &&
      asked.every(({ wanted }, k) => wanted.key === before[k].wanted.key);
    askedOf = drawn;
    askedMode = props.artifacts;
    if (isSame) return;
    const names = new Set(asked.map(({ name }) => name));
    for (const name of latest.keys()) if (!names.has(name)) latest.delete(name);
    changed();
  }

  function stateOf({ name, wanted: { key } }: EventPage): { state: PageState; page: Page | null } {
    const page = window.page(key) ?? window.page(latest.get(name) ?? key);
    if (window.page(key) !== undefined) latest.set(name, key);
    const block = page?.blocks.find((each): each is EventsBlock => each.kind === "events");
    if (page !== undefined && block !== undefined) return { state: { kind: "here", block }, page };
    const message = window.failureOf(key);
    return { state: message === null ? { kind: "waiting" } : { kind: "failed", message }, page: null };
  }

  function now(): Known {
    // Off is off at once.
    if (deps.span() === null) return nothing;
    // What was found in other rows, or in other samples, is none of these.
    if (asked.length > 0 && (askedOf !== deps.drawn() || askedMode !== props.artifacts))
      return { ...nothing, pages: waiting(asked) };
    if (known !== null) return known;
    const searched = askedOf === null ? null : searchedOf(askedOf);
    if (asked.length === 0 || searched === null || !masksKnown()) {
      known = asked.length === 0 ? nothing : { ...nothing, pages: waiting(asked) };
      return known;
    }
    const found = asked.map((each) => ({ span: each.span, ...stateOf(each) })).toSorted(bySpan);
    const candidates = found.flatMap(({ state: is }) =>
      is.kind === "here" ? is.block.events.flatMap((event) => withRow(event, searched.rows)) : [],
    );
    known = {
      pages: found.map(({ span, state: is }) => ({ span, state: is })),
      candidates,
      events: candidates.filter(({ is_confirmed }) => is_confirmed),
      pageBlocks: found.flatMap(({ page }) => page ?? []),
    };
    return known;
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell();
    }, askMs);
  };
  window.onChange = changed;
  const unties = [deps.follow(again), subscribe(masks.state, again, true)];
  again();

  return {
    state,
    pages: () => now().pages,
    candidates: () => now().candidates,
    events: () => now().events,
    provisionalFromMs() {
      const froms = now().pages.flatMap(({ span, state: is }) =>
        is.kind === "here" && is.block.provisional_from_ms < span.endMs ? [is.block.provisional_from_ms] : [],
      );
      return froms.length === 0 ? null : Math.min(...froms);
    },
    facts() {
      const tally = { expected: 0, masked: 0, present: 0 };
      for (const { state: is } of now().pages)
        if (is.kind === "here")
          for (const name of ["expected", "masked", "present"] as const) tally[name] += is.block.tally[name];
      return { tally, core: now().pageBlocks.flatMap(({ core }) => core ?? [])[0] ?? null };
    },
    get status() {
      return window.status;
    },
    isComplete() {
      const [wanted, drawn] = [deps.span(), deps.drawn()];
      if (wanted === null || drawn === null || searchedOf(drawn) === null) return true;
      const here = new Set(now().pages.flatMap(({ span, state: is }) => (is.kind === "here" ? [span.startMs] : [])));
      // What was not asked for yet is not complete either.
      return eventPages(wanted, heldSpan(recording, drawn.group)).every(
        (span) => !touches(span, wanted) || here.has(span.startMs),
      );
    },
    [Symbol.dispose]() {
      for (const untie of unties) untie();
      clearTimeout(timer);
      window[Symbol.dispose]();
    },
  };
}

const bySpan = (a: { span: Span }, b: { span: Span }) => a.span.startMs - b.span.startMs;

const waiting = (asked: readonly { span: Span }[]): DetectionPage[] =>
  asked.map(({ span }): DetectionPage => ({ span, state: { kind: "waiting" } })).toSorted(bySpan);

const withRow = (event: SdEvent, rows: readonly DrawnRow[]): FoundEvent[] =>
  rows[event.row] !== undefined ? [{ ...event, drawnRow: rows[event.row] }] : [];

/** Events that begin in a page have boxes that reach over its ends. */
const touches = (span: Span, { startMs, endMs }: Span): boolean =>
  span.startMs - boxHalfMs < endMs && span.endMs + boxHalfMs > startMs;
