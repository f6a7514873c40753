/** The time a window shows: one proxy, and the functions of this folder as its only writers. */
import { proxy, ref } from "valtio";
import { loopOf, loopWithin } from "../../../domain/time/course.ts";
import { defaultEegSpanMs, minSpanMs } from "../../../domain/time/durations.ts";
import { clampSpan, lengthOf, type Span, setPageLength } from "../../../domain/time/view-span.ts";
import {
  comeToRest,
  controllerOf,
  createLinkGroup,
  isMoving,
  type LinkGroup,
  type PictureSource,
  tellLinked,
} from "./link-group.ts";

export interface Timeline {
  startMs: number;
  endMs: number;
  fileStartMs: number;
  fileEndMs: number;
  /** The length that was asked for; the view is shorter where its file ends. Infinity: the whole file, whatever becomes of it. */
  wantedMs: number;
  /** How long the file was when all of it was asked for: what documents keep of that, however it grows. */
  wholeMs: number;
  /** The group its start of view is shared in; a window alone has one of its own. */
  link: LinkGroup;
  /** The window plays: of linked windows one at most does, and the others go with it. */
  isPlaying: boolean;
  speed: number;
  /** A pointer holds the view: playback waits until it is let go. */
  isHeld: boolean;
  /** Recording seconds a second that playback really makes, measured over the last second; null while it does not play. */
  realSpeed: number | null;
  /** Playback ended because there was no server; until it is started again. */
  isStopped: boolean;
  /** Playback is slower here than was asked, or stopped, because of annotations; null: neither. */
  atAnnotation: "slow" | "stop" | null;
  /** What playback went over without showing it, until it has been shown; ascending. */
  skipped: readonly Span[];
  /** Width of its plot as it is drawn, CSS px; 0: none was drawn yet. */
  plotPx: number;
}

export const fileOf = ({ fileStartMs, fileEndMs }: Readonly<Timeline>): Span => ({
  startMs: fileStartMs,
  endMs: fileEndMs,
});
export const spanOf = ({ startMs, endMs }: Readonly<Timeline>): Span => ({ startMs, endMs });

/**
 * A timeline over a file; it begins with the wanted span, else with the first page. `link`: the windows it moves with,
 * none by default. It stays in the group until `leaveLink`.
 */
export function createTimeline(file: Span, wanted: Span | null, link: LinkGroup = createLinkGroup()): Timeline {
  const first = { startMs: file.startMs, endMs: file.startMs + defaultEegSpanMs };
  if (link.members.size === 0) link.startMs = (wanted ?? first).startMs;
  const timeline: Timeline = proxy({
    ...clampSpan(wanted ?? first, file),
    wantedMs: lengthOf(wanted ?? first),
    wholeMs: lengthOf(file),
    fileStartMs: file.startMs,
    fileEndMs: file.endMs,
    link: ref(link),
    isPlaying: false,
    speed: 1,
    isHeld: false,
    realSpeed: null,
    isStopped: false,
    atAnnotation: null,
    skipped: ref([]),
    plotPx: 0,
  });
  link.members.set(timeline, null);
  return timeline;
}

/** The window goes its own way; what it played stops. */
export function leaveLink(timeline: Timeline): void {
  const { link } = timeline;
  const wasMoving = isMoving(link);
  timeline.isPlaying = false;
  timeline.isHeld = false;
  link.members.delete(timeline);
  // What it played or held rests for those that stay.
  if (wasMoving) comeToRest(link);
  if (link.state.cursor?.by === timeline) link.state.cursor = null;
  tellLinked(link);
}

/** The window joins the others of a group and shows what they show; where nobody is in it, they will show what it shows. */
export function joinLink(timeline: Timeline, link: LinkGroup): void {
  if (timeline.link === link) return;
  const picture = timeline.link.members.get(timeline) ?? null;
  leaveLink(timeline);
  if (link.members.size === 0) link.startMs = timeline.startMs;
  link.members.set(timeline, picture);
  timeline.link = ref(link);
  if (link.startMs !== null) follow(timeline, link.startMs);
  tellLinked(link);
}

/** Says what the clock waits for in a window's picture; null: it is not on the screen, or not one of exact traces. */
export function setPicture(timeline: Timeline, picture: PictureSource | null): void {
  // A plot ends after its window has left.
  if (timeline.link.members.has(timeline)) timeline.link.members.set(timeline, picture);
}

