/** The part of the recording a window shows, and every gesture that moves it. Pure; spans are [startMs, endMs). */
import { minSpanMs, pageLengthsMs } from "./durations.ts";

export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export const lengthOf = ({ startMs, endMs }: Span) => endMs - startMs;

/** Keeps the length where it fits, at least 1000 ms and at most the file, and shifts the span into the file. */
export function clampSpan(span: Span, file: Span): Span {
  const length = Math.min(Math.max(lengthOf(span), minSpanMs), lengthOf(file));
  const startMs = Math.min(Math.max(span.startMs, file.startMs), file.endMs - length);
  return { startMs, endMs: startMs + length };
}

const shifted = (span: Span, byMs: number): Span => ({ startMs: span.startMs + byMs, endMs: span.endMs + byMs });

export const scrollBy = (span: Span, file: Span, byMs: number) => clampSpan(shifted(span, byMs), file);

/** One page back (-1) or on (+1); the last page keeps its length and ends with the file. */
export const turnPage = (span: Span, file: Span, pages: number) => scrollBy(span, file, pages * lengthOf(span));

export const moveTo = (span: Span, file: Span, startMs: number) => scrollBy(span, file, startMs - span.startMs);

export const centreOn = (span: Span, file: Span, timeMs: number) => moveTo(span, file, timeMs - lengthOf(span) / 2);

export const goToStart = (span: Span, file: Span) => moveTo(span, file, file.startMs);
export const goToEnd = (span: Span, file: Span) => moveTo(span, file, file.endMs - lengthOf(span));

/** Wheel: deltaY / 500 of the span (spec 001 section 9). */
export const wheelScroll = (span: Span, file: Span, deltaY: number) =>
  scrollBy(span, file, (deltaY / 500) * lengthOf(span));

/** A chosen page length keeps the start; the end is clamped to the file (spec 001 section 4, "Window mode"). */
export function setPageLength(span: Span, file: Span, lengthMs: number): Span {
  const endMs = Math.min(span.startMs + Math.max(lengthMs, minSpanMs), file.endMs);
  return clampSpan({ startMs: span.startMs, endMs }, file);
}

/** Next predefined length: shorter (-1) or longer (+1) than the present one; the longest zoom is the whole file. */
export function zoomedLength(lengthMs: number, fileMs: number, direction: -1 | 1): number {
  const longest = Math.max(fileMs, minSpanMs);
  const steps = [...pageLengthsMs.filter((ms) => ms < longest), longest];
  const next = direction < 0 ? steps.findLast((ms) => ms < lengthMs - 1) : steps.find((ms) => ms > lengthMs + 1);
  return next ?? lengthMs;
}

/** Zooms through the predefined lengths and keeps the time at `anchor` (0 = left edge, 1 = right edge) in its place. */
export function zoom(span: Span, file: Span, direction: -1 | 1, anchor = 0.5): Span {
  const before = lengthOf(span);
  const after = zoomedLength(before, lengthOf(file), direction);
  const startMs = span.startMs + (before - after) * anchor;
  return clampSpan({ startMs, endMs: startMs + after }, file);
}

export type Handle = "start" | "end";

/**
 * Drags one edge to `timeMs`; the other stays. Crossing it swaps the handles; the span never gets shorter than 1000 ms
 * (spec 001 section 4). Returns the handle that is now held.
 */
export function dragHandle(span: Span, file: Span, handle: Handle, timeMs: number): { span: Span; handle: Handle } {
  const fixed = handle === "start" ? span.endMs : span.startMs;
  const held = Math.min(Math.max(timeMs, file.startMs), file.endMs);
  const shortest = Math.min(minSpanMs, lengthOf(file));
  const wantsBefore = held === fixed ? handle === "start" : held < fixed;
  const hasRoomBefore = fixed - shortest >= file.startMs;
  const hasRoomAfter = fixed + shortest <= file.endMs;
  if ((wantsBefore && hasRoomBefore) || !hasRoomAfter)
    return { span: { startMs: Math.min(held, fixed - shortest), endMs: fixed }, handle: "start" };
  return { span: { startMs: fixed, endMs: Math.max(held, fixed + shortest) }, handle: "end" };
}

/** A span asked for from outside (address bar, dialog) or null when it is no usable one: it is then ignored. */
export function spanFromRequest(startMs: number, endMs: number, file: Span): Span | null {
  if (!Number.isFinite(startMs) || !Number.isFinite(endMs) || endMs - startMs < Math.min(minSpanMs, lengthOf(file)))
    return null;
  if (endMs <= file.startMs || startMs >= file.endMs) return null;
  return clampSpan({ startMs, endMs }, file);
}
