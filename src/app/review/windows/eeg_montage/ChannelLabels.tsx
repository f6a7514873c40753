import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { labelStride } from "../../../../domain/row-layout.ts";
import { text } from "../../../../protocol/text.ts";
import type { Drawn } from "./drawn.ts";
import css from "./EegMontage.module.css";

const labelHeightPx = 13;

/** The channel axis: names right-aligned left of the plot, in the colour of their trace; flagged when an input is missing. */
export function ChannelLabels({ drawn }: { drawn: Drawn }) {
  const list = useRef<HTMLUListElement>(null);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const resized = new ResizeObserver(() => setHeight(element.clientHeight));
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  const stride = labelStride((drawn.places[0]?.height ?? 1) * height, labelHeightPx);
  return (
    <ul ref={list} className={css.labels} aria-label={drawn.montage.name}>
      {drawn.channels.map(({ name, side, missing, isUncalibrated }, row) => {
        const flag =
          missing.length > 0 ? text.plot.missing(missing) : isUncalibrated ? text.plot.uncalibrated : undefined;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, a row is its position
            key={row}
            className={css.label}
            data-side={side}
            data-missing={missing.length > 0 || undefined}
            title={flag === undefined ? name : `${name}: ${flag}`}
            style={{ top: `${drawn.places[row].centre * 100}%`, visibility: row % stride === 0 ? undefined : "hidden" }}
          >
            {flag === undefined ? null : <TriangleAlert size={11} aria-hidden />}
            <span className={css.name}>{name}</span>
            {flag === undefined ? null : <span className="visually-hidden">{flag}</span>}
          </li>
        );
      })}
    </ul>
  );
}
