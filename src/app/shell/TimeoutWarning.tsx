import { useEffect, useState } from "react";
import { accountText } from "../../protocol/text/account-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { reasonOnce, renewToken, secondsLeft, useSession } from "../session/index.ts";
import { alertUser } from "./dialogs.ts";

const { screen, shell } = accountText;

/** 'Session Timeout': counts down to the logout; only its button keeps the session (spec 000 section 4). */
export function TimeoutWarning() {
  const { isWarned } = useSession();
  return isWarned ? <Countdown /> : null;
}

function Countdown() {
  const { times, clockOffsetMs } = useSession();
  const [isBusy, setBusy] = useState(false);
  const [, redraw] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => redraw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const stay = async () => {
    setBusy(true);
    try {
      await renewToken();
    } catch (error) {
      void alertUser(reasonOnce(error));
    }
    setBusy(false);
  };
  const left = times === null ? 0 : secondsLeft({ createdMs: times.time_created, clockOffsetMs }, Date.now());
  return (
    <Dialog
      title={shell.timeoutTitle}
      closeLabel={screen.close}
      isOpen
      isSticky
      hasNoClose
      role="alertdialog"
      width={440}
      onClose={() => undefined}
      actions={
        <Button tone="primary" autoFocus isPending={isBusy} onPress={() => void stay()}>
          {shell.stay}
        </Button>
      }
    >
      <p>{shell.timeoutText(left)}</p>
    </Dialog>
  );
}
