/** Playback of a link group: whichever of its windows plays, its clock moves once a frame, and all windows with it. */
import { type Course, freeCourse, loopWithin, nearStopMs, placeAfter, stretchOf } from "../../../domain/time/course.ts";
import { createPaceKeeper, type Pace } from "../../../domain/time/pace.ts";
import { advance, keptReadyMs } from "../../../domain/time/playback.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import {
  controllerOf,
  isAnyHeld,
  type LinkGroup,
  type PlaybackFrame,
  restingFrame,
  type ServerLink,
} from "./link-group.ts";
import { fileOf, pause, placeSpan, spanOf, type Timeline } from "./timeline.ts";

/** Longest step of one frame: a tab that was in the background goes on where it was, it does not leap. */
const longestFrameMs = 250;
/** The real speed is measured over so long, and told as often. */
const measuredMs = 1000;
const toldMs = 250;
/** So long playback goes on without a server. */
const serverAwayMs = 10_000;
/** A server that says nothing for so long, not even its clock, is as good as gone: what lies between may drop everything and tell nobody. */
const silentMs = 3000;

/** Null: it is there. */
function unseenSince(server: ServerLink, now: number): number | null {
  const heardAt = server.heardAt();
  const isSilent = heardAt !== Number.NEGATIVE_INFINITY && now - heardAt > silentMs;
  return server.isConnected() ? (isSilent ? heardAt : null) : now;
}

export interface Playback {
  /** Moves the group's clock on, no faster than its pictures can follow (domain/time/pace.ts). Once a frame, whoever asks. */
  tick(now: number): PlaybackFrame;
}

const alwaysThere: ServerLink = { isConnected: () => true, heardAt: () => Number.NEGATIVE_INFINITY };

/**
 * `paceOf`: what is to happen while pictures are late; `courseOf`: where it is slower, or stops; `server`: without it windows that nothing waits
 * for, such as charts, go on alone no longer than others.
 */
export function createPlayback(
  link: LinkGroup,
  paceOf: () => Pace,
  courseOf: () => Course = () => freeCourse,
  server: ServerLink = alwaysThere,
): Playback {
  const keeper = createPaceKeeper(paceOf);
  let controller: Timeline | null = null;
  let last = Number.NaN;
  let left: Span | null = null;
  let lostAt = Number.NaN;
  let walked: { at: number; ms: number }[] = [];
  let ticked = { now: Number.NaN, frame: restingFrame };

  function rest(): PlaybackFrame {
    last = Number.NaN;
    lostAt = Number.NaN;
    walked = [];
    keeper.reset();
    if (controller !== null && controller.realSpeed !== null) controller.realSpeed = null;
    if (controller?.atAnnotation === "slow") controller.atAnnotation = null;
    controller = controllerOf(link);
    return controller === null ? restingFrame : { speed: controller.speed, isPlayed: false };
  }

  /** Writes the measured speed, a few times a second. */
  function measure(timeline: Timeline, now: number, moved: number): void {
    const total = (walked.at(-1)?.ms ?? 0) + moved;
    walked.push({ at: now, ms: total });
    while (walked.length > 2 && walked[1].at <= now - measuredMs) walked.shift();
    const [from] = walked;
    if (now - from.at < toldMs || Math.floor(now / toldMs) === Math.floor(last / toldMs)) return;
    timeline.realSpeed = (total - from.ms) / (now - from.at);
  }

  /** How far the clock may move before a window lacks something, and whether one of them asks for more. */
  function ahead(speed: number, now: number): { aheadMs: number; isWaiting: boolean; awaySince: number | null } {
    let [aheadMs, isWaiting] = [Number.POSITIVE_INFINITY, false];
    let awaySince: number | null = null;
    let isAwaited = false;
    for (const [timeline, picture] of link.members) {
      const readyUntilMs = picture?.readyUntilMs() ?? null;
      if (picture === null || readyUntilMs === null) continue;
      isAwaited = true;
      const span = spanOf(timeline);
      const ready = readyUntilMs - span.endMs;
      aheadMs = Math.min(aheadMs, ready);
      if (ready < keptReadyMs(speed, lengthOf(span))) isWaiting = true;
      if (ready === Number.POSITIVE_INFINITY) continue;
      const since = unseenSince(picture, now);
      if (since !== null) awaySince = Math.min(awaySince ?? since, since);
    }
    return { aheadMs, isWaiting, awaySince: isAwaited ? awaySince : unseenSince(server, now) };
  }

  function step(now: number): PlaybackFrame {
    const playing = controllerOf(link);
    // Another window plays on from here: what was learned before is not of this one.
    if (playing !== controller) rest();
    if (playing === null || isAnyHeld(link)) return rest();
    const before = spanOf(playing);
    const isPlayed = left !== null && left.startMs === before.startMs && left.endMs === before.endMs;
    if (!isPlayed) keeper.reset();
    const elapsedMs = Number.isNaN(last) ? 0 : Math.min(now - last, longestFrameMs);
    const { speed } = playing;
    const { aheadMs, isWaiting, awaySince } = ahead(speed, now);
    if (awaySince === null) lostAt = Number.NaN;
    else if (Number.isNaN(lostAt)) lostAt = awaySince;
    if (now - lostAt >= serverAwayMs) {
      pause(playing);
      playing.isStopped = true;
      return rest();
    }
    const lengthMs = lengthOf(before);
    const { loop: asked } = link.state;
    const loop = asked === null ? null : loopWithin(asked, fileOf(playing), lengthMs);
    const stretch = stretchOf(courseOf(), loop, before.startMs, elapsedMs, speed);
    const real = elapsedMs > 0 ? stretch.distanceMs / elapsedMs : speed;
    const allowed = keeper.step(now, elapsedMs, real, { aheadMs, isWaiting });
    // The keeper multiplies what was divided here, and may come out below it by a rounding: a stop is reached by whoever comes near.
    const isAtStop = stretch.isStop && allowed >= stretch.distanceMs - nearStopMs;
    const moved = isAtStop ? stretch.distanceMs : Math.min(allowed, stretch.distanceMs);
    measure(playing, now, moved);
    last = now;
    const startMs = placeAfter(loop, before.startMs, moved);
    const { span, isPlaying } =
      startMs < before.startMs
        ? { span: { startMs, endMs: startMs + lengthMs }, isPlaying: true }
        : advance(before, fileOf(playing), startMs - before.startMs);
    // Begun again: what was learned of the data ahead is not of this place.
    if (startMs < before.startMs) keeper.reset();
    placeSpan(playing, span);
    if (!isPlaying || isAtStop) pause(playing);
    if (elapsedMs > 0) playing.atAnnotation = isAtStop ? "stop" : stretch.isSlow ? "slow" : null;
    left = span;
    return { speed: isPlaying && !isAtStop ? speed : 0, isPlayed };
  }

  return {
    tick(now) {
      if (ticked.now !== now) ticked = { now, frame: step(now) };
      return ticked.frame;
    },
  };
}
