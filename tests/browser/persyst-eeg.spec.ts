/** The windows of the EEG image service (spec 001 section 2.14) on the real server; trends of the embedded one in trends.spec.ts. */
import { getRecordingInfo, trendPanel } from "../../src/protocol/eeg-service.ts";
import { filledGif, serviceDrawing, startEegService, type TestEegService } from "../support/eeg-service.ts";
import { AxeBuilder } from "./axe.ts";
import { test as base, expect, type Review } from "./fixtures.ts";
import { openWindow as openOf } from "./open-window.ts";
import { night, numbers } from "./recordings.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([night, numbers]), { scope: "worker" }],
});

const images = ({ page }: Review) => page.locator("canvas[class*=images]");
/** Pixels of the image canvas with a trace, in the light theme: as dark as no time line is. */
const inked = (review: Review) =>
  images(review).evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext("2d");
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
    let count = 0;
    for (let k = 0; k < data.length; k += 4)
      if (data[k + 3] > 0 && Math.min(data[k], data[k + 1], data[k + 2]) < 120) count++;
    return count;
  });

const openWindow = (review: Review, name: string) => openOf(review, name, "Persyst EEG");

test("page images are drawn in the first montage, and follow its settings", async ({ review }, info) => {
  const { page } = review;
  await openWindow(review, night.name);
  await review.idle();
  await expect(review.button("Page length: 00:00:30")).toBeVisible();
  await expect(review.button("Sensitivity: 10 \u00b5V/mm")).toBeVisible();
  await expect(review.button("Montage: Longitudinal bipolar (double banana)")).toBeVisible();
  await expect(review.button("AR: On")).toBeVisible();
  await expect.poll(() => inked(review)).toBeGreaterThan(1000);
  await expect(
    page.getByRole("img", { name: "Channels of Longitudinal bipolar (double banana), as a picture" }),
  ).toBeVisible();
  // The date stands left of the plot, where tags begin, and is whole.
  const date = page.locator("[data-part=date]");
  expect(await date.innerText()).toMatch(/^\d\d\/\d\d\/\n\d{4}$/);
  expect(await date.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // Over the pictures 30 px, under them 90, to the edge of the window (spec 001 section 9).
  const margins = await page.locator("[data-part=row-values]").evaluate((values) => {
    const grid = values.parentElement?.parentElement;
    const [plot, frame, window] = [values, grid, grid?.parentElement].map(
      (each) => each?.getBoundingClientRect() ?? new DOMRect(),
    );
    return [plot.top - frame.top, window.bottom - plot.bottom];
  });
  expect(margins).toEqual([30, 90]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await review.idle();
    await page.screenshot({ path: info.outputPath(`persyst-${colorScheme}.png`) });
    const found = await new AxeBuilder({ page }).analyze();
    expect(found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await review.idle();

  const before = await inked(review);
  await review.choose(/^Sensitivity/, "2 \u00b5V/mm");
  await review.idle();
  await expect.poll(() => inked(review)).toBeGreaterThan(before);
  await review.choose(/^AR/, "Off");
  await expect(review.button("AR: Off")).toBeVisible();
  await page.keyboard.press("PageDown");
  await review.idle();
  await expect.poll(() => inked(review)).toBeGreaterThan(1000);
});

test("'Configure Persyst' keeps what is set, and the review opens with it again", async ({ review }) => {
  const { page } = review;
  await openWindow(review, night.name);
  await review.idle();
  await review.button("Edit window settings").click();
  const dialog = page.getByRole("dialog", { name: "Configure Persyst" });
  for (const field of ["Initial Page Size", "Montage", "LFF", "HFF", "Notch Filter Frequency", "Sensitivity"])
    await expect(dialog.getByText(field, { exact: true }).first()).toBeVisible();
  const save = dialog.getByRole("button", { name: "Save" });
  await expect(save).toBeDisabled();
  await dialog.getByRole("button", { name: /Sensitivity/ }).click();
  await page.getByRole("option", { name: "20 \u00b5V/mm", exact: true }).click();
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(review.button("Sensitivity: 20 \u00b5V/mm")).toBeVisible();
  await page.reload();
  await review.idle();
  await expect(review.button("Sensitivity: 20 \u00b5V/mm")).toBeVisible();
});

test("without recording info the window says that Persyst is unavailable, and the review opens", async ({ review }) => {
  const { page } = review;
  const nothing = { start_time_milliseconds: null, end_time_milliseconds: null, is_external: false };
  await page.route(`**${getRecordingInfo.path}*`, (route) => route.fulfill({ json: nothing }));
  await openWindow(review, night.name); // and nothing that could be idle
  await expect(page.getByText("Persyst is unavailable")).toBeVisible();
});

const token = "a-token-of-a-service";
const elsewhere = test.extend<object, { service: TestEegService }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
    async ({}, use) => {
      const service = await startEegService(serviceDrawing((width, height) => filledGif(width, height, [200, 40, 90])));
      await use(service);
      await service.close();
    },
    { scope: "worker" },
  ],
  serverEnv: [
    async ({ service }, use) => use({ EEG_SERVICE_URL: service.url, EEG_SERVICE_TOKEN: token }),
    { scope: "worker" },
  ],
});

elsewhere.use({ allowErrors: /502/ });

elsewhere("trends of a service elsewhere are its pictures, which have no values", async ({ review, service }) => {
  const { page } = review;
  await openOf(review, night.name, "Persyst Trends");
  await review.idle();
  const colour = (canvas: HTMLCanvasElement) =>
    [...(canvas.getContext("2d")?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? [])].join(" ");
  await expect.poll(() => images(review).evaluate(colour)).toBe("200 40 90 255");
  for (const beside of await page.locator("[data-part=trend-labels] canvas").all())
    await expect.poll(() => beside.evaluate(colour)).toBe("200 40 90 255");
  await expect(page.getByText("Pictures of the EEG service of your site: they have no values here")).toBeVisible();
  await expect(page.getByText("All pictures are here")).toBeVisible();
  await expect(page.getByText("Exact", { exact: true })).toHaveCount(0);
  for (const ours of ["Export trends", "About this analysis", /^Baseline/, /^Artifacts/])
    await expect(review.button(ours)).toHaveCount(0);
  expect((await new AxeBuilder({ page }).include("main").analyze()).violations).toEqual([]);
  const pages = () => service.asked.filter(({ path }) => path === "/v1/trend_image").map(({ body }) => body);
  expect(pages()[0]).toMatchObject({ modality: trendPanel, artifactReductionEnabled: false, offset_seconds: 0 });

  // It goes away: the window says so where the pictures would be.
  service.answer = (_asked, response) => void response.writeHead(500).end(`secret ${token}`);
  await review.choose(/^Artifact Reduction:/, "On");
  await expect(page.getByText(/^The EEG image service refused the request/).first()).toBeVisible();
  await expect(page.getByText("Not all is shown", { exact: true })).toBeVisible();
  expect(pages().at(-1)).toMatchObject({ artifactReductionEnabled: true });
  expect(await page.content()).not.toContain(token);
  await page.reload();
  await expect(page.getByText("Persyst is unavailable")).toBeVisible();
  await expect(page.getByRole("alert").getByText(/^The EEG image service refused the request/)).toBeVisible();
});
