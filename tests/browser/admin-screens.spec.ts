import { createProject, getUsers } from "../../src/protocol/admin.ts";
import { crowd, expect, leaver, paths, test, testAdmin, unique } from "./admin-world.ts";

test.use({ isCrowded: true });

/** The page of users where its rows are not what a test is about: a full page costs seconds each time that it is drawn. */
const fewUsers = `${paths.users}?search=${encodeURIComponent(testAdmin.email)}`;

const refusals = /Failed to load resource: the server responded with a status of (400|403|409)/;

test.describe("users", () => {
  test("invites several people after saying what is missing, in order", async ({ screens }) => {
    const { page, dialog } = screens;
    const [a, b] = [`a-${unique()}@elsewhere.test`, `b-${unique()}@elsewhere.test`];
    await screens.open(fewUsers);
    await screens.button("Invite user").click();
    const send = dialog.getByRole("button", { name: "Send invitations" });
    await expect(send).toBeDisabled();
    const field = dialog.getByRole("textbox", { name: "Email", exact: true });
    await field.press("Enter");
    await expect(dialog.getByText("Email is required")).toBeVisible();
    await field.fill("nobody");
    await field.press("Enter");
    await expect(dialog.getByText("Invalid email format")).toBeVisible();
    await field.fill("");
    await screens.pick("Projects", /^Continuous EEG/);
    await send.click();
    await expect(dialog.getByRole("alert")).toHaveText("At least one email is required");
    await field.fill(`${a}, ${b}`);
    await expect(dialog.getByRole("row", { name: a })).toBeVisible();
    await send.click();
    await expect(dialog.getByRole("alert")).toHaveText("Please select at least one project, site and role");
    await screens.pick("Sites", /^Northern/);
    await screens.pick("Roles", /Reviewer/);
    await expect(dialog.getByRole("alert")).toHaveCount(0);
    await send.click();
    await expect(screens.toast("User(s) invited successfully.")).toBeVisible();
    await expect(dialog).toBeHidden();
    await screens.search(a);
    await expect(screens.row(a).getByText("Invited")).toBeVisible();
    await screens.search(testAdmin.email);
    await expect(screens.row(testAdmin.email).getByText("Verified")).toBeVisible();
    await expect(page).toHaveTitle("Users – CONNECT");
  });

  test.describe("refused", () => {
    test.use({ allowErrors: refusals });

    test("says in the form who has an account already", async ({ screens }) => {
      const { dialog } = screens;
      await screens.open(fewUsers);
      await screens.button("Invite user").click();
      await dialog.getByRole("textbox", { name: "Email", exact: true }).fill(testAdmin.email);
      await screens.pick("Projects", /^Continuous EEG/);
      await screens.pick("Sites", /^Northern/);
      await screens.pick("Roles", /Reviewer/);
      await dialog.getByRole("button", { name: "Send invitations" }).click();
      await expect(dialog.getByRole("alert")).toContainText(testAdmin.email);
    });

    test("does not delete the last administrator and says why", async ({ screens }) => {
      await screens.open(`${paths.users}?search=${encodeURIComponent(testAdmin.email)}`);
      await screens.select(testAdmin.email);
      await screens.button("Delete").click();
      const question = screens.page.getByRole("alertdialog", { name: "Delete users?" });
      await expect(question).toContainText(testAdmin.email);
      await question.getByRole("button", { name: "Yes, delete" }).click();
      await expect(question.getByRole("alert")).toHaveText(
        "Error: The last administrator of a workspace cannot be removed.",
      );
      await expect(screens.toast("The last administrator of a workspace cannot be removed.")).toBeVisible();
      await question.getByRole("button", { name: "Cancel" }).click();
      await expect(screens.row(testAdmin.email)).toBeVisible();
    });
  });

  test("shows a user, then changes and deletes one", async ({ screens }) => {
    const { dialog } = screens;
    const who = leaver;
    await screens.open(`${paths.users}?search=${encodeURIComponent(who)}`);
    await screens.row(who).getByRole("button", { name: who, exact: true }).click();
    await expect(dialog).toHaveAccessibleName("View User");
    await expect(dialog.getByRole("listbox", { name: "Roles" })).toContainText("Viewer");
    await expect(dialog.getByRole("checkbox")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Edit" }).click();
    await expect(dialog).toHaveAccessibleName("Modify User");
    const save = dialog.getByRole("button", { name: "Save" });
    await expect(save).toBeDisabled();
    await screens.pick("Roles", /Viewer/);
    await save.click();
    await expect(dialog.getByRole("alert")).toHaveText("Please select at least one site, role and project.");
    await screens.pick("Roles", /Reviewer/, /Site coordinator/);
    await save.click();
    await expect(screens.toast("User successfully modified.")).toBeVisible();
    await expect(screens.row(who).getByRole("gridcell", { name: "2", exact: true })).toHaveCount(3);
    await screens.select(who);
    await screens.button("Delete").click();
    await screens.page.getByRole("button", { name: "Yes, delete" }).click();
    await expect(screens.toast("User deleted successfully.")).toBeVisible();
    await expect(screens.page.getByText("There are no records to display")).toBeVisible();
  });

  test("shows login attempts and user actions, of everybody and of who is selected", async ({ screens }) => {
    const { page, dialog } = screens;
    await screens.open(`${paths.users}?search=${encodeURIComponent(testAdmin.email)}`);
    await screens.choose(screens.button("view more"), "View Login Attempts");
    await expect(dialog.getByRole("columnheader")).toHaveText([
      "Email",
      "IP address",
      "Date time (Pacific/Auckland)",
      "Successful",
      "Attempts",
    ]);
    await expect(dialog.getByRole("row").nth(1)).toContainText(testAdmin.email);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await screens.select(testAdmin.email);
    await screens.choose(screens.button("view more"), "View User Actions");
    await expect(dialog.getByText("Of 1 selected user")).toBeVisible();
    await expect(dialog.getByRole("columnheader").nth(1)).toHaveText("Permission");
    await expect(dialog.getByRole("columnheader").nth(2)).toHaveText("Performed_at (Pacific/Auckland)");
    await expect(dialog.getByRole("row").nth(1)).toContainText("access_admin_user_management");
    await page.keyboard.press("Escape");
    await screens.button("Clear selection").click();
    await screens.choose(screens.button("view more"), "View all activity");
    await expect(page.getByRole("heading", { name: "User activity" })).toBeVisible();
    await page.getByRole("tab", { name: "User actions" }).click();
    await expect(page).toHaveURL(/activity\?view=actions$/);
    await expect(screens.grid.getByRole("row").nth(1)).toContainText(testAdmin.email);
  });
});

test.describe("domains", () => {
  test.use({ allowErrors: refusals });

  test("adds, restricts and removes; the list shows only when the restriction is on", async ({ screens }) => {
    const { page, dialog } = screens;
    await screens.open(fewUsers);
    await screens.button("View domains").click();
    const list = dialog.getByRole("grid");
    const restrict = dialog.getByRole("switch", { name: "Restrict email domains" });
    await expect(restrict).not.toBeChecked();
    await expect(list).toBeHidden();
    const add = async (domain: string) => {
      await dialog.getByRole("button", { name: "Add domain" }).first().click();
      const panel = page.getByRole("dialog", { name: "Add domain" });
      await panel.getByRole("textbox", { name: "Domain" }).fill(domain);
      await page.keyboard.press("Enter");
      return panel;
    };
    const panel = await add("");
    await expect(panel.getByText("Domain is required.")).toBeVisible();
    await panel.getByRole("textbox", { name: "Domain" }).fill("no domain");
    await page.keyboard.press("Enter");
    await expect(panel.getByText("Invalid domain format.")).toBeVisible();
    // A slip does not lose what was typed.
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "No, keep editing" }).click();
    await expect(panel.getByRole("textbox", { name: "Domain" })).toHaveValue("no domain");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Yes, discard" }).click();
    await expect(panel).toHaveCount(0);
    await add("connect.test");
    await expect(screens.toast("Domain added successfully.")).toBeVisible();
    await restrict.press("Space");
    await expect(restrict).toBeChecked();
    await expect(list.getByRole("rowheader")).toHaveText(["connect.test"]);
    const again = await add("connect.test");
    await expect(again.getByText("This domain is already in the list.")).toBeVisible();
    await again.getByRole("textbox", { name: "Domain" }).fill("hospital.test");
    await page.keyboard.press("Enter");
    await expect(list.getByRole("rowheader")).toHaveText(["connect.test", "hospital.test"]);
    await restrict.press("Space");
    await expect(list).toBeHidden();
    await restrict.press("Space");
    // The list was opened this moment and is read anew: a key that meets the redraw is pressed again.
    for (const row of [1, 2].map((nth) => list.getByRole("row").nth(nth)))
      await expect(async () => {
        if ((await row.getAttribute("aria-selected")) !== "true") await row.press("Space");
        await expect(row).toHaveAttribute("aria-selected", "true", { timeout: 1000 });
      }).toPass();
    await expect(dialog.getByText("2 selected")).toBeVisible();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Yes, remove" }).click();
    await expect(screens.toast("Domains removed successfully")).toBeVisible();
    await expect(dialog.getByText("There are no records to display")).toBeVisible();
    await restrict.press("Space");
    await expect(restrict).not.toBeChecked();
  });
});

