import { useState } from "react";
import {
  type AnswerValue,
  type FormDraft,
  fieldFailures,
  isAnswered,
  patientForm,
  sectionsOf,
  typingFailure,
} from "../../domain/people/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { thisDay } from "./draft.ts";
import css from "./Forms.module.css";
import { QuestionField } from "./QuestionField.tsx";

export interface FormEntryProps {
  draft: FormDraft;
  onChange: (draft: FormDraft) => void;
  /** Every field says what is wrong with it; before, only those that were left with something wrong in them. */
  showsErrors: boolean;
  form?: typeof patientForm;
}

/** The patient form to be filled in (spec 000 section 2, form mode of the wizard). */
export function FormEntry({ draft, onChange, showsErrors, form = patientForm }: FormEntryProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const failures = fieldFailures(form, draft, thisDay());
  const errorOf = (identifier: string, value: AnswerValue) =>
    showsErrors || (left.has(identifier) && isAnswered(value)) ? failures[identifier] : undefined;
  return (
    <div className={css.entry} data-marks-required>
      <p className={css.marks}>{formsText.entry.marks}</p>
      {sectionsOf(form).map(({ name, questions }) => (
        <fieldset key={name} className={css.section}>
          <legend className={css.legend}>{name}</legend>
          <div className={css.fields}>
            {questions.map((question) => {
              const { identifier } = question;
              const value = draft[identifier] ?? null;
              return (
                <QuestionField
                  key={identifier}
                  question={question}
                  value={value}
                  onChange={(next) => onChange({ ...draft, [identifier]: next })}
                  onLeave={() => setLeft((before) => new Set(before).add(identifier))}
                  error={
                    (typeof value === "string" ? typingFailure(question, value) : null) ?? errorOf(identifier, value)
                  }
                />
              );
            })}
          </div>
        </fieldset>
      ))}
    </div>
  );
}
