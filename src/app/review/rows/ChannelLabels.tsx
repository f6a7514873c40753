import { TriangleAlert } from "lucide-react";
import { type CSSProperties, useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import type { Drawn, DrawnRow } from "../../../domain/montage/drawn-rows.ts";
import { fractionOf, labelLook } from "../../../domain/montage/row-layout.ts";
import { text } from "../../../protocol/text/text.ts";
import { useMontageWindow } from "./montage-window.ts";
import { RowScrollbar } from "./RowScrollbar.tsx";
import css from "./Rows.module.css";
import { followRowWheel, isScrollable, topOf } from "./row-scroll.ts";
import { useHeight } from "./use-height.ts";

export interface ChannelLabelsProps {
  drawn: Drawn;
  /** Of the element that they belong to. */
  plotId: string;
  /** In plain ink, as their traces are. */
  isPlain?: boolean;
}

/**
 * The channel axis: names right-aligned left of the plot, in the colour of their trace; flagged when an input is missing.
 * Every name stands there that has room at the height of a row, and moves with its trace.
 */
export function ChannelLabels({ drawn, plotId, isPlain }: ChannelLabelsProps) {
  const { scroll } = useMontageWindow();
  const list = useRef<HTMLUListElement>(null);
  const height = useHeight(list);
  const { channels, layout } = drawn;
  const top = topOf(useSnapshot(scroll), drawn);
  useEffect(() => (list.current === null ? undefined : followRowWheel(list.current, scroll, drawn)), [scroll, drawn]);
  const rowHeightPx = height / layout.inView;
  const look = labelLook(rowHeightPx);
  return (
    <>
      <ul
        ref={list}
        className={css.labels}
        aria-label={drawn.montage.name}
        data-plain={isPlain || undefined}
        data-scrolls={isScrollable(drawn) || undefined}
        style={{ "--label-size": `${look.fontPx}px` } as CSSProperties}
      >
        {channels.map((channel, k) => {
          const place = fractionOf(layout, layout.centres[k], top);
          const hasRoom = height >= look.fontPx && k % look.every === 0;
          return place < 0 || place > 1 || !hasRoom ? null : (
            <RowLabel key={channel.id} channel={channel} place={place} isSetBack={look.columns === 2 && k % 2 === 1} />
          );
        })}
      </ul>
      {isScrollable(drawn) ? <RowScrollbar drawn={drawn} plotId={plotId} /> : null}
    </>
  );
}

interface RowLabelProps {
  channel: DrawnRow;
  /** 0 at the top of the plot, 1 at its foot. */
  place: number;
  isSetBack: boolean;
}

function RowLabel({ channel: { name, label, side, missing, isUncalibrated }, place, isSetBack }: RowLabelProps) {
  const flag = missing.length > 0 ? text.plot.missing(missing) : isUncalibrated ? text.plot.uncalibrated : undefined;
  const full = label === null || label === name ? name : text.plot.storedAs(name, label);
  return (
    <li
      className={css.label}
      data-side={side}
      data-missing={missing.length > 0 || undefined}
      data-set-back={isSetBack || undefined}
      title={flag === undefined ? full : `${full}: ${flag}`}
      style={{ top: `${place * 100}%` }}
    >
      {flag === undefined ? null : <TriangleAlert size={11} aria-hidden />}
      <span className={css.name}>{name}</span>
      {flag === undefined ? null : <span className="visually-hidden">{flag}</span>}
    </li>
  );
}
