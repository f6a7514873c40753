/** Keyboard shortcuts, their list and the palette of actions (spec 001 sections 2.3, 2.4, 2.21, 2.24, 4 and 5). */
import type { Page } from "playwright/test";
import {
  customAction,
  getKeyboardShortcuts,
  newTemplate,
  resetKeyboardShortcuts,
  shortcutLimits,
  updateKeyboardShortcuts,
} from "../../src/protocol/shortcuts.ts";
import { answerAs, tokenCookie } from "../support/calls.ts";
import { AxeBuilder } from "./axe.ts";
import { test as base, expect, type Review, type TestServer } from "./fixtures.ts";
import { night } from "./recordings.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([night]), { scope: "worker" }],
});

/** What the tests refuse themselves. */
test.use({ allowErrors: /net::ERR_FAILED|409 \(Conflict\)/ });

async function openAnew(review: Review, server: TestServer): Promise<string> {
  const cookies = await review.page.context().cookies(server.url);
  const token = decodeURIComponent(cookies.find(({ name }) => name === tokenCookie)?.value ?? "");
  await answerAs(server.url, token, resetKeyboardShortcuts, {});
  await review.open(night.name);
  return token;
}

const list = (page: Page) => page.getByRole("dialog", { name: "Keyboard Shortcuts" });
const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });
const chip = (page: Page, type: "Primary" | "Secondary", title: string) =>
  page.getByRole("button", { name: new RegExp(`^${type} key of ${title}: `) });
/** Gives a shortcut a key, by keys alone once its chip is reached. */
async function assign(page: Page, type: "Primary" | "Secondary", title: string, key: string): Promise<void> {
  await chip(page, type, title).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press(key);
}
const save = (page: Page) => list(page).getByRole("button", { name: "Save", exact: true });

test("the loading screen names the hotkeys third, and a review opens without them where they cannot be read", async ({
  review,
  server,
}) => {
  const { page } = review;
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/get_keyboard_shortcuts*", async (route) => {
    await held;
    await route.abort();
  });
  await page.goto(`${server.url}/review/${server.ids[night.name]}?backend=${review.backend}`);
  await expect(page.getByRole("listitem").nth(2)).toHaveText("Hotkeys");
  answer();
  await review.idle();
  await page.keyboard.press("ArrowRight");
  expect(await review.seconds()).toEqual([30, 60]);
  await page.keyboard.press("?");
  await expect(list(page).getByText("Your keyboard shortcuts could not be read.")).toBeVisible();
  await page.unroute("**/get_keyboard_shortcuts*");
  // The news read them again by themselves as soon as they are there: then nothing is left to press.
  const tryAgain = list(page).getByRole("button", { name: "Try Again" });
  await tryAgain.evaluateAll((found) => {
    for (const button of found) (button as HTMLButtonElement).click();
  });
  await expect(list(page).getByText("could not be read")).toHaveCount(0);
});
test("every key of the list is whole, and none lies over another", async ({ review, server }) => {
  const { page } = review;
  await openAnew(review, server);
  await review.button("Keyboard shortcuts").click();
  await expect(list(page)).toBeVisible();
  const wrong = await list(page)
    .locator("kbd")
    .evaluateAll((caps) => {
      const boxes = caps.map((cap) => cap.getBoundingClientRect());
      return caps.flatMap((cap, k) => {
        const [box, next] = [boxes[k], boxes[k + 1]];
        const isOver = next !== undefined && next.top === box.top && next.left < box.right;
        return cap.scrollWidth > cap.clientWidth || isOver ? [cap.textContent] : [];
      });
    });
  expect(wrong).toEqual([]);
});

