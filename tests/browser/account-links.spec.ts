/** Invitations and forgotten passwords: the mail arrives, its link is followed, the new password signs in. */
import { inviteUsers } from "../../src/protocol/admin.ts";
import { answerAs, signIn } from "../support/accounts.ts";
import { linkOf } from "../support/mail.ts";
import { expect, refusals, test, testAdmin, type World } from "./account-world.ts";

/** Invites somebody as the administrator does. Returns path and query of the link in the mail. */
async function invite(world: World, email: string): Promise<string> {
  const { token } = await signIn(world.url);
  const [role, project, site] = await world.database(async (pool) => {
    const first = async (table: string) =>
      Number(
        (await pool.query(`select min(id) as id from ${table} where workspace_id = $1`, [world.workspaceId])).rows[0]
          .id,
      );
    const viewer = await pool.query("select id from role where workspace_id = $1 and name = 'Viewer'", [
      world.workspaceId,
    ]);
    return [Number(viewer.rows[0].id), await first("project"), await first("site")];
  });
  await answerAs(world.url, token, inviteUsers, {
    emails: [email],
    role_ids: [role],
    project_ids: [project],
    site_ids: [site],
  });
  const link = linkOf(await world.mail.next(email));
  return link.pathname + link.search;
}

test("creates an account from an invitation and logs in with it", async ({ page, screens, world }) => {
  const email = "new.person@connect.test";
  const link = await invite(world, email);
  await screens.open(link);
  await expect(screens.field("Email")).toHaveValue(email);
  await expect(screens.field("Email")).toHaveAttribute("readonly");
  const [submit, password, confirm] = [
    screens.button("Create Account"),
    screens.field("Password"),
    screens.field("Confirm password"),
  ];
  await expect(password).toHaveAttribute("autocomplete", "new-password");
  await screens.field("First name").fill("New");
  await screens.field("Last name").fill("Person");
  const says = async (sentence: string) => expect(page.getByText(sentence, { exact: true })).toBeVisible();
  await password.fill("a#");
  await confirm.fill("b");
  await says("Passwords do not match.");
  for (const [value, sentence] of [
    ["a#", "Passwords may not contain a hashtag."],
    ["a", "Password must contain at least one special character."],
    ["a!", "Password must contain at least one number."],
    ["a!1", "Password must be at least 8 characters long"],
  ]) {
    await password.fill(value);
    await confirm.fill(value);
    await says(sentence);
  }
  await password.fill("Lantern-123");
  await expect(submit).toBeDisabled();
  await confirm.fill("Lantern-123");
  await expect(submit).toBeDisabled();
  await page.getByRole("checkbox", { name: "Show password" }).click({ force: true });
  await expect(confirm).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: /Country/ }).click();
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options.nth(0)).toHaveText("United States");
  await expect(options.nth(1)).toHaveText("Afghanistan");
  await expect(options).toHaveCount(250);
  await page.keyboard.type("New Z");
  await page.keyboard.press("Enter");
  await expect(submit).toBeEnabled();
  await screens.expectAccessible("create account");
  await submit.click();
  await screens.readAlert("Your account was created. Please check your email for confirmation.");
  await screens.expectPath("/");
  expect((await world.mail.next(email)).subject).toContain("account was created");
  await screens.logIn({ email, password: "Lantern-123" });
  await screens.expectPath("/data/visualize");
  const { rows } = await world.database((pool) => pool.query("select * from app_user where email = $1", [email]));
  expect(rows[0]).toMatchObject({ first_name: "New", last_name: "Person", country: "New Zealand", is_verified: true });
});

test("sets a new password with the link of the reset mail", async ({ page, screens, world }) => {
  const user = await world.person("access_data_visualize");
  await screens.open("/");
  await screens.link("Forgot your password?").click();
  await screens.expectPath("/forgot_password");
  const send = screens.button("Send email");
  await expect(send).toBeDisabled();
  await screens.field("Email").fill("somebody");
  await screens.field("Email").blur();
  await expect(page.getByText("Enter a valid email.")).toBeVisible();
  await screens.expectAccessible("forgot password");
  await screens.field("Email").fill(user.email);
  let release = () => undefined as unknown;
  const held = new Promise((resolve) => {
    release = () => resolve(null);
  });
  await page.route("**/v1/account/send_reset_password_email*", async (route) => {
    await held;
    await route.continue();
  });
  await send.click();
  await expect(page.getByText("Email is sending...")).toBeVisible();
  await expect(send).toBeDisabled();
  release();
  await screens.readAlert("Please check your email to reset your password.");
  await screens.expectPath("/");

  const link = linkOf(await world.mail.next(user.email));
  await screens.open(link.pathname + link.search);
  const submit = screens.button("Change Password");
  await expect(submit).toBeDisabled();
  await screens.field("New password").fill("Another-1");
  await screens.field("Confirm new password").fill("Another-");
  await expect(page.getByText("Passwords do not match.")).toBeVisible();
  await expect(submit).toBeDisabled();
  await screens.expectAccessible("change password");
  await screens.field("Confirm new password").fill("Another-1");
  await submit.click();
  await screens.readAlert("Your password was changed. Please check your email for confirmation.");
  await screens.expectPath("/");
  await screens.logIn({ email: user.email, password: "Another-1" });
  await screens.expectPath("/data/visualize");
});

test.describe("links that are not good", () => {
  test.use({ allowErrors: refusals });

  test("are told in an alert, then the login page opens", async ({ screens }) => {
    for (const path of ["/create_account", "/change_password"])
      for (const query of ["", "?token=not-a-token"]) {
        await screens.open(path + query);
        await screens.readAlert("This link is not valid any more. Please ask for a new one.");
        await screens.expectPath("/");
      }
  });

  test("are good once only", async ({ screens, world }) => {
    const link = await invite(world, "once@connect.test");
    await world.database((pool) => pool.query("delete from token where purpose = 'create_account'"));
    await screens.open(link);
    await screens.readAlert("This link is not valid any more. Please ask for a new one.");
  });

  test("do not create an account with another token", async ({ screens, world }) => {
    const { token } = await signIn(world.url);
    await screens.open(`/create_account?token=${token}`);
    await screens.readAlert(
      "User does not have permission to create an account. If you are currently logged in to another session, please logout and click the link again.",
    );
    await screens.expectPath("/");
  });

  test("tell what the server refuses", async ({ page, screens }) => {
    await page.route("**/v1/account/send_reset_password_email*", (route) =>
      route.fulfill({ status: 429, body: "Too many attempts. Please try again in 5 seconds." }),
    );
    await screens.open("/forgot_password");
    await screens.field("Email").fill(testAdmin.email);
    await screens.field("Email").press("Enter");
    await screens.readAlert("Too many attempts. Please try again in 5 seconds.");
    await screens.expectPath("/forgot_password");
  });
});
