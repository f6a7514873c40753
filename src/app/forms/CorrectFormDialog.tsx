import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useRef, useState } from "react";
import { isSameAnswers, reasonRules } from "../../domain/people/forms.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import { correctPatientForm, longestReason, type SubmittedForm } from "../../protocol/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { Dialog } from "../../ui/dialogs/Dialog.tsx";
import { TextAreaInput } from "../../ui/fields/TextAreaInput.tsx";
import { toast } from "../../ui/notices/toasts.ts";
import { call, reasonOnce } from "../session/index.ts";
import { endForm, useLeaveGuard } from "../shell/index.ts";
import { draftFailure, draftOfSubmitted, submittedForm } from "./draft.ts";
import { FormEntry } from "./FormEntry.tsx";
import css from "./Forms.module.css";
import { formsData } from "./queries.ts";

const words = formsText.correct;

/** The form is longer than the dialog: what is wrong with it stands below, and is brought into sight at each try. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

export interface CorrectFormDialogProps {
  patientKey: number;
  formId: number;
  form: SubmittedForm;
  /** When it was filled in, as the tab says it. */
  when: string;
  onClose: () => void;
}

/** The answers of a submitted form, to be put right: what is saved is a form of its own that stands in its place. */
export function CorrectFormDialog({ patientKey, formId, form, when, onClose }: CorrectFormDialogProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOfSubmitted(form));
  const [reason, setReason] = useState("");
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  // Of one draft the same is sent again: whoever had no answer does not know whether it was taken.
  const sent = useRef({ draft, form });
  const isChanged = !isSameAnswers(submittedForm(draft), form);
  const isTried = tries > 0;
  const isBegun = isChanged || reason !== "";
  useLeaveGuard(isBegun);
  const wrongReason = firstFailure(reasonRules, reason);
  const failure = draftFailure(draft) ?? wrongReason ?? null;
  const problem = (isTried ? failure : null) ?? refusal;
  const save = async () => {
    setTries(tries + 1);
    setRefusal(null);
    if (failure !== null) return;
    setBusy(true);
    if (sent.current.draft !== draft) sent.current = { draft, form: submittedForm(draft) };
    try {
      await call(correctPatientForm, { patient_id: patientKey, form_id: formId, form: sent.current.form, reason });
    } catch (error) {
      setRefusal(reasonOnce(error));
      setBusy(false);
      return;
    }
    toast.success(words.done);
    void queries.invalidateQueries({ queryKey: [formsData] });
    onClose();
  };
  return (
    <Dialog
      title={words.title(form.formName)}
      closeLabel={words.cancel}
      isOpen
      onClose={() => endForm(isBegun, onClose)}
      width={760}
      isSticky={isBusy}
      ignoresOutside
      footNote={isChanged ? undefined : words.same}
      actions={
        <>
          <Button isDisabled={isBusy} onPress={onClose}>
            {words.cancel}
          </Button>
          <Button tone="primary" isDisabled={!isChanged} isPending={isBusy} onPress={() => void save()}>
            {isBusy ? words.saving : words.save}
          </Button>
        </>
      }
    >
      <p className={css.filled}>{words.hint(when)}</p>
      <FormEntry draft={draft} onChange={setDraft} showsErrors={isTried} />
      <div className={css.reason} data-marks-required>
        <TextAreaInput
          label={words.reason}
          value={reason}
          onChange={setReason}
          isRequired
          maxLength={longestReason}
          hint={words.reasonHint}
          error={isTried ? wrongReason : undefined}
        />
      </div>
      {problem === null ? null : (
        <p key={tries} ref={intoView} className={css.problem} role="alert">
          <CircleAlert size={16} aria-hidden />
          {problem}
        </p>
      )}
    </Dialog>
  );
}
