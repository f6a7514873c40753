/** Times that are read, typed and kept: the same with either back end of the renderer. */
import { expect, test } from "./fixtures.ts";
import { depth, night } from "./recordings.ts";

const at = (seconds: number, span: number) => `&start=${night.startMs + seconds * 1000}&span=${span * 1000}`;

test("sets the range by hand inside the file", async ({ review }) => {
  const { page } = review;
  await review.open(night.name);
  await review.button("Set the time range").click();
  const dialog = page.getByRole("dialog", { name: "Set the time range" });
  await expect(dialog.getByText("03/02/2020 10:20:30 AM to 03/02/2020 10:23:30 AM")).toBeVisible();
  const segment = (field: string, part: string) =>
    dialog.getByRole("group", { name: field, exact: true }).getByRole("spinbutton", { name: new RegExp(`^${part}`) });
  await segment("End", "minute").click();
  await page.keyboard.type("22");
  // On the way "2" was a time before the recording: the other parts are as they were.
  await expect(segment("End", "second")).toHaveText("00");
  await segment("End", "second").click();
  await page.keyboard.type("10");
  await segment("Start", "minute").click();
  await page.keyboard.type("22");
  await segment("Start", "second").click();
  await page.keyboard.type("05");
  await dialog.getByRole("button", { name: "Set range" }).click();
  expect(await review.seconds()).toEqual([95, 100]);
  // Typed keys stayed in the dialog: nothing paged or zoomed. An end typed past the other one takes it along, and gives it back.
  await review.button("Set the time range").click();
  await segment("Start", "minute").click();
  await page.keyboard.type("23");
  await expect(segment("End", "minute")).toHaveText("23");
  await expect(segment("End", "second")).toHaveText("10");
  await segment("Start", "minute").click();
  await page.keyboard.type("22");
  await expect(segment("End", "minute")).toHaveText("22");
  await segment("Start", "hour").click();
  await page.keyboard.type("11");
  await expect(dialog.getByRole("button", { name: "Set range" })).toBeDisabled();
  await expect(dialog.getByRole("alert")).toHaveText("Start time cannot be greater than the end time.");
  await segment("Start", "hour").click();
  await page.keyboard.type("09");
  await expect(dialog.getByRole("alert")).toHaveText("The range must lie inside the recording.");
  await page.keyboard.press("Escape");
  expect(await review.seconds()).toEqual([95, 100]);
});

test("writes times of a 24-hour clock where the reader chose so", async ({ review }) => {
  const { page } = review;
  await review.open(night.name, at(42, 10));
  await expect(review.plot).toHaveAccessibleName(/10:21:12 AM to /);
  await expect(page.getByTitle("Times in America/New_York")).toHaveText("America/New_York");
  await review.button(/Use the 24-hour clock/).click();
  await expect(review.plot).toHaveAccessibleName(/03\/02\/2020 10:21:12 to 03\/02\/2020 10:21:22\./);
  await page.reload();
  await review.idle();
  await expect(review.plot).toHaveAccessibleName(/10:21:12 to /);
  await review.button(/Use the 12-hour clock/).click();
  await expect(review.plot).toHaveAccessibleName(/10:21:12 AM to /);
});

test("counts elapsed time when the file does not say when it began", async ({ review }) => {
  const { page } = review;
  await review.open(depth.name);
  await expect(page.getByText("00:00:10", { exact: true }).first()).toBeVisible();
  await review.button("Set the time range").click();
  const dialog = page.getByRole("dialog", { name: "Set the time range" });
  await dialog.getByRole("textbox", { name: "Start" }).fill("0:12");
  await dialog.getByRole("textbox", { name: "End" }).fill("soon");
  await expect(dialog.getByRole("alert")).toHaveText("Enter the time as hours:minutes:seconds.");
  await dialog.getByRole("textbox", { name: "End" }).fill("00:00:20");
  await dialog.getByRole("button", { name: "Set range" }).click();
  const { startMs, endMs } = await review.view();
  expect(endMs - startMs).toBe(8000);
  await expect(review.plot).toHaveAccessibleName(/00:00:12 to 00:00:20/);
  await review.button("Recording details").click();
  await expect(page.getByText(/The file does not say when it began/)).toBeVisible();
});

