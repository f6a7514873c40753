import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useSnapshot } from "valtio";
import type { Drawn } from "../../../domain/montage/drawn-rows.ts";
import { text } from "../../../protocol/text/text.ts";
import { useMontageWindow } from "./montage-window.ts";
import css from "./Rows.module.css";
import { scrollRowsBy, scrollRowsTo, topOf } from "./row-scroll.ts";

/** The bar beside the names of more rows than fit: drag, press beside the thumb, or use the keys. */
export function RowScrollbar({ drawn, plotId }: { drawn: Drawn; plotId: string }) {
  const { scroll } = useMontageWindow();
  const held = useRef<number | null>(null);
  const { length, inView } = drawn.layout;
  const top = topOf(useSnapshot(scroll), drawn);
  const rowsAt = ({ currentTarget, clientY }: PointerEvent<HTMLElement>) => {
    const { top: from, height } = currentTarget.getBoundingClientRect();
    return ((clientY - from) / Math.max(height, 1)) * length;
  };
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowUp: -1, ArrowDown: 1, Home: -length, End: length },
    ...{ PageUp: -inView / 2, PageDown: inView / 2 },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey ? undefined : steps[event.key];
    if (rows === undefined) return;
    event.preventDefault();
    scrollRowsBy(scroll, drawn, rows);
  };
  return (
    <div
      className={css.rowBar}
      role="scrollbar"
      tabIndex={0}
      aria-label={text.plot.rowScroll}
      aria-orientation="vertical"
      aria-controls={plotId}
      aria-valuemin={1}
      aria-valuemax={Math.ceil(length - inView) + 1}
      aria-valuenow={Math.round(top) + 1}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = rowsAt(event);
        const isOnThumb = at >= top && at <= top + inView;
        held.current = isOnThumb ? at - top : inView / 2;
        if (!isOnThumb) scrollRowsTo(scroll, drawn, at - inView / 2);
      }}
      onPointerMove={(event) => {
        if (held.current !== null) scrollRowsTo(scroll, drawn, rowsAt(event) - held.current);
      }}
      onLostPointerCapture={() => {
        held.current = null;
      }}
    >
      <div style={{ top: `${(top / length) * 100}%`, height: `${(inView / length) * 100}%` }} />
    </div>
  );
}
