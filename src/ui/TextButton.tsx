import { Button } from "react-aria-components";
import css from "./TextButton.module.css";

/** Text that opens something in place, looking like a link: the name of a row. */
export function TextButton({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <Button className={css.text} onPress={onPress}>
      {children}
    </Button>
  );
}
