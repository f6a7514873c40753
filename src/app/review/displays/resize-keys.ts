/** The dividers by keys: Alt, Shift and an arrow move the edge of the active window (look.md, Behaviour). */
import { withEdgeMoved } from "../../../domain/layout.ts";
import { isTaken } from "../shortcuts/shortcut-keys.ts";
import { isTree } from "../workspace.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";

/** Of the split, for each press. */
const stepPercent = 2;
const steps: Readonly<Record<string, readonly ["row" | "column", number]>> = {
  ArrowLeft: ["row", -stepPercent],
  ArrowRight: ["row", stepPercent],
  ArrowUp: ["column", -stepPercent],
  ArrowDown: ["column", stepPercent],
};

/** Listens for the keys of a workspace; returns the untying. */
export function resizeByKeys(workspace: ReviewWorkspace): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const { tree, active } = workspace.display;
    if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || step === undefined) return;
    // Where something is typed they select words (spec 001 section 5).
    if (isTaken(event) || !isTree(tree)) return;
    event.preventDefault();
    const next = withEdgeMoved(tree, active, ...step);
    if (next !== tree) workspace.resize(next);
  };
  window.addEventListener("keydown", onKeyDown);
  return () => window.removeEventListener("keydown", onKeyDown);
}
