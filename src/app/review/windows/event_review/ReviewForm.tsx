import { ArrowLeft, ArrowRight } from "lucide-react";
import { useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { useSnapshot } from "valtio";
import { hasFeatures, reviewQuestions } from "../../../../domain/event-review/review-form.ts";
import { annotationText } from "../../../../protocol/text/annotation-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { RadioList } from "../../../../ui/fields/RadioList.tsx";
import { Banner } from "../../../../ui/notices/Banner.tsx";
import { useHolds } from "../../../session/index.ts";
import css from "./EventReview.module.css";
import { Features } from "./Features.tsx";
import { OtherReaders } from "./OtherReaders.tsx";
import { patterns } from "./pattern-keys.ts";
import { useEventReview, useReviewNow } from "./use-review.ts";
import { words } from "./words.ts";

const { form } = words;
const [pattern] = reviewQuestions;

/** What is asked of the event, and the ways to the others (spec 2.18). */
export function ReviewForm() {
  const { session, reviews } = useEventReview();
  const { refusal, left } = useSnapshot(session.state);
  const { current, responses, isUnsaved } = useReviewNow();
  const mayReview = useHolds("create_annotations");
  const [tab, setTab] = useState<string>("type");
  const asksFeatures = current !== null && hasFeatures(responses);
  const shown = asksFeatures ? tab : "type";

  return (
    <section className={css.form} aria-label={form.label}>
      <Tabs className={css.tabs} selectedKey={shown} onSelectionChange={(key) => setTab(String(key))}>
        <div className={css.tabHead}>
          <TabList aria-label={form.label} className={css.tabList}>
            <Tab id="type" className={css.tab}>
              {form.type}
            </Tab>
            {asksFeatures ? (
              <Tab id="features" className={css.tab}>
                {form.features}
              </Tab>
            ) : null}
          </TabList>
          <span className={css.steps}>
            <Button size="small" onPress={() => session.step(-1)}>
              <ArrowLeft size={15} aria-hidden />
              {form.previous}
            </Button>
            <Button size="small" tone="primary" onPress={() => session.step(1)}>
              {form.next}
              <ArrowRight size={15} aria-hidden />
            </Button>
          </span>
        </div>
        {refusal === null ? null : <p className={css.refusal}>{refusal}</p>}
        {current !== null && reviews.drafts.hasConflict(current.id) ? <Conflict id={current.id} /> : null}
        <TabPanel id="type" className={css.panel}>
          {current === null ? (
            <>
              {left === null ? null : <Banner tone="warning">{form.left[left]}</Banner>}
              <p className={css.said}>{form.nothing}</p>
            </>
          ) : (
            <>
              <RadioList
                label={pattern.label}
                isLabelHidden
                options={patterns}
                selected={responses.iic_pattern_type}
                isReadOnly={!mayReview}
                onChoose={session.choosePattern}
              />
              <Notes mayReview={mayReview} isUnsaved={isUnsaved} />
              <OtherReaders />
            </>
          )}
        </TabPanel>
        {asksFeatures ? (
          <TabPanel id="features" className={css.panel}>
            <Features key={current.id} mayReview={mayReview} />
            <Notes mayReview={mayReview} isUnsaved={isUnsaved} />
            <OtherReaders />
          </TabPanel>
        ) : null}
      </Tabs>
    </section>
  );
}

function Notes({ mayReview, isUnsaved }: { mayReview: boolean; isUnsaved: boolean }) {
  if (!mayReview) return <p className={css.said}>{annotationText.noPermission}</p>;
  return isUnsaved ? <p className={css.said}>{form.savedBy}</p> : null;
}

/** The reader's own review was saved by another page: which one counts is theirs to say. */
function Conflict({ id }: { id: number }) {
  const { drafts } = useEventReview().reviews;
  return (
    <Banner tone="warning">
      {form.conflict}
      <Button size="small" onPress={() => drafts.resolve(id, "mine")}>
        {form.keepMine}
      </Button>
      <Button size="small" onPress={() => drafts.resolve(id, "saved")}>
        {form.takeSaved}
      </Button>
    </Banner>
  );
}
