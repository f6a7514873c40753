/** Pages of EEG so long that their columns close to one wall of ink: shaded by how often a level is reached, or in one color. */
import { expect, type Review, test } from "./fixtures.ts";
import { strip } from "./sd-recordings.ts";

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([strip]), { scope: "worker" }],
});

const chosen = ({ page }: Review) => page.getByRole("button", { name: /^Long pages/ });
/** How many colors the picture has. */
const colours = ({ page }: Review) =>
  page.evaluate(async () => {
    if (window.connect === undefined) throw new Error("no review");
    const { data } = await window.connect.readPixels();
    return new Set(new Uint32Array(data.buffer, data.byteOffset, data.length / 4)).size;
  });
async function show(review: Review, minutes: number): Promise<void> {
  const span = [strip.startMs, strip.startMs + minutes * 60_000];
  await review.page.evaluate(([from, to]) => window.connect?.setView(from, to), span);
  await review.idle();
}

test("a page of two hours is shaded, says so, and can be in one color; short ones are lines", async ({ review }) => {
  const { page } = review;
  await review.open(strip.name);
  await show(review, 1);
  await expect(chosen(review)).toBeHidden();
  await show(review, 120);
  await expect(chosen(review)).toContainText("Shaded");
  const label = "Shaded by how often a level is reached.";
  await expect(review.plot).toHaveAccessibleName(new RegExp(label));
  const shaded = [await colours(review), (await review.picture()).digest];

  await review.choose(/^Long pages/, "One color");
  await review.idle();
  await expect(review.plot).not.toHaveAccessibleName(new RegExp(label));
  const plain = [await colours(review), (await review.picture()).digest];
  expect(plain[1]).not.toBe(shaded[1]);
  expect(shaded[0]).toBeGreaterThan(plain[0]);

  // The address says so, and whoever opens it sees the same.
  await expect.poll(() => page.url()).toContain("longPages=plain");
  await page.reload();
  await review.idle();
  await expect(chosen(review)).toContainText("One color");
  await expect.poll(async () => (await review.picture()).digest).toBe(plain[1]);

  await review.choose(/^Long pages/, "Shaded by how often a level is reached");
  await review.idle();
  await expect.poll(async () => (await review.picture()).digest).toBe(shaded[1]);
  await expect.poll(() => page.url()).not.toContain("longPages");
});
