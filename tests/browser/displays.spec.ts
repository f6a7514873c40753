/** Display groups and displays: what a reader arranges, keeps and shares (spec 001 sections 2.4 to 2.7). */
import { createLayout, modifyLayout } from "../../src/protocol/displays.ts";
import { answerAs } from "../support/calls.ts";
import { displayGroups } from "../support/displays.ts";
import { addGroup, fromMenu, openAnew, tabs, test } from "./displays-world.ts";
import { expect } from "./fixtures.ts";
import { bedside, night } from "./recordings.ts";
import { measureText, wholeOrGone } from "./table-measure.ts";

test("a first review shows what the file holds, and a group of its own keeps it", async ({ review, server }) => {
  const { page } = review;
  await openAnew(review, server);
  await expect(page.getByText("Overview · made from this file")).toBeVisible();
  await review.button("Display group: No display groups").click();
  await expect(page.getByText("No display groups", { exact: true }).last()).toBeVisible();
  await page.keyboard.press("Escape");
  await review.choose(/^Sensitivity/, "20 µV/mm");
  await review.button("Add display group").click();
  await expect(review.button("Display group: Personal")).toBeVisible();
  await expect(tabs(review)).toHaveText(["Overview"]);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await review.idle();
  await expect(review.button(/^Sensitivity: 20/)).toBeVisible();
  // The tabs are the reader's on every page; the address of another one says nothing of the window. What was set last goes with the page.
  await review.choose(/^Sensitivity/, "50 µV/mm");
  await page.goto("about:blank");
  await review.open(night.name);
  await expect(tabs(review)).toHaveText(["Overview"]);
  await expect(review.button(/^Sensitivity: 50/)).toBeVisible();
});

test("a display is added, gets its windows, is edited, renamed, copied, moved and deleted", async ({
  review,
  server,
}) => {
  const { page } = review;
  await openAnew(review, server);
  await addGroup(review);
  await review.button("Add display").click();
  await expect(tabs(review)).toHaveText(["Overview", "Display 2"]);
  await expect(tabs(review).nth(1)).toHaveAttribute("aria-selected", "true");
  // An empty area: the chooser takes the kinds that there are.
  await expect(page.getByText("For several windows: “Edit display” in the menu beside the tab above.")).toBeVisible();
  await page.getByRole("button", { name: /Choose a window type/ }).click();
  await expect(page.getByRole("option")).toHaveText([
    ...["CPPopt Plot", "EEG Montage", "Event Review", "Histogram", "MAPopt Plot", "Persyst Trends"],
    ...["Persyst EEG", "Scatter Plot", "SD Detection", "Time Series Group"],
  ]);
  await page.getByRole("option", { name: "EEG Montage" }).press("Enter");
  await review.idle();
  expect((await review.picture()).inked).toBeGreaterThan(0);
  // The list went with the empty area: the keys are the window's.
  await expect(review.plot).toBeFocused();

  await fromMenu(review, "Edit display");
  const editor = page.getByRole("dialog", { name: "Edit Display" });
  const save = editor.getByRole("button", { name: "Save" });
  await expect(editor.getByRole("radio")).toHaveCount(9);
  await expect(editor.getByRole("radio", { name: "One window" })).toBeChecked();
  await expect(save).toBeDisabled();
  await editor.getByRole("radio", { name: "Two, one above the other" }).click();
  await expect(editor.getByText("Unsaved changes")).toBeVisible();
  await editor.getByRole("button", { name: "Close" }).click();
  const discard = page.getByRole("alertdialog", { name: "Discard Changes?" });
  await expect(discard).toContainText("You have unsaved changes. Are you sure you want to close without saving?");
  await discard.getByRole("button", { name: "Cancel" }).click();
  await editor.getByRole("button", { name: /Window type of area B/ }).click();
  await page.getByRole("option", { name: "Time Series Group" }).click();
  await save.click();
  await expect(editor).toHaveCount(0);
  await expect.poll(() => review.connect((connect) => connect.areas().toSorted())).toEqual(["a", "b"]);
  await review.idle();
  await review.button("Close Time Series Group").press("Enter");
  await expect(review.plot).toBeFocused();

  await fromMenu(review, "Rename");
  await page.getByRole("textbox", { name: "Name" }).fill("  ");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(tabs(review)).toHaveText(["Overview", "Display 2"]);
  await fromMenu(review, "Rename");
  await page.getByRole("textbox", { name: "Name" }).fill("x".repeat(30));
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("x".repeat(25));
  await page.getByRole("textbox", { name: "Name" }).fill("Night");
  await page.keyboard.press("Enter");
  await expect(tabs(review)).toHaveText(["Overview", "Night"]);

  await fromMenu(review, "Make a copy");
  await expect(tabs(review)).toHaveText(["Overview", "Night", "Night (copy)"]);
  await expect(tabs(review).nth(2)).toHaveAttribute("aria-selected", "true");
  await fromMenu(review, "Move left");
  await expect(tabs(review)).toHaveText(["Overview", "Night (copy)", "Night"]);
  await fromMenu(review, "Delete");
  const question = page.getByRole("alertdialog", { name: "Delete display?" });
  await expect(question).toContainText("permanently");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(tabs(review)).toHaveText(["Overview", "Night"]);
  await expect(tabs(review).nth(1)).toHaveAttribute("aria-selected", "true");
});

