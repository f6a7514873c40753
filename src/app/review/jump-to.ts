/** The way to a time of the recording, from lists beside the windows. */
import { centreOn } from "../../domain/time/view-span.ts";
import { text } from "../../protocol/text/text.ts";
import { toast } from "../../ui/notices/toasts.ts";
import { isLive, moveView } from "./time/timeline.ts";
import { areasIn } from "./workspace.ts";
import type { ReviewWorkspace } from "./workspace-types.ts";

/** The timeline that lists beside the windows speak of: a linked one, else the first that can be moved. */
function listedTimeline({ display, links, opened }: ReviewWorkspace) {
  const timelines = areasIn(display)
    .map((area) => opened(area)?.window.timeline)
    .filter((timeline) => timeline !== undefined && !isLive(timeline));
  return timelines.find((one) => one !== undefined && links.isLinked(one)) ?? timelines[0];
}

/** The middle of that view, epoch ms; null: there is none. */
export function middleOf(workspace: ReviewWorkspace): number | null {
  const timeline = listedTimeline(workspace);
  return timeline === undefined ? null : (timeline.startMs + timeline.endMs) / 2;
}

/** Shows a time in the middle of the linked windows; where none is linked, in the first one that can be moved: a live one cannot. */
export function jumpTo(workspace: ReviewWorkspace, timeMs: number): void {
  const timeline = listedTimeline(workspace);
  if (timeline === undefined) toast.error(text.window.allLive);
  else moveView(timeline, (span, file) => centreOn(span, file, timeMs));
}
