/** The histogram and the scatter window (spec 001 sections 2.13 and 2.15) on the real server. */
import { AxeBuilder } from "./axe.ts";
import { test as base, expect, type Review } from "./fixtures.ts";
import { openWindow } from "./open-window.ts";
import { bedside } from "./recordings.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([bedside]), { scope: "worker" }],
});

const dialogOf = ({ page }: Review) => page.getByRole("dialog", { name: "Configure Histogram" });
const field = (review: Review, name: string) => dialogOf(review).getByRole("textbox", { name });
const save = (review: Review) => dialogOf(review).getByRole("button", { name: "Save" });
const counts = ({ page }: Review) =>
  page.evaluate(() => (window.connect as unknown as { counts(): { counts: number[] }[] }).counts());
const axis = ({ page }: Review) => page.getByRole("slider", { name: "Count axis" });

/** The pressure of the file, by the definition of the specification's bins. */
function expected(low: number, high: number, size: number): number[] {
  const bins = new Array<number>(Math.ceil((high - low) / size)).fill(0);
  for (let i = 0; i < 7500; i++) {
    const value = Math.fround((700 + Math.round(500 * Math.max(0, Math.sin((2 * Math.PI * i) / 125)))) * 0.1);
    if (value >= low && value <= high) bins[Math.min(bins.length - 1, Math.floor((value - low) / size))]++;
  }
  return bins;
}