test("tabs are put in order by a press and a drag, and chosen by the arrows", async ({ review, server }) => {
  const { page } = review;
  const token = await openAnew(review, server);
  await addGroup(review);
  for (const name of ["Display 2", "Display 3"]) {
    await review.button("Add display").click();
    await expect(tabs(review).last()).toHaveText(name);
  }
  const middle = async (k: number) => {
    const box = await tabs(review).nth(k).boundingBox();
    if (box === null) throw new Error("no tab");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, right: box.x + box.width };
  };
  const [first, last] = [await middle(0), await middle(2)];
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  await expect(tabs(review).first()).toHaveAttribute("data-dragged", "true");
  await page.mouse.move(last.right - 2, last.y, { steps: 4 });
  await page.mouse.up();
  await expect(tabs(review)).toHaveText(["Display 2", "Display 3", "Overview"]);
  await expect
    .poll(async () => (await displayGroups(server.url, token))[0].layouts.map(({ name }) => name))
    .toEqual(["Display 2", "Display 3", "Overview"]);
  await tabs(review).nth(2).click();
  await review.idle();
  await page.keyboard.press("Home");
  await expect(tabs(review).first()).toBeFocused();
  await expect(page.getByText("Choose a window type").first()).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(tabs(review).nth(2)).toHaveAttribute("aria-selected", "true");
  await review.idle();
});

test("ten displays are as many as there may be", async ({ review, server }) => {
  const token = await openAnew(review, server);
  await addGroup(review);
  const [group] = await displayGroups(server.url, token);
  const [only] = group.layouts;
  const more = Array.from({ length: 9 }, (_, k) => ({ ...only, id: undefined, name: `More ${k}` }));
  const { id: layout_id, revision, name, type: layout_type } = group;
  const layouts = [only, ...more];
  await answerAs(server.url, token, modifyLayout, { layout_id, revision, name, layout_type, layouts });
  // Heard over the socket: nothing is reloaded.
  await expect(tabs(review)).toHaveCount(10);
  const add = review.page.locator("button[aria-disabled]", { has: review.page.getByLabel("Add display") });
  await add.hover();
  await expect(review.page.getByRole("tooltip")).toHaveText("There cannot be more than 10 different displays.");
  // Where they do not fit, the edge shows that there are more.
  const frame = review.page.getByRole("tablist", { name: "Displays" }).locator("..");
  await expect(frame).not.toHaveAttribute("data-after");
  await review.page.setViewportSize({ width: 1024, height: 900 });
  await expect(frame).toHaveAttribute("data-after");
  // The way past header and bar.
  const skip = review.page.getByRole("link", { name: "Skip to content" });
  await skip.focus();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await review.page.keyboard.press("Enter");
  await expect(review.page.getByRole("main")).toBeFocused();
  await tabs(review).first().focus();
  await review.page.keyboard.press("End");
  await expect(tabs(review).last()).toBeInViewport({ ratio: 0.99 });
  // 1440 px at 400 %: all of it is reached.
  await review.page.setViewportSize({ width: 360, height: 700 });
  await tabs(review).first().click();
  await expect(tabs(review).first()).toHaveAttribute("aria-selected", "true");
  await expect(review.button("Close data review")).toBeInViewport({ ratio: 1 });
  const bars = review.page.locator("nav, section");
  for (const button of await bars.getByRole("button", { name: /^(Annotate|Mark|Share|Go to|Play|Speed|Real)/ }).all())
    await expect(button).toBeInViewport({ ratio: 1 });
  const notice = await review.page
    .getByRole("banner")
    .getByText("Investigational device", { exact: true })
    .boundingBox();
  const names = await review.page.locator("header dl").boundingBox();
  expect((names?.x ?? 0) + (names?.width ?? 0)).toBeLessThanOrEqual(notice?.x ?? 0);
  // The picture is no lower than it can be read, and is scrolled to.
  await review.page.setViewportSize({ width: 360, height: 225 });
  await expect.poll(async () => (await review.plot.boundingBox())?.height ?? 0).toBeGreaterThan(100);
  await review.plot.focus();
  await expect(review.plot).toBeInViewport({ ratio: 0.5 });
});

