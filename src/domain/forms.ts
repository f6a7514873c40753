/** The patient form: its questions, what an answer may be, and how it is submitted (spec 000 sections 3, 5 and 9). */
import { CalendarDate } from "@internationalized/date";
import type { FormAnswer, SubmittedForm } from "../protocol/forms.ts";
import { formsText } from "../protocol/forms-text.ts";
import { isPlain, tidy } from "./admin-rules.ts";

const { rules, prompts, sections } = formsText;

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

/** Answers by identifier of the question, as they stand in the fields: dates as they are typed. */
export type FormDraft = Readonly<Record<string, AnswerValue>>;

const defaultCharacterLimit = 25;
const mostDigits = 4;
/** How far from today a date may be. */
const mostYears = 10;

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

/** What the fields of a form begin with. */
export const draftOf = ({ questions }: FormDefinition): FormDraft =>
  Object.fromEntries(questions.map(({ identifier, default: value = null }) => [identifier, value]));

/** A date as it is typed ("6/3/2026") or stored ("2026-06-03"); null unless the calendar has it. */
export function parseDay(written: string): CalendarDate | null {
  const typed = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(written);
  const stored = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(written);
  const [year, month, day] = (typed !== null ? [typed[3], typed[1], typed[2]] : (stored?.slice(1) ?? [])).map(Number);
  if (year === undefined || year === 0) return null;
  const date = new CalendarDate(year, month, day); // puts what is too large right: 02/30 becomes 02/29
  return date.year === year && date.month === month && date.day === day ? date : null;
}

/** "06/03/2026": how dates are written to be read. */
export const dayText = ({ year, month, day }: Pick<CalendarDate, "year" | "month" | "day">): string =>
  `${String(month).padStart(2, "0")}/${String(day).padStart(2, "0")}/${String(year).padStart(4, "0")}`;

/** First and last day that a date field takes. */
export const dayLimits = (today: CalendarDate): readonly [CalendarDate, CalendarDate] => [
  today.subtract({ years: mostYears }),
  today.add({ years: mostYears }),
];

const isNumber = (written: string) => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(written.trim());

export const characterLimitOf = ({ isDigitsOnly, characterLimit = defaultCharacterLimit }: Question): number =>
  isDigitsOnly === true ? Math.min(mostDigits, characterLimit) : characterLimit;

/** What a number field says while it is typed in. */
export const typingFailure = ({ type }: Question, written: string): string | null =>
  type === "number" && written.trim() !== "" && !isNumber(written) ? rules.enterNumber : null;

/** What a field keeps of what is typed: no more than its limit, and digits alone where it takes nothing else. */
export const typed = (question: Question, written: string): string =>
  [...(question.isDigitsOnly === true ? written.replace(/\D/g, "") : written)]
    .slice(0, characterLimitOf(question))
    .join("");

export const isAnswered = (value: AnswerValue | undefined): value is string | string[] =>
  value !== undefined && value !== null && (typeof value === "string" ? value.trim() !== "" : value.length > 0);

const isOption = ({ options = [] }: Question, value: string) => options.some(({ id }) => id === value);

/** What is wrong with an answer that was given; null: nothing. */
function valueFailure(question: Question, value: string | readonly string[], today: CalendarDate): string | null {
  const { type, questionType, prompt } = question;
  if (type === "checkbox" && questionType === "multiple") {
    const isRight =
      typeof value !== "string" && new Set(value).size === value.length && value.every((id) => isOption(question, id));
    return isRight ? null : rules.option(prompt);
  }
  if (typeof value !== "string") return rules.option(prompt);
  if (type === "checkbox" || type === "dropdown") return isOption(question, value) ? null : rules.option(prompt);
  if (type === "datepicker") {
    const day = parseDay(value);
    const [first, last] = dayLimits(today);
    return day !== null && day.compare(first) >= 0 && day.compare(last) <= 0 ? null : rules.date;
  }
  const limit = characterLimitOf(question);
  if ([...value].length > limit) return rules.tooLong(prompt, limit);
  if (type === "text") return isPlain(value) ? null : rules.plain;
  if (!isNumber(value) || (question.isDigitsOnly === true && !/^\d+$/.test(value))) return rules.number;
  return Number(value) < 0 ? rules.positive : null;
}

/** A stay cannot end before it began. Null when either date is missing or unreadable. */
function stayFailure(draft: FormDraft): string | null {
  const [from, to] = [draft.admissionDate, draft.dischargeDate].map((value) =>
    typeof value === "string" ? parseDay(value) : null,
  );
  return from && to && to.compare(from) < 0 ? rules.dischargeFirst : null;
}

