/** The bar of an EEG window where there is little room. */
import { expect, test } from "./fixtures.ts";
import { night } from "./recordings.ts";

test("a narrow window still says that rows are hidden and that a filter does not act", async ({ review }) => {
  const { page } = review;
  await page.setViewportSize({ width: 800, height: 600 });
  await review.open(night.name, "&hidden=F7-T7&hff=30");
  await expect(review.button("Rows, 1 hidden").getByText("1 hidden")).toBeVisible();
  const filters = review.button(/^Filters: /);
  await expect(filters.locator("svg")).toHaveCount(1);
  await filters.press("Enter"); // in a bar without room 'Fit' moves it as it comes, half a second after the picture
  await page.getByRole("radiogroup", { name: "HFF", exact: true }).getByText("100", { exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(filters).toHaveAccessibleName(/inactive at 200 Hz/);
  await expect(filters.locator("svg").nth(1)).toBeInViewport({ ratio: 1 });
});

test("the bar has no hole: words of filters stand there whole or not at all, and the montage takes what is left", async ({
  review,
}) => {
  const { page } = review;
  await review.open(night.name);
  const filters = review.button(/^Filters: /);
  const montage = review.button(/^Montage:/);
  const seen = new Set<boolean>();
  for (let width = 860; width <= 1240; width += 38) {
    await page.setViewportSize({ width, height: 700 });
    await expect(async () => {
      const isSaid = (await filters.getByText("LFF 1").count()) === 1;
      const isCut = await montage.locator("span").evaluate((name) => name.scrollWidth > name.clientWidth);
      const own = await filters.evaluate((button) => button.clientWidth);
      const holes = await filters.evaluate((button) => {
        const boxes = [...(button.parentElement?.children ?? [])].map((each) => each.getBoundingClientRect());
        const seen = boxes.filter((box) => box.width > 0 && box.height > 8).sort((a, b) => a.left - b.left);
        return seen.slice(1).map((box, k) => box.left - seen[k].right);
      });
      expect(own > 60, `${width}`).toBe(isSaid);
      if (isCut) expect(Math.max(...holes), `${width}`).toBeLessThan(14);
      seen.add(isSaid);
    }).toPass({ timeout: 10_000 });
  }
  expect(seen.size).toBe(2);
});

test("filters of the ECG that do not act at the sampling rate are told in the bar, as those of the EEG are", async ({
  review,
}) => {
  const { page } = review;
  await review.open(night.name);
  const filters = review.button(/^Filters: /);
  await filters.click();
  await page
    .getByRole("radiogroup", { name: /HFF.*other signals|other signals.*HFF/ })
    .getByText("100", { exact: true })
    .click();
  await page.keyboard.press("Escape");
  await expect(filters).toHaveAccessibleName(/ECG and other signals: HFF 100 \(inactive at 200 Hz\)/);
  await expect(filters.locator("svg").nth(1)).toBeInViewport({ ratio: 1 });
});
