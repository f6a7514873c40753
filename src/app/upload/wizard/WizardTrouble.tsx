import { TriangleAlert } from "lucide-react";
import type { Trouble } from "../queue/transfer/trouble.ts";
import { troubleWords } from "../queue/view/row-words.ts";
import { useNowMs } from "../queue/view/use-now.ts";
import css from "./Wizard.module.css";

/** What the wizard waits for, and when it is tried again; seconds are not read aloud. */
export function WizardTrouble({ trouble }: { trouble: Trouble }) {
  const { what, when } = troubleWords(trouble, useNowMs(true));
  return (
    <span className={css.trouble} role="status">
      <TriangleAlert size={14} aria-hidden />
      <span>
        {what} <span aria-hidden>{when}</span>
      </span>
    </span>
  );
}
