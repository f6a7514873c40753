/** The Uploads tab of a patient, and the wait for the first upload (spec 000 sections 2 and 9). */
import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import type { AnswerOf } from "../../src/protocol/route.ts";
import type { getUpload, PatientUpload, UploadRow, UploadStatus } from "../../src/protocol/uploads.ts";
import { nothingFound, violationsInThemes } from "./admin-world.ts";
import { expect, reach, type TestServer, test } from "./fixtures.ts";
import { standInForNews } from "./news-server.ts";
import { answerNotAdmitted, madeFile, madePatient } from "./patients.ts";
import { measure } from "./table-measure.ts";

type Upload = AnswerOf<typeof getUpload>;

const begunMs = Date.UTC(2026, 5, 10, 1, 2, 3);
/** The same in the zone of the patient, America/New_York. */
const begun = "06/09/2026 09:02:03 PM";
const repaired = "7 things were repaired while ABP_na was read: 3 gaps of the clock and 4 records without a time.";

const longAddress = "maria-magdalena.okafor-featherstonehaugh@neurologische-intensivstation.heidelberg.test";

const rowOf = (over: Partial<UploadRow> = {}): UploadRow => ({
  upload_id: 1,
  _timestamp: begunMs,
  email: "maria.okafor@northgate.org",
  combined_message: "success The data is ready for review.",
  status: "SUCCESS",
  progress: 1,
  silent_since: null,
  ...over,
});

const uploadOf = (over: Partial<Upload> = {}): Upload => ({
  upload_id: 1,
  patient_key: 7,
  patient_identifier: "0042",
  status: "SUCCESS",
  progress: 1,
  created_at: begunMs,
  is_own: false,
  finished_at: begunMs + 60_000,
  completed_at: begunMs + 120_000,
  silent_since: null,
  items: [
    {
      item_id: 11,
      kind: "cns",
      name: "Patient_2026",
      state: "done",
      progress: 1,
      error: null,
      removed: ["Patient name"],
      is_superseded: true,
      waits_for: null,
      waits_until: null,
    },
    {
      item_id: 12,
      kind: "edf",
      name: "night.edf",
      state: "failed",
      progress: 0,
      error: "The file ends in the middle of a record.",
      removed: [],
      is_superseded: false,
      waits_for: null,
      waits_until: null,
    },
  ],
  messages: [
    { _timestamp: begunMs + 61_000, kind: "info", text: "Reading Patient_2026 has begun.", item_id: null },
    { _timestamp: begunMs + 62_000, kind: "warning", text: repaired, item_id: null },
    { _timestamp: begunMs + 63_000, kind: "error", text: "The file ends in the middle of a record.", item_id: null },
    { _timestamp: begunMs + 64_000, kind: "success", text: "The data is ready for review.", item_id: null },
  ],
  ...over,
});

const uploaded = (status: UploadStatus): PatientUpload => ({ ...uploadOf({ status }), progress: 0.5 });

interface Made {
  rows?: (asked: number) => readonly UploadRow[];
  upload?: () => Upload;
  uploads?: () => readonly PatientUpload[];
  filesLoaded?: number;
}

/** Answers in the server's place. */
async function answerWith(page: Page, { rows, upload, uploads, filesLoaded = 1 }: Made): Promise<void> {
  let asked = 0;
  const patient = madePatient({ files_loaded: filesLoaded, file_count: filesLoaded });
  await page.route("**/v1/patients/get_patient?*", (route) => route.fulfill({ json: patient }));
  await answerNotAdmitted(page);
  await page.route("**/v1/patients/get_patient_file_type*", (route) =>
    route.fulfill({ json: { files: filesLoaded > 0 ? [madeFile()] : [] } }),
  );
  await page.route("**/v1/patients/get_modality_time_by_patient*", (route) =>
    route.fulfill({ json: { data: [], total: 0, filters: [] } }),
  );
  await page.route("**/v1/upload/get_patient_uploads*", (route) =>
    route.fulfill({ json: { data: uploads?.() ?? [] } }),
  );
  await page.route("**/v1/upload/get_upload_messages*", (route) => {
    const data = rows?.(++asked) ?? [];
    return route.fulfill({ json: { data, total: data.length, filters: ["email", "combined_message"] } });
  });
  await page.route("**/v1/upload/get_upload?*", (route) => route.fulfill({ json: upload?.() ?? uploadOf() }));
}

