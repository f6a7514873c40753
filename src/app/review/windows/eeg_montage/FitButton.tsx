import { useSnapshot } from "valtio";
import { sensitivityName } from "../../../../domain/montage/display.ts";
import { timesText } from "../../../../domain/montage/fit.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { WithTooltip } from "../../../../ui/notices/WithTooltip.tsx";
import { BarTool } from "../../plot/BarTools.tsx";
import { barRanks } from "../../plot/bar-overflow.ts";
import css from "./EegMontage.module.css";
import { useEegWindow } from "./eeg-window.ts";
import { isFitted, toggleFit } from "./fit.ts";
import { sensitivityOf } from "./props.ts";

/**
 * Offers a fitting sensitivity, in words where the ink closes; once taken, the way back to the chosen one. Each says how far it is. The button is there from the
 * start, and without anything to offer: what stands beside it would move under a press.
 */
export function FitButton({ focusPlot }: { focusPlot: () => void }) {
  const { fit, props } = useEegWindow();
  const settings = useSnapshot(props);
  const { fitting, isClosed, lead, undo } = useSnapshot(fit);
  const fitted = fitting[lead] ?? null;
  const chosen = sensitivityOf(settings, lead);
  const isUndone = undo !== null && isFitted({ undo }, settings) && undo.from[lead] !== undo.to[lead];
  const wayBack = isUndone ? undo.from[lead] : null;
  const offered = wayBack ?? (fitted !== null && fitted !== chosen ? fitted : null);
  const isTold = offered !== null && (wayBack !== null || isClosed);
  const [name, times] = offered === null ? ["", ""] : [sensitivityName(offered, lead), timesText(offered, chosen)];
  const words = wayBack === null ? text.fit.offer : text.fit.back;
  const hint = isTold ? words.hint(name, times, sensitivityName(chosen, lead)) : text.fit.hint;
  return (
    <BarTool name={text.fit.offer.label} rank={barRanks.fit} isPinned={isTold}>
      <WithTooltip hint={hint}>
        <Button
          tone="quiet"
          size="small"
          isDisabled={offered === null}
          onPress={() => {
            toggleFit(fit, props);
            focusPlot();
          }}
        >
          <span className={css.fit} data-told={isTold || undefined}>
            {words.label}
            {isTold ? <span>{words.more(name, times)}</span> : null}
          </span>
        </Button>
      </WithTooltip>
    </BarTool>
  );
}
