/** Keeps the workspace and the chosen display in step: what is chosen is shown, what is rearranged is saved. */
import { subscribe } from "valtio";
import type { EditedDisplays } from "../../../domain/displays.ts";
import { type LayoutTree, layoutTemplate } from "../../../domain/layout.ts";
import type { DisplayForm } from "../../../protocol/displays.ts";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import type { DisplayKeeper } from "../configure/window-saving.ts";
import { areasIn, isTree } from "../workspace.ts";
import type { ReviewWorkspace, WindowDocument } from "../workspace-types.ts";
import { documentOf, openingDocument, ownOf, structureOf } from "./display-document.ts";
import type { DisplayStore } from "./display-store.ts";
import type { Chosen } from "./display-store-types.ts";
import type { Layouts } from "./overlay.ts";
import { saveWindows } from "./save-windows.ts";
import { type Visited, visitedDocument } from "./visited.ts";

/** What a workspace shows: a display and the structure it was shown in; null: a display that is nobody's, or the view of a link. */
export interface Shown {
  readonly chosen: Chosen | null;
  readonly structure: string;
  readonly visited?: Visited | null;
}

/** A rearrangement rests this long before it is sent: a held key moves a divider thirty times a second. */
const restMs = 300;

const isSameChoice = (a: Chosen | null, b: Chosen | null) =>
  a?.group === b?.group && (a?.display ?? null) === (b?.display ?? null);

export interface FollowedDisplay {
  /** What the workspace shows now. */
  shown(): Shown;
  readonly keeper: DisplayKeeper;
  /** Whether something may be lost if the page goes now. */
  holdsPage(): boolean;
  /** The page is about to go, or hidden, perhaps for good: sends what waits at once. */
  leave(): void;
  untie(): void;
}

/** `opened`: what the workspace was opened with. `untie` sends what waits; `shown` says what is shown now. */
export function followDisplay(workspace: ReviewWorkspace, store: DisplayStore, opened: Shown): FollowedDisplay {
  let { chosen: shown, structure, visited: seen = null } = opened;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const windows = saveWindows(workspace, store, () => (shown?.display == null ? null : shown));

  function sendEdit(isLeaving = false): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const { tree } = workspace.display;
    const before = shown === null ? undefined : store.display(shown);
    if (shown?.display == null || before === undefined || !isTree(tree)) return;
    const { group, display: id } = shown;
    const { areas } = workspace.snapshot();
    const base = structureOf(before);
    const asked = structureOf(withStructure(before, tree, areas));
    if (asked === base) return;
    structure = asked;
    const edit = (layouts: Layouts): EditedDisplays => {
      const now = layouts.find((each) => each.id === id);
      if (now === undefined) return { refused: displayBarText.displayGone };
      const is = structureOf(now);
      if (is !== base && is !== asked) return { refused: displayBarText.changedMeanwhile };
      return { layouts: layouts.map((each) => (each === now ? withStructure(now, tree, areas) : each)) };
    };
    void store.changeAtOnce(group, edit, isLeaving);
  }

  function follow(): void {
    const { chosen, visited } = store.state;
    if (visited !== null) {
      if (visited === seen) return;
      sendEdit();
      [shown, structure, seen] = [null, "", visited];
      workspace.show(null);
      workspace.show(visitedDocument(visited));
      return;
    }
    const display = chosen === null ? undefined : store.display(chosen);
    const isSame = seen === null && isSameChoice(chosen, shown);
    const next = display === undefined ? "" : structureOf(display);
    if (isSame && next === structure) return;
    if (!isSame) sendEdit();
    // First of all: looking at the windows that go writes into the store, which calls this again.
    shown = chosen === null ? null : { ...chosen };
    structure = next;
    seen = null;
    const isFirst = chosen === null && store.state.groups.length === 0;
    if (!isSame || (display === undefined && !isFirst)) workspace.show(null);
    if (display !== undefined && chosen !== null)
      workspace.show(documentOf(display, ownOf(store.state.views, chosen)), { isSame });
    else if (isFirst) workspace.show(openingDocument(workspace.recording), { isSame });
  }

  const unfollow = subscribe(store.state, follow, true);
  const unedit = workspace.onEdit(() => {
    if (shown?.display != null && store.group(shown.group)?.may_change === true) timer ??= setTimeout(sendEdit, restMs);
  });
  follow();
  return {
    holdsPage() {
      windows.look();
      return store.holdsPage(timer === undefined ? null : (shown?.group ?? null));
    },
    leave() {
      windows.look();
      sendEdit(true);
      store.leave();
    },
    shown: () => ({ chosen: shown, structure, visited: seen }),
    keeper: {
      isKept: () =>
        !workspace.display.isFixed && shown?.display != null && store.group(shown.group)?.may_change === true,
      save(area) {
        sendEdit();
        return windows.save(area);
      },
    },
    untie() {
      unedit();
      unfollow();
      sendEdit();
      windows.untie();
    },
  };
}

/** A display in another structure; windows that are new to it stand there as they are. */
function withStructure(
  display: DisplayForm,
  tree: LayoutTree,
  areas: Readonly<Record<string, WindowDocument>>,
): DisplayForm {
  const known = new Map(display.areas.map((each) => [each.area, each]));
  return {
    ...display,
    cssGridTemplate: layoutTemplate(tree),
    areas: areasIn({ tree })
      .filter((area) => areas[area] !== undefined)
      .map((area) => {
        const kept = known.get(area);
        return kept?.componentId === areas[area].componentId ? kept : { area, ...areas[area] };
      }),
  };
}
