import { CircleAlert, CornerDownRight } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { useSnapshot } from "valtio";
import { eventReviewText } from "../../../../protocol/text/event-review-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Switch } from "../../../../ui/fields/Switch.tsx";
import { WithTooltip } from "../../../../ui/notices/WithTooltip.tsx";
import { BarTool } from "../../plot/BarTools.tsx";
import { barRanks } from "../../plot/bar-overflow.ts";
import plotCss from "../../plot/Plot.module.css";
import css from "./EventReview.module.css";
import { useEventReview } from "./use-review.ts";
import { words } from "./words.ts";

const { toolbar } = words;

/** Whether the agreement of readers stands in place of list and form; offered to who may know it. */
export interface AgreementView {
  readonly isOffered: boolean;
  readonly isShown: boolean;
  show(isShown: boolean): void;
}

/** The bar: where the windows go, what is shown, and what is being saved (spec 2.18). */
export function Toolbar({ agreement }: { agreement: AgreementView }) {
  const { props, session, annotations } = useEventReview();
  const { isDetailed, isListShown, isIncompleteOnly } = useSnapshot(props);
  const { isHidden } = useSnapshot(annotations.state);
  const { currentId } = useSnapshot(session.state);
  return (
    <>
      <Button size="small" isDisabled={currentId === null} onPress={() => session.jumpToCurrent()}>
        <CornerDownRight size={15} aria-hidden />
        {toolbar.jump}
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's */}
      <div role="group" aria-label={toolbar.views} className={css.switches}>
        <Switch
          isSelected={isDetailed}
          onChange={(isOn) => {
            props.isDetailed = isOn;
          }}
        >
          {toolbar.detailed}
        </Switch>
        <Switch
          isSelected={isListShown}
          onChange={(isOn) => {
            props.isListShown = isOn;
          }}
        >
          {toolbar.list}
        </Switch>
      </div>
      {isListShown ? (
        <OptionalSwitch
          label={toolbar.incomplete}
          rank={barRanks.incomplete}
          isSelected={isIncompleteOnly}
          onChange={(isOn) => {
            props.isIncompleteOnly = isOn;
          }}
        />
      ) : null}
      <OptionalSwitch
        label={toolbar.hide}
        rank={barRanks.hide}
        isSelected={isHidden}
        onChange={(isOn) => annotations.setHidden(isOn)}
      />
      {agreement.isOffered ? (
        <OptionalSwitch
          label={words.agreement.switch}
          rank={barRanks.agreement}
          isSelected={agreement.isShown}
          onChange={agreement.show}
        />
      ) : null}
      <span className={plotCss.space} />
      <SaveState />
    </>
  );
}

interface OptionalSwitchProps {
  label: string;
  rank: number;
  isSelected: boolean;
  onChange: (isOn: boolean) => void;
}

/** Behind 'More' in a narrow bar. */
function OptionalSwitch({ label, rank, isSelected, onChange }: OptionalSwitchProps) {
  return (
    <BarTool name="" rank={rank}>
      <span className={css.switches}>
        <Switch isSelected={isSelected} onChange={onChange}>
          {label}
        </Switch>
      </span>
    </BarTool>
  );
}

/** 'Saving...', and why something is not saved. */
function SaveState() {
  const { session, reviews } = useEventReview();
  const { refusal } = useSnapshot(session.state);
  const { saving, problem, isGone, isWaiting, isUnkept, isUnread } = useSnapshot(reviews.drafts.state);
  const said =
    refusal ??
    (problem === null ? null : eventReviewText.saveFailed(problem)) ??
    (isUnkept ? words.problem.unkept : null) ??
    (isUnread ? words.problem.unread : null);
  const why = isGone ? words.problem.gone : isWaiting ? words.problem.waiting : null;
  const more = refusal === null && why !== null ? ` ${why}` : "";
  return (
    <>
      <span role="status" className={css.saving}>
        {saving > 0 && !isWaiting ? toolbar.saving : null}
      </span>
      {said === null ? null : (
        <WithTooltip hint={said + more}>
          <AriaButton className={css.problem} aria-label={said + more} onPress={() => reviews.drafts.tryAgain()}>
            <CircleAlert size={16} aria-hidden />
          </AriaButton>
        </WithTooltip>
      )}
      <span role="alert" className="visually-hidden">
        {said === null ? "" : said + more}
      </span>
    </>
  );
}
