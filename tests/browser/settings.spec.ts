/** What a person chose is theirs: in other tabs and browsers at once, kept while the server is away, and not the next person's. */
import { signIn, tokenCookie } from "../support/calls.ts";
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
