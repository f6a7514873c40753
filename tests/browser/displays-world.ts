/** What the tests of display groups and displays share: their recordings, and the bar above the windows. */
import { tokenCookie } from "../support/calls.ts";
import { test as base, expect, type Review, type TestServer } from "./fixtures.ts";
import { bedside, night } from "./recordings.ts";

export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([night, bedside]), { scope: "worker" }],
  patient: "P-12",
});

/** Opens a recording as a reader who has no display group yet. */
export async function openAnew(review: Review, server: TestServer, name: string = night.name): Promise<string> {
  await review.open(name);
  const cookies = await review.page.context().cookies(server.url);
  return decodeURIComponent(cookies.find((cookie) => cookie.name === tokenCookie)?.value ?? "");
}

export const tabs = (review: Review) => review.page.getByRole("tablist", { name: "Displays" }).getByRole("tab");
export const addGroup = async (review: Review) => {
  await review.button(/^Display group:/).click();
  // The bar has one, too.
  await review.button("Add display group").last().click();
  await expect(review.button("Display group: Personal")).toBeVisible();
};
export const fromMenu = async (review: Review, name: string) => {
  await review.button(/^Options of/).click();
  await review.page.getByRole("menuitem", { name }).click();
};
