import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Form } from "react-aria-components";
import { newPasswordRules } from "../../domain/people/account-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import { createAccount } from "../../protocol/accounts.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { text } from "../../protocol/text/text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { PasswordField } from "../../ui/fields/PasswordField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { callWithToken, logOut } from "../session/index.ts";
import { alertUser, useLeaveGuard } from "../shell/index.ts";
import { countries } from "./countries.ts";
import { FormMessage } from "./FormMessage.tsx";
import css from "./SignInFrame.module.css";
import { SignInFrame } from "./SignInFrame.tsx";
import { tellRefusal, useLink } from "./use-link.ts";

const { createScreen, screen } = accountText;
const options = countries.map((name) => ({ id: name, name }));
const empty = { firstName: "", lastName: "", password: "", confirmation: "" };

/** Completes an invitation; the link of the mail carries the token. */
export function CreateAccountPage() {
  const { token } = useSearch({ from: "/create_account" });
  const navigate = useNavigate();
  const link = useLink(token, ({ permissions }) =>
    permissions.create_account ? undefined : accountText.noCreatePermission,
  );
  const [form, setForm] = useState(empty);
  const [country, setCountry] = useState<string | null>(null);
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isCreated, setCreated] = useState(false);
  useLeaveGuard(!isCreated && (country !== null || Object.values(form).some((typed) => typed !== "")));
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const isTyped = form.password !== "" && form.confirmation !== "";
  const message = isTyped ? firstFailure(newPasswordRules, form) : undefined;
  const isFilled = link !== null && form.firstName.trim() !== "" && form.lastName.trim() !== "" && country !== null;
  const isReady = isFilled && isTyped && form.password === form.confirmation;
  const submit = async () => {
    if (!isReady || message !== undefined || isBusy) return;
    setBusy(true);
    const names = { first_name: form.firstName.trim(), last_name: form.lastName.trim() };
    try {
      await callWithToken(token, createAccount, { ...names, country, password: form.password });
    } catch (error) {
      setBusy(false);
      return tellRefusal(error, () => navigate({ to: "/" }));
    }
    setCreated(true);
    await alertUser(accountText.created);
    logOut("user");
    await navigate({ to: "/" });
  };
  const passwords = { isShown, autoComplete: "new-password", size: "large" } as const;
  return (
    <SignInFrame tab={createScreen.title} title={createScreen.title}>
      <Form
        className={css.form}
        data-dense
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextInput
          label={screen.email}
          autoComplete="username"
          size="large"
          isReadOnly
          value={link?.email ?? ""}
          onChange={() => undefined}
        />
        <div className={css.pair}>
          <TextInput
            label={createScreen.firstName}
            autoComplete="given-name"
            size="large"
            maxLength={100}
            value={form.firstName}
            onChange={(firstName) => change({ firstName })}
          />
          <TextInput
            label={createScreen.lastName}
            autoComplete="family-name"
            size="large"
            maxLength={100}
            value={form.lastName}
            onChange={(lastName) => change({ lastName })}
          />
        </div>
        <PasswordField
          {...passwords}
          label={createScreen.password}
          value={form.password}
          onChange={(password) => change({ password })}
        />
        <PasswordField
          {...passwords}
          label={createScreen.confirm}
          value={form.confirmation}
          onChange={(confirmation) => change({ confirmation })}
        />
        <FormMessage message={message ?? createScreen.rules} isHint={message === undefined} />
        <Checkbox isSelected={isShown} onChange={setShown}>
          {createScreen.showPassword}
        </Checkbox>
        <Select
          label={createScreen.country}
          search={text.search(createScreen.country)}
          placeholder={createScreen.choose}
          autoComplete="country-name"
          size="large"
          options={options}
          selected={country}
          onChoose={setCountry}
        />
        <Button type="submit" tone="primary" size="large" isDisabled={!isReady || isBusy}>
          {createScreen.submit}
        </Button>
      </Form>
    </SignInFrame>
  );
}
