/** The montage library and its editor (spec 001 sections 2.23, 4, 5, 8 and 9). */
import { getEegMontages } from "../../src/protocol/montages.ts";
import { answerAs } from "../support/accounts.ts";
import { AxeBuilder } from "./axe.ts";
import { expect } from "./fixtures.ts";
import { act, channels, editorOf, input, openNew, openPicker, pick, row, rows, save, test } from "./montages-world.ts";
import { depth, night } from "./recordings.ts";

test("the library: sections, copies, other names, deletion, and what the window shows then", async ({
  ann: { review },
}) => {
  const { page } = review;
  await review.open(night.name);
  await openPicker(review);
  const access = page.getByRole("listbox", { name: "Access" });
  await expect(access.getByRole("option")).toHaveText([/^Standard/, "Personal", /^Shared \(.+\)$/, "Recording"]);
  await expect(access.getByRole("option", { name: "Standard holds the current montage" })).toBeVisible();
  await expect(rows(review)).toHaveCount(9);
  // Standard ones can be copied, and nothing else.
  await row(review, "Laplacian").hover();
  await expect(row(review, "Laplacian").getByRole("button")).toHaveText([""]);
  await expect(page.getByRole("button", { name: "Add EEG montage" })).toHaveCount(0);
  await act(review, "Copy", "Laplacian");
  const copy = page.getByRole("dialog", { name: "Make a copy Laplacian" });
  await expect(copy.getByLabel("Name", { exact: true })).toHaveValue("Laplacian (copy)");
  await copy.getByRole("button", { name: /Access/ }).click();
  await expect(page.getByRole("option", { name: /^Shared/ }).last()).toBeVisible();
  await page.keyboard.press("Escape");
  await copy.getByLabel("Name", { exact: true }).fill("  ");
  await copy.getByRole("button", { name: "OK" }).click();
  await expect(rows(review)).toHaveText(["Laplacian (copy)"]);
  // The row that it was copied from is in another section: the keys go on in this one.
  const list = () => document.activeElement?.closest("[role=grid]")?.getAttribute("aria-label");
  await expect.poll(() => page.evaluate(list)).toBe("EEG montages");
  await page.getByRole("option", { name: /^Shared/ }).click();
  await expect(page.getByText("No EEG montages")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add EEG montage" })).toBeVisible();
  await page.getByRole("option", { name: "Personal" }).click();
  // A copy computes what its original does.
  await row(review, "Laplacian (copy)").click();
  await review.idle();
  const copied = await review.picture();
  await review.chooseMontage("Standard", "Laplacian");
  expect(await review.picture()).toEqual(copied);

  const renames: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("modify_eeg_montage")) renames.push(request.postData() ?? "");
  });
  const rename = async (from: string, to: string) => {
    await act(review, "Rename", from);
    const asked = page.getByRole("dialog", { name: `Rename ${from}` });
    await asked.getByLabel("Rename").fill(to);
    await page.keyboard.press("Enter");
    await expect(asked).toHaveCount(0);
  };
  await openPicker(review, "Personal");
  await rename("Laplacian (copy)", " ");
  expect(renames).toEqual([]);
  await rename("Laplacian (copy)", "字".repeat(60));
  const wide = "字".repeat(50);
  await expect(rows(review)).toHaveText([wide]);
  await row(review, wide).click();
  await expect(review.button(`Montage: ${wide}`)).toBeVisible();
  await openPicker(review);
  await expect(access.getByRole("option", { name: "Personal holds the current montage" })).toBeVisible();
  await act(review, "Delete", wide);
  const asked = page.getByRole("alertdialog", { name: "Delete montage?" });
  await expect(asked).toContainText(
    `Are you sure you want to permanently delete ${wide}? This action cannot be undone. All EEG displays using this montage will be affected.`,
  );
  await asked.getByRole("button", { name: "Yes, delete" }).click();
  await expect(asked).toHaveCount(0);
  await expect(review.button("Montage: Longitudinal bipolar (double banana)")).toBeVisible();
  await expect(page.getByText(`The montage ${wide} of this window was deleted`)).toBeVisible();
  await review.chooseMontage("Standard", "Cz reference");
  await expect(page.getByText("of this window was deleted")).toHaveCount(0);
});

