/** The event review window (spec 001 sections 2.18, 2.22 and 4) on the real server. */
import type { Page } from "playwright/test";
import { addAnnotationReview, otherPattern } from "../../src/protocol/annotation-reviews.ts";
import { deleteAnnotations } from "../../src/protocol/annotations.ts";
import { answerAs, signIn, testAdmin } from "../support/calls.ts";
import { keepDisplay } from "../support/displays.ts";
import { AxeBuilder } from "./axe.ts";
import { EventWorld, type Reader } from "./event-world.ts";
import { test as base, expect, Review } from "./fixtures.ts";
import { withoutErrors } from "./page-errors.ts";
import { night } from "./recordings.ts";

const test = base.extend<{ world: EventWorld }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([night]), { scope: "worker" }],
  viewport: { width: 1440, height: 900 },
  world: async ({ server }, use) => use(new EventWorld(server, server.ids[night.name])),
});

const seconds = (n: number) => night.startMs + 1000 * n;
const event = (at: number, lasts: number, annotation_text: string, tags: string[] = []) => ({
  ...{ start_time: seconds(at), end_time: seconds(at + lasts), annotation_text, tags },
});
const three = [event(40, 10, "First"), event(80, 0, "Second"), event(120, 20, "Third", ["seen"])];

const windowOf = (page: Page) => page.locator("[data-area=b]");
const summary = (page: Page) => windowOf(page).getByRole("region", { name: "Summary" });
const form = (page: Page) => windowOf(page).getByRole("region", { name: "Review of the event" });
const pattern = (page: Page, name: string) => form(page).getByRole("radio", { name });
/** The circle itself is drawn: the words beside it take the press. */
const choose = (page: Page, name: string) => form(page).getByText(name).first().click();
const press = (page: Page, name: string) => windowOf(page).getByRole("button", { name, exact: true }).click();
const bar = (page: Page, area: string) => page.locator(`[data-area=${area}] [data-part=event-under-review]`);
const list = (page: Page) => windowOf(page).getByRole("grid", { name: "Events" });

/** An EEG, the event review, and an EEG that is not linked. */
async function open(
  review: Review,
  url: string,
  user: Reader = testAdmin,
  props: Record<string, unknown> = {},
): Promise<void> {
  const { token } = await signIn(url, user);
  await keepDisplay(url, token, {
    name: "Events",
    cssGridTemplate: '"a c" 50% "b b" 50% / 50% 50%',
    areas: [
      { area: "a", componentId: "eeg_montage" },
      { area: "b", componentId: "event_review", version: 1, props },
      { area: "c", componentId: "eeg_montage", version: 1, props: { isLinked: false } },
    ],
  });
  await review.open(night.name);
  await expect(windowOf(review.page).getByRole("heading", { name: "Event Review" })).toBeVisible();
}

const starts = (review: Review) =>
  review.connect((connect) => ["a", "c"].map((area) => connect.window(area).view().startMs));

test("goes through the events, saves what is answered, and takes all windows along", async ({
  review,
  server,
  world,
}) => {
  const { page } = review;
  await world.only(three);
  await open(review, server.url);
  await expect(summary(page)).toContainText("Completed0 of 3Event1 of 3StatusIncomplete");
  await expect.poll(() => starts(review)).toEqual([seconds(40), seconds(40)]);
  await expect(bar(page, "a")).toBeVisible();
  await expect(bar(page, "c")).toBeVisible();

  // Other is complete at once, has no features, and is saved by going on.
  await choose(page, "Other (SEDs");
  await expect(form(page).getByRole("tab", { name: "IIC Pattern Features" })).toHaveCount(0);
  await expect(summary(page)).toContainText("StatusCompleteNot saved yet");
  await expect(summary(page)).toContainText("Completed0 of 3");
  await press(page, "Next");
  await expect(summary(page)).toContainText("Completed1 of 3Event2 of 3StatusIncomplete");
  await expect.poll(() => starts(review)).toEqual([seconds(80), seconds(80)]);

  // Round the ends.
  await press(page, "Previous");
  await press(page, "Previous");
  await expect(summary(page)).toContainText("Event3 of 3");
  await press(page, "Next");
  await expect(summary(page)).toContainText("Event1 of 3StatusComplete");
  await expect(pattern(page, "Other (SEDs")).toBeChecked();

  // The window goes away from the event, and back without saving.
  await choose(page, "LRDA");
  await page
    .locator("[data-area=a]")
    .getByRole("img", { name: /^EEG traces/ })
    .press("End");
  await press(page, "Jump to current event");
  await expect.poll(() => starts(review)).toEqual([seconds(40), seconds(40)]);
  await expect(summary(page)).toContainText("Not saved yet");

  // What is entered outlives the page.
  await page.reload();
  await review.idle();
  await expect(summary(page)).toContainText("Event2 of 3");
  await press(page, "Previous");
  await expect(pattern(page, "LRDA")).toBeChecked();
  expect((await new AxeBuilder({ page }).include("[data-area=b]").analyze()).violations).toEqual([]);
});

