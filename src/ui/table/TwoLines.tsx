import { type CSSProperties, type ReactNode, useMemo } from "react";
import css from "./Table.module.css";
import { twoLineWidth, unbrokenIn } from "./two-lines.ts";

/** Sets what says `text` in a column that may be narrow: two lines at most, and none of it cut. */
export function TwoLines({ text, children = <Unbroken text={text} /> }: { text: string; children?: ReactNode }) {
  const width = useMemo(() => twoLineWidth(text), [text]);
  if (width === null) return <span className={css.line}>{children}</span>;
  return (
    <span className={css.lines} style={{ "--least": `${width.toFixed(1)}em` } as CSSProperties}>
      {children}
    </span>
  );
}

/** A browser may end a line behind any hyphen, inside a date as well, and anywhere in a long word, before its ellipsis too. */
function Unbroken({ text }: { text: string }) {
  const parts = unbrokenIn(text);
  if (parts.length === 1) return text;
  return parts.map(({ part, isUnbroken, at }) =>
    isUnbroken ? (
      <span key={at} className={css.line}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