test("the editor: picks, REF, both amplifiers, limits, order, aliases", async ({ ann: { review } }) => {
  const { page } = review;
  const editor = await openNew(review);
  await expect(editor.getByLabel("Montage name")).toHaveValue("New montage");
  await expect(editor.getByText("No channels", { exact: true })).toBeVisible();
  await expect(editor.getByText("Create a channel by clicking on two different inputs.")).toBeVisible();
  await expect(editor.getByText("0 of 22 channels")).toBeVisible();
  await expect(editor.getByRole("button", { name: "Remove all channels" })).toBeDisabled();
  await expect(editor.locator("[data-input]")).toHaveCount(23);
  // What the recording calls them, and what it lacks.
  await expect(input(editor, "Fp1")).toHaveAccessibleName("Fp1, in this recording as EEG Fp1-REF");
  await expect(input(editor, "DIF1")).toHaveAccessibleName("DIF1, not in this recording");
  // The first is picked, the same again lets go, the second makes a channel; one that is there is ignored.
  await pick(editor, "F3");
  await expect(input(editor, "F3")).toHaveAttribute("aria-pressed", "true");
  await expect(editor.getByText("First input F3. Click a second input to add a channel.")).toBeVisible();
  await pick(editor, "F3");
  await expect(input(editor, "F3")).toHaveAttribute("aria-pressed", "false");
  await pick(editor, "F3", "C3", "F3", "C3");
  await expect(editor.getByText("F3 \u2013 C3 is in this montage already.")).toBeVisible();
  await expect(channels(editor)).toHaveCount(1);
  await editor.getByRole("button", { name: "REF", exact: true }).click();
  await pick(editor, "O1", "O2");
  await pick(editor, "AVG", "P3");
  await expect(channels(editor)).toHaveCount(4);
  await editor.getByRole("button", { name: "REF", exact: true }).click();
  await editor.getByRole("radio", { name: "40 Input amp" }).click();
  await expect(editor.locator("[data-input]:visible")).toHaveCount(38);
  await pick(editor, "AUX1", "AUXREF");
  await expect(
    channels(editor)
      .nth(4)
      .getByRole("button", { name: "Not in this recording: AUX1, AUXREF. This channel stays empty." }),
  ).toBeVisible();
  // Aliases, order by keys, selection.
  const alias = channels(editor).first().getByRole("textbox", { name: "Channel alias (optional)" });
  await expect(alias).toHaveAttribute("placeholder", "F3 - C3");
  await alias.fill("left frontal and more letters than twenty");
  await expect(alias).toHaveValue("left frontal and mor");
  await alias.press("Alt+ArrowDown");
  await expect(channels(editor).nth(1)).toContainText("F3 \u2013 C3");
  await channels(editor).nth(1).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(channels(editor).first()).toContainText("F3 \u2013 C3");
  await channels(editor)
    .first()
    .dragTo(channels(editor).nth(2), { sourcePosition: { x: 14, y: 18 }, targetPosition: { x: 14, y: 34 } });
  await expect(channels(editor).nth(2)).toContainText("F3 \u2013 C3");
  for (const k of [0, 1]) await channels(editor).nth(k).getByText("\u2013").click();
  await editor.getByRole("button", { name: "Delete 2 selected" }).click();
  await expect(channels(editor)).toHaveCount(3);
  await expect(editor.getByRole("button", { name: /selected$/ })).toHaveCount(0);
  // Where a button went with what it removed, the focus stays in the dialog.
  await expect(editor.getByText("3 of 22 channels")).toBeFocused();
  await editor.getByRole("button", { name: "Remove all channels" }).press("Enter");
  await expect(editor.getByText("0 of 22 channels")).toBeFocused();
  await expect(editor.getByText("No channels", { exact: true })).toBeVisible();
  // 22 and no more: the next press lets go.
  const scalp = ["Fp1", "Fp2", "F7", "F8", "F3", "F4", "Fz", "T7", "T8", "C3", "C4"];
  for (const [k, id] of scalp.entries()) await pick(editor, id, "Cz", id, scalp[(k + 1) % scalp.length]);
  await expect(editor.getByText("22 of 22 channels")).toBeVisible();
  await expect(editor.getByText("Max channels reached")).toBeVisible();
  await pick(editor, "P3", "P4");
  await expect(input(editor, "P4")).toHaveAttribute("aria-pressed", "false");
  await expect(channels(editor)).toHaveCount(22);
  expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
});

