import { useState } from "react";
import { deleteAccountRules } from "../../../domain/people/account-rules.ts";
import { firstFailure } from "../../../domain/people/rules.ts";
import { deleteOwnUser } from "../../../protocol/accounts.ts";
import { accountText } from "../../../protocol/text/account-text.ts";
import { ConfirmDialog } from "../../../ui/dialogs/ConfirmDialog.tsx";
import { PasswordField } from "../../../ui/fields/PasswordField.tsx";
import { call, duringOwnChange, logOut, reasonOnce, useSession } from "../../session/index.ts";
import { alertUser } from "../../shell/index.ts";
import { AccountForm } from "./AccountForm.tsx";

const { screen, settings } = accountText;

/** Deletes the own account, after the password twice and 'Confirm Account Deletion'. */
export function DeleteAccount({ onBack, onClose }: { onBack: () => void; onClose: () => void }) {
  const { email } = useSession();
  const [form, setForm] = useState({ password: "", confirmation: "" });
  const [isAsked, setAsked] = useState(false);
  const remove = async () => {
    try {
      // "The confirmation modal uses the confirmation password" (spec 000 section 5).
      await duringOwnChange(async () => {
        await call(deleteOwnUser, { email, password: form.confirmation });
        logOut("deleted");
      });
    } catch (error) {
      setAsked(false);
      void alertUser(reasonOnce(error));
    }
  };
  return (
    <>
      <AccountForm
        title={settings.deleteAccount}
        submitLabel={settings.deleteAccount}
        tone="danger"
        note={settings.deleteNote}
        broken={firstFailure(deleteAccountRules, form)}
        isEmpty={form.password === "" && form.confirmation === ""}
        isBusy={false}
        onSubmit={() => setAsked(true)}
        onBack={onBack}
        onClose={onClose}
      >
        {(isShown) => (
          <>
            <PasswordField
              label={settings.password}
              autoComplete="current-password"
              autoFocus
              isShown={isShown}
              value={form.password}
              onChange={(password) => setForm({ ...form, password })}
            />
            <PasswordField
              label={settings.confirmPassword}
              autoComplete="current-password"
              isShown={isShown}
              value={form.confirmation}
              onChange={(confirmation) => setForm({ ...form, confirmation })}
            />
          </>
        )}
      </AccountForm>
      <ConfirmDialog
        title={settings.confirmDeletion}
        confirmLabel={settings.delete}
        cancelLabel={screen.cancel}
        isOpen={isAsked}
        isSticky
        onConfirm={remove}
        onCancel={() => setAsked(false)}
      >
        {settings.confirmDeletionText(email)}
      </ConfirmDialog>
    </>
  );
}
