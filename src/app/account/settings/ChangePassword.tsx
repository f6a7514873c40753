import { useState } from "react";
import { changePasswordRules } from "../../../domain/people/account-rules.ts";
import { firstFailure } from "../../../domain/people/rules.ts";
import { changePassword } from "../../../protocol/accounts.ts";
import { accountText } from "../../../protocol/text/account-text.ts";
import { PasswordField } from "../../../ui/fields/PasswordField.tsx";
import { call } from "../../session/index.ts";
import { AccountForm } from "./AccountForm.tsx";
import { useAccountChange } from "./use-account-change.ts";

const { settings } = accountText;
const empty = { current: "", password: "", confirmation: "" };

/** Another password for the own account. */
export function ChangePassword({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  const [form, setForm] = useState(empty);
  const [isBusy, run] = useAccountChange();
  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part });
  return (
    <AccountForm
      title={settings.changePassword}
      submitLabel={settings.changePassword}
      note={settings.logoutNote}
      broken={firstFailure(changePasswordRules, form)}
      isEmpty={Object.values(form).every((value) => value === "")}
      isBusy={isBusy}
      onSubmit={() =>
        run(async () => {
          const answer = await call(changePassword, { new_password: form.password, password: form.current });
          setForm(empty);
          return answer;
        })
      }
      onBack={onBack}
      onClose={onClose}
    >
      {(isShown) => (
        <>
          <PasswordField
            label={settings.currentPassword}
            autoComplete="current-password"
            autoFocus
            isShown={isShown}
            value={form.current}
            onChange={(current) => change({ current })}
          />
          <PasswordField
            label={settings.newPassword}
            autoComplete="new-password"
            isShown={isShown}
            value={form.password}
            onChange={(password) => change({ password })}
          />
          <PasswordField
            label={settings.confirmNewPassword}
            autoComplete="new-password"
            isShown={isShown}
            value={form.confirmation}
            onChange={(confirmation) => change({ confirmation })}
          />
        </>
      )}
    </AccountForm>
  );
}
