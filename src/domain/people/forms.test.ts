import { CalendarDate } from "@internationalized/date";
import { describe, expect, it } from "vitest";
import {
  dayText,
  draftFailure,
  draftOf,
  type FormDefinition,
  type FormDraft,
  fieldFailures,
  gcsTotal,
  parseDay,
  patientForm,
  type Question,
  sectionsOf,
  submittedForm,
  submittedFormFailure,
  typed,
  typingFailure,
} from "./forms.ts";

const today = new CalendarDate(2026, 6, 10);
const nowMs = Date.UTC(2026, 5, 10, 12);
const gcs = (prefix: string) => ({
  [`${prefix}GCSVerbalResponse`]: "5",
  [`${prefix}GCSEyeResponse`]: "4",
  [`${prefix}GCSMotorResponse`]: "6",
});
const complete: FormDraft = {
  admissionDate: "6/3/2026",
  dischargeDate: null,
  headCTResult: "Abnormal",
  dischargeDisposition: null,
  ...gcs(""),
  ...gcs("best"),
  ...gcs("worst"),
};
const without = (identifier: string): FormDraft => ({ ...complete, [identifier]: null });
const failure = (over: FormDraft) => draftFailure(patientForm, { ...complete, ...over }, today);

const question = (over: Partial<Question>): Question => ({
  identifier: "q",
  prompt: "Weight",
  type: "number",
  required: false,
  section: "All",
  ...over,
});
const formWith = (...questions: Question[]): FormDefinition => ({ formID: "f", formName: "F", questions });
const failureOf = (asked: Question, value: FormDraft[string]) =>
  fieldFailures(formWith(asked), { [asked.identifier]: value }, today)[asked.identifier] ?? null;

describe("the patient form (spec 000 sections 2, 3 and 9)", () => {
  it("asks its fields in four sections", () => {
    expect(sectionsOf(patientForm).map(({ name, questions }) => [name, questions.map((q) => q.identifier)])).toEqual([
      ["Admission & Discharge", ["admissionDate", "dischargeDate", "headCTResult", "dischargeDisposition"]],
      ["GCS on admission", ["GCSVerbalResponse", "GCSEyeResponse", "GCSMotorResponse"]],
      ["Best GCS during admission", ["bestGCSVerbalResponse", "bestGCSEyeResponse", "bestGCSMotorResponse"]],
      ["Worst GCS during admission", ["worstGCSVerbalResponse", "worstGCSEyeResponse", "worstGCSMotorResponse"]],
    ]);
    const ids = (identifier: string) =>
      patientForm.questions.find((q) => q.identifier === identifier)?.options?.map(({ id }) => id);
    expect(ids("GCSVerbalResponse")).toEqual(["1", "2", "3", "4", "5", "Unknown"]);
    expect(ids("bestGCSEyeResponse")).toEqual(["1", "2", "3", "4", "Unknown"]);
    expect(ids("worstGCSMotorResponse")).toEqual(["1", "2", "3", "4", "5", "6", "Unknown"]);
  });

  it("says what is missing", () => {
    expect(draftFailure(patientForm, draftOf(patientForm), today)).toBe("Please complete all required fields.");
    expect(draftFailure(patientForm, without("GCSEyeResponse"), today)).toBe("GCS eye response is required.");
    expect(fieldFailures(patientForm, without("headCTResult"), today)).toEqual({
      headCTResult: "This field is required",
    });
    expect(failure({})).toBeNull();
  });

  it("takes dates within ten years, and no discharge before the admission", () => {
    expect(failure({ admissionDate: "6/10/2016" })).toBeNull();
    expect(failure({ admissionDate: "6/9/2016" })).toBe("Invalid Date");
    expect(failure({ dischargeDate: "06/10/2036" })).toBeNull();
    expect(failure({ dischargeDate: "06/11/2036" })).toBe("Invalid Date");
    expect(failure({ dischargeDate: "06/02/2026" })).toBe("The discharge date is before the admission date.");
    expect(failure({ dischargeDate: "06/03/2026" })).toBeNull();
    expect(failure({ dischargeDate: "06/0" })).toBe("Invalid Date");
    expect(failure({ admissionDate: "02/30/2026" })).toBe("Invalid Date");
  });

  it("takes nothing but its options", () => {
    expect(failure({ GCSEyeResponse: "5" })).toMatch(/not one of its options/);
    expect(failure({ GCSEyeResponse: ["4"] })).toMatch(/not one of its options/);
    expect(failure({ GCSEyeResponse: "Unknown" })).toBeNull();
  });

  it("adds up a scale that is wholly known", () => {
    expect(gcsTotal(complete, "")).toBe(15);
    expect(gcsTotal({ ...complete, bestGCSEyeResponse: "Unknown" }, "best")).toBeNull();
    expect(gcsTotal({}, "worst")).toBeNull();
  });
});

