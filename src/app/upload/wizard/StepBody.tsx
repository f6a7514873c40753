import { useEffect, useRef } from "react";
import { uploadText as words } from "../../../protocol/text/upload-text.ts";
import type { UploadSettings } from "../../../protocol/uploads.ts";
import { DataStep } from "./data/DataStep.tsx";
import { PatientStep } from "./patient/PatientStep.tsx";
import { PlaceStep } from "./place/PlaceStep.tsx";
import { SummaryStep } from "./summary/SummaryStep.tsx";
import { TermsStep } from "./TermsStep.tsx";
import { useWizard } from "./use-wizard.ts";
import css from "./Wizard.module.css";

interface Props {
  readonly settings: UploadSettings;
  /** As the button Next. */
  readonly onNext: () => void;
}

/** One step with its heading, which takes the focus when the step begins: what follows is then read in order. */
export function StepBody({ settings, onNext }: Props) {
  const { step, uploadingType } = useWizard();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.body} data-bare={step === "terms" || undefined}>
      <h3 ref={heading} tabIndex={-1} className={step === "terms" ? css.heading : "visually-hidden"}>
        {words.steps[step === "data" && uploadingType === "form" ? "form" : step]}
      </h3>
      {step === "terms" ? <TermsStep /> : null}
      {step === "place" ? <PlaceStep settings={settings} /> : null}
      {step === "patient" ? <PatientStep settings={settings} onNext={onNext} /> : null}
      {step === "data" ? <DataStep settings={settings} /> : null}
      {step === "summary" ? <SummaryStep /> : null}
    </div>
  );
}
