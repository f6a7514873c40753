/** The windows of optimal pressures (spec 001 sections 2.16 and 2.17) on the real server. */
import type { OptimumBlock } from "../../src/protocol/page-codec.ts";
import { testAdmin } from "../support/calls.ts";
import { keepDisplay } from "../support/displays.ts";
import { AxeBuilder } from "./axe.ts";
import { test as base, expect, type Review } from "./fixtures.ts";
import { lineGraph, lineTrace } from "./graph-forms.ts";
import { openWindow } from "./open-window.ts";
import { swings } from "./swings.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([swings]), { scope: "worker" }],
});

const result = ({ page }: Review) =>
  page.evaluate(() => (window.connect as unknown as { result?(): OptimumBlock | null }).result?.() ?? null);
const axis = ({ page }: Review) => page.getByRole("slider", { name: "Y axis" });

test("CPPOpt of the view, its bins, and why there is none", async ({ review }) => {
  const { page } = review;
  await openWindow(review, swings.name, "CPPopt Plot");
  await review.idle();
  expect(await review.connect((connect) => connect.view().endMs - connect.view().startMs)).toBe(8 * 3_600_000);
  const made = (await result(review)) as OptimumBlock;
  expect([made.fitType, made.failed, made.window_ms, made.step_ms]).toEqual([1, null, 8 * 3_600_000, 60_000]);
  expect(made.optimum).toBeGreaterThan(70);
  expect(made.optimum).toBeLessThan(79);
  await expect(page.getByText(`CPPOpt ${made.optimum?.toFixed(1)} mmHg`)).toBeVisible();
  await expect(page.getByText(`LLA ${made.lla?.toFixed(1)} mmHg`)).toBeVisible();
  await expect(page.getByText(`${made.samples} of 480 values`)).toBeVisible();
  expect((await review.picture(0.5)).inked).toBeGreaterThan(2);

  await review.button("What each bin is made of").click();
  const table = page.getByRole("table");
  await expect(table.getByRole("columnheader")).toHaveText([
    "Bin (mmHg)",
    "Values",
    "Share",
    "Mean",
    "Standard error",
    "In fit",
  ]);
  const rows = table.getByRole("row");
  await expect(rows).toHaveCount(1 + made.counts.filter((count) => count > 0).length);
  const first = made.counts.findIndex((count) => count > 0);
  await expect(rows.nth(1)).toContainText(`${40 + 5 * first} to ${45 + 5 * first}`);
  await page.keyboard.press("Escape");
  expect((await new AxeBuilder({ page }).include("main").analyze()).violations).toEqual([]);

  // The axis is dragged, by keys, and comes back.
  await expect(axis(review)).toHaveAttribute("aria-valuetext", /^−1 to 1$/);
  await axis(review).focus();
  await page.keyboard.press("+");
  await expect(axis(review)).not.toHaveAttribute("aria-valuetext", /^−1 to 1$/);
  await page.keyboard.press("Enter");
  await expect(axis(review)).toHaveAttribute("aria-valuetext", /^−1 to 1$/);

  // What is said beside it.
  await review.button("About this analysis").click();
  await expect(page.getByText(/Investigational: not validated/)).toBeVisible();
  await expect(page.getByText("PRx of ABP and ICP (swings.edf)")).toBeVisible();
  await expect(page.getByText(/signal core [0-9a-f]{12}/)).toBeVisible();
  await page.keyboard.press("Escape");

  // Where nothing was measured there is none, and the rule is named.
  await review.connect((connect) => connect.setView(connect.view().fileEndMs - 3_600_000, connect.view().fileEndMs));
  await expect(page.getByText("No CPPOpt: less than half of the window has values")).toBeVisible();
  await expect(page.getByText("0 of 60 values")).toBeVisible();
  expect(await result(review)).toMatchObject({ fitType: 0, optimum: null, lla: null, ula: null });
  // Five minutes hold few bins.
  await review.connect((connect) =>
    connect.setView(connect.view().fileStartMs + 7_200_000, connect.view().fileStartMs + 7_500_000),
  );
  await expect(page.getByText("No CPPOpt: the pressure was in too few bins")).toBeVisible();
});

