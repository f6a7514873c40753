import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import css from "./Choices.module.css";

export interface ChoicesProps {
  label: string;
  choices: readonly { readonly id: string; readonly name: string }[];
  selected: string;
  onChoose: (id: string) => void;
}

/** A few choices side by side, exactly one of them taken. */
export function Choices({ label, choices, selected, onChoose }: ChoicesProps) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={css.group}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChoose(String(key));
      }}
    >
      {choices.map(({ id, name }) => (
        <ToggleButton key={id} id={id} className={css.choice}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
