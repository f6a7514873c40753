/** What is laid over the displays that the server told of: changes under way, and properties that wait. */
import type { EditedDisplays } from "../../../domain/displays.ts";
import {
  type DisplayArea,
  type DisplayForm,
  type DisplayGroup,
  type DisplayViews,
  viewProperties,
  type WindowUpdate,
} from "../../../protocol/displays.ts";

export type Layouts = readonly DisplayForm[];
/** A change of the displays of a group; made again over a newer version when that has changed meanwhile. */
export type Edit = (layouts: Layouts) => EditedDisplays;

/** Whether a property of a window is each person's own in a Shared display. */
export const isViewProperty = (name: string): boolean => (viewProperties as readonly string[]).includes(name);

/** With a change laid over it; as it is where the change is refused. */
export const withEdit = (group: DisplayGroup, edit: Edit): DisplayGroup => {
  const edited = edit(group.layouts);
  return "refused" in edited ? group : { ...group, layouts: edited.layouts as DisplayGroup["layouts"] };
};

/** Whether it goes to what the reader has otherwise in a Shared display. */
export const isOwnView = (group: DisplayGroup | undefined, { property_name }: WindowUpdate): boolean =>
  group !== undefined && group.type !== "personal" && isViewProperty(property_name);

export function withProperty(group: DisplayGroup, update: WindowUpdate): DisplayGroup {
  const { display_id, window_id, componentId, version, property_name, value } = update;
  return {
    ...group,
    layouts: group.layouts.map((display) =>
      display.id !== display_id
        ? display
        : {
            ...display,
            areas: display.areas.map((each) =>
              each.area === window_id && each.componentId === componentId && each.version === version
                ? { ...each, props: { ...each.props, [property_name]: value } }
                : each,
            ),
          },
    ),
  };
}

/**
 * A window of an older version of its kind in the present one, with the settings that it was opened with and those of now; `changed`: what is set
 * where somebody else was first. What is each person's own in a Shared display stays in it as it is.
 */
export const raisingWindow =
  (displayId: number, now: DisplayArea, changed: readonly string[], isShared: boolean): Edit =>
  (layouts) => ({
    layouts: layouts.map((display) =>
      display.id !== displayId
        ? display
        : { ...display, areas: display.areas.map((each) => raised(each, now, changed, isShared)) },
    ),
  });

function raised(
  each: DisplayForm["areas"][number],
  now: DisplayArea,
  changed: readonly string[],
  isShared: boolean,
): DisplayForm["areas"][number] {
  const { version = 1, props = {} } = each;
  if (each.area !== now.area || each.componentId !== now.componentId || version > now.version) return each;
  const isOlder = version < now.version;
  const next: Record<string, unknown> = isOlder ? {} : { ...props };
  for (const name of new Set([...Object.keys(props), ...Object.keys(now.props)])) {
    const isOwn = isShared && isViewProperty(name);
    if (isOwn && name in props) next[name] = props[name];
    else if (!isOwn && (isOlder || changed.includes(name))) next[name] = now.props[name];
  }
  return { ...each, version: now.version, props: next };
}

export function withView(views: DisplayViews, group: number, update: WindowUpdate): DisplayViews {
  const { display_id, window_id, property_name, value } = update;
  const own = views[group] ?? {};
  const windows = own[display_id] ?? {};
  const view = { ...windows[window_id], [property_name]: value };
  return { ...views, [group]: { ...own, [display_id]: { ...windows, [window_id]: view } } };
}
