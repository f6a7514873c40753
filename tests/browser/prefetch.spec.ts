/** The reserved space on the patients list, and the dialog 'Data ready for review' (spec 000 sections 2, 3 and 8). */
import type { Page } from "playwright/test";
import type { PrefetchInventory } from "../../src/protocol/prefetch.ts";
import { nothingFound, violationsInThemes } from "./admin-world.ts";
import { expect, reach, type TestServer, test } from "./fixtures.ts";
import { answerInventory, madeDirectory, madeInventory } from "./prefetch-made.ts";
import { night } from "./recordings.ts";
import { measureText } from "./table-measure.ts";

const gigabyte = 1024 ** 3;
const banner = (page: Page) => page.getByRole("region", { name: "Reserved space" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Data ready for review" });
const row = (page: Page, name: string) =>
  dialog(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });
const tick = (page: Page, name: string) => row(page, name).getByRole("checkbox").click({ force: true });
const toast = (page: Page, text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true });

async function openDialog(page: Page, server: TestServer): Promise<void> {
  await page.goto(`${server.url}/data/visualize`);
  await banner(page).getByRole("button", { name: "View" }).click();
  await expect(dialog(page)).toBeVisible();
}

test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a file that is opened is in use, can be unloaded once it is closed, and then is not listed", async ({
  page,
  review,
  server,
}) => {
  // Other tests of this server may have left files reserved.
  const other = await page.context().newPage();
  await other.goto(`${server.url}/review/${server.ids[night.name]}?backend=canvas2d`);
  await page.goto(`${server.url}/data/visualize`);
  await expect(banner(page)).toContainText(/^[\d.]+ [KM]?B of [\d.]+ [KMGTP]B reserved for review\d+ files? in use/);
  await banner(page).getByRole("button", { name: "View" }).click();
  await expect(row(page, night.name).getByRole("gridcell").nth(1)).toHaveText("Demonstration Hospital");
  await expect(row(page, night.name).getByRole("gridcell").nth(2)).toHaveText("night");
  await expect(row(page, night.name).getByRole("checkbox")).toBeDisabled();
  await expect(row(page, night.name)).toContainText("In use");
  await other.close();
  await expect(row(page, night.name)).toContainText("Not in use");
  await tick(page, night.name);
  await expect(dialog(page).getByText(/^1 file selected, 1\.\d\d MB$/)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Unload" }).click();
  const question = page.getByRole("alertdialog", { name: "Unload 1 file?" });
  await expect(question).toContainText("Nothing is deleted");
  await question.getByRole("button", { name: "Unload" }).click();
  await expect(toast(page, "Files unloaded successfully")).toBeVisible();
  await expect(row(page, night.name)).toHaveCount(0);
  // 'Unload' had the focus and has nothing to do any more: the dialog takes it.
  await expect.poll(() => dialog(page).evaluate((box) => box.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  // Nothing was deleted: its review opens as before.
  await review.open(night.name);
});

test("takes its place before it knows anything; says how much is reserved, by how many files, and when room gets short", async ({
  page,
  server,
}) => {
  const files = [
    madeDirectory({ disabled: true }),
    madeDirectory({ data_object_id: 2 }),
    madeDirectory({ data_object_id: 3, percent_loaded: 40 }),
    madeDirectory({ data_object_id: 4, percent_loaded: 0, in_queue_order: 1 }),
  ];
  let now = madeInventory(files, { current_size: 312.4 * gigabyte });
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/v1/prefetch/get_inventory*", async (route) => {
    await held;
    await route.fulfill({ json: now });
  });
  await page.goto(`${server.url}/data/visualize`);
  const grid = page.getByRole("grid", { name: "Patients" });
  await expect(grid.getByRole("link", { name: "night" })).toBeVisible();
  await expect(banner(page)).toHaveText("Loading the reserved space");
  const before = await grid.boundingBox();
  answer();
  await expect(banner(page)).toContainText("312.40 GB of 500.00 GB reserved for review");
  expect(await grid.boundingBox()).toEqual(before);
  await expect(banner(page)).toContainText("1 file in use, 1 file not in use, 1 loading, 1 in queue");
  await expect(banner(page).getByRole("meter")).toHaveAttribute("aria-valuetext", /^312\.40 GB of 500\.00 GB/);
  await expect(banner(page)).not.toContainText("full");
  now = madeInventory([], { current_size: 450 * gigabyte, unseen_size: 450 * gigabyte });
  await expect(banner(page)).toContainText("Nearly full");
  await expect(banner(page)).toContainText("No files of your projects and sites");
  now = madeInventory([], { current_size: 500 * gigabyte, unseen_size: 500 * gigabyte });
  await banner(page).getByRole("button", { name: "Refresh" }).click();
  await expect(banner(page)).toContainText("500.00 GB of 500.00 GB reserved for reviewFull");
});