test.describe("roles", () => {
  test.use({ allowErrors: refusals });

  test("creates, modifies and deletes; permissions by group, with search and select-all", async ({ screens }) => {
    const { dialog } = screens;
    const name = `Role ${unique()}`;
    await screens.open(paths.roles);
    await screens.button("Create role").click();
    await expect(dialog).toHaveAccessibleName("Create Role");
    const description = dialog.getByRole("textbox", { name: "Description" });
    const save = dialog.getByRole("button", { name: "Save" });
    await description.fill(" ");
    await save.click();
    await expect(dialog.getByRole("alert")).toHaveText("Name is required.");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Viewer");
    await expect(dialog.getByRole("alert")).toHaveText("Description is required.");
    await description.fill("Of a test");
    await expect(dialog.getByRole("alert")).toHaveText("Please select at least one permission.");
    // What the administrator does not hold cannot be granted, and says why.
    await expect(dialog.getByRole("switch", { name: "Create an account" })).toBeDisabled();
    await expect(dialog.getByText("You do not hold this permission, so you cannot grant it.")).toBeVisible();
    await dialog.getByRole("checkbox", { name: "Select all Annotations" }).press("Space");
    await dialog.getByRole("textbox", { name: "Permissions" }).fill("patients");
    await expect(dialog.getByRole("switch")).toHaveCount(1);
    await dialog.getByRole("switch", { name: "Patients list" }).press("Space");
    await save.click();
    await expect(dialog.getByRole("alert")).toHaveText("A role with this name already exists.");
    await dialog.getByRole("textbox", { name: "Name" }).fill(name);
    await save.click();
    await expect(screens.toast("Role created successfully.")).toBeVisible();
    await screens.search(name);
    await expect(screens.row(name).getByRole("gridcell", { name: "5", exact: true })).toBeVisible();

    await screens.row(name).getByRole("button", { name, exact: true }).click();
    await expect(dialog).toHaveAccessibleName("View Role");
    await expect(dialog.getByRole("switch", { name: "Create annotations" })).toBeDisabled();
    await expect(dialog.getByRole("switch", { name: "Create annotations" })).toBeChecked();
    await dialog.getByRole("button", { name: "Edit" }).click();
    await dialog.getByRole("switch", { name: "Delete annotations" }).press("Space");
    await save.click();
    await expect(screens.toast("Role modified successfully.")).toBeVisible();
    await expect(screens.row(name).getByRole("gridcell", { name: "4", exact: true })).toBeVisible();
    await screens.select(name);
    await screens.button("Delete").click();
    await screens.page.getByRole("button", { name: "Yes, delete" }).click();
    await expect(screens.toast("Role deleted successfully.")).toBeVisible();
  });
});

