// @vitest-environment happy-dom
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import type { FormDefinition, FormDraft } from "../../domain/people/forms.ts";
import { all, type Drawn, draw, one, press, type } from "../../ui/test-render.tsx";
import { draftFailure, emptyDraft, submittedForm } from "./draft.ts";
import { FormEntry } from "./FormEntry.tsx";

let drawn: Drawn | undefined;
afterEach(() => drawn?.remove());

/** A form of every kind of question. */
const every: FormDefinition = {
  formID: "every",
  formName: "Every kind",
  questions: [
    { identifier: "note", prompt: "Note", type: "text", required: false, characterLimit: 5, section: "One" },
    { identifier: "weight", prompt: "Weight", type: "number", required: true, section: "One" },
    { identifier: "year", prompt: "Year", type: "number", required: false, isDigitsOnly: true, section: "One" },
    { identifier: "day", prompt: "Day", type: "datepicker", required: true, section: "Two" },
    {
      identifier: "signs",
      prompt: "Signs",
      type: "checkbox",
      questionType: "multiple",
      required: true,
      options: [
        { id: "a", name: "Aphasia" },
        { id: "b", name: "Bradycardia" },
      ],
      section: "Two",
    },
    {
      identifier: "side",
      prompt: "Side",
      type: "checkbox",
      questionType: "single",
      required: true,
      options: [
        { id: "l", name: "Left" },
        { id: "r", name: "Right" },
      ],
      section: "Two",
    },
  ],
};

let latest: FormDraft = {};
function Entry({ form, showsErrors = false }: { form?: FormDefinition; showsErrors?: boolean }) {
  const [draft, setDraft] = useState<FormDraft>(form === undefined ? emptyDraft() : {});
  latest = draft;
  return <FormEntry draft={draft} onChange={setDraft} showsErrors={showsErrors} form={form} />;
}

const inputs = () => [...document.querySelectorAll<HTMLInputElement>("input[type=text]")];
const option = (name: string) => {
  const label = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === name);
  const input = label?.querySelector("input") ?? null;
  if (input === null) throw new Error(`There is no ${name}.`);
  return input;
};

it("asks the patient form in its four sections (spec 000 section 2)", async () => {
  drawn = await draw(<Entry />);
  expect([...document.querySelectorAll("legend")].map(({ textContent }) => textContent)).toEqual([
    "Admission & Discharge",
    "GCS on admission",
    "Best GCS during admission",
    "Worst GCS during admission",
  ]);
  expect(all("radiogroup")).toHaveLength(9);
  expect(document.body.textContent).toContain("Discharge date (optional)");
  expect(draftFailure(emptyDraft())).toBe("Please complete all required fields.");
  expect(submittedForm(emptyDraft()).answers).toHaveLength(13);
  expect(document.body.textContent).not.toContain("This field is required");
  await drawn.redraw(<Entry showsErrors />);
  expect(document.body.textContent?.match(/This field is required/g)).toHaveLength(11);
});

it("has a control for every kind of question and keeps the limits of each (spec 000 section 5)", async () => {
  drawn = await draw(<Entry form={every} />);
  const [note, weight, year, day] = inputs();
  await type(note, "too long");
  expect(latest.note).toBe("too l");
  await type(weight, "12x");
  expect(document.body.textContent).toContain("Please enter a number.");
  await type(weight, "12.5");
  expect(document.body.textContent).not.toContain("Please enter a number.");
  await type(year, "19a876");
  expect(latest.year).toBe("1987");
  await type(day, "2/30/2026");
  await press(option("Bradycardia"));
  await press(option("Aphasia"));
  expect(latest.signs).toEqual(["a", "b"]);
  await press(option("Aphasia"));
  expect(latest.signs).toEqual(["b"]);
  await press(option("Right"));
  expect(latest.side).toBe("r");
  expect(document.body.textContent).not.toContain("Invalid Date");
  await drawn.redraw(<Entry form={every} showsErrors />);
  expect(document.body.textContent).toContain("Invalid Date");
  expect(one("radiogroup").getAttribute("aria-required")).toBe("true");
  expect(inputs().map((input) => input.getAttribute("aria-required") ?? input.required)).toEqual([
    ...[false, "true", false],
    "true",
  ]);
  const marked = [...document.querySelectorAll("[data-marks-required] [data-required]")].slice(0, 4);
  expect(marked.map((field) => field.querySelector("label, legend, span")?.textContent)).toEqual([
    ...["Weight", "Day", "Signs", "Side"],
  ]);
  expect(document.body.textContent).toContain("Questions marked * must be answered.");
});
