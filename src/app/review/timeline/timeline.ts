/** The time a window shows: one proxy, and the functions here as its only writers. */
import { proxy, ref } from "valtio";
import { defaultEegSpanMs, minSpanMs } from "../../../domain/durations.ts";
import { createPaceKeeper, type Pace } from "../../../domain/pace.ts";
import { advance, lookaheadMs } from "../../../domain/playback.ts";
import { clampSpan, lengthOf, type Span } from "../../../domain/view-span.ts";

export interface Timeline {
  startMs: number;
  endMs: number;
  readonly fileStartMs: number;
  readonly fileEndMs: number;
  isPlaying: boolean;
  speed: number;
  /** A pointer holds the view: playback waits until it is let go. */
  isHeld: boolean;
  /** Recording seconds a second that playback really makes, measured over the last second; null while it does not play. */
  realSpeed: number | null;
  /** Playback ended because there was no server; until it is started again. */
  isStopped: boolean;
  /** What playback went over without showing it, until it has been shown; ascending. */
  skipped: readonly Span[];
}

export const fileOf = ({ fileStartMs, fileEndMs }: Readonly<Timeline>): Span => ({
  startMs: fileStartMs,
  endMs: fileEndMs,
});
export const spanOf = ({ startMs, endMs }: Readonly<Timeline>): Span => ({ startMs, endMs });

/** A timeline over a file; it begins with the wanted span, else with the first page. */
export function createTimeline(file: Span, wanted: Span | null): Timeline {
  const first = { startMs: file.startMs, endMs: file.startMs + defaultEegSpanMs };
  return proxy({
    ...clampSpan(wanted ?? first, file),
    fileStartMs: file.startMs,
    fileEndMs: file.endMs,
    isPlaying: false,
    speed: 1,
    isHeld: false,
    realSpeed: null,
    isStopped: false,
    skipped: ref([]),
  });
}

/** Shows a span. One below the minimum is logged and ignored (spec 001 section 4, "Playback"). */
export function showSpan(timeline: Timeline, span: Span): void {
  const file = fileOf(timeline);
  if (!(lengthOf(span) >= Math.min(minSpanMs, lengthOf(file)) - 1e-6)) {
    console.warn("timeline.span_ignored", span);
    return;
  }
  const isInside = span.startMs >= file.startMs && span.endMs <= file.endMs;
  const { startMs, endMs } = isInside ? span : clampSpan(span, file);
  timeline.startMs = startMs;
  timeline.endMs = endMs;
}

/** Applies a gesture of domain/view-span.ts. */
export const moveView = (timeline: Timeline, gesture: (span: Span, file: Span) => Span) =>
  showSpan(timeline, gesture(spanOf(timeline), fileOf(timeline)));

export function play(timeline: Timeline, speed = timeline.speed): void {
  timeline.speed = speed;
  timeline.isStopped = false;
  timeline.isPlaying = timeline.endMs < timeline.fileEndMs;
}

export function pause(timeline: Timeline): void {
  timeline.isPlaying = false;
}

export const togglePlay = (timeline: Timeline) => (timeline.isPlaying ? pause(timeline) : play(timeline));

export function setSpeed(timeline: Timeline, speed: number): void {
  timeline.speed = speed;
}

export function holdView(timeline: Timeline, isHeld: boolean): void {
  timeline.isHeld = isHeld;
}

/** Notes what playback went over unseen. */
export function setSkipped(timeline: Timeline, skipped: readonly Span[]): void {
  if (timeline.skipped === skipped || timeline.skipped.length + skipped.length === 0) return;
  timeline.skipped = ref(skipped as Span[]);
}

/** Longest step of one frame: a tab that was in the background goes on where it was, it does not leap. */
const longestFrameMs = 250;
/** The real speed is measured over so long, and told as often. */
const measuredMs = 1000;
const toldMs = 250;
/** So long playback goes on without a server. */
const serverAwayMs = 10_000;

/** What playback needs to know of the picture. */
export interface PlaybackSource {
  /** Time up to which a view of the present length could move on and be exact; Infinity to the file's end. */
  readyUntilMs(): number;
  isConnected(): boolean;
}

/** One frame of playback. */
export interface PlaybackFrame {
  readonly isPlaying: boolean;
  /** The view stands where it does because it was played from where it stood in the frame before. */
  readonly isPlayed: boolean;
}

/** Moves a playing timeline on, frame by frame, no faster than its `source` can follow (domain/pace.ts). */
export function createPlayback(
  timeline: Timeline,
  source: PlaybackSource,
  paceOf: () => Pace,
): { tick: (now: number) => PlaybackFrame } {
  const keeper = createPaceKeeper(paceOf);
  let last = Number.NaN;
  let left: Span | null = null;
  let lostAt = Number.NaN;
  let walked: { at: number; ms: number }[] = [];

  const rest = () => {
    last = Number.NaN;
    lostAt = Number.NaN;
    walked = [];
    keeper.reset();
    if (timeline.realSpeed !== null) timeline.realSpeed = null;
    return { isPlaying: timeline.isPlaying, isPlayed: false };
  };

  /** Writes the measured speed, a few times a second. */
  const measure = (now: number, moved: number) => {
    const total = (walked.at(-1)?.ms ?? 0) + moved;
    walked.push({ at: now, ms: total });
    while (walked.length > 2 && walked[1].at <= now - measuredMs) walked.shift();
    const [from] = walked;
    if (now - from.at < toldMs || Math.floor(now / toldMs) === Math.floor(last / toldMs)) return;
    timeline.realSpeed = (total - from.ms) / (now - from.at);
  };

  return {
    tick(now) {
      if (!timeline.isPlaying || timeline.isHeld) return rest();
      const before = spanOf(timeline);
      const isPlayed = left !== null && left.startMs === before.startMs && left.endMs === before.endMs;
      if (!isPlayed) keeper.reset();
      const elapsedMs = Number.isNaN(last) ? 0 : Math.min(now - last, longestFrameMs);
      const { speed } = timeline;
      const aheadMs = source.readyUntilMs() - before.endMs;
      const isWaiting = aheadMs < Math.max(speed * lookaheadMs, lengthOf(before));
      if (source.isConnected() || aheadMs === Number.POSITIVE_INFINITY) lostAt = Number.NaN;
      else if (Number.isNaN(lostAt)) lostAt = now;
      if (now - lostAt >= serverAwayMs) {
        timeline.isPlaying = false;
        timeline.isStopped = true;
        return rest();
      }
      const moved = keeper.step(now, elapsedMs, speed, { aheadMs, isWaiting });
      measure(now, moved);
      last = now;
      const { span, isPlaying } = advance(before, fileOf(timeline), moved);
      timeline.startMs = span.startMs;
      timeline.endMs = span.endMs;
      timeline.isPlaying = isPlaying;
      left = span;
      return { isPlaying, isPlayed };
    },
  };
}
