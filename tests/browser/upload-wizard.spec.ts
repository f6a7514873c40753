/** What the upload wizard takes, refuses and asks (spec 000 sections 2, 4 and 5). */
import { checkCns, createUpload, getExistingData, startUpload } from "../../src/protocol/uploads.ts";
import { writeBook } from "../support/sheet-writer.ts";
import { nothingFound, violationsInThemes } from "./admin-world.ts";
import { expect, test } from "./upload-world.ts";

const modify = "Modifying existing site ID will remove your previously selected upload files. Do you want to continue?";

test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("refuses directories and files in place, and warns of what is there already", async ({ wizard }) => {
  await wizard.answer(getExistingData, {
    data: [
      { name: "Patient_2024_05_16", upload_time: Date.UTC(2026, 5, 3), size: 2048 },
      { name: "night.edf", upload_time: Date.UTC(2026, 5, 3), size: 2048 },
    ],
  });
  await wizard.open();
  await wizard.toData();
  const { dialog, next } = wizard;
  await expect(wizard.table("Existing CNS data").getByRole("columnheader")).toHaveText([
    ...["Name", "Upload time (Pacific/Auckland)", "Size"],
  ]);
  await expect(wizard.table("Existing CNS data").getByRole("row").nth(1)).toHaveText(
    "Patient_2024_05_1606/03/2026 12:00 PM2.00 KB",
  );
  await expect(next).toBeDisabled();
  await wizard.choose("Select directory", "Patient_2024_05_16");
  const selected = wizard.table("Selected CNS data");
  await expect(selected.getByRole("columnheader")).toHaveText(["Name", "Upload time", "Size", "Remove"]);
  await expect(selected).toContainText("This directory has already been uploaded. Uploading it again overrides");
  await wizard.choose("Select directory", "Patient_2024_05_16");
  await expect(dialog.getByRole("status", { name: "About your last selection" })).toHaveText(
    "Patient_2024_05_16 This directory name has already been selected.",
  );
  await wizard.choose("Select directory", "Other_2024");
  await expect(selected).toContainText('must begin with "Patient_"');
  await wizard.choose("Select directory", "Patient_json");
  await expect(selected).toContainText(
    "Directory contains either illegal patient.info.json or admission.info.json files. Please remove these and select the file again.",
  );
  await wizard.kind("EDF").click();
  await wizard.choose("Select files", "broken.edf", "night.edf", "notes.txt");
  const files = wizard.table("Selected EDF data");
  await expect(files.getByRole("row")).toHaveCount(4);
  await expect(files).toContainText("This file is already uploaded to the patient.");
  await expect(files.getByRole("row").filter({ hasText: "notes.txt" })).toContainText("must end in .edf or .bdf");
  await wizard.choose("Select files", "night.edf");
  await expect(dialog.getByText("This file name has already been selected.")).toBeVisible();
  await expect(next).toBeEnabled();
  await next.click();
  await expect(dialog.getByRole("alert")).toHaveText(
    '"Other_2024" and 3 others cannot be uploaded. Remove them to go on.',
  );
  await expect(wizard.kind(/^CNS/)).toBeChecked();
  await wizard.button("Remove what cannot be uploaded").click();
  await expect(selected.getByRole("row")).toHaveCount(2);
  await wizard.kind(/^EDF/).click();
  await expect(files.getByRole("row")).toHaveCount(2);
  await wizard.button("Remove night.edf").click();
  await expect(dialog.getByText("Nothing selected yet.")).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "Selected EDF data" })).toBeFocused();
});

