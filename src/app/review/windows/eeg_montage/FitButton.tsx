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

/** Offers a fitting sensitivity where the ink closes; once taken, the way back to the chosen one. Each says how far it is. */
export function FitButton({ focusPlot }: { focusPlot: () => void }) {
  const { fit, props } = useEegWindow();
  const settings = useSnapshot(props);
  const { fitting, isClosed, lead, undo } = useSnapshot(fit);
  const fitted = fitting[lead] ?? null;
  const chosen = sensitivityOf(settings, lead);
  const isUndone = undo !== null && isFitted({ undo }, settings) && undo.from[lead] !== undo.to[lead];
  const wayBack = isUndone ? undo.from[lead] : null;
  const offered = wayBack ?? (isClosed && fitted !== null && fitted !== chosen ? fitted : null);
  if (offered === null) return null;
  const [name, times] = [sensitivityName(offered, lead), timesText(offered, chosen)];
  const words = wayBack === null ? text.fit.offer : text.fit.back;
  return (
    <BarTool name={text.fit.offer.label} rank={barRanks.fit}>
      <WithTooltip hint={words.hint(name, times, sensitivityName(chosen, lead))}>
        <Button
          tone="quiet"
          size="small"
          onPress={() => {
            toggleFit(fit, props);
            focusPlot();
          }}
        >
          <span className={css.fit}>
            {words.label}
            <span>{words.more(name, times)}</span>
          </span>
        </Button>
      </WithTooltip>
    </BarTool>
  );
}
