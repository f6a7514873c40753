/** The patients list (spec 000 section 2). */
import { nothingFound, violationsInThemes } from "./admin-world.ts";
import { expect, test } from "./fixtures.ts";
import { standInForNews } from "./news-server.ts";
import { madePatient } from "./patients.ts";
import { night } from "./recordings.ts";

const calls = "**/v1/patients/get_patients*";

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
});
test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("lists patients with their facts, and leads to one and into its review and back", async ({ page, server }) => {
  await page.goto(`${server.url}/data/visualize`);
  await expect(page).toHaveTitle("Patients – CONNECT");
  const grid = page.getByRole("grid", { name: "Patients" });
  await expect(grid.getByRole("columnheader")).toHaveText([
    ...["Patient", "Site", "Project", "File size", "Files loaded", "No. annotations", "Start time", "End time"],
    ...["Total monitoring time", "Most recent upload", "Uploaded by"],
  ]);
  await expect(grid.getByRole("rowheader")).toHaveText(["depth", "night", "numbers"]);
  const row = grid.getByRole("row").filter({ hasText: "night" });
  const cells = row.getByRole("gridcell");
  await expect(cells.nth(0)).toHaveText("Demonstration Hospital");
  await expect(cells.nth(2)).toHaveText(/^1\.\d\d MB$/);
  await expect(cells.nth(3)).toHaveText("1 of 1");
  await expect(cells.nth(4)).toHaveText("2");
  await expect(cells.nth(5)).toHaveText("03/03/2020 04:20 AM");
  await expect(cells.nth(6)).toHaveText("03/03/2020 04:23 AM");
  await expect(page.getByText("Times in Pacific/Auckland")).toBeVisible();
  await expect(cells.nth(7)).toHaveText("3m");
  await expect(cells.nth(8)).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d [AP]M$/);
  await expect(cells.nth(9)).toHaveText("unknown");
  await expect(grid.getByRole("row").filter({ hasText: "depth" }).getByRole("gridcell").nth(5)).toHaveText("unknown");

  await grid.getByRole("link", { name: "night" }).click();
  await expect(page).toHaveURL(/\/data\/visualize\/data\?patient_id=\d+$/);
  await expect(page.getByRole("heading", { name: "Patient night at Demonstration Hospital" })).toBeVisible();
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await page.getByRole("button", { name: "View data" }).click();
  await expect(page).toHaveURL(
    new RegExp(`^${server.url}/data/review/\\d+/night/[^/]+/${server.ids[night.name]}/${night.name}(\\?|$)`),
  );
  await expect(page.getByRole("img", { name: /^EEG traces/ })).toBeVisible();
  await page.getByRole("button", { name: "Close data review", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Close Data Review?" });
  await expect(question).toContainText("Are you sure you want to close Data Review?");
  await question.getByRole("button", { name: "Close Data Review" }).click();
  await expect(page.getByRole("heading", { name: "Patient night at Demonstration Hospital" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Patients" }).click();
  await expect(page).toHaveURL(`${server.url}/data/visualize`);
});

test("searches by patient and site; the address says how, and what it says wrongly is removed", async ({
  page,
  server,
}) => {
  const names = page.getByRole("grid").getByRole("rowheader");
  const search = page.getByRole("searchbox");
  await page.goto(`${server.url}/data/visualize?page=-1&sort=up&field=name&search_field=secret&junk=1`);
  await expect(page).toHaveURL(`${server.url}/data/visualize`);
  await search.fill("n");
  await search.press("Enter");
  await expect(page).toHaveURL(/\?search=n$/);
  await expect(names).toHaveText(["night", "numbers"]);
  await page.getByRole("button", { name: /^Search operator/ }).click();
  await page.getByRole("menuitemradio", { name: "equals" }).click();
  await expect(page.getByText("There are no records to display")).toBeVisible();
  await search.fill("NIGHT");
  await search.press("Enter");
  await expect(names).toHaveText(["night"]);
  await page.getByRole("button", { name: /^Search in/ }).click();
  await page.getByRole("menuitemradio", { name: "Site" }).click();
  await expect(page).toHaveURL(/search_field=name&operator=equals/);
  await search.fill("demonstration hospital");
  await search.press("Enter");
  await expect(names).toHaveCount(3);
  await page.getByRole("columnheader", { name: "Start time" }).click();
  await expect(page).toHaveURL(/field=start_time&sort=asc/);
  await expect(names.last()).toHaveText("depth");
  await page.goBack();
  await expect(page).not.toHaveURL(/sort/);
});

test("hides columns and turns pages", async ({ page, server }) => {
  const asked: unknown[] = [];
  await page.route(calls, async (route) => {
    const { page_index } = route.request().postDataJSON();
    asked.push(page_index);
    const data = Array.from({ length: 10 }, (_, k) => {
      const key = (page_index - 1) * 10 + k + 1;
      return madePatient({ patient_key: key, patient_id: `P-${key}` });
    });
    await route.fulfill({ json: { data, total: 137, filters: ["id", "name"] } });
  });
  await page.goto(`${server.url}/data/visualize`);
  await expect(page.getByText("1–10 of 137")).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Uploaded by" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Uploaded by" })).toHaveCount(0);
  await page.getByLabel("Go to Page").fill("14");
  await page.getByLabel("Go to Page").press("Enter");
  await expect(page).toHaveURL(/\?page=14$/);
  await expect(page.getByRole("link", { name: "P-140" })).toBeVisible();
  expect(asked).toContain(14);
});

test("says which files are on their way or failed, and is told when they are loaded", async ({ page, server }) => {
  const news = await standInForNews(page);
  let isComing = true;
  await page.route(calls, async (route) => {
    const patient = madePatient({
      file_count: 3,
      files_loaded: isComing ? 1 : 2,
      files_failed: 1,
      status: isComing ? "importing" : "ready",
    });
    await route.fulfill({ json: { data: [patient], total: 1, filters: ["id", "name"] } });
  });
  await page.goto(`${server.url}/data/visualize`);
  const row = page.getByRole("row").filter({ hasText: "0042" });
  await expect(row.getByText("1 of 3")).toBeVisible();
  await expect(row.getByText("Importing")).toBeVisible();
  await expect(row.getByText("1 failed")).toBeVisible();
  await expect.poll(() => news.followed).toEqual([{ patient_keys: [7], upload_ids: [] }]);
  isComing = false;
  news.patientsChanged([7]);
  await expect(row.getByText("2 of 3")).toBeVisible();
  await expect(row.getByText("Importing")).toHaveCount(0);
});

test("says how to import when there is nothing", async ({ page, server }) => {
  await page.route(calls, (route) => route.fulfill({ json: { data: [], total: 0, filters: ["id", "name"] } }));
  await page.goto(`${server.url}/data/visualize`);
  await expect(page.getByText("There are no records to display")).toBeVisible();
  await expect(page.getByText("npm run import -- FILE")).toBeVisible();
});

test("is usable by keyboard", async ({ page, server }) => {
  const { keyboard } = page;
  await page.goto(`${server.url}/data/visualize`);
  const grid = page.getByRole("grid");
  await expect(grid).toBeVisible();
  await page.getByRole("searchbox").focus();
  while (!(await grid.evaluate((table) => table.contains(document.activeElement)))) await keyboard.press("Tab");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowRight");
  const link = grid.getByRole("link", { name: "night" });
  await expect(link).toBeFocused();
  await keyboard.press("Enter");
  await expect(page).toHaveURL(/\/data\/visualize\/data\?patient_id=\d+$/);
});

test("has no accessibility violations in either theme", async ({ page, server }) => {
  await page.goto(`${server.url}/data/visualize`);
  await expect(page.getByRole("link", { name: "night" })).toBeVisible();
  expect(await violationsInThemes(page)).toEqual(nothingFound);
});

test("keeps the chosen theme", async ({ page, server }) => {
  await page.goto(`${server.url}/data/visualize`);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe("rgb(243, 245, 248)");
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  expect(await background()).toBe("rgb(10, 14, 19)");
  await page.reload();
  await expect(page.getByRole("button", { name: "Use the light theme" })).toBeVisible();
  expect(await background()).toBe("rgb(10, 14, 19)");
});

test.describe("an address of nothing", () => {
  test.use({ allowErrors: /status of 404/ });

  test("answers for what does not exist", async ({ page, server }) => {
    for (const path of ["/review/999999", "/review/abc", "/review/1e9"]) {
      await page.goto(`${server.url}${path}`);
      await expect(page.getByText("This recording does not exist.")).toBeVisible();
    }
    await page.getByRole("link", { name: "Back to the patients" }).click();
    await expect(page.getByRole("heading", { name: "Patients" })).toBeVisible();
    await page.goBack();
    await page.getByRole("button", { name: "Close data review" }).click();
    await expect(page.getByRole("alertdialog").getByText("dataObjectID undefined", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "OK", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Patients" })).toBeVisible();
  });
});

test.describe("when the server refuses or is away", () => {
  test.use({ allowErrors: /status of 500|ERR_|Failed to load resource|WebSocket/ });

  test("offers to try again, and trying again helps", async ({ page, server }) => {
    let answers = 0;
    await page.route(calls, (route) => {
      answers++;
      // The first question and its two repetitions.
      if (answers > 3) return route.continue();
      return answers % 2 === 0 ? route.abort("connectionrefused") : route.fulfill({ status: 500, body: "no" });
    });
    await page.goto(`${server.url}/data/visualize`);
    await expect(page.getByRole("alert")).toContainText("Something went wrong. Please try again!");
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByRole("link", { name: "night" })).toBeVisible();
  });
});