test("keeps the view in the address and drops what is unusable there", async ({ review, server }) => {
  const { page } = review;
  await review.open(night.name, at(42, 10));
  expect(await review.seconds()).toEqual([42, 52]);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(new RegExp(`start=${night.startMs + 52_000}&span=10000`));
  await page.reload();
  await review.idle();
  expect(await review.seconds()).toEqual([52, 62]);
  await page.goto(`${server.url}/review/${server.ids[night.name]}?start=yesterday&span=-5&backend=abacus&junk=1`);
  await review.idle();
  expect(await review.seconds()).toEqual([0, 30]);
  await expect(page).toHaveURL(`${server.url}/review/${server.ids[night.name]}`);
  await review.open(night.name, "&start=12&span=30000");
  expect(await review.seconds()).toEqual([0, 30]);
});

test("goes to a time that is typed, and says what it understood", async ({ review }) => {
  const { page } = review;
  await review.open(night.name, at(0, 10));
  await page.keyboard.press("g");
  const field = page.getByRole("textbox", { name: "Go to a time (G)" });
  await expect(field).toBeFocused();
  const said = page.getByRole("region", { name: "Timeline" }).getByRole("status");
  await expect(said).toHaveText(/^14:32, 2:32:10 PM, /);
  await field.fill("noon");
  await expect(said).toHaveText(/^This is not understood. Enter a time such as 14:32/);
  await field.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await field.fill("10:25 AM");
  await expect(said).toHaveText(/^03\/02\/2020 10:25:00 AM is not in the recording/);
  await field.fill("10:21:30");
  await expect(said).toHaveText("Understood as 03/02/2020 10:21:30 AM.");
  await field.press("Enter");
  await expect(review.plot).toBeFocused();
  await expect(said).toBeHidden();
  await expect(field).toHaveValue("");
  expect(await review.seconds()).toEqual([60, 70]);
  await page.keyboard.press("g");
  await field.pressSequentially("+5m");
  await field.press("Escape");
  await expect(review.plot).toBeFocused();
  await expect(field).toHaveValue("");
  expect(await review.seconds()).toEqual([60, 70]);
  // Keys in one turn of the page, as a quick hand presses them: each is taken by what it is for.
  await field.evaluate((element) => {
    const press = (key: string) =>
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    element.focus();
    press("Escape");
    press("g");
  });
  await expect(field).toBeFocused();
  await field.pressSequentially("+20s");
  await expect(said).toHaveText("Understood as 03/02/2020 10:21:50 AM.");
  await field.press("Escape");
  await page.setViewportSize({ width: 560, height: 500 });
  const track = page.getByRole("region", { name: "Timeline" }).getByRole("slider", { name: "Position of the view" });
  expect((await track.boundingBox())?.width).toBeGreaterThan(20);
  await review.button("Go to a time (G)").click();
  await field.fill("+30s");
  await expect(said).toHaveText("Understood as 03/02/2020 10:22:00 AM.");
  await field.press("Enter");
  await expect.poll(() => review.seconds()).toEqual([90, 100]);
  await expect(review.plot).toBeFocused();
});

test("goes to an annotation of the file from the details", async ({ review }) => {
  const { page } = review;
  await review.open(night.name);
  await review.button("Recording details").click();
  const dialog = page.getByRole("dialog", { name: "Recording details" });
  await expect(dialog.getByText("20 channels at 200 Hz")).toBeVisible();
  await expect(dialog.getByRole("listbox", { name: "Gaps" }).getByText("5s")).toBeVisible();
  await dialog.getByRole("option", { name: "Eyes open" }).click();
  await expect(dialog).toBeHidden();
  expect(await review.seconds()).toEqual([25, 55]);
  await review.idle();
  await expect(page.getByText("Eyes open")).toBeVisible();
});
