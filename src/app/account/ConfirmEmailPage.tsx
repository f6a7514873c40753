import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Form } from "react-aria-components";
import { confirmEmail } from "../../protocol/accounts.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { callWithToken, logOut } from "../session/index.ts";
import { alertUser } from "../shell/index.ts";
import css from "./SignInFrame.module.css";
import { SignInFrame } from "./SignInFrame.tsx";
import { tellRefusal, useLink } from "./use-link.ts";

const { confirmScreen, screen } = accountText;

/**
 * Changes the e-mail address; the link of the mail to the new address carries the token. A button does it, not the
 * opening: programs that look through mails open links, too.
 */
export function ConfirmEmailPage() {
  const { token } = useSearch({ from: "/confirm_email" });
  const navigate = useNavigate();
  const link = useLink(token, ({ new_email }) => (new_email === undefined ? screen.badLink : undefined));
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (link === null || isBusy) return;
    setBusy(true);
    let message: string;
    try {
      ({ message } = await callWithToken(token, confirmEmail, {}));
    } catch (error) {
      setBusy(false);
      return tellRefusal(error, () => navigate({ to: "/" }));
    }
    await alertUser(message);
    logOut("changed");
    await navigate({ to: "/" });
  };
  return (
    <SignInFrame tab={confirmScreen.title} title={confirmScreen.title}>
      <Form
        className={css.form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          label={confirmScreen.from}
          size="large"
          isReadOnly
          value={link?.email ?? ""}
          onChange={() => undefined}
        />
        <TextInput
          label={confirmScreen.to}
          size="large"
          isReadOnly
          value={link?.new_email ?? ""}
          onChange={() => undefined}
        />
        <Button type="submit" tone="primary" size="large" isDisabled={link === null || isBusy}>
          {confirmScreen.submit}
        </Button>
      </Form>
    </SignInFrame>
  );
}
