import { Check } from "lucide-react";
import { useId } from "react";
import { reviewQuestions } from "../../../../domain/event-review/review-form.ts";
import { answerText } from "./answer-text.ts";
import css from "./EventReview.module.css";
import { useEventReview, useReviewNow } from "./use-review.ts";
import { words } from "./words.ts";

const { others } = words;

/** What other readers have answered, where this one may know it: the server says so (blinding). */
export function OtherReaders() {
  const { reviews, clock } = useEventReview();
  const { reviewed, own } = useReviewNow();
  const titleId = useId();
  if (reviewed === undefined) return null;
  const told = reviewed.reviews.filter((review) => review !== own);
  const hidden = reviewed.completed_readers - Number(own?.is_complete ?? false);
  if (told.length === 0) return hidden > 0 ? <p className={css.said}>{others.blinded(hidden)}</p> : null;
  return (
    <section className={css.others} aria-labelledby={titleId}>
      <h3 id={titleId}>{others.label}</h3>
      <div className={css.othersArea}>
        <table>
          <thead>
            <tr>
              <th scope="col">{others.field}</th>
              {told.map((review) => (
                <th key={review.id} scope="col" className={css.reader}>
                  {reviews.book.person(review.user_id)?.full_name ?? others.gone}
                  {review.is_complete ? "" : ` (${others.incomplete})`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reviewQuestions.map(({ id, label }) => (
              <tr key={id}>
                <th scope="row">{label}</th>
                {told.map((review) => (
                  <td key={review.id} className={css.answer}>
                    {answerText(id, review.responses[id], clock)}
                    {own !== null && own.responses[id] !== null && own.responses[id] === review.responses[id] ? (
                      <Check size={13} className={css.same} aria-label={others.same} />
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
