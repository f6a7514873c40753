import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import css from "./Choices.module.css";

export interface ChoicesProps {
  label: string;
  choices: readonly { readonly id: string; readonly name: string }[];
  selected: string;
  onChoose: (id: string) => void;
}

const arrows: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

/** A few choices side by side, exactly one of them taken; arrows move it. */
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
        <ToggleButton
          key={id}
          id={id}
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
