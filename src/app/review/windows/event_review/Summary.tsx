import { useSnapshot } from "valtio";
import { madeAt } from "../../../../domain/time/clock.ts";
import { annotationText } from "../../../../protocol/text/annotation-text.ts";
import { Badge } from "../../../../ui/notices/Badge.tsx";
import { rowDuration } from "../../annotations/sidebar/list-rows.ts";
import { useHours } from "../../clock-setting.ts";
import css from "./EventReview.module.css";
import { useEventReview, useReviewNow } from "./use-review.ts";
import { words } from "./words.ts";

const { summary } = words;

/** How far the review is, and what is said of the event (spec 2.18). */
export function Summary() {
  const { props, clock } = useEventReview();
  const { isDetailed } = useSnapshot(props);
  const hours = useHours();
  const { counts, current, row, isComplete, isUnsaved, own, reviewed } = useReviewNow();
  const readers = reviewed?.completed_readers ?? null;
  return (
    <section className={css.summary} aria-label={summary.region}>
      <dl>
        <dt>{summary.completed}</dt>
        <dd>{summary.completedOf(counts.completed, counts.total)}</dd>
        <dt>{summary.event}</dt>
        <dd>{summary.eventOf(counts.place, counts.total)}</dd>
        {current === null ? null : (
          <>
            <dt>{summary.status}</dt>
            <dd className={css.badges}>
              <Badge tone={isComplete ? "success" : "danger"}>
                {isComplete ? summary.complete : summary.incomplete}
              </Badge>
              {isUnsaved ? <Badge tone="warning">{summary.notSaved}</Badge> : null}
            </dd>
            <dt>{summary.readers}</dt>
            <dd>{readers === null ? summary.completedLater : summary.completedBy(readers)}</dd>
          </>
        )}
        {isDetailed && current !== null && row !== null ? (
          <>
            <dt>{summary.name}</dt>
            <dd className={css.long}>{row.annotation_text}</dd>
            <dt>{summary.start}</dt>
            <dd>{clock.dateTime(current.start_time)}</dd>
            <dt>{summary.duration}</dt>
            <dd>{rowDuration(current.start_time, current.end_time)}</dd>
            <dt>{summary.user}</dt>
            <dd className={css.long}>{row.person?.full_name ?? annotationText.unknown}</dd>
            <dt>{summary.modified}</dt>
            <dd>{own === null ? summary.never : madeAt(own.timestamp, clock.timezone, hours)}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}
