/** Sends what changes in the windows of a display: single properties, under the names of their documents. */
import { subscribe } from "valtio";
import { subscribeKey } from "valtio/utils";
import type { OpenedWindow, ReviewWorkspace } from "../workspace-types.ts";
import type { DisplayStore } from "./display-store.ts";
import type { Chosen } from "./display-store-types.ts";
import { isViewProperty, raisingWindow } from "./overlay.ts";

/** A window is looked at so often at most: playback changes its timeline in every frame. */
const restMs = 500;

interface Tied {
  readonly area: string;
  readonly opened: OpenedWindow;
  readonly where: Chosen;
  readonly componentId: string;
  /** By property, as JSON: what the store was given last. */
  kept: ReadonlyMap<string, string>;
  /** Properties whose saving failed when it was waited for. */
  failed: readonly string[];
  /** Brings the window's document into the present version of its kind. */
  raising: Promise<void> | null;
  untie(): void;
}

const propertiesOf = (workspace: ReviewWorkspace, opened: OpenedWindow): ReadonlyMap<string, string> =>
  new Map(Object.entries(workspace.stored(opened)).map(([name, value]) => [name, JSON.stringify(value)]));

export interface SavedWindows {
  /** Sends what was set in a window, and waits until the display holds it. @throws Error with a sentence */
  save(area: string): Promise<void>;
  /** Hands what was set in the windows to the store now. */
  look(): void;
  /** Sends the rest. */
  untie(): void;
}

/** `where`: the display that the workspace shows; null: one that is nobody's. */
export function saveWindows(workspace: ReviewWorkspace, store: DisplayStore, where: () => Chosen | null): SavedWindows {
  const tied = new Map<string, Tied>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let { isFixed } = workspace.display;

  /** A document of an older version has no properties of this one: it is written whole, and those of now with it. */
  function raise(one: Tied, properties: readonly string[], isAwaited: boolean): void {
    const { area, opened, where: chosen, componentId } = one;
    const isShared = store.group(chosen.group)?.type !== "personal";
    const now = { area, componentId, version: opened.version, props: { ...workspace.stored(opened) } };
    const edit = raisingWindow(chosen.display ?? 0, now, properties, isShared);
    one.raising = isAwaited ? store.changeShown(chosen.group, edit) : store.changeAtOnce(chosen.group, edit);
  }

  /** Gives the store what has changed, and once more what is asked for `again`, which is waited for. Returns the names of that. */
  function look(one: Tied, again?: readonly string[]): string[] {
    const { area, opened, where: chosen, componentId } = one;
    const given: string[] = [];
    const group = store.group(chosen.group);
    if (group === undefined || chosen.display === null) return given;
    const now = propertiesOf(workspace, opened);
    const { kept } = one;
    one.kept = now;
    // What is set in view mode is nobody's.
    if (isFixed) return given;
    const held = store.display(chosen)?.areas.find((each) => each.area === area);
    const isOlder = held?.componentId === componentId && held.version < opened.version;
    const isOwn = (name: string) => group.type !== "personal" && isViewProperty(name);
    const raised: string[] = [];
    for (const property_name of new Set([...kept.keys(), ...now.keys()])) {
      const value = now.get(property_name);
      if (kept.get(property_name) === value && again?.includes(property_name) !== true) continue;
      if (!group.may_change && !isViewProperty(property_name)) continue;
      given.push(property_name);
      if (isOlder && !isOwn(property_name)) {
        raised.push(property_name);
        continue;
      }
      store.setProperty(chosen.group, {
        display_id: chosen.display,
        window_id: area,
        componentId,
        version: opened.version,
        property_name,
        value: value === undefined ? undefined : JSON.parse(value),
      });
    }
    if (raised.length > 0) raise(one, raised, again !== undefined);
    return given;
  }
  const lookAtAll = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const one of tied.values()) look(one);
  };
  const wake = () => {
    timer ??= setTimeout(lookAtAll, restMs);
  };
  const end = (one: Tied) => {
    look(one);
    one.untie();
    tied.delete(one.area);
  };
  const follow = () => {
    const chosen = where();
    for (const one of [...tied.values()]) if (workspace.opened(one.area) !== one.opened) end(one);
    if (chosen === null) return;
    for (const area of Object.keys(workspace.display.areas)) {
      const opened = workspace.opened(area);
      if (opened === null || tied.has(area)) continue;
      const unties = [subscribe(opened.window.props, wake), subscribe(opened.window.timeline, wake)];
      const untie = () => {
        for (const each of unties) each();
      };
      const { componentId } = workspace.display.areas[area].document;
      tied.set(area, {
        area,
        opened,
        where: chosen,
        componentId,
        kept: propertiesOf(workspace, opened),
        failed: [],
        raising: null,
        untie,
      });
    }
  };
  // What was set before view mode is sent, and what was set in it is taken as it is.
  const unfix = subscribeKey(
    workspace.display,
    "isFixed",
    (next) => {
      lookAtAll();
      isFixed = next;
    },
    true,
  );
  const unlisten = workspace.listen(follow);
  return {
    async save(area) {
      const one = tied.get(area);
      if (one?.where.display == null) return;
      // Asked for again it is sent again, and not by itself: what was refused is forgotten by the store.
      const given = look(one, one.failed);
      try {
        await one.raising;
        await store.saveWindow(one.where.group, one.where.display, area);
        one.failed = [];
      } catch (error) {
        one.failed = given;
        one.raising = null;
        throw error;
      }
    },
    look: lookAtAll,
    untie() {
      unlisten();
      unfix();
      clearTimeout(timer);
      for (const one of [...tied.values()]) end(one);
    },
  };
}