export function setPlotWidth(timeline: Timeline, plotPx: number): void {
  timeline.plotPx = plotPx;
}

/** A stretch of the window is measured from the cursor on, or up to there; a window without a plot measures nothing. */
export const measureHere = (timeline: Timeline): void => timeline.link.members.get(timeline)?.measure();

/** Takes a window to a start of view, as near as its own file lets it. */
function follow(timeline: Timeline, startMs: number): void {
  const length = lengthOf(spanOf(timeline));
  const span = clampSpan({ startMs, endMs: startMs + length }, fileOf(timeline));
  if (span.startMs === timeline.startMs && span.endMs === timeline.endMs) return;
  timeline.startMs = span.startMs;
  timeline.endMs = span.endMs;
}

/** What is less of a view is not seen: as it grows with its file it is not drawn, asked for and computed anew for that. ms */
const unseenMs = (timeline: Readonly<Timeline>): number => Math.max(1e-3, lengthOf(spanOf(timeline)) / 1000);

const showsAll = (timeline: Readonly<Timeline>): boolean =>
  lengthOf(spanOf(timeline)) >=
  lengthOf(fileOf(timeline)) - (Number.isFinite(timeline.wantedMs) ? 1e-3 : unseenMs(timeline));

/** Of the windows that this one is linked with the one that shows least, if that is less than this one shows; null without one. */
export function narrowestLinked(timeline: Timeline): Timeline | null {
  let narrowest = timeline;
  for (const member of timeline.link.members.keys())
    if (lengthOf(spanOf(member)) < lengthOf(spanOf(narrowest))) narrowest = member;
  return narrowest === timeline ? null : narrowest;
}

/**
 * A window that shows its whole file cannot move: a gesture in it is the narrowest linked window's, and takes the others along. False
 * where it can move, or there is none.
 */
export function leadLinked(timeline: Timeline, gesture: (span: Span, file: Span) => Span): boolean {
  const narrow = showsAll(timeline) ? narrowestLinked(timeline) : null;
  if (narrow === null || isLive(timeline)) return false;
  moveView(narrow, gesture);
  return true;
}

/**
 * A click into an overview: the narrowest linked window's gesture, which takes the others along; the overview itself stays, whatever it shows, until they move
 * again. False where it is locked to the latest data, or there is no such window.
 */
export function leadFromOverview(timeline: Timeline, gesture: (span: Span, file: Span) => Span): boolean {
  const narrow = narrowestLinked(timeline);
  if (narrow === null || isLive(timeline)) return false;
  const { startMs, endMs } = timeline;
  moveView(narrow, gesture);
  timeline.startMs = startMs;
  timeline.endMs = endMs;
  return true;
}

/** Gives a window its span, and the windows it is linked with their start when that of this one has changed. */
export function placeSpan(timeline: Timeline, { startMs, endMs }: Span): void {
  const hasMoved = startMs !== timeline.startMs;
  if (!hasMoved && endMs === timeline.endMs) return;
  timeline.startMs = startMs;
  timeline.endMs = endMs;
  tellLinked(timeline.link);
  if (!hasMoved) return;
  timeline.link.startMs = startMs;
  const { loop } = timeline.link.state;
  // Whoever leaves the span has seen enough of it.
  if (loop !== null && (startMs < loop.startMs - 1 || startMs > loop.endMs)) stopLoop(timeline.link);
  for (const other of timeline.link.members.keys()) if (other !== timeline) follow(other, startMs);
}

/**
 * Shows a span. One below the minimum is logged and ignored (spec 001 section 4, "Playback"). A window that is locked to the latest
 * data takes its length alone.
 */
export function showSpan(timeline: Timeline, asked: Span): void {
  const file = fileOf(timeline);
  const span = isLive(timeline) ? { startMs: file.endMs - lengthOf(asked), endMs: file.endMs } : asked;
  if (!(lengthOf(span) >= Math.min(minSpanMs, lengthOf(file)) - 1e-6)) {
    console.warn("timeline.span_ignored", span);
    return;
  }
  // A gesture that moves keeps what was asked for, also where the file was too short for it.
  if (Math.abs(lengthOf(span) - lengthOf(spanOf(timeline))) > 1e-3) timeline.wantedMs = lengthOf(span);
  timeline.atAnnotation = null;
  const isInside = span.startMs >= file.startMs && span.endMs <= file.endMs;
  placeSpan(timeline, isInside ? span : clampSpan(span, file));
}

