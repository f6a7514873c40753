/** Queue and transfer in a real browser against the real server: stages, cancel, cut lines, reload, session, log-out. */
import { appendFileSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { logOut } from "../../src/protocol/accounts.ts";
import { answerAs } from "../support/accounts.ts";
import { AxeBuilder } from "./axe.ts";
import { begin, close, expect, largeName, nextPatient, success, test } from "./transfers.ts";

test("prepares, sends and finishes; the panel and the dialog say how far it is", async ({ wizard, transfers }) => {
  transfers.store.hold();
  const id = await begin(wizard, "night.edf", largeName);
  const dialog = transfers.dialog("Upload in progress");
  await expect(dialog).toBeVisible();
  await expect(transfers.stage("Preparing files")).toContainText("Complete");
  await expect(transfers.stage("Preparing files")).toContainText("2 of 2 files");
  await expect(transfers.stage("Uploading")).toContainText("0 of 2 files");
  // What lies in the buffers of the line counts as sent.
  await expect(transfers.stage("Uploading")).toContainText(/\d %/);
  await close(dialog);
  await expect(transfers.panel).toContainText("1 upload in progress...");
  await expect(transfers.panel).toContainText(`${id} at Site NGMC`);
  transfers.store.release();
  await expect(transfers.panel).toContainText("1 upload complete");
  await transfers.isTakenOver();
  expect(await transfers.upload()).toMatchObject({ files: 2, verified: 2 });
  await transfers.panel.getByRole("button", { name: /^Show the upload/ }).click();
  await expect(transfers.dialog("Upload complete")).toContainText(success);
  // Both say where it is: the patient's data, which waits until some is read.
  await close(transfers.dialog("Upload complete"));
  const way = `Open the data: ${id} at Site NGMC`;
  await transfers.panel.getByRole("link", { name: way }).click();
  await expect(wizard.page).toHaveURL(/\/data\/visualize\/data\?patient_id=\d+$/);
  await expect(wizard.page.getByRole("heading", { name: `Patient ${id} at Site NGMC` })).toBeVisible();
  await transfers.panel.getByRole("button", { name: /^Show the upload/ }).click();
  await transfers.dialog("Upload complete").getByRole("link", { name: way }).click();
  await expect(transfers.dialog("Upload complete")).toHaveCount(0);
  await expect(wizard.page.getByRole("button", { name: "View data", exact: true })).toBeVisible();
  await transfers.panel.getByRole("button", { name: "Close the list of uploads" }).click();
  await expect(transfers.panel).toBeHidden();
});

test.describe("faults", () => {
  test.use({ allowErrors: /Failed to load resource/ });

  test("cut lines, answers of a store in trouble and expired addresses delay it, nothing else", async ({
    wizard,
    transfers,
  }) => {
    const faults = ["cut", "cut", { status: 503 }, { status: 403 }, { status: 429 }, { status: 500 }] as const;
    transfers.store.fault = (n) => faults[n - 1];
    await begin(wizard, largeName);
    await expect(transfers.dialog("Upload complete")).toContainText(success);
    expect(await transfers.upload()).toMatchObject({ files: 1, verified: 1 });
    expect(transfers.store.stored).toBe(4);
  });

  test("without a connection it says so, waits and goes on by itself", async ({ wizard, transfers, context }) => {
    transfers.store.hold();
    await begin(wizard, "night.edf");
    await expect.poll(() => transfers.store.held).toBe(1);
    await context.setOffline(true);
    await expect(wizard.question).toContainText("Internet Connection was cut off");
    await wizard.question.getByRole("button", { name: "Close" }).click();
    transfers.store.release();
    const dialog = transfers.dialog("Upload in progress");
    await expect(dialog).toContainText("Internet Connection was cut off");
    await context.setOffline(false);
    await expect(transfers.dialog("Upload complete")).toContainText(success);
  });

  test("a file that arrives damaged twice fails the upload, and the support team is told", async ({
    wizard,
    transfers,
  }) => {
    transfers.store.fault = () => ({ status: 200 });
    await begin(wizard, "night.edf");
    const dialog = transfers.dialog("Upload failed");
    await expect(dialog).toContainText(
      "Your upload has failed. We apologize for the inconvenience. A message has been sent to the support team. We will investigate this issue.",
    );
    await expect(dialog).toContainText('"night.edf" did not arrive as it was sent, twice.');
    expect(transfers.store.sent).toBe(2);
    expect(await transfers.upload()).toMatchObject({ status: "FAILED", verified: 0 });
    await close(dialog);
    await expect(transfers.panel).toContainText("1 upload failed");
    await expect(transfers.panel).toContainText("Upload failed");
  });

  test("a session that ends leaves the upload to be continued after the next sign-in", async ({
    wizard,
    transfers,
  }) => {
    transfers.store.hold();
    const token = await transfers.enter();
    await begin(wizard, "night.edf");
    await expect.poll(() => transfers.store.held).toBe(1);
    await answerAs(transfers.world.url, token, logOut, {});
    await expect(wizard.page.getByRole("button", { name: "LOG IN" })).toBeVisible();
    await expect(transfers.panel).toBeHidden();
    transfers.store.release();
    expect((await transfers.upload()).status).toBe("UPLOADING");
    await transfers.enter();
    await wizard.page.goto(`${wizard.world.url}/data/visualize`);
    await expect(transfers.panel).toContainText("Upload interrupted");
    await transfers.panel.getByRole("button", { name: "Cancel upload" }).click();
    await wizard.button("Yes, cancel upload").click();
    await expect(transfers.panel).toBeHidden();
    expect((await transfers.upload()).status).toBe("CANCELED");
  });
});

test("canceling asks, stops the transfer and removes what was sent", async ({ wizard, transfers }) => {
  transfers.store.hold();
  await begin(wizard, "night.edf");
  await expect.poll(() => transfers.store.held).toBe(1);
  await transfers.dialog("Upload in progress").getByRole("button", { name: "Cancel upload" }).click();
  await wizard.button("No, continue upload").click();
  await transfers.dialog("Upload in progress").getByRole("button", { name: "Cancel upload" }).click();
  await wizard.button("Yes, cancel upload").click();
  const dialog = transfers.dialog("Upload canceled");
  await expect(dialog).toContainText("Upload has been canceled");
  await expect.poll(async () => (await transfers.upload()).status).toBe("CANCELED");
  await close(dialog);
  await expect(transfers.panel).toContainText("1 upload canceled");
  await expect(transfers.panel).toContainText("Upload canceled");
});

test("a second upload waits in the queue, can be removed, and comes to its turn", async ({ wizard, transfers }) => {
  transfers.store.hold();
  const first = await begin(wizard, "night.edf");
  await expect.poll(() => transfers.store.held).toBe(1);
  await transfers.dialog("Upload in progress").getByRole("button", { name: "Close and upload another" }).click();
  await expect(wizard.dialog).toBeVisible();
  await wizard.toData(first);
  await wizard.kind(/EDF/).click();
  await wizard.choose("Select files", "night.edf");
  await expect(wizard.row("night.edf")).toContainText("already in the current queue");
  await wizard.next.click();
  await wizard.button("Upload").click();
  const dialog = transfers.dialog("Upload in queue");
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  expect((await new AxeBuilder({ page: wizard.page }).include("[role=dialog]").analyze()).violations).toEqual([]);
  await dialog.getByRole("button", { name: /^Remove the upload/ }).click();
  await wizard.button("Yes, remove").click();
  await expect(dialog).toBeHidden();
  await expect(transfers.panel).toContainText("1 upload in progress...");
  expect(
    (await new AxeBuilder({ page: wizard.page }).include("section[aria-label=Uploads]").analyze()).violations,
  ).toEqual([]);
  await expect(transfers.panel.getByRole("button", { name: /^Close the list|The list can be closed/ })).toBeDisabled();
  await wizard.button("Upload patient").click();
  await wizard.toData(nextPatient());
  await wizard.kind(/EDF/).click();
  await wizard.choose("Select files", "night.edf");
  await wizard.next.click();
  await wizard.button("Upload").click();
  await expect(transfers.panel).toContainText("2 uploads in progress...");
  await transfers.dialog("Upload in queue").getByRole("button", { name: "Move to progress" }).click();
  await expect(transfers.dialog("Upload in progress")).toContainText(`${first} at Site NGMC`);
  await close(transfers.dialog("Upload in progress"));
  transfers.store.release();
  await expect(transfers.panel).toContainText("2 uploads complete");
});

test("a page that is opened again continues with what is missing", async ({ wizard, transfers }) => {
  const { page } = wizard;
  page.on("dialog", (dialog) => void dialog.accept()); // the browser asks before it leaves
  transfers.store.fault = (n) => {
    if (n === 2) transfers.store.hold();
    return undefined;
  };
  await begin(wizard, "night.edf", largeName);
  await expect.poll(() => transfers.store.stored).toBe(2);
  await expect.poll(() => transfers.store.held).toBeGreaterThan(0);
  const listed = () => page.evaluate(() => sessionStorage.getItem("connect.uploads"));
  expect(await listed()).toContain('["night.edf","large.edf"]');
  await page.reload();
  await expect(transfers.panel).toContainText("1 upload interrupted");
  await expect(transfers.panel).toContainText("Upload interrupted");
  expect(await listed()).toBeNull();
  // What the store has of the large file: one part of four.
  await expect(transfers.panel).toContainText("33 % sent");
  transfers.store.release();
  const before = transfers.store.stored;
  const choose = async (...names: string[]) => {
    const chooser = page.waitForEvent("filechooser");
    await transfers.panel.getByRole("button", { name: "Choose the files again" }).click();
    await (await chooser).setFiles(names.map((name) => join(transfers.world.folder, name)));
  };
  await choose("broken.edf");
  await expect(transfers.panel.getByRole("alert")).toContainText("Not found among the chosen files");
  await choose("night.edf", largeName);
  await expect(transfers.panel).toContainText("1 upload complete");
  await transfers.isTakenOver();
  expect(await transfers.upload()).toMatchObject({ files: 2, verified: 2 });
  // Of the five requests, those that were stored before are not made again.
  expect(transfers.store.stored - before).toBe(3);
});

test("logging out during an upload asks, and cancels it", async ({ wizard, transfers }) => {
  transfers.store.hold();
  await begin(wizard, "night.edf");
  await expect.poll(() => transfers.store.held).toBe(1);
  await close(transfers.dialog("Upload in progress"));
  await wizard.button("Log out").click();
  await expect(wizard.question).toContainText("Remove upload?");
  await wizard.button("No, continue upload").click();
  await expect(transfers.panel).toContainText("1 upload in progress...");
  await wizard.button("Log out").click();
  await wizard.button("Yes, log out").click();
  await expect(wizard.page.getByRole("button", { name: "LOG IN" })).toBeVisible();
  expect((await transfers.upload()).status).toBe("CANCELED");
});

test("a file that is changed after it was chosen is not sent", async ({ wizard, transfers }) => {
  const name = "changing.edf";
  copyFileSync(join(transfers.world.folder, "night.edf"), join(transfers.world.folder, name));
  await wizard.open();
  await wizard.toData(nextPatient());
  await wizard.kind(/EDF/).click();
  await wizard.choose("Select files", name);
  await wizard.next.click();
  appendFileSync(join(transfers.world.folder, name), "more");
  await wizard.button("Upload").click();
  const dialog = transfers.dialog("Upload failed");
  await expect(dialog).toContainText(`"${name}" was changed, moved or can no longer be read since it was chosen.`);
  await expect(dialog).not.toContainText("support team");
  await expect(transfers.stage("Preparing files")).toContainText("Failed");
});
