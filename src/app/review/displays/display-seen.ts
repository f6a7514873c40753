/** A display as its reader sees it: what a copy of it holds. */
import type { Display, DisplayForm } from "../../../protocol/displays.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import { ownOf } from "./display-document.ts";
import { displayNow } from "./display-now.ts";
import type { DisplayStore } from "./display-store.ts";

/**
 * The one on the screen with what was set and moved in it, saved or not; another one as the store has it, with what the reader has otherwise in a
 * Shared display.
 */
export function displaySeen(
  { state }: Pick<DisplayStore, "state">,
  workspace: ReviewWorkspace,
  group: number,
  display: Display,
): DisplayForm {
  const { chosen, visited, views } = state;
  const isShown = visited === null && chosen?.group === group && chosen.display === display.id;
  const now = isShown ? displayNow(workspace, display.name) : null;
  if (now !== null) return now;
  const { id: _, areas, ...rest } = display;
  const own = ownOf(views, { group, display: display.id });
  return {
    ...rest,
    areas: areas.map((each) => (own?.[each.area] ? { ...each, props: { ...each.props, ...own[each.area] } } : each)),
  };
}
