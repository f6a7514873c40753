/** What comes out of the printer: lists and tabs as a whole, and a review as it stands on the screen with what it shows in words. */
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { night } from "./recordings.ts";

/** What the browser does before it takes the page. */
async function toPaper(page: Page, { width, height } = { width: 979, height: 718 }): Promise<void> {
  await page.evaluate(() => void window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width, height });
}

const bodyColours = (page: Page) =>
  page.evaluate(() => {
    const { color } = getComputedStyle(document.querySelector("main h1, main td") ?? document.body);
    return color;
  });

for (const theme of ["light", "dark"] as const)
  test(`prints a list as a whole, without what is pressed, dark on white, in the ${theme} theme`, async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/data/visualize`);
    await expect(page.getByRole("grid").getByRole("row")).toHaveCount(4);
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const navigation = page.getByRole("navigation").first();
    await expect(navigation).toBeVisible();
    await toPaper(page, { width: 979, height: 300 });
    await expect(navigation).toBeHidden();
    await expect(page.getByRole("button", { name: "Upload patient" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Columns" })).toBeHidden();
    // Lower than the list, and nothing of it is behind an edge.
    const clipped = await page.getByRole("grid").evaluate((grid) => {
      const found: string[] = [];
      for (let at = grid.parentElement; at !== null; at = at.parentElement)
        if (at.scrollHeight > at.clientHeight + 1 && getComputedStyle(at).overflowY !== "visible")
          found.push(at.tagName);
      return found;
    });
    expect(clipped.filter((tag) => tag !== "HTML" && tag !== "BODY")).toEqual([]);
    expect(await bodyColours(page)).toBe("rgb(20, 32, 43)");
  });

test("prints a review as it stands on the screen, under what it shows in words", async ({ review, page }) => {
  await review.open(night.name);
  const plot = review.plot.first();
  const [label] = await Promise.all([plot.getAttribute("aria-label")]);
  const before = await plot.boundingBox();
  const whose = page.getByText(`Patient: ${night.name.replace(/\.edf$/, "")}`, { exact: true });
  await expect(whose).toBeHidden();
  await toPaper(page);
  await expect(whose).toBeVisible();
  await expect(page.getByText(`File: ${night.name}`, { exact: true })).toBeVisible();
  expect(label).toMatch(/Montage .*\d+:\d\d:\d\d .* to .*Sensitivity .*LFF .*HFF .*Notch/i);
  await expect(page.getByText(label ?? "", { exact: true })).toBeVisible();
  const after = await plot.boundingBox();
  if (before === null || after === null) throw new Error("There is no plot.");
  // The whole picture, smaller, its sides as on the screen, on one sheet.
  expect(after.width / after.height).toBeCloseTo(before.width / before.height, 1);
  expect(after.x + after.width).toBeLessThanOrEqual(979);
  expect(after.y + after.height).toBeLessThanOrEqual(718);
  expect(after.width).toBeGreaterThan(before.width / 2);
});

/** Canvases of plots that are laid out: whether each can be read back as a picture, and what part of it is not background. */
const pictures = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>("canvas[aria-hidden]")]
      .filter(
        (canvas) =>
          canvas.clientWidth > 400 && canvas.clientHeight > 200 && canvas.style.imageRendering === "pixelated",
      )
      .map((canvas) => {
        const context = canvas.getContext("2d");
        if (context === null) return "of a GPU";
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const words = new Uint32Array(data.buffer);
        const inked = words.reduce((sum, word) => sum + Number(word !== words[0]), 0);
        return inked > words.length / 50 ? "traces" : "nothing";
      }),
  );

test("prints the traces, whatever draws them @drawn", async ({ review, page, backend }) => {
  await review.open(night.name);
  const onScreen = backend === "webgpu" ? "of a GPU" : "traces";
  await expect.poll(() => pictures(page)).toEqual([onScreen]);
  await page.evaluate(() => void window.dispatchEvent(new Event("beforeprint")));
  // In the same breath: the browser does not wait for a frame.
  expect(await pictures(page)).toEqual(["traces"]);
  await page.evaluate(() => void window.dispatchEvent(new Event("afterprint")));
  await expect.poll(() => pictures(page)).toEqual([onScreen]);
  expect(await page.evaluate(() => window.connect?.backend())).toBe(backend);
});
