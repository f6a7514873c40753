import { useEffect, useRef, useState } from "react";
import { Form } from "react-aria-components";
import { loginRules } from "../../domain/people/account-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { PasswordField } from "../../ui/fields/PasswordField.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { Banner } from "../../ui/notices/Banner.tsx";
import { awayRetryMs, type HoldReason, isAway, reasonOf, signIn } from "../session/index.ts";
import css from "./SignInAgain.module.css";

const { screen, loginScreen, shell } = accountText;

export interface SignInAgainProps {
  why: HoldReason | "permission";
  /** Whose page it is. */
  email: string;
  isRemembered: boolean;
  onLeave: () => void;
}

/** Over a page that stayed when its session or its permission ended: says so, and signs the same account in again. */
export function SignInAgain({ why, email, isRemembered, onLeave }: SignInAgainProps) {
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const [failure, setFailure] = useState<string | null>(null);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Counts attempts: what comes of one that was given up, by typing something else, is not said. */
  const attempts = useRef(0);
  useEffect(() => () => clearTimeout(retry.current), []);
  const submit = async () => {
    const broken = firstFailure(loginRules, { email, password });
    setMessage(broken);
    if (broken !== undefined) return;
    setBusy(true);
    const attempt = ++attempts.current;
    try {
      await signIn({ email, password, isRemembered });
      setFailure(null);
    } catch (error) {
      if (attempt !== attempts.current) return;
      setFailure(reasonOf(error));
      if (isAway(error)) {
        retry.current = setTimeout(() => void submit(), awayRetryMs);
        return;
      }
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={shell.again.title}
      closeLabel={screen.close}
      isOpen
      isSticky
      hasNoClose
      role="alertdialog"
      width={440}
      onClose={() => undefined}
      actions={
        <>
          <Button onPress={onLeave}>{shell.again.leave}</Button>
          <Button type="submit" form="sign-in-again" tone="primary" isPending={isBusy}>
            {loginScreen.logIn}
          </Button>
        </>
      }
    >
      <Form
        id="sign-in-again"
        className={css.form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <p>{shell.again.why[why]}</p>
        <p className={css.hint}>{why === "permission" ? shell.again.permissionStays : shell.again.stays}</p>
        {failure === null ? null : <Banner tone="danger">{failure}</Banner>}
        <TextInput
          label={screen.email}
          type="email"
          autoComplete="username"
          isReadOnly
          value={email}
          onChange={() => undefined}
        />
        <PasswordField
          label={screen.password}
          autoComplete="current-password"
          autoFocus
          isShown={false}
          value={password}
          onChange={(next) => {
            attempts.current++;
            clearTimeout(retry.current);
            setPassword(next);
            setMessage(undefined);
            setBusy(false);
          }}
          error={message}
        />
      </Form>
    </Dialog>
  );
}
