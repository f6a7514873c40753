/** What the tests of the upload queue share: a proxy before the store, a large file, and the panel by its labels. */
import { closeSync, openSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright/test";
import { uploadPartBytes } from "../../src/protocol/upload-limits.ts";
import { addUser, signIn, type TestUser, tokenCookie, withDatabase } from "../support/accounts.ts";
import { writeEdf } from "../support/edf-writer.ts";
import { type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { test as base, expect, type UploadWorld, uploaderRights, Wizard } from "./upload-world.ts";

export { expect };

export const success = "Your upload was successful! You will receive an email when your data is ready for review.";
export const largeName = "large.edf";
const largeBytes = 3 * uploadPartBytes + 4096;

/** A valid EDF file of more than 40,000,000 bytes, all of it zero: only its head is written. */
function writeLarge(folder: string): void {
  const path = join(folder, largeName);
  const signals = [{ label: "EEG Fp1", unit: "uV", samplesPerRecord: 2048, sample: () => 0 }];
  const one = writeEdf({
    patient: "X X X X",
    recording: "Startdate 02-MAR-2020 X X X",
    startDate: "02.03.20",
    signals,
  });
  const head = one.length - 4096;
  const records = Math.floor((largeBytes - head) / 4096);
  const bytes = Buffer.from(one.subarray(0, head));
  bytes.write(String(records).padEnd(8), 236, "latin1");
  const file = openSync(path, "w");
  writeSync(file, bytes);
  closeSync(file);
  truncateSync(path, head + records * 4096);
}

export class Transfers {
  constructor(
    readonly page: Page,
    readonly world: UploadWorld,
    readonly user: TestUser,
    readonly store: FaultProxy,
  ) {}

  /** A new session of the test's user. */
  async enter(): Promise<string> {
    const { token } = await signIn(this.world.url, this.user);
    await this.page
      .context()
      .addCookies([{ name: tokenCookie, value: token, url: this.world.url, sameSite: "Strict" }]);
    return token;
  }

  /** The same browser in the hands of another user of the same places. */
  async another(): Promise<Transfers> {
    return new Transfers(this.page, this.world, await uploaderOf(this.world), this.store);
  }

  dialog = (name: string) => this.page.getByRole("dialog", { name });
  get panel() {
    return this.page.getByRole("region", { name: "Uploads", exact: true });
  }
  stage = (name: string) => this.page.getByRole("region", { name, exact: true });

  /** Status of the newest upload, and how many of its files are verified. */
  async upload(): Promise<{ status: string; verified: number; files: number }> {
    return withDatabase(this.world.dataDir, async (pool) => {
      const { rows } = await pool.query(`select u.status, count(f.id)::int as files,
        count(f.id) filter (where f.state = 'verified')::int as verified
        from upload u left join upload_file f on f.upload_id = u.id group by u.id order by u.id desc limit 1`);
      return rows[0];
    });
  }

  async isTakenOver(): Promise<void> {
    await expect.poll(async () => (await this.upload()).status).toMatch(/PROCESSING|SUCCESS/);
  }
}

/** A new user who may upload to all places. */
async function uploaderOf({ url, dataDir, projects, sites }: UploadWorld): Promise<TestUser> {
  const ids = (places: readonly { id: number }[]) => places.map(({ id }) => id);
  const { workspaceId } = await signIn(url);
  return withDatabase(dataDir, (pool) =>
    addUser(pool, { workspaceId, permissions: uploaderRights, projectIds: ids(projects), siteIds: ids(sites) }),
  );
}

export const test = base.extend<{ transfers: Transfers }>({
  // Pages are opened through the proxy.
  wizard: async ({ page, world, transfers }, use) => {
    await use(new Wizard(page, { ...world, url: transfers.store.url }));
  },
  transfers: async ({ page, world }, use) => {
    writeLarge(world.folder);
    const user = await uploaderOf(world);
    const store = await startFaultProxy(world.url);
    const transfers = new Transfers(page, world, user, store);
    await transfers.enter();
    await use(transfers);
    await store.stop();
  },
});

let lastId = 5000;
/** An identifier that no patient has. */
export const nextPatient = (): string => String(++lastId);

/** Through the wizard up to its last button: files for a patient of their own. Returns the patient's id. */
export async function begin(wizard: Wizard, ...names: string[]): Promise<string> {
  const id = nextPatient();
  await wizard.open();
  await wizard.toData(id);
  await wizard.kind(/EDF/).click();
  await wizard.choose("Select files", ...names);
  await expect(wizard.next).toBeEnabled();
  await wizard.next.click();
  await wizard.button("Upload").click();
  return id;
}

export const close = (dialog: Locator) => dialog.getByRole("button", { name: "Close", exact: true }).last().click();
