/** The Files tab: the tree, its address, the CSV viewer and downloads. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright/test";
import { testAdmin, withDatabase } from "../support/accounts.ts";
import { storeUpload } from "../support/stored-files.ts";
import { AxeBuilder } from "./axe.ts";
import { expect, type TestServer, test } from "./fixtures.ts";

const uploaded = Date.UTC(2026, 5, 3, 17, 12);
const drugs = ["drug,dose,unit", ...Array.from({ length: 60 }, (_, k) => `drug ${k},${100 - k},mg`)].join("\n");
let key: number;

/** Gives the administrator's first patient a tree of files. */
async function addFiles(server: TestServer): Promise<number> {
  return withDatabase(server.dataDir, async (pool) => {
    const { rows } = await pool.query<{ id: number }>(
      `select p.id from patient p join user_project up on up.project_id = p.project_id
       join app_user u on u.id = up.user_id where u.email = $1 order by p.id limit 1`,
      [testAdmin.email],
    );
    const [{ id }] = rows;
    const file = (path: string, content: string | Uint8Array) => ({
      path,
      content: Buffer.from(content),
      verifiedAt: uploaded,
      modifiedAt: uploaded - 3_600_000,
    });
    const segment = (n: number) => `Patient_2026/Segment_${String(n).padStart(3, "0")}`;
    await storeUpload(
      { pool, dataDir: server.dataDir },
      {
        patientKey: id,
        items: [
          {
            kind: "cns",
            name: "Patient_2026",
            files: [
              file("Patient_2026/patient.info", "info"),
              ...Array.from({ length: 24 }, (_, k) =>
                file(`${segment(k + 1)}/ABP,na,Numeric,Float,IntelliVue,data`, "1"),
              ),
              ...Array.from({ length: 12 }, (_, k) => file(`${segment(1)}/ICP ${k + 10}`, "12345")),
            ],
          },
          { kind: "edf", name: "overnight.edf", files: [file("overnight.edf", Buffer.alloc(2_000_000))] },
          { kind: "medications", name: "drugs.csv", files: [file("drugs.csv", drugs)] },
          ...Array.from({ length: 9 }, (_, k) => ({
            kind: "medications" as const,
            name: `older ${k}.xlsx`,
            files: [file(`older ${k}.xlsx`, "x")],
          })),
        ],
      },
    );
    return id;
  });
}

test.beforeAll(async ({ server }) => {
  key = await addFiles(server);
});

const open = (page: Page, server: TestServer, search = "") =>
  page.goto(`${server.url}/data/visualize/files?patient_id=${key}${search}`);
const tree = (page: Page) => page.getByRole("treegrid", { name: "Files" });
const row = (page: Page, name: string): Locator =>
  tree(page)
    .getByRole("row")
    .filter({ has: page.getByText(name, { exact: true }) });
/** Names of the rows on the screen. */
const names = async (page: Page) =>
  (await tree(page).getByRole("rowheader").allInnerTexts()).map((text) => text.trim());
const choose = async (page: Page, name: string, action: string | RegExp) => {
  await row(page, name)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
};

test("shows the patient's folder, sorted, paged and as its address says", async ({ page, server }) => {
  await open(page, server);
  await expect(row(page, "Patient_2026")).toContainText("06/03/2026");
  expect(await names(page)).toEqual([
    "Patient_2026",
    "drugs.csv",
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((k) => `older ${k}.xlsx`),
  ]);
  await expect(row(page, "drugs.csv")).toContainText(`${drugs.length} B`);
  await expect(row(page, "drugs.csv")).toHaveAttribute("aria-level", "1");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(row(page, "overnight.edf")).toContainText("1.91 MB");
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole("columnheader", { name: "Size" }).click();
  await expect(page).toHaveURL(/field=size&sort=asc/);
  await page.getByRole("columnheader", { name: "Size" }).click();
  await expect(page).toHaveURL(/sort=desc/);
  await expect(row(page, "overnight.edf")).toBeVisible();
  expect((await names(page)).slice(0, 3)).toEqual(["Patient_2026", "overnight.edf", "drugs.csv"]);
  await page.goBack();
  await expect(page).toHaveURL(/sort=asc/);
});

