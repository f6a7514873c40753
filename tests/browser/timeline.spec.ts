import { expect, test } from "./fixtures.ts";
import { night } from "./recordings.ts";

const at = (seconds: number, span: number) => `&start=${night.startMs + seconds * 1000}&span=${span * 1000}`;

test("turns pages, goes to the ends and zooms by keyboard and button", async ({ review }) => {
  const { page } = review;
  await review.open(night.name);
  await page.keyboard.press("ArrowRight");
  expect(await review.seconds()).toEqual([30, 60]);
  await review.button("Next page").click();
  expect(await review.seconds()).toEqual([60, 90]);
  await review.button("Previous page").click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  expect(await review.seconds()).toEqual([0, 30]);
  await page.keyboard.press("End");
  expect(await review.seconds()).toEqual([150, 180]);
  await page.keyboard.press("+");
  expect(await review.seconds()).toEqual([157.5, 172.5]);
  await page.keyboard.press("-");
  expect(await review.seconds()).toEqual([150, 180]);
  await review.button("Go to start").click();
  expect(await review.seconds()).toEqual([0, 30]);
  await review.button("Go to end").click();
  expect(await review.seconds()).toEqual([150, 180]);
  await review.idle();
  await expect(review.button("Exact")).toBeVisible();
});

test("keeps the start when a page length is chosen, and the arrows still turn pages afterwards", async ({ review }) => {
  await review.open(night.name, at(30, 30));
  await review.choose(/^Page length/, "8 s");
  expect(await review.seconds()).toEqual([30, 38]);
  await expect(review.plot).toBeFocused();
  await review.page.keyboard.press("ArrowRight");
  expect(await review.seconds()).toEqual([38, 46]);
  await expect(review.button("Page length: 00:00:08")).toBeVisible();
});

test("scrolls with the wheel by a fifth of the page a notch, zooms with shift and control", async ({ review }) => {
  const { page } = review;
  await review.open(night.name, at(60, 30));
  await review.plot.hover();
  await page.mouse.wheel(0, 100);
  await expect.poll(() => review.seconds()).toEqual([66, 96]);
  await page.mouse.wheel(0, -100);
  await expect.poll(() => review.seconds()).toEqual([60, 90]);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");
  await expect.poll(async () => (await review.seconds())[1] - (await review.seconds())[0]).toBe(15);
});

test("plays at a chosen speed, pauses, and stops at the end of the file", async ({ review }) => {
  await review.open(night.name);
  await review.choose(/^Playback speed/, "10x");
  await review.button("Play").click();
  await expect.poll(async () => (await review.seconds())[0]).toBeGreaterThan(1);
  await review.page.keyboard.press("ArrowRight");
  expect(await review.connect((connect) => connect.isPlaying())).toBe(true);
  await review.button("Pause").click();
  const stopped = await review.seconds();
  await review.idle();
  expect(await review.seconds()).toEqual(stopped);
  await review.plot.focus();
  await review.choose(/^Playback speed/, "1000x");
  await expect(review.plot).toBeFocused();
  await review.page.keyboard.press(" ");
  await expect(review.button("Play")).toBeVisible();
  await expect.poll(() => review.seconds()).toEqual([150, 180]);
});

test("jumps on the track, drags the view and both handles", async ({ review }) => {
  const { page } = review;
  await review.open(night.name, at(60, 60));
  await review.plot.focus();
  const view = page.getByRole("slider", { name: "Position of the view" });
  const box = await view.boundingBox();
  const startBox = await page.getByRole("slider", { name: "Start of the view" }).boundingBox();
  if (box === null || startBox === null) throw new Error("no navigator");
  expect(startBox.width).toBeGreaterThanOrEqual(24);
  expect(startBox.height).toBeGreaterThanOrEqual(24);
  // The view is a third of the track wide: its middle stands on its half.
  const perSecond = (box.x + box.width / 2 - (startBox.x + startBox.width / 2)) / 30;
  const y = box.y + box.height / 2;
  const drag = async (from: number, to: number) => {
    await page.mouse.move(from, y);
    await page.mouse.down();
    await page.mouse.move((from + to) / 2, y);
    await page.mouse.move(to, y);
    await page.mouse.up();
  };
  const middle = box.x + box.width / 2;
  await drag(middle, middle + 30 * perSecond);
  let [start, end] = await review.seconds();
  expect(start).toBeCloseTo(90, 0);
  expect(end).toBeCloseTo(150, 0);
  await drag(middle + 60 * perSecond, middle + 45 * perSecond);
  [start, end] = await review.seconds();
  expect(start).toBeCloseTo(90, 0);
  expect(end).toBeCloseTo(135, 0);
  // The start handle crosses the end: they swap.
  await drag(middle, middle + 75 * perSecond);
  [start, end] = await review.seconds();
  expect(start).toBeCloseTo(135, 0);
  expect(end).toBeCloseTo(165, 0);
  // A click on the free track centres the view there.
  await page.mouse.click(middle - 60 * perSecond, y);
  [start, end] = await review.seconds();
  expect((start + end) / 2).toBeCloseTo(30, 0);
  // The pointer left the focus on the plot: the arrows turn pages.
  await expect(review.plot).toBeFocused();
  await page.keyboard.press("ArrowRight");
  expect((await review.seconds())[0]).toBeCloseTo(end, 2);
});