test("warns of what is already in the current queue", async ({ wizard, page }) => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${createUpload.path}*`, async (route) => {
    await isReleased;
    await route.continue();
  });
  const choose = async () => {
    await wizard.toData("7003");
    await wizard.kind(/^EDF/).click();
    await wizard.choose("Select files", "night.edf");
    await expect(wizard.row("night.edf")).toContainText("1 channel");
  };
  await wizard.open();
  await choose();
  await expect(wizard.dialog.getByText("This file is already in the current queue.")).toHaveCount(0);
  await wizard.next.click();
  await wizard.button("Upload").click();
  await page
    .getByRole("dialog", { name: /^Upload in/ })
    .getByRole("button", { name: "Close", exact: true })
    .last()
    .click();
  await wizard.button("Upload patient").click();
  await choose();
  await expect(wizard.dialog.getByText("This file is already in the current queue.")).toBeVisible();
  release();
  await expect(page.getByText("1 upload complete")).toBeAttached();
});

test("refuses a CNS directory that the server's check finds wrong", async ({ wizard }) => {
  await wizard.answer(checkCns, { validFilenames: [], errors: ["There is no data file."] });
  await wizard.open();
  await wizard.toData();
  await wizard.choose("Select directory", "Patient_2024_05_16");
  await expect(wizard.row("Patient_2024_05_16")).toContainText(
    "Error: This directory does not follow the CNS standard structure.",
  );
});

test("takes what is dropped, sorts it, and finds identifying fields of every kind", async ({ wizard, page }) => {
  await wizard.open();
  await wizard.toData();
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["time,drug\n2024-05-16 09:40,Propofol\n"], "given.csv"));
    return transfer;
  });
  await wizard.dialog.getByText(/^Drop CNS directories here/).dispatchEvent("drop", { dataTransfer: dropped });
  await expect(wizard.dialog.getByText("1 item added under Medications.")).toBeVisible();
  await wizard.kind(/^Natus/).click();
  await wizard.choose("Select directory", "Doe~ Jane_0f1e2d3c");
  const found = wizard.dialog.getByRole("region", { name: "Identifying fields", exact: true });
  await expect(found).toContainText("Patient name");
  await wizard.next.click();
  await expect(wizard.dialog.getByRole("alert")).toHaveText("Identifying fields were found. Remove them to go on.");
  await wizard.button("Remove identifying fields").click();
  await expect(wizard.row("Doe~ Jane_0f1e2d3c")).toContainText("Sent as Natus_");
  await wizard.next.click();
  const data = wizard.table("Data");
  await expect(data.getByRole("row")).toHaveCount(4);
  await expect(data).toContainText("Sent as Natus_");
  await expect(wizard.dialog.getByRole("region", { name: "Removed before sending" })).toContainText(
    /headers of \d file/,
  );
  const zone = wizard.dialog.getByRole("combobox", { name: "Time zone" });
  await expect(zone).toHaveValue("America/New York");
  await zone.fill("auckl");
  await page.getByRole("option", { name: "Pacific/Auckland" }).click();
  await expect(zone).toHaveValue("Pacific/Auckland");
});

test("opens workbooks and texts before it takes them", async ({ wizard, page }) => {
  await wizard.open();
  await wizard.toData();
  const book = writeBook({ sheets: ['<row r="1"><c r="A1" t="str"><v>Drug</v></c></row>'] });
  const dropped = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(bytes)], "given.xlsx"));
    transfer.items.add(new File(['time,drug\n"2024-05-16 09:40,Propofol\n'], "endless.csv"));
    return transfer;
  }, Array.from(book));
  await wizard.dialog.getByText(/^Drop CNS directories here/).dispatchEvent("drop", { dataTransfer: dropped });
  await expect(wizard.dialog.getByText("2 items added under Medications.")).toBeVisible();
  await wizard.kind(/^Medications/).click();
  await expect(wizard.row("endless.csv")).toContainText("Unable to read endless.csv: row 2 does not end.");
  await expect(wizard.row("given.xlsx")).toBeVisible();
  await expect(wizard.row("given.xlsx")).not.toContainText("Unable to read");
});

test("asks before a change of site, project or patient takes the files away, and before closing", async ({
  wizard,
  world,
}) => {
  await wizard.open();
  // Places and patient are entered too.
  await wizard.acceptTerms();
  await wizard.choosePlace();
  await wizard.dialog.press("Escape");
  await wizard.question.getByRole("button", { name: "Yes, close" }).click();
  await expect(wizard.dialog).toHaveCount(0);
  await expect(wizard.button("Upload patient")).toBeFocused();

  await wizard.button("Upload patient").click();
  await wizard.toData();
  await wizard.kind("EDF").click();
  await wizard.choose("Select files", "night.edf");
  await expect(wizard.row("night.edf")).toContainText("1 channel");
  await wizard.back.click();
  await wizard.dialog.getByRole("option", { name: "0042" }).click();
  await expect(wizard.question).toContainText(modify);
  await wizard.question.getByRole("button", { name: "No, keep the files" }).click();
  await expect(wizard.dialog.getByRole("option", { name: "1042" })).toHaveAttribute("aria-selected", "true");
  await wizard.back.click();
  await wizard.select("Site", world.sites[1].name);
  await expect(wizard.question).toContainText(modify);
  await wizard.question.getByRole("button", { name: "No, keep the files" }).click();
  await expect(wizard.dialog.getByRole("button", { name: /Site NGMC/ })).toBeFocused();
  await wizard.select("Project", world.projects[1].name);
  await wizard.question.getByRole("button", { name: "Yes, continue" }).click();
  await expect(wizard.dialog.getByRole("button", { name: /Project SDW/ })).toBeVisible();
  await wizard.next.click();
  await expect(wizard.dialog.getByText("This project has no patients at this site yet.")).toBeVisible();
  await expect(wizard.next).toBeDisabled();
  await wizard.button("Enter a new patient").click();
  await wizard.dialog.getByLabel("Patient ID").fill("0042");
  await wizard.next.click();
  await wizard.kind("EDF").click();
  await expect(wizard.dialog.getByText("Nothing selected yet.")).toBeVisible();
  await wizard.choose("Select files", "night.edf");
  await wizard.dialog.press("Escape");
  await expect(wizard.question).toContainText("Close without uploading?");
  await wizard.question.getByRole("button", { name: "No, go on" }).click();
  await expect(wizard.row("night.edf")).toBeVisible();
  await wizard.dialog.getByRole("button", { name: "Close" }).click();
  await wizard.question.getByRole("button", { name: "Yes, close" }).click();
  await expect(wizard.dialog).toHaveCount(0);
  await wizard.button("Upload patient").click();
  await expect(wizard.dialog.getByRole("checkbox", { name: /^I have read/ })).not.toBeChecked();
  await wizard.dialog.press("Escape");
  await expect(wizard.dialog).toHaveCount(0);
});

test("uploads a form alone in form mode, once it is complete", async ({ wizard, page }) => {
  await wizard.open({ has_form: true });
  await wizard.toData("7002");
  await wizard.kind("Form").click();
  await expect(wizard.step("Form entry")).toBeVisible();
  await expect(wizard.next).toBeDisabled();
  await wizard.dialog.getByLabel("Admission date").first().fill("06/03/2026");
  await wizard.next.click();
  await expect(
    wizard.dialog.locator("[role=alert]").filter({ hasText: "Please complete all required fields." }),
  ).toBeVisible();
  await expect(wizard.dialog.getByText("This field is required").first()).toBeVisible();
  await wizard.select("Head CT result", /^Normal$/);
  for (const group of await wizard.dialog.getByRole("radiogroup", { name: /response/ }).all())
    await group.getByText("Unknown").click();
  await wizard.next.click();
  await expect(wizard.dialog.getByText("Patient form, filled in")).toBeVisible();
  const started = page.waitForRequest(`**${startUpload.path}*`);
  await wizard.button("Upload").click();
  const { items, form } = (await started).postDataJSON();
  expect(items).toEqual([]);
  expect(form.answers).toContainEqual(expect.objectContaining({ identifier: "admissionDate", value: "2026-06-03" }));
  await expect(page.getByText(/^Your upload was successful!/).first()).toBeVisible();
});

test("is closed to those who may not upload, and says why", async ({ page, world }) => {
  await world.enter(page.context(), "access_data_visualize");
  await page.goto(`${world.url}/data/visualize`);
  const button = page.getByRole("button", { name: "Upload patient" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.focus();
  await expect(page.getByRole("tooltip")).toHaveText("You do not have permission for this action");
});

test("axe finds nothing on any step, in either theme", async ({ wizard, page }) => {
  const check = async (what: string) => {
    expect(await violationsInThemes(page), what).toEqual(nothingFound);
  };
  await wizard.open({ has_form: true });
  await check("Terms");
  await wizard.acceptTerms();
  await check("Site and project");
  await wizard.choosePlace();
  await expect(wizard.dialog.getByRole("option", { name: "1042" })).toBeVisible();
  await check("Existing patient");
  await wizard.kind("New patient").click();
  await wizard.dialog.getByLabel("Patient ID").fill("0042");
  await expect(wizard.button("Select this patient")).toBeVisible();
  await check("New patient");
  await wizard.button("Select this patient").click();
  await wizard.next.click();
  await wizard.choose("Select directory", "Other_2024");
  await wizard.kind("EDF").click();
  await wizard.choose("Select files", "Okafor.edf");
  await expect(wizard.button("Remove identifying fields")).toBeVisible();
  await wizard.kind(/^CNS/).click();
  await check("Data");
  await wizard.button("Remove Other_2024").click();
  await wizard.button("Remove identifying fields").click();
  await wizard.next.click();
  await expect(wizard.table("Data")).toBeVisible();
  await check("Summary");
});