test("loads the children of an expanded directory ten at a time, in a list of their own", async ({ page, server }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("get_directory_structure")) asked.push(request.postData() ?? "");
  });
  await open(page, server);
  await row(page, "Patient_2026")
    .getByRole("button", { name: /^(Expand|Collapse)/ })
    .click();
  await expect(row(page, "Segment_001")).toHaveAttribute("aria-level", "2");
  const list = row(page, "Segment_001").locator("xpath=..");
  expect((await list.boundingBox())?.height).toBe(200);
  await expect.poll(() => list.getByRole("row").count()).toBe(10);
  await expect(row(page, "Segment_011")).toHaveCount(0);
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(row(page, "Segment_011")).toHaveCount(1);
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(row(page, "patient.info")).toHaveCount(1);
  expect(await list.getByRole("row").count()).toBe(25);
  // What is there when the news begin is read anew once; a page is asked for when it is scrolled to.
  const pages = new Set(asked.filter((body) => body.includes('"patient_path":"Patient_2026"')));
  expect([...pages].map((body) => (JSON.parse(body) as { page_index: number }).page_index)).toEqual([1, 2, 3]);
  // The columns of the list stand in line with those around it.
  const left = async (name: string) => (await row(page, name).getByRole("gridcell").nth(2).boundingBox())?.x;
  expect(await left("Segment_001")).toBe(await left("drugs.csv"));
  await row(page, "Patient_2026")
    .getByRole("button", { name: /^(Expand|Collapse)/ })
    .click();
  await expect(row(page, "Segment_001")).toHaveCount(0);
});

test("is walked by the keyboard alone", async ({ page, server }) => {
  await open(page, server);
  await row(page, "Patient_2026").waitFor();
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Tab");
  while ((await page.locator(":focus").getAttribute("aria-level")) === null) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(row(page, "Patient_2026")).toHaveAttribute("aria-expanded", "true");
  await row(page, "Segment_010").waitFor();
  for (let k = 0; k < 10; k++) await page.keyboard.press("ArrowDown");
  // The end of the list came into sight: the next ten are there, and the row in focus can be seen.
  await expect(row(page, "Segment_020")).toHaveCount(1);
  await expect(row(page, "Segment_010")).toBeFocused();
  await expect(row(page, "Segment_010")).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/path=Patient_2026%2FSegment_010/);
  await expect(row(page, "ABP,na,Numeric,Float,IntelliVue,data")).toBeVisible();
});

test("enters a directory by a double click, and leaves it by its path", async ({ page, server }) => {
  await open(page, server);
  await row(page, "Patient_2026").getByRole("rowheader").dblclick();
  await expect(row(page, "Segment_001")).toHaveAttribute("aria-level", "1");
  await row(page, "Segment_001").getByRole("rowheader").dblclick();
  const path = page.getByRole("navigation", { name: "Path" });
  await expect(path.getByRole("listitem")).toHaveText([/^\w+ \/ /, "Patient_2026", "Segment_001"]);
  await expect(path.locator("[aria-current=page]")).toHaveText("Segment_001");
  await path.getByRole("link", { name: "Patient_2026" }).click();
  await expect(row(page, "Segment_002")).toBeVisible();
  await page.reload();
  await expect(row(page, "Segment_002")).toBeVisible();
  await path.getByRole("link").first().click();
  await expect(row(page, "drugs.csv")).toBeVisible();
});

test.describe("a missing directory", () => {
  test.use({ allowErrors: /404/ });
  test("says so, and leads back", async ({ page, server }) => {
    await open(page, server, "&path=nowhere");
    await expect(page.getByRole("alert")).toContainText("This file or directory does not exist.");
    await page.getByRole("alert").getByRole("button").click();
    await expect(row(page, "drugs.csv")).toBeVisible();
  });
});

test("searches below the directory and says where things are", async ({ page, server }) => {
  await open(page, server);
  await page.getByRole("searchbox").fill("icp 1");
  await page.keyboard.press("Enter");
  await expect(tree(page).getByRole("row").filter({ hasText: "ICP 10" })).toContainText("in Patient_2026/Segment_001");
  await page.getByRole("searchbox").fill("nothing like it");
  await page.keyboard.press("Enter");
  await expect(page.getByText("There are no records to display")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await expect(row(page, "drugs.csv")).toBeVisible();
});

test("views a CSV file: columns, search, sort and pages", async ({ page, server }) => {
  await open(page, server);
  await choose(page, "drugs.csv", "View");
  const dialog = page.getByRole("dialog", { name: "drugs.csv" });
  const cells = dialog.getByRole("grid", { name: "Rows of drugs.csv" }).getByRole("rowheader");
  await expect(cells).toHaveCount(10);
  await expect(dialog.getByText("60 records")).toBeVisible();
  await dialog.getByRole("columnheader", { name: "dose" }).click();
  await expect(cells.first()).toHaveText("drug 59"); // 41, before 100: numbers, not texts
  await dialog.getByRole("columnheader", { name: "dose" }).click();
  await expect(cells.first()).toHaveText("drug 0");
  await dialog.getByRole("button", { name: "Next page" }).click();
  await expect(cells.first()).toHaveText("drug 10");
  await dialog.getByRole("searchbox").fill("drug 3");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("11 records")).toBeVisible();
  await expect(cells).toHaveCount(10);
  await dialog.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "unit" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("columnheader", { name: "unit" })).toHaveCount(0);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toHaveCount(0);
});

