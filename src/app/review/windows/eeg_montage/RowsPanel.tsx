import { useState } from "react";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import {
  type Arrangement,
  asInMontage,
  isDrawn,
  orderedRows,
  withDrawn,
  withMoved,
} from "../../../../domain/montage/row-arrangement.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { ArrangeList } from "../../../../ui/lists/ArrangeList.tsx";
import { setRows } from "../../rows/montage-props.ts";
import css from "./EegMontage.module.css";
import { useEegWindow } from "./eeg-window.ts";

const words = text.rows;

/** The rows of the montage, and those it offers besides: ticked ones are drawn, in the order of the list. Acts at once. */
export function RowsPanel({ drawn }: { drawn: Drawn }) {
  const { props } = useEegWindow();
  /** What the arrangement was before each step, since the panel was opened. */
  const [past, setPast] = useState<readonly Arrangement[]>([]);
  const { arrangement } = drawn;
  const { channels } = drawn.resolved;
  const rows = orderedRows(channels, arrangement.order);
  const change = (next: Arrangement) => {
    setPast([...past, arrangement]);
    setRows(props, next);
  };
  const isAsInMontage = [arrangement.hidden, arrangement.shown, arrangement.order].every((list) => list.length === 0);
  return (
    <section className={css.rows} aria-label={words.button}>
      <div>
        <h3>{words.button}</h3>
        {/* Never disabled: a button that is would lose the focus. */}
        <Button
          size="small"
          onPress={() => {
            const before = past.at(-1);
            if (before === undefined) return;
            setPast(past.slice(0, -1));
            setRows(props, before);
          }}
        >
          {words.undo}
        </Button>
        <Button
          size="small"
          onPress={() => {
            if (!isAsInMontage) change(asInMontage);
          }}
        >
          {words.reset}
        </Button>
      </div>
      <ArrangeList
        label={words.button}
        items={rows.map(({ id, name, side, isOffered }) => ({
          id,
          name,
          colour: `var(--eeg-${side})`,
          ...(isOffered ? { note: words.offered } : {}),
        }))}
        ticked={new Set(rows.filter((row) => isDrawn(row, arrangement)).map(({ id }) => id))}
        onTick={(ticked) => change(rows.reduce((next, row) => withDrawn(next, row, ticked.has(row.id)), arrangement))}
        onMove={(ids, to) => change(withMoved(arrangement, channels, ids, to))}
        words={words}
      />
      <p>{words.help}</p>
    </section>
  );
}
