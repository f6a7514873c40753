import { CircleAlert } from "lucide-react";
import { eegServiceText } from "../../../protocol/text/eeg-service-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Face } from "../../../ui/notices/Face.tsx";
import { reasonOf } from "../../session/index.ts";

/** In place of the plot where the EEG image service has not said what it knows. */
export function ServiceAway({ error, onTryAgain }: { error: Error; onTryAgain: () => void }) {
  return (
    <Face icon={CircleAlert} title={eegServiceText.unavailable} role="alert">
      <p>{reasonOf(error)}</p>
      <Button size="small" onPress={onTryAgain}>
        {text.failed.tryAgain}
      </Button>
    </Face>
  );
}
