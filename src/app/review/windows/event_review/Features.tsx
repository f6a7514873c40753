import { useState } from "react";
import { reviewQuestions } from "../../../../domain/event-review/review-form.ts";
import { responseProblem } from "../../../../domain/event-review/review-rules.ts";
import type { ReviewFieldId } from "../../../../protocol/annotation-reviews.ts";
import { RadioList } from "../../../../ui/fields/RadioList.tsx";
import { TextInput } from "../../../../ui/fields/TextInput.tsx";
import css from "./EventReview.module.css";
import { TimeField } from "./TimeField.tsx";
import { useEventReview, useReviewNow } from "./use-review.ts";

const numbers = reviewQuestions.filter(({ type }) => type === "number");
const location = reviewQuestions.find(({ id }) => id === "iic_pattern_location");
const locations = (location?.options ?? []).map((name) => ({ id: name, name }));

/** The features of the pattern: five fields. */
export function Features({ mayReview }: { mayReview: boolean }) {
  const { session } = useEventReview();
  const { responses } = useReviewNow();
  return (
    <div className={css.features}>
      <RadioList
        label={location?.label ?? ""}
        options={locations}
        selected={responses.iic_pattern_location}
        isReadOnly={!mayReview}
        isRow
        onChoose={(chosen) => session.choose("iic_pattern_location", chosen)}
      />
      <div className={css.numbers}>
        {numbers.map(({ id, label }) => (
          <NumberEntry key={id} id={id} label={label} isReadOnly={!mayReview} />
        ))}
      </div>
      <TimeField mayReview={mayReview} />
    </div>
  );
}

/** A number as it is typed: what the field does not take stays in it, and its message says why. */
function NumberEntry({ id, label, isReadOnly }: { id: ReviewFieldId; label: string; isReadOnly: boolean }) {
  const { session, reviews } = useEventReview();
  const { current, responses } = useReviewNow();
  /** While the field has the focus: "2." is on its way to 2.5. */
  const [typed, setTyped] = useState<string | null>(null);
  const kept = current === null ? undefined : reviews.drafts.of(current.id)?.typed[id];
  const value = responses[id];
  const problem = session.problems().find(({ field }) => field === id)?.sentence;
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      maxLength={16}
      isReadOnly={isReadOnly}
      value={kept ?? typed ?? (value === null ? "" : String(value))}
      error={problem ?? responseProblem(id, value) ?? undefined}
      onChange={(next) => {
        setTyped(next);
        session.type(id, next);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
