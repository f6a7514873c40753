/** Updates of single properties of windows, as changes of documents. */
import { displayGroupKind, displayViewsKind, viewProperties, type WindowUpdate } from "../../protocol/displays.ts";
import type { mergeDocument } from "../../protocol/documents.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { displaysText } from "../../protocol/text/displays-text.ts";
import { type DisplayGroupContent, findOwn, idsOf, type Writing } from "../documents/index.ts";
import { refuse } from "./refusals.ts";

type Change = BodyOf<typeof mergeDocument>["changes"][number];

/** Of a Shared display: span, speed and link, which are each person's own. */
export const isOwnView = ({ property_name }: WindowUpdate): boolean =>
  viewProperties.some((name) => name === property_name);

/** @throws Refused 409 unless what stands there is what the caller knows, with props of the same version */
export function windowChanges(content: DisplayGroupContent, updates: readonly WindowUpdate[]): Change[] {
  return updates.map((update) => {
    if (windowOf(content, update).version !== update.version) throw windowChanged();
    const { display_id, window_id, property_name, value } = update;
    return { path: ["displays", String(display_id), "areas", window_id, "props", property_name], value };
  });
}

/**
 * The same for what a person has otherwise in a group; what they had otherwise in displays, windows and groups that are gone
 * goes. @throws Refused 409 when another kind of window stands there
 */
export async function viewChanges(
  { tx, editor }: Writing,
  { id, content, updates }: { id: number; content: DisplayGroupContent; updates: readonly WindowUpdate[] },
): Promise<Change[]> {
  if (updates.length === 0) return [];
  for (const update of updates) windowOf(content, update);
  const own = await findOwn(tx, editor, displayViewsKind);
  const groups = (own?.content.groups ?? {}) as Record<string, Record<string, Record<string, unknown>>>;
  const gone: string[][] = [];
  const known = groups[id];
  // Once for a group: a stay in one asks nothing more.
  if (known === undefined) {
    const there = new Set((await idsOf(tx, editor, displayGroupKind)).map(String));
    for (const group of Object.keys(groups)) if (!there.has(group)) gone.push([group]);
  }
  for (const [display, windows] of Object.entries(known ?? {})) {
    const areas = content.displays[display]?.areas;
    if (areas === undefined) gone.push([String(id), display]);
    else
      for (const area of Object.keys(windows)) if (!Object.hasOwn(areas, area)) gone.push([String(id), display, area]);
  }
  return [
    ...gone.map((path) => ({ path: ["groups", ...path] })),
    ...updates.map(({ display_id, window_id, property_name, value }) => ({
      path: ["groups", String(id), String(display_id), window_id, property_name],
      value,
    })),
  ];
}

/** @throws Refused 409 */
function windowOf({ displays }: DisplayGroupContent, { display_id, window_id, componentId }: WindowUpdate) {
  const areas = Object.hasOwn(displays, display_id) ? displays[display_id].areas : {};
  const window = Object.hasOwn(areas, window_id) ? areas[window_id] : undefined;
  if (window === undefined || window.componentId !== componentId) throw windowChanged();
  return window;
}

const windowChanged = () => refuse(409, "window_changed", displaysText.refused.windowChanged);
