import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { cancelEmailChange, getEmailChange } from "../../../protocol/accounts.ts";
import { accountText } from "../../../protocol/text/account-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { call, reasonOnce } from "../../session/index.ts";
import { alertUser } from "../../shell/index.ts";

const { settings } = accountText;
const queryKey = ["email change"];

/** The new address that waits for its link to be opened, with the way to take it back; nothing where there is none. */
export function PendingEmail() {
  const client = useQueryClient();
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(getEmailChange, {}, signal), gcTime: 0 });
  const [isBusy, setBusy] = useState(false);
  if (!data?.new_email) return null;
  const cancel = async () => {
    setBusy(true);
    try {
      await call(cancelEmailChange, {});
    } catch (error) {
      void alertUser(reasonOnce(error));
    }
    await client.invalidateQueries({ queryKey });
    setBusy(false);
  };
  return (
    <>
      <p role="status">{settings.emailWaits(data.new_email)}</p>
      <Button size="small" isPending={isBusy} onPress={() => void cancel()}>
        {settings.cancelEmail}
      </Button>
    </>
  );
}
