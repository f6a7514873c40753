import { logOut } from "../../src/protocol/accounts.ts";
import { answerAs, testAdmin, tokenCookie } from "../support/calls.ts";
import { expect, test } from "./fixtures.ts";
import { night } from "./recordings.ts";

test.use({ allowErrors: /ERR_|Failed to load resource|WebSocket|Refused to apply style/ });

test("keeps the picture while the server is away and goes on when it is back", async ({ review, server }) => {
  await review.open(night.name, `&start=${night.startMs + 60_000}&span=2000`);
  const before = await review.picture();
  await server.stop();
  try {
    await expect(review.button("Not connected – reconnecting")).toBeVisible();
    expect((await review.picture()).digest).toBe(before.digest);
    // What is not here yet is waited for, not lost.
    await review.page.keyboard.press("Home");
  } finally {
    await server.restart();
  }
  await review.idle();
  await expect(review.button("Exact")).toBeVisible();
  expect(await review.seconds()).toEqual([0, 2]);
  expect((await review.picture()).inked).toBeGreaterThan(18);
});

test("keeps the picture when the session was ended elsewhere, and goes on after the same account signed in", async ({
  review,
  server,
  page,
}) => {
  await review.open(night.name, `&start=${night.startMs + 60_000}&span=2000`);
  const before = await review.picture();
  const cookie = (await page.context().cookies()).find(({ name }) => name === tokenCookie);
  await answerAs(server.url, cookie?.value ?? "", logOut, {});
  const dialog = page.getByRole("alertdialog", { name: "Log in again" });
  await expect(dialog).toContainText("The session has ended.");
  await expect(dialog.getByLabel("Email")).toHaveValue(testAdmin.email);
  await expect(dialog.getByLabel("Email")).toHaveJSProperty("readOnly", true);
  expect((await review.picture()).digest).toBe(before.digest);
  await dialog.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Password").fill(testAdmin.password);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(review.button("Exact")).toBeVisible();
  expect((await review.picture()).digest).toBe(before.digest);
  expect(await review.seconds()).toEqual([60, 62]);
  await page.keyboard.press("Home");
  await review.idle();
  expect(await review.seconds()).toEqual([0, 2]);
});

test("keeps the picture when nobody was there for too long, and goes on after signing in", async ({ review, page }) => {
  await page.clock.install();
  await review.open(night.name, `&start=${night.startMs + 60_000}&span=2000`);
  const before = await review.picture();
  await page.clock.fastForward(20 * 60_000 + 1000);
  await expect(page.getByRole("alertdialog", { name: "Session Timeout" })).toBeVisible();
  await page.clock.fastForward(2 * 60_000);
  const dialog = page.getByRole("alertdialog", { name: "Log in again" });
  await expect(dialog).toContainText("You have been logged out due to inactivity.");
  expect((await review.picture()).digest).toBe(before.digest);
  await dialog.getByLabel("Password").fill(testAdmin.password);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  expect((await review.picture()).digest).toBe(before.digest);
  expect(await review.seconds()).toEqual([60, 62]);
});

test("a held review goes when its user leaves it", async ({ review, server, page }) => {
  await review.open(night.name);
  const cookie = (await page.context().cookies()).find(({ name }) => name === tokenCookie);
  await answerAs(server.url, cookie?.value ?? "", logOut, {});
  await page.getByRole("button", { name: "Leave the review" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole("button", { name: "LOG IN" })).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("without the permission to view data the review says so, before it opens and while it is open", async ({
  review,
  server,
  page,
}) => {
  let isTaken = false;
  await page.route("**/user/check_token*", async (route) => {
    const answer = await (await route.fetch()).json();
    const permissions = { ...answer.permissions, visualize_data: !isTaken };
    await route.fulfill({ json: { ...answer, permissions } });
  });
  await page.clock.install();
  await review.open(night.name);
  const before = await review.picture();
  isTaken = true;
  await page.clock.fastForward(61_000);
  const dialog = page.getByRole("alertdialog", { name: "Log in again" });
  await expect(dialog).toContainText("You do not have permission for this action");
  expect((await review.picture()).digest).toBe(before.digest);
  // Given back: the next look finds it.
  isTaken = false;
  await page.clock.fastForward(61_000);
  await expect(dialog).toHaveCount(0);
  isTaken = true;
  await page.goto(`${server.url}/review/${server.ids[night.name]}`);
  await expect(page.getByRole("heading", { name: "You do not have permission for this action" })).toBeVisible();
});