const open = (page: Page, server: TestServer, path = "patient") =>
  page.goto(`${server.url}/data/visualize/${path}?patient_id=7`);
const grid = (page: Page) => page.getByRole("grid", { name: "Uploads" });

test.afterEach(async ({ page }) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("lists uploads with their most recent message, cut over 70 characters", async ({ page, server }) => {
  await answerWith(page, {
    rows: () => [
      rowOf(),
      rowOf({ upload_id: 2, combined_message: `warning ${repaired}`, email: longAddress }),
      rowOf({ upload_id: 3, combined_message: "canceled The upload was canceled.", status: "CANCELED" }),
    ],
  });
  await open(page, server);
  await expect(grid(page).getByRole("columnheader")).toHaveText(["Uploaded", "Uploaded By", "Most Recent Message"]);
  const row = grid(page).getByRole("row");
  await expect(row.nth(1).getByRole("rowheader")).toHaveText(begun);
  await expect(row.nth(1).getByRole("gridcell").first()).toHaveText("maria.okafor@northgate.org");
  await expect(row.nth(1).getByRole("gridcell").last()).toHaveText("SuccessThe data is ready for review.");
  await expect(row.nth(3).getByRole("gridcell").last()).toContainText("Canceled");
  const cut = row
    .nth(2)
    .getByRole("gridcell")
    .last()
    .getByRole("img", { name: `Warning ${repaired}` });
  await expect(cut).toHaveText(`Warning${repaired.slice(0, 61)}…`);
  await page.mouse.move(5, 5);
  await cut.hover();
  await expect(page.getByRole("tooltip")).toHaveText(`Warning ${repaired}`);
  await expect(page.getByText("Times in America/New_York")).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Pages of this patient" }).locator("[aria-current=page]"),
  ).toHaveText("Uploads");
  await page.setViewportSize({ width: 1024, height: 900 });
  const { rows } = await measure(grid(page));
  expect(Math.max(...rows)).toBeLessThan(42);
});

test("opens an upload by keyboard: parts, messages, what was removed, and the log", async ({ page, server }) => {
  await answerWith(page, { rows: () => [rowOf()] });
  await page.route("**/v1/upload/get_log_files*", (route) =>
    route.fulfill({ json: { log_files: [{ name: "upload-1.txt", content: "one\ntwo" }] } }),
  );
  await open(page, server);
  await reach(page, page.getByRole("button", { name: begun }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Upload of ${begun}` });
  await expect(dialog.getByText("Complete", { exact: true }).first()).toBeVisible();
  await expect(dialog.getByText("Times in America/New_York")).toBeVisible();
  const items = dialog.getByRole("region", { name: "Directories and files" }).locator("li");
  await expect(items.first()).toContainText("CNSPatient_2026ReplacedComplete");
  await expect(items.first()).toContainText("Removed before sendingPatient name");
  await expect(dialog.getByText("A later upload took its place.")).toBeVisible();
  const messages = dialog.getByRole("region", { name: "Messages" }).getByRole("listitem");
  await expect(messages).toHaveCount(4);
  await expect(messages.nth(1)).toContainText(`Warning${repaired}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download log" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("upload-1.txt");
  expect(readFileSync(await download.path(), "utf8")).toBe("one\ntwo");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: begun })).toBeFocused();
});

