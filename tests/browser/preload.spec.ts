/** The preload of a review: reserving, waiting, space, skipping (spec 001 sections 2.3, 4 and 8). */
import type { Page } from "playwright/test";
import { type ClientSettings, getClientSettings } from "../../src/protocol/accounts.ts";
import {
  getInventory,
  getQueue,
  type PrefetchDirectory,
  type PrefetchInventory,
  unload,
} from "../../src/protocol/prefetch.ts";
import { prefetchText } from "../../src/protocol/text/prefetch-text.ts";
import { answerAs, signIn } from "../support/calls.ts";
import { AxeBuilder } from "./axe.ts";
import { expect, type Review, type TestServer, test } from "./fixtures.ts";
import { standInForPrefetch } from "./prefetch-server.ts";
import { depth, night } from "./recordings.ts";

/** Opens a review without waiting for its picture. */
const start = (page: Page, server: TestServer, name: string) =>
  page.goto(`${server.url}/review/${server.ids[name]}?backend=canvas2d`);

/** The workspace's name and the deployment, as the page reads them; the server goes on knowing its own name. */
async function withSettings(page: Page, settings: Pick<ClientSettings, "workspace_name" | "deployment">) {
  const said = JSON.stringify(settings.workspace_name);
  await page.route(/\/(v1|user)\//, async (route) => {
    const postData = route.request().postData()?.replace(said, JSON.stringify(workspaceName));
    await (postData === undefined ? route.continue() : route.continue({ postData }));
  });
  await page.route(`**${getClientSettings.path}*`, async (request) => {
    const answer = await request.fetch();
    await request.fulfill({ json: { ...((await answer.json()) as ClientSettings), ...settings } });
  });
}

const directory = (data_object_id: number, patients_ahead: number): PrefetchDirectory => ({
  site: "",
  patient_id: "",
  name: "",
  size: 0,
  data_object_id,
  in_queue_order: 1,
  patients_ahead,
  percent_loaded: 0,
  disabled: true,
  error: null,
});
const inventory = (...directories: PrefetchDirectory[]): PrefetchInventory => ({
  directories,
  current_size: 0,
  unseen_size: 0,
  max_total_size: 1,
});

/** Of the server, unless it is told another. */
const workspaceName = "DEMO";

const problem = (page: Page) => page.getByRole("alertdialog", { name: "There was a problem" });
const shown = (review: Review) => expect(review.plot).toBeVisible();

// Room for either recording, not for both.
test.use({ serverEnv: { PRELOAD_BYTES: "1700000" } });

