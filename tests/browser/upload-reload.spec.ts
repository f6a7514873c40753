/** What a reload leaves of the queue: uploads that waited are still there, need their files again, and go on. */
import { copyFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright/test";
import { getOpenUploads } from "../../src/protocol/uploads.ts";
import { begin, close, expect, largeName, nextPatient, type Transfers, test } from "./transfers.ts";
import type { Wizard } from "./upload-world.ts";

/** The row of a patient in the panel. */
const rowOf = ({ panel }: Transfers, patient: string): Locator =>
  panel.getByRole("listitem").filter({ hasText: patient });

async function chooseAgain({ page, world }: Transfers, row: Locator, ...names: string[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await row.getByRole("button", { name: "Choose the files again" }).click();
  await (await chooser).setFiles(names.map((name) => join(world.folder, name)));
}

/** Begins an upload that is held, puts another one behind it, and reloads the page. Returns the patients' ids. */
async function leave(wizard: Wizard, transfers: Transfers, name: string): Promise<{ begun: string; queued: string }> {
  const { page } = wizard;
  page.on("dialog", (dialog) => void dialog.accept()); // the browser asks before it leaves
  transfers.store.hold();
  const begun = await begin(wizard, "night.edf");
  await expect.poll(() => transfers.store.held).toBe(1);
  await transfers.dialog("Upload in progress").getByRole("button", { name: "Close and upload another" }).click();
  const queued = nextPatient();
  await wizard.toData(queued);
  await wizard.kind(/EDF/).click();
  await wizard.choose("Select files", name);
  await wizard.next.click();
  await wizard.button("Upload").click();
  await close(transfers.dialog("Upload in queue"));
  await expect(transfers.panel).toContainText("2 uploads in progress...");
  await page.reload();
  await expect(transfers.panel).toContainText("2 uploads interrupted");
  await expectRoomAbove(page, transfers);
  transfers.store.release();
  return { begun, queued };
}

/** However long the table of the page is, it ends above the panel, or has the height that it has at least. */
async function expectRoomAbove(page: Page, transfers: Transfers): Promise<void> {
  const top = (await transfers.panel.boundingBox())?.y ?? 0;
  const mostHeight = () =>
    page.getByRole("grid", { name: "Patients" }).evaluate((grid) => {
      const area = grid.closest("div");
      return area === null ? Number.NaN : Number.parseFloat(getComputedStyle(area).maxHeight);
    });
  await expect.poll(mostHeight).toBeLessThanOrEqual(Math.max(280, top - 240));
}

/** Owners of what the browser keeps of its queue. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("connect-uploads");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const read = opening.result.transaction("entries").objectStore("entries").getAllKeys();
          read.onsuccess = () => {
            opening.result.close();
            resolve(read.result.map(String));
          };
        };
      }),
  );

test("an upload that waited is there after a reload, takes its files again, and says which were changed", async ({
  wizard,
  transfers,
}) => {
  const { page } = wizard;
  const name = "waiting.edf";
  copyFileSync(join(transfers.world.folder, "night.edf"), join(transfers.world.folder, name));
  const { begun, queued } = await leave(wizard, transfers, name);
  const row = rowOf(transfers, queued);
  await expect(rowOf(transfers, begun)).toContainText("Upload interrupted");
  await expect(row).toContainText("Not begun");
  await expect(row).toContainText(`Needs its files again: ${name}`);

  await chooseAgain(transfers, row, "broken.edf");
  await expect(row.getByRole("alert")).toContainText(`Not found among the chosen files, or changed since: ${name}`);
  utimesSync(join(transfers.world.folder, name), 1, 1);
  await chooseAgain(transfers, row, name);
  await expect(wizard.question).toContainText(`saved again, have another size, or are new: ${name}.`);
  await wizard.button("No, do not upload").click();
  await expect(row.getByRole("alert")).toContainText("not those of this upload");
  await chooseAgain(transfers, row, name);
  await wizard.button("Yes, upload them").click();
  await expect(transfers.panel).toContainText("1 upload complete");
  await transfers.isTakenOver();
  expect(await transfers.upload()).toMatchObject({ files: 1, verified: 1 });

  await page.reload();
  await expect(transfers.panel).toContainText("1 upload interrupted");
  await expect(rowOf(transfers, queued)).toHaveCount(0);
  expect(await kept(page)).toEqual([]);
});

test("an upload that waited can be removed after a reload, and stays removed", async ({ wizard, transfers }) => {
  const { page } = wizard;
  const { queued } = await leave(wizard, transfers, "night.edf");
  await rowOf(transfers, queued).getByRole("button", { name: "Remove" }).click();
  await wizard.button("Yes, remove").click();
  await expect(rowOf(transfers, queued)).toHaveCount(0);
  await page.reload();
  await expect(transfers.panel).toContainText("1 upload interrupted");
  await expect(rowOf(transfers, queued)).toHaveCount(0);
});

for (const end of ["crash", "log-out"] as const)
  test(`after a ${end} nothing of the queue is left for the next user of the browser`, async ({
    wizard,
    transfers,
  }) => {
    const { page } = wizard;
    const { queued } = await leave(wizard, transfers, "night.edf");
    expect(await kept(page)).toHaveLength(1);
    if (end === "log-out") {
      await wizard.button("Log out").click();
      await expect(wizard.button("LOG IN")).toBeVisible();
      await expect.poll(() => kept(page)).toEqual([]);
    }
    const other = await transfers.another();
    for (const user of [other, transfers]) {
      await user.enter();
      const asked = page.waitForResponse(`**${getOpenUploads.path}*`);
      await page.goto(`${wizard.world.url}/data/visualize`);
      await asked;
      await expect.poll(() => kept(page)).toEqual([]);
      await expect(rowOf(transfers, queued)).toHaveCount(0);
    }
  });

test.describe("a server that is killed", () => {
  test.use({ allowErrors: /Failed to load resource|WebSocket connection/ });

  test("in the middle is told at once; after its restart the upload goes on, and no part is sent twice", async ({
    wizard,
    transfers,
  }) => {
    const { server } = transfers.world;
    if (server === undefined) throw new Error("This world has no server that may be killed.");
    transfers.store.fault = (n) => {
      if (n === 2) transfers.store.hold();
      return undefined;
    };
    await begin(wizard, largeName);
    await expect.poll(() => transfers.store.stored).toBe(2);
    await expect.poll(() => transfers.store.held).toBeGreaterThan(0);
    await server.kill();
    transfers.store.release();
    const dialog = transfers.dialog("Upload in progress");
    await expect(dialog).toContainText(/cannot be sent at the moment\. Trying again (in \d+ s|now)/);
    await server.restart();
    await expect(transfers.dialog("Upload complete")).toBeVisible({ timeout: 60_000 });
    await transfers.isTakenOver();
    expect(await transfers.upload()).toMatchObject({ files: 1, verified: 1 });
    expect(transfers.store.stored).toBe(4);
  });
});
