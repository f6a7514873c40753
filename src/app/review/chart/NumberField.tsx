import { useState } from "react";
import { plainNumber } from "../../../domain/plain-number.ts";
import { TextInput } from "../../../ui/fields/TextInput.tsx";

export interface NumberFieldProps {
  label: string;
  value: number;
  /** What is wrong with the value. */
  error?: string | undefined;
  onChange: (value: number) => void;
}

/** A number that is typed: while it is none, or empty, the value before stays (spec 001 section 5). */
export function NumberField({ label, value, error, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      maxLength={16}
      value={typed ?? String(value)}
      error={error}
      onChange={(next) => {
        setTyped(next);
        const number = plainNumber(next.replace("\u2212", "-"));
        if (number !== null) onChange(number);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
