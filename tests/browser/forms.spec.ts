/** The Forms tab of a patient: its table and the read-only viewer (spec 000 section 2). */
import { today } from "@internationalized/date";
import type { Page } from "playwright/test";
import { dayText, patientForm, submittedForm } from "../../src/domain/people/forms.ts";
import { withDatabase } from "../support/accounts.ts";
import { nothingFound, violations, violationsInThemes } from "./admin-world.ts";
import { expect, reach, type TestServer, test } from "./fixtures.ts";

const filledMs = Date.UTC(2026, 5, 10, 1, 2, 3);
/** The same in the zone of the patient, America/New_York. */
const filled = "06/09/2026 09:02 PM";

const known = Object.fromEntries(
  patientForm.questions.map(({ identifier, options }) => [identifier, options?.at(-2)?.id ?? null]),
);
const document = submittedForm(
  patientForm,
  {
    ...known,
    admissionDate: "06/03/2026",
    headCTResult: "Abnormal",
    dischargeDisposition: null,
    worstGCSEyeResponse: "Unknown",
  },
  filledMs,
);
// Of an older definition: nothing of a form is hidden.
const old = { ...document, answers: [...document.answers, { identifier: "oldQuestion", value: "<b>old</b>" }] };

const patientKey = (server: TestServer, name: string) =>
  withDatabase(server.dataDir, async (pool) => {
    const { rows } = await pool.query<{ id: number }>("select id from patient where identifier = $1", [name]);
    return rows[0].id;
  });

let key: number;
test.beforeAll(async ({ server }) => {
  key = await patientKey(server, "night");
  await withDatabase(server.dataDir, async (pool) => {
    for (const [form, ms] of [
      [old, filledMs],
      [document, filledMs - 60_000],
    ] as const)
      await pool.query(
        `insert into patient_form (patient_key, form_name, document, filled_at)
         values ($1, $2, $3, to_timestamp($4::float8 / 1000))`,
        [key, form.formName, JSON.stringify({ ...form, dateFilled: ms }), ms],
      );
  });
});
test.afterAll(({ server }) =>
  withDatabase(server.dataDir, async (pool) => {
    await pool.query("delete from patient_form");
    await pool.query("delete from upload");
  }),
);

const open = (page: Page, server: TestServer, path = "forms", patient = key) =>
  page.goto(`${server.url}/data/visualize/${path}?patient_id=${patient}`);
const grid = (page: Page) => page.getByRole("grid", { name: "Forms" });

