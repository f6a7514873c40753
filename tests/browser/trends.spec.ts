/** The trends window (spec 001 section 2.14) on the real server. */
import { readFileSync } from "node:fs";
import type { Download } from "playwright/test";
import type { TrendsTestMembers } from "../../src/app/review/windows/persyst_trends/test-members.ts";
import { AxeBuilder } from "./axe.ts";
import { test as base, expect, type Review } from "./fixtures.ts";
import { openWindow } from "./open-window.ts";
import { trendy, unplaced } from "./trend-recordings.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([trendy, unplaced]), { scope: "worker" }],
});

const minute = 60_000;
const at = (minutes: number) => trendy.startMs + minutes * minute;
const values = ({ page }: Review, minutes: number) =>
  page.evaluate((ms) => (window.connect as unknown as TrendsTestMembers).values(ms), at(minutes));
const plot = ({ page }: Review) => page.getByRole("img", { name: /^EEG trends/ });
const firstNumber = (lines: readonly string[]) =>
  Number((lines[0] ?? "").replace("\u2212", "-").match(/-?[\d.]+/)?.[0]);

test("draws its rows, and says what they show @drawn", async ({ review }) => {
  const { page } = review;
  await openWindow(review, trendy.name, "Persyst Trends");
  await review.idle();
  expect(await review.connect((connect) => connect.view().endMs - connect.view().startMs)).toBe(30 * minute);
  await expect(page.getByRole("list", { name: "Trends" }).getByRole("listitem")).toHaveCount(16);
  await expect(page.getByText("Screening, not validated")).toBeVisible();
  expect((await review.picture(0.5)).inked).toBeGreaterThan(100);

  // The whole file: alpha and delta, louder on the right, at the rail, nearly flat.
  await review.connect((connect) => connect.setView(connect.view().fileStartMs, connect.view().fileEndMs));
  await review.idle();
  const calm = await values(review, 20.1);
  expect(calm.fft_left[1]).toMatch(/^at (2|10) Hz$/);
  expect(firstNumber(calm.suppression_ratio_left)).toBeLessThan(5);
  const louder = await values(review, 55.1);
  expect(louder.asymmetry_index[0]).toMatch(/^Signed [2-9]\d/);
  expect(firstNumber(louder.fft_right) - firstNumber(louder.fft_left)).toBeGreaterThan(4);
  const railed = await values(review, 41.5);
  expect(railed.artifact_intensity[2]).toBe("Electrode 100");
  const flat = await values(review, 70.1);
  expect(firstNumber(flat.suppression_ratio_left)).toBeGreaterThan(95);
  expect(firstNumber(flat.fft_vs_baseline_left)).toBeLessThan(-12);

  // What is under the pointer.
  const box = await plot(review).boundingBox();
  if (box === null) throw new Error("The plot is not there.");
  await page.mouse.move(box.x + box.width / 4, box.y + 60);
  await expect(page.locator("[data-part=trend-reading]")).toHaveText(/dB at [\d.]+ Hz/);
  // The values beside the rows are whole, three lines in the lowest of them.
  const beside = page.locator("[data-values]");
  await expect(beside.first()).toContainText("Electrode");
  expect(
    await beside.evaluateAll((all) =>
      all.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight).map(({ textContent }) => textContent),
    ),
  ).toEqual([]);
  expect((await new AxeBuilder({ page }).include("main").analyze()).violations).toEqual([]);

  await review.button("About this analysis").click();
  await expect(page.getByText(/these are not a vendor's numbers/)).toBeVisible();
  await expect(
    page.getByText(
      /notch 60 Hz; baseline: FFT vs Baseline Left, FFT vs Baseline Right: First valid hour, .*; ADR vs Baseline Left, /,
    ),
  ).toBeVisible();
  await page.keyboard.press("Escape");
});

test("artifact reduction, baseline and page length are set and kept", async ({ review }) => {
  const { page } = review;
  await openWindow(review, trendy.name, "Persyst Trends");
  await review.idle();
  await review.choose(/^Artifact Reduction:/, "On");
  await review.choose(/^Baseline:/, "Time in view");
  await review.idle();
  const baseline = await page.evaluate(() => (window.connect as unknown as TrendsTestMembers).baseline());
  expect(baseline).toMatchObject({ state: "used" });
  expect(baseline?.end_ms).toBeLessThanOrEqual(at(30) + 10_000);

  // Back to the first hour, then by keys, then drawn over the plot: 15 of 30 minutes.
  await review.choose(/^Baseline:/, "First valid hour");
  await expect(review.button(/^Baseline: First valid hour/)).toBeVisible();
  await review.choose(/^Baseline:/, "Mark a span on the plot");
  await page.keyboard.press("<");
  await page.keyboard.press("Enter");
  for (let k = 0; k < 36; k++) await page.keyboard.press(">");
  await expect(page.locator("[data-part=baseline-mark]")).toContainText("(00:10:48)");
  await page.keyboard.press("Enter");
  await expect(review.button(/^Baseline: 03\/02\/2020 10:35:12 AM to 03\/02\/2020 10:46:00 AM/)).toBeVisible();
  await review.choose(/^Baseline:/, "Mark a span on the plot");
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Baseline: draw over the time/)).toHaveCount(0);
  await review.choose(/^Baseline:/, "Mark a span on the plot");
  const box = await plot(review).boundingBox();
  if (box === null) throw new Error("The plot is not there.");
  const pressed = async (from: number, to: number) => {
    await page.mouse.move(box.x + from * box.width, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + to * box.width, box.y + 210);
    await page.mouse.up();
  };
  await pressed(0.5, 0.7);
  await expect(page.getByText("That was too short: 10 minutes are needed. Draw again, or Esc.")).toBeVisible();
  await pressed(0.75, 0.25);
  await expect(review.button(/^Baseline: 03\/02\/2020 10:2[78]/)).toBeVisible();
  await review.idle();
  expect(await review.connect((connect) => connect.view().startMs)).toBe(trendy.startMs);

  await review.button("Edit window settings").click();
  const dialog = page.getByRole("dialog", { name: "Configure Persyst" });
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByRole("button", { name: /Initial Page Size/ }).click();
  await page.getByRole("option", { name: "1 h", exact: true }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/span=3600000/);

  await page.reload();
  await review.idle();
  await expect(page.getByRole("heading", { name: "Persyst Trends" })).toBeVisible();
  await expect(review.button(/^Artifact Reduction: On/)).toBeVisible();
  await expect(review.button(/^Baseline: 03\/02\/2020 10:2[78]/)).toBeVisible();
  expect(await review.connect((connect) => connect.view().endMs - connect.view().startMs)).toBe(60 * minute);
});

