/** The life of a session in the browser: timers, other tabs, failures (spec 000 sections 4, 8 and 9). */
import type { Page } from "playwright/test";
import { getTokenInfo, logOut, updateTokenExpireTime } from "../../src/protocol/accounts.ts";
import { answerAs } from "../support/accounts.ts";
import { expect, refusals, test, testAdmin } from "./account-world.ts";

const minute = 60_000;

/**
 * Lets time pass in the page: its own clock jumps, and so does the server's clock as the page sees it. Token times stay as
 * they were at the last renewal, so that the token ages.
 */
async function stretchTime(page: Page): Promise<(ms: number) => Promise<void>> {
  let shiftMs = 0;
  let renewedMs = 0;
  await page.clock.install();
  await page.route("**/{user,v1}/**", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), date: new Date(Date.now() + shiftMs).toUTCString() };
    const path = new URL(route.request().url()).pathname;
    if (path === updateTokenExpireTime.path) renewedMs = shiftMs;
    if (path !== updateTokenExpireTime.path && path !== getTokenInfo.path)
      return void (await route.fulfill({ response, headers }));
    const { time_created, time_expires, ...rest } = await response.json();
    const json = { ...rest, time_created: time_created + renewedMs, time_expires: time_expires + renewedMs };
    await route.fulfill({ response, headers, json });
  });
  return async (ms) => {
    shiftMs += ms;
    await page.clock.fastForward(ms);
  };
}

test("warns after 20 minutes without a gesture, and stays on request", async ({ page, screens, world }) => {
  await world.enter(page.context(), testAdmin);
  const pass = await stretchTime(page);
  await screens.open("/data/visualize");
  await expect(screens.heading("Patients")).toBeVisible();
  const warning = page.getByRole("alertdialog", { name: "Session Timeout" });
  await pass(19 * minute);
  await expect(warning).toHaveCount(0);
  await pass(minute + 2000);
  await expect(warning).toBeVisible();
  await expect(warning).toContainText(/You will be logged out in 1[01]\d seconds\./);
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(warning).toBeVisible();
  await screens.expectAccessible("session timeout warning");
  const renewed = page.waitForResponse("**/user/update_token_expire_time*");
  await warning.getByRole("button", { name: "Stay Logged In" }).click();
  expect((await renewed).status()).toBe(200);
  await expect(warning).toHaveCount(0);
});

test.describe("of a session that has ended", () => {
  // A call that was on its way when it ended is refused.
  test.use({ allowErrors: /401/ });

  test("logs out 2 minutes after the warning and says so", async ({ page, screens, world }) => {
    await world.enter(page.context(), testAdmin);
    const pass = await stretchTime(page);
    await screens.open("/data/visualize");
    await expect(screens.heading("Patients")).toBeVisible();
    await pass(20 * minute + 1000);
    await expect(page.getByRole("alertdialog", { name: "Session Timeout" })).toBeVisible();
    const ended = page.waitForResponse("**/user/log_out*");
    await pass(2 * minute);
    await screens.expectPath("/inactive");
    expect((await ended).status()).toBe(200);
    await expect(page.getByText("You have been logged out due to inactivity.")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    expect(await screens.token()).toBeUndefined();
    await screens.expectAccessible("inactive");
    await screens.link("Log in").click();
    await screens.expectPath("/");
  });
});

test("renews the token every minute while the user is active", async ({ page, screens, world }) => {
  await world.enter(page.context(), testAdmin);
  const pass = await stretchTime(page);
  await screens.open("/data/visualize");
  await expect(screens.heading("Patients")).toBeVisible();
  let renewals = 0;
  page.on("request", (request) => {
    if (request.url().includes("update_token_expire_time")) renewals++;
  });
  const refreshed = page.waitForResponse("**/user/check_token*");
  await page.clock.runFor(1000);
  await page.mouse.move(300, 300);
  await pass(minute);
  await refreshed;
  await expect.poll(() => renewals).toBe(1);
  // Nothing is touched: the session is refreshed, not renewed.
  const again = page.waitForResponse("**/user/check_token*");
  await pass(minute);
  await again;
  expect(renewals).toBe(1);
});

test("says when the token is too short for these timers, then logs out", async ({ page, screens, world }) => {
  await world.enter(page.context(), testAdmin);
  await page.route("**/user/get_token_info*", async (route) => {
    const { time_created } = await (await route.fetch()).json();
    await route.fulfill({ json: { time_created, time_expires: time_created + 22 * minute - 1 } });
  });
  await screens.open("/data/visualize");
  await screens.readAlert("The session token of this workspace expires before its timeout warning could be shown.");
  await screens.expectPath("/");
  expect(await screens.token()).toBeUndefined();
});

test("has no timeout where the operator turned it off", async ({ page, screens, world }) => {
  await world.enter(page.context(), testAdmin);
  const pass = await stretchTime(page);
  await page.route("**/v1/workspace/get_client_settings*", async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, has_session_timeout: false } });
  });
  await screens.open("/data/visualize");
  await expect(screens.heading("Patients")).toBeVisible();
  const renewed = page.waitForResponse("**/user/update_token_expire_time*");
  await pass(25 * minute);
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await screens.expectPath("/data/visualize");
});

