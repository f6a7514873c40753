/**
 * Windows that share the start of their view: one clock, one window that plays, one cursor. Each keeps the
 * length of its own view and is clamped by itself to its own file.
 */
import { proxy, ref } from "valtio";
import type { Span } from "../../../domain/time/view-span.ts";
import type { Timeline } from "./timeline.ts";

/** Where a pointer is: over which window, and how far from the left edge of its view to the right one (0 to 1). */
export interface LinkCursor {
  readonly by: Timeline;
  readonly fraction: number;
}

/** What one window marks: ascending, apart from each other. */
export interface MarkedTimes {
  readonly by: Timeline;
  readonly spans: readonly Span[];
}

export interface LinkState {
  cursor: LinkCursor | null;
  /** The views are locked to the latest data. */
  isFollowing: boolean;
  /** How often the views came to rest: whoever keeps where they are waits for that. */
  rests: number;
  /** Raised whenever one of the views became another, in start or length, or came or went; but by playing: then all have frames. */
  moves: number;
  /** Times that a window has marked in all of the group; null: none are. */
  marked: MarkedTimes | null;
  /** The span that playback runs round, until the views are taken out of it; null: none. */
  loop: Span | null;
}

/** One frame of playback. */
export interface PlaybackFrame {
  /** The speed of the window that plays, held or not; 0 when none does. */
  readonly speed: number;
  /** The views stand where they do because they were played from where they stood in the frame before. */
  readonly isPlayed: boolean;
}

export const restingFrame: PlaybackFrame = { speed: 0, isPlayed: false };

export interface LinkGroup {
  /** A proxy. Written by the functions of this folder. */
  readonly state: LinkState;
  /** Where the views were asked to begin last; a window that cannot, stands as near as it can. Null: nobody was in it yet. */
  startMs: number | null;
  /** The time that a pointer was on when it left the last view; null: none was there yet. */
  leftAtMs: number | null;
  /** The window that it was over then. */
  leftBy: Timeline | null;
  /** The windows, each with its picture where that holds or slows the clock while it is not here. */
  readonly members: Map<Timeline, PictureSource | null>;
  /** What playback did in the frame of this time. Of a group whose clock runs (`runClock`). */
  frameAt(now: number): PlaybackFrame;
  /** Something began or ended that the clock must see. */
  wake(): void;
}

/** What is known of the server. */
export interface ServerLink {
  isConnected(): boolean;
  /** When anything last came from it, as `performance.now` says it; -Infinity: not known. */
  heardAt(): number;
}

/** The picture of a window: what playback needs to know of it, and what a key does in it. */
export interface PictureSource extends ServerLink {
  /**
   * Time up to which a view of the present length could move on and be exact; Infinity to the file's end. Null: it shows nothing that playback waits
   * for, of which nobody knows whether it could go on.
   */
  readyUntilMs(): number | null;
  /** Begins to measure at the cursor of the group, or ends there. */
  measure(): void;
  /** Of its window. */
  readonly title?: string;
  /** Why nothing can be marked over what it shows; null, or absent: it can. */
  whyNoMarks?(): string | null;
}

export const createLinkGroup = (): LinkGroup => ({
  state: proxy<LinkState>({ cursor: null, isFollowing: false, rests: 0, moves: 0, marked: null, loop: null }),
  startMs: null,
  leftAtMs: null,
  leftBy: null,
  members: new Map(),
  frameAt: () => restingFrame,
  wake: () => {},
});

/** The window that plays; null when none does. */
export function controllerOf({ members }: LinkGroup): Timeline | null {
  for (const member of members.keys()) if (member.isPlaying) return member;
  return null;
}

/** A pointer holds one of the views. */
export function isAnyHeld({ members }: LinkGroup): boolean {
  for (const member of members.keys()) if (member.isHeld) return true;
  return false;
}

/** Something that other windows of the group draw of this one may be another: where the cursor stands in time, the frame of its view. */
export function tellLinked(link: LinkGroup): void {
  if (controllerOf(link) === null) link.state.moves++;
}

/** The views move or are held: whoever waits for a rest waits on. */
export const isMoving = (link: LinkGroup): boolean => controllerOf(link) !== null || isAnyHeld(link);

/** To be called where playback or a pointer lets the views go. */
export function comeToRest(link: LinkGroup): void {
  if (!isMoving(link)) link.state.rests++;
}

/** Puts the group's cursor under a pointer over `by`, or takes it away again. */
export function pointAt(link: LinkGroup, by: Timeline, fraction: number | null): void {
  const { state } = link;
  if (fraction !== null) state.cursor = ref({ by, fraction });
  else if (state.cursor?.by === by) {
    link.leftAtMs = cursorMs(link);
    link.leftBy = by;
    state.cursor = null;
  }
}

/** Marks times in all windows of the group, in place of those that were; null takes those of `by` away. */
export function markTimes({ state }: LinkGroup, by: Timeline, spans: readonly Span[] | null): void {
  if (spans !== null) state.marked = ref({ by, spans });
  else if (state.marked?.by === by) state.marked = null;
}

/** The time hovered last (spec 001 section 4, "Annotation in progress"), epoch ms; null: nothing was hovered yet. */
export const hoveredMs = (link: LinkGroup): number | null => cursorMs(link) ?? link.leftAtMs;

/** The picture that was hovered last; null: none, or its window is gone. */
export const hoveredPicture = ({ state: { cursor }, leftBy, members }: LinkGroup): PictureSource | null => {
  const by = cursor?.by ?? leftBy;
  return by === null ? null : (members.get(by) ?? null);
};

/**
 * Moves the cursor of the group by a share of a view, from where it stands or from the middle of the view, as far as the view's edge. False: it
 * stands at that edge already.
 */
export function stepCursor(link: LinkGroup, by: Timeline, share: number): boolean {
  const { startMs, endMs } = by;
  const atMs = cursorMs(link);
  const from = atMs !== null && atMs >= startMs && atMs <= endMs ? (atMs - startMs) / (endMs - startMs) : 0.5;
  const to = Math.min(1, Math.max(0, from + share));
  pointAt(link, by, to);
  return to !== from;
}

/** The time under the cursor, in epoch ms; null without one. While the recording plays it goes on under a pointer that rests. */
export function cursorMs({ state: { cursor } }: LinkGroup): number | null {
  if (cursor === null) return null;
  const { by, fraction } = cursor;
  return by.startMs + fraction * (by.endMs - by.startMs);
}
