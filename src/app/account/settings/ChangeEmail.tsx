import { useState } from "react";
import { changeEmailRules } from "../../../domain/people/account-rules.ts";
import { firstFailure } from "../../../domain/people/rules.ts";
import { changeEmail } from "../../../protocol/accounts.ts";
import { accountText } from "../../../protocol/text/account-text.ts";
import { PasswordField } from "../../../ui/fields/PasswordField.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { call, reasonOnce, useSession } from "../../session/index.ts";
import { alertUser } from "../../shell/index.ts";
import { AccountForm } from "./AccountForm.tsx";

const { settings } = accountText;
const empty = { newEmail: "", confirmation: "", password: "" };

/** Asks for another address for the own account, which a link sent there confirms. No message while all fields are empty (spec 000 section 5). */
export function ChangeEmail({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  const { email: currentEmail } = useSession();
  const [form, setForm] = useState(empty);
  const [isBusy, setBusy] = useState(false);
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  const isEmpty = Object.values(form).every((value) => value === "");
  const submit = async () => {
    setBusy(true);
    try {
      const { message } = await call(changeEmail, { new_email: form.newEmail, password: form.password });
      setForm(empty);
      // One after the other: a dialog that opens over an alert would shut it off.
      await alertUser(message);
      return onBack(); // the settings say what is waited for
    } catch (error) {
      void alertUser(reasonOnce(error));
    }
    setBusy(false);
  };
  return (
    <AccountForm
      title={settings.changeEmail}
      submitLabel={settings.changeEmail}
      note={settings.emailNote}
      broken={firstFailure(changeEmailRules, { ...form, currentEmail })}
      isBrokenShown={!isEmpty}
      isEmpty={isEmpty}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onBack={onBack}
      onClose={onClose}
    >
      {(isShown) => (
        <>
          <TextInput
            label={settings.newEmail}
            type="email"
            autoComplete="off"
            autoFocus
            maxLength={254}
            value={form.newEmail}
            onChange={(newEmail) => change({ newEmail })}
          />
          <TextInput
            label={settings.confirmEmail}
            type="email"
            autoComplete="off"
            maxLength={254}
            value={form.confirmation}
            onChange={(confirmation) => change({ confirmation })}
          />
          <PasswordField
            label={settings.password}
            autoComplete="current-password"
            isShown={isShown}
            value={form.password}
            onChange={(password) => change({ password })}
          />
        </>
      )}
    </AccountForm>
  );
}
