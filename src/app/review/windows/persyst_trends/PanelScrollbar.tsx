import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useSnapshot } from "valtio";
import rowsCss from "../../rows/Rows.module.css";
import { isScrollable, scrollPanelBy, scrollPanelTo, topOf } from "./panel-layout.ts";
import css from "./Trends.module.css";
import { useTrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

/** The bar beside more rows than fit: drag, press beside the thumb, or use the keys. */
export function PanelScrollbar({ plotId }: { plotId: string }) {
  const { scroll } = useTrendsWindow();
  const held = useRef<number | null>(null);
  const now = useSnapshot(scroll);
  if (!isScrollable(now)) return null;
  const { length, inView } = now;
  const top = topOf(now);
  const placeOf = ({ currentTarget, clientY }: PointerEvent<HTMLElement>) => {
    const { top: from, height } = currentTarget.getBoundingClientRect();
    return ((clientY - from) / Math.max(height, 1)) * length;
  };
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowUp: -40, ArrowDown: 40, Home: -length, End: length },
    ...{ PageUp: -inView / 2, PageDown: inView / 2 },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const px = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey ? undefined : steps[event.key];
    if (px === undefined) return;
    event.preventDefault();
    scrollPanelBy(scroll, px);
  };
  return (
    <div
      className={`${rowsCss.rowBar} ${css.rowBar}`}
      role="scrollbar"
      tabIndex={0}
      aria-label={words.rowScroll}
      aria-orientation="vertical"
      aria-controls={plotId}
      aria-valuemin={0}
      aria-valuemax={Math.round(length - inView)}
      aria-valuenow={Math.round(top)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = placeOf(event);
        const isOnThumb = at >= top && at <= top + inView;
        held.current = isOnThumb ? at - top : inView / 2;
        if (!isOnThumb) scrollPanelTo(scroll, at - inView / 2);
      }}
      onPointerMove={(event) => {
        if (held.current !== null) scrollPanelTo(scroll, placeOf(event) - held.current);
      }}
      onLostPointerCapture={() => {
        held.current = null;
      }}
    >
      <div style={{ top: `${(top / length) * 100}%`, height: `${(inView / length) * 100}%` }} />
    </div>
  );
}