test("keys go on after a press on a switch, by the page that is seen", async ({ review, server, world }) => {
  const { page } = review;
  await world.only(three);
  await open(review, server.url);
  await expect.poll(() => starts(review)).toEqual([seconds(40), seconds(40)]);
  await page
    .locator("[data-area=a]")
    .getByRole("img", { name: /^EEG traces/ })
    .press("+");
  const lengthMs = await review.connect((connect) => {
    const { startMs, endMs } = connect.window("a").view();
    return endMs - startMs;
  });
  expect(lengthMs).toBeLessThan(30_000);
  await press(page, "Jump to current event");
  await windowOf(page).getByText("Detailed event info").click();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => starts(review)).toEqual([seconds(40) + lengthMs, seconds(40)]);
});

test("features are typed, a time is chosen in a plot, and errors refuse to go on", async ({
  review,
  server,
  world,
}) => {
  const { page } = review;
  await world.only(three);
  await open(review, server.url);
  await pattern(page, "LPD/L-SW").focus();
  await page.keyboard.press("3");
  await expect(pattern(page, "LRDA")).toBeChecked();
  await form(page).getByRole("tab", { name: "IIC Pattern Features" }).click();
  await choose(page, "Bilateral-Independent");
  const field = (name: string) => form(page).getByRole("textbox", { name });
  await field("Prevalence").fill("101");
  await expect(form(page).getByText("Prevalence must be a number between 0 and 100")).toBeVisible();
  await press(page, "Next");
  await expect(form(page).getByText("Save failed: Prevalence must be a number between 0 and 100")).toBeVisible();
  await expect(
    windowOf(page).getByRole("button", { name: "Save failed: Prevalence must be a number between 0 and 100" }),
  ).toBeVisible();
  await expect(summary(page)).toContainText("Event1 of 3");
  await field("Prevalence").fill("55");
  await field("Predominant frequency").fill("1.25");
  await expect(
    form(page).getByText("Predominant frequency must be a number between 0 and 5 rounded to the nearest tenth"),
  ).toBeVisible();
  await field("Predominant frequency").fill("1.2");
  await field("Max frequency").fill("2.5");

  await form(page).getByRole("button", { name: "Click to set" }).click();
  await expect(form(page).getByText("Click on a display with a timeline to select a time.")).toBeVisible();
  const plot = page.locator("[data-area=a]").getByRole("img", { name: /^EEG traces/ });
  const box = await plot.boundingBox();
  if (box === null) throw new Error("The plot is not seen.");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(form(page).getByRole("button", { name: "Click to set" })).toBeVisible();
  await expect(form(page).getByText(/^03\/02\/2020 10:21:2\d/)).toBeVisible();
  // No editor of an annotation, and nothing was marked.
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // The key does it too: the cursor of the plot, and Enter.
  await form(page).getByRole("button", { name: "Click to set" }).click();
  await plot.focus();
  await page.keyboard.press(">");
  await page.keyboard.press("Enter");
  await expect(form(page).getByRole("button", { name: "Click to set" })).toBeVisible();
  await expect(summary(page)).toContainText("StatusComplete");
  expect((await new AxeBuilder({ page }).include("[data-area=b]").analyze()).violations).toEqual([]);
  await press(page, "Next");
  await expect(summary(page)).toContainText("Completed1 of 3");

  // Other clears the features, and what is wrong with them.
  await press(page, "Previous");
  await field("Prevalence").fill("x");
  await form(page).getByRole("tab", { name: "IIC Pattern Type" }).click();
  await choose(page, "Other (SEDs");
  await press(page, "Next");
  await expect(summary(page)).toContainText("Event2 of 3");
});

