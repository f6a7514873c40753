import { createRole, getUsers } from "../../src/protocol/admin.ts";
import { crowd, expect, paths, test, testAdmin } from "./admin-world.ts";

test.use({ isCrowded: true });

/** Where a few rows show as much as the hundred of a full page, which cost seconds each time that they are drawn: crowd[10] to crowd[19]. */
const tenOfThem = `${paths.users}?search=person-01`;

test("restores search, order and page from the address and removes what is invalid (spec 000 sections 2 and 5)", async ({
  screens,
}) => {
  const { page } = screens;
  await screens.open(`${paths.users}?search=crowd.test&field=email&sort=desc&page=2`);
  await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
  await expect(page.getByText("101–160 of 160")).toBeVisible();
  await expect(screens.grid.getByRole("rowheader").first()).toHaveText("person-059@crowd.test");
  await expect(screens.column("Email")).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByRole("searchbox")).toHaveValue("crowd.test");

  await screens.open(`${paths.users}?page=-4&sort=zzz&field=password&operator=like&junk=1`);
  await expect(page).toHaveURL(new RegExp(`${paths.users}$`));
  await screens.open(`${paths.users}?page=99&search=crowd.test`);
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText("101–160 of 160")).toBeVisible();
});

test("asks for 100 users, newest first, until another order is chosen (spec 000 sections 7 and 9)", async ({
  screens,
  server,
}) => {
  const { page } = screens;
  const asked = page.waitForRequest(`**${getUsers.path}*`);
  await screens.open(`${paths.users}?search=crowd.test`);
  const newest = { page_index: 1, rows_per_page: 100, order_by: "user_id", order_direction: "desc" } as const;
  expect((await asked).postDataJSON()).toMatchObject(newest);
  const rows = screens.grid.getByRole("rowheader");
  await expect(rows).toHaveCount(100);
  await expect(page.getByText("1–100 of 160")).toBeVisible();
  const emails = await rows.allTextContents();
  const filters = [{ field: "email", operator: "contains", value: "crowd.test" } as const];
  const { data } = await server.ask(getUsers, { ...newest, filters });
  expect(emails).toEqual(data.map(({ email }) => email));
  const next = page.waitForRequest(`**${getUsers.path}*`);
  await screens.column("Email").click();
  expect((await next).postDataJSON()).toMatchObject({ rows_per_page: 100, order_by: "email", order_direction: "asc" });
});

test("sorts ascending, descending, not; each step is in the address and Back undoes it", async ({ screens }) => {
  const { page } = screens;
  await screens.open(tenOfThem);
  const email = screens.column("Email");
  await expect(email).toHaveAttribute("aria-sort", "none");
  await email.click();
  await expect(page).toHaveURL(/field=email&sort=asc/);
  await expect(screens.grid.getByRole("rowheader").first()).toHaveText(crowd[10]);
  await email.click();
  await expect(page).toHaveURL(/field=email&sort=desc/);
  await expect(screens.grid.getByRole("rowheader").first()).toHaveText(crowd[19]);
  await email.click();
  await expect(page).not.toHaveURL(/sort/);
  await expect(email).toHaveAttribute("aria-sort", "none");
  await page.goBack();
  await expect(email).toHaveAttribute("aria-sort", "descending");
});

test("searches by field and operator", async ({ screens }) => {
  const { page } = screens;
  await screens.open(`${paths.users}?search=${encodeURIComponent(testAdmin.email)}`);
  await screens.search("person-01");
  await expect(page).toHaveURL(/search=person-01/);
  await expect(screens.grid.getByRole("rowheader")).toHaveCount(10);
  await screens.chooseOne(/^Search operator/, "equals");
  await expect(page.getByText("There are no records to display")).toBeVisible();
  await screens.search("PERSON-017@crowd.test");
  await expect(screens.grid.getByRole("rowheader")).toHaveText(["person-017@crowd.test"]);
  await screens.chooseOne(/^Search in/, "Last name");
  await expect(page).toHaveURL(/search_field=last_name&operator=equals/);
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expect(page).toHaveURL(new RegExp(`${paths.users}$`));
});

test("turns pages by buttons and by 'Go to Page'", async ({ screens }) => {
  const { page } = screens;
  await screens.open(`${paths.users}?search=crowd.test&field=email&sort=asc`);
  const box = page.getByLabel("Go to Page");
  await expect(screens.button("Previous page")).toBeDisabled();
  await screens.button("Next page").click();
  await expect(box).toHaveValue("2");
  for (const wrong of ["0", "3", "two"]) {
    await box.fill(wrong);
    await box.press("Enter");
    await expect(box).toHaveValue("2");
  }
  await expect(screens.grid.getByRole("rowheader").last()).toHaveText(crowd[159]);
  await expect(screens.button("Next page")).toBeDisabled();
  await box.fill("1");
  await box.press("Enter");
  await expect(screens.grid.getByRole("rowheader").last()).toHaveText(crowd[99]);
  await expect(screens.button("Previous page")).toBeDisabled();
  await screens.search("person-000");
  await expect(box).toBeHidden();
});

