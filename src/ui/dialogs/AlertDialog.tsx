import { Button } from "../buttons/Button.tsx";
import css from "./Dialog.module.css";
import { Dialog } from "./Dialog.tsx";

export interface AlertDialogProps {
  title: string;
  text: string;
  closeLabel: string;
  isOpen: boolean;
  onClose: () => void;
}

/** One message that must be read: a single button closes it. */
export function AlertDialog({ title, text, closeLabel, isOpen, onClose }: AlertDialogProps) {
  return (
    <Dialog
      title={title}
      closeLabel={closeLabel}
      isOpen={isOpen}
      onClose={onClose}
      width={440}
      role="alertdialog"
      hasNoClose
      actions={
        <Button tone="primary" autoFocus onPress={onClose}>
          {closeLabel}
        </Button>
      }
    >
      <p className={css.message}>{text}</p>
    </Dialog>
  );
}
