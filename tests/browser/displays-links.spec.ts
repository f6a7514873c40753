/** Links to a view: a colleague sees the same picture, and nobody sees more than they may. */
import type { Page } from "playwright/test";
import { getProjects, getSites } from "../../src/protocol/admin.ts";
import { createLayout } from "../../src/protocol/displays.ts";
import { createSharedView } from "../../src/protocol/shared-views.ts";
import { addUser, answerAs, signIn, type TestUser, testAdmin, withDatabase } from "../support/accounts.ts";
import { displayGroups, keepDisplay } from "../support/displays.ts";
import { AxeBuilder } from "./axe.ts";
import { test as base, expect, Review, type TestServer } from "./fixtures.ts";
import { lineGraph, lineTrace } from "./graph-forms.ts";
import { withoutErrors } from "./page-errors.ts";
import { bedside, night } from "./recordings.ts";

interface Colleague {
  readonly user: TestUser;
  readonly token: string;
  readonly review: Review;
}

const test = base.extend<{ colleague: Colleague }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([night, bedside]), { scope: "worker" }],
  patient: "P-12",
  // Somebody else, at another computer far away, with other habits.
  colleague: async ({ browser, server, backend, allowErrors }, use) => {
    const user = await reader(server, true);
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: "America/New_York",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const token = await server.signIn(context, user);
    await withoutErrors(page, allowErrors, () => use({ user, token, review: new Review(page, server, backend) }));
    await context.close();
  },
});

/** Somebody who may view data; of the patients of the server, or of none. */
async function reader({ url, dataDir }: TestServer, hasPlaces: boolean): Promise<TestUser> {
  const { token, workspaceId } = await signIn(url);
  const projects = await answerAs(url, token, getProjects, {});
  const sites = await answerAs(url, token, getSites, {});
  return withDatabase(dataDir, (pool) =>
    addUser(pool, {
      workspaceId,
      permissions: ["access_data_visualize", "access_data_upload_patient_subpage", "visualize_data"],
      projectIds: hasPlaces ? projects.data.map(({ id }) => id) : [],
      siteIds: hasPlaces ? sites.data.map(({ id }) => id) : [],
    }),
  );
}

/** What a window shows: exact times, and a digest of its pixels. */
const pictures = (review: Review) =>
  review.connect(async (connect) => {
    const shown = [];
    for (const area of connect.areas().toSorted()) {
      const { startMs, endMs } = connect.window(area).view();
      const { width, height, data } = await connect.window(area).readPixels();
      const colours = new Set<number>();
      let digest = 0;
      for (let k = 0; k < data.length; k += 4) {
        const colour = (data[k] << 16) | (data[k + 1] << 8) | data[k + 2];
        colours.add(colour);
        digest = (Math.imul(digest, 31) + colour) | 0;
      }
      shown.push({ area, startMs, endMs, size: [width, height], isDrawn: colours.size > 8, digest });
    }
    return shown;
  });

const tabs = ({ page }: Review) => page.getByRole("tablist", { name: "Displays" }).getByRole("tab");
const shared = ({ page }: Review) => page.getByRole("region", { name: /^Shared by / });
const field = (page: Page) => page.getByRole("textbox", { name: "Link to this view" });
const opened = (link: string, review: Review) => `${link}&backend=${review.backend}`;

const graphsOf = (server: TestServer) => [
  lineGraph("ABP", lineTrace("ABP", { dataSource: server.ids[bedside.name] })),
  lineGraph("SpO2", lineTrace("SpO2", { dataSource: server.ids[bedside.name] })),
];