test("keeps focus, scroll and choice while five hundred rows change; what came into use leaves the choice", async ({
  page,
  server,
}) => {
  const files = Array.from({ length: 500 }, (_, k) =>
    madeDirectory({ data_object_id: k + 1, name: `M${k + 1}.edf`, percent_loaded: k < 3 ? 100 : 10 }),
  );
  let now = madeInventory(files);
  await answerInventory(page, () => now);
  await openDialog(page, server);
  const grid = dialog(page).getByRole("grid");
  // Rows out of sight are not in the document.
  expect(await grid.getByRole("row").count()).toBeLessThan(40);
  for (const name of ["M1.edf", "M2.edf", "M3.edf"]) await tick(page, name);
  await expect(dialog(page).getByText("3 files selected, 6.00 GB")).toBeVisible();
  await grid.evaluate((element) => element.scrollTo(0, 4000));
  await reach(page, row(page, "M105.edf"));
  const scrolled = await grid.evaluate((element) => element.scrollTop);
  const changed = files
    .map((file) => (file.percent_loaded === 100 ? file : { ...file, percent_loaded: 55 }))
    .map((file) => (file.data_object_id === 2 ? { ...file, disabled: true } : file))
    .filter(({ data_object_id }) => data_object_id !== 3);
  now = madeInventory(changed);
  await expect(row(page, "M105.edf")).toContainText("Loading 55%");
  await expect(dialog(page).getByText("1 file selected, 2.00 GB")).toBeVisible();
  await expect(row(page, "M105.edf")).toBeFocused();
  expect(Math.abs((await grid.evaluate((element) => element.scrollTop)) - scrolled)).toBeLessThanOrEqual(40);
  // The one that came into use does not come back into the choice by itself.
  now = madeInventory(files);
  await expect(row(page, "M105.edf")).toContainText("Loading 10%");
  await expect(dialog(page).getByText("1 file selected, 2.00 GB")).toBeVisible();
});