test("hides columns", async ({ screens }) => {
  const { page } = screens;
  await screens.open(tenOfThem);
  await screens.button("Columns").click();
  await page.getByRole("menuitemcheckbox", { name: "Roles" }).click();
  await page.keyboard.press("Escape");
  await expect(screens.column("Roles")).toHaveCount(0);
  await expect(screens.column("Sites")).toBeVisible();
});

test("has rows of 40 px, a header of 36 px, and keeps the header in sight", async ({ screens }) => {
  const { page } = screens;
  await page.setViewportSize({ width: 1440, height: 540 });
  await screens.open(paths.users);
  const height = async (row: number) => (await screens.grid.getByRole("row").nth(row).boundingBox())?.height;
  expect(await height(0)).toBe(36);
  expect(await height(1)).toBe(40);
  // Above the table there may be more than fits: the page may scroll, the header stays at the top of the rows.
  const fromTop = () =>
    screens.column("Email").evaluate((header) => {
      const area = header.closest("table")?.parentElement as HTMLElement;
      return {
        header: header.getBoundingClientRect().y - area.getBoundingClientRect().y,
        scrolled: area.scrollTop > 0,
      };
    });
  expect(await fromTop()).toEqual({ header: 0, scrolled: false });
  await screens.grid.getByRole("rowheader").last().scrollIntoViewIfNeeded();
  expect(await fromTop()).toEqual({ header: 0, scrolled: true });
});

test.describe("failures", () => {
  test.use({ allowErrors: /Failed to load resource/ });

  test("says that something went wrong and tries again (spec 000 section 8)", async ({ screens }) => {
    const { page } = screens;
    await page.route("**/v1/user/get_users*", (route) => route.fulfill({ status: 500, body: "no" }));
    await page.goto(screens.url + tenOfThem);
    await expect(page.getByRole("alert")).toContainText("Something went wrong. Please try again!");
    await page.unroute("**/v1/user/get_users*");
    await screens.button("Try Again").click();
    await expect(screens.grid).toBeVisible();
  });
});

test("is fully usable by keyboard", async ({ screens }) => {
  const { page } = screens;
  const { keyboard } = page;
  await screens.open(`${tenOfThem}&field=email&sort=asc`);
  // Into the table: the arrows move between rows and cells.
  await page.getByRole("searchbox").focus();
  while (!(await screens.grid.evaluate((grid) => grid.contains(document.activeElement)))) await keyboard.press("Tab");
  await keyboard.press("Control+Home");
  await expect(screens.row(crowd[10])).toBeFocused();
  await keyboard.press("ArrowDown");
  await expect(screens.row(crowd[11])).toBeFocused();
  await keyboard.press("Space");
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect(screens.row(crowd[11])).toHaveAttribute("aria-selected", "true");
  await keyboard.press("Space");
  await expect(page.getByText("1 selected")).toBeHidden();
  // The row menu is the last cell.
  await keyboard.press("ArrowLeft");
  await expect(screens.button(`Actions for ${crowd[11]}`)).toBeFocused();
  await keyboard.press("Enter");
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(screens.dialog).toHaveAccessibleName("Modify User");
  await expect(screens.dialog.getByRole("option", { name: /^Continuous EEG/ })).toBeVisible();
  // Through the form: close, the first list's search, then the list.
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await expect(screens.dialog.getByRole("textbox", { name: "Search projects" })).toBeFocused();
  await keyboard.press("Tab");
  await keyboard.press("ArrowDown");
  await keyboard.press("Space");
  await expect(screens.dialog.getByText("Unsaved changes")).toBeVisible();
  // A slip does not lose it: Esc asks, and no is the answer to another Esc.
  await keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await expect(question).toBeVisible();
  await keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(screens.dialog.getByText("Unsaved changes")).toBeVisible();
  // The focus is back in the form before the next key.
  await expect.poll(() => screens.dialog.evaluate((form) => form.contains(document.activeElement))).toBe(true);
  await keyboard.press("Escape");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Yes, discard" }).press("Enter");
  await expect(screens.dialog).toBeHidden();
  // The sort of a header, reached by the arrows.
  await screens.column("Email").focus();
  await keyboard.press("Enter");
  await expect(screens.column("Email")).toHaveAttribute("aria-sort", "descending");
});

test("cuts long texts at 70 characters and shows the whole on focus", async ({ screens, server }) => {
  const description = `Long ${"words ".repeat(20)}end`;
  await server.ask(createRole, { name: "Wordy", description, permission_ids: [1] });
  await screens.open(`${paths.roles}?search=Wordy`);
  const cell = screens.row("Wordy").getByRole("img", { name: description });
  expect([...((await cell.textContent()) ?? "")]).toHaveLength(70);
  await screens.button("Wordy").focus();
  await expect(async () => {
    await screens.page.keyboard.press("ArrowRight");
    await expect(cell).toBeFocused({ timeout: 100 });
  }).toPass();
  await expect(screens.page.getByRole("tooltip")).toHaveText(description);
});
