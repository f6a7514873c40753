/** A server with places, patients and an uploader, files to choose on a disk, and the upload wizard by its labels. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "playwright/test";
import type { Permission } from "../../src/protocol/permissions.ts";
import type { AnswerOf, Route } from "../../src/protocol/route.ts";
import { getUploadSettings, type UploadSettings } from "../../src/protocol/uploads.ts";
import type { BackendOption } from "../playwright.config.ts";
import { addProject, addSite, addUser, signIn, tokenCookie, withDatabase } from "../support/accounts.ts";
import { wave, writeCns } from "../support/cns-writer.ts";
import { writeEdf } from "../support/edf-writer.ts";
import { writeStudy } from "../support/natus-writer.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { withoutErrors } from "./page-errors.ts";

export { expect };

export interface UploadWorld {
  readonly url: string;
  readonly dataDir: string;
  /** Folder with the files to choose. */
  readonly folder: string;
  readonly token: string;
  /** Where a test may kill it. */
  readonly server?: Pick<RunningServer, "kill" | "restart">;
  readonly sites: UploadSettings["sites"];
  readonly projects: UploadSettings["projects"];
  /** Patients "0042" and "1042" of the first site and project. */
  readonly patientKeys: readonly number[];
  /** Signs a new user with these rights in, who belongs to all of the places. */
  enter(context: BrowserContext, ...permissions: readonly Permission[]): Promise<void>;
}

interface Fixtures extends BackendOption {
  /** Errors the browser may report in this test. */
  allowErrors: RegExp | null;
  wizard: Wizard;
}

export const uploaderRights = [
  "access_data_visualize",
  "upload_data",
  "access_data_upload_patient_subpage",
] as const satisfies readonly Permission[];

/** The upload wizard as a user meets it. */
export class Wizard {
  constructor(
    readonly page: Page,
    readonly world: UploadWorld,
  ) {}

  get dialog(): Locator {
    return this.page.getByRole("dialog", { name: "Upload patient" });
  }
  button = (name: string | RegExp): Locator => this.page.getByRole("button", { name, exact: typeof name === "string" });
  table = (name: string): Locator => this.dialog.getByRole("table", { name, exact: true });
  step = (name: string): Locator => this.dialog.locator("[aria-current=step]").filter({ hasText: name });
  get next(): Locator {
    return this.dialog.getByRole("button", { name: "Next", exact: true });
  }
  get back(): Locator {
    return this.dialog.getByRole("button", { name: "Back", exact: true });
  }
  get question(): Locator {
    return this.page.getByRole("alertdialog");
  }

  /** Answers a call in the server's place. */
  async answer<R extends Route>(route: R, answer: AnswerOf<R>): Promise<void> {
    await this.page.route(`**${route.path}*`, (request) => request.fulfill({ json: answer as object }));
  }

  /** Opens the wizard from the patients list, with other settings than the server's where told. */
  async open(settings: Partial<UploadSettings> = {}): Promise<void> {
    if (Object.keys(settings).length > 0)
      await this.page.route(`**${getUploadSettings.path}*`, async (request) => {
        const answer = await request.fetch();
        await request.fulfill({ json: { ...((await answer.json()) as UploadSettings), ...settings } });
      });
    await this.page.goto(`${this.world.url}/data/visualize`);
    await this.button("Upload patient").click();
    await expect(this.dialog).toBeVisible();
  }

  async acceptTerms(): Promise<void> {
    await this.dialog.getByText("I have read these terms").click();
    await this.dialog.getByText("I agree to remove").click();
    await this.next.click();
  }

  /** Takes the `k`th option of a list that opens from a button. */
  async select(label: string, option: string | RegExp): Promise<void> {
    await this.dialog.getByRole("button", { name: new RegExp(label) }).click();
    await this.page.getByRole("option", { name: option }).click();
  }

  async choosePlace(): Promise<void> {
    await this.select("Site", this.world.sites[0].name);
    await this.select("Project", this.world.projects[0].name);
    await this.next.click();
  }

  /** From the terms to the data step, for an existing patient, or a new one of this id. */
  async toData(newId?: string): Promise<void> {
    await this.acceptTerms();
    await this.choosePlace();
    if (newId === undefined) await this.dialog.getByRole("option", { name: "1042" }).click();
    else {
      await this.kind("New patient").click();
      await this.dialog.getByLabel("Patient ID").fill(newId);
    }
    await expect(this.next).toBeEnabled();
    await this.next.click();
    await expect(this.step("Select data")).toBeVisible();
  }

  /** One of the choices side by side: a data type, or new and existing. */
  kind = (name: string | RegExp): Locator => this.dialog.getByRole("radio", { name });

