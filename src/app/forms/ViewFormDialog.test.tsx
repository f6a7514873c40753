// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { patientForm, submittedForm } from "../../domain/people/forms.ts";
import { correctPatientForm, getPatientForm, type PatientFormEntry } from "../../protocol/forms.ts";
import type { Route } from "../../protocol/route.ts";
import { getUploadSettings } from "../../protocol/uploads.ts";
import { toastQueue } from "../../ui/notices/toasts.ts";
import { all, type Drawn, draw, one, press, type, until } from "../../ui/test-render.tsx";
import { ApiFailure } from "../session/index.ts";
import { ViewFormDialog } from "./ViewFormDialog.tsx";

const sent: { form_id: number; form: ReturnType<typeof submittedForm> }[] = [];
let mayUpload = true;
let areTaken = true;
let answer: () => Promise<unknown> = () => Promise.resolve({ form_id: 9 });
const known = Object.fromEntries(
  patientForm.questions.map(({ identifier, options }) => [identifier, options?.[0]?.id ?? null]),
);
const form = submittedForm(patientForm, { ...known, admissionDate: "06/03/2026" }, Date.UTC(2026, 5, 10, 1, 2));

vi.mock("../session/index.ts", async (original) => ({
  ...(await original<typeof import("../session/index.ts")>()),
  useHolds: () => mayUpload,
  call: (route: Route, body: (typeof sent)[number]) => {
    if (route.path === getPatientForm.path) return Promise.resolve(form);
    if (route.path === getUploadSettings.path) return Promise.resolve({ has_form: areTaken });
    if (route.path !== correctPatientForm.path) return Promise.reject(new Error(route.path));
    sent.push(body);
    return answer();
  },
}));

const entry = (over: Partial<PatientFormEntry> = {}): PatientFormEntry => ({
  ...{ forms: "Patient form", filledTime: form.dateFilled, formID: 7, email: "a@b.example" },
  ...{ corrects: null, corrected_by: null, reason: null, ...over },
});
const reason = "The date was mistyped.\n<b>See the letter</b>";
const later = entry({ formID: 8, filledTime: form.dateFilled + 86_400_000, corrects: 7, reason });
const onClose = vi.fn();
let drawn: Drawn;

async function open(which: PatientFormEntry) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  drawn = await draw(
    <QueryClientProvider client={client}>
      <ViewFormDialog patientKey={1} timezone="UTC" entry={which} entries={[which, later]} onClose={onClose} />
    </QueryClientProvider>,
  );
  await until(() => document.body.textContent?.includes("Filled in") ?? false);
}
const says = () => document.body.textContent;

beforeEach(() => {
  sent.length = 0;
  onClose.mockClear();
  mayUpload = areTaken = true;
  answer = () => Promise.resolve({ form_id: 9 });
});
afterEach(async () => {
  await drawn.remove();
  toastQueue.clear();
});

it("has the answers of a form put right in a form of its own", async () => {
  await open(entry());
  expect(says()).toContain("Filled in 06/10/2026 01:02 AM (UTC) by a@b.example");
  await until(() => all("button", "Correct form").length === 1);
  await press(one("button", "Correct form"));
  const save = () => one("button", "Save correction");
  expect(says()).toContain("takes the place of the form of 06/10/2026 01:02 AM");
  expect(says()).toContain("No answer was changed.");
  expect(save().hasAttribute("disabled")).toBe(true);
  const [admission] = document.querySelectorAll<HTMLInputElement>("input[type=text]");
  expect(admission.value).toBe("06/03/2026");
  await type(admission, "06/33/2026");
  const shown = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => undefined);
  await press(save());
  expect(one("alert").textContent).toBe("Invalid Date");
  expect(shown.mock.contexts).toEqual([one("alert")]);
  expect(sent).toEqual([]);
  await type(admission, "06/04/2026");
  await press(save());
  expect(one("alert").textContent).toBe("Reason for the correction is required.");
  expect(shown.mock.contexts.at(-1)).toBe(one("alert"));
  expect(sent).toEqual([]);
  const [field] = document.querySelectorAll("textarea");
  expect(field.maxLength).toBe(500);
  await type(field, reason);
  answer = () => Promise.reject(new ApiFailure(503, "The server is away."));
  await press(save());
  expect(onClose).not.toHaveBeenCalled();
  answer = () => Promise.resolve({ form_id: 9 });
  await press(save());
  expect(onClose).toHaveBeenCalledOnce();
  expect(sent[0]).toMatchObject({ patient_id: 1, form_id: 7, reason });
  expect(sent[0].form.answers).toEqual([
    { identifier: "admissionDate", value: "2026-06-04" },
    ...form.answers.slice(1),
  ]);
  // Whoever had no answer sends the same again.
  expect(sent[1]).toEqual(sent[0]);
  expect(toastQueue.visibleToasts.map(({ content }) => content.text)).toEqual(["The form was corrected."]);
});

it("says of a form that it does not count any more, and what it corrects, and leads to no second correction", async () => {
  await open(entry({ corrected_by: 8 }));
  expect(says()).toContain("Replaced by the correction of 06/11/2026 01:02 AM: these answers do not count any more.");
  expect(says()).toContain(`Reason: ${reason}`);
  expect(all("button", "Correct form")).toHaveLength(0);
  await drawn.remove();
  await open({ ...later, formID: 8, corrects: 8 });
  expect(says()).toContain("It corrects the form of");
  expect(says()).toContain(`Reason: ${reason}`);
});

it.each([
  ["who may not upload", false, true],
  ["where no forms are taken", true, false],
])("offers no correction to %s", async (_, may, taken) => {
  [mayUpload, areTaken] = [may, taken];
  await open(entry());
  expect(all("button", "Correct form")).toHaveLength(0);
});
