import { CircleAlert, DatabaseZap, Unplug } from "lucide-react";
import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Face } from "../../ui/notices/Face.tsx";
import { isAway, ServerUnreachable } from "../session/index.ts";

export interface FailedProps {
  error: unknown;
  onTryAgain: () => void;
}

/** The failed face of anything that was read from the server. */
export function Failed({ error, onTryAgain }: FailedProps) {
  const isUnreachable = error instanceof ServerUnreachable;
  if (isAway(error)) return <Face icon={DatabaseZap} title={error.message} role="alert" />;
  return (
    <Face icon={isUnreachable ? Unplug : CircleAlert} title={text.failed.title} role="alert">
      {isUnreachable ? (
        <p>
          {text.failed.unreachable} {text.failed.unreachableHint}
        </p>
      ) : null}
      <Button onPress={onTryAgain}>{text.failed.tryAgain}</Button>
    </Face>
  );
}
