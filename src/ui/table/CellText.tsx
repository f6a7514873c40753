import { Focusable } from "react-aria-components";
import { WithTooltip } from "../notices/WithTooltip.tsx";
import { cut } from "./columns.ts";
import css from "./Table.module.css";
import { TwoLines } from "./TwoLines.tsx";

/** The text of a cell, on one line or where it may be wrapped on two. What is cut off can be read by pointing at it or by moving the focus onto it. */
export function CellText({ text, isWrapped = false }: { text: string; isWrapped?: boolean }) {
  const short = cut(text);
  if (short === text) return isWrapped ? <TwoLines text={text} /> : <span className={css.text}>{text}</span>;
  return (
    <WithTooltip hint={text}>
      <Focusable>
        <span role="img" aria-label={text} className={css.text}>
          {isWrapped ? <TwoLines text={short} /> : short}
        </span>
      </Focusable>
    </WithTooltip>
  );
}
