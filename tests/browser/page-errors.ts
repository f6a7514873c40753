/** What a page must not do in any test: report an error. */
import { expect, type Page } from "playwright/test";

/** Uses a page, and fails when the browser reported an error meanwhile that the test does not allow. `after`: before that is judged. */
export async function withoutErrors(
  page: Page,
  allowed: RegExp | null,
  use: (page: Page) => Promise<void>,
  after?: () => Promise<void>,
): Promise<void> {
  const errors: string[] = [];
  const report = (message: string) => {
    if (allowed?.test(message) !== true) errors.push(message);
  };
  page.on("pageerror", (error) => report(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") report(message.text());
  });
  await use(page);
  await after?.();
  expect(errors).toEqual([]);
}
