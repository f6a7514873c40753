/** What a person chose is theirs: in other tabs and browsers at once, kept while the server is away, and not the next person's. */
import { mergeOwnDocument } from "../../src/protocol/documents.ts";
import { personalSettingsKind, personalSettingsVersion } from "../../src/protocol/personal-settings.ts";
import { answerAs, signIn, tokenCookie } from "../support/calls.ts";
import { expect, test } from "./account-world.ts";

test.use({ allowErrors: /net::ERR_FAILED/ });

test("settings follow their person and nobody else", async ({ browser, page, screens, world }) => {
  const ann = await world.person("access_data_visualize", "visualize_data");
  await world.enter(page.context(), ann);
  await screens.open("/data/visualize");
  await expect(screens.heading("Patients")).toBeVisible();

  // Another browser of the same person, which has never seen them.
  const other = await browser.newContext({ baseURL: world.url });
  const { token } = await signIn(world.url, ann);
  await other.addCookies([{ name: tokenCookie, value: token, url: world.url, sameSite: "Strict" }]);
  const elsewhere = await other.newPage();
  await elsewhere.goto("/data/visualize");
  await expect(elsewhere.getByRole("button", { name: "Use the dark theme" })).toBeVisible();

  await screens.button("Use the dark theme").click();
  await expect(elsewhere.locator("html")).toHaveAttribute("data-theme", "dark");

  // While choices cannot be saved they count, and the page says that they wait.
  await page.route("**/v1/documents/merge_own_document*", (route) => route.abort());
  await screens.button("Columns").click();
  await page.getByRole("menuitemcheckbox", { name: "File size" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "File size", exact: true })).toHaveCount(0);
  await expect(screens.button("Not saved yet")).toBeVisible();
  await page.unroute("**/v1/documents/merge_own_document*");
  await screens.button("Not saved yet").click();
  await expect(screens.button("Not saved yet")).toHaveCount(0);
  await expect(elsewhere.getByRole("columnheader", { name: "File size", exact: true })).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere.getByRole("columnheader", { name: "Site", exact: true })).toBeVisible();
  await expect(elsewhere.getByRole("columnheader", { name: "File size", exact: true })).toHaveCount(0);
  await other.close();

  // The next person at this computer begins with nothing of it, and neither does the page between them.
  await screens.button("Log out").click();
  await expect(screens.field("Email")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await screens.logIn(await world.person("access_data_visualize"));
  await expect(screens.heading("Patients")).toBeVisible();
  await expect(screens.button("Use the dark theme")).toBeVisible();
});

test("the clock that a person chose counts on every page with times", async ({ page, screens, world }) => {
  const ann = await world.person("access_data_visualize", "visualize_data", "access_admin_user_management");
  const token = await world.enter(page.context(), ann);
  const set = (value: 12 | 24) =>
    answerAs(world.url, token, mergeOwnDocument, {
      ...{ kind: personalSettingsKind, version: personalSettingsVersion },
      changes: [{ path: ["clock"], value }],
    });
  await set(24);
  await screens.open("/admin/user_management/users/activity");
  const at = page
    .getByRole("grid")
    .getByRole("gridcell")
    .filter({ hasText: /^\d\d\/\d\d\/\d{4}/ });
  await expect(at.first()).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  // The page that is open follows.
  await set(12);
  await expect(at.first()).toHaveText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M$/);
});
