import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

/** A press this long begins a drag (spec 2.4). */
const pressMs = 300;
/** A pointer that moves this far before is not pressing, CSS px. */
const slackPx = 6;

const isAway = (event: { clientX: number; clientY: number }, from: { x: number; y: number }) =>
  Math.hypot(event.clientX - from.x, event.clientY - from.y) > slackPx;

/**
 * Puts tabs in order by dragging: a tab that is pressed for 300 ms follows the pointer, and `onMove` is told its id and new
 * place when it is let go. Esc gives up. Tabs carry their id in `data-display`.
 */
export function useTabDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (id: number, to: number) => void,
  onPress: (id: number) => void,
  isEnabled: boolean,
) {
  const [drag, setDrag] = useState<{ id: number; from: number; to: number } | null>(null);
  const press = useRef<{ id: number; from: number; x: number; y: number; end: () => void } | null>(null);
  /** As of the last event: what is drawn may be a frame behind. */
  const now = useRef(drag);
  const put = (next: typeof drag) => {
    now.current = next;
    setDrag(next);
  };
  const giveUp = () => {
    press.current?.end();
    press.current = null;
    put(null);
  };
  useEffect(() => () => press.current?.end(), []);
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      giveUp();
    };
    // A drag ends with a click on the tab under the pointer: that one is not meant.
    const onClick = (event: MouseEvent) => event.stopPropagation();
    window.addEventListener("keydown", onKeyDown, true);
    window.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("keydown", onKeyDown, true);
      setTimeout(() => window.removeEventListener("click", onClick, true));
    };
  });
  const tabs = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-display]") ?? [])];
  const placeAt = (x: number, from: number) => {
    const middles = tabs().map((tab) => {
      const { left, width } = tab.getBoundingClientRect();
      return left + width / 2;
    });
    return middles.filter((middle, k) => k !== from && middle < x).length;
  };
  return {
    /** Id of the tab that is dragged, and where it would go; null: none. */
    dragged: drag?.id ?? null,
    to: drag?.to ?? null,
    listProps: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const tab = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-display]") : null;
        if (!isEnabled || tab === null || event.button !== 0) return;
        const from = tabs().indexOf(tab);
        const id = Number(tab.dataset.display);
        const { pointerId } = event;
        const timer = setTimeout(() => {
          list.current?.setPointerCapture(pointerId);
          put({ id, from, to: from });
        }, pressMs);
        // Let go outside of the tabs: nothing is pressed any more.
        const release = (up: globalThis.PointerEvent) => {
          if (!(up.target instanceof Node && list.current?.contains(up.target))) giveUp();
        };
        window.addEventListener("pointerup", release);
        const end = () => {
          clearTimeout(timer);
          window.removeEventListener("pointerup", release);
        };
        press.current = { id, from, x: event.clientX, y: event.clientY, end };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (event.buttons === 0) giveUp();
        else if (now.current !== null) {
          const { id, from } = now.current;
          put({ id, from, to: placeAt(event.clientX, from) });
        } else if (press.current !== null && isAway(event, press.current)) giveUp();
      },
      onPointerUp() {
        const done = now.current;
        giveUp();
        if (done === null) return;
        // A long press in place is a press all the same: its click is swallowed with those of drags.
        if (done.to === done.from) onPress(done.id);
        else onMove(done.id, done.to);
      },
      onPointerCancel: giveUp,
    },
  };
}
