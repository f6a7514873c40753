/** Properties of windows that wait to be sent. */
import type { WindowUpdate } from "../../../protocol/displays.ts";
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

/** What goes in one call: properties of one window, since a refusal is of that window alone. */
export function nextUpdates(pending: ReadonlyMap<string, Waiting>): readonly [string, Waiting][] {
  const [first] = pending.values();
  if (first === undefined) return [];
  const window = windowKey(first.group, first.update);
  return [...pending]
    .filter(([, { group, update }]) => windowKey(group, update) === window)
    .slice(0, mostPropertyChanges);
}
