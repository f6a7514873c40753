/** What of the recording was on the screen: watched in this page, kept in the browser until the server has it, and what others saw. Not React. */
import { proxy } from "valtio";
import { type CoverageWatch, createCoverageWatch } from "../../../domain/coverage/coverage-watch.ts";
import {
  countOf,
  holdsSecond,
  longest,
  nextOutside,
  type SecondSet,
  unionOf,
} from "../../../domain/coverage/second-sets.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import {
  type CoverageDepth,
  type CoveragePage,
  type CoverageRow,
  coverageDepths,
  coverageLimits,
  coveragePages,
  type PersonCoverage,
} from "../../../protocol/coverage.ts";

/** So often it looks what has come to be seen, and sends it. */
export const lookMs = 2000;
export const sendMs = 10_000;

/** Whose, and of pages of up to so many seconds; 0: of any length. */
export interface CoverageChoice {
  readonly show: "mine" | "everyone" | "hidden";
  readonly page: CoveragePage;
}

export interface CoverageDeps {
  /** It may grow. */
  readonly fileOf: () => Span;
  readonly read: () => Promise<readonly PersonCoverage[]>;
  /** "refused": it will never be taken. Never throws. */
  readonly send: (seen: CoverageRow[], isLeaving: boolean) => Promise<"done" | "refused" | "away">;
  /** What waits, kept over a reload. */
  readonly kept: { read(): readonly CoverageRow[]; write(rows: readonly CoverageRow[]): void };
  /** ms, as frames are told. */
  readonly now: () => number;
  /** Calls back again and again; returns the end of it. */
  readonly every: (ms: number, work: () => void) => () => void;
}

export interface CoverageStore extends Disposable {
  /** A proxy. Until "ready" nothing is known, which is not the same as nothing seen. */
  readonly state: { phase: "reading" | "ready" | "failed"; revision: number };
  /** A window shows `view` but for `missing`. */
  frame(window: object, view: Span, missing: readonly Span[]): void;
  /** The window is gone. */
  gone(window: object): void;
  /** The page is hidden, or will be gone: what was seen is sent. */
  hide(isLeaving: boolean): void;
  /** It is on the screen again. */
  show(): void;
  readAgain(): Promise<void>;
  /** Seconds from the start of the recording. */
  seconds(choice: CoverageChoice, depth: CoverageDepth): SecondSet;
  /** 0 to 1. */
  share(choice: CoverageChoice): number;
  /** Epoch ms of the next that was not reviewed, from a time on; null: all was. */
  next(choice: CoverageChoice, fromMs: number): number | null;
  /** Who has reviewed a moment: "You" is null. At the shortest page, and when they looked last. */
  who(
    choice: CoverageChoice,
    atMs: number,
  ): { name: string | null; page: CoveragePage; depth: CoverageDepth; at: number }[];
}

type Sets = Map<string, SecondSet>;
const keyOf = (page: CoveragePage, depth: CoverageDepth) => `${page} ${depth}`;

const setsOf = (rows: readonly CoverageRow[]): Sets => {
  const sets: Sets = new Map();
  for (const row of rows) add(sets, row);
  return sets;
};

/** Whether it was more than was there. */
function add(sets: Sets, { page, depth, spans }: CoverageRow): boolean {
  const before = sets.get(keyOf(page, depth)) ?? [];
  const joined = unionOf(before, spans);
  if (countOf(joined) === countOf(before)) return false;
  sets.set(keyOf(page, depth), joined);
  return true;
}

const joinedSets = (one: Sets, other: Sets): Sets => {
  const all: Sets = new Map(one);
  for (const [key, set] of other) all.set(key, unionOf(all.get(key) ?? [], set));
  return all;
};

const rowsOf = (sets: Sets): CoverageRow[] =>
  coveragePages.flatMap((page) =>
    coverageDepths.flatMap((depth): CoverageRow[] => {
      const spans = longest(sets.get(keyOf(page, depth)) ?? [], coverageLimits.spans);
      return spans.length === 0 ? [] : [{ page, depth, spans: [...spans] }];
    }),
  );

/** Pages that count for a choice of length: those of up to it. */
const pagesFor = (page: CoveragePage): readonly CoveragePage[] =>
  page === 0 ? coveragePages : coveragePages.filter((one) => one !== 0 && one <= page);

