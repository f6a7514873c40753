import { type FormEvent, useRef, useState } from "react";
import { displayBarText } from "../../../protocol/text/display-bar-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { TextInput } from "../../../ui/fields/TextInput.tsx";
import { endForm } from "../../shell/index.ts";

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
  const typed = useRef(rest.name);
  const close = () => {
    typed.current = rest.name;
    onClose();
  };
  return (
    <Dialog
      title={title}
      closeLabel={displayBarText.close}
      isOpen={isOpen}
      onClose={() => endForm(typed.current !== rest.name, close)}
      width={440}
    >
      <NameForm
        {...rest}
        onClose={close}
        onType={(name) => {
          typed.current = name;
        }}
      />
    </Dialog>
  );
}

interface NameFormProps extends Omit<NameDialogProps, "isOpen" | "title"> {
  onType: (name: string) => void;
}

function NameForm({ name, most, onType, onClose, onSave }: NameFormProps) {
  const [value, setValue] = useState(name);
  const enter = (next: string) => {
    setValue(next);
    onType(next);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await onSave(value);
    onClose();
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <TextInput label={displayBarText.name} value={value} onChange={enter} maxLength={most} autoFocus />
      <div style={{ display: "flex", justifyContent: "flex-end", gap: 8, marginBlockStart: 16 }}>
        <Button onPress={onClose}>{displayBarText.cancel}</Button>
        <Button tone="primary" type="submit">
          {displayBarText.save}
        </Button>
      </div>
    </form>
  );
}
