import { CloudOff } from "lucide-react";
import { settingsText } from "../../protocol/text/settings-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { WithTooltip } from "../../ui/notices/WithTooltip.tsx";
import { settingsStore, useWaiting } from "./page-settings.ts";

/** Beside where settings are made: says that the last choices are not saved yet, and why; pressed, it tries at once. */
export function UnsavedSettings({ tone }: { tone: "quiet" | "nav" }) {
  const reason = useWaiting();
  return (
    <span role="status">
      {reason === null ? null : (
        <WithTooltip hint={settingsText.waitingHint(reason)}>
          <Button tone={tone} size="small" onPress={settingsStore.tryNow}>
            <CloudOff size={15} aria-hidden />
            {settingsText.waiting}
          </Button>
        </WithTooltip>
      )}
    </span>
  );
}
