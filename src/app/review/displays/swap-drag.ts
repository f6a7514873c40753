/** A window's title is dragged onto another window, and both change places. */
import { isTree } from "../workspace.ts";
import type { ReviewWorkspace } from "../workspace-types.ts";

/** A press that moves less than this is none. */
const dragPx = 4;
const tiles = "[data-area]";

/** Marks the window that another one would change places with; null: none. */
export function markTarget(area: string | null): void {
  for (const tile of document.querySelectorAll<HTMLElement>(tiles)) {
    if (tile.dataset.area === area) tile.dataset.target = "";
    else delete tile.dataset.target;
  }
}

/** Follows presses on the titles of a display; Escape takes one back. Returns the untying. */
export function swapByDragging(workspace: ReviewWorkspace, titles: string): () => void {
  const abort = new AbortController();
  let drag: { pointer: number; area: string; tree: unknown; x: number; y: number; isMoving: boolean } | null = null;

  function targetAt({ clientX, clientY }: PointerEvent): string | null {
    const area = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(tiles)?.dataset.area;
    return area === undefined || area === drag?.area ? null : area;
  }
  function end(): void {
    drag = null;
    markTarget(null);
    delete document.documentElement.dataset.swapping;
  }
  function press(event: PointerEvent): void {
    const title = (event.target as Element).closest<HTMLElement>(titles);
    const area = title?.closest<HTMLElement>(tiles)?.dataset.area;
    if (event.button !== 0 || title === null || area === undefined || !isTree(workspace.display.tree)) return;
    if (workspace.display.isFixed) return;
    title.setPointerCapture(event.pointerId);
    drag = {
      pointer: event.pointerId,
      area,
      tree: workspace.display.tree,
      x: event.clientX,
      y: event.clientY,
      isMoving: false,
    };
  }
  function move(event: PointerEvent): void {
    if (drag?.pointer !== event.pointerId) return;
    drag.isMoving ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= dragPx;
    if (!drag.isMoving) return;
    document.documentElement.dataset.swapping = "";
    markTarget(targetAt(event));
  }
  function release(event: PointerEvent): void {
    if (drag?.pointer !== event.pointerId) return;
    const { area, tree, isMoving } = drag;
    // Another display, or another arrangement of this one, has other windows under the same letters.
    const other = isMoving && tree === workspace.display.tree ? targetAt(event) : null;
    end();
    if (other !== null) workspace.swap(area, other);
  }

  const options = { signal: abort.signal };
  document.addEventListener("pointerdown", press, options);
  document.addEventListener("pointermove", move, options);
  document.addEventListener("pointerup", release, options);
  document.addEventListener("pointercancel", end, options);
  document.addEventListener("lostpointercapture", end, options);
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || drag === null) return;
      event.stopPropagation();
      end();
    },
    { ...options, capture: true },
  );
  return () => {
    end();
    abort.abort();
  };
}
