import { Activity } from "lucide-react";
import { useState } from "react";
import { accountText } from "../../protocol/text/account-text.ts";
import css from "./SignInFrame.module.css";
import { panelHeight, panelTraces, panelWidth } from "./traces.ts";

/** The dark half of the sign-in screens: decoration and one sentence about the product. */
export function TracePanel() {
  const [traces] = useState(panelTraces);
  return (
    <aside className={css.panel}>
      <svg
        className={css.traces}
        viewBox={`0 0 ${panelWidth} ${panelHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {traces.map(({ path, isSecond, opacity }) => (
          <path key={path} d={path} className={isSecond ? css.second : css.first} opacity={opacity} />
        ))}
      </svg>
      <div className={css.promise}>
        <Activity size={22} aria-hidden />
        <p className={css.promiseTitle}>{accountText.screen.promise}</p>
        <p>{accountText.screen.promiseText}</p>
      </div>
    </aside>
  );
}
