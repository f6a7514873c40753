import { Fragment } from "react";
import { keyParts } from "../../../protocol/text/shortcut-text.ts";
import css from "./Shortcuts.module.css";

const isMac = /mac/i.test(navigator.userAgent);

/** Keys as they are printed on a keyboard. */
export function KeyCaps({ triggers }: { triggers: readonly (string | null)[] }) {
  return triggers
    .filter((key) => key !== null)
    .map((key) => (
      <Fragment key={key}>
        {keyParts(key, isMac).map((cap) => (
          <kbd key={cap} className={css.cap}>
            {cap}
          </kbd>
        ))}
        <span className={css.gap} />
      </Fragment>
    ));
}
