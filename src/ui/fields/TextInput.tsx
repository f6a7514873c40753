import { Input, Label, TextField, type TextFieldProps } from "react-aria-components";
import css from "./Field.module.css";
import { FieldMessage } from "./FieldMessage.tsx";

export interface TextInputProps
  extends Pick<
    TextFieldProps,
    | "type"
    | "name"
    | "autoComplete"
    | "autoFocus"
    | "inputMode"
    | "isDisabled"
    | "isReadOnly"
    | "isRequired"
    | "maxLength"
    | "onBlur"
    | "onFocus"
    | "onKeyDown"
    | "onPaste"
  > {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Under the field, while there is no error. */
  hint?: string | undefined;
  /** What is wrong with the value. */
  error?: string | undefined;
  /** "large" is the 40 px height of the sign-in page. */
  size?: "medium" | "large";
  /** What the label says is seen otherwise: it is there for those who do not see it. */
  isLabelHidden?: boolean;
}

/** A line of text with its label above, help or error below. */
export function TextInput(all: TextInputProps) {
  const { label, placeholder, hint, error, size = "medium", isLabelHidden = false, onKeyDown, ...props } = all;
  return (
    <TextField
      {...props}
      {...(onKeyDown === undefined
        ? {}
        : {
            onKeyDown: (event) => {
              onKeyDown(event);
              // What it does not act on is for whoever is around it: Esc ends a dialog from any of its fields.
              if (!event.isDefaultPrevented()) event.continuePropagation();
            },
          })}
      className={css.field}
      data-size={size}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className={isLabelHidden ? "visually-hidden" : css.label}>{label}</Label>
      <Input className={css.input} placeholder={placeholder} />
      <FieldMessage error={error} hint={hint} />
    </TextField>
  );
}
