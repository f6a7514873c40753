/** What keys do in an event review window: it shows no time itself, so pages are those of the narrowest window that it is linked with. */
import { lengthOf } from "../../../../domain/time/view-span.ts";
import { timeActions } from "../../plot/time-actions.ts";
import type { Actions } from "../../shortcuts/window-actions.ts";
import { spanOf, type Timeline } from "../../time/timeline.ts";
import type { EventReviewWindow } from "./event-window.ts";

/** These need a picture, or the field "Go to". */
const ofPicture = ["go_to_time", "zoom_in", "zoom_out", "measure", "cursor_forward", "cursor_back"] as const;

/** The window's actions by id (`domain/shortcuts/actions.ts`). */
export function eventReviewActions({
  timeline,
  annotations: { table },
}: Pick<EventReviewWindow, "timeline"> & { annotations: Pick<EventReviewWindow["annotations"], "table"> }): Actions {
  const known = new WeakMap<Timeline, Actions>();
  const actionsOf = (of: Timeline): Actions => {
    const actions = known.get(of) ?? timeActions(of, { table }, () => {});
    known.set(of, actions);
    return actions;
  };
  const own: Actions = { ...actionsOf(timeline) };
  for (const id of ofPicture) delete own[id];
  const ids = Object.keys(own) as (keyof Actions)[];
  return Object.fromEntries(ids.map((id) => [id, () => actionsOf(seenWith(timeline))[id]?.()]));
}

/** The narrowest of the other windows that it is linked with; itself where there is none. */
function seenWith(timeline: Timeline): Timeline {
  const others = [...timeline.link.members.keys()].filter((member) => member !== timeline);
  const length = (member: Timeline) => lengthOf(spanOf(member));
  return others.toSorted((a, b) => length(a) - length(b))[0] ?? timeline;
}
