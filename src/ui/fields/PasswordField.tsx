import type { SyntheticEvent } from "react";
import { Input, Label, TextField } from "react-aria-components";
import css from "./Field.module.css";
import { FieldMessage } from "./FieldMessage.tsx";

export interface PasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Password managers fill by this although pasting is blocked. */
  autoComplete: "current-password" | "new-password";
  /** Show the characters. */
  isShown: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
  size?: "medium" | "large";
}

const refuse = (event: SyntheticEvent) => event.preventDefault();
const noClipboard = { onCopy: refuse, onCut: refuse, onPaste: refuse, onDrop: refuse };

/** A password: copying, cutting, pasting and dropping are blocked (spec 000 section 2, Shell). */
export function PasswordField({ label, isShown, error, hint, size = "medium", ...props }: PasswordFieldProps) {
  return (
    <TextField
      {...props}
      className={css.field}
      data-size={size}
      type={isShown ? "text" : "password"}
      // As long as the server takes one (protocol/accounts.ts).
      maxLength={256}
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label className={css.label}>{label}</Label>
      <Input className={css.input} {...noClipboard} spellCheck={false} autoCapitalize="none" autoCorrect="off" />
      <FieldMessage error={error} hint={hint} />
    </TextField>
  );
}
