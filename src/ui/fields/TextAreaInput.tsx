import { Label, TextArea, TextField } from "react-aria-components";
import css from "./Field.module.css";
import { FieldMessage } from "./FieldMessage.tsx";
import areaCss from "./TextAreaInput.module.css";

export interface TextAreaInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isReadOnly?: boolean;
  isRequired?: boolean;
  maxLength?: number;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A few lines of text with their label above. */
export function TextAreaInput({ label, hint, error, ...props }: TextAreaInputProps) {
  return (
    <TextField {...props} className={css.field} isInvalid={error !== undefined} validationBehavior="aria">
      <Label className={css.label}>{label}</Label>
      <TextArea className={`${css.input} ${areaCss.area}`} rows={3} />
      <FieldMessage error={error} hint={hint} />
    </TextField>
  );
}
