/** Lets the clock of a link group run in the frame loop. */
import type { Course } from "../../../domain/time/course.ts";
import { frameLoop } from "../../../render/index.ts";
import { currentPace } from "../timeline/pace-setting.ts";
import { controllerOf, type LinkGroup, type ServerLink } from "./link-group.ts";
import { createPlayback } from "./playback.ts";

/**
 * The time moves when the first window of the group draws in a frame, or in the clock's own turn: before any of them looks at it.
 * A group of several windows has its clock registered before them, so that one that rested is not drawn a frame late. Returns the
 * end of it.
 */
export function runClock(link: LinkGroup, courseOf?: () => Course, server?: ServerLink): Disposable {
  const playback = createPlayback(link, currentPace, courseOf, server);
  const slot = frameLoop.register((now) => {
    playback.tick(now);
    return controllerOf(link) !== null;
  });
  link.frameAt = playback.tick;
  link.wake = () => slot.invalidate();
  return slot;
}
