/** The SD detection window (spec 001 section 2.12) on the real server. */
import { readFileSync } from "node:fs";
import { AxeBuilder } from "./axe.ts";
import { test as base, expect, type Review } from "./fixtures.ts";
import { coupled, strip } from "./sd-recordings.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([strip, coupled]), { scope: "worker" }],
});

interface SdConnect {
  events(): { channel: string; onset_ms: number; is_provisional: boolean }[];
  pages(): { start: number; kind: string }[];
}

/** Half of the height of what is planted lies so far before its peak. s */
const onsetBefore = 45 * Math.sqrt(2 * Math.log(2));
const expected = (seconds: number) => strip.startMs + (seconds - onsetBefore) * 1000;

const events = ({ page }: Review) => page.evaluate(() => (window.connect as unknown as SdConnect).events());
const pages = ({ page }: Review) => page.evaluate(() => (window.connect as unknown as SdConnect).pages());
const findings = ({ page }: Review) => page.locator("[data-part=findings]");
const dialogOf = ({ page }: Review) => page.getByRole("dialog", { name: "Configure SD Detection" });

async function openWindow(review: Review, name: string): Promise<void> {
  await review.open(name);
  await review.button("Add display group").click();
  await expect(review.button("Display group: Personal")).toBeVisible();
  await review.button("Add display").click();
  await review.page.getByRole("button", { name: /Choose a window type/ }).click();
  await review.page.getByRole("option", { name: "SD Detection" }).click();
  await expect(review.page.getByRole("heading", { name: "SD Detection" })).toBeVisible();
  await review.idle();
}

