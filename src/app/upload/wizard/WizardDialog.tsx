import { Hourglass, Inbox } from "lucide-react";
import { useEffect, useState } from "react";
import { uploadText as words } from "../../../protocol/text/upload-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Face } from "../../../ui/notices/Face.tsx";
import { draftFailure, submittedForm } from "../../forms/index.ts";
import { Failed } from "../../shell/index.ts";
import { enqueueUpload, showUpload } from "../queue/index.ts";
import { uploadingTypes } from "./data/kinds.ts";
import { Refused } from "./data/Refused.tsx";
import { closeWizard, goBack, goOn, loadSettings } from "./flow.ts";
import { orderOf } from "./order.ts";
import { refusalOf } from "./refusals.ts";
import { StepBar } from "./StepBar.tsx";
import { StepBody } from "./StepBody.tsx";
import { emptyWizard, rowsOf, wizard } from "./state.ts";
import { previousStep } from "./steps.ts";
import { useWizard } from "./use-wizard.ts";
import css from "./Wizard.module.css";
import { WizardTrouble } from "./WizardTrouble.tsx";

/** Width of the wizard, CSS px (look.md). */
const width = 760;

/** The upload wizard (spec 000 section 2): one step at a time, with the way on and back at its foot. */
export function WizardDialog() {
  const state = useWizard();
  const { settings, settingsFailure, step, draft, isTried, trouble } = state;
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void loadSettings(), []);
  const close = () => void closeWizard();
  const frame = { title: words.title, closeLabel: words.close, isOpen: true, width, onClose: close };
  if (settings === null)
    return (
      <Dialog {...frame}>
        <div className={css.body} data-bare>
          {settingsFailure === null ? (
            <Face icon={Hourglass} title={words.loading} role="status">
              {trouble === null ? null : <WizardTrouble trouble={trouble} />}
            </Face>
          ) : (
            <Failed error={new Error(settingsFailure)} onTryAgain={() => void loadSettings()} />
          )}
        </div>
      </Dialog>
    );
  const isNowhere = settings.sites.length === 0 || settings.projects.length === 0;
  if (isNowhere || uploadingTypes(settings).length === 0)
    return (
      <Dialog {...frame}>
        <div className={css.body} data-bare>
          <Face icon={Inbox} title={isNowhere ? words.nowhere : words.nothing}>
            <p>{isNowhere ? words.nowhereHint : words.nothingHint}</p>
          </Face>
        </div>
      </Dialog>
    );

  const refusal = refusalOf(state, settings, draft === null ? null : draftFailure(draft));
  const isForm =
    step === "data" ? state.uploadingType === "form" : draft !== null && rowsOf(state.selected).length === 0;
  const previous = previousStep(settings, step);
  const upload = () => {
    const order = orderOf(state, draft === null ? null : submittedForm(draft));
    if (order === null || isBusy) return;
    setBusy(true);
    const id = enqueueUpload(order);
    emptyWizard();
    showUpload(id);
  };
  const next = () => {
    if (refusal !== null) {
      wizard.isTried = true;
      if (refusal.at !== undefined) wizard.uploadingType = refusal.at;
    } else if (step === "summary") upload();
    else goOn();
  };
  return (
    <Dialog
      {...frame}
      ignoresOutside
      bar={step === "terms" ? undefined : <StepBar settings={settings} step={step} isForm={isForm} />}
      footNote={
        trouble !== null ? (
          <WizardTrouble trouble={trouble} />
        ) : refusal === null ? undefined : (
          <Refused refusal={refusal} isTried={isTried} />
        )
      }
      actions={
        <>
          {previous === null ? null : <Button onPress={goBack}>{words.back}</Button>}
          <Button tone="primary" isDisabled={refusal?.isBlocking === true || isBusy} onPress={next}>
            {step === "summary" ? words.upload : words.next}
          </Button>
        </>
      }
    >
      <StepBody key={step} settings={settings} onNext={next} />
    </Dialog>
  );
}
