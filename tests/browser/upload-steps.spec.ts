/** The way through the upload wizard (spec 000 sections 2, 4 and 5): its steps, and whose data it is. */
import type { Route as Request } from "playwright/test";
import { checkPatientIdentifier } from "../../src/protocol/patients.ts";
import type { Route } from "../../src/protocol/route.ts";
import { checkCns, createUpload, getUploadSettings, startUpload } from "../../src/protocol/uploads.ts";
import { violations } from "./admin-world.ts";
import { expect, test } from "./upload-world.ts";

test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("goes from the terms to the upload by keyboard alone, and sends nothing that identifies", async ({
  wizard,
  page,
  world,
}) => {
  const { dialog, next } = wizard;
  const press = async (key: string, times = 1) => {
    for (let k = 0; k < times; k++) await page.keyboard.press(key);
  };
  /** Moves the focus on until it is there. */
  const reach = async (name: string, role: "button" | "checkbox" | "textbox" | "radio" = "button") => {
    const target = page.getByRole(role, { name, exact: true });
    await expect(target).toBeVisible();
    for (let k = 0; k < 40; k++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await press("Tab");
    }
    throw new Error(`The focus never came to ${name}.`);
  };
  await page.goto(`${world.url}/data/visualize`);
  await reach("Upload patient");
  await press("Enter");
  await expect(dialog.getByRole("heading", { name: "Terms" })).toBeFocused();
  await expect(dialog.getByText("You will receive an email when your data is ready for review.")).toBeVisible();
  await expect(dialog.getByRole("navigation", { name: "Steps of the upload" })).toHaveCount(0);
  await expect(next).toBeDisabled();
  await expect(wizard.back).toHaveCount(0);
  await reach("I have read these terms and accept them.", "checkbox");
  await press("Space");
  await expect(next).toBeDisabled();
  await reach("I agree to remove or de-identify all PHI and PII in what I upload.", "checkbox");
  await press("Space");
  await reach("Next");
  await press("Enter");

  await expect(wizard.step("Select a Site and Project")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveText([
    ...["1Select a Site and Project", "2Select a Patient", "3Select data", "4Confirm data upload"],
  ]);
  await expect(next).toBeDisabled();
  for (const [label, place] of [
    ["Site", world.sites[0]],
    ["Project", world.projects[0]],
  ] as const) {
    await press("Tab");
    await press("Enter");
    await expect(page.getByRole("option", { name: place.name })).toBeVisible();
    await page.keyboard.type(place.name);
    await press("Enter");
    await expect(dialog.getByRole("button", { name: new RegExp(`${place.name}.*${label}`) })).toBeFocused();
  }
  await reach("Next");
  await press("Enter");

  await reach("Existing patient", "radio");
  await press("ArrowRight");
  await press("Space");
  await reach("Patient ID", "textbox");
  await page.keyboard.type("70a01x");
  await expect(dialog.getByLabel("Patient ID")).toHaveValue("7001");
  // Enter does not wait for the answer: it goes on once the id is known to be free.
  await press("Enter");
  await expect(wizard.step("Select data")).toBeVisible();

  await reach("CNS", "radio");
  await press("ArrowRight", 3);
  await press("Space");
  await reach("Select files");
  const chooser = page.waitForEvent("filechooser");
  await press("Enter");
  await (await chooser).setFiles(`${world.folder}/Okafor.edf`);
  await expect(dialog.getByRole("heading", { name: /identifying fields? found/ })).toBeVisible();
  await reach("Next");
  await press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Identifying fields were found. Remove them to go on.");
  await reach("Remove identifying fields");
  await press("Enter");
  await expect(dialog.getByText(/will be removed while the data is sent/)).toBeFocused();
  await reach("Next");
  await press("Enter");

  await expect(dialog.getByText("7001 (new)")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Removed before sending" }).getByRole("listitem")).not.toHaveCount(0);
  const created = page.waitForRequest(`**${createUpload.path}*`);
  const started = page.waitForRequest(`**${startUpload.path}*`);
  await reach("Upload");
  await press("Enter");
  await expect(dialog).toHaveCount(0);
  expect((await created).postDataJSON()).toMatchObject({
    project_id: world.projects[0].id,
    site_id: world.sites[0].id,
    patient_id: "7001",
    is_new_patient: true,
    timezone: "America/New_York",
  });
  const { items, files, form } = (await started).postDataJSON();
  expect(JSON.stringify([items, files])).not.toMatch(/okafor|maria|12345678/i);
  expect(items).toMatchObject([{ kind: "edf", name: expect.stringMatching(/^EDF_20200302_221500.*\.edf$/) }]);
  expect(form).toBeNull();
  await expect(page.getByText(/^Your upload was successful!/).first()).toBeVisible();
  await press("Escape");
  await expect(wizard.button("Upload patient")).toBeFocused();
});

test("tells every state of a new patient's id, and ignores answers that come late", async ({ wizard, page }) => {
  await wizard.open();
  await wizard.acceptTerms();
  await wizard.choosePlace();
  await expect(wizard.next).toBeDisabled();
  await wizard.kind("New patient").click();
  const { dialog, next } = wizard;
  const field = dialog.getByLabel("Patient ID");
  await field.focus();
  await field.blur();
  await expect(dialog.getByText("This field is required.")).toBeVisible();
  await field.pressSequentially("1a-2");
  await expect(field).toHaveValue("12");
  await expect(dialog.getByText("Patient ID must be 4 characters.")).toBeVisible();
  await expect(next).toBeDisabled();

  // The first question is answered last: what it says is about another id.
  let late = () => {};
  const isLate = new Promise<void>((resolve) => {
    late = resolve;
  });
  const asked: string[] = [];
  await page.route(`**${checkPatientIdentifier.path}*`, async (route) => {
    const { patient_identifier: id } = route.request().postDataJSON();
    asked.push(id);
    if (id === "1299") await isLate;
    await route.continue().catch(() => undefined);
  });
  await field.fill("1299");
  await expect(dialog.getByText("Checking whether this Patient ID exists in Site NGMC...")).toBeVisible();
  await expect(next).toBeDisabled();
  await expect.poll(() => asked).toEqual(["1299"]);
  await field.fill("0042");
  await expect(dialog.getByText("This Patient ID already exists in Site NGMC.")).toBeVisible();
  late();
  await expect(next).toBeDisabled();
  await expect(dialog.getByText("This Patient ID is available.")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Select this patient" }).click();
  await expect(wizard.kind("Existing patient")).toBeChecked();
  await expect(dialog.getByRole("option", { name: "0042" })).toHaveAttribute("aria-selected", "true");
  await expect(next).toBeEnabled();

  await wizard.kind("New patient").click();
  await expect(field).toHaveValue("");
  await expect(next).toBeDisabled();
  await field.fill("4711");
  await expect(dialog.getByText("This Patient ID is available.")).toBeVisible();
  await expect(next).toBeEnabled();
});

test.describe("without an answer", () => {
  test.use({ allowErrors: /Failed to load resource/ });

  test("says that an id could not be checked, and checks it again", async ({ wizard, page }) => {
    await wizard.open();
    await wizard.acceptTerms();
    await wizard.choosePlace();
    await wizard.kind("New patient").click();
    await page.route(`**${checkPatientIdentifier.path}*`, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await wizard.dialog.getByLabel("Patient ID").fill("4711");
    await expect(wizard.dialog.getByText("This Patient ID could not be checked.")).toBeVisible();
    await expect(wizard.next).toBeDisabled();
    await wizard.button("Try Again").click();
    await expect(wizard.next).toBeEnabled();
  });

  test("says that a directory could not be checked by the server, and checks it again", async ({ wizard, page }) => {
    await wizard.open();
    await wizard.toData();
    await page.route(`**${checkCns.path}*`, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await wizard.choose("Select directory", "Patient_2024_05_16");
    await expect(wizard.row("Patient_2024_05_16")).toContainText("This directory could not be checked.");
    await wizard.button("Check again").click();
    await expect(wizard.row("Patient_2024_05_16")).toContainText("Regular · 4 files");
  });

  test("says at once that the server is away and when it asks again, and goes on by itself", async ({
    wizard,
    page,
  }) => {
    const trouble = wizard.dialog.getByText(/^The server does not answer\. Trying again (in \d+ s\.|now\.\.\.)$/);
    /** The call fails until this is called. */
    const away = async ({ path }: Route, fail: (route: Request) => Promise<void>) => {
      await page.route(`**${path}*`, fail);
      return () => page.unroute(`**${path}*`, fail);
    };
    const gone = (route: Request) => route.abort();
    const later = (route: Request) => route.fulfill({ status: 503, headers: { "Retry-After": "1" }, body: "Later." });
    let back = await away(getUploadSettings, gone);
    await wizard.open();
    await expect(trouble).toBeVisible();
    await back();
    await wizard.acceptTerms();
    await wizard.choosePlace();
    await wizard.kind("New patient").click();
    back = await away(checkPatientIdentifier, later);
    await wizard.dialog.getByLabel("Patient ID").fill("4712");
    await expect(trouble).toBeVisible();
    await expect(wizard.next).toBeDisabled();
    await back();
    await expect(wizard.next).toBeEnabled();
    await expect(trouble).toBeHidden();
    await wizard.next.click();
    back = await away(checkCns, gone);
    await wizard.choose("Select directory", "Patient_2024_05_16");
    await expect(trouble).toBeVisible();
    await back();
    await expect(wizard.row("Patient_2024_05_16")).toContainText("Regular · 4 files");
    await expect(trouble).toBeHidden();
  });
});

test("skips what needs no choice, and offers only what is switched on", async ({ wizard, world }) => {
  await wizard.open({
    has_phi_warning: false,
    sites: world.sites.slice(0, 1),
    projects: world.projects.slice(0, 1),
    has_natus: false,
    has_medications: false,
    has_form: false,
    patient_id_length: 1,
    patient_id_type: "ALPHA_UPPER",
  });
  await expect(wizard.step("Select a Patient")).toBeVisible();
  await expect(wizard.back).toHaveCount(0);
  await expect(wizard.dialog.getByRole("listitem")).toHaveText([
    ...["1Select a Patient", "2Select data", "3Confirm data upload"],
  ]);
  await wizard.kind("New patient").click();
  const id = wizard.dialog.getByLabel("Patient ID");
  // What is pasted is not cut to an id that somebody else may have; of keys only letters of the type are taken.
  await id.fill("aBC");
  await expect(id).toHaveValue("aBC");
  await expect(wizard.dialog.getByText("Patient ID must be 1 character.")).toBeVisible();
  await expect(wizard.next).toBeDisabled();
  await id.clear();
  await id.pressSequentially("a1B");
  await expect(id).toHaveValue("B");
  await wizard.next.click();
  await expect(wizard.dialog.getByRole("radiogroup").getByRole("radio")).toHaveText(["CNS", "EDF"]);
  await wizard.choose("Select directory", "Study");
  await expect(wizard.row("Patient_mixed")).toContainText("Regular");
  await expect(wizard.dialog.getByText("1 item added under EDF.")).toBeVisible();
  await expect(wizard.dialog.getByText(/^2 other files left out/)).toBeVisible();
});

test("searches twelve sites or more by typing", async ({ wizard, world, page }) => {
  const more = Array.from({ length: 10 }, (_, k) => ({ id: 9000 + k, identifier: `ZZ${k}0`, name: `Ward ${k}` }));
  const sites = [...world.sites, ...more];
  await wizard.open({ sites, has_phi_warning: false });
  const site = wizard.dialog.getByRole("button", { name: /Site/ });
  await site.focus();
  await page.keyboard.press("Enter");
  const search = page.getByRole("searchbox", { name: "Search site" });
  await expect(search).toBeFocused();
  const options = page.getByRole("option");
  await expect(options).toHaveCount(12);
  await page.keyboard.type("nowhere");
  await expect(page.getByText("Nothing matches the search.")).toBeVisible();
  await search.fill("ward 7");
  await expect(options).toHaveText(["Ward 7 (ZZ70)"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(site).toBeFocused();
  await expect(site).toContainText("Ward 7 (ZZ70)");
  // The next time all of them are there.
  await page.keyboard.press("Enter");
  await expect(options).toHaveCount(12);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(site).toBeFocused();
  // Two projects need no search: letters jump.
  await wizard.dialog.getByRole("button", { name: /Project/ }).click();
  await expect(options).toHaveCount(2);
  await expect(search).toHaveCount(0);
});

test("opened for a patient, goes from the terms to the data; Back leads to the patient", async ({ wizard, world }) => {
  await wizard.page.goto(`${world.url}/data/visualize/patient?patient_id=${world.patientKeys[0]}`);
  await wizard.button("Upload data").click();
  await wizard.acceptTerms();
  await expect(wizard.step("Select data")).toBeVisible();
  await wizard.back.click();
  await expect(wizard.dialog.getByRole("option", { name: "0042" })).toHaveAttribute("aria-selected", "true");
  await wizard.back.click();
  await expect(wizard.dialog.getByRole("button", { name: new RegExp(world.sites[0].name) })).toBeVisible();
});

test("says so when there is nowhere to upload to", async ({ wizard }) => {
  await wizard.open({ sites: [] });
  await expect(wizard.dialog.getByText("You belong to no project and site yet.")).toBeVisible();
  await expect(wizard.next).toHaveCount(0);
});
