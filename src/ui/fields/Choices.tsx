import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import css from "./Choices.module.css";

export interface ChoicesProps {
  label: string;
  choices: readonly { readonly id: string; readonly name: string; readonly isDisabled?: boolean }[];
  selected: string;
  onChoose: (id: string) => void;
  isDisabled?: boolean;
}

const arrows: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

/** A few choices side by side, exactly one of them taken; arrows move it. */
export function Choices({ label, choices, selected, onChoose, isDisabled = false }: ChoicesProps) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={css.group}
      selectionMode="single"
      disallowEmptySelection
      isDisabled={isDisabled}
      selectedKeys={[selected]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChoose(String(key));
      }}
    >
      {choices.map(({ id, name, isDisabled: isOff = false }) => (
        <ToggleButton
          key={id}
          id={id}
          isDisabled={isDisabled || isOff}
          className={css.choice}
          // The arrow has moved the focus here: as in every radio group it takes the choice along.
          onKeyUp={({ key }) => {
            if (arrows.has(key) && id !== selected) onChoose(id);
          }}
        >
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
