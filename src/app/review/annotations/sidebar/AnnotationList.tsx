import { Pencil } from "lucide-react";
import { type CSSProperties, useState } from "react";
import { useSnapshot } from "valtio";
import type { AnnotationRef } from "../../../../domain/annotations/annotation-row.ts";
import type { Clock } from "../../../../domain/time/clock.ts";
import { annotationEditText } from "../../../../protocol/text/annotation-edit-text.ts";
import { annotationSessionText } from "../../../../protocol/text/annotation-session-text.ts";
import { LongGrid } from "../../../../ui/lists/LongGrid.tsx";
import type { AnnotationStore } from "../types.ts";
import { rowDays, rowDuration, rowTimes } from "./list-rows.ts";
import css from "./Sidebar.module.css";

const words = annotationSessionText.sidebar;
const { columns } = words;
const { kinds } = annotationEditText;
/** A name has two lines and the day the third, or one where there are two days. */
const rowHeight = { dated: 54, undated: 40 };

export interface AnnotationListProps {
  store: AnnotationStore;
  /** Rows of the table, in their order on the screen. */
  rows: Uint32Array;
  clock: Clock;
  /** Days are told: the file runs over midnight. */
  hasDates: boolean;
  selected: ReadonlySet<AnnotationRef>;
  onSelect: (selected: ReadonlySet<AnnotationRef>) => void;
  onJump: (timeMs: number) => void;
  onEdit: (ref: AnnotationRef) => void;
  onDelete: () => void;
}

/** The loaded annotations by time (spec 2.4), each with its kind: a press on one jumps to its end. */
export function AnnotationList(props: AnnotationListProps) {
  const { store, rows, clock, hasDates, selected, onSelect, onJump, onEdit, onDelete } = props;
  // Rows keep their place in the table; what stands there is read as it is now.
  useSnapshot(store.state).revision;
  const { table } = store;
  const [jumpedTo, setJumpedTo] = useState<AnnotationRef | null>(null);
  const refOf = (index: number) => table.refOf(rows[index]);
  const nameOf = (index: number) => table.titles.list[table.title[rows[index]]];
  return (
    <LongGrid
      label={words.list}
      columns={[columns.time, columns.name, columns.duration, { hidden: words.editColumn }]}
      template="94px minmax(0, 1fr) 58px 26px"
      count={rows.length}
      rowHeight={hasDates ? rowHeight.dated : rowHeight.undated}
      keyOf={refOf}
      nameOf={nameOf}
      selected={selected}
      onSelect={onSelect}
      selectLabel={words.select}
      hint={words.keys}
      isMarked={(index) => refOf(index) === jumpedTo}
      onAction={(index) => {
        setJumpedTo(refOf(index));
        onJump(table.ends[rows[index]]);
      }}
      onKey={(key, index) => {
        if (key === "F2") onEdit(refOf(index));
        else if (key === "Delete" && selected.size > 0) onDelete();
        else return false;
        return true;
      }}
      cells={(index) => {
        const row = rows[index];
        const name = nameOf(index);
        const [startMs, endMs] = [table.starts[row], table.ends[row]];
        const { color, kind } = table.styles.list[table.style[row]];
        const days = rowDays(startMs, endMs, clock);
        return [
          <span key="time" className={css.times} title={clock.dateTime(startMs)}>
            {rowTimes(startMs, endMs, clock).map((time) => (
              <span key={time}>{time}</span>
            ))}
          </span>,
          <span key="name" className={css.name} title={name}>
            <span className={css.swatch} style={{ "--swatch": color } as CSSProperties} />
            <span className={css.titles} data-days={hasDates && days.includes(" ") ? "two" : undefined}>
              <span className={css.cut} dir="auto">
                {name}
              </span>
              {hasDates ? <span className={css.days}>{days}</span> : null}
            </span>
          </span>,
          <span key="duration" className={css.duration}>
            <span>{rowDuration(startMs, endMs)}</span>
            <small data-kind={kind}>{kinds[kind]}</small>
          </span>,
          <button
            key="edit"
            type="button"
            tabIndex={-1}
            className={css.edit}
            title={words.edit(name)}
            aria-label={words.edit(name)}
            onClick={() => onEdit(refOf(index))}
          >
            <Pencil size={14} aria-hidden />
          </button>,
        ];
      }}
    />
  );
}