test("neither searches nor sorts a CSV file above 200 MB", async ({ page, server }) => {
  const large = 209_715_201;
  await page.route("**/v1/files/get_csv_columns*", (route) =>
    route.fulfill({ json: { columns: ["a", "b"], file_size: large } }),
  );
  let isCounted = false;
  await page.route("**/v1/files/get_file_content*", (route) =>
    route.fulfill({ json: { data: [["1", "2"]], total: isCounted ? 5_000_000 : null, file_size: large } }),
  );
  await open(page, server);
  await row(page, "drugs.csv").getByRole("rowheader").dblclick();
  const dialog = page.getByRole("dialog", { name: "drugs.csv" });
  await expect(dialog.getByText("Search and sort disabled for CSV files larger than 200 MB.")).toBeVisible();
  await expect(dialog.getByText("Counting the rows")).toBeVisible();
  await expect(dialog.getByRole("navigation", { name: "Pages" })).toHaveCount(0);
  await expect(dialog.getByRole("searchbox")).toHaveCount(0);
  await expect(dialog.getByRole("columnheader", { name: "a" })).not.toHaveAttribute("aria-sort");
  isCounted = true;
  await expect(dialog.getByText("5,000,000 records")).toBeVisible();
  await expect(dialog.getByText("of 500,000")).toBeVisible();
});

test("does not view other files, and says why", async ({ page, server }) => {
  await open(page, server);
  await row(page, "older 0.xlsx").getByRole("button", { name: "Actions for older 0.xlsx" }).click();
  const view = page.getByRole("menuitem", { name: "View" });
  await expect(view).toContainText("File type not supported");
  await view.click();
  await expect(view).toBeVisible();
  await expect(page.getByRole("dialog", { name: "older 0.xlsx", exact: true })).toHaveCount(0);
});

test("downloads a file and a directory without leaving the page", async ({ page, server }) => {
  await open(page, server);
  const downloaded = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent("download"), choose(page, name, "Download")]);
    expect(await download.failure()).toBeNull();
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  expect(await downloaded("drugs.csv")).toEqual({ name: "drugs.csv", content: Buffer.from(drugs) });
  const archive = await downloaded("Patient_2026");
  expect(archive.name).toBe("Patient_2026.zip");
  expect(archive.content.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  await expect(row(page, "drugs.csv")).toBeVisible();
});

test.describe("when the server refuses", () => {
  test.use({ allowErrors: /50[03]/ });

  test("a download ends in an alert, a list in its failed face", async ({ page, server }) => {
    await page.route("**/v1/files/get_download_address*", (route) =>
      route.fulfill({ status: 503, contentType: "text/plain", body: "The store is away." }),
    );
    await open(page, server);
    await choose(page, "drugs.csv", "Download");
    await expect(page.getByRole("alertdialog")).toContainText("The file could not be downloaded.");
    await expect(page.getByRole("alertdialog")).toContainText("The store is away.");
    await page.getByRole("alertdialog").getByRole("button").first().click();
    let isDown = true;
    await page.route("**/v1/files/get_directory_structure*", (route) =>
      isDown ? route.fulfill({ status: 500, contentType: "text/plain", body: "no" }) : route.fallback(),
    );
    await row(page, "Patient_2026")
      .getByRole("button", { name: /^(Expand|Collapse)/ })
      .click();
    await expect(tree(page)).toContainText("The files of Patient_2026 could not be read.");
    isDown = false;
    await tree(page).getByRole("button", { name: "Try Again" }).click();
    await expect(row(page, "Segment_001")).toBeVisible();
  });
});

for (const theme of ["light", "dark"] as const)
  test(`has no accessibility violations (${theme})`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme: theme });
    await open(page, server);
    await row(page, "Patient_2026")
      .getByRole("button", { name: /^(Expand|Collapse)/ })
      .click();
    await row(page, "Segment_001")
      .getByRole("button", { name: /^Expand/ })
      .click();
    await row(page, "ICP 10").waitFor();
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });
