/** Montages of several people, while the server fails, and of long lists (spec 001 sections 2.23, 4, 5, 8 and 9). */
import { createEegMontage, type EegMontage, getEegMontages, modifyEegMontage } from "../../src/protocol/montages.ts";
import { answerAs, signIn, withDatabase } from "../support/accounts.ts";
import { AxeBuilder } from "./axe.ts";
import { expect } from "./fixtures.ts";
import { act, channels, editorOf, input, openPicker, pick, row, rows, save, test } from "./montages-world.ts";
import { night } from "./recordings.ts";
import { measureText } from "./table-measure.ts";

test.describe("of two people", () => {
  test.use({ allowErrors: /status of 409/ });

  test("what is Shared reaches others at once; nothing is overwritten unseen", async ({ ann, ben, server }) => {
    const shared = (name: string, pairs: [string, string][]) => ({
      name,
      type: "Shared" as const,
      channels: pairs.map(([first, second]) => ({ first, second })),
    });
    const made: EegMontage = await answerAs(server.url, ann.token, createEegMontage, shared("Ours", [["Fp1", "F3"]]));
    const news = ben.review.page.waitForEvent("websocket", (socket) => socket.url().includes("/rt"));
    await ben.review.open(night.name);
    await news;
    await ben.review.chooseMontage(/^Shared/, "Ours");
    expect((await ben.review.labels())[0]).toBe("Fp1-F3");
    // A colleague copies; whoever shared it, or an administrator, changes it.
    await openPicker(ben.review);
    await row(ben.review, "Ours").hover();
    await expect(row(ben.review, "Ours").getByRole("button")).toHaveCount(1);
    await expect(row(ben.review, "Ours").getByRole("button", { name: "Copy Ours" })).toBeVisible();
    await ben.review.page.keyboard.press("Escape");

    await ann.review.open(night.name);
    await ann.review.chooseMontage(/^Shared/, "Ours");
    await openPicker(ann.review);
    await act(ann.review, "Configure", "Ours");
    const editor = editorOf(ann.review);
    await pick(editor, "C3", "P3");
    await save(editor).click();
    await expect(editor).toHaveCount(0);
    await expect(ben.review.page.getByText("C3-P3", { exact: true })).toBeVisible();
    await ben.review.idle();

    // Somebody else of the same rights saves while the editor is open.
    await openPicker(ann.review);
    await act(ann.review, "Configure", "Ours");
    await pick(editor, "O1", "O2");
    const admin = (await signIn(server.url)).token;
    const [now] = (await answerAs(server.url, admin, getEegMontages, { eeg_montage_ids: [made.id] })).eeg_montages;
    const theirs = {
      eeg_montage_id: now.id,
      revision: now.revision,
      type: now.type,
      name: "Tidied",
      channels: now.channels,
    };
    await answerAs(server.url, admin, modifyEegMontage, theirs);
    await save(editor).click();
    await expect(editor.getByText(/changed this montage at .*Nothing was overwritten\./)).toBeVisible();
    await expect(editor.getByRole("region", { name: "Theirs" })).toContainText("Tidied (differs)");
    await editor.getByRole("button", { name: "Take theirs" }).click();
    await expect(editor.getByLabel("Montage name")).toHaveValue("Tidied");
    await expect(channels(editor)).toHaveCount(2);
    await pick(editor, "O1", "O2");
    await answerAs(server.url, admin, modifyEegMontage, { ...theirs, revision: now.revision + 1, name: "Tidier" });
    await save(editor).click();
    await editor.getByRole("button", { name: "Keep mine as a copy" }).click();
    await expect(editor).toHaveCount(0);
    await openPicker(ann.review, "Personal");
    await expect(rows(ann.review)).toHaveText(["Tidied (copy)"]);
    await ann.review.page.getByRole("option", { name: /^Shared/ }).click();
    await act(ann.review, "Delete", "Tidier");
    await ann.review.page.getByRole("button", { name: "Yes, delete" }).click();
    await expect(ben.review.page.getByText("The montage Tidier of this window was deleted")).toBeVisible();
    await expect(ben.review.button("Montage: Longitudinal bipolar (double banana)")).toBeVisible();
  });
});

