import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Banner } from "../../ui/notices/Banner.tsx";
import { isAway, reasonOf } from "../session/index.ts";
import type { FailedProps } from "./Failed.tsx";

/** Over what was read before and stays while a later question to the server fails; what is refused goes. */
export function NotRead({ error, onTryAgain }: FailedProps) {
  return (
    <Banner tone="warning">
      <span>
        {text.failed.notRead} {reasonOf(error)}
      </span>
      {isAway(error) ? null : (
        <Button size="small" onPress={onTryAgain}>
          {text.failed.tryAgain}
        </Button>
      )}
    </Banner>
  );
}