/** The window is locked to the latest data: it cannot be moved or played. */
export const isLive = ({ link }: Readonly<Timeline>): boolean => link.state.isFollowing;

/** A page length of the menu; Infinity is the whole file. It keeps the start, or the end of a window that is live. */
export function showLength(timeline: Timeline, lengthMs: number): void {
  const file = fileOf(timeline);
  if (lengthMs >= lengthOf(file)) {
    // A length moves nobody: the windows it is linked with stay where they are.
    timeline.startMs = file.startMs;
    timeline.endMs = file.endMs;
    tellLinked(timeline.link);
  } else if (isLive(timeline)) showSpan(timeline, { startMs: file.endMs - lengthMs, endMs: file.endMs });
  else moveView(timeline, (span) => setPageLength(span, file, lengthMs));
  timeline.wantedMs = lengthMs;
  timeline.wholeMs = lengthOf(file);
}

/** The length that documents keep: as it was asked for, or the file's own as that was then. */
export const keptLength = (timeline: Readonly<Timeline>): number =>
  Number.isFinite(timeline.wantedMs) ? timeline.wantedMs : timeline.wholeMs;

/** Applies a gesture of domain/time/view-span.ts. */
export const moveView = (timeline: Timeline, gesture: (span: Span, file: Span) => Span) =>
  showSpan(timeline, gesture(spanOf(timeline), fileOf(timeline)));

/** Moves one window and none that it is linked with: it comes back to them with their next move. */
export function showAlone(timeline: Timeline, gesture: (span: Span, file: Span) => Span): void {
  const { startMs, endMs } = clampSpan(gesture(spanOf(timeline), fileOf(timeline)), fileOf(timeline));
  timeline.startMs = startMs;
  timeline.endMs = endMs;
  tellLinked(timeline.link);
}

/**
 * Plays; of linked windows one plays at a time, and another one's play stops this one (spec 001 section 4). A live one does not, and for one
 * that shows its whole file the narrowest linked one plays.
 */
export function play(timeline: Timeline, speed = timeline.speed): void {
  if (isLive(timeline)) return;
  const narrow = showsAll(timeline) ? narrowestLinked(timeline) : null;
  if (narrow !== null) {
    play(narrow, speed);
    return;
  }
  for (const other of timeline.link.members.keys()) if (other !== timeline) other.isPlaying = false;
  timeline.speed = speed;
  timeline.isStopped = false;
  timeline.atAnnotation = null;
  timeline.isPlaying = timeline.endMs < timeline.fileEndMs;
  timeline.link.wake();
}

export function pause(timeline: Timeline): void {
  timeline.isPlaying = false;
  comeToRest(timeline.link);
  timeline.link.wake();
}

export function togglePlay(timeline: Timeline): void {
  if (timeline.isPlaying) pause(timeline);
  else if (showsAll(timeline) && controllerOf(timeline.link) !== null) pauseAll(timeline.link);
  else play(timeline);
}

/** Nothing of the group plays any more. */
export function pauseAll({ members }: LinkGroup): void {
  for (const member of members.keys()) pause(member);
}

/**
 * Plays a span round and round: the start of view runs from its start to its end. At least a second long. False where the view cannot move so far: the span
 * lies on the last page of the file, or the window is live.
 */
export function loopSpan(timeline: Timeline, asked: Span): boolean {
  const narrow = showsAll(timeline) ? narrowestLinked(timeline) : null;
  if (narrow !== null) return loopSpan(narrow, asked);
  const span = loopOf(asked);
  const lengthMs = lengthOf(spanOf(timeline));
  if (isLive(timeline) || loopWithin(span, fileOf(timeline), lengthMs) === null) return false;
  showSpan(timeline, { startMs: span.startMs, endMs: span.startMs + lengthMs });
  timeline.link.state.loop = ref(span);
  play(timeline);
  return true;
}

/** Playback goes on past the end of the span. */
export function stopLoop({ state }: LinkGroup): void {
  state.loop = null;
}