test("the list goes to an event, and tags say which annotations are events", async ({ review, server, world }) => {
  const { page } = review;
  await world.only(three);
  await open(review, server.url, testAdmin, { isListShown: true, isDetailed: true });
  await expect(summary(page)).toContainText("NameFirstStart time03/02/2020 10:21:10 AMDuration10s");
  await expect(summary(page)).toContainText("Last modifiedNever");
  await expect(list(page).getByRole("row")).toHaveCount(4);
  await list(page).getByRole("row").filter({ hasText: "Third" }).click();
  await expect(summary(page)).toContainText("Event3 of 3");
  await choose(page, "Other (SEDs");
  await press(page, "Next");
  await expect(list(page).getByRole("row").filter({ hasText: "Third" })).toContainText("Yes");
  await windowOf(page).getByText("Only show incomplete events").click();
  await expect(list(page).getByRole("row")).toHaveCount(3);

  await press(page, "Edit window settings");
  const dialog = page.getByRole("dialog", { name: "Configure Event Review" });
  const tagged = dialog.getByRole("region", { name: "Event is tagged with", exact: true });
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await tagged.getByPlaceholder("Enter a tag").fill("seen");
  await page.keyboard.press("Enter");
  await expect(tagged.getByRole("row", { name: "seen" })).toBeVisible();
  expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  // The current event is no more among them.
  await expect(summary(page)).toContainText("Event– of 1");
  await press(page, "Next");
  await expect(summary(page)).toContainText("Event1 of 1StatusComplete");
  await press(page, "Edit window settings");
  const not = dialog.getByRole("region", { name: "Event is NOT tagged with" });
  await not.getByPlaceholder("Enter a tag").fill("seen");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(windowOf(page).getByText("There are no events to review.")).toBeVisible();
  await expect(windowOf(page).getByText("(all events are being filtered out)")).toBeVisible();
  await expect(bar(page, "a")).toBeHidden();
});

