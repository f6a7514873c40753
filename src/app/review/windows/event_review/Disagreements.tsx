import { useState } from "react";
import type { Disagreement, ReviewAgreement } from "../../../../protocol/annotation-reviews.ts";
import { eventReviewText } from "../../../../protocol/text/event-review-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { LongGrid } from "../../../../ui/lists/LongGrid.tsx";
import { toast } from "../../../../ui/notices/toasts.ts";
import css from "./Agreement.module.css";
import { answerText } from "./answer-text.ts";
import reviewCss from "./EventReview.module.css";
import { useEventReview } from "./use-review.ts";
import { words } from "./words.ts";

const { agreement: said } = words;

/** Where two readers do not agree, by time: each step takes all windows to its event. */
export function Disagreements({ agreement }: { agreement: ReviewAgreement }) {
  const { session, clock } = useEventReview();
  const { disagreements, disagreement_count: count, readers } = agreement;
  const [at, setAt] = useState<Disagreement | null>(null);
  const place = at === null ? -1 : disagreements.indexOf(at);
  const goTo = (index: number) => {
    const next = disagreements[index];
    if (session.goTo(next.annotation_id)) setAt(next);
    else if (session.state.refusal === null) toast.error(said.gone);
  };
  const step = (direction: -1 | 1) => {
    const from = place < 0 && direction < 0 ? 0 : place;
    goTo((from + direction + disagreements.length) % disagreements.length);
  };
  const readerOf = (userId: number) =>
    readers.find(({ user_id }) => user_id === userId)?.full_name ?? words.others.gone;
  const answerOf = ({ field }: Disagreement, { user_id, response }: Disagreement["first"]) =>
    `${readerOf(user_id)}: ${answerText(field, response, clock)}`;
  const titleOf = ({ field, first, second, start_time }: Disagreement) =>
    `${clock.dateTime(start_time)}, ${eventReviewText.fields[field]}. ` +
    [first, second].map((each) => `${readerOf(each.user_id)}: ${answerText(field, each.response, clock)}`).join("; ");
  return (
    <div className={css.disagreements}>
      <header className={css.head}>
        <h3>{said.disagreements(count)}</h3>
        {count > disagreements.length ? <span className={css.muted}>{said.first(disagreements.length)}</span> : null}
        <Button size="small" isDisabled={disagreements.length === 0} onPress={() => step(-1)}>
          {said.previous}
        </Button>
        <Button size="small" isDisabled={disagreements.length === 0} onPress={() => step(1)}>
          {said.next}
        </Button>
      </header>
      {disagreements.length === 0 ? (
        <p className={reviewCss.said}>{said.all}</p>
      ) : (
        <LongGrid
          label={said.list}
          columns={[said.time, said.columns.field, `${said.reader} 1`, `${said.reader} 2`]}
          template="minmax(84px, 162px) minmax(90px, 1fr) minmax(90px, 2fr) minmax(90px, 2fr)"
          count={disagreements.length}
          rowHeight={28}
          keyOf={(index) => index}
          nameOf={(index) => titleOf(disagreements[index])}
          hint={said.hint}
          isMarked={(index) => index === place}
          follow={place}
          onAction={goTo}
          cells={(index) => {
            const one = disagreements[index];
            const cell = (key: string, shown: string) => (
              <span key={key} className={reviewCss.cut} title={shown}>
                {shown}
              </span>
            );
            return [
              cell("time", clock.dateTime(one.start_time)),
              cell("field", eventReviewText.fields[one.field]),
              cell("first", answerOf(one, one.first)),
              cell("second", answerOf(one, one.second)),
            ];
          }}
        />
      )}
    </div>
  );
}
