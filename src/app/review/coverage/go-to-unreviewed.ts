import { moveTo } from "../../../domain/time/view-span.ts";
import { coverageText } from "../../../protocol/text/coverage-text.ts";
import { toast } from "../../../ui/notices/toasts.ts";
import { moveView, type Timeline } from "../time/timeline.ts";
import { coverageChoice } from "./coverage-choice.ts";
import { coverageNow } from "./coverage-now.ts";

/** Takes the view to the next that was not reviewed, by the chosen people and at the chosen pages: behind it, else from the beginning. */
export function goToUnreviewed(timeline: Timeline): void {
  const store = coverageNow();
  if (store?.state.phase !== "ready") {
    toast.error(coverageText.notKnown);
    return;
  }
  const choice = coverageChoice();
  const nextMs = store.next(choice.show === "hidden" ? { ...choice, show: "mine" } : choice, timeline.endMs);
  if (nextMs === null) toast.success(coverageText.all);
  else moveView(timeline, (span, file) => moveTo(span, file, nextMs));
}
