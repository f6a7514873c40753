import { Check } from "lucide-react";
import { useId, useState } from "react";
import { reviewQuestions } from "../../../../domain/event-review/review-form.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { toast } from "../../../../ui/notices/toasts.ts";
import { reasonOnce } from "../../../session/index.ts";
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
  if (own === null || !own.is_complete || reviewed === undefined) return <p className={css.said}>{others.blinded}</p>;
  const told = reviewed.reviews.filter((review) => review !== own);
  if (told.length === 0) {
    const hidden = Math.max(0, (reviewed.completed_readers ?? 1) - 1);
    return hidden === 0 ? (
      <p className={css.said}>{others.alone}</p>
    ) : (
      <Offer annotationId={reviewed.annotation_id} count={hidden} />
    );
  }
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

/** Blinding ends by the reader's own wish alone: a pattern that is chosen by mistake shows nothing. */
function Offer({ annotationId, count }: { annotationId: number; count: number }) {
  const { reviews } = useEventReview();
  const [isAsked, setAsked] = useState(false);
  const reveal = () => {
    setAsked(true);
    void reviews
      .reveal(annotationId)
      .catch((failure: unknown) => toast.error(reasonOnce(failure)))
      .finally(() => setAsked(false));
  };
  return (
    <div className={css.said}>
      <p>{others.offered(count)}</p>
      <Button size="small" isDisabled={isAsked} onPress={reveal}>
        {others.reveal}
      </Button>
    </div>
  );
}