test.describe("projects and sites", () => {
  test.use({ allowErrors: refusals });

  test("creates, modifies and deletes a project", async ({ screens, server }) => {
    const { page, dialog } = screens;
    const identifier = `P-${unique()}`;
    const { data } = await server.ask(getUsers, { rows_per_page: 1 });
    await server.ask(createProject, { name: "Other", identifier: `${identifier}-other`, user_ids: [data[0].id] });
    await screens.open(`${paths.projects}?search=${identifier}`);
    await expect(screens.grid.getByRole("columnheader")).toContainText(["Project ID", "Name", "Repository"]);
    await screens.button("Create project").click();
    const save = dialog.getByRole("button", { name: "Save" });
    const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
    await field("Name").fill(" ");
    await save.click();
    await expect(dialog.getByRole("alert")).toHaveText("Name is required.");
    await field("Name").fill("A study");
    await expect(dialog.getByRole("alert")).toHaveText("Project ID is required.");
    await field("Project ID").fill(`${identifier}-other`);
    await expect(dialog.getByRole("alert")).toHaveText("Please select at least one user.");
    // Of many users: the server searches.
    await dialog.getByRole("textbox", { name: "Search by email" }).fill("person-14");
    await expect(dialog.getByRole("option").first()).toHaveText(/^person-140/);
    await screens.pick("Users", "person-141@crowd.test");
    await dialog.getByRole("textbox", { name: "Search by email" }).fill("person-09");
    await screens.pick("Users", "person-090@crowd.test");
    await expect(dialog.getByText("2 selected")).toBeVisible();
    await save.click();
    await expect(dialog.getByRole("alert")).toHaveText("A project with this Project ID already exists.");
    await field("Project ID").fill(identifier);
    await save.click();
    await expect(screens.toast("Project created successfully.")).toBeVisible();

    await screens.rowAction(identifier, "Edit");
    await expect(field("Project ID")).toHaveAttribute("readonly", "");
    await dialog.getByRole("radio", { name: "Current users" }).click();
    await expect(dialog.getByRole("option")).toHaveText([/person-090/, /person-141/]);
    await screens.pick("Users", "person-090@crowd.test");
    await field("Name").fill("Another study");
    await save.click();
    await expect(screens.toast("Project successfully modified.")).toBeVisible();
    await expect(screens.row(identifier)).toContainText("Another study");
    await screens.rowAction(identifier, "View");
    await expect(dialog.getByRole("option")).toHaveText([/person-141/]);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await screens.select(identifier);
    await screens.button("Delete").click();
    await page.getByRole("button", { name: "Yes, delete" }).click();
    await expect(screens.toast("Projects deleted successfully")).toBeVisible();
    await screens.choose(screens.button("View more"), "View buckets");
    await expect(page.getByRole("heading", { name: "Buckets" })).toBeVisible();
  });

  test("creates, modifies and deletes a site", async ({ screens }) => {
    const { dialog } = screens;
    const identifier = unique().slice(0, 4).toUpperCase();
    await screens.open(paths.sites);
    await screens.button("Create site").click();
    const save = dialog.getByRole("button", { name: "Save" });
    const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
    await field("Site ID").fill("DEM");
    await save.click();
    for (const [message, name, value] of [
      ["Name is required.", "Name", "A hospital"],
      ["Location is required.", "Location", "Leeds"],
      ["Site ID must be exactly 4 characters long.", "Site ID", "DEMO"],
    ]) {
      await expect(dialog.getByRole("alert")).toHaveText(message);
      await field(name).fill(value);
    }
    await expect(dialog.getByRole("alert")).toHaveText("Please select at least one user.");
    await screens.pick("Users", testAdmin.email);
    await save.click();
    await expect(dialog.getByRole("alert")).toHaveText("A site with this Site ID already exists.");
    await field("Site ID").fill(identifier);
    await save.click();
    await expect(screens.toast("Site created successfully.")).toBeVisible();
    await screens.search(identifier);
    await screens.rowAction(identifier, "Edit");
    await field("Location").fill("York");
    await save.click();
    await expect(screens.toast("Site successfully modified.")).toBeVisible();
    await expect(screens.row(identifier)).toContainText("York");
    await screens.select(identifier);
    await screens.button("Delete").click();
    await screens.page.getByRole("button", { name: "Yes, delete" }).click();
    await expect(screens.toast("Sites deleted successfully")).toBeVisible();
  });
});

test("buckets: which projects use them, and whether they can be reached", async ({ screens }) => {
  await screens.open(paths.buckets);
  const row = screens.grid.getByRole("row").nth(1);
  await expect(row).toContainText("DEMO-1, DEMO-2");
  await row.getByRole("button", { name: /^Check reachability of/ }).click();
  await expect(row.getByText("Reachable", { exact: true })).toBeVisible();
  await expect(row).toContainText(/at \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M \(Pacific\/Auckland\)/);
});

test("a list of users loads more as it is scrolled", async ({ screens }) => {
  const { dialog } = screens;
  await screens.open(paths.sites);
  await screens.button("Create site").click();
  const list = dialog.getByRole("listbox", { name: "Users" });
  await expect(list.getByRole("option").first()).toBeVisible();
  const last = list.getByRole("option", { name: crowd[159] });
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(last).toBeVisible({ timeout: 500 });
  }).toPass();
  // Only the rows in sight are in the document.
  expect(await list.getByRole("option").count()).toBeLessThan(40);
});