test("is shared between tabs: logging out and in reaches all of them", async ({ screens, world, context }) => {
  await world.enter(context, testAdmin);
  await screens.open("/data/visualize");
  const other = await context.newPage();
  await other.goto(`${world.url}/admin/sites`);
  await expect(other.getByRole("heading", { name: "Sites", exact: true })).toBeVisible();
  await screens.button("Log out").click();
  await expect(other).toHaveURL(`${world.url}/`);
  await expect(other.getByRole("button", { name: "LOG IN" })).toBeVisible();
  await screens.logIn(testAdmin);
  await screens.expectPath("/data/visualize");
  await expect(other).toHaveURL(`${world.url}/data/visualize`);
  await expect(other.getByText(testAdmin.email)).toBeVisible();
});

test("takes up a session whose cookie is seen later than the word of it", async ({ screens, world, context }) => {
  await screens.open("/");
  await expect(screens.button("LOG IN")).toBeVisible();
  await world.enter(context, testAdmin);
  await screens.expectPath("/data/visualize");
});

test("loads the workspace before anything of it is shown", async ({ page, screens, world }) => {
  await world.enter(page.context(), testAdmin);
  let release = () => undefined as unknown;
  const held = new Promise((resolve) => {
    release = () => resolve(null);
  });
  await page.route("**/user/check_token*", async (route) => {
    await held;
    await route.continue();
  });
  await screens.open("/data/visualize");
  await expect(page.getByText("Loading Workspace...")).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await screens.expectAccessible("loading workspace");
  release();
  await expect(screens.heading("Patients")).toBeVisible();
});

test.describe("when the session cannot be read", () => {
  test.use({ allowErrors: /status of|ERR_FAILED/ });

  test("a token that ended elsewhere is told, then the login page opens", async ({ page, screens, world }) => {
    const token = await world.enter(page.context(), testAdmin);
    await answerAs(world.url, token, logOut, {});
    await screens.open("/data/visualize");
    await screens.readAlert(
      "There was an unrecoverable error in the application.",
      "Your session has ended. Please log in again.",
    );
    await screens.expectPath("/");
    expect(await screens.token()).toBeUndefined();
  });

  test("a failing environment is told, and the session can be tried again", async ({ page, screens, world }) => {
    await world.enter(page.context(), testAdmin);
    let isBroken = true;
    await page.route("**/v1/workspace/get_workspace_env*", (route) =>
      isBroken ? route.fulfill({ status: 500, body: "The directory does not answer." }) : route.continue(),
    );
    await screens.open("/data/visualize");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("There was an unrecoverable error in the application.");
    await expect(alert).toContainText("The directory does not answer.");
    isBroken = false;
    await screens.button("Try Again").click();
    await expect(screens.heading("Patients")).toBeVisible();
  });

  test("an unknown workspace is told", async ({ page, screens }) => {
    await screens.open("/?parent_study_id=999999");
    await expect(page.getByRole("alert")).toContainText("This workspace does not exist.");
  });

  test("user and roles are asked for three times, and the session goes on without them", async ({
    page,
    screens,
    world,
  }) => {
    await world.enter(page.context(), testAdmin);
    let asked = 0;
    await page.route("**/user/get_current_user*", (route) => {
      asked++;
      return route.fulfill({ status: 503, body: "busy" });
    });
    await screens.open("/data/visualize");
    await expect(page.getByText(testAdmin.email)).toBeVisible();
    await expect.poll(() => asked).toBe(3);
    await screens.expectPath("/data/visualize");
  });

  test("permissions that were taken away are gone at the next refresh", async ({ page, screens, world }) => {
    const user = await world.person("access_data_visualize", "access_admin_sites");
    await world.enter(page.context(), user);
    const pass = await stretchTime(page);
    await screens.open("/admin/sites");
    await expect(screens.heading("Sites")).toBeVisible();
    await world.database((pool) =>
      pool.query("delete from role_permission where role_id = $1 and permission = 'access_admin_sites'", [user.roleId]),
    );
    await pass(minute + 1000);
    await expect(page.getByText("404 Not Found")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).toHaveText(["Patients", "v0.1.0"]);
  });
});

test.describe("the refusal of one call", () => {
  test.use({ allowErrors: refusals });

  test("ends the session when it says that the token is no longer good", async ({ page, screens, world }) => {
    const token = await world.enter(page.context(), testAdmin);
    await screens.open("/data/visualize");
    await expect(screens.heading("Patients")).toBeVisible();
    await answerAs(world.url, token, logOut, {});
    // The list asks again every few seconds.
    await screens.readAlert("Your session has ended. Please log in again.");
    await screens.expectPath("/");
  });
});
