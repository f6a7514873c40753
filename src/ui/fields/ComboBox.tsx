import { ChevronDown } from "lucide-react";
import { ComboBox as AriaComboBox, Button, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components";
import combo from "./ComboBox.module.css";
import css from "./Field.module.css";
import { FieldMessage } from "./FieldMessage.tsx";

export interface ComboBoxProps {
  label: string;
  options: readonly { readonly id: string; readonly name: string }[];
  /** Id of the taken option; null: none yet. */
  selected: string | null;
  onChoose: (id: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  /** Said when nothing holds the typed text. */
  emptyText: string;
  isRequired?: boolean;
}

/** One of a long list, found by typing a part of its name. Leaving the field brings the taken option back. */
export function ComboBox({ label, options, selected, onChoose, hint, error, emptyText, isRequired }: ComboBoxProps) {
  return (
    <AriaComboBox
      className={css.field}
      data-size="medium"
      defaultItems={options}
      value={selected}
      onChange={(key) => {
        if (key !== null) onChoose(String(key));
      }}
      allowsEmptyCollection
      isInvalid={error !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
    >
      <Label className={css.label}>{label}</Label>
      <div className={combo.line}>
        <Input className={css.input} />
        <Button className={combo.open}>
          <ChevronDown size={16} aria-hidden />
        </Button>
      </div>
      <FieldMessage error={error} hint={hint} />
      <Popover className={css.popover} offset={4} maxHeight={280}>
        <ListBox<ComboBoxProps["options"][number]>
          className={css.list}
          renderEmptyState={() => <p className={combo.empty}>{emptyText}</p>}
        >
          {({ id, name }) => (
            <ListBoxItem id={id} textValue={name} className={css.option}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
