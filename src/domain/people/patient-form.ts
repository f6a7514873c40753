/** The patient form: its sections, questions and options (spec 000 sections 2, 3 and 9), and what a question can be. */
import type { FormAnswer } from "../../protocol/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";

const { prompts, sections } = formsText;

export type AnswerValue = FormAnswer["value"];

export interface Choice {
  /** What is stored. */
  readonly id: string;
  readonly name: string;
}

export interface Question {
  readonly identifier: string;
  readonly prompt: string;
  readonly type: "text" | "number" | "dropdown" | "checkbox" | "datepicker";
  /** Of a checkbox: one of the options, or any number of them. */
  readonly questionType?: "single" | "multiple";
  readonly required: boolean;
  /** What stands there before anybody answers; nothing without it. */
  readonly default?: AnswerValue;
  /** Of a dropdown or checkbox. */
  readonly options?: readonly Choice[];
  /** Of a text or number; 25 unless told. */
  readonly characterLimit?: number;
  /** Of a number: digits and nothing else, at most 4. */
  readonly isDigitsOnly?: boolean;
  /** Name of the common data element, where the question has one. */
  readonly NINDS?: string;
  readonly section: string;
}

export interface FormDefinition {
  readonly formID: string;
  readonly formName: string;
  readonly questions: readonly Question[];
}

const unknown: Choice = { id: "Unknown", name: formsText.unknown };
/** Levels from 1 on, then Unknown. */
const levels = (names: readonly string[]): readonly Choice[] => [
  ...names.map((name, k) => ({ id: String(k + 1), name: formsText.level(k + 1, name) })),
  unknown,
];
const named = (names: readonly string[]): readonly Choice[] => [...names.map((name) => ({ id: name, name })), unknown];

/** GCS: verbal 1-5, eye 1-4, motor 1-6, each or Unknown (spec 000 section 9). */
const responses = { Verbal: levels(formsText.verbal), Eye: levels(formsText.eye), Motor: levels(formsText.motor) };

const gcs = (prefix: "" | "best" | "worst", section: string): readonly Question[] =>
  (["Verbal", "Eye", "Motor"] as const).map((response) => {
    const identifier = `${prefix}GCS${response}Response` as const;
    const options = responses[response];
    return {
      identifier,
      prompt: prompts[identifier],
      type: "checkbox",
      questionType: "single",
      required: true,
      options,
      section,
    };
  });

/** Every field of spec 000 section 3. A patient who is still there has no discharge yet: those two can be left open. */
export const patientForm: FormDefinition = {
  formID: "patient_form",
  formName: formsText.name,
  questions: [
    {
      identifier: "admissionDate",
      prompt: prompts.admissionDate,
      type: "datepicker",
      required: true,
      section: sections.stay,
    },
    {
      identifier: "dischargeDate",
      prompt: prompts.dischargeDate,
      type: "datepicker",
      required: false,
      section: sections.stay,
    },
    {
      identifier: "headCTResult",
      prompt: prompts.headCTResult,
      type: "dropdown",
      required: true,
      options: named(formsText.headCT),
      section: sections.stay,
    },
    {
      identifier: "dischargeDisposition",
      prompt: prompts.dischargeDisposition,
      type: "dropdown",
      required: false,
      options: named(formsText.disposition),
      section: sections.stay,
    },
    ...gcs("", sections.admission),
    ...gcs("best", sections.best),
    ...gcs("worst", sections.worst),
  ],
};

const forms: readonly FormDefinition[] = [patientForm];

/** The definition a form was submitted for; undefined when it is not known (any more). */
export const formOf = (formID: string): FormDefinition | undefined => forms.find((form) => form.formID === formID);

/** Sections of a form in order, each with its questions. */
export function sectionsOf({ questions }: FormDefinition): readonly { name: string; questions: readonly Question[] }[] {
  const names = [...new Set(questions.map(({ section }) => section))];
  return names.map((name) => ({ name, questions: questions.filter(({ section }) => section === name) }));
}