test("retries a failed part for who administers projects, and for nobody else", async ({ page, server }) => {
  let isRetried = false;
  await answerWith(page, {
    rows: () => [rowOf({ status: "FAILED" })],
    upload: () =>
      isRetried
        ? uploadOf({
            status: "PROCESSING",
            progress: 0.25,
            items: [{ ...uploadOf().items[1], state: "waiting", error: null }],
          })
        : uploadOf({ status: "FAILED" }),
  });
  await page.route("**/v1/upload/retry_upload_item*", (route) => {
    expect(route.request().postDataJSON()).toMatchObject({ item_id: 12 });
    isRetried = true;
    return route.fulfill({ json: {} });
  });
  await open(page, server);
  await page.getByRole("button", { name: begun }).click();
  await expect(page.getByText("The file ends in the middle of a record.").first()).toBeVisible();
  await page.getByRole("button", { name: "Retry night.edf" }).click();
  await expect(page.getByText("It will be read again.")).toBeVisible();
  await expect(page.getByRole("dialog").getByText("Waiting")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");

  isRetried = false;
  await page.route("**/user/check_token*", async (route) => {
    const answer = await (await route.fetch()).json();
    answer.permissions.access_admin_studies = false;
    await route.fulfill({ json: answer });
  });
  await open(page, server);
  await page.getByRole("button", { name: begun }).click();
  await expect(page.getByText("The file ends in the middle of a record.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Retry/ })).toHaveCount(0);
});

test("follows what is under way until it is done", async ({ page, server }) => {
  const news = await standInForNews(page);
  let isDone = false;
  const reading = rowOf({
    status: "PROCESSING",
    progress: 0.456,
    combined_message: "info Reading night.edf has begun.",
  });
  const { items } = uploadOf();
  await answerWith(page, {
    rows: () => [isDone ? rowOf() : reading],
    upload: () => uploadOf({ status: "PROCESSING", progress: 0.456, items: [{ ...items[0], state: "ingesting" }] }),
  });
  await open(page, server);
  const live = page.getByRole("region", { name: "Uploads under way" });
  await expect(live.getByRole("progressbar", { name: `Upload of ${begun}` })).toHaveAttribute("aria-valuenow", "45.6");
  await expect(live).toContainText("Processing · 45 %");
  await expect.poll(() => news.followed).toEqual([{ patient_keys: [7], upload_ids: [] }]);
  await page.getByRole("button", { name: begun }).click();
  const bars = page.getByRole("dialog").getByRole("progressbar");
  await expect(bars).toHaveCount(2);
  // As the server does, told anew as long as it lasts: a list that was being read meanwhile may bring the older number once more.
  const tell = () =>
    news.progress([
      { kind: "upload", id: 1, progress: 0.75, eta_ms: null },
      { kind: "item", id: items[0].item_id, progress: 0.5, eta_ms: null },
    ]);
  await expect(async () => {
    tell();
    await expect(bars.first()).toHaveAttribute("aria-valuenow", "75", { timeout: 1000 });
    await expect(bars.last()).toHaveAttribute("aria-valuenow", "50", { timeout: 1000 });
    await expect(page.locator("section[aria-label='Uploads under way']")).toContainText("75 %", { timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(async () => {
    tell();
    await expect(live).toContainText("Processing · 75 %", { timeout: 1000 });
  }).toPass();
  isDone = true;
  news.patientsChanged([7]);
  await expect(grid(page)).toContainText("The data is ready for review.");
  await expect(live).toHaveCount(0);
});

test("says that there are none, and how to upload", async ({ page, server }) => {
  await answerWith(page, {});
  await open(page, server);
  await expect(page.getByText("There are no records to display")).toBeVisible();
  await expect(page.getByText(/Upload data begins here/)).toBeVisible();
});

test("waits for the first upload, and is told of it", async ({ page, server }) => {
  const news = await standInForNews(page);
  let status: UploadStatus = "UPLOADING";
  await answerWith(page, { uploads: () => [uploaded(status)], filesLoaded: 0 });
  await open(page, server, "data");
  await expect(page.getByText("Waiting for upload to complete...")).toBeVisible();
  status = "SUCCESS";
  await news.connected;
  news.patientsChanged([7]);
  await expect(page.getByRole("heading", { name: "Stay and monitoring" })).toBeVisible();
});

test("waits for the first upload without a socket, and asks every 30 seconds", async ({ page, server }) => {
  await page.clock.install();
  await standInForNews(page, { isRefused: true });
  let asked = 0;
  let status: UploadStatus = "UPLOADING";
  const methods: string[] = [];
  await answerWith(page, { uploads: () => [uploaded(status)], filesLoaded: 0 });
  page.on("request", (request) => {
    if (!request.url().includes("get_patient_uploads")) return;
    asked++;
    methods.push(`${request.method()} ${new URL(request.url()).searchParams.get("patient_id")}`);
  });
  await open(page, server, "data");
  const waiting = page.getByText("Waiting for upload to complete...");
  await expect(waiting).toBeVisible();
  await expect(page.getByRole("heading", { name: "Stay and monitoring" })).toHaveCount(0);
  expect(asked).toBe(1);
  status = "PROCESSING";
  await page.clock.runFor(31_000);
  await expect.poll(() => asked).toBe(2);
  await expect(waiting).toBeVisible();
  status = "SUCCESS";
  await page.clock.runFor(31_000);
  await expect(page.getByRole("heading", { name: "Stay and monitoring" })).toBeVisible();
  await expect(waiting).toHaveCount(0);
  expect(methods).toEqual(["GET 7", "GET 7", "GET 7"]);
});

test("does not wait for uploads that failed, nor where data is there already", async ({ page, server }) => {
  await answerWith(page, { uploads: () => [uploaded("FAILED"), uploaded("CANCELED")], filesLoaded: 0 });
  await open(page, server, "data");
  await expect(page.getByRole("heading", { name: "Stay and monitoring" })).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await answerWith(page, { uploads: () => [uploaded("PROCESSING")], filesLoaded: 1 });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Stay and monitoring" })).toBeVisible();
  await expect(page.getByText("Waiting for upload to complete...")).toHaveCount(0);
});

test("has no accessibility violations in either theme", async ({ page, server }) => {
  await answerWith(page, {
    rows: () => [
      rowOf({ status: "PROCESSING", progress: 0.4, combined_message: `warning ${repaired}` }),
      ...(["info", "error", "success", "canceled"] as const).map((kind, k) =>
        rowOf({ upload_id: k + 2, _timestamp: begunMs - k * 1000, combined_message: `${kind} Something happened.` }),
      ),
    ],
    upload: () => uploadOf({ status: "PROCESSING", progress: 0.4 }),
    uploads: () => [uploaded("PROCESSING")],
    filesLoaded: 0,
  });
  await open(page, server);
  await expect(grid(page).getByRole("row")).toHaveCount(6);
  expect(await violationsInThemes(page)).toEqual(nothingFound);
  await page.getByRole("button", { name: begun }).first().click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(7);
  expect(await violationsInThemes(page)).toEqual(nothingFound);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await expect(page.getByText("Waiting for upload to complete...")).toBeVisible();
  expect(await violationsInThemes(page)).toEqual(nothingFound);
});

test.describe("when the server refuses", () => {
  test.use({ allowErrors: /status of 500/ });

  test("says so in table and dialog, and trying again helps", async ({ page, server }) => {
    let isBroken = true;
    await answerWith(page, { rows: () => [rowOf()] });
    const broken = /get_upload(_messages)?\?/;
    await page.route(broken, (route) => (isBroken ? route.fulfill({ status: 500, body: "no" }) : route.fallback()));
    await open(page, server);
    await expect(page.getByText("Something went wrong. Please try again!")).toBeVisible();
    isBroken = false;
    await page.getByRole("button", { name: "Try Again" }).click();
    const row = page.getByRole("button", { name: begun });
    await expect(row).toBeVisible();
    isBroken = true;
    await row.click();
    await expect(page.getByRole("dialog").getByText("Something went wrong. Please try again!")).toBeVisible();
    isBroken = false;
    await page.getByRole("dialog").getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  });
});
