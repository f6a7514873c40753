import { type FormEvent, useState } from "react";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";

export interface NameDialogProps {
  title: string;
  name: string;
  /** Characters. */
  most: number;
  isOpen: boolean;
  onClose: () => void;
  /** A blank name is handed over as it is: it changes nothing. */
  onSave: (name: string) => Promise<unknown>;
}

/** Asks for another name. */
export function NameDialog({ isOpen, onClose, title, ...rest }: NameDialogProps) {
  return (
    <Dialog title={title} closeLabel={displayBarText.close} isOpen={isOpen} onClose={onClose} width={440}>
      <NameForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ name, most, onClose, onSave }: Omit<NameDialogProps, "isOpen" | "title">) {
  const [value, setValue] = useState(name);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await onSave(value);
    onClose();
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <TextInput label={displayBarText.name} value={value} onChange={setValue} maxLength={most} autoFocus />
      <div style={{ display: "flex", justifyContent: "flex-end", gap: 8, marginBlockStart: 16 }}>
        <Button onPress={onClose}>{displayBarText.cancel}</Button>
        <Button tone="primary" type="submit">
          {displayBarText.save}
        </Button>
      </div>
    </form>
  );
}
