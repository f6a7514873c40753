/** Which window plays while it is another one of the group: all of them move, one says how fast. */
import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { speedName } from "../../../domain/time/playback.ts";
import { playbackText } from "../../../protocol/text/playback-text.ts";
import { controllerOf } from "./link-group.ts";
import type { Timeline } from "./timeline.ts";
import { useReadout } from "./use-readout.ts";

/** What the windows are called on the screen; "": it is the only one, or has no bar. */
const names = new WeakMap<Timeline, string>();

/** Says what a window is called, as long as its bar is there. */
export function useNamed(timeline: Timeline, name: string): void {
  useEffect(() => {
    names.set(timeline, name);
  }, [timeline, name]);
}

/** "20x by 2. EEG Montage"; "": none plays, or the window itself does. */
export function playedBy(timeline: Timeline): string {
  const playing = controllerOf(timeline.link);
  if (playing === null || playing === timeline) return "";
  return playbackText.playedBy(names.get(playing) ?? "", speedName(playing.speed));
}

/** The same for a screen. */
export function usePlayedBy(timeline: Timeline): string {
  const { link } = useSnapshot(timeline);
  // Who stops playing moves nobody any more: the group's rest tells the others.
  void useSnapshot(link.state as Timeline["link"]["state"]).rests;
  return useReadout(timeline, playedBy);
}