/** What stands under each field that is not right, by identifier. `today`: of whoever fills it in. */
export function fieldFailures(
  form: FormDefinition,
  draft: FormDraft,
  today: CalendarDate,
): Readonly<Record<string, string>> {
  const failures: Record<string, string> = {};
  for (const question of form.questions) {
    const value = draft[question.identifier];
    const failure = isAnswered(value)
      ? valueFailure(question, value, today)
      : question.required
        ? rules.fieldRequired
        : null;
    if (failure !== null) failures[question.identifier] = failure;
  }
  const stay = stayFailure(draft);
  if (stay !== null) failures.dischargeDate ??= stay;
  return failures;
}

/** One sentence that keeps a form from being submitted; null: it can be. */
export function draftFailure(form: FormDefinition, draft: FormDraft, today: CalendarDate): string | null {
  const failures = fieldFailures(form, draft, today);
  const missing = form.questions.filter(({ identifier, required }) => required && !isAnswered(draft[identifier]));
  if (missing.length > 1) return rules.incomplete;
  if (missing.length === 1) return rules.required(missing[0].prompt);
  const [first] = form.questions.filter(({ identifier }) => identifier in failures);
  return first === undefined ? null : failures[first.identifier];
}

const submittedValue = ({ type }: Question, value: AnswerValue | undefined): AnswerValue => {
  if (!isAnswered(value)) return null;
  if (typeof value !== "string") return [...value];
  return type === "datepicker" ? (parseDay(value)?.toString() ?? value) : tidy(value);
};

/** The form as it is sent: every question in its order, dates as "YYYY-MM-DD". `nowMs`: when it was filled in. */
export const submittedForm = (
  { formID, formName, questions }: FormDefinition,
  draft: FormDraft,
  nowMs: number,
): SubmittedForm => ({
  formName,
  formID,
  dateFilled: nowMs,
  answers: questions.map((question) => ({
    identifier: question.identifier,
    ...(question.NINDS === undefined ? {} : { NINDS: question.NINDS }),
    value: submittedValue(question, draft[question.identifier]),
  })),
});

/** Answers of a form that was submitted, by identifier. */
export const answersOf = ({ answers }: SubmittedForm): FormDraft =>
  Object.fromEntries(answers.map(({ identifier, value }) => [identifier, value]));

const [earliestMs, latestMs] = [Date.UTC(2000, 0), Date.UTC(2200, 0)];

/** Why the server does not take a form; null: it does. Dates are measured against the day it was filled in. */
export function submittedFormFailure(submitted: SubmittedForm): string | null {
  const form = formOf(submitted.formID);
  if (form === undefined || form.formName !== submitted.formName) return rules.unknownForm;
  const { dateFilled, answers } = submitted;
  if (!(dateFilled >= earliestMs && dateFilled < latestMs)) return rules.date;
  const known = new Set(form.questions.map(({ identifier }) => identifier));
  if (answers.some(({ identifier }) => !known.has(identifier))) return rules.unknownQuestion;
  if (new Set(answers.map(({ identifier }) => identifier)).size !== answers.length) return rules.twice;
  const isStored = ({ identifier, type }: Question) => {
    const value = answers.find((answer) => answer.identifier === identifier)?.value;
    return type !== "datepicker" || typeof value !== "string" || /^\d{4}-\d{2}-\d{2}$/.test(value);
  };
  if (!form.questions.every(isStored)) return rules.date;
  const filled = new Date(dateFilled);
  // A day more on either side: where it was filled in it may have been yesterday or tomorrow.
  const day = new CalendarDate(filled.getUTCFullYear(), filled.getUTCMonth() + 1, filled.getUTCDate());
  const draft = answersOf(submitted);
  const failures = [day.subtract({ days: 1 }), day, day.add({ days: 1 })].map((today) =>
    draftFailure(form, draft, today),
  );
  return failures.includes(null) ? null : failures[1];
}

/** Sum of the three responses of one Glasgow Coma Scale; null unless all are known. */
export function gcsTotal(draft: FormDraft, prefix: "" | "best" | "worst"): number | null {
  const levels = ["Verbal", "Eye", "Motor"].map((response) => Number(draft[`${prefix}GCS${response}Response`] ?? "x"));
  return levels.every(Number.isInteger) ? levels.reduce((sum, level) => sum + level, 0) : null;
}