export function createCoverageStore(deps: CoverageDeps): CoverageStore {
  const { fileOf, now } = deps;
  const state = proxy<CoverageStore["state"]>({ phase: "reading", revision: 0 });
  const watches = new Map<object, { watch: CoverageWatch; view: Span; missing: readonly Span[] }>();
  const own: Sets = setsOf(deps.kept.read());
  let pending: Sets = setsOf(deps.kept.read());
  /** On its way; kept with what waits until the server has answered. */
  let sent: Sets = new Map();
  let isSending = false;
  let isHidden = false;
  let others: { name: string; at: number; sets: Sets }[] = [];
  /** When something was seen last; 0: it is not known of this person. */
  let ownAt = own.size > 0 ? Date.now() : 0;

  const secondOf = (ms: number) => (ms - fileOf().startMs) / 1000;
  const total = () => Math.floor((fileOf().endMs - fileOf().startMs) / 1000);

  function look(): void {
    let isMore = false;
    for (const { watch } of watches.values())
      for (const { page, reviewed, skimmed } of watch.take(now()))
        for (const [depth, spans] of [
          ["reviewed", reviewed],
          ["skimmed", skimmed],
        ] as const) {
          const row = { page, depth, spans: [...spans] };
          if (!add(own, row)) continue;
          add(pending, row);
          isMore = true;
        }
    if (!isMore) return;
    ownAt = Date.now();
    keep();
    state.revision++;
  }

  /** Also what is on its way: the page may be gone before the answer. */
  const keep = () => deps.kept.write(rowsOf(joinedSets(sent, pending)));

  async function send(isLeaving = false): Promise<void> {
    if ((isSending && !isLeaving) || pending.size === 0) return;
    isSending = true;
    const sending = joinedSets(sent, pending);
    sent = sending;
    pending = new Map();
    const how = await deps.send(rowsOf(sending), isLeaving);
    // A later call took all of this one with it: its answer counts.
    if (sent !== sending) return;
    isSending = false;
    if (how === "away") pending = joinedSets(sending, pending);
    sent = new Map();
    keep();
  }

  async function readAgain(): Promise<void> {
    state.phase = state.phase === "ready" ? "ready" : "reading";
    try {
      const people = await deps.read();
      for (const person of people.filter(({ is_own }) => is_own)) {
        for (const row of person.seen) add(own, row);
        ownAt = Math.max(ownAt, person.at);
      }
      others = people
        .filter(({ is_own }) => !is_own)
        .map(({ full_name, at, seen }) => ({ name: full_name, at, sets: setsOf(seen) }));
      state.phase = "ready";
    } catch {
      // What was read before still stands.
      if (state.phase !== "ready") state.phase = "failed";
    }
    state.revision++;
  }

  const people = (choice: CoverageChoice): { name: string | null; at: number; sets: Sets }[] => [
    { name: null, at: ownAt, sets: own },
    ...(choice.show === "everyone" ? others : []),
  ];
  const seconds = (choice: CoverageChoice, depth: CoverageDepth): SecondSet =>
    people(choice).reduce<SecondSet>(
      (all, { sets }) =>
        pagesFor(choice.page).reduce<SecondSet>(
          (joined, page) => unionOf(joined, sets.get(keyOf(page, depth)) ?? []),
          all,
        ),
      [],
    );

  const unties = [deps.every(lookMs, look), deps.every(sendMs, () => void send())];
  void readAgain();
  return {
    state,
    frame(window, view, missing) {
      let watched = watches.get(window);
      if (watched === undefined) {
        watched = { watch: createCoverageWatch(fileOf), view, missing };
        watches.set(window, watched);
      }
      watched.view = view;
      watched.missing = missing;
      if (!isHidden) watched.watch.frame(now(), view, missing);
    },
    gone(window) {
      watches.get(window)?.watch.end(now());
      look();
      watches.delete(window);
    },
    hide(isLeaving) {
      isHidden = true;
      for (const { watch } of watches.values()) watch.end(now());
      look();
      void send(isLeaving);
    },
    show() {
      isHidden = false;
      for (const { watch, view, missing } of watches.values()) watch.frame(now(), view, missing);
    },
    readAgain,
    seconds,
    share: (choice) => (total() < 1 ? 0 : Math.min(1, countOf(seconds(choice, "reviewed")) / total())),
    next(choice, fromMs) {
      const second = nextOutside(seconds(choice, "reviewed"), Math.ceil(secondOf(fromMs) - 1e-5), total());
      return second === null ? null : fileOf().startMs + second * 1000;
    },
    who(choice, atMs) {
      const second = Math.floor(secondOf(atMs));
      return people(choice).flatMap(({ name, at, sets }) => {
        for (const depth of coverageDepths)
          for (const page of pagesFor(choice.page))
            if (holdsSecond(sets.get(keyOf(page, depth)) ?? [], second)) return [{ name, page, depth, at }];
        return [];
      });
    },
    [Symbol.dispose]() {
      for (const { watch } of watches.values()) watch.end(now());
      look();
      for (const untie of unties) untie();
      void send(true);
    },
  };
}
