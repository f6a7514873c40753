/** The patient page with its Data tab (spec 000 section 2, spec 001 section 2.1). */
import type { Page } from "playwright/test";
import { getLivePatients } from "../../src/protocol/live.ts";
import type { Patient, PatientFile } from "../../src/protocol/patients.ts";
import type { PrefetchInventory } from "../../src/protocol/prefetch.ts";
import { nothingFound, violationsInThemes } from "./admin-world.ts";
import { expect, type TestServer, test } from "./fixtures.ts";
import { standInForNews } from "./news-server.ts";
import { answerNotAdmitted, madeFile, madePatient } from "./patients.ts";
import { answerInventory, madeDirectory, madeInventory } from "./prefetch-made.ts";
import { night } from "./recordings.ts";

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
});
test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

/** Opens the data of a patient of the list. */
async function openPatient(page: Page, server: TestServer, name: string): Promise<void> {
  await page.goto(`${server.url}/data/visualize`);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Patient ${name} at Demonstration Hospital`);
  await tab(page, "Data").click();
  await expect(page.getByRole("heading", { name: "Stay and monitoring" })).toBeVisible();
}

/** The link to one of the patient's pages. */
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Pages of this patient" }).getByRole("link", { name, exact: true });

/** Opens a page about a patient and files that the test makes up; what they say may change with each question. */
async function openMade(
  page: Page,
  server: TestServer,
  { patient = madePatient(), files }: { patient?: Patient; files: (asked: number) => readonly PatientFile[] },
): Promise<void> {
  let asked = 0;
  await page.route("**/v1/patients/get_patient?*", (route) => route.fulfill({ json: patient }));
  await page.route("**/v1/patients/get_patient_file_type*", (route) => {
    asked++;
    return route.fulfill({ json: { files: files(asked) } });
  });
  await page.route("**/v1/patients/get_modality_time_by_patient*", (route) =>
    route.fulfill({ json: { data: [], total: 0, filters: [] } }),
  );
  await answerNotAdmitted(page);
  await page.route("**/v1/upload/get_patient_uploads*", (route) => route.fulfill({ json: { data: [] } }));
  await page.goto(`${server.url}/data/visualize/data?patient_id=${patient.patient_key}`);
  await expect(page.getByRole("heading", { name: "Stay and monitoring" })).toBeVisible();
}

const term = (page: Page, name: string) =>
  page
    .locator("dl > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole("definition");

test("says who the patient is, the six times, the files and the modalities", async ({ page, server }) => {
  await openPatient(page, server, "night");
  await expect(page).toHaveTitle("Patient night at Demonstration Hospital – CONNECT");
  await expect(term(page, "Site ID")).toHaveText("DEMO");
  await expect(term(page, "Site")).toHaveText("Demonstration Hospital");
  await expect(term(page, "Patient ID")).toHaveText("night");
  for (const [name, value] of [
    ["Total Patient Stay", "unknown"],
    ["Total Monitoring Time", "3m"],
    ["Admission Time", "unknown"],
    ["Monitoring Start Time", "03/02/2020 10:20 AM"],
    ["Discharge Time", "unknown"],
    ["Monitoring End Time", "03/02/2020 10:23 AM"],
  ])
    await expect(term(page, name), name).toHaveText(value);
  // The times of the stay and those of the modalities.
  await expect(page.getByText("Times in America/New_York")).toHaveCount(2);
  await expect(page.getByRole("button", { name: /File/ })).toContainText(/night\.edf \((Ready|Not in use)\)/);
  const row = page.getByRole("grid", { name: "Modalities" }).getByRole("row").nth(1);
  await expect(row.getByRole("rowheader")).toHaveText("EEG");
  await expect(row.getByRole("gridcell").nth(1)).toHaveText("1");
  // The gap of five seconds is no recorded time.
  await expect(row.getByRole("gridcell").last()).toHaveText("2m");
  await expect(page.getByRole("navigation", { name: "Pages of this patient" }).getByRole("link")).toHaveText([
    "Files",
    "Forms",
    "Uploads",
    "Data",
    "Annotations",
  ]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Patient night at Demonstration Hospital");
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Patients" })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("says whether the patient is being recorded, and lets those who upload say so", async ({ page, server }) => {
  await openPatient(page, server, "night");
  const state = page.getByRole("region", { name: "Stay and monitoring" }).getByRole("status");
  await expect(state).toHaveText("Not being recorded now");
  await page.getByRole("button", { name: "Mark as being recorded" }).press("Enter");
  await expect(state).toHaveText("Marked as being recorded");
  await expect(page.getByRole("button", { name: "Mark as not being recorded" })).toBeFocused();
  await page.reload();
  await expect(state).toHaveText("Marked as being recorded");
  await page.getByRole("button", { name: "Mark as not being recorded" }).click();
  await expect(state).toHaveText("Not being recorded now");
});

test("lets those who upload make a gateway, shows its credential once, and revokes it", async ({ page, server }) => {
  await openPatient(page, server, "night");
  const call = (route: { path: string }, body: object, credential: string) =>
    page.request.post(server.url + route.path, { data: body, headers: { authorization: credential } });
  await page.getByRole("button", { name: "Gateways" }).click();
  const dialog = page.getByRole("dialog", { name: "Gateways of this patient" });
  await expect(dialog.getByText("No gateway sends for this patient yet.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Make a gateway" })).toBeDisabled();
  await dialog.getByLabel("Name of a new gateway").fill("Bed 4");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog", { name: "Discard changes?" }).getByRole("button", { name: "No" }).click();
  await dialog.getByLabel("Name of a new gateway").press("Enter");
  const shown = dialog.getByLabel("Credential");
  await expect(shown).toHaveValue(/^gateway-[\w-]{43}$/);
  const credential = await shown.inputValue();
  // A slip does not close it.
  await page.keyboard.press("Escape");
  await expect(shown).toBeFocused();
  expect(await violationsInThemes(page)).toEqual(nothingFound);
  expect((await call(getLivePatients, {}, credential)).status()).toBe(200);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  const row = dialog.getByRole("listitem").filter({ hasText: "Bed 4" });
  await row.getByRole("button", { name: "Take this patient from it" }).click();
  await expect(row).toContainText("Does not send for this patient");
  await expect(row).toContainText("last call");
  await row.getByRole("button", { name: "Let it send for this patient" }).click();
  await expect(row.getByRole("button", { name: "Take this patient from it" })).toBeVisible();
  await row.getByRole("button", { name: "Revoke Bed 4" }).click();
  await page.getByRole("alertdialog", { name: "Revoke Bed 4?" }).getByRole("button", { name: "Revoke" }).click();
  await expect(row).toHaveCount(0);
  expect((await call(getLivePatients, {}, credential)).status()).toBe(401);
});

test("takes the first file, keeps the chosen one, and falls back when it is gone", async ({ page, server }) => {
  let isGone = false;
  const [first, second] = [madeFile(), madeFile({ obj_id: 2, obj_name: "day.edf" })];
  await answerInventory(page, () => madeInventory([madeDirectory({ data_object_id: 2, percent_loaded: 42 })]));
  await openMade(page, server, { files: () => (isGone ? [first] : [first, second]) });
  const picker = page.getByRole("button", { name: /File/ });
  await expect(picker).toContainText("night.edf (Ready)");
  await picker.click();
  await page.getByRole("option", { name: "day.edf (Loading 42%)" }).click();
  await expect(picker).toContainText("day.edf (Loading 42%)");
  isGone = true;
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(picker).toContainText("night.edf (Ready)");
});

test("shows how far an import is and when it is done, by what it is told", async ({ page, server }) => {
  const news = await standInForNews(page);
  let isDone = false;
  let asked = 0;
  const preload_status = { status: "importing" } as const;
  await openMade(page, server, {
    patient: madePatient({ status: "importing" }),
    files: () => {
      asked++;
      const progress = asked === 1 ? 0.51 : 0.52;
      return [isDone ? madeFile() : madeFile({ preload_status, progress, eta_ms: 540_000 })];
    },
  });
  // Asked once more when the server tells of it, and that answer is there: what is told from here on is newer.
  await expect(page.getByText("52 % · 9 min left")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "52");
  await expect(page.getByRole("button", { name: /File/ })).toContainText("night.edf (Importing)");
  await expect(page.getByRole("button", { name: "View data" })).toBeDisabled();
  expect(asked).toBe(2);
  const { obj_id: id } = madeFile();
  news.progress([{ kind: "import", id, progress: 0.755, eta_ms: 119_000 }]);
  await expect(page.getByText("75 % · 2 min left")).toBeVisible();
  expect(asked).toBe(2);
  await news.drop();
  await expect.poll(() => news.followed.length).toBe(2);
  isDone = true;
  news.patientsChanged([7]);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "View data" })).toBeEnabled();
});

test("says why a file failed, and that there are none", async ({ page, server }) => {
  const failed = madeFile({ preload_status: { status: "failed" }, error: "The file ends in the middle of a record." });
  await openMade(page, server, { files: () => [failed] });
  await expect(page.getByRole("alert")).toContainText("The file ends in the middle of a record.");
  await expect(page.getByRole("button", { name: "View data" })).toBeDisabled();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await openMade(page, server, { files: () => [] });
  await expect(page.getByText("This patient has no files yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "View data" })).toBeDisabled();
});

test("cuts a long title, not the header bar", async ({ page, server }) => {
  const [id, site] = ["I".repeat(30), `Hospital ${"S".repeat(60)}`];
  const patient = madePatient({ patient_id: id, patient_identifier: id, site_name: site });
  await openMade(page, server, { patient, files: () => [] });
  const title = `Patient ${id.slice(0, 14)}… at ${site.slice(0, 39)}…`;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(term(page, "Patient ID")).toHaveText(id);
  await expect(term(page, "Site")).toHaveText(site);
});

test("uses the short address where a part of the long one would be empty", async ({ page, server }) => {
  const files = () => [madeFile({ obj_id: server.ids[night.name] })];
  await openMade(page, server, { patient: madePatient({ patient_identifier: "" }), files });
  await page.getByRole("button", { name: "View data" }).click();
  await expect(page).toHaveURL(new RegExp(`/review/${server.ids[night.name]}(\\?|$)`));
});

test("needs visualize_data to view data, and says so", async ({ page, server }) => {
  await page.route("**/user/check_token*", async (route) => {
    const answer = await (await route.fetch()).json();
    answer.permissions.visualize_data = false;
    await route.fulfill({ json: answer });
  });
  await openMade(page, server, { files: () => [madeFile()] });
  const view = page.getByRole("button", { name: "View data" });
  await expect(view).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("button", { name: "Refresh" }).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(view).toBeFocused();
  await expect(page.getByRole("tooltip")).toHaveText("You do not have permission for this action");
  await page.keyboard.press("Enter");
  await view.click({ force: true });
  await expect(page).toHaveURL(/\/data\/visualize\/data/);
});

test("opens a review by keyboard", async ({ page, server }) => {
  await openPatient(page, server, "night");
  const picker = page.getByRole("button", { name: /File/ });
  await expect(picker).toContainText(/night\.edf \((Ready|Not in use)\)/);
  await picker.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: /^night\.edf \((Ready|Not in use)\)$/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(picker).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "View data" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/data\/review\//);
});

test("has no accessibility violations in either theme", async ({ page, server }) => {
  await openPatient(page, server, "night");
  await expect(page.getByRole("grid", { name: "Modalities" }).getByRole("rowheader")).toHaveText("EEG");
  expect(await violationsInThemes(page)).toEqual(nothingFound);
  const importing = madeFile({ preload_status: { status: "importing" }, progress: 0.2 });
  await openMade(page, server, { files: () => [importing] });
  expect(await violationsInThemes(page)).toEqual(nothingFound);
});

test.describe("an address without a patient", () => {
  test.use({ allowErrors: /status of 404/ });

  for (const [search, message] of [
    ["", "patient_id === undefined"],
    ["?patient_id=", "Patient ID does not exist."],
    ["?patient_id=999999", "Patient id=999999 does not exist."],
    ["?patient_id=2147483648", "Patient id=2147483648 does not exist."],
    ["?patient_id=abc", "Patient id=abc does not exist."],
  ])
    test(`'${search}' is told, then the list is shown`, async ({ page, server }) => {
      await page.goto(`${server.url}/data/visualize/data${search}`);
      const alert = page.getByRole("alertdialog");
      await expect(alert).toContainText(message);
      await alert.getByRole("button", { name: "Close" }).click();
      await expect(page).toHaveURL(`${server.url}/data/visualize`);
      await expect(page.getByRole("grid", { name: "Patients" })).toBeVisible();
    });
});

test("the list's other address of a patient leads to the patient's page", async ({ page, server }) => {
  await openPatient(page, server, "night");
  const { search } = new URL(page.url());
  await page.goto(`${server.url}/data/visualize/patients/patient${search}`);
  await expect(page).toHaveURL(`${server.url}/data/visualize/patient${search}`);
  await expect(page.getByRole("grid", { name: "Uploads" })).toBeVisible();
});

test.describe("each tab without a patient", () => {
  test.use({ allowErrors: /status of 404/ });

  for (const path of ["files", "forms", "patient"])
    test(`'${path}' leads to the list`, async ({ page, server }) => {
      for (const [search, message] of [
        ["", "No patient has been selected."],
        ["?patient_id=999999", "Patient id=999999 does not exist."],
      ]) {
        await page.goto(`${server.url}/data/visualize/${path}${search}`);
        const alert = page.getByRole("alertdialog");
        await expect(alert).toContainText(message);
        await alert.getByRole("button", { name: "Close" }).click();
        await expect(page).toHaveURL(`${server.url}/data/visualize`);
      }
    });
});

test.describe("when the server refuses", () => {
  test.use({ allowErrors: /status of (404|500)/ });

  test("a file is said to be ready while nobody knows what is reserved", async ({ page, server }) => {
    let now: PrefetchInventory | null = null;
    await answerInventory(page, () => now);
    await openMade(page, server, { files: () => [madeFile()] });
    const picker = page.getByRole("button", { name: /File/ });
    await expect(picker).toContainText("night.edf (Ready)");
    now = madeInventory([madeDirectory({ percent_loaded: 0, error: "The server's disk is full." })]);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(picker).toContainText("night.edf (Not loaded)");
    await expect(page.getByText("Not preloaded. The server's disk is full.")).toBeVisible();
    await expect(page.getByRole("button", { name: "View data" })).toBeEnabled();
    now = madeInventory([madeDirectory({ percent_loaded: 0, in_queue_order: 3 })]);
    await expect(picker).toContainText("night.edf (3rd in queue)");
    now = madeInventory([madeDirectory({ disabled: true })]);
    await expect(picker).toContainText("night.edf (In use)");
  });

  test("says what is wrong when the gateways cannot be had", async ({ page, server }) => {
    await page.route("**/v1/gateways/get_gateways*", (route) => route.fulfill({ status: 500, body: "It went wrong." }));
    await openPatient(page, server, "night");
    await page.getByRole("button", { name: "Gateways" }).click();
    const dialog = page.getByRole("dialog", { name: "Gateways of this patient" });
    await expect(dialog.getByRole("alert")).toBeVisible();
    await page.unroute("**/v1/gateways/get_gateways*");
    await dialog.getByRole("alert").getByRole("button").click();
    await expect(dialog.getByText("No gateway sends for this patient yet.")).toBeVisible();
  });

  test("offers to try again, and trying again helps", async ({ page, server }) => {
    let isBroken = true;
    await page.route("**/v1/patients/get_patient?*", (route) =>
      isBroken ? route.fulfill({ status: 500, body: "no" }) : route.fulfill({ json: madePatient() }),
    );
    await page.route("**/v1/upload/get_patient_uploads*", (route) => route.fulfill({ json: { data: [] } }));
    await page.goto(`${server.url}/data/visualize/data?patient_id=7`);
    await expect(page.getByText("Something went wrong. Please try again!").first()).toBeVisible();
    isBroken = false;
    await page.getByRole("button", { name: "Try Again" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Patient 0042 at North Gate");
  });
});
