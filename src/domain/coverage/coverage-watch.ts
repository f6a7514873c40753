/**
 * What of a recording stood on the screen: a second counts once its middle was there, in a visible page, so that pages that follow each other leave no
 * second between them out. For a second of wall time, at one go: it is
 * reviewed; for less: skimmed. Turning pages and playing go by this one rule. That somebody looked at the screen nobody knows.
 */
import type { CoveragePage } from "../../protocol/coverage.ts";
import { spanWithout } from "../time/time-spans.ts";
import type { Span } from "../time/view-span.ts";
import { type SecondSet, unionOf } from "./second-sets.ts";

/** ms of wall time. */
export const reviewedAfterMs = 1000;

/** Seconds of one page length that were reviewed or skimmed. */
export interface Seen {
  readonly page: CoveragePage;
  readonly reviewed: SecondSet;
  readonly skimmed: SecondSet;
}

export const pageOf = (lengthMs: number): CoveragePage =>
  lengthMs <= 15_050 ? 15 : lengthMs <= 30_050 ? 30 : lengthMs <= 60_050 ? 60 : 0;

export interface CoverageWatch {
  /** From `now` (ms, wall) on a window shows `view` but for `missing` (ascending), epoch ms. */
  frame(now: number, view: Span, missing: readonly Span[]): void;
  /** From `now` on it shows nothing. */
  end(now: number): void;
  /** What came to be seen since it was asked last. */
  take(now: number): readonly Seen[];
}

interface Piece {
  from: number;
  to: number;
  since: number;
}

/** Watches one window over the recording that spans `fileOf()`. */
export function createCoverageWatch(fileOf: () => Span): CoverageWatch {
  let standing: Piece[] = [];
  let page: CoveragePage = 15;
  let told = new Map<CoveragePage, Seen>();

  function note(kept: CoveragePage, spans: readonly number[], isReviewed: boolean): void {
    if (spans.length === 0) return;
    const { reviewed, skimmed } = told.get(kept) ?? { reviewed: [], skimmed: [] };
    told.set(
      kept,
      isReviewed
        ? { page: kept, reviewed: unionOf(reviewed, spans), skimmed }
        : { page: kept, reviewed, skimmed: unionOf(skimmed, spans) },
    );
  }

  /** Seconds of the recording whose middle is on the screen. */
  function cells(view: Span, missing: readonly Span[]): [number, number][] {
    const { startMs, endMs } = fileOf();
    const inFile = { startMs: Math.max(view.startMs, startMs), endMs: Math.min(view.endMs, endMs) };
    if (!(inFile.endMs > inFile.startMs)) return [];
    return spanWithout(inFile, missing).flatMap((span): [number, number][] => {
      const from = Math.round((span.startMs - startMs) / 1000);
      const to = Math.min(Math.round((span.endMs - startMs) / 1000), Math.floor((endMs - startMs) / 1000));
      return to > from ? [[from, to]] : [];
    });
  }

  function show(now: number, shown: readonly [number, number][]): void {
    const next: Piece[] = [];
    const put = (from: number, to: number, since: number) => {
      if (to <= from) return;
      const last = next.at(-1);
      const isOld = (time: number) => now - time >= reviewedAfterMs;
      if (last !== undefined && last.to === from && (last.since === since || (isOld(last.since) && isOld(since)))) {
        last.to = to;
        last.since = Math.max(last.since, since);
      } else next.push({ from, to, since });
    };
    for (const [from, to] of shown) {
      let at = from;
      for (const piece of standing) {
        if (piece.to <= at || piece.from >= to) continue;
        put(at, piece.from, now);
        const start = Math.max(at, piece.from);
        at = Math.min(to, piece.to);
        put(start, at, piece.since);
      }
      put(at, to, now);
    }
    // What has gone.
    const [reviewed, skimmed]: number[][] = [[], []];
    for (const piece of standing) {
      let at = piece.from;
      const list = now - piece.since >= reviewedAfterMs ? reviewed : skimmed;
      for (const [from, to] of [...shown, [Number.POSITIVE_INFINITY, 0] as const]) {
        if (to <= at && from !== Number.POSITIVE_INFINITY) continue;
        if (Math.min(from, piece.to) > at) list.push(at, Math.min(from, piece.to));
        at = Math.max(at, to);
        if (at >= piece.to) break;
      }
    }
    note(page, reviewed, true);
    note(page, skimmed, false);
    standing = next;
  }

  return {
    frame(now, view, missing) {
      const length = pageOf(view.endMs - view.startMs);
      if (length !== page) show(now, []);
      page = length;
      show(now, cells(view, missing));
    },
    end: (now) => show(now, []),
    take(now) {
      const old = standing.filter(({ since }) => now - since >= reviewedAfterMs);
      note(
        page,
        old.flatMap(({ from, to }) => [from, to]),
        true,
      );
      const taken = [...told.values()];
      told = new Map();
      return taken;
    },
  };
}