test.describe("refused", () => {
  test.use({ allowErrors: /400|404/ });

  test("a file without the electrodes says why it has no trends", async ({ review }) => {
    await openWindow(review, unplaced.name, "Persyst Trends");
    await expect(review.page.getByText(/^Trends need at least two of the electrode pairs/)).toHaveCount(1);
    await expect(review.page.getByText("The other windows of this file are not affected.")).toBeVisible();
    await expect(review.page.getByText("Not all is shown", { exact: true })).toBeVisible();
    await expect(review.page.getByText("Exact", { exact: true })).toHaveCount(0);
  });
});

test("exports the values of its rows, with what they are", async ({ review }) => {
  const { page } = review;
  await openWindow(review, trendy.name, "Persyst Trends");
  await review.idle();
  await review.button("Export trends").click();
  const dialog = page.getByRole("dialog", { name: "Export trends" });
  await expect(
    dialog.getByText(/Artifact Reduction Off; baseline: FFT vs Baseline Left, .*First valid hour/),
  ).toBeVisible();
  expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
  const saved: Download[] = [];
  page.on("download", (download) => saved.push(download));
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect(page.getByText("2 files were exported")).toBeVisible();
  await expect.poll(() => saved.length).toBe(2);
  expect(saved.map((download) => download.suggestedFilename()).sort()).toEqual([
    expect.stringMatching(/^EEG trends \d+, 10 s\.csv$/),
    expect.stringMatching(/^EEG trends \d+, 15 s\.csv$/),
  ]);
  const of10 = saved.find((download) => download.suggestedFilename().includes("10 s"));
  const lines = readFileSync((await of10?.path()) ?? "", "utf8").split("\r\n");
  const head = lines.find((line) => line.startsWith("time,"))?.split(/,(?=\w|")/) ?? [];
  expect(head).toContain('"Suppression Ratio Left, Suppressed (%)"');
  // Half an hour from 10:20:30 on.
  expect(lines.filter((line) => line.startsWith("2020-03-02T10:"))).toHaveLength(180);
  // What is under the cursor.
  const shown = await values(review, 20.1);
  const cells = lines.find((line) => line.startsWith("2020-03-02T10:40:30"))?.split(",") ?? [];
  const ratio = Number(cells.at(-3));
  expect(ratio).toBeGreaterThan(0);
  expect(Number(shown.alpha_delta_ratio_right[0])).toBe(Number(ratio.toFixed(ratio < 1 ? 3 : 2)));

  await review.button("Export trends").click();
  await dialog.getByRole("radio", { name: "HDF5" }).click();
  await dialog.getByRole("radio", { name: "Whole file" }).click();
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect(page.getByText("1 file was exported")).toBeVisible();
  await expect.poll(() => saved.at(-1)?.suggestedFilename()).toMatch(/^EEG trends \d+\.h5$/);
});

test.describe("an export that fails", () => {
  test.use({ allowErrors: /507|Failed to load/ });

  test("says why, and can be tried again", async ({ review }) => {
    const { page } = review;
    await openWindow(review, trendy.name, "Persyst Trends");
    await review.idle();
    await page.route("**/v1/recordings/export_trends*", (route) =>
      route.fulfill({ status: 507, contentType: "application/json", body: '{"errorMessage":"There is no room."}' }),
    );
    await review.button("Export trends").click();
    const dialog = page.getByRole("dialog", { name: "Export trends" });
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Nothing was exported. There is no room.");
    await expect(dialog.getByRole("button", { name: "Export", exact: true })).toBeEnabled();
  });
});
