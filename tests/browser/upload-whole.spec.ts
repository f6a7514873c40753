/** One study through everything: wizard, hash, transfer, check, reading, mail, list, review. With either kind of store. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "playwright/test";
import { getUploadSettings } from "../../src/protocol/uploads.ts";
import type { BackendOption } from "../playwright.config.ts";
import { addProject, addSite, addUser, answerAs, signIn, tokenCookie, withDatabase } from "../support/accounts.ts";
import { ramp, startUs, writeCns } from "../support/cns-writer.ts";
import { writeEdf } from "../support/edf-writer.ts";
import { startMailServer } from "../support/mail.ts";
import { writeStudy } from "../support/natus-writer.ts";
import { hasRadosgw, startRadosgw } from "../support/radosgw.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { uploaderRights, Wizard } from "./upload-world.ts";

const stores = ["a local folder", "an S3-compatible service"] as const;
const email = "uploader@connect.test";

interface Fixtures extends BackendOption {
  /** Errors the browser reports. */
  errors: string[];
}

const test = base.extend<Fixtures>({
  backend: ["canvas2d", { option: true }],
  errors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await use(errors);
    expect(errors).toEqual([]);
  },
});

/** 10 s of EEG from a minute of an evening on. */
const evening = (patient: string, startTime: string) =>
  writeEdf({
    format: "EDF+C",
    patient,
    recording: "Startdate 02-MAR-2020 X X X",
    startDate: "02.03.20",
    startTime,
    records: 10,
    signals: ["EEG Fp1-Ref", "EEG F7-Ref"].map((label, k) => ({
      ...{ label, unit: "uV", physicalMin: -3276.8, physicalMax: 3276.7, samplesPerRecord: 256 },
      sample: (i: number) => Math.round(500 * Math.sin((i * (k + 1)) / 9)),
    })),
  });

/** A folder with two directories, two EDF files, a sheet, and a file that is nothing. */
function writeStudyFolder(parent: string): string {
  const folder = join(parent, "Study");
  mkdirSync(folder);
  const frames = ramp(1280);
  writeCns(folder, {
    name: "Patient_2024_May_16__9_33_08_427295",
    streams: [
      {
        base: "EEG,Composite,SampleSeries,Composite,Amp1020",
        channels: ["Fp1", "F7"],
        values: [frames, frames],
        index: [{ first: 0, timeUs: startUs, intervalUs: 3906.25 }],
      },
    ],
  });
  const natus = join(folder, "Doe~ Jane_0f1e2d3c");
  mkdirSync(natus);
  for (const [name, bytes] of writeStudy({ channels: 4, parts: [[{ samples: 2560 }]] }))
    writeFileSync(join(natus, name), bytes);
  writeFileSync(join(folder, "evening.edf"), evening("X X X X", "20.00.00"));
  writeFileSync(join(folder, "Okafor.edf"), evening("12345678 F 02-AUG-1951 Okafor_Maria", "21.00.00"));
  writeFileSync(join(folder, "given.csv"), "start,drug,dose,unit\n2020-03-02 20:10,Propofol,20,mg\n");
  writeFileSync(join(folder, "read me.txt"), "hello");
  return folder;
}

