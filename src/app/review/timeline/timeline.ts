/** The time a window shows: one proxy, and the functions here as its only writers. */
import { proxy } from "valtio";
import { defaultEegSpanMs, minSpanMs } from "../../../domain/durations.ts";
import { advance } from "../../../domain/playback.ts";
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

/** Longest step of one frame: a tab that was in the background goes on where it was, it does not leap. */
const longestFrameMs = 250;

/** Moves a playing timeline on, frame by frame. */
export function createPlayback(timeline: Timeline): { tick: (now: number) => boolean } {
  let last = Number.NaN;
  return {
    /** `now`: time of the frame in ms. True while it plays. */
    tick(now) {
      if (!timeline.isPlaying || timeline.isHeld) {
        last = Number.NaN;
        return timeline.isPlaying;
      }
      const elapsedMs = Number.isNaN(last) ? 0 : Math.min(now - last, longestFrameMs);
      last = now;
      const { span, isPlaying } = advance(spanOf(timeline), fileOf(timeline), timeline.speed, elapsedMs);
      timeline.startMs = span.startMs;
      timeline.endMs = span.endMs;
      timeline.isPlaying = isPlaying;
      return isPlaying;
    },
  };
}
