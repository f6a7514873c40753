import { type Admin, expect, nothingFound, paths, test, violationsInThemes } from "./admin-world.ts";

const dialogs: readonly [name: string, path: string, open: (screens: Admin) => Promise<void>][] = [
  ["Invite user", paths.users, (screens) => screens.button("Invite user").click()],
  ["View Domains", paths.users, (screens) => screens.button("View domains").click()],
  ["Login attempts", paths.users, (screens) => screens.choose(screens.button("view more"), "View Login Attempts")],
  ["Modify User", `${paths.users}?search=admin`, (screens) => screens.rowAction("admin@connect.test", "Edit")],
  ["Create Role", paths.roles, (screens) => screens.button("Create role").click()],
  ["View Role", paths.roles, (screens) => screens.rowAction("Viewer", "View")],
  ["Create Project", paths.projects, (screens) => screens.button("Create project").click()],
  ["Modify Site", paths.sites, (screens) => screens.rowAction("DEMO", "Edit")],
];

// One page for all: each page of its own would load and compile the application again.
test("axe finds nothing on any list", async ({ screens }) => {
  for (const [name, path] of Object.entries(paths)) {
    await screens.open(path);
    expect.soft(await violationsInThemes(screens.page), name).toEqual(nothingFound);
  }
});

test("axe finds nothing while rows are selected, in a menu and in a question", async ({ screens }) => {
  await screens.open(paths.roles);
  await screens.select("Viewer");
  expect(await violationsInThemes(screens.page)).toEqual(nothingFound);
  await screens.button("Delete").click();
  await expect(screens.page.getByRole("alertdialog")).toBeVisible();
  expect(await violationsInThemes(screens.page)).toEqual(nothingFound);
  await screens.page.getByRole("button", { name: "Cancel" }).click();
  await screens.button("Actions for Viewer").click();
  await expect(screens.page.getByRole("menu")).toBeVisible();
  expect(await violationsInThemes(screens.page)).toEqual(nothingFound);
});

test("axe finds nothing in any dialog", async ({ screens }) => {
  for (const [name, path, open] of dialogs) {
    await screens.open(path);
    await open(screens);
    await expect(screens.dialog).toHaveAccessibleName(name);
    await screens.page.waitForLoadState("networkidle");
    expect.soft(await violationsInThemes(screens.page), name).toEqual(nothingFound);
  }
});