test("reserves the recording as long as its review is open; without space the user unloads files", async ({
  review,
  server,
  page,
}) => {
  const { token } = await signIn(server.url);
  // A second try begins as the first did.
  const both = [night, depth].map(({ name }) => server.ids[name]);
  await answerAs(server.url, token, unload, { data_object_ids: both });
  const own = async () =>
    (await answerAs(server.url, token, getInventory, {})).directories.find(
      ({ data_object_id }) => data_object_id === server.ids[depth.name],
    );
  await review.open(depth.name);
  expect(await own()).toMatchObject({ disabled: true, percent_loaded: 100 });
  await review.close();
  await expect.poll(async () => (await own())?.disabled).toBe(false);
  expect((await own())?.percent_loaded).toBe(100);

  await start(page, server, night.name);
  await expect(problem(page)).toContainText(`There is not enough space to preload ${night.name}: it needs`);
  await expect(problem(page)).toContainText("Please unload files or contact support.");
  await problem(page).getByRole("button", { name: "OK" }).click();
  await expect(page.getByText("Not preloaded")).toBeVisible();
  await expect(page.getByText(prefetchText.message.noSpace)).toBeVisible();
  await expect(review.plot).toBeHidden();
  await review.button("View reserved files").click();
  const list = page.getByRole("dialog", { name: "Data ready for review" });
  await list.getByRole("row").filter({ hasText: depth.name }).click();
  await list.getByRole("button", { name: "Unload" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unload" }).click();
  await expect(list.getByText(depth.name)).toHaveCount(0);
  await list.getByRole("button", { name: "Close" }).click();
  await review.button("Try Again").click();
  await review.idle();
  await shown(review);
});

test("says how far the preload is, and opens the review when it has ended", async ({ review, server, page }) => {
  const id = server.ids[night.name];
  let ahead = 2;
  await page.route(`**${getQueue.path}*`, (request) =>
    request.fulfill({ json: { directories: [directory(9, 0), directory(id, ahead)] } }),
  );
  await page.route(`**${getInventory.path}*`, (request) => request.fulfill({ json: inventory(directory(id, 0)) }));
  const prefetch = await standInForPrefetch(page);
  await start(page, server, night.name);
  const list = page.getByRole("list");
  await expect(list.getByRole("listitem")).toHaveText([
    "Modalities",
    "User Info",
    "Hotkeys",
    "Layouts",
    "EEG Montages",
    "File Start and End Timestamps",
    "Workspace",
    "Patient File",
    "Persyst",
    "Annotations of the file",
    "Signal engine",
    "Setting up files...",
  ]);
  await expect(list.locator("[data-done]")).toHaveCount(11);
  await expect.poll(() => prefetch.requests).toMatchObject([{ data_object_id: id, cancel: false }]);

  prefetch.progress({ waiting: true });
  await expect(page.getByText("Waiting to preload data... 2 patients ahead in queue")).toBeVisible();
  ahead = 1;
  await expect(page.getByText("Waiting to preload data... 1 patient ahead in queue")).toBeVisible();
  prefetch.progress({ percentage: 43, prefetched_size: 1024 ** 3 });
  const bar = page.getByRole("progressbar", { name: "Preloading data 43%" });
  await expect(bar).toHaveAttribute("aria-valuenow", "43");
  await expect(bar).toContainText("1.00 GB of 3.00 GB");
  prefetch.progress({ percentage: 43, error: "The server's disk is full. Unload files or contact support." });
  await expect(page.getByRole("status").filter({ hasText: "The server's disk is full." })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await prefetch.drop();
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  // Back by itself, and it asks again.
  await expect.poll(() => prefetch.requests.length).toBe(2);
  await expect(page.getByText("The server cannot be reached.")).toBeHidden();
  await expect(review.plot).toBeHidden();
  prefetch.progress({ finished: true, percentage: 100 });
  await review.idle();
  await shown(review);
  const before = await review.picture();
  await prefetch.drop();
  await expect.poll(() => prefetch.requests.length).toBe(3);
  prefetch.progress({ error: "The server's disk is full. Unload files or contact support." });
  expect((await review.picture()).digest).toBe(before.digest);
  await expect(page.getByText("disk is full")).toBeHidden();
  await review.close();
  await expect(page).toHaveURL(/\/data\/visualize\/data\?patient_id=/);
});

test("says when the file goes, asks again, and takes the reservation back when it is left before it is loaded", async ({
  review,
  server,
  page,
}) => {
  const prefetch = await standInForPrefetch(page);
  await start(page, server, night.name);
  await expect(page.getByText("Setting up files...")).toBeVisible();
  await expect.poll(() => prefetch.requests.length).toBe(1);
  prefetch.progress({ gone: true, error: prefetchText.refused.gone });
  await expect(page.getByText("Not preloaded")).toBeVisible();
  await expect(page.getByText("This file is no longer available.")).toBeVisible();
  await review.button("Try Again").click();
  await expect.poll(() => prefetch.requests.length).toBe(2);
  await expect(page.getByText("Setting up files...")).toBeVisible();
  await review.button("Close data review").click();
  await expect.poll(() => prefetch.requests.at(-1)?.cancel).toBe(true);
});

test.describe("'Skip Prefetch Data'", () => {
  const skip = (page: Page) => page.getByRole("button", { name: "Skip Prefetch Data" });
  const item = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

  test("waits for everything else, then opens the review at once", async ({ review, server, page }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/get_file_annotations*", async (route) => {
      await held;
      await route.continue();
    });
    const prefetch = await standInForPrefetch(page);
    await start(page, server, night.name);
    await expect(item(page, "Patient File")).toHaveAttribute("data-done", "true");
    await expect(skip(page)).toHaveCount(0);
    answer();
    await skip(page).click();
    await review.idle();
    await shown(review);
    await expect.poll(() => prefetch.requests.at(-1)?.cancel).toBe(true);
  });

  test("is not offered to others, and the clinical deployment hides the message", async ({ server, page }) => {
    await withSettings(page, { workspace_name: "ICU", deployment: "CLINICAL" });
    await standInForPrefetch(page);
    await start(page, server, night.name);
    for (const name of ["Annotations of the file", "Signal engine"])
      await expect(item(page, name)).toHaveAttribute("data-done", "true");
    await expect(page.getByText("Setting up files...")).toHaveCount(0);
    await expect(skip(page)).toHaveCount(0);
  });
});

test.describe("problems", () => {
  test.use({ allowErrors: /Failed to load resource/ });
  const read = (page: Page) => problem(page).getByRole("button", { name: "OK" }).click();

  test("of the queue are told once each", async ({ server, page }) => {
    let isFailing = true;
    await page.route(`**${getQueue.path}*`, (request) =>
      isFailing ? request.fulfill({ status: 500, body: "" }) : request.fulfill({ json: { directories: [] } }),
    );
    const prefetch = await standInForPrefetch(page);
    await start(page, server, night.name);
    await expect.poll(() => prefetch.requests.length).toBe(1);
    prefetch.progress({ waiting: true });
    await expect(problem(page)).toContainText("There was a problem with the preload queue.");
    await read(page);
    isFailing = false;
    await expect(problem(page)).toContainText("We're not sure where you are in the preloading queue.");
    await read(page);
    await expect(page.getByText("Setting up files...")).toBeVisible();
  });

  test("of the inventory stand over a review that is right", async ({ review, server, page }) => {
    const answers = [{ json: inventory(directory(99, 0)) }, { status: 500, body: "" }];
    const messages = ["We couldn't locate the files that are currently preloaded.", "the preload inventory."];
    for (const [k, answer] of answers.entries()) {
      await page.route(`**${getInventory.path}*`, (request) => request.fulfill(answer));
      await start(page, server, night.name);
      await expect(problem(page)).toContainText(messages[k]);
      await review.idle();
      await read(page);
      await shown(review);
      await page.unroute(`**${getInventory.path}*`);
    }
  });
});
