import { chartText } from "../../../protocol/text/chart-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import css from "./Chart.module.css";
import type { StoredChoices } from "./use-stored-choices.ts";

/** Why what runs stored is not among the modalities; nothing where it is. */
export function StoredFailure({ stored: { failure, tryAgain } }: { stored: StoredChoices }) {
  if (failure === null) return null;
  return (
    <div className={css.storedFailure} role="status">
      <span>{chartText.storedUnknown(failure)}</span>
      <Button size="small" onPress={tryAgain}>
        {chartText.tryAgain}
      </Button>
    </div>
  );
}
