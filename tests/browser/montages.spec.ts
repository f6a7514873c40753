/** The montage library and its editor (spec 001 sections 2.23, 4, 5, 8 and 9). */
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Locator } from "playwright/test";
import { getProjects, getSites } from "../../src/protocol/admin.ts";
import { createEegMontage, type EegMontage, getEegMontages, modifyEegMontage } from "../../src/protocol/montages.ts";
import { addUser, answerAs, signIn, withDatabase } from "../support/accounts.ts";
import { test as base, expect, Review, type TestServer } from "./fixtures.ts";
import { withoutErrors } from "./page-errors.ts";
import { depth, night } from "./recordings.ts";
import { measureText } from "./table-measure.ts";

interface Person {
  readonly review: Review;
  readonly token: string;
  readonly id: number;
}

const test = base.extend<{ ann: Person; ben: Person }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([night, depth]), { scope: "worker" }],
  ann: async ({ browser, server, backend, allowErrors }, use) => {
    await asPerson({ browser, server, backend, allowErrors }, use);
  },
  ben: async ({ browser, server, backend, allowErrors }, use) => {
    await asPerson({ browser, server, backend, allowErrors }, use);
  },
});

interface World {
  browser: Browser;
  server: TestServer;
  backend: string;
  allowErrors: RegExp | null;
}

/** Somebody of the workspace without montages, at a computer of their own. */
async function asPerson({ browser, server, backend, allowErrors }: World, use: (person: Person) => Promise<void>) {
  const { token, workspaceId } = await signIn(server.url);
  const projects = await answerAs(server.url, token, getProjects, {});
  const sites = await answerAs(server.url, token, getSites, {});
  const user = await withDatabase(server.dataDir, (pool) =>
    addUser(pool, {
      workspaceId,
      permissions: ["access_data_visualize", "access_data_upload_patient_subpage", "visualize_data"],
      projectIds: projects.data.map(({ id }) => id),
      siteIds: sites.data.map(({ id }) => id),
    }),
  );
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const own = await server.signIn(context, user);
  await withoutErrors(page, allowErrors, () =>
    use({ review: new Review(page, server, backend), token: own, id: user.id }),
  );
  await context.close();
}

const openPicker = async (review: Review, section?: string | RegExp) => {
  await review.button(/^Montage:/).click();
  if (section !== undefined)
    await review.page.getByRole("listbox", { name: "Access" }).getByRole("option", { name: section }).click();
};
const rows = ({ page }: Review) => page.getByRole("grid", { name: "EEG montages" }).getByRole("row");
const row = ({ page }: Review, name: string) =>
  page.getByRole("grid", { name: "EEG montages" }).getByRole("row", { name, exact: true });
const act = async (review: Review, action: string, name: string) => {
  await row(review, name).hover();
  await row(review, name)
    .getByRole("button", { name: `${action} ${name}`, exact: true })
    .click();
};
const editorOf = ({ page }: Review) => page.getByRole("dialog", { name: "Edit Montage" });
const input = (editor: Locator, id: string) => editor.locator(`[data-input="${id}"]`);
const pick = async (editor: Locator, ...ids: string[]) => {
  for (const id of ids) await input(editor, id).click();
};
const channels = (editor: Locator) => editor.getByRole("grid", { name: "Channels" }).getByRole("row");
const save = (editor: Locator) => editor.getByRole("button", { name: "Save" });

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

/** The editor of a montage of one's own that is made anew. */
async function openNew(review: Review): Promise<Locator> {
  await review.open(night.name);
  await openPicker(review, "Personal");
  await review.page.getByRole("button", { name: "Add EEG montage" }).click();
  return editorOf(review);
}

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
  await editor.getByRole("button", { name: "Remove all channels" }).click();
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