test("the editor: what is saved is what was previewed", async ({ ann: { review, token }, server }) => {
  const { page } = review;
  const editor = await openNew(review);
  // The page is drawn by what draws the window: the names beside it are those that the window will have.
  await pick(editor, "Fp1", "F3", "F3", "C3");
  await channels(editor).first().getByRole("textbox", { name: "Channel alias (optional)" }).fill("anterior");
  await editor.getByRole("radio", { name: "Preview" }).click();
  const preview = editor.locator("[data-part=preview]");
  await expect(
    preview.getByRole("img", { name: /^EEG traces. Montage Night watch|^EEG traces. Montage New montage/ }),
  ).toBeVisible();
  await expect(preview.locator("ul > li")).toHaveText(["anterior", "F3-C3", "ECG"]);
  await editor.getByLabel("Montage name").fill("Night watch");
  await expect(preview.getByRole("img", { name: /^EEG traces. Montage Night watch/ })).toBeVisible();
  await save(editor).click();
  await expect(editor).toHaveCount(0);
  await expect(review.button("Montage: Night watch")).toBeVisible();
  await review.idle();
  expect(await review.labels()).toEqual(["anterior", "F3-C3", "ECG"]);
  const { eeg_montages: all } = await answerAs(server.url, token, getEegMontages, {});
  expect(all.at(-1)).toMatchObject({
    name: "Night watch",
    type: "Personal",
    channels: [
      { first: "Fp1", second: "F3", alias: "anterior" },
      { first: "F3", second: "C3" },
    ],
  });
  // It stays with the address, and with a reload.
  await page.reload();
  await review.idle();
  await expect(review.button("Montage: Night watch")).toBeVisible();

  // Unsaved changes ask first; a file without these electrodes opens its rows empty and flagged.
  await openPicker(review);
  await act(review, "Configure", "Night watch");
  await expect(save(editor)).toBeDisabled();
  await pick(editor, "P3", "O1");
  await expect(editor.getByText("Unsaved changes")).toBeVisible();
  await page.keyboard.press("Escape");
  const discard = page.getByRole("alertdialog", { name: "Discard Changes?" });
  await expect(discard).toContainText("You have unsaved changes. Are you sure you want to close without saving?");
  await discard.getByRole("button", { name: "Close without saving" }).click();
  await expect(editor).toHaveCount(0);
  await expect(review.plot).toBeFocused();
  await review.open(depth.name);
  await review.chooseMontage("Personal", "Night watch");
  await expect(page.getByText("Fp1 and F3 are not in this recording")).toBeAttached();
});

test("by keyboard alone a montage is made and saved", async ({ ann: { review } }) => {
  const { page } = review;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await review.open(night.name);
  await review.button(/^Montage:/).focus();
  await press("Enter");
  await expect(rows(review).first()).toBeFocused();
  await press("Shift+Tab", "ArrowDown", "Space");
  await expect(page.getByText("No EEG montages")).toBeVisible();
  await press("Tab");
  await expect(page.getByRole("button", { name: "Add EEG montage" })).toBeFocused();
  await press("Enter");
  const editor = editorOf(review);
  await input(editor, "Cz").focus();
  await press("ArrowUp", "Enter", "ArrowDown", "ArrowDown", "Space");
  await expect(channels(editor)).toHaveCount(1);
  await expect(channels(editor).first()).toContainText("Fz \u2013 Pz");
  await press("Tab");
  await expect(editor.getByLabel("Montage name")).toBeFocused();
  await page.keyboard.insertText(" of keys");
  await save(editor).focus();
  await press("Enter");
  await expect(editor).toHaveCount(0);
  await review.idle();
  expect((await review.labels())[0]).toBe("Fz-Pz");
  // What can be done with a row is reached from it.
  await review.button(/^Montage:/).focus();
  await press("Enter", "ArrowRight", "ArrowRight");
  await expect(page.getByRole("button", { name: /^Rename/ })).toBeFocused();
  await press("Enter");
  await expect(page.getByRole("dialog", { name: /^Rename/ }).getByLabel("Rename")).toBeFocused();
});
