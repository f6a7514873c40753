/** Lets the clock of a link group run in the frame loop. */
import { frameLoop } from "../../../render/index.ts";
import { currentPace } from "../timeline/pace-setting.ts";
import { controllerOf, type LinkGroup } from "./link-group.ts";
import { createPlayback } from "./playback.ts";

/**
 * To be called before any window of the group draws: the frame loop calls in the order of registration, so the time has
 * moved before the first of them looks at it. Returns the end of it.
 */
export function runClock(link: LinkGroup): Disposable {
  const playback = createPlayback(link, currentPace);
  const slot = frameLoop.register((now) => {
    playback.tick(now);
    return controllerOf(link) !== null;
  });
  link.frameAt = playback.frameAt;
  link.wake = () => slot.invalidate();
  return slot;
}
