/** Updates of single properties of windows, as changes of documents. */
import {
  displayGroupKind,
  displayViewsKind,
  type SentWindowUpdate,
  type updateWindowProperties,
  viewProperties,
  type WindowUpdate,
} from "../../protocol/displays.ts";
import type { mergeDocument } from "../../protocol/documents.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { displaysText } from "../../protocol/text/displays-text.ts";
import { type DisplayGroupContent, findOwn, idsOf, type Writing } from "../documents/index.ts";
import { refuse } from "./refusals.ts";

const { refused } = displaysText;

type Change = BodyOf<typeof mergeDocument>["changes"][number];

/** The changes of a call: its list, or the one that it is itself. @throws Refused 400 */
export function sentUpdates({
  updates,
  window_id,
  property_name,
  ...one
}: Omit<BodyOf<typeof updateWindowProperties>, "layout_id" | "version">): readonly SentWindowUpdate[] {
  if (updates !== undefined) return updates;
  if (window_id === undefined || property_name === undefined) throw refuse(400, "bad_property", refused.noWindow);
  return [{ window_id, property_name, ...one }];
}

/** With what stands there, where the caller does not say what they know. @throws Refused 400, 409 */
export const knownUpdates = ({ displays }: DisplayGroupContent, updates: readonly SentWindowUpdate[]): WindowUpdate[] =>
  updates.map((update) => {
    const { window_id, display_id = displayOf(displays, window_id) } = update;
    const areas = Object.hasOwn(displays, display_id) ? displays[display_id].areas : {};
    if (!Object.hasOwn(areas, window_id)) throw windowChanged();
    const { componentId, version } = areas[window_id];
    return { componentId, version, ...update, display_id };
  });

/** The only display that has such a window. @throws Refused 400, 409 */
function displayOf(displays: DisplayGroupContent["displays"], area: string): number {
  const [id, ...more] = Object.keys(displays).filter((each) => Object.hasOwn(displays[each].areas, area));
  if (id === undefined) throw windowChanged();
  if (more.length > 0) throw refuse(400, "bad_property", refused.whichWindow);
  return Number(id);
}

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

const windowChanged = () => refuse(409, "window_changed", refused.windowChanged);
