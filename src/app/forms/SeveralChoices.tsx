import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { Choice } from "../../domain/people/forms.ts";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import css from "./Forms.module.css";

export interface SeveralChoicesProps {
  label: string;
  options: readonly Choice[];
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  isRequired: boolean;
  error: string | undefined;
}

/** Any number of a few options. */
export function SeveralChoices({ label, options, selected, onChange, isRequired, error }: SeveralChoicesProps) {
  const errorId = useId();
  const turn = (id: string, isOn: boolean) =>
    onChange(options.map((option) => option.id).filter((each) => (each === id ? isOn : selected.includes(each))));
  return (
    <fieldset
      className={`${css.section} ${css.choices}`}
      data-required={isRequired || undefined}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <legend className={css.label}>{label}</legend>
      {options.map(({ id, name }) => (
        <Checkbox key={id} isSelected={selected.includes(id)} onChange={(isOn) => turn(id, isOn)}>
          {name}
        </Checkbox>
      ))}
      {error === undefined ? null : (
        <p id={errorId} className={css.error}>
          <CircleAlert size={14} aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  );
}