test("a link shows a Personal montage of its sender, and gives it to nobody", async ({ ann, ben, server }) => {
  const { page } = ann.review;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const mine = await answerAs(server.url, ann.token, createEegMontage, {
    name: "Mine alone",
    type: "Personal",
    channels: [{ first: "Fp1", second: "O1", alias: "long" }],
  });
  await ann.review.open(night.name, `&montage=${mine.id}`);
  expect((await ann.review.labels())[0]).toBe("long");
  await ann.review.button("Copy link to this view").click();
  await expect(page.getByText("The link was copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await ben.review.page.goto(`${link}&backend=${ben.review.backend}`);
  await ben.review.idle();
  await expect(ben.review.button("Montage: Mine alone")).toBeVisible();
  expect(await ben.review.labels()).toEqual(await ann.review.labels());
  await openPicker(ben.review);
  await expect(ben.review.page.getByRole("option", { name: "From the link holds the current montage" })).toBeVisible();
  await expect(row(ben.review, "Mine alone").getByRole("button")).toHaveCount(0);
  await ben.review.page.getByRole("option", { name: "Personal" }).click();
  await expect(ben.review.page.getByText("No EEG montages")).toBeVisible();
  const seen = await answerAs(server.url, ben.token, getEegMontages, { eeg_montage_ids: [mine.id] });
  expect(seen.eeg_montages).toEqual([]);
  // The bare address names it, which is no right to it.
  await ben.review.open(night.name, `&montage=${mine.id}`);
  await expect(
    ben.review.page.getByText(
      "The montage of this window was deleted, or is not shared with you. Longitudinal bipolar (double banana) is shown in its place.",
    ),
  ).toBeVisible();
});

test.describe("while the server fails", () => {
  test.use({ allowErrors: /Failed to load resource|status of 5|net::ERR/ });

  test("what could not be fetched or saved is said, kept, and tried again", async ({ ann: { review } }) => {
    const { page } = review;
    const paths: string[] = ["get_eeg_montages"];
    await page.route(/\/v1\/eeg_montages\//, (route) =>
      paths.some((path) => route.request().url().includes(path)) ? route.abort() : route.continue(),
    );
    await review.open(night.name);
    await expect(page.getByText(/^Error with getting EEG Montages: /).first()).toBeVisible();
    await openPicker(review, "Personal");
    const failed = page.getByRole("alert").filter({ hasText: "Error with getting EEG Montages" }).last();
    await expect(failed).toBeVisible();
    await expect(page.getByRole("button", { name: "Add EEG montage" })).toBeDisabled();
    paths.splice(0, 1, "create_eeg_montage", "get_eeg_montage_mapping");
    await page.getByRole("button", { name: "Try Again" }).click();
    await page.getByRole("button", { name: "Add EEG montage" }).click();
    const editor = editorOf(review);
    await pick(editor, "Fp1", "F3");
    await save(editor).click();
    await expect(editor.getByRole("alert").filter({ hasText: "server" }).first()).toBeVisible();
    await expect(channels(editor)).toHaveCount(1);
    await expect(editor.getByText(/^Error with getting EEG Montage Mapping: /)).toBeVisible();
    paths.length = 0;
    await save(editor).click();
    await expect(editor).toHaveCount(0);
    await expect(review.button("Montage: New montage")).toBeVisible();
    // Rename, copy and deletion say why, where they were asked for.
    paths.push("modify_eeg_montage", "create_eeg_montage", "delete_eeg_montage");
    await openPicker(review);
    await act(review, "Rename", "New montage");
    await page
      .getByRole("dialog", { name: /^Rename/ })
      .getByLabel("Rename")
      .fill("Other");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: /^Rename/ })).toContainText("server");
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog", { name: "Discard changes?" }).getByRole("button", { name: "Yes" }).click();
    await act(review, "Delete", "New montage");
    await page.getByRole("button", { name: "Yes, delete" }).click();
    await expect(page.getByRole("alertdialog", { name: "Delete montage?" })).toContainText("Error: ");
    paths.length = 0;
    await page.getByRole("button", { name: "Yes, delete" }).click();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });
});

test("five hundred montages are a list like any other, in both themes and on small screens", async ({
  ann,
  server,
}) => {
  const { page } = ann.review;
  const sql = `insert into document (workspace_id, kind, scope, owner_id, made_by, name, version, content, changed_by)
    select w.workspace_id, 'eeg_montage', 'Personal', $1, $1, 'M' || lpad(n::text, 3, '0'), 1, $2, $1
    from (select workspace_id from app_user where id = $1) w, generate_series(1, 500) n`;
  await withDatabase(server.dataDir, (pool) =>
    pool.query(sql, [ann.id, JSON.stringify({ channels: [{ first: "C3", second: "C4" }] })]),
  );
  await ann.review.open(night.name);
  await openPicker(ann.review, "Personal");
  const grid = page.getByRole("grid", { name: "EEG montages" });
  expect((await grid.boundingBox())?.height).toBeLessThanOrEqual(360);
  expect(await rows(ann.review).count()).toBeLessThan(60);
  await rows(ann.review).first().focus();
  await page.keyboard.press("End");
  await expect(row(ann.review, "M500")).toBeVisible();
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
    expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
  }
  // From twelve on there is a search; a name is whole also beside the buttons of its row.
  const [long, whole] = ["M250", "Donaudampfschifffahrtsgesellschaftskapitaenskaj 25"];
  await withDatabase(server.dataDir, (pool) =>
    pool.query("update document set name = $1 where name = $2 and owner_id = $3", [whole, long, ann.id]),
  );
  await page.reload();
  await ann.review.idle();
  await openPicker(ann.review, "Personal");
  const search = page.getByRole("searchbox", { name: "Search montages" });
  await search.fill("nothing");
  await expect(page.getByText("No montage has this name.")).toBeVisible();
  await search.fill("kapitaen");
  await expect(rows(ann.review)).toHaveCount(1);
  await row(ann.review, whole).hover();
  expect(await measureText(row(ann.review, whole).getByText(whole))).toEqual({ cut: [] });
  await row(ann.review, whole).click();
  await ann.review.idle();
  // The button may be too narrow for it.
  await page.mouse.move(5, 5);
  await ann.review.button(/^Montage:/).hover();
  await expect(page.getByRole("tooltip")).toHaveText(whole);
  await openPicker(ann.review);
  await search.fill("M500");
  await act(ann.review, "Configure", "M500");
  const editor = editorOf(ann.review);
  await pick(editor, "F4");
  for (const [width, height] of [
    [1024, 700],
    [1366, 768],
    [1920, 1080],
  ]) {
    await page.setViewportSize({ width, height });
    const sized = await editor.boundingBox();
    expect(sized?.width).toBe(Math.min(1400, width - 48) - 2);
    await expect(save(editor)).toBeInViewport();
    await expect(input(editor, "Fp1")).toBeInViewport();
    await expect(input(editor, "DIF3")).toBeInViewport();
  }
  expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
});
