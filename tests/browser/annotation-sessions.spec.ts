/** Sessions and lists of annotations: the sidebar, 'Load Annotations', 'Annotation Setup', the patient's tab (spec 001 sections 2.1, 2.4, 2.19, 2.20, 4 to 6 and 8). */
import { readFile } from "node:fs/promises";
import { annotationLimits } from "../../src/protocol/annotations.ts";
import {
  expect,
  list,
  modal,
  openList,
  openModal,
  row,
  seconds,
  sessionRow,
  sidebar,
  test,
  tick,
} from "./annotation-world.ts";
import { AxeBuilder } from "./axe.ts";
import { night } from "./recordings.ts";
import { measure } from "./table-measure.ts";

const longName = "Donaudampfschifffahrtsgesellschaftskapitaenskajuetentuerschluessel 25";

test("the list tells what is loaded, jumps to its end, is searched, and is deleted from and taken back", async ({
  review,
  sessions,
}) => {
  const { page } = review;
  await sessions.make("A first read", [
    { annotation_text: "Spike", start_time: seconds(10), end_time: seconds(10) },
    { annotation_text: "Seizure", start_time: seconds(20), end_time: seconds(160), tags: ["lpd"] },
  ]);
  await review.open(night.name);
  await openList(page);
  expect((await sidebar(page).boundingBox())?.width).toBe(400);
  // The file's own are loaded from the start, and can be put away.
  await expect(list(page).getByRole("row")).toHaveCount(3);
  await openModal(page);
  const region = modal(page).getByRole("region", { name: "Sessions", exact: true });
  await tick(page, "From the file");
  await region.getByRole("button", { name: "Unload", exact: true }).click();
  await expect(sessionRow(page, "From the file")).toContainText("None");
  await tick(page, "From the file");
  await tick(page, "A first read");
  await region.getByRole("button", { name: "Load", exact: true }).click();
  await expect(sessionRow(page, "A first read")).toContainText("All");
  await page.keyboard.press("Escape");
  await expect(row(page, "Seizure")).toContainText("–");
  await expect(row(page, "Spike")).not.toContainText("–");
  await row(page, "Seizure").getByText("Seizure").click();
  await review.idle();
  expect(await review.seconds()).toEqual([145, 175]);
  await sidebar(page).getByRole("searchbox").fill("lpd");
  await expect(row(page, "Spike")).toHaveCount(0);
  await sidebar(page).getByRole("searchbox").press("Escape");
  // By keys alone: select both, delete them, take it back. "All" is what the list shows.
  await expect(list(page).getByRole("row")).toHaveCount(3);
  await list(page).focus();
  await page.keyboard.press("Control+a");
  await expect(list(page).getByRole("row", { selected: true })).toHaveCount(2);
  await page.keyboard.press("Delete");
  await expect(page.getByRole("alertdialog")).toContainText(
    "Are you sure you want to permanently delete 2 annotations? This action cannot be undone.",
  );
  await page.getByRole("button", { name: "Yes, delete annotations" }).press("Enter");
  await expect(sidebar(page)).toContainText("No annotations are loaded");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(list(page).getByRole("row")).toHaveCount(3);
  await expect(sidebar(page).getByText("Saving...")).toHaveCount(0);
});