test("without events it leads to 'Load Annotations', and a small window says so", async ({ review, server, world }) => {
  const { page } = review;
  await world.only([]);
  await open(review, server.url);
  await expect(windowOf(page).getByText("There are no events to review.")).toBeVisible();
  await press(page, "Load events");
  await expect(page.getByRole("dialog", { name: "Load Annotations" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 890, height: 900 });
  await expect(windowOf(page).getByText("Window is too small to review events")).toBeVisible();
});

test.describe("without a server", () => {
  test.use({ allowErrors: /Failed to load resource/ });

  test("that somebody deleted the event before its review was saved is told until it was read", async ({
    review,
    server,
    world,
  }) => {
    const { page } = review;
    const [first] = await world.only(three);
    await open(review, server.url);
    const { token } = await signIn(server.url);
    await page.route(
      `**${addAnnotationReview.path}*`,
      async (route) => {
        await answerAs(server.url, token, deleteAnnotations, { annotation_ids: [first] });
        await route.continue();
      },
      { times: 1 },
    );
    await choose(page, "LRDA");
    await press(page, "Next");
    const sign = windowOf(page).getByRole("button", { name: /^Save failed: .* does not exist.* Press to close/ });
    await expect(sign).toBeVisible();
    // Others are saved meanwhile, and it stays.
    await choose(page, "Other (SEDs");
    await press(page, "Next");
    await expect(summary(page)).toContainText("Completed1 of 2");
    await expect(sign).toBeVisible();
    await sign.click();
    await expect(sign).toHaveCount(0);
  });

  test("what could not be saved is kept, said, and sent when the server is back", async ({ review, server, world }) => {
    const { page } = review;
    await world.only(three);
    await open(review, server.url);
    await page.route("**/add_annotation_review*", (route) => route.abort());
    await choose(page, "Other (SEDs");
    await press(page, "Next");
    await expect(windowOf(page).getByRole("button", { name: /^Save failed: .* kept in this browser/ })).toBeVisible();
    await expect(summary(page)).toContainText("Completed0 of 3Event2 of 3");
    await page.reload();
    await expect(summary(page)).toContainText("Completed0 of 3");
    // It is tried again at a press, and by itself.
    await windowOf(page)
      .getByRole("button", { name: /^Save failed/ })
      .click();
    await page.unroute("**/add_annotation_review*");
    await expect(summary(page)).toContainText("Completed1 of 3");
    await expect(windowOf(page).getByRole("button", { name: /^Save failed/ })).toHaveCount(0);
  });
});

test("a second reader is blind until both are complete and they ask, and hears of it at once", async ({
  review,
  browser,
  server,
  world,
  backend,
  allowErrors,
}) => {
  const { page } = review;
  const [first] = await world.only(three);
  const reader = await world.reader();
  await open(review, server.url);
  await expect(summary(page)).toContainText("ReadersTold once yours is complete");
  await world.review(reader, first, {
    iic_pattern_type: "Other (SEDs, GRDA, suppression, burst-suppression, background, etc.)",
  });
  await expect(form(page).getByText("is told once your review of it is complete", { exact: false })).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  await server.signIn(context, reader);
  const other = await context.newPage();
  await withoutErrors(other, allowErrors, async () => {
    const theirs = new Review(other, server, backend);
    await open(theirs, server.url, reader);
    await expect(summary(other)).toContainText("Completed1 of 3Event2 of 3");
    await press(other, "Previous");
    await expect(pattern(other, "Other (SEDs")).toBeChecked();
    await choose(page, "Other (SEDs");
    await press(page, "Next");
    await press(page, "Previous");
    // One click on Other has completed it, and shows nothing by itself.
    await expect(summary(page)).toContainText("Readers2 completed");
    const told = form(page).getByRole("region", { name: "Other readers" });
    for (const one of [page, other]) {
      await expect(form(one).getByText("1 other reader has completed this event.", { exact: false })).toBeVisible();
      await expect(form(one).getByRole("region", { name: "Other readers" })).toHaveCount(0);
      await form(one).getByRole("button", { name: "Show their answers" }).click();
    }
    await expect(told).toContainText("Other (SEDs");
    await expect(form(other).getByRole("region", { name: "Other readers" })).toContainText("Other (SEDs");
    await expect(summary(other)).toContainText("Readers2 completed");
    expect((await new AxeBuilder({ page }).include("[data-area=b]").analyze()).violations).toEqual([]);
  });
  await context.close();
});

test("who plans the projects sees how far readers agree, steps through what they do not, and saves the reviews", async ({
  review,
  server,
  world,
}) => {
  const { page } = review;
  const [first, second] = await world.only(three);
  const [one, other] = [await world.reader(), await world.reader()];
  const pattern = (iic_pattern_type: string) => ({ iic_pattern_type });
  const features = {
    ...{ iic_pattern_type: "LRDA", iic_pattern_location: "Left", iic_pattern_prevalence: 20 },
    ...{ iic_pattern_predominant_frequency: 1, iic_pattern_max_frequency: 2 },
    iic_pattern_time_of_max_frequency: seconds(81),
  };
  await world.review(one, first, pattern(otherPattern));
  await world.review(other, first, pattern(otherPattern));
  await world.review(one, second, features);
  await world.review(other, second, { ...features, iic_pattern_location: "Right", iic_pattern_prevalence: 60 });
  await open(review, server.url);
  await expect(windowOf(page).getByRole("switch", { name: "Agreement of readers" })).not.toBeChecked();
  await windowOf(page).getByText("Agreement of readers").click();
  const panel = windowOf(page).getByRole("region", { name: "Agreement" });
  await expect(panel).toContainText("2 events of 2 readers. 0 more were completed by one reader alone.");
  const row = (name: RegExp) => panel.getByRole("row", { name });
  await expect(row(/^IIC pattern type 2 2 100 %/)).toBeVisible();
  await expect(row(/^Location 1 1 0 %/)).toBeVisible();
  await expect(row(/^Prevalence \(%\) Agree within 10 % 1 1 0 % .* 40 %$/)).toBeVisible();
  await expect(panel.getByRole("heading", { name: "Disagreements (2)" })).toBeVisible();

  await expect.poll(() => starts(review)).toEqual([seconds(40), seconds(40)]);
  await press(page, "Next");
  await expect.poll(() => starts(review)).toEqual([seconds(80), seconds(80)]);
  const grid = panel.getByRole("grid", { name: "Disagreements" });
  await expect(grid).toContainText(/: Left.*: Right/);
  await grid.getByRole("row").nth(1).focus();
  await page.keyboard.press("Enter");
  expect((await new AxeBuilder({ page }).include("[data-area=b]").analyze()).violations).toEqual([]);

  const saved = page.waitForEvent("download");
  await windowOf(page)
    .getByRole("button", { name: /^Session whose reviews/ })
    .click();
  await page.getByRole("menuitemradio", { name: /^Events / }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Events .* reviews\.csv$/);

  await windowOf(page).getByText("Agreement of readers").click();
  await expect(summary(page)).toContainText("Event2 of 3");
});
