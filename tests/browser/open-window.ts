import { expect, type Review } from "./fixtures.ts";

/** Opens a file in a display of its own with one window of this kind. */
export async function openWindow(review: Review, file: string, kind: string): Promise<void> {
  await review.open(file);
  await review.button("Add display group").click();
  await expect(review.button("Display group: Personal")).toBeVisible();
  await review.button("Add display").click();
  await review.page.getByRole("button", { name: /Choose a window type/ }).click();
  await review.page.getByRole("option", { name: kind }).click();
  await expect(review.page.getByRole("heading", { name: kind })).toBeVisible();
}
