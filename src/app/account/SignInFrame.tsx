import type { ReactNode } from "react";
import { text } from "../../protocol/text/text.ts";
import { useTitle } from "../shell/index.ts";
import { Caution } from "./Caution.tsx";
import css from "./SignInFrame.module.css";
import { SignInMark } from "./SignInMark.tsx";
import { TracePanel } from "./TracePanel.tsx";

export interface SignInFrameProps {
  /** Name of the browser's tab. */
  tab: string;
  title: string;
  hint?: string;
  children: ReactNode;
}

/** The frame of every screen without a session: brand, form, caution; beside them the traces. */
export function SignInFrame({ tab, title, hint, children }: SignInFrameProps) {
  useTitle(tab);
  return (
    <div className={css.frame}>
      <main className={css.side}>
        <p className={css.brand}>
          <SignInMark />
          {text.product.name}
        </p>
        <div className={css.middle}>
          <h1 className={css.title}>{title}</h1>
          {hint === undefined ? null : <p className={css.hint}>{hint}</p>}
          {children}
        </div>
        <Caution />
      </main>
      <TracePanel />
    </div>
  );
}
