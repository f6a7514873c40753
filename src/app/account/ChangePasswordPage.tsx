import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Form } from "react-aria-components";
import { newPasswordRules } from "../../domain/people/account-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import { type checkToken, resetForgotPassword } from "../../protocol/accounts.ts";
import type { AnswerOf } from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { PasswordField } from "../../ui/fields/PasswordField.tsx";
import { callWithToken, logOut } from "../session/index.ts";
import { alertUser } from "../shell/index.ts";
import { FormMessage } from "./FormMessage.tsx";
import css from "./SignInFrame.module.css";
import { SignInFrame } from "./SignInFrame.tsx";
import { tellRefusal, useLink } from "./use-link.ts";

const { changeScreen, createScreen, screen } = accountText;

/** A link to set a password allows nothing else; sessions and other links are not meant for this page. */
const refuseOther = ({ permissions, new_email }: AnswerOf<typeof checkToken>) =>
  new_email !== undefined || Object.values(permissions).includes(true) ? screen.badLink : undefined;

/** Sets a new password; the link of the reset mail carries the token. */
export function ChangePasswordPage() {
  const { token } = useSearch({ from: "/change_password" });
  const navigate = useNavigate();
  const link = useLink(token, refuseOther);
  const [form, setForm] = useState({ password: "", confirmation: "" });
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isTyped = form.password !== "" && form.confirmation !== "";
  const message = isTyped ? firstFailure(newPasswordRules, form) : undefined;
  const isReady = link !== null && isTyped && form.password === form.confirmation;
  const submit = async () => {
    if (!isReady || message !== undefined || isBusy) return;
    setBusy(true);
    try {
      await callWithToken(token, resetForgotPassword, { new_password: form.password });
    } catch (error) {
      setBusy(false);
      return tellRefusal(error, () => navigate({ to: "/" }));
    }
    await alertUser(accountText.passwordChanged);
    logOut("user");
    await navigate({ to: "/" });
  };
  const passwords = { isShown, autoComplete: "new-password", size: "large" } as const;
  return (
    <SignInFrame tab={changeScreen.title} title={changeScreen.title} hint={link?.email}>
      <Form
        className={css.form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <PasswordField
          {...passwords}
          label={changeScreen.password}
          value={form.password}
          onChange={(password) => setForm({ ...form, password })}
        />
        <PasswordField
          {...passwords}
          label={changeScreen.confirm}
          value={form.confirmation}
          onChange={(confirmation) => setForm({ ...form, confirmation })}
        />
        <FormMessage message={message ?? createScreen.rules} isHint={message === undefined} />
        <Checkbox isSelected={isShown} onChange={setShown}>
          {changeScreen.showPassword}
        </Checkbox>
        <Button type="submit" tone="primary" size="large" isDisabled={!isReady || isBusy}>
          {changeScreen.submit}
        </Button>
      </Form>
    </SignInFrame>
  );
}
