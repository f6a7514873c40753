import { Label, RadioButton, RadioField, RadioGroup } from "react-aria-components";
import type { Choice } from "../../domain/people/forms.ts";
import { FieldMessage } from "../../ui/fields/FieldMessage.tsx";
import css from "./Forms.module.css";

export interface SingleChoiceProps {
  label: string;
  options: readonly Choice[];
  /** Null: none yet. */
  selected: string | null;
  onChoose: (id: string) => void;
  isRequired: boolean;
  error: string | undefined;
}

/** One of a few options, all of them in sight; arrows move the choice. */
export function SingleChoice({ label, options, selected, onChoose, isRequired, error }: SingleChoiceProps) {
  return (
    <RadioGroup
      className={css.choices}
      value={selected}
      onChange={onChoose}
      isRequired={isRequired}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className={css.label}>{label}</Label>
      {options.map(({ id, name }) => (
        <RadioField key={id} value={id}>
          <RadioButton className={css.choice}>
            <span className={css.dot} aria-hidden />
            {name}
          </RadioButton>
        </RadioField>
      ))}
      <FieldMessage error={error} />
    </RadioGroup>
  );
}
