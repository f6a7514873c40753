/** A screen that is measured: millimetres, sensitivities and paper speeds are true on it from then on. */
import { expect, test } from "./fixtures.ts";
import { night } from "./recordings.ts";

const cardWidthMm = 85.6;

test("a measured screen has true millimetres, and pages by paper speed", async ({ review }) => {
  const { page } = review;
  await review.open(night.name);
  const unmeasured = /^Screen calibration: this screen was not measured/;
  /** The calibration mark of 100 uV at 10 uV/mm, which is 10 mm high. */
  const mark = page.locator("[data-part=kinds] ~ div").nth(1);
  const markPx = () => mark.evaluate((bar) => Number.parseFloat((bar as HTMLElement).style.height));
  expect(await markPx()).toBe(40.5);
  await review.button(/^Page length:/).click();
  await expect(page.getByRole("menuitemradio", { name: "30 mm/s" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await review.button(unmeasured).click();
  const dialog = page.getByRole("dialog", { name: "Screen calibration" });
  await expect(dialog.getByText(/This screen \(.+\) is not calibrated/)).toBeVisible();
  const card = dialog.locator("[data-part=card]");
  const before = (await card.boundingBox())?.width ?? 0;
  await dialog.getByRole("slider", { name: "Width of the card" }).focus();
  for (let k = 0; k < 80; k++) await page.keyboard.press("ArrowRight");
  await dialog.getByRole("button", { name: "Larger" }).click();
  const box = await card.boundingBox();
  expect(box?.width).toBeCloseTo(Math.round(before) + 81, 1);
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(cardWidthMm / 53.98, 2);
  const perMm = (box?.width ?? 0) / cardWidthMm;
  expect((await dialog.locator("[data-part=ruler]").boundingBox())?.width).toBeCloseTo(100 * perMm, 1);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(review.button("Screen calibration")).toBeVisible();
  await expect.poll(markPx).toBeCloseTo(10 * perMm, 1);

  await review.choose(/^Page length:/, "30 mm/s");
  const width = (await review.plot.boundingBox())?.width ?? 0;
  const { startMs, endMs } = await review.view();
  expect(endMs - startMs).toBeCloseTo((width / perMm / 30) * 1000, -1);
  await expect(review.button(/^Page length: .* · 30 mm\/s$/)).toBeVisible();
  // A plot of another width shows as much at another speed.
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: (viewport?.width ?? 0) - 200, height: viewport?.height ?? 0 });
  await expect(review.button(/^Page length:/)).not.toHaveAccessibleName(/mm\/s/);
  await page.setViewportSize(viewport ?? { width: 1440, height: 900 });
  await expect(review.button(/^Page length: .* · 30 mm\/s$/)).toBeVisible();

  // Another tab, zoomed to 200 %: a millimetre has half as many CSS px.
  const stored = await page.evaluate(() => localStorage.getItem("connect.screens"));
  const zoomed = await page.context().newPage();
  const session = await page.context().newCDPSession(zoomed);
  const metrics = { width: 1440, height: 900, screenWidth: 1440, screenHeight: 900, mobile: false };
  await session.send("Emulation.setDeviceMetricsOverride", { ...metrics, deviceScaleFactor: 2 });
  await zoomed.goto(page.url());
  expect(await zoomed.evaluate(() => localStorage.getItem("connect.screens"))).toBe(stored);
  await expect
    .poll(() =>
      zoomed
        .locator("[data-part=kinds] ~ div")
        .nth(1)
        .evaluate((bar) => Number.parseFloat(bar.style.height)),
    )
    .toBeCloseTo(5 * perMm, 1);

  // Taken back in the one, it is taken back in the other.
  await zoomed.getByRole("button", { name: "Screen calibration" }).click();
  await zoomed.getByRole("button", { name: "Remove calibration" }).click();
  await expect(zoomed.getByText(/is not calibrated/)).toBeVisible();
  await expect.poll(markPx).toBe(40.5);
  await expect(review.button(unmeasured)).toBeVisible();
  await zoomed.close();
});
