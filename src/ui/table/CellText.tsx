import { Focusable } from "react-aria-components";
import { WithTooltip } from "../WithTooltip.tsx";
import { cut } from "./columns.ts";
import css from "./Table.module.css";

/** The text of a cell. What is cut off can be read by pointing at it or by moving the focus onto it. */
export function CellText({ text }: { text: string }) {
  const short = cut(text);
  if (short === text) return <span className={css.text}>{text}</span>;
  return (
    <WithTooltip hint={text}>
      <Focusable>
        <span role="img" aria-label={text} className={css.text}>
          {short}
        </span>
      </Focusable>
    </WithTooltip>
  );
}