test("a bin marks the times that it is made of in linked windows, and how the optimum moved is told", async ({
  review,
  server,
}) => {
  const { page } = review;
  const area = (name: string, componentId: string, props: object) => ({
    ...{ area: name, componentId, version: componentId === "cppopt_plot" ? 1 : 2 },
    props: { viewDuration: 8 * 3_600_000, ...props },
  });
  await keepDisplay(server.url, await server.signIn(page.context(), testAdmin), {
    ...{ name: "Linked", cssGridTemplate: '"a" "b"' },
    areas: [
      area("a", "cppopt_plot", {}),
      area("b", "time_series_group", { graphs: [lineGraph("ABP", lineTrace("ABP_na"))] }),
    ],
  });
  await review.open(swings.name);
  const plot = page.getByRole("img", { name: /^CPPOpt of/ });
  await plot.focus();
  await expect.poll(() => result(review)).toMatchObject({ analytic: "cppopt", fitType: 1 });
  const made = (await result(review)) as OptimumBlock;
  const box = await plot.boundingBox();
  if (box === null) throw new Error("no plot");
  const at = (pressure: number) => ({ x: ((pressure - 40) / 80) * box.width, y: box.height - 8 });
  // The bin under the pointer says what it is made of.
  const tip = page.locator("[data-part=bin-tip]");
  await plot.hover({ position: at(72) });
  await expect(tip).toContainText(`70 to 75 mmHgValues${made.counts[6]}`);
  await expect(tip).toContainText(/Share\d+\.\d %Mean PRx\u2212?\d\.\d{3}Standard error\u00b1\d\.\d{3}In fitYes$/);
  await plot.hover({ position: at(118) });
  await expect(tip).toHaveText("115 to 120 mmHgValues0");
  await page.mouse.move(5, 5);
  await expect(tip).toHaveCount(0);
  const track = page.locator("[data-part=track] [data-part=marked]");
  const bands = page.locator("[data-area=b] [data-part=marked] > div");
  await plot.click({ position: at(72) });
  await expect(page.getByText(`70 to 75 mmHg: ${made.counts[6]} min marked`)).toBeVisible();
  const marked = await bands.count();
  expect(marked).toBeGreaterThan(2);
  await expect(track).toHaveCount(2 * marked);
  // A second press, Esc and the button take the marks away.
  await plot.click({ position: at(72) });
  await expect(track).toHaveCount(0);
  await plot.click({ position: at(82) });
  await expect(track).not.toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(track).toHaveCount(0);
  await expect(bands).toHaveCount(0);
  // By the table of bins, without a pointer.
  await review.button("What each bin is made of").click();
  await review.button("Mark the times of 90 to 95 mmHg").press("Enter");
  await expect(review.button("Take the marks of 90 to 95 mmHg away")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^90 to 95 mmHg: \d+ min marked/)).toBeVisible();
  await review.button("Clear").click();
  await expect(track).toHaveCount(0);

  await review.button("Over time").click();
  const panel = page.getByRole("dialog", { name: "Over time" });
  await expect(panel.getByRole("img", { name: /CPPOpt with its limits/ })).toBeVisible();
  await expect(panel).toContainText("Minutes with CPPOpt419 of 480 (87.3 %)");
  await expect(panel).toContainText(/Stability7\d\.\d to 7\d\.\d mmHg, median 7\d\.\d mmHg/);
  await expect(panel).toContainText(/CPP below LLA\d+ min, \d+\.\d mmHg\u00b7min; \d+ min unknown/);
  await expect(panel).toContainText("the dose adds how far it lies outside times how long");
  const { violations } = await new AxeBuilder({ page }).include("[role=dialog]").analyze();
  expect(violations).toEqual([]);
  await page.keyboard.press("Escape");
  // Where nothing was measured nothing is known.
  await review.connect((connect) =>
    connect.setView(connect.view().fileStartMs, connect.view().fileStartMs + 3_600_000),
  );
  await review.button("Over time").click();
  await expect(panel).toContainText("Minutes with CPPOpt0 of 60 (0.0 %)");
  await expect(panel).toContainText("CPP above ULAunknown");
});

test.describe("refused", () => {
  test.use({ allowErrors: /400/ });

  test("MAPOpt is configured, and a modality that is not there is named", async ({ review }) => {
    const { page } = review;
    await openWindow(review, swings.name, "MAPopt Plot");
    await review.idle();
    const made = (await result(review)) as OptimumBlock;
    expect([made.analytic, made.yValues.length, made.fitType]).toEqual(["mapopt", 51, 1]);
    await expect(page.getByText(`MAPOpt ${made.optimum?.toFixed(1)} mmHg`)).toBeVisible();
    await axis(review).dblclick();
    await expect(axis(review)).not.toHaveAttribute("aria-valuetext", /^−1 to 1$/);

    await review.button("Edit window settings").click();
    const dialog = page.getByRole("dialog", { name: "Configure MAPOpt" });
    await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
    await dialog.getByRole("button", { name: /Initial Window Size/ }).click();
    // Spec 001 section 9, "MAPOpt window size": this list does not begin with 'Page Size'.
    await expect(page.getByRole("option")).toHaveText([
      ...["5 min", "10 min", "15 min", "30 min", "1 h", "2 h", "4 h", "6 h", "8 h"],
    ]);
    await page.getByRole("option", { name: "4 h", exact: true }).click();
    await dialog.getByRole("button", { name: /Brain Tissue Oxygen Saturation Modality/ }).click();
    await page.getByRole("option", { name: "ICP, mmHg" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    expect(await review.connect((connect) => connect.view().endMs - connect.view().startMs)).toBe(4 * 3_600_000);
    await expect(page.getByText("COx needs the oxygen saturation of brain tissue in %.").first()).toBeVisible();
    expect(await result(review)).toBeNull();
    await review.idle();

    // It is kept.
    await page.reload();
    await review.idle();
    await expect(page.getByRole("heading", { name: "MAPopt Plot" })).toBeVisible();
    await expect(page.getByText("COx needs the oxygen saturation of brain tissue in %.").first()).toBeVisible();
  });
});
