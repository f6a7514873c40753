import { Label, RadioButton, RadioField, RadioGroup } from "react-aria-components";
import css from "./RadioList.module.css";

export interface RadioListProps {
  label: string;
  /** What the label says is seen otherwise: it is there for those who do not see it. */
  isLabelHidden?: boolean;
  options: readonly { readonly id: string; readonly name: string; readonly hint?: string | undefined }[];
  /** Null: none yet. */
  selected: string | null;
  onChoose: (id: string) => void;
  isReadOnly?: boolean;
  /** Side by side where there is room. */
  isRow?: boolean;
}

/** One of a few options, all of them in sight; arrows move the choice. */
export function RadioList(props: RadioListProps) {
  const { label, isLabelHidden = false, options, selected, onChoose, isReadOnly = false, isRow = false } = props;
  return (
    <RadioGroup
      className={css.list}
      data-row={isRow || undefined}
      value={selected}
      onChange={onChoose}
      isReadOnly={isReadOnly}
    >
      <Label className={isLabelHidden ? "visually-hidden" : css.label}>{label}</Label>
      <div className={css.options}>
        {options.map(({ id, name, hint }) => (
          <RadioField key={id} value={id}>
            <RadioButton className={css.option}>
              <span className={css.dot} aria-hidden />
              <span>{name}</span>
              {hint === undefined ? null : (
                <kbd className={css.hint} aria-hidden>
                  {hint}
                </kbd>
              )}
            </RadioButton>
          </RadioField>
        ))}
      </div>
    </RadioGroup>
  );
}
