import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from "react-aria-components";
import css from "./Field.module.css";
import { FieldMessage } from "./FieldMessage.tsx";

export interface SelectProps {
  label: string;
  options: readonly { readonly id: string; readonly name: string }[];
  /** Id of the taken option; null: none yet. */
  selected: string | null;
  onChoose: (id: string) => void;
  placeholder?: string;
  hint?: string | undefined;
  error?: string | undefined;
  autoComplete?: string;
  isDisabled?: boolean;
  isRequired?: boolean;
  size?: "medium" | "large";
}

/** One of a list, in a form. Window bars use `MenuButton` instead (ui/design.md, Behaviour). Letters jump in the list. */
export function Select(props: SelectProps) {
  const { label, options, selected, onChoose, placeholder, hint, error, size = "medium", ...rest } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <AriaSelect
      {...rest}
      className={css.field}
      data-size={size}
      value={selected}
      onChange={(key) => {
        if (key === null) return;
        // At once: a question that is asked now gives the focus back to where it found it, and the option will be gone.
        trigger.current?.focus();
        onChoose(String(key));
      }}
      placeholder={placeholder}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className={css.label}>{label}</Label>
      <Button ref={trigger} className={`${css.input} ${css.trigger}`}>
        <SelectValue className={css.value} />
        <ChevronDown size={16} aria-hidden />
      </Button>
      <FieldMessage error={error} hint={hint} />
      <Popover className={css.popover} offset={4} maxHeight={320}>
        <ListBox className={css.list} items={options}>
          {({ id, name }) => (
            <ListBoxItem id={id} textValue={name} className={css.option}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