export function setSpeed(timeline: Timeline, speed: number): void {
  timeline.speed = speed;
}

export function holdView(timeline: Timeline, isHeld: boolean): void {
  timeline.isHeld = isHeld;
  comeToRest(timeline.link);
  timeline.link.wake();
}

/** Notes what playback went over unseen. */
export function setSkipped(timeline: Timeline, skipped: readonly Span[]): void {
  if (timeline.skipped === skipped || timeline.skipped.length + skipped.length === 0) return;
  timeline.skipped = ref(skipped as Span[]);
}

/**
 * A window shows another file, or more of them: the view stays where it can. `isLearned`: another recording became known; the view then begins where those
 * do that it is linked with, if its file alone kept it from there, and is as long as was asked for, which the file may have been too short for.
 */
export function setFile(timeline: Timeline, file: Span, isLearned = false): void {
  if (file.startMs === timeline.fileStartMs && file.endMs === timeline.fileEndMs) return;
  const startMs = wantedStart(timeline);
  const isCut = isCutOff(timeline) && file.endMs > timeline.fileEndMs;
  timeline.fileStartMs = file.startMs;
  timeline.fileEndMs = file.endMs;
  if (isLearned) timeline.wholeMs = lengthOf(file);
  if (isLive(timeline)) showLatest(timeline);
  else if (isLearned) fill(timeline, startMs);
  else if (isCut) fillUp(timeline);
  else follow(timeline, timeline.startMs);
  tellLinked(timeline.link);
}

/** Where the view would begin if its file let it. */
function wantedStart(timeline: Timeline): number {
  const { startMs, link } = timeline;
  if (link.startMs === null) return startMs;
  const near = clampSpan({ startMs: link.startMs, endMs: link.startMs + lengthOf(spanOf(timeline)) }, fileOf(timeline));
  return Math.abs(near.startMs - startMs) < 1 ? link.startMs : startMs;
}

/** What was asked for, as far as the file goes. */
function fill(timeline: Timeline, startMs: number): void {
  const [file, { wantedMs }] = [fileOf(timeline), timeline];
  const span = wantedMs >= lengthOf(file) ? file : clampSpan({ startMs, endMs: startMs + wantedMs }, file);
  timeline.startMs = span.startMs;
  timeline.endMs = span.endMs;
}

/** The page goes on from where it begins, as far as the file does by now. */
function fillUp(timeline: Timeline): void {
  const wantedEndMs = timeline.startMs + timeline.wantedMs;
  const endMs = Math.min(wantedEndMs, timeline.fileEndMs);
  if (endMs < wantedEndMs && endMs - timeline.endMs < unseenMs(timeline)) return;
  timeline.endMs = endMs;
  tellLinked(timeline.link);
}

/** The end of the file cuts the page off that was asked for. */
export const isCutOff = (timeline: Readonly<Timeline>): boolean =>
  timeline.fileEndMs - timeline.endMs < unseenMs(timeline) && lengthOf(spanOf(timeline)) < timeline.wantedMs - 1e-3;

/**
 * The file of a window has grown: its end is later. A group that follows the latest data goes there; a page that the end of the file cut off
 * fills up to the length that was asked for, from where it begins, and every other view stays.
 */
export function growFile(timeline: Timeline, fileEndMs: number): void {
  if (!(fileEndMs > timeline.fileEndMs)) return;
  const isCut = isCutOff(timeline);
  timeline.fileEndMs = fileEndMs;
  if (timeline.link.state.isFollowing) showLatest(timeline);
  else if (isCut) fillUp(timeline);
}

/** Locks the windows of a group to the latest data, or lets them go. */
export function setFollowing(link: LinkGroup, isFollowing: boolean): void {
  link.state.isFollowing = isFollowing;
  if (!isFollowing) return;
  stopLoop(link);
  pauseAll(link);
  for (const member of link.members.keys()) showLatest(member);
}

/** Each window ends with its own file, as long as was asked for or as the file is. */
function showLatest(timeline: Timeline): void {
  const startMs = Math.max(timeline.fileStartMs, timeline.fileEndMs - timeline.wantedMs);
  timeline.startMs = startMs;
  timeline.endMs = timeline.fileEndMs;
}