describe("other kinds of questions (spec 000 section 5)", () => {
  it("numbers", () => {
    expect(failureOf(question({}), "12.5")).toBeNull();
    expect(failureOf(question({}), "abc")).toBe("Value must be number");
    expect(failureOf(question({}), "-1")).toBe("Value must be positive");
    expect(failureOf(question({}), null)).toBeNull();
    expect(failureOf(question({ required: true }), " ")).toBe("This field is required");
    expect(typingFailure(question({}), "1a")).toBe("Please enter a number.");
    expect(typingFailure(question({}), "")).toBeNull();
  });

  it("limits of what is typed: 25 characters, or four digits", () => {
    expect(typed(question({ type: "text" }), "x".repeat(30))).toHaveLength(25);
    expect(typed(question({ type: "text", characterLimit: 3 }), "héllo")).toBe("hél");
    expect(typed(question({ isDigitsOnly: true }), "1a2b3c4d5")).toBe("1234");
    expect(failureOf(question({ isDigitsOnly: true }), "1.5")).toBe("Value must be number");
    expect(failureOf(question({ type: "text", characterLimit: 3 }), "four")).toMatch(/3 characters/);
    expect(failureOf(question({ type: "text" }), "a\u0000")).toMatch(/Control characters/);
  });

  it("several options", () => {
    const several = question({
      type: "checkbox",
      questionType: "multiple",
      required: true,
      options: [
        { id: "a", name: "A" },
        { id: "b", name: "B" },
      ],
    });
    expect(failureOf(several, ["a", "b"])).toBeNull();
    expect(failureOf(several, [])).toBe("This field is required");
    for (const wrong of [["a", "a"], ["c"], "a"]) expect(failureOf(several, wrong)).toMatch(/not one of its options/);
  });
});

describe("days", () => {
  it("are read as they are typed and as they are stored", () => {
    expect(parseDay("6/3/2026")?.toString()).toBe("2026-06-03");
    expect(parseDay(" 2024-02-29 ")?.toString()).toBe("2024-02-29");
    for (const wrong of ["", "2/29/2025", "13/1/2025", "0/1/2025", "1/1/26", "2026-6-3", "1/1/0000", "today"])
      expect(parseDay(wrong), wrong).toBeNull();
    expect(dayText(new CalendarDate(2026, 6, 3))).toBe("06/03/2026");
  });
});

describe("a submitted form", () => {
  const sent = submittedForm(patientForm, { ...complete, dischargeDate: " " }, nowMs);

  it("holds every question in order, with dates in one spelling", () => {
    expect(sent).toMatchObject({ formName: "Patient form", formID: "patient_form", dateFilled: nowMs });
    expect(sent.answers.map(({ identifier }) => identifier)).toEqual(patientForm.questions.map((q) => q.identifier));
    expect(sent.answers.slice(0, 3)).toEqual([
      { identifier: "admissionDate", value: "2026-06-03" },
      { identifier: "dischargeDate", value: null },
      { identifier: "headCTResult", value: "Abnormal" },
    ]);
    expect(submittedFormFailure(sent)).toBeNull();
  });

  it("is refused by the server for what the screen refuses, and for what no screen sends", () => {
    const answering = (identifier: string, value: FormDraft[string]) => ({
      ...sent,
      answers: sent.answers.map((answer) => (answer.identifier === identifier ? { identifier, value } : answer)),
    });
    expect(submittedFormFailure(answering("headCTResult", null))).toBe("Head CT result is required.");
    expect(submittedFormFailure({ ...sent, answers: [] })).toBe("Please complete all required fields.");
    expect(submittedFormFailure(answering("headCTResult", "<b>"))).toMatch(/not one of its options/);
    expect(submittedFormFailure(answering("admissionDate", "06/03/2026"))).toBe("Invalid Date");
    expect(submittedFormFailure(answering("dischargeDate", "2026-06-01"))).toMatch(/before the admission/);
    expect(submittedFormFailure({ ...sent, formID: "other" })).toBe("This form is not known.");
    expect(submittedFormFailure({ ...sent, dateFilled: Number.NaN })).toBe("Invalid Date");
    expect(submittedFormFailure({ ...sent, dateFilled: -1 })).toBe("Invalid Date");
    expect(submittedFormFailure({ ...sent, answers: [...sent.answers, sent.answers[0]] })).toMatch(/twice/);
    expect(submittedFormFailure({ ...sent, answers: [{ identifier: "name", value: "x" }] })).toMatch(/not known/);
  });
});
