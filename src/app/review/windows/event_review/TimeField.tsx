import { CircleAlert, Crosshair, X } from "lucide-react";
import { useEffect, useId } from "react";
import { useSnapshot } from "valtio";
import { reviewQuestions } from "../../../../domain/event-review/review-form.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import css from "./EventReview.module.css";
import { useEventReview, useReviewNow } from "./use-review.ts";
import { words } from "./words.ts";

const { form } = words;
const field = "iic_pattern_time_of_max_frequency";
const label = reviewQuestions.find(({ id }) => id === field)?.label ?? "";

/** The time of max frequency, which is chosen in the plot of any window (spec 001 section 4, "Time-of-max-frequency"). */
export function TimeField({ mayReview }: { mayReview: boolean }) {
  const { session, annotations, clock } = useEventReview();
  const { isPicking, hasMissed } = useSnapshot(annotations.event.state);
  const { current, responses } = useReviewNow();
  const labelId = useId();
  const timeMs = responses[field];
  useEffect(() => (isPicking ? watchMisses(annotations.event) : undefined), [isPicking, annotations]);
  useEffect(() => () => annotations.event.pick(null), [annotations]);
  const outside =
    current === null || timeMs === null || (timeMs >= current.start_time && timeMs <= current.end_time)
      ? null
      : form.outside(timeMs < current.start_time);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's
    <div role="group" aria-labelledby={labelId} className={css.time}>
      <span id={labelId} className={css.label}>
        {label}
      </span>
      <div className={css.timeRow}>
        <output className={css.value} data-empty={timeMs === null || undefined}>
          {timeMs === null ? form.notSet : clock.dateTime(timeMs, 2)}
        </output>
        <Button
          size="small"
          tone={isPicking ? "primary" : "plain"}
          isDisabled={!mayReview}
          onPress={() =>
            annotations.event.pick(isPicking ? null : (chosenMs) => session.choose(field, Math.round(chosenMs)))
          }
        >
          {isPicking ? <X size={15} aria-hidden /> : <Crosshair size={15} aria-hidden />}
          {isPicking ? form.stop : form.set}
        </Button>
        {timeMs === null || !mayReview ? null : (
          <IconButton icon={X} label={form.clearTime} onPress={() => session.choose(field, null)} />
        )}
      </div>
      {outside === null ? null : <p className={css.said}>{outside}</p>}
      <p role="status" className={css.said}>
        {isPicking ? `${form.hint} ${form.keys}` : ""}
      </p>
      {hasMissed ? (
        <p role="alert" className={css.missed}>
          <CircleAlert size={14} aria-hidden />
          {form.missed}
        </p>
      ) : null}
    </div>
  );
}

/** While a time is chosen: a press on a picture that has no time says so, Escape ends it. Plots take their presses themselves, before. */
function watchMisses({ pick, picked }: { pick(onTime: null): void; picked(timeMs: null): void }): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  document.addEventListener(
    "pointerdown",
    ({ target }) => {
      if (target instanceof Element && target.closest("[data-area]") !== null && target.closest("[role=img]") !== null)
        picked(null);
    },
    { signal },
  );
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      pick(null);
    },
    { signal },
  );
  return () => abort.abort();
}
