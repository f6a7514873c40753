import { type RefObject, useEffect, useState } from "react";
import css from "./Chart.module.css";

/** What is said of the place under the pointer. */
export interface Tip {
  /** Where it stands, a share of the plot's width: the middle of what it speaks of. */
  readonly share: number;
  readonly title: string;
  readonly lines: readonly TipLine[];
}

export interface TipLine {
  readonly name: string;
  readonly value: string;
  /** Its colour in the legend. */
  readonly swatch?: string;
}

export interface ChartTipProps {
  surface: RefObject<HTMLElement | null>;
  /** Of a share of the plot's width from the left, 0 to 1; null: nothing is to be said there. */
  tip: (share: number) => Tip | null;
}

/** Beside the pointer, on the side where there is more room: what stands under it, in numbers. */
export function ChartTip({ surface, tip }: ChartTipProps) {
  const [share, setShare] = useState<number | null>(null);
  useEffect(() => {
    const element = surface.current;
    if (element === null) return;
    const move = ({ clientX, pointerType }: PointerEvent) => {
      const { left, width } = element.getBoundingClientRect();
      setShare(pointerType === "touch" ? null : (clientX - left) / Math.max(1, width));
    };
    const leave = () => setShare(null);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerleave", leave);
    return () => {
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerleave", leave);
    };
  }, [surface]);
  const said = share === null ? null : tip(share);
  if (said === null) return null;
  return (
    <div
      className={css.tip}
      data-part="bin-tip"
      data-side={said.share < 0.5 ? "right" : "left"}
      style={{ insetInlineStart: `${100 * said.share}%` }}
      aria-hidden
    >
      <b>{said.title}</b>
      <dl>
        {said.lines.map(({ name, value, swatch }, k) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names of their own
          <div key={k}>
            <dt>
              {swatch === undefined ? null : <i className={css.swatch} style={{ background: swatch }} />}
              {name}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