test("works from the keyboard on the navigator and tells where it is", async ({ review }) => {
  const { page } = review;
  await review.open(night.name, at(60, 30));
  const view = page.getByRole("slider", { name: "Position of the view" });
  await view.focus();
  await page.keyboard.press("ArrowRight");
  expect(await review.seconds()).toEqual([63, 93]);
  await page.keyboard.press("PageUp");
  expect(await review.seconds()).toEqual([93, 123]);
  await expect(view).toHaveAttribute("aria-valuetext", "03/02/2020 10:22:03 AM");
  await page.getByRole("slider", { name: "End of the view" }).focus();
  await page.keyboard.press("ArrowLeft");
  expect(await review.seconds()).toEqual([93, 121.5]);
  for (let k = 0; k < 30; k++) await page.keyboard.press("PageDown");
  expect(await review.seconds()).toEqual([93, 94]);
});

test("keeps montage, filters and sensitivity in the address: a link shows the same picture", async ({ review }) => {
  const { page } = review;
  await review.open(night.name, at(42, 10));
  await review.chooseMontage("Standard", "Average reference");
  await review.choose(/^Sensitivity:/, "5 µV/mm");
  await review.connect((connect) => connect.setFilters({ lff: 0.5, hff: 70, notch: null }));
  await review.idle();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toMatchObject({ montage: "4", lff: "0.5", hff: "70", notch: "off", sensitivity: "5" });
  const shown = await review.picture();
  const name = await review.plot.getAttribute("aria-label");
  await page.reload();
  await review.idle();
  expect(await review.plot.getAttribute("aria-label")).toBe(name);
  expect((await review.picture()).digest).toBe(shown.digest);
});

test("plays by Space after a click on the timeline, and a button reached by key keeps its own", async ({ review }) => {
  const { page } = review;
  await review.open(night.name, at(60, 10));
  await review.button("Next page").click();
  await expect(page.locator("[tabindex]:focus")).toHaveAttribute("aria-label", /^EEG traces/);
  await page.keyboard.press(" ");
  await expect(review.button("Pause")).toBeVisible();
  await page.keyboard.press(" ");
  await expect(review.button("Play")).toBeVisible();
  const [start] = await review.seconds();
  await review.button("Previous page").focus();
  await page.keyboard.press(" ");
  await expect.poll(async () => Math.round(((await review.seconds())[0] - start) * 10)).toBe(-100);
  await expect(review.button("Play")).toBeVisible();
});

test("moves by half pages, seconds and annotations by key, and by dragging", async ({ review }) => {
  const { page } = review;
  await review.open(night.name, at(60, 10));
  await page.keyboard.press("Shift+ArrowRight");
  expect(await review.seconds()).toEqual([65, 75]);
  await page.keyboard.press("PageDown");
  await page.keyboard.press(",");
  expect(await review.seconds()).toEqual([74, 84]);
  await page.keyboard.press("PageUp");
  await page.keyboard.press(".");
  expect(await review.seconds()).toEqual([65, 75]);
  await page.keyboard.press("]");
  expect(await review.seconds()).toEqual([95, 105]);
  await page.keyboard.press("[");
  expect(await review.seconds()).toEqual([35, 45]);
  await page.keyboard.press("[");
  expect(await review.seconds()).toEqual([35, 45]);
  const box = await review.plot.boundingBox();
  if (box === null) throw new Error("The plot has no place.");
  await page.mouse.move(box.x + box.width * 0.8, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 120, { steps: 5 });
  await page.mouse.up();
  const [start, end] = await review.seconds();
  expect(end - start).toBeCloseTo(10, 3);
  expect(Math.abs(start - 40)).toBeLessThan(0.1);
  // Let go: moving on moves nothing more.
  await page.mouse.move(box.x + 20, box.y + 20);
  expect(await review.seconds()).toEqual([start, end]);
});

test("leaves a third of a small screen's bar to the file", async ({ review }) => {
  await review.page.setViewportSize({ width: 1024, height: 700 });
  await review.open(night.name);
  const widths = await review.page.getByRole("slider", { name: "Position of the view" }).evaluate((view) => {
    const track = view.closest("[data-part=track]") ?? view.parentElement;
    return [track?.getBoundingClientRect().width ?? 0, innerWidth];
  });
  expect(widths[0]).toBeGreaterThan(widths[1] / 3);
});
