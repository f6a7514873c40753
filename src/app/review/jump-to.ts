/** The way to a time of the recording, from lists beside the windows. */
import { centreOn } from "../../domain/time/view-span.ts";
import { text } from "../../protocol/text/text.ts";
import { toast } from "../../ui/notices/toasts.ts";
import { isLive, moveView } from "./time/timeline.ts";
import { areasIn, type ReviewWorkspace } from "./workspace.ts";

/** Shows a time in the middle of the linked windows; where none is linked, in the first one that can be moved: a live one cannot. */
export function jumpTo({ display, links, opened }: ReviewWorkspace, timeMs: number): void {
  const timelines = areasIn(display)
    .map((area) => opened(area)?.window.timeline)
    .filter((timeline) => timeline !== undefined && !isLive(timeline));
  const timeline = timelines.find((one) => one !== undefined && links.isLinked(one)) ?? timelines[0];
  if (timeline === undefined) toast.error(text.window.allLive);
  else moveView(timeline, (span, file) => centreOn(span, file, timeMs));
}
