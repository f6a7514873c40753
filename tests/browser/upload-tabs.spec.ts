/** Two tabs of one browser that upload for two patients at once: each has its own queue, and each file comes to its patient. */
import { join } from "node:path";
import { withDatabase } from "../support/accounts.ts";
import { begin, close, expect, largeName, Transfers, test } from "./transfers.ts";
import { Wizard } from "./upload-world.ts";

test.use({ allowErrors: /Failed to load resource|WebSocket connection/ });

/** Names and states of the files of these patients, as the server keeps them: other tests have uploaded to it too. */
const filesOf = ({ world }: Transfers, patients: readonly string[]) =>
  withDatabase(world.dataDir, async (pool) => {
    const { rows } = await pool.query<{ patient: string; files: string[] }>(
      `
      select u.patient_identifier as patient, array_agg(f.path || ' ' || f.state order by f.path) as files
      from upload u join upload_file f on f.upload_id = u.id
      where u.patient_identifier = any($1) group by u.id order by u.id`,
      [patients],
    );
    return rows;
  });

test("a reload of one and a server that is killed under both: nothing is mixed up, nothing is lost", async ({
  wizard,
  transfers,
}) => {
  const { server } = transfers.world;
  if (server === undefined) throw new Error("This world has no server that may be killed.");
  const other = new Wizard(await wizard.page.context().newPage(), wizard.world);
  const second = new Transfers(other.page, transfers.world, transfers.user, transfers.store);
  other.page.on("dialog", (dialog) => void dialog.accept());

  transfers.store.fault = (n) => {
    if (n === 2) transfers.store.hold();
    return undefined;
  };
  const first = await begin(wizard, largeName);
  await expect.poll(() => transfers.store.stored).toBe(2);
  const last = await begin(other, "night.edf");
  await expect.poll(() => transfers.store.held).toBeGreaterThan(1);
  // From here on the server knows of it, and the browser keeps nothing of its own.
  await expect(other.page.getByRole("region", { name: "Preparing files" })).toContainText("Complete");
  // Each tab tells of its own.
  await close(second.dialog("Upload in progress"));
  await expect(second.panel).toContainText(last);
  await expect(second.panel).not.toContainText(first);

  await other.page.reload();
  await expect(second.panel).toContainText("1 upload interrupted");
  await expect(second.panel).not.toContainText(first);
  await server.kill();
  transfers.store.release();
  await expect(transfers.dialog("Upload in progress")).toContainText(/cannot be sent at the moment/);
  await server.restart();
  await expect(transfers.dialog("Upload complete")).toBeVisible({ timeout: 60_000 });

  // The tab that was loaded anew goes on with its own file; another's is none of it.
  await other.page.reload();
  const row = second.panel.getByRole("listitem").filter({ hasText: last });
  for (const name of [largeName, "night.edf"]) {
    const chooser = other.page.waitForEvent("filechooser");
    await row.getByRole("button", { name: "Choose the files again" }).click();
    await (await chooser).setFiles(join(transfers.world.folder, name));
    if (name === largeName) await expect(row).toContainText("night.edf");
  }
  await expect
    .poll(() => filesOf(transfers, [first, last]), { timeout: 60_000 })
    .toEqual([
      { patient: first, files: [`${largeName} verified`] },
      { patient: last, files: ["night.edf verified"] },
    ]);
});
