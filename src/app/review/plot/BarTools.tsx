import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useRef, type WheelEvent } from "react";
import { useScrollCue } from "../../../ui/table/use-scroll-cue.ts";
import css from "./Plot.module.css";

const sides = [
  { side: "before", direction: -1, Icon: ChevronLeft },
  { side: "after", direction: 1, Icon: ChevronRight },
] as const;
/** Of what is in view, so much is passed by with a press: the last one seen is seen again. */
const shareOfStep = 0.7;

/** Controls of a bar. Those that do not fit are scrolled to: with the wheel, a press on the side where there is more, or the focus. */
export function BarTools({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  useScrollCue(frame, area);
  const onWheel = ({ deltaX, deltaY }: WheelEvent) => {
    if (Math.abs(deltaY) > Math.abs(deltaX)) area.current?.scrollBy({ left: deltaY });
  };
  const step = (direction: number) =>
    area.current?.scrollBy({ left: direction * shareOfStep * area.current.clientWidth, behavior: "smooth" });
  return (
    <div ref={frame} className={css.toolsFrame}>
      <div ref={area} className={css.tools} onWheel={onWheel}>
        {children}
      </div>
      {sides.map(({ side, direction, Icon }) => (
        // The keyboard needs none of them: what has the focus is in view.
        <button
          key={side}
          type="button"
          className={css.more}
          data-side={side}
          tabIndex={-1}
          aria-hidden
          onClick={() => step(direction)}
        >
          <Icon size={14} aria-hidden />
        </button>
      ))}
    </div>
  );
}