test("sessions are made, named, loaded and deleted by the rules; a colleague sees them within a moment and may change none", async ({
  review,
  sessions,
  colleague,
}) => {
  const { page } = review;
  const long =
    "A second read of the whole night, by somebody whose sessions have the longest names of all people".slice(0, 100);
  await sessions.make(
    long,
    Array.from({ length: 3 }, (_, k) => ({ start_time: seconds(k), end_time: seconds(k) })),
  );
  await review.open(night.name);
  await colleague.open(night.name);
  await openList(colleague.page);
  await openList(page);
  await openModal(page);
  await openModal(colleague.page);
  const region = modal(page).getByRole("region", { name: "Sessions", exact: true });

  await region.getByRole("button", { name: "Create session" }).click();
  const naming = page.getByRole("dialog", { name: "Create session" });
  await naming.getByRole("button", { name: "Create session" }).click();
  await expect(naming).toContainText("Session name cannot be empty");
  await naming.getByLabel("New Session Name").fill(` ${long} `);
  await naming.getByRole("button", { name: "Create session" }).click();
  await expect(naming).toContainText("Session already exists with the same name.");
  await naming.getByLabel("New Session Name").fill("Third");
  await page.keyboard.press("Enter");
  await expect(sessionRow(page, "Third")).toBeVisible();
  await expect(sessionRow(colleague.page, "Third")).toBeVisible();
  await expect(modal(page)).toContainText("There are no records to display");

  const rename = modal(page).getByRole("button", { name: "Rename" });
  await expect(rename).toBeDisabled();
  await modal(page).getByLabel("Session name").fill("Third read");
  await rename.click();
  await expect(sessionRow(colleague.page, "Third read")).toBeVisible();

  // The colleague looks, loads, and changes nothing.
  await tick(colleague.page, "A second read");
  const theirs = modal(colleague.page).getByRole("region", { name: "Sessions", exact: true });
  await theirs.getByRole("button", { name: "Load", exact: true }).click();
  await expect(sessionRow(colleague.page, "A second read")).toContainText("All");
  for (const name of ["Create session", "Delete", "Rename", "Delete session"])
    await expect(modal(colleague.page).getByRole("button", { name, exact: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  await modal(colleague.page).getByRole("button", { name: "Delete session" }).focus();
  await expect(colleague.page.getByRole("tooltip")).toHaveText("You do not have permission for this action");
  // 90vw by 80vh, its border included.
  const box = await modal(page).locator("..").boundingBox();
  expect([box?.width, box?.height]).toEqual([0.9 * 1440, 0.8 * 900]);

  await modal(page).getByRole("button", { name: "Delete session" }).click();
  await expect(
    page.getByRole("alertdialog").filter({ hasText: "permanently delete Third read? This action cannot be undone." }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Yes, delete session" }).click();
  await expect(sessionRow(colleague.page, "Third read")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(sessionRow(colleague.page, "Third read")).toBeVisible();
  for (const each of [page, colleague.page])
    expect(await each.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("5,000 annotations have pages in the dialog and none in the list", async ({ review, sessions }) => {
  const { page } = review;
  await sessions.make(longName, []);
  await sessions.make(
    "A many",
    Array.from({ length: 5000 }, (_, k) => ({
      annotation_text: k === 0 ? longName.slice(0, annotationLimits.title) : `A${k}`,
      start_time: seconds(0) + 10 * k,
      end_time: seconds(0) + 10 * k,
    })),
  );
  await review.open(night.name);
  await openList(page);
  await openModal(page);
  await tick(page, "A many");
  const detail = modal(page).getByRole("region", { name: "Annotations of A many" });
  await expect(modal(page).getByRole("row").filter({ hasText: longName })).toBeVisible();
  for (const width of [1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const grid of await modal(page).getByRole("grid").all()) {
      await expect(async () => {
        const { scrolls, cue } = await measure(grid);
        expect(cue).toBe(scrolls);
      }).toPass();
      const { cut, rows } = await measure(grid);
      expect({ width, cut, rows: Math.max(...rows) < 42 }).toEqual({ width, cut: [], rows: true });
    }
  }
  await expect(detail.getByText("of 100")).toBeVisible();
  await detail.getByLabel("Go to Page").fill("101");
  await page.keyboard.press("Enter");
  await expect(detail.getByLabel("Go to Page")).toHaveValue("1");
  await detail.getByLabel("Go to Page").fill("100");
  await page.keyboard.press("Enter");
  await expect(detail.getByText("A4999")).toBeVisible();
  await detail.getByRole("row").filter({ hasText: "A4999" }).getByRole("rowheader").first().click();
  await detail.getByRole("button", { name: "View data" }).click();
  await expect(modal(page)).toHaveCount(0);
  await expect(row(page, "A4999")).toBeVisible();
  await review.idle();
  expect(await review.seconds()).toEqual([34.99, 64.99]);
});

test("a session is exported, imported again into a new one as it was, and taken back; a damaged file says why", async ({
  review,
  sessions,
}) => {
  const { page } = review;
  await sessions.make("First read", [
    { annotation_text: "=1+1", start_time: seconds(1.5), end_time: seconds(4), tags: ["a;b", "c"], kind: "artifact" },
    {
      annotation_text: "<b>Wave</b>",
      start_time: seconds(7),
      end_time: seconds(7),
      annotation_description: 'Two\nlines, "quoted"',
    },
  ]);
  await review.open(night.name);
  await openList(page);
  await openModal(page);
  // The one that is written to is ticked from the start.
  await tick(page, "0 empty");
  await tick(page, "First read");
  const exported = async () => {
    await modal(page).getByRole("button", { name: "Export…" }).click();
    const dialog = page.getByRole("dialog", { name: "Export sessions" });
    await expect(dialog).toContainText("It cannot hold");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    const path = await (await download).path();
    await expect(dialog).toHaveCount(0);
    return readFile(path);
  };
  const first = await exported();
  expect(first.toString("utf8")).toContain(",2.5,");

  const dialog = page.getByRole("dialog", { name: "Import annotations" });
  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: /^Choose/ }).click();
    await (await chooser).setFiles({ name, mimeType: "text/csv", buffer });
  };
  await modal(page).getByRole("button", { name: "Import…" }).click();
  await choose("damaged.csv", Buffer.from([0, 1, 2, 3, 0, 255]));
  await expect(dialog.getByRole("alert")).toContainText("neither a table of text nor an EDF+ file");
  await choose("empty.csv", Buffer.alloc(0));
  await expect(dialog.getByRole("alert")).toContainText("This file is empty.");
  // Large enough for the worker.
  const many = Array.from({ length: 30_000 }, (_, k) => `${k % 60},0,Mark ${k},${"x".repeat(30)}`);
  await choose("many.csv", Buffer.from(`onset,duration,title,description\nNaN,0,Bad,\n${many.join("\n")}\n`));
  await expect(dialog).toContainText("30,000 annotations understood");
  await dialog.getByRole("radio", { name: "Not understood (1)" }).click();
  await expect(dialog.getByRole("grid")).toContainText("The start is no time: “NaN”");
  await dialog.getByRole("button", { name: "Choose another file" }).click();
  await choose("Second read.csv", first);
  await expect(dialog.getByRole("radio", { name: "To import (2)" })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include("[role=dialog]").analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
  await dialog.getByRole("button", { name: "Import 2 annotations" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(sessionRow(page, "Second read")).toContainText("2");
  await tick(page, "First read");
  // All that the file says is as it was, but for when it was made.
  const without = (file: Buffer) => file.toString("utf8").replace(/,[^,\r\n]*\r\n/g, "\n");
  expect(without(await exported())).toBe(without(first));

  // What the session has already is not written again.
  await modal(page).getByRole("button", { name: "Import…" }).click();
  await choose("again.csv", first);
  await dialog.getByRole("button", { name: /Into/ }).click();
  await page.getByRole("option", { name: "Second read" }).click();
  await expect(dialog.getByRole("radio", { name: "There already (2)" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Nothing to import" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo: add 2 annotations" }).click();
  await openModal(page);
  await expect(sessionRow(page, "Second read")).toContainText("0");
  await expect(sessionRow(page, "First read")).toContainText("2");
});

test("'Annotation Setup' makes a session and loads others beside it", async ({ review, sessions }) => {
  const { page } = review;
  await sessions.make("A read", [{ start_time: seconds(1), end_time: seconds(1) }]);
  await review.open(night.name);
  await openList(page);
  await sidebar(page)
    .getByRole("button", { name: /Current session/ })
    .click();
  await page.getByRole("option", { name: "New session…" }).click();
  const setup = page.getByRole("dialog", { name: "Annotation Setup" });
  await setup.getByRole("button", { name: "Create", exact: true }).click();
  await expect(setup.getByRole("alert")).toHaveText("Session name cannot be empty");
  await setup.getByLabel("Session name").fill("Mine");
  await expect(setup).toContainText("New annotations will be written to: Mine");
  await setup.getByRole("checkbox", { name: "A read (1)" }).press("Space");
  // With the two of the file, which are loaded already.
  await expect(setup.getByText("This will load 3 annotation(s)")).toBeVisible();
  await setup.getByRole("button", { name: "Create", exact: true }).click();
  await expect(setup).toHaveCount(0);
  await expect(sidebar(page).getByRole("button", { name: /Mine \(0\)/ })).toBeVisible();
});

test("the patient's tab leads into the review with a session loaded; it is faded without the permission", async ({
  review,
  sessions,
  colleague,
  server,
}) => {
  const { page } = review;
  await sessions.make("Z read", [{ annotation_text: "Arousal", start_time: seconds(5), end_time: seconds(6) }]);
  const address = `${server.url}/data/visualize/data?patient_id=${await sessions.patientKey()}`;
  await page.goto(address);
  await page.getByRole("link", { name: "Annotations" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Z read" })).toContainText("1");
  await page.getByRole("link", { name: "Z read" }).click();
  await review.idle();
  await expect(row(page, "Arousal")).toBeVisible();
  await colleague.page.goto(address);
  const tab = colleague.page.getByRole("button", { name: "Annotations" });
  await expect(tab).toHaveAttribute("aria-disabled", "true");
  await expect(tab).toHaveCSS("cursor", "not-allowed");
  await tab.focus();
  await expect(colleague.page.getByRole("tooltip")).toHaveText("You do not have permission for this action");
});

test("sidebar and dialogs are without findings of axe in both themes", async ({ review, sessions }) => {
  const { page } = review;
  await sessions.make("A read", [
    { start_time: seconds(1), end_time: seconds(1) },
    { annotation_text: "Seizure", start_time: seconds(2), end_time: seconds(170) },
  ]);
  await review.open(night.name);
  await openList(page);
  const found: string[] = [];
  const look = async (part: string) => {
    await expect(page.locator(part)).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await new AxeBuilder({ page }).include(part).analyze();
      found.push(...violations.map(({ id, nodes }) => `${colorScheme} ${part} ${id}: ${nodes[0].html.slice(0, 200)}`));
    }
  };
  await openModal(page);
  await tick(page, "A read");
  await modal(page)
    .getByRole("region", { name: "Sessions", exact: true })
    .getByRole("button", { name: "Load", exact: true })
    .click();
  await look("[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(sidebar(page).getByRole("button", { name: "Load Annotations" })).toBeFocused();
  await list(page).focus();
  await page.keyboard.press("Space");
  await look("aside[aria-label=Annotations]");
  await sidebar(page)
    .getByRole("button", { name: /Current session/ })
    .click();
  await page.getByRole("option", { name: "New session…" }).click();
  await look("[role=dialog]");
  expect(found).toEqual([]);
});
