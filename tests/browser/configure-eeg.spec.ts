/** 'Configure EEG Montage', and the frame of all Configure dialogs (spec 001 sections 2.8, 2.9 and 2.11). */
import { updateWindowProperties } from "../../src/protocol/displays.ts";
import { tokenCookie } from "../support/calls.ts";
import { displayGroups } from "../support/displays.ts";
import { AxeBuilder } from "./axe.ts";
import { expect, type Review, type TestServer, test } from "./fixtures.ts";
import { night } from "./recordings.ts";

const dialogOf = ({ page }: Review) => page.getByRole("dialog", { name: "Configure EEG Montage" });
const select = (review: Review, label: string) =>
  dialogOf(review).getByRole("button", { name: new RegExp(` ${label}$`) });
const choose = async (review: Review, label: string, option: string) => {
  await select(review, label).click();
  await review.page.getByRole("option", { name: option, exact: true }).click();
};
const save = (review: Review) => dialogOf(review).getByRole("button", { name: "Save" });

/** A review of a display that is kept, with the dialog open. */
async function openKept(review: Review) {
  await review.open(night.name);
  await review.button("Add display group").click();
  await expect(review.button("Display group: Personal")).toBeVisible();
  await review.idle();
  await review.button("Edit window settings").click();
  await expect(dialogOf(review)).toBeVisible();
}
async function propsKept({ page }: Review, server: TestServer) {
  const cookies = await page.context().cookies(server.url);
  const token = decodeURIComponent(cookies.find(({ name }) => name === tokenCookie)?.value ?? "");
  return (await displayGroups(server.url, token))[0].layouts[0].areas[0].props;
}

test("every field is saved with the display, and shown by the window", async ({ review, server }) => {
  await openKept(review);
  await expect(save(review)).toBeDisabled();
  await choose(review, "Montage", "Average reference");
  await expect(dialogOf(review).getByText("Unsaved changes")).toBeVisible();
  await choose(review, "Initial Page Size", "15 s");
  await choose(review, "LFF", "0.5 Hz");
  await choose(review, "HFF", "70 Hz");
  await choose(review, "Notch Filter Frequency", "50 Hz");
  await choose(review, "Sensitivity", "20 µV/mm");
  await save(review).click();
  await expect(dialogOf(review)).toHaveCount(0);
  await expect(review.button("Edit window settings")).toBeFocused();
  for (const opener of [/^Rows/, /^Filters/, "Set the time range"]) {
    await review.button(opener).click();
    await expect(review.page.getByRole("dialog")).toBeVisible();
    await review.page.keyboard.press("Escape");
    await expect(review.button(opener)).toBeFocused();
  }
  expect(await propsKept(review, server)).toMatchObject({
    viewDuration: 15_000,
    LFF: 0.5,
    HFF: 70,
    notch: 50,
    sensitivityMicroVolts: 20,
  });
  await expect(review.button("Montage: Average reference")).toBeVisible();
  await expect(review.button("Page length: 00:00:15")).toBeVisible();
  await review.idle();
});

test("the choices are those of the specification", async ({ review }) => {
  await openKept(review);
  const choices: [label: string, options: string[]][] = [
    ["LFF", ["0.1 Hz", "0.5 Hz", "1 Hz", "2 Hz", "3 Hz", "Off"]],
    ["HFF", ["Off", "30 Hz", "40 Hz", "50 Hz", "60 Hz", "70 Hz", "80 Hz", "90 Hz", "100 Hz"]],
    ["Notch Filter Frequency", ["Off", "50 Hz", "60 Hz"]],
  ];
  for (const [label, options] of choices) {
    await select(review, label).click();
    await expect(review.page.getByRole("option")).toHaveText(options);
    await review.page.keyboard.press("Escape");
    await expect(review.page.getByRole("option")).toHaveCount(0);
  }
  await select(review, "Initial Page Size").click();
  await expect(review.page.getByRole("option").first()).toHaveText("Page Size");
  // As it is now: nothing to save.
  await review.page.getByRole("option", { name: "Page Size" }).click();
  await expect(save(review)).toBeDisabled();
});

