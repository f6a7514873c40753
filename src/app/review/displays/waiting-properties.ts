/** Properties of windows that wait to be sent. */
import type { DisplayGroup, WindowUpdate } from "../../../protocol/displays.ts";
import { mostPropertyChanges } from "../../../protocol/documents.ts";

export interface Waiting {
  readonly group: number;
  readonly update: WindowUpdate;
}

/** Of a window of a display. */
export const windowKey = (
  group: number,
  { display_id, window_id }: Pick<WindowUpdate, "display_id" | "window_id">,
): string => `${group}/${display_id}/${window_id}`;

/** Whether the window that it is of was closed, or replaced, as the server has the group by now. */
export function isOfClosed(
  group: DisplayGroup | undefined,
  { display_id, window_id, componentId }: WindowUpdate,
): boolean {
  const display = group?.layouts.find(({ id }) => id === display_id);
  return display !== undefined && display.areas.find(({ area }) => area === window_id)?.componentId !== componentId;
}

/** What goes in one call: properties of one window, since a refusal is of that window alone. */
export function nextUpdates(pending: ReadonlyMap<string, Waiting>): readonly [string, Waiting][] {
  const [first] = pending.values();
  if (first === undefined) return [];
  const window = windowKey(first.group, first.update);
  return [...pending]
    .filter(([, { group, update }]) => windowKey(group, update) === window)
    .slice(0, mostPropertyChanges);
}
