/** The frame of the pages: what is shown to whom, addresses that lead nowhere, and the changelog (spec 000 section 2). */
import { expect, refusals, test, testAdmin } from "./account-world.ts";
import { violations } from "./admin-world.ts";
import { madePatient } from "./patients.ts";

test("shows groups and pages by permission, and no others exist", async ({ page, screens, world }) => {
  const user = await world.person("access_data_visualize", "access_admin_sites");
  await world.enter(page.context(), user);
  await screens.open("/");
  await screens.expectPath("/data/visualize");
  const nav = page.getByRole("navigation", { name: "Main" });
  await expect(nav.getByRole("link")).toHaveText(["Patients", "Sites", "v0.1.0"]);
  await expect(nav.getByText("Investigational device")).toBeVisible();
  await expect(screens.link("Patients")).toHaveAttribute("aria-current", "page");
  expect((await nav.boundingBox())?.width).toBe(250);
  await screens.link("Sites").click();
  await screens.expectPath("/admin/sites");
  await expect(screens.heading("Sites")).toBeVisible();
  for (const path of ["/data", "/data/trials"]) {
    await screens.open(path);
    await screens.expectPath("/data/visualize");
  }
  for (const path of [
    "/admin",
    "/admin/user_management",
    "/admin/user_management/users",
    "/admin/user_management/users/activity",
    "/admin/user_management/roles_and_permissions",
    "/admin/studies",
    "/admin/buckets",
    "/data/visualize/patient?patient_id=1",
    "/data/visualize/patients/patient?patient_id=1",
    "/review/1",
    "/data/review/1/P/S/1/night.edf",
  ]) {
    await screens.open(path);
    await expect(page.getByText("404 Not Found")).toBeVisible();
  }
  await screens.link("Go to the main page").click();
  await screens.expectPath("/data/visualize");
  // The list's other addresses lead to it, with what they ask of it.
  for (const path of ["/data", "/data/trials", "/data/review", "/data/visualize/patients", "/data/visualize/groups"]) {
    await screens.open(path);
    await screens.expectPath("/data/visualize");
  }
  await screens.open("/data/visualize/groups/group?page=0&junk=1&field=id&sort=desc");
  await screens.expectPath("/data/visualize?field=id&sort=desc");
});

test("sends who may not see the patients list to the first page they may open", async ({ screens, world }) => {
  await screens.open("/");
  await screens.logIn(await world.person("access_admin_role_and_permissions"));
  await screens.expectPath("/admin/user_management/roles_and_permissions");
  await expect(screens.link("Users")).toHaveAttribute("aria-current", "page");
});

test("has a tab strip on user management and on projects", async ({ page, screens, world }) => {
  await world.enter(page.context(), testAdmin);
  await screens.open("/admin");
  await screens.expectPath("/admin/user_management/users");
  const tabs = page.getByRole("navigation", { name: "Pages of this area" });
  await expect(tabs.getByRole("link")).toHaveText(["Users", "Roles & Permissions"]);
  await tabs.getByRole("link", { name: "Roles & Permissions" }).click();
  await screens.expectPath("/admin/user_management/roles_and_permissions");
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await screens.link("Projects").click();
  await expect(tabs.getByRole("link")).toHaveText(["Projects", "Buckets"]);
  await tabs.getByRole("link", { name: "Buckets" }).click();
  await screens.expectPath("/admin/buckets");
  await screens.link("Sites").click();
  await expect(tabs).toHaveCount(0);
});

test("collapses the sidebar to 40 px, and begins so on narrow screens", async ({ page, screens, world }) => {
  await world.enter(page.context(), testAdmin);
  await screens.open("/data/visualize");
  const nav = page.getByRole("navigation", { name: "Main" });
  await screens.button("Collapse the sidebar").click();
  expect((await nav.boundingBox())?.width).toBe(40);
  await page.reload();
  await expect(screens.button("Expand the sidebar")).toBeVisible();
  await screens.expectAccessible("collapsed sidebar");
  await screens.link("Sites").click();
  await screens.expectPath("/admin/sites");
  await screens.button("Expand the sidebar").click();
  await expect(nav.getByText("WORKSPACE")).toBeVisible();
  await page.setViewportSize({ width: 880, height: 700 });
  await page.reload();
  await expect(screens.button("Expand the sidebar")).toBeVisible();
});

test("shows the release changelog, safely, signed in or not", async ({ page, screens, world }) => {
  await page.route("**/v1/workspace/get_client_settings*", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...answer, changelog: `${answer.changelog}\n## 0.0.9\n\n- <img src=x> \`code\`\n` },
    });
  });
  await screens.open("/release_changelogs");
  await expect(screens.heading("Release changelog")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
  await expect(screens.heading("0.1.0")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "<img src=x>" })).toBeVisible();
  await screens.expectAccessible("changelog");
  expect(await violations(page)).toEqual([]);
  await screens.link("Back to login").click();
  await screens.expectPath("/");
  await world.enter(page.context(), testAdmin);
  await screens.open("/data/visualize");
  await screens.link("v0.1.0").click();
  await screens.expectPath("/release_changelogs");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
});

test.describe("an address that leads nowhere", () => {
  test.use({ allowErrors: refusals });

  test("shows the login form to who is not logged in, else a link to the main page", async ({
    page,
    screens,
    world,
  }) => {
    await screens.open("/nowhere/at/all");
    await expect(page.getByText("404 Not Found")).toBeVisible();
    await screens.expectAccessible("not found, logged out");
    // A page that only needs a session asks for it.
    await screens.open("/admin/sites");
    await expect(screens.button("LOG IN")).toBeVisible();
    await expect(page.getByText("404 Not Found")).toHaveCount(0);
    await screens.open("/nowhere/at/all");
    await screens.logIn(testAdmin);
    await screens.expectPath("/data/visualize");
    await world.enter(page.context(), testAdmin);
    await screens.open("/nowhere");
    await expect(page.getByText("404 Not Found")).toBeVisible();
    await screens.expectAccessible("not found, logged in");
    await screens.link("Go to the main page").click();
    await screens.expectPath("/data/visualize");
  });
});

test("names patients without a way in for who may not open their pages", async ({ page, screens, world }) => {
  await world.enter(page.context(), await world.person("access_data_visualize"));
  await page.route("**/v1/patients/get_patients*", (route) =>
    route.fulfill({ json: { data: [madePatient()], total: 1, filters: ["id", "name"] } }),
  );
  await screens.open("/data/visualize");
  const name = screens.link("0042");
  await expect(name).toBeVisible();
  // From the last thing before the table: behind it the page is at its end, where a browser's own parts may take the focus.
  await screens.button("Columns").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("row").filter({ has: name })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(name).toBeFocused();
  await expect(page.getByRole("tooltip")).toHaveText("You do not have permission for this action");
  await page.keyboard.press("Enter");
  await screens.expectPath("/data/visualize");
  await screens.expectAccessible("patients");
  await page.goto("about:blank"); // the page of another user's session notices the new cookie, and leaves
  await world.enter(page.context(), testAdmin);
  await screens.open("/data/visualize");
  await expect(name).toHaveAttribute("href", "/data/visualize/data?patient_id=7");
});
