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

  // Its history tells each step, and an older version is restored by a press, which Undo takes back.
  await page.locator("[data-area] [data-kind=band] > span", { hasText: "Seizure" }).first().click();
  await dialog.getByRole("tab", { name: "History" }).click();
  const versions = dialog.getByRole("list", { name: /newest first/ }).getByRole("listitem");
  await expect(versions).toHaveCount(5);
  await expect(versions.first()).toContainText("As it is now");
  await expect(versions.last()).toContainText("Made");
  await versions.nth(1).getByRole("button").click();
  await expect(dialog).toBeHidden();
  await expect.poll(seizures).toEqual([["Seizure", 5, 9]]);
  await page.keyboard.press("Control+z");
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
  await page.getByRole("button", { name: "Mode: Annotate" }).click();
  // In view mode nothing is arranged, either.
  await page.getByRole("menuitemradio", { name: "View" }).click();
  await page.getByRole("button", { name: "Nothing is changed in view mode." }).first().click();
  await expect(page.locator("[data-area]")).toHaveCount(1);
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Mode: Annotate" })).toBeVisible();

  await page.reload();
  await review.idle();
  await expect.poll(async () => (await mine()).map(([text]) => text)).toEqual(["Seizure", "Blink"]);
});

test("playback stops and slows at annotations that match, and runs round one", async ({ review }) => {
  const { page } = review;
  await review.open(night.name);
  const show = async (seconds: number) => {
    await page.evaluate((from) => window.connect?.setView(from, from + 10_000), night.startMs + seconds * 1000);
    await review.idle();
  };
  await show(100);
  const plot = page.locator("[data-area] [role=img]").first();
  const box = (await plot.boundingBox()) as { x: number; y: number; width: number; height: number };
  await page.getByRole("button", { name: "Press to mark a point" }).click();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const editor = page.getByRole("dialog", { name: "Edit Annotation" });
  await editor.getByLabel("Title").fill("Halt");
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(editor).toBeHidden();
  await page.getByRole("button", { name: "Drag to move the page" }).click();
  await expect.poll(async () => (await marksOf(review)).filter(([text]) => text === "Halt").length).toBe(1);
  const [[, markMs]] = (await marksOf(review)).filter(([text]) => text === "Halt");

  const meter = review.button(/^When data are late/);
  const choose = async (act: string, factor: string) => {
    await meter.click();
    await page.getByRole("menuitem", { name: /^At annotations/ }).click();
    const dialog = page.getByRole("dialog", { name: "Playback at annotations" });
    await dialog.getByRole("radio", { name: act }).click();
    await dialog.getByLabel("Which annotations").fill("halt");
    await expect(dialog.getByText(/^1 of \d+ loaded/)).toBeVisible();
    if (act === "Slow down") {
      await dialog.getByLabel("Times slower").fill("1");
      await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
      await dialog.getByLabel("Times slower").fill(factor);
    }
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  };
  const isPlaying = () => review.connect((connect) => connect.isPlaying());
  const startMs = () => review.connect((connect) => connect.view().startMs);

  await choose("Stop", "");
  await show(0);
  await review.connect((connect) => connect.play(1000));
  await expect.poll(isPlaying).toBe(false);
  expect(Math.abs((await startMs()) - (markMs - 5000))).toBeLessThan(0.01);
  await expect(meter).toContainText("stopped at annotation");
  await review.connect((connect) => connect.play(1000));
  await expect.poll(startMs).toBeGreaterThan(markMs);

  await review.connect((connect) => connect.pause());
  await choose("Slow down", "1000");
  await show(0);
  await review.connect((connect) => connect.play(1000));
  await expect(meter).toContainText("at annotation");
  await review.connect((connect) => connect.pause());
  expect(Math.abs((await startMs()) - markMs)).toBeLessThanOrEqual(5000);
  await expect(review.button("Playback speed: 1000x")).toBeVisible();

  // Round the mark, which is a point: a second of it.
  const run = async (name: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").fill(name);
    await page.keyboard.press("Enter");
  };
  await show(102);
  await plot.focus();
  await run("Loop marked event");
  const chip = review.button(/^Stop looping/);
  await expect(chip).toContainText("Loop 1s");
  expect(await isPlaying()).toBe(true);
  expect(Math.abs((await startMs()) - markMs - 500)).toBeLessThanOrEqual(500);
  await chip.click();
  await expect(chip).toBeHidden();
  await review.connect((connect) => connect.pause());
  await run("Loop this page");
  await expect(chip).toContainText("Loop 10s");
  await page.keyboard.press("Home");
  await expect(chip).toBeHidden();
});

