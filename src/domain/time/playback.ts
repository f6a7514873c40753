/** Playback: the view advances by speed times elapsed time (spec 001 section 4, "Playback"). */
import { lengthOf, type Span } from "./view-span.ts";

export const playbackSpeeds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** Wall time of playback that is kept ready ahead of the view, at least and at most. */
const lookaheadMs = { least: 2000, most: 20_000 };

/**
 * Recording milliseconds kept ready ahead of a view of `viewMs` that plays at `speed` (of either sign): another view, but never more than
 * playback comes to in 20 seconds: an hour in view does not have another hour made for it.
 */
export function keptReadyMs(speed: number, viewMs: number): number {
  const { least, most } = lookaheadMs;
  return Math.min(Math.max(viewMs, Math.abs(speed) * least), Math.abs(speed) * most);
}

export const speedName = (speed: number) => `${speed}x`;

/** Moves the view on by so many recording milliseconds; it stops, ending with the file, when it would pass the file end. */
export function advance(span: Span, file: Span, byMs: number): { readonly span: Span; readonly isPlaying: boolean } {
  const endMs = span.endMs + byMs;
  if (endMs >= file.endMs) {
    const startMs = Math.max(file.startMs, file.endMs - lengthOf(span));
    return { span: { startMs, endMs: file.endMs }, isPlaying: false };
  }
  return { span: { startMs: endMs - lengthOf(span), endMs }, isPlaying: true };
}

/** "1000x", "3.2x", "0x": a measured speed, as the asked one where it is within 2 % of it. */
export function measuredSpeedName(real: number, asked: number): string {
  if (Math.abs(real - asked) <= asked * 0.02) return speedName(asked);
  return speedName(real >= 10 ? Math.round(real) : Math.round(real * 10) / 10);
}
