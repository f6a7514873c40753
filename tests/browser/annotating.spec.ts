/** Annotations in a review: marked with the pointer and by key, changed, undone, seen by another reader, kept while the server is away. */
import { testAdmin } from "../support/calls.ts";
import { expect, Review, test } from "./fixtures.ts";
import { night } from "./recordings.ts";

// biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
test.use({ recordings: [async ({}, use) => use([night]), { scope: "worker" }] });

/** Marks in the EEG: text, from and to in seconds of the night, rounded. */
const marksOf = (review: Review) =>
  review.connect((connect) =>
    connect.annotations().map(({ text, startMs, endMs }): [string, number, number] => [text, startMs, endMs]),
  );
const inSeconds = (marks: [string, number, number][]) =>
  marks.map(([text, from, to]) => [
    text,
    Math.round((from - night.startMs) / 1000),
    Math.round((to - night.startMs) / 1000),
  ]);

test("marks spans and points, moves an edge, edits and undoes; all of it is there after a reload", async ({
  review,
}) => {
  const { page } = review;
  await review.open(night.name);
  const plot = page.locator("[data-area] [role=img]").first();
  const box = (await plot.boundingBox()) as { x: number; y: number; width: number; height: number };
  const at = (seconds: number) => [box.x + (seconds / 30) * box.width, box.y + box.height / 2] as const;
  const mine = async () => inSeconds(await marksOf(review));
  const seizures = async () => (await mine()).filter(([text]) => text === "Seizure");

  await page.getByRole("button", { name: "Drag to mark a span" }).click();
  await page.mouse.move(...at(5));
  await page.mouse.down();
  await page.mouse.move(...at(9), { steps: 4 });
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Edit Annotation" });
  await dialog.getByLabel("Title").fill("Seizure");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(seizures).toEqual([["Seizure", 5, 9]]);

  // Its edge, by dragging.
  await page.mouse.move(...at(9));
  await expect(plot).toHaveAttribute("data-form", "ew-resize");
  await page.mouse.down();
  await page.mouse.move(...at(12), { steps: 4 });
  await page.mouse.up();
  await expect.poll(seizures).toEqual([["Seizure", 5, 12]]);
  await page.keyboard.press("Control+z");
  await expect.poll(seizures).toEqual([["Seizure", 5, 9]]);
  await page.keyboard.press("Control+y");
  await expect.poll(seizures).toEqual([["Seizure", 5, 12]]);

  // A point; its editor is opened again by its tag.
  await page.getByRole("button", { name: "Press to mark a point" }).click();
  await page.mouse.click(...at(20));
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Drag to move the page" }).click();
  await plot.page().locator("[data-area] [data-kind=point] > span", { hasText: "New annotation" }).first().click();
  await dialog.getByLabel("Title").fill("Blink");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(async () => (await mine()).map(([text]) => text)).toEqual(["Seizure", "Blink"]);

  // In configure mode a press on the plot marks nothing.
  await page.keyboard.press("c");
  await expect(page.getByRole("button", { name: "Mode: Configure" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Press to mark a point" })).toBeDisabled();
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Mode: Annotate" })).toBeVisible();

  await page.reload();
  await review.idle();
  await expect.poll(async () => (await mine()).map(([text]) => text)).toEqual(["Seizure", "Blink"]);
});

test.describe("over a link that goes", () => {
  test.use({ allowErrors: /ERR_INTERNET_DISCONNECTED/ });
  test("another reader sees what is marked, and what was marked while the server was away comes after it", async ({
    review,
    server,
    browser,
  }) => {
    await review.open(night.name);
    const context = await browser.newContext();
    await server.signIn(context, testAdmin);
    const other = new Review(await context.newPage(), server, review.backend);
    await other.open(night.name);
    const countOf = async (from: Review, text: string) => (await marksOf(from)).filter(([one]) => one === text).length;
    const mark = async (from: Review, seconds: number) => {
      const { page } = from;
      const plot = page.locator("[data-area] [role=img]").first();
      const box = (await plot.boundingBox()) as { x: number; y: number; width: number; height: number };
      await page.getByRole("button", { name: "Press to mark a point" }).click();
      await page.mouse.click(box.x + (seconds / 30) * box.width, box.y + box.height / 2);
      await page.getByRole("dialog").getByRole("button", { name: "Cancel", exact: true }).click();
    };
    const unsaved = () => review.connect((connect) => connect.annotations().filter(({ isSaved }) => !isSaved).length);
    const already = await countOf(other, "New annotation");
    await mark(review, 3);
    await expect.poll(() => countOf(other, "New annotation")).toBe(already + 1);

    await review.page.context().setOffline(true);
    await mark(review, 6);
    await mark(review, 9);
    expect(await countOf(review, "New annotation")).toBe(already + 3);
    expect(await unsaved()).toBe(2);
    await review.page.context().setOffline(false);
    await expect.poll(() => countOf(other, "New annotation"), { timeout: 20_000 }).toBe(already + 3);
    await expect.poll(unsaved).toBe(0);
    await context.close();
  });
});
