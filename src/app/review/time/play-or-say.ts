import { playbackText } from "../../../protocol/text/playback-text.ts";
import { toast } from "../../../ui/notices/toasts.ts";
import { controllerOf } from "./link-group.ts";
import { isLive, type Timeline, togglePlay } from "./timeline.ts";

/** Plays or pauses; where there is nothing to go on to, it says so. */
export function playOrSay(timeline: Timeline): void {
  const wasPlayed = controllerOf(timeline.link) !== null;
  togglePlay(timeline);
  if (!wasPlayed && controllerOf(timeline.link) === null && !isLive(timeline)) toast.say(playbackText.atEnd);
}
