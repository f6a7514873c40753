/** What an answer of a form may be, and how a form is submitted (spec 000 section 5). */
import { CalendarDate } from "@internationalized/date";
import { formText, type SubmittedForm } from "../../protocol/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { dayLimits, dayText, parseDay } from "../time/days.ts";
import { isPlain, isPlainLines, tidy } from "./admin-rules.ts";
import { type AnswerValue, type FormDefinition, formOf, type Question } from "./patient-form.ts";
import type { Rule } from "./rules.ts";

export * from "../time/days.ts";
export * from "./patient-form.ts";

const { rules } = formsText;

/** Answers by identifier of the question, as they stand in the fields: dates as they are typed. */
export type FormDraft = Readonly<Record<string, AnswerValue>>;

const defaultCharacterLimit = 25;
const mostDigits = 4;

/** What the fields of a form begin with. */
export const draftOf = ({ questions }: FormDefinition): FormDraft =>
  Object.fromEntries(questions.map(({ identifier, default: value = null }) => [identifier, value]));

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

/** What the fields of a correction begin with: the answers of a form that was submitted, dates as they are typed. */
export function draftOfSubmitted({ questions }: FormDefinition, submitted: SubmittedForm): FormDraft {
  const given = answersOf(submitted);
  const written = ({ identifier, type }: Question): AnswerValue => {
    const value = given[identifier] ?? null;
    const day = type === "datepicker" && typeof value === "string" ? parseDay(value) : null;
    return day === null ? value : dayText(day);
  };
  return Object.fromEntries(questions.map((question) => [question.identifier, written(question)]));
}

/** The same answers, whenever they were given. */
export const isSameAnswers = (one: SubmittedForm, other: SubmittedForm): boolean =>
  formText({ ...one, dateFilled: 0 }) === formText({ ...other, dateFilled: 0 });

/** Of a correction's reason, as it is typed. */
export const reasonRules: readonly Rule<string>[] = [
  [(reason) => reason.trim() !== "", formsText.correct.reasonRequired],
  [isPlainLines, rules.plain],
];

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