test("a colleague sees the same picture, keeps what is theirs, and may keep a copy", async ({
  review,
  server,
  colleague,
}) => {
  const { page } = review;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const token = await server.signIn(page.context(), testAdmin);
  await keepDisplay(server.url, token, {
    name: "Burst and pressure",
    cssGridTemplate: '"a a" 55% "b c" 45%',
    areas: [
      { area: "a", componentId: "eeg_montage" },
      { area: "b", componentId: "time_series_group", version: 2, props: { graphs: graphsOf(server) } },
      { area: "c", componentId: "eeg_montage", version: 1, props: { isLinked: false } },
    ],
  });
  await review.open(night.name);
  await expect.poll(() => review.connect((connect) => connect.areas().length)).toBe(3);
  await review.connect((connect) => {
    const { fileStartMs } = connect.view();
    connect.window("c").setView(fileStartMs + 5_000.5, fileStartMs + 8_000.5);
    connect.setView(fileStartMs + 65_000.25, fileStartMs + 72_500.25);
  });
  const first = page.locator("[data-area=a]");
  await first.getByRole("button", { name: /^Sensitivity/ }).click();
  await page.getByRole("menuitemradio", { name: "20 µV/mm", exact: true }).click();
  await page.locator("[data-area=b]").getByRole("heading", { name: "Time Series Group" }).click();
  await review.idle();
  await review.button("Copy link to this view").click();
  await expect(page.getByText("The link was copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(await field(page).inputValue()).toBe(link);
  expect(link).toMatch(new RegExp(`^${server.url}/review/\\d+\\?window=b&start=\\d+&span=60000&view=[\\w-]{22}$`));
  expect((await new AxeBuilder({ page }).include("[role=dialog]").include("nav").analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await page.mouse.move(720, 5);
  const sent = await pictures(review);
  expect(sent.map(({ isDrawn }) => isDrawn)).toEqual([true, true, true]);
  const before = await displayGroups(server.url, token);

  // Their own display has another montage and page length, and their clock 24 hours.
  const { review: theirs } = colleague;
  const own = {
    name: "Mine",
    cssGridTemplate: '"a"',
    areas: [{ area: "a", componentId: "eeg_montage", version: 1, props: { LFF: 5, viewDuration: 60_000 } }],
  };
  await answerAs(server.url, colleague.token, createLayout, { name: "Own", layouts: [own], layout_type: "personal" });
  await theirs.page.goto(opened(link, theirs));
  await theirs.idle();
  await expect(shared(theirs)).toContainText("Not saved");
  await expect(tabs(theirs)).toHaveText(["Mine"]);
  await expect(tabs(theirs).first()).toHaveAttribute("aria-selected", "false");
  await expect(theirs.page.locator("[data-area=b][data-active]")).toHaveCount(1);
  await theirs.page.mouse.move(720, 5);
  expect(await pictures(theirs)).toEqual(sent);
  expect((await new AxeBuilder({ page: theirs.page }).include("nav").analyze()).violations).toEqual([]);

  // What they do stays with them; a reload goes on where they are, with all that is linked.
  await theirs.page
    .locator("[data-area=a]")
    .getByRole("button", { name: /^Sensitivity/ })
    .click();
  await theirs.page.getByRole("menuitemradio", { name: "50 µV/mm", exact: true }).click();
  await theirs.page.keyboard.press("ArrowRight");
  await expect(theirs.page).toHaveURL(new RegExp(`start=${night.startMs + 72_500}&`));
  await theirs.page.reload();
  await theirs.idle();
  await expect(shared(theirs)).toBeVisible();
  await expect
    .poll(() => theirs.connect((connect) => ["a", "b", "c"].map((area) => connect.window(area).view().startMs)))
    .toEqual([night.startMs + 72_500, night.startMs + 72_500, night.startMs + 5_000.5]);
  expect(await displayGroups(server.url, token)).toEqual(before);

  await theirs.button("Keep a copy").click();
  await expect(tabs(theirs)).toHaveText(["Mine", "Burst and pressure"]);
  await expect(tabs(theirs).last()).toHaveAttribute("aria-selected", "true");
  await expect(shared(theirs)).toHaveCount(0);
  await expect(theirs.page).toHaveURL(/display=\d+-2/);
  expect(theirs.page.url()).not.toContain("view=");
  expect((await displayGroups(server.url, token)).length).toBe(before.length);
  await theirs.idle();

  // The plain address speaks of the active window; in another's hands of that of their own display, where it has one.
  const third = theirs.page.locator("[data-area=c]");
  await third.getByRole("button", { name: /^Sensitivity/ }).click();
  await theirs.page.getByRole("menuitemradio", { name: "30 µV/mm", exact: true }).click();
  await expect(theirs.page).toHaveURL(/window=c/);
  await expect(theirs.page).toHaveURL(/sensitivity=30/);
  const span = await theirs.connect((connect) => connect.window("c").view());
  await page.goto(theirs.page.url());
  await review.idle();
  await expect(page.locator("[data-area=c][data-active]")).toHaveCount(1);
  await expect(page.locator("[data-area=c]").getByRole("button", { name: /^Sensitivity: 30/ })).toBeVisible();
  await expect(page.locator("[data-area=a]").getByRole("button", { name: /^Sensitivity: 20/ })).toBeVisible();
  const sees = await review.connect((connect) => connect.window("c").view());
  expect([sees.startMs, sees.endMs]).toEqual([Math.round(span.startMs), Math.round(span.startMs) + 3000]);

  // By the link again, and back: their display as it was.
  await theirs.page.goto(opened(link, theirs));
  await theirs.idle();
  await theirs.button("Back to my displays").focus();
  await theirs.page.keyboard.press("Enter");
  await expect(shared(theirs)).toHaveCount(0);
  await expect(tabs(theirs).last()).toHaveAttribute("aria-selected", "true");
  await theirs.idle();
});

test.describe("refused", () => {
  test.use({ allowErrors: /40[134]|ERR_FAILED/ });

  test("who may not see the patient is told what everybody is told; who signs in goes on to the link", async ({
    review,
    server,
    colleague,
  }) => {
    const { page } = review;
    const token = await server.signIn(page.context(), testAdmin);
    const display = {
      name: "Named after Ann",
      cssGridTemplate: '"a"',
      areas: [{ area: "a", componentId: "eeg_montage" }],
    };
    const make = (over: object = {}) =>
      answerAs(server.url, token, createSharedView, {
        ...{ data_object_id: server.ids[night.name], display, spans: [], active: "a", ...over },
      });
    const { key } = await make();
    const address = `${server.url}/review/${server.ids[night.name]}?view=${key}&backend=${review.backend}`;
    const { review: theirs, user } = colleague;

    const outsider = await reader(server, false);
    await server.signIn(page.context(), outsider);
    await page.goto(address);
    await expect(page.getByText("This recording does not exist.")).toBeVisible();
    await expect(page.getByText(/Ann|Shared|link/)).toHaveCount(0);

    await theirs.page.context().clearCookies();
    await theirs.page.goto(address);
    await theirs.page.getByLabel("Email").fill(user.email);
    await theirs.page.getByLabel("Password", { exact: true }).fill(user.password);
    await theirs.page.keyboard.press("Enter");
    await expect(shared(theirs)).toBeVisible();
    await theirs.idle();
    // Without displays of their own the way back leads to what the file holds.
    await expect(theirs.page.getByText("Overview · made from this file")).toHaveCount(0);
    await theirs.button("Back to my displays").click();
    await expect(theirs.page.getByText("Overview · made from this file")).toBeVisible();
    await theirs.idle();

    // A link that ended, or was cut off when it was copied.
    await theirs.page.goto(
      `${server.url}/review/${server.ids[night.name]}?view=${key.slice(2)}&backend=${review.backend}`,
    );
    await expect(theirs.page.getByText(/^The view of this link is not there/)).toBeVisible();
    await theirs.idle();
    await theirs.button("Close").click();
    await expect(theirs.page.getByText(/^The view of this link is not there/)).toHaveCount(0);

    // Made by hand: a kind that nobody knows, a file that is not there, a name that is a script.
    const name = "<img src=x onerror=alert(1)>";
    const graphs = [{ ...lineGraph(name, lineTrace("ABP", { dataSource: 999_999 })) }];
    const made = await make({
      display: {
        name: "By hand",
        cssGridTemplate: '"a b"',
        areas: [
          { area: "a", componentId: "of_a_later_version", version: 7, props: { deep: [[[[]]]] } },
          { area: "b", componentId: "time_series_group", version: 2, props: { graphs, viewDuration: "long" } },
        ],
      },
    });
    await theirs.page.goto(`${server.url}/review/${server.ids[night.name]}?view=${made.key}&backend=${review.backend}`);
    await expect(theirs.page.getByText(/^This version has no window of this kind/)).toBeVisible();
    await expect(theirs.page.getByText(/^<img src=x/)).toBeVisible();
    await expect(theirs.page.locator("[data-area=b]").getByRole("listitem").first()).toContainText("ABP");
    expect(await theirs.page.locator("img").count()).toBe(0);
  });

  test("a link that cannot be copied is shown, and one that cannot be made says why", async ({ review }) => {
    const { page } = review;
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: () => Promise.reject(new Error("denied")) },
      });
    });
    await review.open(night.name);
    await page.route("**/v1/shared_views/create_shared_view*", (route) => route.abort());
    await review.button("Copy link to this view").focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: "Copy link to this view" });
    await expect(panel.getByRole("alert")).toHaveText("The server cannot be reached.");
    await page.unroute("**/v1/shared_views/create_shared_view*");
    await expect(panel.getByRole("button", { name: "Try again" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(panel.getByText("The browser did not copy the link.")).toBeVisible();
    await expect(field(page)).toBeFocused();
    const selected = await field(page).evaluate((input) => {
      const { value, selectionStart, selectionEnd } = input as HTMLInputElement;
      return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
    });
    expect(selected).toContain("view=");
    await page.keyboard.press("Escape");
    await expect(review.button("Copy link to this view")).toBeFocused();
  });

  test("links are told of to who made them, and taken back by keys alone", async ({ review, colleague }) => {
    const { page } = review;
    await review.open(night.name);
    const panel = page.getByRole("dialog", { name: "Copy link to this view" });
    const copyLink = async () => {
      await review.button("Copy link to this view").focus();
      await page.keyboard.press("Enter");
      await expect(field(page)).toHaveValue(/view=/);
      return field(page).inputValue();
    };
    await copyLink();
    await page.keyboard.press("Escape");
    const link = await copyLink();
    await page.route("**/v1/shared_views/get_own_links*", (route) => route.abort());
    await panel.getByRole("button", { name: "Show your links" }).focus();
    await page.keyboard.press("Enter");
    await expect(panel.getByRole("alert")).toHaveText("Your links could not be fetched. The server cannot be reached.");
    await page.unroute("**/v1/shared_views/get_own_links*");
    await panel.getByRole("button", { name: "Try again" }).focus();
    await page.keyboard.press("Enter");
    const lines = panel.getByRole("listitem");
    await expect(lines.first()).toContainText("Overview");
    const count = await lines.count();
    expect(count).toBeGreaterThan(1);
    expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);

    const withdraw = panel.getByRole("button", { name: /^Withdraw the link to / });
    await withdraw.first().focus();
    await page.keyboard.press("Enter");
    await expect(panel.getByRole("button", { name: "Keep" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(withdraw).toHaveCount(count);
    await withdraw.first().focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(panel.getByText("The link was withdrawn.")).toBeVisible();
    await expect(lines).toHaveCount(count - 1);
    await colleague.review.page.goto(opened(link, colleague.review));
    await expect(colleague.review.page.getByText(/^The view of this link is not there/)).toBeVisible();
    await colleague.review.idle();
  });
});

test("time that stood on the screen is reviewed, and seen by another reader", async ({ review, colleague }) => {
  const { page } = review;
  const other = colleague.review;
  const menuOf = (from: Review) => from.button(/^Reviewed time: /);
  const drawn = (from: Review, part: number) =>
    from.page.evaluate((at) => {
      const canvas = document.querySelector<HTMLCanvasElement>("canvas[data-part=coverage]");
      const data = canvas?.getContext("2d")?.getImageData(Math.floor(at * canvas.width), 1, 1, 1).data;
      return data?.[3] ?? -1;
    }, part);
  await review.open(night.name, "&span=10000");
  const saved = page.waitForResponse((answer) => answer.url().includes("add_coverage") && answer.ok());
  for (const seconds of [100, 110, 120]) {
    await page.evaluate((from) => window.connect?.setView(from, from + 10_000), night.startMs + seconds * 1000);
    await review.idle();
    await expect.poll(() => drawn(review, (seconds + 5) / night.seconds)).toBe(255);
  }
  expect(await drawn(review, 150 / night.seconds)).toBe(0);
  await saved;
  await other.open(night.name, "&span=10000");
  expect(await drawn(other, 105 / night.seconds)).toBe(0);
  await menuOf(other).click();
  await other.page.getByRole("menuitemradio", { name: "By everyone" }).click();
  await expect.poll(() => drawn(other, 105 / night.seconds)).toBe(255);
  // The next that was not reviewed, behind the view.
  await other.page.evaluate((from) => window.connect?.setView(from, from + 10_000), night.startMs + 100_000);
  await other.idle();
  await menuOf(other).click();
  await other.page.getByRole("menuitem", { name: "Go to next not reviewed" }).click();
  const startMs = await other.connect((connect) => connect.view().startMs);
  expect(startMs - night.startMs).toBeGreaterThan(115_000);
  // Hidden, until it is wanted.
  await menuOf(other).click();
  await other.page.getByRole("menuitemradio", { name: "Hide" }).click();
  await expect(other.page.locator("canvas[data-part=coverage]")).toHaveCount(0);
});
