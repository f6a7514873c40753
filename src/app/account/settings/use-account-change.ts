import { useState } from "react";
import { duringOwnChange, logOut, reasonOnce } from "../../session/index.ts";
import { alertUser } from "../../shell/index.ts";

/**
 * Runs a change of the own account. On success the server's message is shown and the user is logged out; on failure the
 * server's message is shown and the form stays.
 */
export function useAccountChange(): [isBusy: boolean, run: (change: () => Promise<{ message: string }>) => void] {
  const [isBusy, setBusy] = useState(false);
  const run = async (change: () => Promise<{ message: string }>) => {
    setBusy(true);
    try {
      await duringOwnChange(async () => {
        const { message } = await change();
        // The session has ended on the server: the alert stays over the login page.
        void alertUser(message);
        logOut("changed");
      });
    } catch (error) {
      void alertUser(reasonOnce(error));
    }
    setBusy(false);
  };
  return [isBusy, (change) => void run(change)];
}