test("a key is changed by keys alone, warns in the specified words, and counts at once, in other tabs too", async ({
  review,
  server,
  context,
}) => {
  const { page } = review;
  await openAnew(review, server);
  const other = await context.newPage();
  await other.goto(page.url());
  await other.waitForFunction(() => window.connect !== undefined);
  await other.keyboard.press("?");
  await expect(list(other)).toBeVisible();
  await assign(other, "Secondary", "Zoom out", "o");
  await page.bringToFront();

  await page.keyboard.press("?");
  await expect(list(page)).toBeVisible();
  expect((await list(page).boundingBox())?.width).toBe(598);
  expect((await list(page).boundingBox())?.height).toBeLessThanOrEqual(650);
  await expect(save(page)).toBeDisabled();
  await assign(page, "Primary", "Next page", "Space");
  await expect(list(page).getByRole("alert")).toHaveText("Space key can't be used");
  await page.keyboard.press("F6");
  await expect(list(page).getByRole("alert")).toHaveText("F6 key can't be used");
  await page.keyboard.press("g");
  await expect(list(page).getByRole("alert")).toHaveText("'g' shortcut already in use");
  await page.keyboard.press("ArrowLeft");
  await expect(list(page).getByRole("alert")).toHaveText("'ArrowLeft' shortcut already in use");
  await page.keyboard.press("n");
  await expect(chip(page, "Primary", "Next page")).toHaveText("N");
  await expect(list(page).getByText("Unsaved changes")).toBeVisible();
  // The server is away while it is saved: it is said, nothing is lost, and it is saved once it is back.
  await page.route("**/update_keyboard_shortcuts*", (route) => route.abort());
  await save(page).press("Enter");
  await expect(list(page).getByRole("alert")).toBeVisible();
  await page.unroute("**/update_keyboard_shortcuts*");
  await save(page).press("Enter");
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.press("n");
  expect(await review.seconds()).toEqual([30, 60]);
  await page.keyboard.press("ArrowRight");
  expect(await review.seconds()).toEqual([30, 60]);

  // The other tab saves from before that: nothing is overwritten unseen.
  await other.bringToFront();
  await save(other).press("Enter");
  await expect(list(other).getByText(/changed in another tab/)).toBeVisible();
  await list(other).getByRole("button", { name: "Use the newer ones" }).press("Enter");
  await expect(chip(other, "Primary", "Next page")).toHaveText("N");
  await expect(chip(other, "Secondary", "Zoom out")).toHaveText("No key");
  await assign(other, "Secondary", "Zoom out", "o");
  await save(other).press("Enter");
  await expect(list(other)).toHaveCount(0);
  await other.close();

  // Closing discards, and Esc asks before it does; a reset asks.
  await page.bringToFront();
  await review.button("Keyboard shortcuts").click();
  await assign(page, "Primary", "Play/pause", "p");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog", { name: "Discard changes?" }).getByRole("button", { name: "Yes" }).click();
  await expect(list(page)).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(chip(page, "Primary", "Play/pause")).toHaveText("Space");
  await list(page).getByRole("button", { name: "Reset to default" }).click();
  const asked = page.getByRole("alertdialog", { name: "Reset to default?" });
  await asked.getByRole("button", { name: "Reset to default" }).click();
  await expect(chip(page, "Primary", "Next page")).toHaveText("→");
  await page.keyboard.press("Escape");
});

