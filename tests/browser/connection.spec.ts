import { logOut } from "../../src/protocol/accounts.ts";
import { answerAs, tokenCookie } from "../support/calls.ts";
import { expect, test } from "./fixtures.ts";
import { night } from "./recordings.ts";

test.use({ allowErrors: /ERR_|Failed to load resource|WebSocket/ });

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

test("says that access is refused when the session was ended elsewhere, and keeps the picture", async ({
  review,
  server,
  page,
}) => {
  await review.open(night.name, `&start=${night.startMs + 60_000}&span=2000`);
  const before = await review.picture();
  const cookie = (await page.context().cookies()).find(({ name }) => name === tokenCookie);
  await answerAs(server.url, cookie?.value ?? "", logOut, {});
  await expect(review.button("Not connected – access refused")).toBeVisible();
  expect((await review.picture()).digest).toBe(before.digest);
});