test("lists forms, newest first, and shows one by keyboard as an accordion", async ({ page, server }) => {
  await open(page, server);
  await expect(grid(page).getByRole("columnheader")).toHaveText(["Form", "Date created", "Actions"]);
  await expect(grid(page).getByRole("row")).toHaveCount(3);
  await expect(grid(page).getByRole("row").nth(1)).toContainText(filled);
  await reach(page, page.getByRole("button", { name: `View form: Patient form, ${filled}` }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Patient form" });
  await expect(dialog.getByText(`Filled in ${filled} (America/New_York)`)).toBeVisible();
  await expect(dialog.getByRole("heading", { level: 3 })).toHaveText([
    "Admission & Discharge",
    "GCS on admissionTotal 15",
    "Best GCS during admissionTotal 15",
    "Worst GCS during admission",
    "Other answers",
  ]);
  const answer = (prompt: string) =>
    dialog
      .locator("dl > div")
      .filter({ has: page.getByText(prompt, { exact: true }) })
      .getByRole("definition");
  await expect(answer("Admission date")).toHaveText("06/03/2026");
  await expect(answer("Discharge date")).toHaveText("not answered");
  await expect(answer("Head CT result")).toHaveText("Abnormal");
  await expect(answer("GCS eye response")).toHaveText("4 – Spontaneous");
  await expect(answer("Worst GCS eye response")).toHaveText("Unknown");
  await expect(answer("oldQuestion")).toHaveText("<b>old</b>");
  await expect(dialog.locator("input, select, textarea")).toHaveCount(0);
  const section = dialog.getByRole("button", { name: /^GCS on admission/ });
  await section.focus();
  await page.keyboard.press("Enter");
  await expect(section).toHaveAttribute("aria-expanded", "false");
  await expect(answer("GCS eye response")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("gives the days of the stay to the Data tab", async ({ page, server }) => {
  await open(page, server, "data");
  const term = (name: string) =>
    page
      .locator("dl > div")
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole("definition");
  await expect(term("Admission Time")).toHaveText("06/03/2026");
  await expect(term("Discharge Time")).toHaveText("unknown");
  await expect(term("Total Patient Stay")).toHaveText("unknown");
});

test("says that there are none", async ({ page, server }) => {
  await open(page, server, "forms", await patientKey(server, "depth"));
  await expect(page.getByText("There are no records to display")).toBeVisible();
});

test.describe("form mode", () => {
  test("is filled in by the wizard's form mode, and uploaded alone", async ({ page, server }) => {
    const patient = await patientKey(server, "numbers");
    const admitted = dayText(today("UTC").subtract({ months: 2 }));
    await open(page, server, "patient", patient);
    await page.getByRole("button", { name: "Upload data" }).click();
    const wizard = page.getByRole("dialog");
    for (const agreement of [/accept them/, /agree to remove/]) await wizard.getByText(agreement).click();
    await wizard.getByRole("button", { name: "Next" }).click();
    await wizard.getByRole("radio", { name: "Form", exact: true }).click();
    const field = (name: string | RegExp) => wizard.getByRole("textbox", { name });
    await field("Admission date").fill("13/40/2026");
    await field(/^Discharge date/).click();
    await expect(field("Admission date")).toHaveAccessibleDescription("Invalid Date");
    await field("Admission date").fill(admitted);
    await wizard.getByRole("button", { name: "Next" }).click();
    await expect(wizard.getByText("This field is required")).toHaveCount(10);
    await expect(wizard.getByText("Please complete all required fields.")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    // A day of the month that the calendar opens with.
    await wizard.getByRole("button", { name: "Choose the date: Discharge date" }).click();
    const calendar = page.getByRole("dialog", { name: "Calendar: Discharge date" });
    await calendar
      .getByRole("button", { name: /\b15\b/ })
      .first()
      .click();
    await expect(field(/^Discharge date/)).toHaveValue(/^\d\d\/15\/\d{4}$/);
    await wizard.getByRole("button", { name: /Head CT result/ }).click();
    await page.getByRole("option", { name: "Normal", exact: true }).click();
    for (const group of await wizard.getByRole("radiogroup", { name: /GCS/ }).all())
      await group.getByText("Unknown").click();
    await expect(wizard.getByText("This field is required")).toHaveCount(0);
    await wizard.getByRole("button", { name: "Next" }).click();
    await wizard.getByRole("button", { name: "Upload", exact: true }).click();
    await expect(page.getByText(/Your upload was successful!/)).toBeVisible();
    // A form alone: its upload leads to the forms.
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /^Open the forms: / })
      .click();
    await expect(grid(page).getByRole("row")).toHaveCount(2);
    await page.getByRole("button", { name: /^View form/ }).click();
    await expect(page.getByRole("dialog").getByText(admitted)).toBeVisible();
    await expect(page.getByRole("dialog").getByText("Unknown", { exact: true })).toHaveCount(9);
    await open(page, server, "patient", patient);
    await expect(page.getByRole("grid", { name: "Uploads" }).getByRole("row")).toHaveCount(2);
  });
});

test("has no accessibility violations in either theme", async ({ page, server }) => {
  await open(page, server);
  await expect(grid(page).getByRole("row")).toHaveCount(3);
  expect(await violationsInThemes(page)).toEqual(nothingFound);
  await page
    .getByRole("button", { name: /^View form/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText("Admission date")).toBeVisible();
  expect(await violationsInThemes(page)).toEqual(nothingFound);
});

test.describe("when the server refuses", () => {
  test.use({ allowErrors: /status of 500/ });

  test("says so, and trying again helps", async ({ page, server }) => {
    let isBroken = true;
    await page.route("**/v1/forms/*", (route) =>
      isBroken ? route.fulfill({ status: 500, body: "no" }) : route.fallback(),
    );
    await open(page, server);
    await expect(page.getByText("Something went wrong. Please try again!")).toBeVisible();
    isBroken = false;
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(grid(page).getByRole("row")).toHaveCount(3);
  });
});