test("long names leave the patient whole in the header, and the filters in the bar of a window", async ({
  review,
  server,
}) => {
  const { page } = review;
  await page.route("**/v1/recordings/get_recording**", async (route) => {
    const answer = await route.fetch();
    const long = "of the whole stay ".repeat(7).trim();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), site_name: long, obj_name: long } });
  });
  await openAnew(review, server);
  for (const width of [1920, 1440, 1366, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await review.idle();
    const [site, patient] = ["Site", "Patient"].map((name) =>
      page.locator("header dl > div", { has: page.getByText(name, { exact: true }) }).locator("dd"),
    );
    expect((await measureText(site)).cut).toHaveLength(1);
    expect((await measureText(patient)).cut).toEqual([]);
    expect(await review.button(/^Filters/).evaluate(wholeOrGone)).toBe(true);
  }
});

test("settings of windows stay with their display, and sizes that were dragged", async ({ review, server }) => {
  const { page } = review;
  const token = await openAnew(review, server, bedside.name);
  await addGroup(review);
  await review.button("Open a time series window").click();
  await expect.poll(() => review.connect((connect) => connect.areas().length)).toBe(2);
  const template = async () => (await displayGroups(server.url, token))[0].layouts[0].cssGridTemplate;
  await expect.poll(template).toContain("36%");
  await page.locator("[data-area=a]").click();
  await page.keyboard.press("Alt+Shift+ArrowDown");
  await expect.poll(template).toContain("34%");
  const divider = page.locator(".mosaic-split");
  const box = await divider.boundingBox();
  if (box === null) throw new Error("no divider");
  await page.mouse.move(box.x + 300, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y - 100, { steps: 5 });
  await page.mouse.up();
  await expect.poll(template).not.toContain("34%");
  const kept = await template();
  await page.reload();
  await review.idle();
  expect(await template()).toBe(kept);
  await expect.poll(() => review.connect((connect) => connect.areas().length)).toBe(2);
});

test("windows change places by menu, by keyboard and by a drag of the title; what is unlinked stays so", async ({
  review,
  server,
}) => {
  const { page } = review;
  const token = await openAnew(review, server, bedside.name);
  await addGroup(review);
  await review.button("Open a time series window").click();
  await expect.poll(() => review.connect((connect) => connect.areas().length)).toBe(2);
  const stored = async () => (await displayGroups(server.url, token))[0].layouts[0];
  const template = async () => (await stored()).cssGridTemplate;
  const before = '"a" 64% "b" 36%';
  const swapped = '"b" 64% "a" 36%';
  await expect.poll(template).toBe(before);
  await review.connect((connect) => {
    const { fileStartMs } = connect.view();
    connect.setView(fileStartMs + 10_000, fileStartMs + 20_000);
  });
  const titles = page.locator("[data-part=window-title]");
  const mover = page.getByRole("button", { name: /^Change places of 1\./ });
  await mover.click();
  await page.getByRole("menuitem", { name: /^2\./ }).hover();
  await expect(page.locator("[data-area=b][data-target]")).toHaveCount(1);
  await page.getByRole("menuitem", { name: /^2\./ }).click();
  await expect.poll(template).toBe(swapped);
  await expect(page.locator("[data-target]")).toHaveCount(0);
  // It is the window that stood there.
  expect(await review.connect((connect) => connect.window("a").view().startMs)).toBe(bedside.startMs + 10_000);
  await mover.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-area=a][data-target]")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect.poll(template).toBe(before);

  const [from, to] = await Promise.all([titles.first().boundingBox(), page.locator("[data-area=b]").boundingBox()]);
  if (from === null || to === null) throw new Error("no windows");
  const drag = async () => {
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await expect(page.locator("[data-area=b][data-target]")).toHaveCount(1);
  };
  await drag();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await template()).toBe(before);
  await drag();
  await page.mouse.up();
  await expect.poll(template).toBe(swapped);

  await page.locator("[data-area=b]").getByRole("button", { name: "Link", exact: true }).click();
  await expect
    .poll(async () => (await stored()).areas.map(({ area, props }) => [area, props?.isLinked]).toSorted())
    .toEqual([
      ["a", true],
      ["b", false],
    ]);
  await page.reload();
  await review.idle();
  const linkOf = (area: string) =>
    page.locator(`[data-area=${area}]`).getByRole("button", { name: "Link", exact: true });
  await expect(linkOf("b")).toHaveAttribute("aria-pressed", "false");
  await expect(linkOf("a")).toHaveAttribute("aria-pressed", "true");
});

