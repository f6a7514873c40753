import { Input, Label, TextField } from "react-aria-components";
import css from "./DateTimeField.module.css";

export interface TextInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A line of text with its label above. */
export function TextInput({ label, value, onChange }: TextInputProps) {
  return (
    <TextField className={css.field} value={value} onChange={onChange}>
      <Label className={css.label}>{label}</Label>
      <Input className={css.input} />
    </TextField>
  );
}
