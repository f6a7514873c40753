import { Check } from "lucide-react";
import { uploadText as words } from "../../../protocol/text/upload-text.ts";
import { barSteps, type SkippingSettings, type Step } from "./steps.ts";
import css from "./Wizard.module.css";

export interface StepBarProps {
  settings: SkippingSettings;
  step: Step;
  /** Form mode: the third step is the form's. */
  isForm: boolean;
}

/** Where in the wizard the user is. It only shows; Back and Next move. */
export function StepBar({ settings, step, isForm }: StepBarProps) {
  const steps = barSteps(settings);
  const at = steps.indexOf(step);
  return (
    <nav className={css.bar} aria-label={words.stepBar}>
      <ol className={css.steps}>
        {steps.map((one, k) => {
          const state = k < at ? "done" : k === at ? "current" : "ahead";
          return (
            <li
              key={one}
              className={css.step}
              data-state={state}
              aria-current={state === "current" ? "step" : undefined}
            >
              <span className={css.dot} aria-hidden>
                {state === "done" ? <Check size={12} strokeWidth={3} /> : k + 1}
              </span>
              {words.steps[one === "data" && isForm ? "form" : one]}
              {state === "done" ? <span className="visually-hidden">{words.done}</span> : null}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
