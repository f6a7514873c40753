import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Form } from "react-aria-components";
import { loginRules } from "../../domain/people/account-rules.ts";
import { firstBroken } from "../../domain/people/rules.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import linkCss from "../../ui/buttons/Link.module.css";
import { AlertDialog } from "../../ui/dialogs/AlertDialog.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { PasswordField } from "../../ui/fields/PasswordField.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { awayRetryMs, isAway, oauthRequest, reasonOf, signIn, signInFor } from "../session/index.ts";
import css from "./SignInFrame.module.css";

const { login, loginScreen, screen } = accountText;

export interface LoginFormProps {
  /** The registry's variant: "Remember me" is offered, and failures are a plain alert. */
  isRegistry: boolean;
}

/** Email, password and LOG IN; also signs in for a notebook hub when the address asks for it (spec 000 section 2). */
export function LoginForm({ isRegistry }: LoginFormProps) {
  // The address as it came: its state must go back untouched.
  const [hub] = useState(() => oauthRequest(location.search));
  const [form, setForm] = useState({ email: "", password: "" });
  const [isRemembered, setRemembered] = useState(isRegistry);
  const [isShown, setShown] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [broken, setBroken] = useState<ReturnType<typeof firstBroken>>();
  const [failure, setFailure] = useState<string | null>(null);
  const attempts = useRef(0);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Why it is being tried again by itself. */
  const [away, setAway] = useState<string | null>(null);
  const giveUp = () => {
    attempts.current++;
    clearTimeout(retry.current);
    setAway(null);
    setLoading(false);
  };
  useEffect(() => () => clearTimeout(retry.current), []);
  const change = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part });
    setBroken(undefined);
    giveUp();
  };
  const submit = async () => {
    const first = firstBroken(loginRules, form);
    setBroken(first);
    if (first !== undefined) return;
    setLoading(true);
    const attempt = ++attempts.current;
    const credentials = { email: form.email.trim(), password: form.password, isRemembered };
    try {
      // The page stays as it is until the hub's page replaces it.
      if (hub !== null) return location.assign(await signInFor(hub, credentials));
      await signIn(credentials);
    } catch (error) {
      if (attempt !== attempts.current) return;
      if (isAway(error)) {
        setAway(error.message);
        retry.current = setTimeout(() => void submit(), awayRetryMs);
        return;
      }
      setFailure(reasonOf(error));
    }
    setAway(null);
    setLoading(false);
  };
  return (
    <>
      <Form
        className={css.form}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isLoading) void submit();
        }}
      >
        <TextInput
          label={screen.email}
          type="email"
          name="email"
          autoComplete="username"
          size="large"
          autoFocus
          value={form.email}
          onChange={(email) => change({ email })}
          error={broken?.field === "email" ? broken.message : undefined}
        />
        <PasswordField
          label={screen.password}
          autoComplete="current-password"
          size="large"
          value={form.password}
          onChange={(password) => change({ password })}
          isShown={isShown}
          error={broken?.field === "password" ? broken.message : undefined}
        />
        <div className={css.row}>
          <div className={css.boxes}>
            <Checkbox isSelected={isShown} onChange={setShown}>
              {loginScreen.showPassword}
            </Checkbox>
            {isRegistry ? (
              <Checkbox isSelected={isRemembered} onChange={setRemembered}>
                {loginScreen.rememberMe}
              </Checkbox>
            ) : null}
          </div>
          <Link to="/forgot_password" className={linkCss.link}>
            {loginScreen.forgot}
          </Link>
        </div>
        <Button type="submit" tone="primary" size="large" isDisabled={isLoading}>
          {loginScreen.logIn}
        </Button>
        <p className={css.status} role="status">
          {away !== null ? away : isLoading ? (hub === null ? screen.loadingWorkspace : screen.loadingHub) : null}
        </p>
      </Form>
      <AlertDialog
        title={isRegistry ? loginScreen.registryTitle : login.failedTitle}
        text={failure ?? ""}
        closeLabel={screen.close}
        isOpen={failure !== null}
        onClose={() => setFailure(null)}
      />
    </>
  );
}