test("custom annotation shortcuts are created, edited and deleted, and two hundred fit", async ({ review, server }) => {
  const { page } = review;
  const token = await openAnew(review, server);
  await page.keyboard.press("?");
  await list(page).getByRole("tab", { name: "Annotations" }).click();
  await expect(list(page).getByText("No Shortcuts")).toBeVisible();
  await list(page).getByRole("button", { name: "Add new shortcut" }).click();
  const editor = page.getByRole("dialog", { name: "Create Shortcut" });
  await expect(editor.getByRole("tab")).toHaveText(["Modalities"]);
  await expect(editor.getByRole("button", { name: "Delete shortcut" })).toHaveCount(0);
  const keep = editor.getByRole("button", { name: "Save", exact: true });
  await editor.getByRole("textbox", { name: "Title" }).fill("Seizure");
  await expect(keep).toBeDisabled();
  await assign(page, "Primary", "Seizure", "1");
  await editor.getByRole("checkbox", { name: "Fp1" }).press("Space");
  await keep.click();
  await expect(chip(page, "Primary", "Seizure")).toHaveText("1");
  // Changed again, and left with the question.
  await list(page).getByRole("button", { name: "Edit Seizure" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Shortcut" });
  await edit.getByRole("textbox", { name: "Title" }).fill("Seizure, left");
  await edit.getByRole("button", { name: "Cancel", exact: true }).click();
  const asked = page.getByRole("alertdialog", { name: "Cancel changes?" });
  await expect(asked).toContainText("Your changes will not be saved. This action can not be undone.");
  await asked.getByRole("button", { name: "Save changes" }).click();
  await expect(chip(page, "Primary", "Seizure, left")).toHaveText("1");
  await save(page).click();
  await expect(list(page)).toHaveCount(0);
  const { configs, revision } = await answerAs(server.url, token, getKeyboardShortcuts, {});
  expect(configs.at(-1)?.data).toMatchObject({ annotation_text: "Seizure, left", modalities: ["Fp1"] });
  // Nobody keeps annotations unless the review does: the key is the browser's then, and does no harm.
  const many = Array.from({ length: shortcutLimits.custom }, (_, k) => ({
    id: `TEMP${k}`,
    action: customAction,
    triggers: [String.fromCodePoint(0x4e00 + k), null] as [string, null],
    data: newTemplate(`Event ${k + 1}`, "#1c7ed6", 0.4),
  }));
  await answerAs(server.url, token, updateKeyboardShortcuts, { revision, configs: many });
  await review.open(night.name);
  await page.keyboard.press("?");
  await list(page).getByRole("tab", { name: "Annotations" }).click();
  await expect(list(page).getByRole("checkbox", { name: /^Select Event/ })).toHaveCount(200);
  await expect(list(page).getByRole("button", { name: "Add new shortcut" })).toBeDisabled();
  for (const name of ["Select Event 1", "Select Event 200"])
    await list(page).getByRole("checkbox", { name, exact: true }).press("Space");
  // One that goes by its editor takes no ticks along.
  await list(page).getByRole("button", { name: "Edit Event 3", exact: true }).click();
  await edit.getByRole("button", { name: "Delete shortcut" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes, delete" }).click();
  await expect(list(page).getByRole("checkbox", { name: /^Select Event/ })).toHaveCount(199);
  await list(page).getByRole("button", { name: "Delete 2 selected" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete shortcut?" });
  await question.getByRole("button", { name: "Yes, delete" }).click();
  await expect(list(page).getByRole("checkbox", { name: /^Select Event/ })).toHaveCount(197);
  await save(page).click();
  await expect(list(page)).toHaveCount(0);
  expect((await answerAs(server.url, token, getKeyboardShortcuts, {})).configs.filter(({ data }) => data)).toHaveLength(
    197,
  );
});

test("the palette finds and runs actions by keys alone, in the active window, and leads to turning keys on", async ({
  review,
  server,
}) => {
  const { page } = review;
  await openAnew(review, server);
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type("next page");
  await expect(palette(page).getByRole("option").first()).toContainText("Next page");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await expect.poll(() => review.seconds()).toEqual([30, 60]);
  // Neither while something is typed.
  await page.keyboard.press("g");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Go to" })).not.toBeFocused();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("turn");
  await page.keyboard.press("Enter");
  await expect(review.button("Keyboard shortcuts (turned off)")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("?");
  expect(await review.seconds()).toEqual([30, 60]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("nothing of that name");
  await expect(palette(page).getByText("No action is called that.")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("turn");
  await page.keyboard.press("Enter");
  await expect(review.button("Keyboard shortcuts")).toBeVisible();

  // What a window of another kind cannot do is said.
  await review.button("Open a time series window").click();
  await page.locator("[data-area=b]").getByRole("img").first().click();
  await expect(page.locator("[data-area=b][data-active]")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("fit");
  const fit = palette(page).getByRole("option", { name: /Fit all rows/ });
  await expect(fit).toContainText("Not in a window of the kind Time Series Group");
  await expect(fit).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
});

for (const theme of ["light", "dark"] as const)
  test.describe(theme, () => {
    test.use({ colorScheme: theme, viewport: { width: 1024, height: 700 } });

    test("axe finds nothing in list, editor and palette at 1024 px", async ({ review, server }) => {
      const { page } = review;
      await openAnew(review, server);
      const clean = async (name: string) =>
        expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations, name).toEqual([]);
      await page.keyboard.press("?");
      await expect(list(page)).toBeVisible();
      await clean("list");
      await list(page).getByRole("tab", { name: "Annotations" }).click();
      await clean("none");
      await list(page).getByRole("button", { name: "Add new shortcut" }).click();
      await expect(page.getByRole("dialog", { name: "Create Shortcut" })).toBeVisible();
      await clean("editor");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await expect(palette(page)).toBeVisible();
      await clean("palette");
    });
  });
