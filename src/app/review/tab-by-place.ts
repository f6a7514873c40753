/**
 * Tab goes through the windows as they stand on the screen, from the top left on. The mosaic keeps them in the order of their letters,
 * so that a window that changes places stays as it is: where that is another order, the focus is led on.
 */
import { areasIn } from "./workspace.ts";
import type { ReviewWorkspace } from "./workspace-types.ts";

const mayTakeFocus = "a[href], button, input, select, textarea, [tabindex]";

/** Where Tab stops within this, in the order of the document. */
const stopsIn = (place: ParentNode): HTMLElement[] =>
  [...place.querySelectorAll<HTMLElement>(mayTakeFocus)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility(),
  );

const tileOf = (one: EventTarget | null): HTMLElement | null =>
  one instanceof Element ? one.closest<HTMLElement>("[data-area]") : null;

/** Listens for Tab; returns the untying. */
export function tabByPlace(workspace: ReviewWorkspace): () => void {
  let way: 1 | -1 | 0 = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onKeyDown = ({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    way = key !== "Tab" || altKey || ctrlKey || metaKey ? 0 : shiftKey ? -1 : 1;
    clearTimeout(timer);
    // The focus moves in the turn of its key.
    if (way !== 0) timer = setTimeout(() => (way = 0));
  };
  const onFocus = (event: FocusEvent) => {
    const { target, relatedTarget: before } = event;
    const [from, to] = [tileOf(before), tileOf(target)];
    if (way === 0 || from === to || !(before instanceof Element)) return;
    const next = led(workspace, { from, to, way, before });
    if (next === null || next === target) return;
    way = 0;
    event.stopImmediatePropagation(); // no window becomes the active one by the way
    next.focus();
  };
  window.addEventListener("keydown", onKeyDown, { capture: true });
  window.addEventListener("focusin", onFocus, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener("keydown", onKeyDown, { capture: true });
    window.removeEventListener("focusin", onFocus, { capture: true });
  };
}

interface Step {
  /** The tiles that the focus left and came into; null: it was, or is, in none. */
  readonly from: HTMLElement | null;
  readonly to: HTMLElement | null;
  readonly way: 1 | -1;
  readonly before: Element;
}

/** Where the focus belongs in place of where it went; null: where it is. */
function led(workspace: ReviewWorkspace, { from, to, way, before }: Step): HTMLElement | null {
  const places = areasIn(workspace.display).flatMap(
    (area) => document.querySelector<HTMLElement>(`[data-area="${CSS.escape(area)}"]`) ?? [],
  );
  const [first, last] = inDocument(places);
  if (first === undefined || last === undefined) return null;
  const onward = way === 1 ? places : places.toReversed();
  const endOf = (stops: readonly HTMLElement[]) => stops.at(way === 1 ? 0 : -1);
  // Dialogs and menus are in front of the windows, and lead their focus themselves.
  if (before.closest("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null) return null;
  for (const tile of from === null ? onward : onward.slice(onward.indexOf(from) + 1)) {
    const stop = endOf(stopsIn(tile));
    if (stop !== undefined) return tile === to ? null : stop;
  }
  if (to === null) return null;
  // The last of them: what comes behind all windows, or before them.
  const isBeyond = (one: HTMLElement) =>
    tileOf(one) === null && (way === 1 ? isBehind(last, one) : isBehind(one, first));
  return endOf(stopsIn(document).filter(isBeyond)) ?? null;
}

const isBehind = (one: Node, other: Node): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** The first and the last of them. */
const inDocument = (tiles: readonly HTMLElement[]): readonly [HTMLElement, HTMLElement] | readonly [] => {
  const sorted = tiles.toSorted((one, other) => (isBehind(one, other) ? -1 : 1));
  return sorted.length === 0 ? [] : [sorted[0], sorted[sorted.length - 1]];
};
