import { useSnapshot } from "valtio";
import { incompleteOf, isRowComplete } from "../../../../domain/event-review/review-walk.ts";
import { needsDays, readableTime } from "../../../../domain/time/clock.ts";
import { LongGrid } from "../../../../ui/lists/LongGrid.tsx";
import { rowDuration } from "../../annotations/sidebar/list-rows.ts";
import css from "./EventReview.module.css";
import { useEventReview, useReviewNow } from "./use-review.ts";
import { words } from "./words.ts";

const { list } = words;

/** All events by time (spec 2.18): a press on one goes there. */
export function EventTable() {
  const { props, session, reviews, annotations, clock, timeline } = useEventReview();
  const { isIncompleteOnly } = useSnapshot(props);
  const { fileStartMs, fileEndMs } = useSnapshot(timeline);
  const { events, current } = useReviewNow();
  const { book } = reviews;
  const { table } = annotations;
  const isComplete = (id: number) => {
    const own = book.own(id);
    const review = own === null ? undefined : { annotation_id: id, is_complete: own.is_complete };
    return isRowComplete(review, (one) => table.rowOf(one) !== null);
  };
  const shown = isIncompleteOnly ? incompleteOf(events, isComplete) : events;
  const hasDates = needsDays(clock, fileStartMs, fileEndMs);
  const nameOf = (index: number) => {
    const row = table.rowOf(shown[index].id);
    return row === null ? "" : table.titles.list[table.title[row]];
  };
  return (
    <section className={css.list} aria-label={list.label}>
      {shown.length === 0 ? (
        <p className={css.said}>{list.allComplete}</p>
      ) : (
        <LongGrid
          label={list.label}
          columns={[list.time, list.name, list.duration, list.complete]}
          template="84px minmax(0, 1fr) 58px 70px"
          count={shown.length}
          rowHeight={40}
          keyOf={(index) => shown[index].id}
          nameOf={nameOf}
          hint={list.keys}
          isMarked={(index) => shown[index].id === current?.id}
          follow={shown.findIndex(({ id }) => id === current?.id)}
          onAction={(index) => session.goTo(shown[index].id)}
          cells={(index) => {
            const { id, start_time, end_time } = shown[index];
            const isDone = isComplete(id);
            const name = nameOf(index);
            return [
              <span key="time" className={css.when} title={clock.dateTime(start_time)}>
                {hasDates ? <span>{clock.date(start_time)} </span> : null}
                <span>{readableTime(start_time, clock)}</span>
              </span>,
              <span key="name" className={css.twoLines} title={name}>
                {name}
              </span>,
              <span key="duration">{rowDuration(start_time, end_time)}</span>,
              <span key="complete" className={isDone ? css.yes : css.no}>
                {isDone ? list.yes : list.no}
              </span>,
            ];
          }}
        />
      )}
    </section>
  );
}
