import type { LucideIcon } from "lucide-react";
import type { RefObject } from "react";
import { Input, TextField, type TextFieldProps } from "react-aria-components";
import css from "./BarInput.module.css";
import { FieldMessage } from "./FieldMessage.tsx";

export interface BarInputProps extends Pick<TextFieldProps, "onFocus" | "onBlur" | "onKeyDown" | "isDisabled"> {
  /** Accessible name. */
  label: string;
  /** What stands in the empty field: the beginning of its name. */
  placeholder: string;
  icon: LucideIcon;
  value: string;
  onChange: (value: string) => void;
  /** Said above the field while it has the focus. */
  hint?: string | undefined;
  /** What is wrong with the value, said in place of the hint. */
  error?: string | undefined;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** A short line of text in a bar at the foot of a window: its name stands in it, what is said of the value floats above. */
export function BarInput({ label, placeholder, icon: Icon, hint, error, inputRef, ...props }: BarInputProps) {
  return (
    <TextField
      {...props}
      className={css.field}
      aria-label={label}
      autoComplete="off"
      spellCheck="false"
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Icon size={14} aria-hidden />
      <Input ref={inputRef} className={css.input} placeholder={placeholder} />
      <div className={css.said} role="status">
        <FieldMessage error={error} hint={hint} />
      </div>
    </TextField>
  );
}
