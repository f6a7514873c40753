import { useMemo } from "react";
import { copyName, withCopy, withDisplay, withName, withOrder, withoutDisplay } from "../../../domain/displays.ts";
import { type DisplayForm, displayLimits } from "../../../protocol/displays.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { displaysText } from "../../../protocol/text/displays-text.ts";
import { toast } from "../../../ui/notices/toasts.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";
import { displayNow } from "./display-now.ts";
import { displaySeen } from "./display-seen.ts";
import type { DisplayStore } from "./display-store.ts";
import type { Chosen } from "./display-store-types.ts";

/** An empty display: one area, for which a window is chosen in place. */
const emptyDisplay = (name: string): DisplayForm => ({
  name,
  cssGridTemplate: '"a"',
  areas: [{ area: "a", componentId: "placeholder", version: 1, props: {} }],
});

/** The first name that no display of the group has. */
function freeName(layouts: readonly { readonly name: string }[]): string {
  const taken = new Set(layouts.map(({ name }) => name));
  for (let n = layouts.length + 1; ; n++) {
    const name = displayBarText.newDisplay(n);
    if (!taken.has(name)) return name;
  }
}

/** What a reader does with displays. Those that a dialog waits for throw an Error with a sentence; others say it in a toast. */
export function useDisplayActions(store: DisplayStore, workspace: ReviewWorkspace) {
  return useMemo(() => {
    const saying = (work: Promise<unknown>) =>
      work.catch((error: unknown) => toast.error(error instanceof Error ? error.message : String(error)));
    /** Nobody chose another display meanwhile: over a slow line an answer may come late. */
    const isStill = (chosen: Chosen | null) =>
      store.state.chosen?.group === chosen?.group && store.state.chosen?.display === chosen?.display;
    return {
      addDisplay: (group: number) =>
        saying(
          (async () => {
            const chosen = store.state.chosen;
            const known = new Set(store.group(group)?.layouts.map(({ id }) => id));
            const answered = await store.change(group, null, (layouts) =>
              withDisplay(layouts, emptyDisplay(freeName(layouts))),
            );
            const added = answered.layouts.find(({ id }) => !known.has(id));
            if (added !== undefined && isStill(chosen)) store.chooseDisplay(group, added.id);
          })(),
        ),
      renameDisplay: (group: number, id: number, name: string) =>
        saying(store.change(group, null, (layouts) => withName(layouts, id, name))),
      copyDisplay: (group: number, id: number) =>
        saying(
          (async () => {
            const chosen = store.state.chosen;
            const { layouts: here = [] } = store.group(group) ?? {};
            const known = new Set(here.map((each) => each.id));
            const original = here.find((each) => each.id === id);
            const seen = original && displaySeen(store, workspace, group, original);
            const answered = await store.change(group, null, (layouts) => withCopy(layouts, id, "", seen));
            const added = answered.layouts.find((each) => !known.has(each.id));
            if (added !== undefined && isStill(chosen)) store.chooseDisplay(group, added.id);
          })(),
        ),
      moveDisplay: (group: number, id: number, to: number) =>
        store.changeAtOnce(group, (layouts) => ({ layouts: withOrder(layouts, id, to) })),
      deleteDisplay: async (group: number, id: number) => {
        const before = store.group(group)?.layouts ?? [];
        const at = before.findIndex((each) => each.id === id);
        const next = before[at + 1] ?? before[at - 1];
        const wasChosen = store.state.chosen?.display === id && store.state.chosen.group === group;
        await store.change(group, null, (layouts) => ({ layouts: withoutDisplay(layouts, id) }));
        if (!wasChosen) return;
        if (next === undefined) store.chooseGroup(group);
        else store.chooseDisplay(group, next.id);
      },
      /** Spec 2.4: where there is none it is called "Personal" and keeps what is on the screen. */
      addGroup: () => {
        const isFirst = store.state.status === "ready" && store.state.groups.length === 0;
        const shown = store.state.visited?.display.name ?? displaysText.defaultDisplay;
        const now = isFirst ? displayNow(workspace, shown) : null;
        const name = isFirst ? displaysText.firstGroup : displayBarText.newGroup;
        return saying(store.addGroup(name, "personal", now === null ? [] : [now]));
      },
      /** The view of a link becomes a display of the reader's: in their group on the screen, else in another one of theirs. */
      keepVisited: () => {
        const { visited, chosen, groups } = store.state;
        const now = visited === null ? null : displayNow(workspace, visited.display.name);
        if (now === null) return Promise.resolve();
        const own = groups.filter(({ type }) => type === "personal");
        const group = own.find(({ id }) => id === chosen?.group) ?? own[0];
        if (group === undefined) return saying(store.addGroup(displaysText.firstGroup, "personal", [now]));
        return saying(
          (async () => {
            const known = new Set(group.layouts.map(({ id }) => id));
            const answered = await store.change(group.id, null, (layouts) => withDisplay(layouts, now));
            const added = answered.layouts.find(({ id }) => !known.has(id));
            if (added !== undefined && store.state.visited === visited) store.chooseDisplay(group.id, added.id);
          })(),
        );
      },
      renameGroup: (id: number, name: string) => saying(store.renameGroup(id, name)),
      copyGroup: (id: number, name: string, type: string) => {
        const group = store.group(id);
        if (group === undefined) return saying(Promise.reject(new Error(displayBarText.groupGone)));
        const named = name.trim() === "" ? copyName(group.name, displayLimits.groupName) : name;
        const seen = group.layouts.map((display) => displaySeen(store, workspace, id, display));
        return saying(store.addGroup(named, type, seen));
      },
      deleteGroup: (id: number) => store.deleteGroup(id),
    };
  }, [store, workspace]);
}
