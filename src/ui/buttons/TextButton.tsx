import type { ReactNode } from "react";
import { Button } from "react-aria-components";
import css from "./TextButton.module.css";

export interface TextButtonProps {
  children: ReactNode;
  /** Name for assistive technology where the text alone says too little. */
  label?: string;
  onPress: () => void;
}

/** Text that opens something in place, looking like a link: the name of a row. */
export function TextButton({ children, label, onPress }: TextButtonProps) {
  return (
    <Button className={css.text} aria-label={label} onPress={onPress}>
      {children}
    </Button>
  );
}
