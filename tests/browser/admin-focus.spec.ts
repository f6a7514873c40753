/** Where the focus is before, in and after dialogs, and the way past the frame of a page. */
import { createRole } from "../../src/protocol/admin.ts";
import { type Admin, expect, paths, test, testAdmin, unique } from "./admin-world.ts";
import { reach } from "./fixtures.ts";

const me = `${paths.users}?search=${encodeURIComponent(testAdmin.email)}`;
const more = `Actions for ${testAdmin.email}`;

/** Opens by keyboard what a button, or an item of its menu, leads to. */
async function enter(screens: Admin, button: string, item?: string): Promise<void> {
  if (button === more) await reach(screens.page, screens.button(button));
  else await screens.button(button).focus();
  await screens.page.keyboard.press("Enter");
  if (item === undefined) return;
  await expect(screens.page.getByRole("menuitem", { name: item, exact: true })).toBeVisible();
  await screens.page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
}

const ways: readonly [name: string, path: string, button: string, item?: string][] = [
  ["Invite user", paths.users, "Invite user"],
  ["View Domains", paths.users, "View domains"],
  ["Login attempts", paths.users, "view more", "View Login Attempts"],
  ["View User", me, more, "View"],
  ["Modify User", me, more, "Edit"],
  ["Account Settings", paths.sites, "Account Settings"],
];

test("the end of a dialog gives the focus back to what opened it", async ({ screens }) => {
  for (const [name, path, button, item] of ways)
    await test.step(name, async () => {
      await screens.open(path);
      for (const isByKeyboard of [true, false]) {
        if (isByKeyboard) await enter(screens, button, item);
        else if (item === undefined) await screens.button(button).click();
        else await screens.choose(screens.button(button), item);
        await expect(screens.dialog).toHaveAccessibleName(name);
        await screens.dialog.getByRole("button", { name: "Close" }).first().press("Enter");
        await expect(screens.dialog).toHaveCount(0);
        await expect(screens.button(button)).toBeFocused();
      }
    });
});

test("also when one dialog followed another", async ({ screens }) => {
  const { page, dialog } = screens;
  await screens.open(me);
  await enter(screens, more, "View");
  await dialog.getByRole("button", { name: "Edit" }).press("Enter");
  await expect(dialog).toHaveAccessibleName("Modify User");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(screens.button(more)).toBeFocused();

  await enter(screens, "Account Settings");
  await dialog.getByRole("button", { name: "Change Password" }).press("Enter");
  await expect(dialog.getByLabel("Current Password")).toBeFocused();
  await dialog.getByRole("button", { name: "Back" }).press("Enter");
  await expect(dialog).toHaveAccessibleName("Account Settings");
  await dialog.getByRole("button", { name: "Close" }).press("Enter");
  await expect(screens.button("Account Settings")).toBeFocused();
});

test("and to the page's content when what opened it is gone", async ({ screens, server }) => {
  const name = unique();
  await server.ask(createRole, { name, description: "To be deleted", permission_ids: [1] });
  await screens.open(`${paths.roles}?search=${name}`);
  await screens.select(name);
  const question = screens.page.getByRole("alertdialog");
  await screens.button("Delete").press("Enter");
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(screens.button("Delete")).toBeFocused();
  await screens.page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Yes, delete" }).press("Enter");
  await expect(question).toHaveCount(0);
  await expect(screens.page.getByRole("main")).toBeFocused();
});

test.describe("while the server refuses", () => {
  test.use({ allowErrors: /409 \(Conflict\)/ });
  test("what the server refuses leaves the focus where it was, and Esc asks from there and from every field", async ({
    screens,
    server,
  }) => {
    const { page, dialog } = screens;
    const discard = page.getByRole("alertdialog", { name: "Discard changes?" });
    const name = `Role ${unique()}`;
    await server.ask(createRole, { name, description: "Of a test", permission_ids: [1] });
    await screens.open(paths.roles);
    await enter(screens, "Create role");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Description").fill("Another");
    await dialog.getByRole("switch").first().press("Space");
    const save = dialog.getByRole("button", { name: "Save" });
    await save.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText("A role with this name already exists.");
    await expect(save).toBeFocused();
    await page.keyboard.press("Escape");
    await discard.getByRole("button", { name: "Yes, discard" }).press("Enter");
    await expect(screens.button("Create role")).toBeFocused();

    await screens.open(paths.users);
    await enter(screens, "Invite user");
    await dialog.getByLabel("Email").pressSequentially("some");
    await page.keyboard.press("Escape");
    await expect(discard).toBeVisible();
  });
});

test("the first stop of every page leads past its frame", async ({ screens }) => {
  const { page } = screens;
  for (const path of Object.values(paths))
    await test.step(path, async () => {
      await screens.open(path);
      const skip = page.getByRole("link", { name: "Skip to content" });
      await page.keyboard.press("Tab");
      await expect(skip).toBeFocused();
      expect(await skip.boundingBox()).toMatchObject({ x: 8, y: 8 });
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main")).toBeFocused();
      expect(new URL(page.url()).hash).toBe("");
      await page.keyboard.press("Tab");
      const isInside = () => page.getByRole("main").evaluate((main) => main.contains(document.activeElement));
      expect(await isInside()).toBe(true);
    });
});
