/** Account Settings and its three forms: rules in their order, refusals of the server, logout (spec 000 sections 2, 4, 5). */
import { linkOf } from "../support/mail.ts";
import { expect, refusals, type Screens, test, type World } from "./account-world.ts";

test.use({ allowErrors: refusals });

async function openSettings(screens: Screens, world: World) {
  const user = await world.person("access_data_visualize");
  await world.enter(screens.page.context(), user);
  await screens.open("/data/visualize");
  await screens.button("Account Settings").click();
  await expect(screens.page.getByRole("dialog")).toContainText(user.email);
  return user;
}

const says = (screens: Screens, sentence: string) =>
  expect(screens.page.getByRole("dialog").getByText(sentence, { exact: true })).toBeVisible();

test("is 820 px wide, closes by its button alone and with the page, and leads back", async ({
  page,
  screens,
  world,
}) => {
  await openSettings(screens, world);
  const dialog = page.getByRole("dialog");
  expect((await dialog.boundingBox())?.width).toBeCloseTo(818, 0); // 820 with its border
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await screens.expectAccessible("account settings");
  for (const [open, title] of [
    ["Edit email address", "Change Email"],
    ["Change Password", "Change Password"],
    ["Delete Account", "Delete Account"],
  ]) {
    await screens.button(open).click();
    await expect(screens.heading(title)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(screens.heading(title)).toBeVisible();
    await screens.expectAccessible(title);
    await screens.button("Back").click();
    await expect(screens.heading("Account Settings")).toBeVisible();
    await expect(screens.button(open)).toBeFocused();
  }
  await screens.button("Close").click();
  await expect(dialog).toHaveCount(0);
  await screens.link("v0.1.0").click();
  await screens.button("Account Settings").click();
  await page.goBack();
  await screens.expectPath("/data/visualize");
  await expect(dialog).toHaveCount(0);
});

test("asks before the cross, Back or the browser loses what was typed", async ({ page, screens, world }) => {
  await openSettings(screens, world);
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  for (const [open, field] of [
    ["Edit email address", "New Email"],
    ["Change Password", "Current Password"],
    ["Delete Account", "Password"],
  ]) {
    await screens.button(open).click();
    await screens.field(field).fill("typed");
    await page.keyboard.press("Escape");
    await screens.button("Back").click();
    await question.getByRole("button", { name: "No, keep editing" }).click();
    await expect(screens.field(field)).toHaveValue("typed");
    await screens.button("Back").click();
    await question.getByRole("button", { name: "Yes, discard" }).click();
    await expect(screens.heading("Account Settings")).toBeVisible();
  }
  await screens.button("Close").click();
  await screens.link("v0.1.0").click();
  await screens.button("Account Settings").click();
  await screens.button("Change Password").click();
  await screens.field("Current Password").fill("typed");
  // The browser's Back, and loading anew, ask as well.
  const path = new URL(page.url()).pathname;
  await page.goBack();
  await question.getByRole("button", { name: "No, keep editing" }).click();
  await screens.expectPath(path);
  await expect(screens.field("Current Password")).toHaveValue("typed");
  const asksOnUnload = () =>
    page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  expect(await asksOnUnload()).toBe(true);
  await screens.button("Close").click();
  await question.getByRole("button", { name: "Yes, discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await asksOnUnload()).toBe(false);
});

test("changes the email", async ({ page, screens, world }) => {
  const user = await openSettings(screens, world);
  const next = `next-${user.email}`;
  await screens.button("Edit email address").click();
  const [email, confirm, password] = [
    screens.field("New Email"),
    screens.field("Confirm New Email"),
    screens.field("Password"),
  ];
  const submit = screens.button("Change Email");
  await expect(page.getByRole("dialog").getByText("You must enter your email.")).toHaveCount(0);
  await expect(
    page.getByRole("dialog").getByText("A link is sent to the new email. You will be logged out once you open it."),
  ).toBeVisible();
  await password.fill("x");
  await says(screens, "You must enter your email.");
  await email.fill("next");
  await says(screens, "You must confirm your email.");
  await confirm.fill("nex");
  await password.fill("");
  await says(screens, "You must enter your password.");
  await password.fill("wrong");
  await says(screens, "Emails do not match.");
  await confirm.fill("next");
  await says(screens, "You must enter a valid email.");
  await email.fill(user.email.toUpperCase());
  await confirm.fill(user.email.toUpperCase());
  await says(screens, "New email must be different than current email.");
  await expect(submit).toBeDisabled();
  await email.fill(next);
  await confirm.fill(next);
  await page.getByRole("checkbox", { name: "Show Password" }).click({ force: true });
  await expect(password).toHaveAttribute("type", "text");
  await submit.click();
  await screens.readAlert("The password is incorrect.");
  await password.fill(user.password);
  await submit.click();
  await screens.readAlert("A link was sent to the new email. Your email changes once you open it.");
  await expect(screens.heading("Account Settings")).toBeVisible();
  await says(screens, `Waiting for the link that was sent to ${next} to be opened.`);
  await screens.expectAccessible("a waiting change of the email");
  await screens.button("Cancel the change").click();
  await expect(page.getByText("Waiting for the link")).toHaveCount(0);
  const canceled = linkOf(await world.mail.next(next, ({ subject }) => subject.startsWith("Confirm")));

  await screens.button("Edit email address").click();
  await email.fill(next);
  await confirm.fill(next);
  await password.fill(user.password);
  await submit.click();
  await screens.readAlert("A link was sent to the new email. Your email changes once you open it.");
  const link = linkOf(await world.mail.next(next, ({ subject }) => subject.startsWith("Confirm")));
  await screens.open(canceled.pathname + canceled.search);
  await screens.readAlert("This link is not valid any more. Please ask for a new one.");
  await screens.open(link.pathname + link.search);
  await expect(screens.heading("Confirm your new email")).toBeVisible();
  await expect(screens.field("Current email")).toHaveValue(user.email);
  await expect(screens.field("New email")).toHaveValue(next);
  await screens.expectAccessible("confirm the new email");
  await screens.button("Change Email").click();
  await screens.readAlert("Your email was changed. Please log in again.");
  await screens.expectPath("/");
  expect(await screens.token()).toBeUndefined();
  await screens.logIn({ email: next, password: user.password });
  await expect(page.getByText(next)).toBeVisible();
});

test("changes the password", async ({ page, screens, world }) => {
  const user = await openSettings(screens, world);
  await screens.button("Change Password").click();
  const [current, password, confirm] = [
    screens.field("Current Password"),
    screens.field("New Password"),
    screens.field("Confirm New Password"),
  ];
  const submit = screens.button("Change Password");
  await says(screens, "You must enter your current password.");
  await current.fill("wrong#");
  await says(screens, "You must enter a new password.");
  await password.fill("wrong#");
  await says(screens, "You must confirm your new password.");
  await confirm.fill("wrong");
  await says(screens, "Passwords do not match.");
  await confirm.fill("wrong#");
  await says(screens, "New password must be different than current password.");
  for (const [value, sentence] of [
    ["a", "Password must contain at least one special character."],
    ["a!#", "Passwords may not contain a hashtag."],
    ["a!", "Password must contain at least one number."],
    ["a!1", "Password must be at least 8 characters long"],
  ]) {
    await password.fill(value);
    await confirm.fill(value);
    await says(screens, sentence);
    await expect(submit).toBeDisabled();
  }
  await password.fill("Changed-123");
  await confirm.fill("Changed-123");
  await submit.click();
  await screens.readAlert("The password is incorrect.");
  await expect(current).toHaveValue("wrong#");
  await current.fill(user.password);
  await submit.click();
  await screens.readAlert("Your password was changed. Please check your email for confirmation.");
  await screens.expectPath("/");
  await screens.logIn({ email: user.email, password: "Changed-123" });
  await screens.expectPath("/data/visualize");
  await expect(page.getByText(user.email)).toBeVisible();
});

test("deletes the account after a confirmation", async ({ page, screens, world }) => {
  const user = await openSettings(screens, world);
  await screens.button("Delete Account").click();
  const [password, confirm] = [screens.field("Password"), screens.field("Confirm Password")];
  const submit = screens.button("Delete Account");
  await says(screens, "You must enter your password.");
  await password.fill("wrong");
  await says(screens, "You must confirm your password.");
  await confirm.fill("wron");
  await says(screens, "Passwords do not match.");
  await expect(submit).toBeDisabled();
  await confirm.fill("wrong");
  await submit.click();
  const question = page.getByRole("alertdialog", { name: "Confirm Account Deletion" });
  await screens.expectAccessible("confirm account deletion");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await submit.click();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await screens.readAlert("The password is incorrect.");
  await expect(question).toHaveCount(0);
  await password.fill(user.password);
  await confirm.fill(user.password);
  await submit.click();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await screens.expectPath("/");
  expect(await screens.token()).toBeUndefined();
  await screens.logIn(user);
  await screens.readAlert("The email or password is incorrect.");
});
