import { type ReactNode, useState } from "react";
import { Button } from "../buttons/Button.tsx";
import css from "./Dialog.module.css";
import { Dialog } from "./Dialog.tsx";

export interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  tone?: "primary" | "danger";
  isOpen: boolean;
  /** Neither Esc nor a press outside closes it. */
  isSticky?: boolean;
  /** While a promise is open both buttons wait. When it is rejected, the dialog stays and says 'Error: {message}'. */
  onConfirm: () => unknown;
  onCancel: () => void;
}

/** Asks before something is done; Esc and a press outside mean no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel,
    tone = "danger",
    isOpen,
    isSticky = false,
    onConfirm,
    onCancel,
  } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(`Error: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      setBusy(false);
    }
  };
  const cancel = () => {
    setFailure(null);
    onCancel();
  };
  return (
    <Dialog
      title={title}
      closeLabel={cancelLabel}
      isOpen={isOpen}
      onClose={cancel}
      width={440}
      role="alertdialog"
      hasNoClose
      isSticky={isSticky || isBusy}
      actions={
        <>
          <Button isDisabled={isBusy} autoFocus onPress={cancel}>
            {cancelLabel}
          </Button>
          <Button tone={tone} isPending={isBusy} onPress={() => void confirm()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={css.message}>{children}</div>
      {failure === null ? null : (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  );
}
