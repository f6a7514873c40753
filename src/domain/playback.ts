/** Playback: the view advances by speed times elapsed time (spec 001 section 4, "Playback"). */
import { lengthOf, type Span } from "./view-span.ts";

export const playbackSpeeds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

export const speedName = (speed: number) => `${speed}x`;

/** Moves the view on; it stops, ending with the file, when it would pass the file end. */
export function advance(
  span: Span,
  file: Span,
  speed: number,
  elapsedMs: number,
): { readonly span: Span; readonly isPlaying: boolean } {
  const endMs = span.endMs + speed * elapsedMs;
  if (endMs >= file.endMs) {
    const startMs = Math.max(file.startMs, file.endMs - lengthOf(span));
    return { span: { startMs, endMs: file.endMs }, isPlaying: false };
  }
  return { span: { startMs: endMs - lengthOf(span), endMs }, isPlaying: true };
}