test("a close with unsaved changes asks, and closes without saving", async ({ review, server }) => {
  const { page } = review;
  await openKept(review);
  await choose(review, "HFF", "90 Hz");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => dialogOf(review).getByRole("button", { name: "Close" }).click(),
  ]) {
    await leave();
    const question = page.getByRole("alertdialog", { name: "Discard Changes?" });
    await expect(question).toContainText("You have unsaved changes. Are you sure you want to close without saving?");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
  }
  await dialogOf(review).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Close without saving" }).click();
  await expect(dialogOf(review)).toHaveCount(0);
  expect(await propsKept(review, server)).toMatchObject({ HFF: 30 });
  await review.button("Edit window settings").click();
  await expect(select(review, "HFF")).toContainText("30 Hz");
  await page.keyboard.press("Escape");
  await expect(dialogOf(review)).toHaveCount(0);
});

test.describe(() => {
  test.use({ allowErrors: /400/ });
  test("it waits, says in red what failed, and saves when asked again", async ({ review, server }) => {
    const { page } = review;
    await openKept(review);
    await choose(review, "HFF", "80 Hz");
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    let calls = 0;
    await page.route(`**${updateWindowProperties.path}*`, async (route) => {
      if (calls++ > 0) return route.continue();
      await refused;
      await route.fulfill({ status: 400, json: { errorMessage: "Somebody took this window away." } });
    });
    await save(review).click();
    await expect(dialogOf(review).getByText("Please wait...")).toBeVisible();
    await expect(save(review)).toBeDisabled();
    refuse();
    const failure = dialogOf(review).getByRole("alert");
    await expect(failure).toHaveText("Somebody took this window away.");
    const isRed = await failure.evaluate((element) => {
      const [red, green, blue] = getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
      return red > 2 * green && red > 2 * blue;
    });
    expect(isRed).toBe(true);
    await save(review).click();
    await expect(dialogOf(review)).toHaveCount(0);
    expect(await propsKept(review, server)).toMatchObject({ HFF: 80 });
  });

  test("what could not be saved goes from the window when it is discarded", async ({ review, server }) => {
    const { page } = review;
    await openKept(review);
    await choose(review, "HFF", "80 Hz");
    const path = `**${updateWindowProperties.path}*`;
    await page.route(path, (route) => route.fulfill({ status: 400, json: { errorMessage: "Not now." } }));
    await save(review).click();
    await expect(dialogOf(review).getByRole("alert")).toHaveText("Not now.");
    await page.unroute(path);
    await dialogOf(review).getByRole("button", { name: "Close" }).click();
    const kept = page.waitForResponse((response) => response.url().includes(updateWindowProperties.path));
    await page.getByRole("button", { name: "Close without saving" }).click();
    await expect(dialogOf(review)).toHaveCount(0);
    await review.button("Edit window settings").click();
    await expect(select(review, "HFF")).toContainText("30 Hz");
    await kept;
    expect(await propsKept(review, server)).toMatchObject({ HFF: 30 });
  });
});

test("in a display that is nobody's it says that nothing is kept, and sets the window all the same", async ({
  review,
}) => {
  await review.open(night.name);
  await review.button("Edit window settings").click();
  await expect(dialogOf(review)).toContainText("This display is not saved");
  await choose(review, "Sensitivity", "50 µV/mm");
  await save(review).click();
  await expect(review.button(/^Sensitivity: 50/)).toBeVisible();
});

for (const theme of ["light", "dark"] as const)
  test.describe(theme, () => {
    test.use({ colorScheme: theme });
    test("is done by keys alone, and axe finds nothing", async ({ review }) => {
      const { page } = review;
      await review.open(night.name);
      await review.button("Edit window settings").focus();
      await page.keyboard.press("Enter");
      await expect(dialogOf(review)).toBeVisible();
      expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
      await select(review, "HFF").focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect(save(review)).toBeEnabled();
      await save(review).focus();
      await page.keyboard.press("Enter");
      await expect(dialogOf(review)).toHaveCount(0);
      await expect(review.button("Edit window settings")).toBeFocused();
    });
  });