test("an artifact is hatched in the rows of its channels, hidden, or left out; another reader sees it", async ({
  review,
  server,
  browser,
}) => {
  const { page } = review;
  await review.open(night.name);
  const plot = page.locator("[data-area] [role=img]").first();
  const box = (await plot.boundingBox()) as { x: number; y: number; width: number; height: number };
  const at = (seconds: number) => [box.x + (seconds / 30) * box.width, box.y + box.height / 2] as const;
  const hatched = (from: Review) => from.page.locator("[data-part=masks] > div:not([hidden])");
  const choose = async (mode: string) => {
    await page.getByRole("button", { name: /^Artifacts:/ }).click();
    await page.getByRole("menuitemradio", { name: mode, exact: true }).click();
  };

  await page.getByRole("button", { name: "Mark artifacts" }).click();
  await page.getByRole("button", { name: "Drag to mark a span" }).click();
  await page.mouse.move(...at(15));
  await page.mouse.down();
  await page.mouse.move(...at(18), { steps: 4 });
  await page.mouse.up();
  const dialog = page.getByRole("dialog", { name: "Edit Annotation" });
  await expect(dialog.getByLabel("Title")).toHaveValue("Artifact");
  await expect(dialog.getByRole("radio", { name: "Artifact" })).toBeChecked();
  // The focus of a box is where the box is: what is scrolled out of view comes into it.
  const isInItsLabel = (input: Element) =>
    input.closest("label")?.contains((input.parentElement as HTMLElement).offsetParent);
  for (const box of await dialog.getByRole("checkbox").all()) expect(await box.evaluate(isInItsLabel)).toBe(true);
  // It was dragged over a row of the montage, and is of that.
  await expect(dialog.getByText(/^2 of \d+ selected$/).first()).toBeVisible();
  await dialog.getByRole("button", { name: "Of all channels" }).click();
  await dialog.getByLabel("Search modalities").fill("C3");
  await dialog.getByText("C3", { exact: true }).click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  // F3-C3 and C3-P3.
  await expect(hatched(review)).toHaveCount(1);
  await expect(hatched(review)).toHaveAttribute("data-count", "2");

  const ink = async () => (await review.picture(16.5 / 30)).inked;
  const whole = await ink();
  await choose("Leave out");
  await expect(page.getByRole("button", { name: /^Artifacts: 1\.[01] % left out$/ })).toBeVisible();
  await expect(hatched(review)).toHaveCount(0);
  await expect.poll(ink).toBeLessThan(whole);
  await choose("Hide");
  await expect(page.getByRole("button", { name: "Artifacts: Artifacts hidden" })).toBeVisible();
  await expect(hatched(review)).toHaveCount(0);
  await expect.poll(ink).toBe(whole);

  const context = await browser.newContext();
  await server.signIn(context, testAdmin);
  const other = new Review(await context.newPage(), server, review.backend);
  await other.open(night.name);
  await expect(hatched(other)).toHaveAttribute("data-count", "2");
  // With the session unloaded it masks all the same; as an event it masks nothing.
  await page.getByRole("button", { name: "Drag to move the page" }).click();
  await page.getByRole("button", { name: "Mark artifacts" }).click();
  await page.locator("[data-area] [data-mask] > span", { hasText: "Artifact" }).first().click();
  await dialog.getByRole("radio", { name: "Event" }).click();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(hatched(other)).toHaveCount(0);
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

test.describe("while the server takes no annotations", () => {
  test.use({ allowErrors: /ERR_FAILED/ });
  test("logging out asks, and the portal sends what a review left", async ({ review, server }) => {
    const { page } = review;
    await review.open(night.name);
    const calls = /\/v1\/annotations\/change_annotations/;
    await page.route(calls, (route) => route.abort());
    const plot = page.locator("[data-area] [role=img]").first();
    await page.getByRole("button", { name: "Press to mark a point" }).click();
    // Away from the marks of the tests before: an edge of one would be taken hold of.
    const { width, height } = (await plot.boundingBox()) as { width: number; height: number };
    await plot.click({ position: { x: (27.4 / 30) * width, y: height / 2 } });
    await page
      .getByRole("dialog", { name: "Edit Annotation" })
      .getByRole("button", { name: "Cancel", exact: true })
      .click();
    await page.goto(`${server.url}/data/visualize`);
    await page.getByRole("button", { name: "1 change not saved yet" }).click();
    const panel = page.getByRole("dialog", { name: "1 change not saved yet" });
    await expect(panel).toContainText(`1 change of ${night.name} waits to be sent.`);
    await expect(panel.getByRole("link", { name: "Open the review" })).toHaveAttribute("href", /\/review\/\d+/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Log out" }).click();
    const question = page.getByRole("alertdialog", { name: "1 change is not saved yet" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(question).toBeHidden();
    // In the review of its recording it is shown, and told by the list, not by the bar as well.
    await review.open(night.name);
    const unsaved = () => review.connect((connect) => connect.annotations().filter(({ isSaved }) => !isSaved).length);
    await expect.poll(unsaved).toBe(1);
    await expect(page.getByText("1 change kept in this browser.")).toBeVisible();
    await expect(page.getByRole("button", { name: "1 change not saved yet" })).toHaveCount(0);
    await page.goto(`${server.url}/data/visualize`);
    await expect(page.getByRole("button", { name: "1 change not saved yet" })).toBeVisible();
    await page.unroute(calls);
    await page.reload();
    await expect(page.getByRole("button", { name: "Log out" })).toBeVisible();
    await expect(page.getByRole("button", { name: "1 change not saved yet" })).toHaveCount(0);
    await review.open(night.name);
    await expect.poll(async () => (await marksOf(review)).some(([text]) => text === "New annotation")).toBe(true);
  });
});
