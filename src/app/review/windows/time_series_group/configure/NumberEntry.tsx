import { useState } from "react";
import { TextInput } from "../../../../../ui/fields/TextInput.tsx";
import { useGraphsEdit } from "./use-graphs-edit.ts";

export interface NumberEntryProps {
  label: string;
  /** `fieldOf` */
  field: string;
  value: number;
  isDisabled?: boolean;
  isLabelHidden?: boolean;
  onEnter: (typed: string) => void;
}

/** A number of a graph or a trace: what is being typed stays as it is typed, and what is wrong stands under it. */
export function NumberEntry({ label, field, value, isDisabled = false, isLabelHidden, onEnter }: NumberEntryProps) {
  const { draft, problems } = useGraphsEdit();
  /** While it is typed. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      maxLength={12}
      value={typed ?? draft.wrong[field] ?? String(value)}
      error={problems[field]}
      isDisabled={isDisabled}
      {...(isLabelHidden === undefined ? {} : { isLabelHidden })}
      onChange={(next) => {
        setTyped(next);
        onEnter(next);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