test.describe("of two people", () => {
  test.use({ allowErrors: /409/ });
  test("two who change one display: the second is told, and nothing is lost", async ({ review, server }) => {
    const { page } = review;
    const token = await openAnew(review, server);
    await addGroup(review);
    await fromMenu(review, "Edit display");
    const editor = page.getByRole("dialog", { name: "Edit Display" });
    await editor.getByRole("radio", { name: "Two side by side" }).click();
    const [group] = await displayGroups(server.url, token);
    const { id: layout_id, revision, name, type: layout_type } = group;
    const empty = { componentId: "placeholder", version: 1, props: {} };
    const theirs = {
      ...group.layouts[0],
      cssGridTemplate: '"a" "b" "c"',
      areas: [group.layouts[0].areas[0], { area: "b", ...empty }, { area: "c", ...empty }],
    };
    await answerAs(server.url, token, modifyLayout, { layout_id, revision, name, layout_type, layouts: [theirs] });
    await editor.getByRole("button", { name: "Save" }).click();
    await expect(editor.getByRole("alert")).toContainText(
      /changed this display at \d\d:\d\d [AP]M \(.+\)\. Nothing was overwritten\./,
    );
    await editor.getByRole("button", { name: "Keep mine as a copy" }).click();
    await expect(tabs(review)).toHaveText(["Overview", "Overview (copy)"]);
    // What they kept is what they see.
    await expect(tabs(review).nth(1)).toHaveAttribute("aria-selected", "true");
    const templates = (await displayGroups(server.url, token))[0].layouts.map((each) => each.cssGridTemplate);
    expect(templates).toEqual(['"a" "b" "c"', '"a b"']);
    await expect(page.getByText("Choose a window type").first()).toBeVisible();
  });
});

test("groups are renamed, copied to Shared, chosen and deleted", async ({ review, server }) => {
  const { page } = review;
  const token = await openAnew(review, server);
  await addGroup(review);
  const open = () => review.button(/^Display group:/).click();
  await open();
  await review.button("Rename Personal").click();
  const rename = page.getByRole("form", { name: "Rename Personal" }).getByRole("textbox");
  await rename.fill("My review set");
  await page.keyboard.press("Escape");
  const keep = page.getByRole("alertdialog", { name: "Discard changes?" }).getByRole("button", { name: "No" });
  await keep.click();
  // The browser's ways ask as well.
  expect(await page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })))).toBe(true);
  await rename.press("Enter");
  await expect(review.button("Display group: My review set")).toBeVisible();
  await open();
  await expect(page.getByRole("region", { name: "Personal" })).toHaveText("PersonalMy review set");
  await expect(page.getByRole("region", { name: /^Shared \(/ })).toContainText("No display groups");
  await review.button("Copy My review set").click();
  const copy = page.getByRole("form", { name: "Copy My review set" });
  await copy.getByRole("button", { name: /Access/ }).click();
  await page.getByRole("option", { name: /^Shared \(/ }).click();
  await copy.getByRole("button", { name: "Copy" }).click();
  await expect(review.button("Display group: My review set (copy)")).toBeVisible();
  await review.idle();
  await open();
  await expect(page.getByRole("region", { name: "Personal" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("region", { name: /^Shared \(/ }).getByRole("listitem")).toHaveCount(1);
  await page
    .getByRole("region", { name: "Personal" })
    .getByRole("button", { name: "My review set", exact: true })
    .click();
  await expect(review.button("Display group: My review set")).toBeVisible();
  await open();
  await review.button("Delete My review set").first().click();
  const question = page.getByRole("alertdialog", { name: "Delete display group?" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(review.button("Display group: My review set (copy)")).toBeVisible();
  // From twelve on there is a search, and every name is whole.
  const whole = "Donaudampfschifffahrtsgesellschaftskapitaenskaj 25";
  const [{ layouts, type: layout_type }] = await displayGroups(server.url, token);
  for (let k = 0; k < 11; k++)
    await answerAs(server.url, token, createLayout, { name: k === 0 ? whole : `More ${k}`, layouts, layout_type });
  await open();
  const search = page.getByRole("searchbox", { name: "Search display group" });
  await search.fill("nothing");
  await expect(page.getByText("Nothing matches the search.")).toBeVisible();
  await search.fill("kapitaen");
  const found = page.getByRole("listitem").filter({ hasText: whole });
  expect(await measureText(found)).toEqual({ cut: [] });
  await found.getByRole("button", { name: whole, exact: true }).click();
  await page.mouse.move(5, 500);
  await review.button(`Display group: ${whole}`).hover();
  await expect(page.getByRole("tooltip")).toHaveText(whole);
});
