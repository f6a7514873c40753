import { CellText } from "../../ui/table/CellText.tsx";
import css from "./Patients.module.css";

/** A name that takes two lines where room is short; longer than 70 characters it is cut like everywhere. */
export function WrappedText({ text }: { text: string }) {
  return (
    <span className={css.wrapped}>
      <CellText text={text} />
    </span>
  );
}
