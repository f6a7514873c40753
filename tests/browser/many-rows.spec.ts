/** More rows than are in view at once: 64 channels as recorded. */
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { dense } from "./recordings.ts";

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([dense]), { scope: "worker" }],
});

const names = dense.labels.map((label) => label.replace(/\.+$/, ""));

test("scrolls 64 rows, draws those in view, and every name can be read", async ({ review }) => {
  const { page } = review;
  await review.open(dense.name);
  await review.chooseMontage("Recording", "As recorded (all channels)");
  expect(await review.labels()).toEqual(names.slice(0, 32));
  const first = await review.picture();
  expect(first.inked).toBeGreaterThan(32);

  await page.keyboard.press("Shift+PageDown");
  await expect.poll(() => review.labels()).toEqual(names.slice(16, 48));
  await review.idle();
  expect((await review.picture()).digest).not.toBe(first.digest);
  const bar = page.getByRole("scrollbar", { name: "Rows in view" });
  await bar.press("End");
  await expect.poll(() => review.labels()).toEqual(names.slice(32));
  await expect(bar).toHaveAttribute("aria-valuenow", "33");

  await bar.press("Home");
  await expect.poll(() => review.labels()).toEqual(names.slice(0, 32));
  await review.idle();
  expect((await review.picture()).digest).toBe(first.digest);

  // Low rows set the names smaller and in two columns: none is cut off, none lies on another.
  for (const height of [720, 420]) {
    await page.setViewportSize({ width: 1024, height });
    await expect.poll(() => readable(review.page)).toEqual({ shown: 32, cut: [], overlapping: [] });
  }
});

/** How many names are shown, which of them are cut off, and which lie on the one before or the one before that. */
const readable = (page: Page) =>
  page.locator("ul[aria-label] > li > span:first-of-type").evaluateAll((spans) => {
    const boxes = spans.map((span) => span.getBoundingClientRect());
    const isOn = (a: DOMRect, b: DOMRect | undefined) =>
      b !== undefined && a.left < b.right && b.left < a.right && a.top < b.bottom - b.height / 5;
    return {
      shown: spans.length,
      cut: spans.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((span) => span.textContent),
      overlapping: spans
        .filter((_, k) => isOn(boxes[k], boxes[k - 1]) || isOn(boxes[k], boxes[k - 2]))
        .map((span) => span.textContent),
    };
  });
