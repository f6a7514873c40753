import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Form } from "react-aria-components";
import { forgotRules } from "../../domain/people/account-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import { sendResetPasswordEmail } from "../../protocol/accounts.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import linkCss from "../../ui/buttons/Link.module.css";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { call, reasonOnce } from "../session/index.ts";
import { alertUser } from "../shell/index.ts";
import css from "./SignInFrame.module.css";
import { SignInFrame } from "./SignInFrame.tsx";

const { forgot, forgotScreen, screen } = accountText;

/** Asks for a mail with a link to set a new password. */
export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const [email, setEmail] = useState("");
  const [isLeft, setLeft] = useState(false);
  const [isSending, setSending] = useState(false);
  const broken = firstFailure(forgotRules, { email });
  const submit = async () => {
    setSending(true);
    try {
      await call(sendResetPasswordEmail, { email: email.trim() });
    } catch (error) {
      setSending(false);
      return alertUser(reasonOnce(error));
    }
    setSending(false);
    await alertUser(forgot.checkMail);
    await navigate({ to: "/" });
  };
  return (
    <SignInFrame tab={forgotScreen.title} title={forgotScreen.title} hint={forgotScreen.hint}>
      <Form
        className={css.form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (broken === undefined && !isSending) void submit();
        }}
      >
        <TextInput
          label={screen.email}
          type="email"
          name="email"
          autoComplete="username"
          size="large"
          autoFocus
          value={email}
          onChange={setEmail}
          onBlur={() => setLeft(true)}
          onKeyDown={({ key }) => {
            if (key === "Enter") setLeft(true);
          }}
          error={isLeft && email !== "" ? broken : undefined}
        />
        <Button type="submit" tone="primary" size="large" isDisabled={broken !== undefined || isSending}>
          {forgotScreen.send}
        </Button>
        <Link to="/" className={linkCss.link}>
          {screen.toLogin}
        </Link>
        <p className={css.status} role="status">
          {isSending ? forgotScreen.sending : null}
        </p>
      </Form>
    </SignInFrame>
  );
}
