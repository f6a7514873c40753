import { expect, test } from "./fixtures.ts";
import { night } from "./recordings.ts";

test("lists the recordings with their facts and opens one", async ({ page, server }) => {
  await page.goto(`${server.url}/data/visualize`);
  const row = page.getByRole("row").filter({ hasText: night.name });
  await expect(row.getByText("03/02/2020 10:20 AM")).toBeVisible();
  await expect(row.getByText("3m")).toBeVisible();
  await expect(row.getByText("Ready")).toBeVisible();
  await expect(row.getByText("2 annotations")).toBeVisible();
  await row.getByRole("link").click();
  await expect(page).toHaveURL(
    new RegExp(`^${server.url}/data/review/\\d+/night/[^/]+/${server.ids[night.name]}/${night.name}(\\?|$)`),
  );
  await expect(page.getByRole("img", { name: /^EEG traces/ })).toBeVisible();
  await page.getByRole("button", { name: "Close data review" }).click();
  await expect(page.getByRole("heading", { name: "Recordings" })).toBeVisible();
  await expect(page).toHaveTitle("Recordings – CONNECT");
});

test("keeps the chosen theme", async ({ page, server }) => {
  await page.goto(`${server.url}/data/visualize`);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe("rgb(243, 245, 248)");
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  expect(await background()).toBe("rgb(10, 14, 19)");
  await page.reload();
  await expect(page.getByRole("button", { name: "Use the light theme" })).toBeVisible();
  expect(await background()).toBe("rgb(10, 14, 19)");
});

test("shows the progress of an import and asks again until it ended", async ({ page, server }) => {
  let asked = 0;
  await page.route("**/v1/recordings/get_recordings*", async (route) => {
    const answer = await (await route.fetch()).json();
    asked++;
    if (asked < 3) Object.assign(answer.recordings[0], { state: "importing", progress: 0.52, eta_ms: 540_000 });
    await route.fulfill({ json: answer });
  });
  await page.goto(`${server.url}/data/visualize`);
  await expect(page.getByText("52 % · 9 min left")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "52");
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByText("Ready").first()).toBeVisible();
});

test("says how to import when there is nothing", async ({ page, server }) => {
  await page.route("**/v1/recordings/get_recordings*", (route) => route.fulfill({ json: { recordings: [] } }));
  await page.goto(`${server.url}/data/visualize`);
  await expect(page.getByText("There are no records to display")).toBeVisible();
  await expect(page.getByText("npm run import -- FILE")).toBeVisible();
});

test.describe("an address of nothing", () => {
  test.use({ allowErrors: /status of 404/ });

  test("answers for what does not exist", async ({ page, server }) => {
    for (const path of ["/review/999999", "/review/abc", "/review/1e9"]) {
      await page.goto(`${server.url}${path}`);
      await expect(page.getByText("This recording does not exist.")).toBeVisible();
    }
    await page.getByRole("link", { name: "Back to the recordings" }).click();
    await expect(page.getByRole("heading", { name: "Recordings" })).toBeVisible();
  });
});

test.describe("when the server refuses", () => {
  test.use({ allowErrors: /status of 500/ });

  test("offers to try again, and trying again helps", async ({ page, server }) => {
    let isBroken = true;
    await page.route("**/v1/recordings/get_recordings*", (route) =>
      isBroken ? route.fulfill({ status: 500, body: "no" }) : route.continue(),
    );
    await page.goto(`${server.url}/data/visualize`);
    await expect(page.getByText("Something went wrong. Please try again!")).toBeVisible();
    isBroken = false;
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByRole("link", { name: night.name })).toBeVisible();
  });
});

test.describe("when the server is away", () => {
  test.use({ allowErrors: /ERR_|Failed to load resource|WebSocket/ });

  test("says so", async ({ page, server }) => {
    await page.route("**/v1/recordings/get_recordings*", (route) => route.abort("connectionrefused"));
    await page.goto(`${server.url}/data/visualize`);
    await expect(page.getByText(/The server cannot be reached\./)).toBeVisible();
  });
});
