import { type AnswerValue, characterLimitOf, type Question, typed } from "../../domain/people/forms.ts";
import { formsText } from "../../protocol/text/forms-text.ts";
import { text as portalText } from "../../protocol/text/text.ts";
import { Select } from "../../ui/fields/Select.tsx";
import { TextInput } from "../../ui/fields/TextInput.tsx";
import { DayField } from "./DayField.tsx";
import { SeveralChoices } from "./SeveralChoices.tsx";
import { SingleChoice } from "./SingleChoice.tsx";

const words = formsText.entry;
/** The way back to no answer, in a list that may be left alone. */
const noAnswer = "no answer";

export interface QuestionFieldProps {
  question: Question;
  value: AnswerValue;
  onChange: (value: AnswerValue) => void;
  /** The focus went on. */
  onLeave: () => void;
  error: string | undefined;
}

/** One question with the control of its type. */
export function QuestionField({ question, value, onChange, onLeave, error }: QuestionFieldProps) {
  const { type, questionType, required, prompt, options = [] } = question;
  const label = required ? prompt : words.optional(prompt);
  const text = typeof value === "string" ? value : "";
  if (type === "datepicker")
    return (
      <DayField
        label={label}
        prompt={prompt}
        isRequired={required}
        value={text}
        onChange={onChange}
        onLeave={onLeave}
        error={error}
      />
    );
  if (type === "dropdown")
    return (
      <Select
        label={label}
        search={portalText.search(label)}
        isRequired={required}
        options={required ? options : [{ id: noAnswer, name: words.noAnswer }, ...options]}
        selected={text === "" ? null : text}
        placeholder={words.choose}
        onChoose={(id) => onChange(id === noAnswer ? null : id)}
        error={error}
      />
    );
  if (type === "checkbox" && questionType === "multiple")
    return (
      <SeveralChoices
        label={label}
        isRequired={required}
        options={options}
        selected={Array.isArray(value) ? value : []}
        onChange={(ids) => onChange(ids)}
        error={error}
      />
    );
  if (type === "checkbox")
    return (
      <SingleChoice
        label={label}
        isRequired={required}
        options={options}
        selected={text === "" ? null : text}
        onChoose={onChange}
        error={error}
      />
    );
  return (
    <TextInput
      label={label}
      isRequired={required}
      autoComplete="off"
      inputMode={type === "number" ? (question.isDigitsOnly ? "numeric" : "decimal") : "text"}
      maxLength={characterLimitOf(question)}
      value={text}
      onChange={(next) => onChange(typed(question, next))}
      onBlur={onLeave}
      error={error}
    />
  );
}
