/** Keeps the workspace and the chosen display in step: what is chosen is shown, what is rearranged is saved. */
import { subscribe } from "valtio";
import type { EditedDisplays } from "../../../domain/displays.ts";
import { layoutTemplate } from "../../../domain/layout.ts";
import type { DisplayForm } from "../../../protocol/displays.ts";
import { areasIn, isTree, type ReviewWorkspace } from "../workspace.ts";
import { documentOf, openingDocument, ownOf, structureOf } from "./display-document.ts";
import type { Chosen, DisplayStore } from "./display-store.ts";
import { saveWindows } from "./save-windows.ts";

/** `shown`: what the workspace was opened with. Returns the untying. */
export function followDisplay(workspace: ReviewWorkspace, store: DisplayStore, opened: Chosen | null): () => void {
  let shown = opened;
  const first = opened === null ? undefined : store.display(opened);
  let structure = first === undefined ? "" : structureOf(first);
  const untieWindows = saveWindows(workspace, store, () => (shown?.display === null ? null : shown));

  function follow(): void {
    const { chosen, views } = store.state;
    const display = chosen === null ? undefined : store.display(chosen);
    const isSame = chosen?.group === shown?.group && (chosen?.display ?? null) === (shown?.display ?? null);
    const next = display === undefined ? "" : structureOf(display);
    if (isSame && next === structure) return;
    structure = next;
    // Windows that go are looked at once more, under the display they are of.
    if (!isSame) workspace.show(null);
    shown = chosen === null ? null : { ...chosen };
    if (display !== undefined && chosen !== null) workspace.show(documentOf(display, ownOf(views, chosen)), { isSame });
    else if (chosen === null && store.state.groups.length === 0)
      workspace.show(openingDocument(workspace.recording), { isSame });
  }
  const unfollow = subscribe(store.state, follow, true);
  const unedit = workspace.onEdit(() => {
    if (shown?.display == null || store.group(shown.group)?.may_change !== true) return;
    const { group, display: id } = shown;
    const edit = (layouts: readonly DisplayForm[]): EditedDisplays => ({
      layouts: layouts.map((each) => (each.id === id ? withStructure(each, workspace) : each)),
    });
    const display = store.display(shown);
    if (display !== undefined) structure = structureOf(withStructure(display, workspace));
    void store.changeAtOnce(group, edit);
  });
  follow();
  return () => {
    unedit();
    unfollow();
    untieWindows();
  };
}

/** A display in the structure that the workspace shows; windows that are new to it stand there as they are. */
function withStructure(display: DisplayForm, { display: { tree, areas }, snapshot }: ReviewWorkspace): DisplayForm {
  if (!isTree(tree)) return display;
  const now = snapshot().areas;
  const known = new Map(display.areas.map((each) => [each.area, each]));
  return {
    ...display,
    cssGridTemplate: layoutTemplate(tree),
    areas: areasIn({ tree })
      .filter((area) => areas[area] !== undefined)
      .map((area) => {
        const kept = known.get(area);
        return kept?.componentId === now[area].componentId ? kept : { area, ...now[area] };
      }),
  };
}
