/** What the viewer shows of a submitted form. */
import {
  type AnswerValue,
  answersOf,
  dayText,
  formOf,
  gcsTotal,
  isAnswered,
  parseDay,
  type Question,
  sectionsOf,
} from "../../domain/people/forms.ts";
import type { SubmittedForm } from "../../protocol/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";

export interface ShownSection {
  readonly name: string;
  /** Of a Glasgow Coma Scale of which every part is known. */
  readonly total: number | null;
  /** Null: the question was not answered. */
  readonly answers: readonly { readonly prompt: string; readonly answer: string | null }[];
}

const { sections } = formsText;
const scales: Readonly<Record<string, "" | "best" | "worst">> = {
  [sections.admission]: "",
  [sections.best]: "best",
  [sections.worst]: "worst",
};

/** An answer in words. A text that the question does not know is shown as it is: nothing of a form is hidden. */
function answerText(
  { type, options = [] }: Pick<Question, "type" | "options">,
  value: AnswerValue | undefined,
): string | null {
  if (!isAnswered(value)) return null;
  const nameOf = (id: string) => options.find((option) => option.id === id)?.name ?? id;
  if (typeof value !== "string") return value.map(nameOf).join(", ");
  const day = type === "datepicker" ? parseDay(value) : null;
  return day === null ? nameOf(value) : dayText(day);
}

/** Sections of the form's definition with their answers; answers to questions that are no longer known come last. */
export function shownSections(submitted: SubmittedForm): readonly ShownSection[] {
  const form = formOf(submitted.formID);
  const given = answersOf(submitted);
  const known = (form === undefined ? [] : sectionsOf(form)).map(({ name, questions }) => ({
    name,
    total: name in scales ? gcsTotal(given, scales[name]) : null,
    answers: questions.map((question) => ({
      prompt: question.prompt,
      answer: answerText(question, given[question.identifier]),
    })),
  }));
  const asked = new Set(form?.questions.map(({ identifier }) => identifier));
  const others = submitted.answers.filter(({ identifier }) => !asked.has(identifier));
  if (others.length === 0) return known;
  const answers = others.map(({ identifier, value }) => ({
    prompt: identifier,
    answer: answerText({ type: "text" }, value),
  }));
  return [...known, { name: sections.others, total: null, answers }];
}