  /** Chooses a directory, or files, of the folder by the button of that name. */
  async choose(button: string, ...names: readonly string[]): Promise<void> {
    const chooser = this.page.waitForEvent("filechooser");
    await this.dialog.getByRole("button", { name: button, exact: true }).click();
    const paths = names.map((name) => join(this.world.folder, name));
    await (await chooser).setFiles(paths.length === 1 ? paths[0] : paths);
  }

  /** Of what is selected. */
  row = (name: string): Locator =>
    this.dialog
      .getByRole("table", { name: /^Selected/ })
      .getByRole("row")
      .filter({ has: this.page.getByText(name, { exact: true }) });
}

const edf = (patient: string, startTime = "22.15.00") =>
  writeEdf({
    patient,
    recording: "Startdate 02-MAR-2020 X X X",
    startDate: "02.03.20",
    startTime,
    format: "EDF+C",
    records: 4,
    signals: [{ label: "EEG Fp1", unit: "uV", samplesPerRecord: 64 }],
  });

/** What can be chosen. */
function writeFiles(folder: string): void {
  writeFileSync(join(folder, "night.edf"), edf("X X X X"));
  writeFileSync(join(folder, "Okafor.edf"), edf("12345678 F 02-AUG-1951 Okafor_Maria"));
  writeFileSync(join(folder, "broken.edf"), "this is no recording");
  writeFileSync(join(folder, "notes.txt"), "hello");
  writeFileSync(join(folder, "medications.csv"), "time,drug,dose\n2024-05-16 09:40,Propofol,20\n");
  writeCns(folder, { name: "Patient_2024_05_16", streams: [wave(640)] });
  writeCns(folder, { name: "Other_2024", streams: [wave(640)] });
  writeCns(folder, { name: "Patient_json", streams: [wave(640)], files: { "patient.info.json": "{}" } });
  const study = join(folder, "Doe~ Jane_0f1e2d3c");
  mkdirSync(study);
  for (const [name, bytes] of writeStudy({ channels: 4, parts: [[{ samples: 512 }]] }))
    writeFileSync(join(study, name), bytes);
  const mixed = join(folder, "Study");
  mkdirSync(mixed);
  writeCns(mixed, { name: "Patient_mixed", streams: [wave(640)] });
  writeFileSync(join(mixed, "day.edf"), edf("X X X X", "08.00.00"));
  writeFileSync(join(mixed, "given.csv"), "time,drug\n2024-05-16 09:40,Propofol\n");
  writeFileSync(join(mixed, "read me.txt"), "hello");
}

export const test = base.extend<Fixtures, { world: UploadWorld }>({
  backend: ["canvas2d", { option: true }],
  allowErrors: [null, { option: true }],

  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "connect-upload-"));
      writeFiles(folder);
      const running = await startServer();
      const { workspaceId } = await signIn(running.url);
      const made = await withDatabase(running.dataDir, async (pool) => {
        const siteIds = [await addSite(pool, workspaceId, "NGMC"), await addSite(pool, workspaceId, "KESS")];
        const projectIds = [await addProject(pool, workspaceId, "CPP"), await addProject(pool, workspaceId, "SDW")];
        const sql =
          "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4) returning id";
        const patientKeys: number[] = [];
        for (const identifier of ["0042", "1042"]) {
          const { rows } = await pool.query<{ id: number }>(sql, [workspaceId, projectIds[0], siteIds[0], identifier]);
          patientKeys.push(rows[0].id);
        }
        return { siteIds, projectIds, patientKeys };
      });
      const named = (ids: readonly number[], identifiers: readonly string[], word: string) =>
        ids.map((id, k) => ({ id, identifier: identifiers[k], name: `${word} ${identifiers[k]}` }));
      const user = (permissions: readonly Permission[]) =>
        withDatabase(running.dataDir, (pool) => addUser(pool, { workspaceId, permissions, ...made }));
      const { token } = await signIn(running.url, await user(uploaderRights));
      const give = (context: BrowserContext, value: string) =>
        context.addCookies([{ name: tokenCookie, value, url: running.url, sameSite: "Strict" }]);
      await use({
        url: running.url,
        dataDir: running.dataDir,
        folder,
        token,
        server: running,
        sites: named(made.siteIds, ["NGMC", "KESS"], "Site"),
        projects: named(made.projectIds, ["CPP", "SDW"], "Project"),
        patientKeys: made.patientKeys,
        enter: async (context, ...permissions) =>
          give(context, (await signIn(running.url, await user(permissions))).token),
      });
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],

  page: async ({ page, world, allowErrors }, use) => {
    const { url, token } = world;
    await page.context().addCookies([{ name: tokenCookie, value: token, url, sameSite: "Strict" }]);
    await withoutErrors(page, allowErrors, use);
  },

  wizard: async ({ page, world }, use) => {
    await use(new Wizard(page, world));
  },
});