test("events are found on their channels, and boxes stand over them", async ({ review }) => {
  const { page } = review;
  await openWindow(review, strip.name);
  await expect(review.button("Page length: 01:00:00")).toBeVisible();
  await expect(review.button("Auto-SD-detection: On")).toBeVisible();
  await expect(page.getByText("1\u201330 Hz, 60 Hz inactive at 64 Hz, 50 \u00b5V/mm")).toBeVisible();
  await expect(page.getByText("0.005\u20130.5 Hz, 440 \u00b5V/mm")).toBeVisible();
  await expect(findings(review)).toContainText("Auto-SD-detection: 3 events in view, screening, not validated");

  const found = await events(review);
  expect(found.slice(0, 3).map(({ channel }) => channel)).toEqual(["D2", "D3", "D4"]);
  for (const [k, seconds] of [1500, 1830, 2160].entries())
    expect(Math.abs(found[k].onset_ms - expected(seconds))).toBeLessThan(4000);
  expect(found.slice(0, 3).every(({ is_provisional }) => !is_provisional)).toBe(true);

  // What stands alone is not drawn; what is too near the end is provisional.
  await page.keyboard.press("PageDown");
  await review.idle();
  await expect(findings(review)).toContainText("2 events in view");
  await expect(page.getByText("Provisional from 03/02/2020 11:55:30 AM on", { exact: false })).toBeVisible();
  expect((await events(review)).filter(({ channel }) => channel === "D6")).toEqual([]);
  expect((await events(review)).slice(-2).map(({ channel, is_provisional }) => [channel, is_provisional])).toEqual([
    ["D1", true],
    ["D2", true],
  ]);

  await review.choose(/^Auto-SD-detection/, "Off");
  await expect(page.getByText("Auto-SD-detection is off.")).toBeVisible();
  expect(await pages(review)).toEqual([]);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test("'Configure SD Detection' sets the page, the montage and both trace sets, and keeps them", async ({ review }) => {
  const { page } = review;
  await openWindow(review, strip.name);
  await review.button("Edit window settings").click();
  const dialog = dialogOf(review);
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  const group = (name: string) => dialog.getByRole("group", { name });
  const options = async (set: string, label: string) => {
    await group(set)
      .getByRole("button", { name: new RegExp(` ${label}$`) })
      .click();
    const names = await page.getByRole("option").allTextContents();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("option")).toHaveCount(0);
    return names;
  };
  expect(await options("EEG Settings", "LFF")).toEqual(["0.1 Hz", "0.5 Hz", "1 Hz", "2 Hz", "3 Hz", "Off"]);
  expect(await options("SD Settings", "LFF")).toEqual(["Off", "0.005 Hz", "0.01 Hz", "0.02 Hz", "0.05 Hz", "0.1 Hz"]);
  expect(await options("SD Settings", "HFF")).toEqual(["Off", "0.1 Hz", "0.5 Hz", "1 Hz", "2 Hz"]);
  expect(await options("SD Settings", "Notch Frequency")).toEqual(["Off", "50 Hz", "60 Hz"]);
  const amounts = await options("SD Settings", "Sensitivity");
  expect([amounts[0], amounts.at(-1)]).toEqual(["10 \u00b5V/mm", "1000 \u00b5V/mm"]);

  const choose = async (set: string, label: string, option: string) => {
    await group(set)
      .getByRole("button", { name: new RegExp(` ${label}$`) })
      .click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  await choose("EEG Settings", "Notch Frequency", "Off");
  await choose("SD Settings", "LFF", "0.01 Hz");
  await choose("SD Settings", "Sensitivity", "200 \u00b5V/mm");
  expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("0.01\u20130.5 Hz, 200 \u00b5V/mm")).toBeVisible();
  await expect(page.getByText("1\u201330 Hz, 50 \u00b5V/mm")).toBeVisible();
  // Keys of the EEG's sensitivity, and with Shift of the overlay's.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("1\u201330 Hz, 30 \u00b5V/mm")).toBeVisible();
  await expect(page.getByText("0.01\u20130.5 Hz, 300 \u00b5V/mm")).toBeVisible();
  await review.idle();

  await page.reload();
  await review.idle();
  await expect(page.getByText("0.01\u20130.5 Hz, 300 \u00b5V/mm")).toBeVisible();
});

test("a recording's own high-pass that takes slow potentials away is warned of, an unknown one is said", async ({
  review,
}) => {
  const { page } = review;
  await openWindow(review, coupled.name);
  await expect(
    page.getByText(/^4 rows of 6 were recorded through a high-pass of their own of up to 0\.5 Hz/),
  ).toBeVisible();
  await expect(page.getByText(/^Own high-pass unknown of 2 rows/)).toBeVisible();
  await expect(findings(review)).toContainText("0 events in view, screening, not validated");
  // However much is said, most of a low window is its plot, and all of it is reached.
  await page.setViewportSize({ width: 360, height: 540 });
  const heights = async () => {
    const boxes = [page.locator("[data-part=notices]"), page.locator("[data-area]")].map((each) => each.boundingBox());
    return (await Promise.all(boxes)).map((box) => box?.height ?? 0);
  };
  await expect.poll(async () => (await heights()).reduce((part, whole) => part / whole)).toBeLessThan(0.35);
  await findings(review).scrollIntoViewIfNeeded();
  await expect(findings(review)).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await review.chooseMontage(/^Standard/, "SD longitudinal");
  await expect(page.getByText(/^No row of this montage can be searched for events/)).toBeVisible();
});

test("the worksheet lists the candidates of the whole file; a key makes an annotation of one; all of it is exported", async ({
  review,
}) => {
  const { page } = review;
  await openWindow(review, strip.name);
  await review.button("Worksheet").click();
  const sheet = page.getByRole("region", { name: "Worksheet" });
  const grid = sheet.getByRole("grid", { name: "Candidates of the whole file" });
  await expect(sheet.getByText("5 of 5 half hours searched")).toBeVisible();
  const cells = (row: number) => grid.getByRole("row").nth(row).getByRole("gridcell");
  // The head, then what spreads, what is alone, and what is provisional.
  await expect(grid.getByRole("row")).toHaveCount(7);
  // A time of 12 hours is one line: 'PM' is not under it, before the date of a longer file.
  const [onset] = await cells(1)
    .nth(1)
    .locator("span")
    .evaluateAll((spans) => spans.map((span) => [span.textContent, span.getClientRects().length]));
  expect(onset).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d [AP]M$/), 1]);
  await expect(cells(1).nth(2)).toHaveText("D2");
  await expect(cells(1).nth(3)).toHaveText(/^\u22121,\d{3} \u00b5V$/);
  await expect(cells(1).nth(4)).toHaveText(/^1\d\.\d dB$/);
  await expect(cells(1).nth(5)).toHaveText("D3 +5:30");
  await expect(cells(4).nth(2)).toHaveText("D6");
  await expect(cells(4).nth(6)).toHaveText("Alone");
  await expect(cells(6).nth(6)).toHaveText("Open, provisional");

  const marks = () =>
    review.connect((connect) => connect.annotations().map(({ text }) => text)).then((all) => all.toSorted());
  await grid.focus();
  await page.keyboard.press("a");
  await expect(cells(1).nth(6)).toHaveText("Accepted");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("r");
  await expect(cells(2).nth(6)).toHaveText("Rejected");
  await expect.poll(marks).toEqual(["No SD D3", "SD D2"]);
  // What was said before is written over, and Undo brings it back.
  await page.keyboard.press("a");
  await expect(cells(2).nth(6)).toHaveText("Accepted");
  await expect.poll(marks).toEqual(["SD D2", "SD D3"]);
  await review.plot
    .first()
    .or(page.getByRole("img", { name: /^EEG traces/ }))
    .first()
    .focus();
  await page.keyboard.press("Control+z");
  await expect(cells(2).nth(6)).toHaveText("Rejected");

  const counts = sheet.getByRole("region", { name: "Counts" });
  await expect(counts.getByRole("row")).toHaveText([
    /^FromAcceptedRejectedOpenAlone$/,
    /^03\/02\/2020 10:00:00 AM1110$/,
    /^03\/02\/2020 11:00:00 AM0001$/,
    /^03\/02\/2020 12:00:00 PM0020$/,
    /^Whole file1131$/,
  ]);
  await counts.getByRole("radio", { name: "Per day" }).click();
  await expect(counts.getByRole("row")).toHaveText([/^From/, /^03\/02\/20201131$/, /^Whole file1131$/]);

  await grid.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(findings(review)).toContainText("2 events in view");
  const downloading = page.waitForEvent("download");
  await sheet.getByRole("button", { name: "Export CSV" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("strip SD worksheet.csv");
  const lines = readFileSync(await file.path(), "utf8").split("\r\n");
  const names = ["\ufeffDefinition", "Parameters", "Source", "Masked and missing", "Computed by", "Note", "onset"];
  expect(lines.slice(0, names.length).map((line) => line.split(",")[0])).toEqual(names);
  expect(lines[4]).toMatch(/^Computed by,signal core [0-9a-f]+$/);
  expect(lines.filter((line) => line.includes(",D2,D2,"))).toHaveLength(2);
  expect(lines.find((line) => line.includes(",D2,D2,"))).toMatch(/,D3 \+5:30,1,yes,no,accepted$/);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  // The marks are there for the next one, and the sheet is closed again.
  await page.reload();
  await review.idle();
  await expect(sheet).toHaveCount(0);
  await review.button("Worksheet").click();
  await expect(cells(1).nth(6)).toHaveText("Accepted");
});
