import { useSnapshot } from "valtio";
import { accountText } from "../../protocol/text/account-text.ts";
import { AlertDialog } from "../../ui/dialogs/AlertDialog.tsx";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog.tsx";
import { answerDialog, shownDialogs } from "./dialogs.ts";

/** Draws what `alertUser` and `confirmUser` show, one after the other. */
export function DialogHost() {
  const { list } = useSnapshot(shownDialogs);
  if (list.length === 0) return null;
  const [{ title, text, answers }] = list;
  return answers === null ? (
    <AlertDialog
      title={title}
      text={text}
      closeLabel={accountText.screen.close}
      isOpen
      onClose={() => answerDialog(true)}
    />
  ) : (
    <ConfirmDialog
      title={title}
      confirmLabel={answers.yes}
      cancelLabel={answers.no}
      isOpen
      onConfirm={() => answerDialog(true)}
      onCancel={() => answerDialog(false)}
    >
      {text}
    </ConfirmDialog>
  );
}