test("bins of the view are counted, configured, rescaled and explained", async ({ review }) => {
  const { page } = review;
  await openWindow(review, bedside.name, "Histogram");
  await expect(page.getByText("No modalities are chosen. Add one in the window settings.")).toBeVisible();

  await review.button("Edit window settings").click();
  await expect(save(review)).toBeDisabled();
  await expect(field(review, "Lowest Bin Value")).toHaveValue("10");
  await expect(field(review, "Highest Bin Value")).toHaveValue("25");
  await expect(field(review, "Bin Size")).toHaveValue("5");
  await review.button("Add Modality").click();
  await expect(dialogOf(review).getByRole("button", { name: "Color of modality 1: #000000" })).toBeVisible();
  await field(review, "Lowest Bin Value").fill("130");
  await expect(
    dialogOf(review).getByText("Min bin value must be less than the bin maximum of 25.").first(),
  ).toBeVisible();
  await expect(save(review)).toBeDisabled();
  await field(review, "Highest Bin Value").fill("122");
  await field(review, "Lowest Bin Value").fill("70");
  await field(review, "Bin Size").fill("0");
  await expect(dialogOf(review).getByText("Bin size must be greater than 0.").first()).toBeVisible();
  await field(review, "Bin Size").fill("4");
  // An empty entry keeps the value before.
  await field(review, "Bin Size").fill("");
  await field(review, "Lowest Bin Value").focus();
  await expect(field(review, "Bin Size")).toHaveValue("4");
  await dialogOf(review)
    .getByRole("button", { name: /Modality 1$/ })
    .click();
  await expect(page.getByRole("option", { name: "ICP", exact: true })).toHaveAttribute("data-marked", "false");
  await expect(page.getByRole("option", { name: "ABP, mmHg" })).toHaveAttribute("data-marked", "true");
  // Once, not by the file's own name too.
  await expect(page.getByRole("option", { name: /^ABP/ })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await save(review).click();
  await expect(dialogOf(review)).toHaveCount(0);
  await review.idle();
  expect(await counts(review)).toEqual([{ position: 0, counts: expected(70, 122, 4) }]);
  await expect(page.getByText("Some bars reach beyond the axis.")).toBeVisible();

  // The double click auto-scales, a drag and keys rescale.
  await axis(review).dblclick();
  await expect(axis(review)).toHaveAttribute("aria-valuetext", `0 to ${Math.max(...expected(70, 122, 4))}`);
  await expect(page.getByText("Some bars reach beyond the axis.")).toHaveCount(0);
  expect((await review.picture(0.02)).inked).toBeGreaterThan(0);
  await axis(review).press("ArrowDown");
  await expect(axis(review)).not.toHaveAttribute("aria-valuetext", `0 to ${Math.max(...expected(70, 122, 4))}`);
  await axis(review).press("Enter");
  const box = await axis(review).boundingBox();
  if (box === null) throw new Error("no axis");
  await page.mouse.move(box.x + 30, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 30, box.y + box.height * 0.75, { steps: 4 });
  await page.mouse.up();
  const top = async () => Number(await axis(review).getAttribute("aria-valuenow")) / Math.max(...expected(70, 122, 4));
  await expect.poll(top).toBeCloseTo(2, 1);
  await axis(review).dblclick();

  await review.button("About this analysis").click();
  await expect(page.getByText("ABP: 0.0 % masked, 0.0 % missing")).toBeVisible();
  await expect(page.getByText(/signal core [0-9a-f]{12}/)).toBeVisible();
  await page.keyboard.press("Escape");

  // Of two pages that the view touches both are counted whole.
  await review.choose(/^Page length/, "15 s");
  await review.idle();
  await page.getByRole("img", { name: /^Histogram of/ }).focus();
  await review.connect((connect) => {
    const { startMs } = connect.view();
    connect.setView(startMs + 5000, startMs + 20_000);
  });
  await review.idle();
  const total = (await counts(review))[0].counts.reduce((sum, count) => sum + count, 0);
  expect(total).toBe(2 * 15 * 125);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
});

test("a legend of many modalities is seen whole in a narrow window", async ({ review }) => {
  const { page } = review;
  await openWindow(review, bedside.name, "Histogram");
  await review.button("Edit window settings").click();
  const modalities = 7;
  for (let k = 0; k < modalities; k++) await review.button("Add Modality").click();
  await save(review).click();
  await expect(dialogOf(review)).toHaveCount(0);
  await review.idle();
  await page.setViewportSize({ width: 520, height: 720 });
  const names = page.getByTitle("ABP", { exact: true });
  await expect(names).toHaveCount(modalities);
  const plot = page.getByRole("img", { name: /^Histogram of/ });
  const lowest = async () => {
    const boxes = await Promise.all((await names.all()).map((name) => name.boundingBox()));
    const lines = new Set(boxes.map((box) => Math.round(box?.y ?? Number.NaN)));
    const ends = boxes.map((box) => (box?.y ?? Number.NaN) + (box?.height ?? 0));
    return { lines: lines.size, end: Math.max(...ends), plot: (await plot.boundingBox())?.y ?? Number.NaN };
  };
  await expect.poll(async () => (await lowest()).lines).toBeGreaterThan(1);
  const { end, plot: top } = await lowest();
  expect(end).toBeLessThanOrEqual(top + 1);
});

test("a scatter plot shows periods of two modalities, on axes that are dragged and scaled", async ({ review }) => {
  const { page } = review;
  await openWindow(review, bedside.name, "Scatter Plot");
  await expect(page.getByText("ICP: not in this file").first()).toBeVisible();
  await review.button("Edit window settings").click();
  const dialog = page.getByRole("dialog", { name: "Configure Scatter Plot" });
  await expect(dialog.getByRole("textbox", { name: "X-Axis maximum" })).toHaveValue("300");
  await expect(dialog.getByRole("textbox", { name: "Y-Axis maximum" })).toHaveValue("200");
  await dialog.getByRole("textbox", { name: "Point size" }).fill("21");
  await expect(dialog.getByText("Point size cannot be greater than 20").first()).toBeVisible();
  await dialog.getByRole("textbox", { name: "Point size" }).fill("0");
  await expect(dialog.getByText("Point size cannot be less than 1").first()).toBeVisible();
  await dialog.getByRole("textbox", { name: "Point size" }).fill("14");
  await dialog.getByRole("button", { name: /Y-Axis modality$/ }).click();
  await page.getByRole("option", { name: /^SpO2/ }).click();
  await dialog.getByRole("button", { name: /Shape$/ }).click();
  await expect(page.getByRole("option")).toHaveText([
    "Circle",
    "Cross",
    "Diamond",
    "Square",
    "Star",
    "Triangle",
    "Wye",
  ]);
  await page.getByRole("option", { name: "Star" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await review.choose(/^Resample/, "10 s");
  await review.idle();
  const points = () =>
    page.evaluate(() =>
      (window.connect as unknown as { points(): { x: number[]; y: number[]; times: number[] } }).points(),
    );
  const { x, y, times } = await points();
  expect(times).toEqual([0, 1, 2, 3, 4, 5].map((k) => bedside.startMs + 10_000 * k));
  expect(y.map((value) => Math.round(value * 10) / 10)).toEqual([98, 98, 98, 88, 88, 88]);
  const beat = Array.from({ length: 125 }, (_, i) =>
    Math.fround((700 + Math.round(500 * Math.max(0, Math.sin((2 * Math.PI * i) / 125)))) * 0.1),
  );
  const mean = beat.reduce((sum, value) => sum + value, 0) / 125;
  for (const value of x) expect(Math.abs(value - mean)).toBeLessThan(1e-9);
  const vertical = page.getByRole("slider", { name: "Y axis" });
  await expect(vertical).toHaveAttribute("aria-valuetext", "87.5 to 98.5");
  await vertical.press("ArrowUp");
  await expect(vertical).not.toHaveAttribute("aria-valuetext", "87.5 to 98.5");
  await vertical.dblclick();
  await expect(vertical).toHaveAttribute("aria-valuetext", "87.5 to 98.5");
  await page.getByRole("slider", { name: "X axis" }).press("-");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
});