for (const store of stores)
  test(`a study goes from the wizard to the review, with ${store}`, async ({ page, context, errors }) => {
    test.skip(store === stores[1] && !hasRadosgw(), "radosgw is not installed or may not be run");
    test.setTimeout(240_000);
    const home = mkdtempSync(join(tmpdir(), "connect-whole-"));
    const mail = await startMailServer();
    const gateway = store === stores[1] ? await startRadosgw() : null;
    let server: RunningServer | undefined;
    try {
      server = await startServer({ env: { SMTP_URL: mail.url, ...gateway?.env } });
      const { url, dataDir } = server;
      const { workspaceId } = await signIn(url);
      const user = await withDatabase(dataDir, async (pool) =>
        addUser(pool, {
          ...{ workspaceId, email, permissions: [...uploaderRights, "visualize_data"] as const },
          siteIds: [await addSite(pool, workspaceId, "NGMC"), await addSite(pool, workspaceId, "KESS")],
          projectIds: [await addProject(pool, workspaceId, "CPP")],
        }),
      );
      const { token } = await signIn(url, user);
      await context.addCookies([{ name: tokenCookie, value: token, url, sameSite: "Strict" }]);
      const { projects, sites } = await answerAs(url, token, getUploadSettings, {});
      const folder = home;
      const world = { url, dataDir, folder, token, sites, projects, patientKeys: [], enter: async () => undefined };
      const wizard = new Wizard(page, world);
      writeStudyFolder(home);

      await wizard.open();
      await wizard.toData("7001");
      await wizard.choose("Select directory", "Study");
      await expect(wizard.kind("EDF (2)")).toBeVisible();
      for (const kind of ["CNS (1)", "Natus (1)", "Medications (1)"]) await expect(wizard.kind(kind)).toBeVisible();
      // Every file is searched for names: both with some are told before they are removed.
      const found = wizard.dialog.getByRole("table", { name: "Identifying fields" });
      for (const name of ["Okafor.edf", "Doe~ Jane_0f1e2d3c"])
        await expect(found.getByRole("row").filter({ hasText: name }).first()).toBeVisible({ timeout: 60_000 });
      await wizard.button("Remove identifying fields").click();
      await expect(wizard.dialog.getByText("identifying fields will be removed while the data is sent")).toBeVisible();
      await wizard.next.click();
      await expect(wizard.step("Confirm data upload")).toBeVisible({ timeout: 60_000 });
      await wizard.button("Upload").click();
      const done = "Your upload was successful! You will receive an email when your data is ready for review.";
      await expect(page.getByText(done)).toBeVisible({ timeout: 60_000 });
      await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).last().click();

      const letter = await mail.next(email, ({ subject }) => subject.includes("ready for review"));
      expect(`${letter.subject}${letter.text}${letter.html}`).not.toMatch(/7001|Okafor|Doe|Jane|evening|Patient_/);

      await page.goto(`${url}/data/visualize`);
      const row = page.getByRole("row").filter({ hasText: "7001" });
      await expect(row).toContainText("4 of 4");
      await expect(row).toContainText("07/14/2017"); // of the Natus study, for a viewer in Auckland
      await expect(row).toContainText("Test User");
      await expect(row).not.toContainText("unknown");
      await row.getByRole("link", { name: "7001" }).click();
      await expect(page).toHaveURL(/visualize\/data\?/);
      await page.getByRole("link", { name: "Uploads", exact: true }).click();
      await expect(page.getByRole("row").filter({ hasText: "The data is ready for review." })).toBeVisible();
      await page.getByRole("link", { name: "Files", exact: true }).click();
      const files = page.getByRole("rowheader");
      await expect(files.filter({ hasText: "evening.edf" })).toBeVisible();
      await expect(files.filter({ hasText: /EDF_20200302_210000_[0-9a-f]{4}\.edf/ })).toBeVisible();
      await expect(files.filter({ hasText: "given.csv" })).toBeVisible();
      await expect(files.filter({ hasText: /^Natus_[0-9a-f]{8}/ })).toBeVisible();
      await expect(page.getByText(/Okafor|Doe|Jane/)).toHaveCount(0);
      const choose = async (name: string, item: string) => {
        await page
          .getByRole("row")
          .filter({ hasText: name })
          .getByRole("button", { name: /^Actions/ })
          .click();
        await page.getByRole("menuitem", { name: item }).click();
      };
      const [download] = await Promise.all([page.waitForEvent("download"), choose("evening.edf", "Download")]);
      expect(download.suggestedFilename()).toBe("evening.edf");
      expect(readFileSync(await download.path()).equals(readFileSync(join(home, "Study", "evening.edf")))).toBe(true);
      await choose("given.csv", "View");
      const table = page.getByRole("dialog", { name: "given.csv" });
      await expect(table.getByRole("rowheader", { name: "2020-03-02 20:10" })).toBeVisible();
      await table.getByRole("button", { name: "Close" }).click();

      await page.getByRole("link", { name: "Data", exact: true }).click();
      const names = ["evening.edf", "Patient_2024_May_16__9_33_08_427295", /^Natus_/] as const;
      for (const name of names) {
        await page.getByRole("button", { name: /File$/ }).click();
        await page.getByRole("option", { name }).click();
        await page.getByRole("button", { name: "View data", exact: true }).click();
        await expect(page.getByRole("img", { name: /^EEG traces/ })).toBeVisible();
        await page.waitForFunction(() => window.connect !== undefined);
        await page.evaluate(() => window.connect?.whenIdle());
        const colours = await page.evaluate(async () => {
          const picture = await window.connect?.readPixels();
          return new Set(new Uint32Array(picture?.data.slice().buffer ?? new ArrayBuffer(0))).size;
        });
        expect(colours).toBeGreaterThan(10);
        await page.goBack();
      }
      expect(errors).toEqual([]);
    } finally {
      await page.close();
      await server?.stop();
      await gateway?.stop();
      await mail.close();
      rmSync(home, { recursive: true, force: true });
    }
  });