test("is usable by keyboard: every row that may be unloaded, why another may not, and the way out", async ({
  page,
  server,
}) => {
  const files = [
    madeDirectory({ name: "a.edf", disabled: true }),
    madeDirectory({ name: "b.edf", data_object_id: 2 }),
    madeDirectory({ name: "c.edf", data_object_id: 3, percent_loaded: 0, error: "The disk is full." }),
  ];
  let now = madeInventory(files, { unseen_size: gigabyte });
  await answerInventory(page, () => now);
  await openDialog(page, server);
  await expect(
    dialog(page).getByText("1.00 GB are taken by files of projects or sites that are not yours."),
  ).toBeVisible();
  await expect(row(page, "c.edf")).toContainText("Not loaded");
  await expect(row(page, "c.edf")).toContainText("The disk is full.");
  await reach(page, row(page, "a.edf").getByRole("img"));
  await expect(page.getByRole("tooltip")).toHaveText("It is open in a review, and cannot be unloaded now.");
  await dialog(page).getByRole("checkbox", { name: "Select all" }).focus();
  await page.keyboard.press("Space");
  await expect(dialog(page).getByText("2 files selected, 4.00 GB")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Unload" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog", { name: "Unload 2 files?" })).toContainText("This releases 4.00 GB.");
  // All of them go while it is asked: there is no question left, and no button that could keep the focus.
  now = madeInventory(files.slice(0, 1));
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(dialog(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

test("whose file it is stands there whole in a row of two lines, also beside long names", async ({ page, server }) => {
  const patient_id = "NICU-2026-0042-subarachnoid-02";
  const long = "of the whole stay ".repeat(7).trim();
  const inventory = madeInventory([madeDirectory({ site: long, patient_id, name: long })]);
  await answerInventory(page, () => inventory);
  await page.setViewportSize({ width: 1024, height: 768 });
  await openDialog(page, server);
  expect(await measureText(dialog(page).getByTitle(patient_id))).toEqual({ cut: [] });
  expect((await dialog(page).getByRole("row").last().boundingBox())?.height).toBe(40);
});

test("without the permission nothing can be unloaded, and it says so", async ({ page, server }) => {
  await page.route("**/user/check_token*", async (route) => {
    const answer = await (await route.fetch()).json();
    answer.permissions.visualize_data = false;
    await route.fulfill({ json: answer });
  });
  await answerInventory(page, () => madeInventory([madeDirectory()]));
  await openDialog(page, server);
  await tick(page, "night.edf");
  const unload = dialog(page).getByRole("button", { name: "Unload" });
  await expect(unload).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Tab");
  await unload.focus();
  await expect(page.getByRole("tooltip")).toHaveText("You do not have permission for this action");
});

test("has no accessibility violations in either theme", async ({ page, server }) => {
  const files = [
    madeDirectory({ disabled: true }),
    madeDirectory({ data_object_id: 2, name: "N".repeat(90) }),
    madeDirectory({ data_object_id: 3, percent_loaded: 12 }),
    madeDirectory({ data_object_id: 4, percent_loaded: 0, in_queue_order: 1 }),
    madeDirectory({ data_object_id: 5, percent_loaded: 0, error: "The disk is full." }),
  ];
  await answerInventory(page, () =>
    madeInventory(files, { unseen_size: 470 * gigabyte, current_size: 480 * gigabyte }),
  );
  await openDialog(page, server);
  await tick(page, "N".repeat(90));
  expect(await violationsInThemes(page)).toEqual(nothingFound);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  expect(await violationsInThemes(page)).toEqual(nothingFound);
});

test.describe("when the server refuses", () => {
  test.use({ allowErrors: /status of (409|500)/ });

  test("an unknown amount is said to be unknown, and known again by itself", async ({ page, server }) => {
    let now: PrefetchInventory | null = madeInventory([madeDirectory()]);
    await answerInventory(page, () => now);
    await openDialog(page, server);
    await tick(page, "night.edf");
    now = null;
    await expect(dialog(page).getByRole("alert")).toContainText("How much space is reserved for review is unknown.");
    await expect(dialog(page)).not.toContainText("night.edf");
    await expect(dialog(page).getByRole("button", { name: "Unload" })).toBeDisabled();
    now = madeInventory([madeDirectory()]);
    await dialog(page).getByRole("button", { name: "Try Again" }).click();
    await expect(dialog(page).getByText("1 file selected, 2.00 GB")).toBeVisible();
    await page.keyboard.press("Escape");
    now = null;
    await expect(banner(page)).toContainText("How much space is reserved for review is unknown.");
    await expect(banner(page)).not.toContainText("GB");
    now = madeInventory([madeDirectory()]);
    await expect(banner(page)).toContainText("2.00 GB of 500.00 GB reserved for review");
  });

  test("says why files were not unloaded, and keeps the choice", async ({ page, server }) => {
    const refusal = "night.edf is open in a review. It can be unloaded once the review is closed.";
    await answerInventory(page, () => madeInventory([madeDirectory()]));
    await page.route("**/v1/prefetch/unload*", (route) => {
      expect(route.request().postDataJSON().data_object_ids).toEqual([1]);
      return route.fulfill({ status: 409, body: refusal });
    });
    await openDialog(page, server);
    await tick(page, "night.edf");
    await dialog(page).getByRole("button", { name: "Unload" }).click();
    const question = page.getByRole("alertdialog", { name: "Unload 1 file?" });
    await question.getByRole("button", { name: "Unload" }).click();
    await expect(toast(page, refusal)).toBeVisible();
    await expect(question).toContainText(`Error: ${refusal}`);
    await question.getByRole("button", { name: "Keep" }).click();
    await expect(row(page, "night.edf")).toHaveAttribute("aria-selected", "true");
    await expect(dialog(page).getByText("1 file selected, 2.00 GB")).toBeVisible();
  });
});
