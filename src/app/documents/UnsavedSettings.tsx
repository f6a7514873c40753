import { CloudOff } from "lucide-react";
import { documentsText } from "../../protocol/documents-text.ts";
import { Button } from "../../ui/Button.tsx";
import { WithTooltip } from "../../ui/WithTooltip.tsx";
import { settingsStore, useWaiting } from "./page-settings.ts";

const words = documentsText.settings;

/** Beside where settings are made: says that the last choices are not saved yet, and why; pressed, it tries at once. */
export function UnsavedSettings({ tone }: { tone: "quiet" | "nav" }) {
  const reason = useWaiting();
  return (
    <span role="status">
      {reason === null ? null : (
        <WithTooltip hint={words.waitingHint(reason)}>
          <Button tone={tone} size="small" onPress={settingsStore.tryNow}>
            <CloudOff size={15} aria-hidden />
            {words.waiting}
          </Button>
        </WithTooltip>
      )}
    </span>
  );
}
