/** The login page: its rules, failures, variants and the sign-in for a notebook hub (spec 000 sections 2, 4, 5, 8). */
import { expect, hub, privacyUrl, refusals, registry, test, testAdmin, tokenCookie } from "./account-world.ts";

test("asks for email and password in this order, and logs in with Enter", async ({ page, screens, world }) => {
  await screens.open("/");
  await expect(page).toHaveTitle("Log in – CONNECT");
  await screens.button("LOG IN").click();
  await expect(page.getByText("Enter an email.")).toBeVisible();
  await expect(page.getByText("Enter a password.")).toHaveCount(0);
  await screens.field("Email").fill("nobody");
  await screens.field("Email").press("Enter");
  await expect(page.getByText("Enter an email.")).toBeVisible();
  await screens.field("Email").fill(testAdmin.email);
  await expect(page.getByText("Enter an email.")).toHaveCount(0);
  await screens.field("Email").press("Enter");
  await expect(page.getByText("Enter a password.")).toBeVisible();
  await screens.logIn(testAdmin);
  await screens.expectPath("/data/visualize");
  await expect(page.getByText(testAdmin.email)).toBeVisible();
  const cookie = (await page.context().cookies()).find(({ name }) => name === tokenCookie);
  expect(cookie).toMatchObject({ path: "/", sameSite: "Strict", secure: false, expires: -1 });
  // The token is in the header of calls, and only there.
  const sent = page.waitForRequest("**/v1/patients/get_patients*");
  await page.reload();
  const request = await sent;
  expect(await request.headerValue("authorization")).toBe(cookie?.value);
  expect(new URL(request.url()).searchParams.get("parent_study_id")).toBe(String(world.workspaceId));
  expect(request.postDataJSON()).toEqual({ page_index: 1, rows_per_page: 10, workspace_name: "DEMO" });
  // Whoever is signed in needs no login page.
  await screens.open("/");
  await screens.expectPath("/data/visualize");
});

test("shows the password on request and blocks copy and paste in it", async ({ page, screens }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await screens.open("/");
  const password = screens.field("Password");
  await expect(password).toHaveAttribute("type", "password");
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await page.getByRole("checkbox", { name: "Show password" }).click({ force: true });
  await expect(password).toHaveAttribute("type", "text");
  await screens.field("Email").fill("copied");
  await screens.field("Email").press("Control+a");
  await screens.field("Email").press("Control+c");
  await password.press("Control+v");
  await expect(password).toHaveValue("");
  await password.fill("secret");
  await password.press("Control+a");
  await password.press("Control+c");
  await password.press("Control+x");
  await expect(password).toHaveValue("secret");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("copied");
});

test("links to the operator's pages, or says that there are none", async ({ page, screens }) => {
  await screens.open("/");
  await expect(page.getByText(/CAUTION: Investigational device/)).toBeVisible();
  await expect(screens.link("Privacy policy")).toHaveAttribute("href", privacyUrl);
  await screens.button("Learn more").click();
  await screens.readAlert("The operator of this server has published no further information.");
});

test.describe("when it fails", () => {
  test.use({ allowErrors: refusals });

  test("says why in a modal and opens the form again", async ({ page, screens }) => {
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(null);
    });
    await page.route("**/user/get_token*", async (route) => {
      await held;
      await route.continue();
    });
    await screens.open("/");
    await screens.logIn({ email: testAdmin.email, password: "wrong" });
    await expect(screens.button("LOG IN")).toBeDisabled();
    await expect(page.getByText("Loading Workspace...")).toBeVisible();
    release();
    await screens.readAlert("There was a problem logging in", "The email or password is incorrect.");
    await expect(screens.button("LOG IN")).toBeEnabled();
    await expect(screens.field("Email")).toHaveValue(testAdmin.email);
    expect(await screens.token()).toBeUndefined();
  });

  test("slows guessing down and says for how long", async ({ page, screens, world }) => {
    const user = await world.person("access_data_visualize");
    await screens.open("/");
    const modal = page.getByRole("alertdialog");
    await expect(async () => {
      await screens.logIn({ email: user.email, password: "wrong" });
      await expect(modal).toBeVisible();
      const text = await modal.textContent();
      await modal.getByRole("button", { name: "Close" }).click();
      expect(text).toMatch(/Too many attempts\. Please try again in \d+ seconds?\./);
    }).toPass({ intervals: [0] });
  });

  test("denies who holds no permission at all", async ({ screens, world }) => {
    await screens.open("/");
    await screens.logIn(await world.person());
    await screens.readAlert("You do not have permission to access CONNECT.");
    expect(await screens.token()).toBeUndefined();
  });

  test("names the validations that failed", async ({ page, screens }) => {
    await page.route("**/v1/ibm/check_ibm_credentials*", (route) =>
      route.fulfill({ json: { Account: "Valid", Training: "Expired", License: "Missing" } }),
    );
    await screens.open("/");
    await screens.logIn(testAdmin);
    await screens.readAlert("The following validations failed: Training, License.");
    expect(await screens.token()).toBeUndefined();
  });
});

test.describe("the registry's home screen", () => {
  test.use({ allowErrors: refusals });

  test("offers Remember me, tells failures in an alert, and keeps the cookie", async ({ page, screens, world }) => {
    const user = await registry(world);
    await screens.open(`/?parent_study_id=${user.workspaceId}`);
    await expect(screens.heading("Curing Coma registry")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Remember me" })).toBeChecked();
    await screens.logIn({ email: user.email, password: "wrong" });
    await expect(page.getByRole("alertdialog")).not.toContainText("There was a problem logging in");
    await screens.readAlert("The email or password is incorrect.");
    await screens.logIn(user);
    await screens.expectPath("/data/visualize");
    const cookie = (await page.context().cookies()).find(({ name }) => name === tokenCookie);
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 60);
    // Another address of this browser opens the same workspace: the token names it.
    await page.goto(`${world.url}/data/visualize`);
    await expect(page.getByText(user.email)).toBeVisible();
    await screens.button("Log out").click();
    await expect(screens.heading("Curing Coma registry")).toBeVisible();
    await screens.expectAccessible("login of the registry");
  });
});

test.describe("for a notebook hub", () => {
  test.use({ allowErrors: refusals });
  const state = "00123 +&=#/é";
  const query = (uri: string) =>
    `/?${new URLSearchParams({ response_type: "code", client_id: hub.clientId, redirect_uri: uri, state, code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", code_challenge_method: "S256" })}`;

  test("goes back with the state as it came and a code", async ({ page, screens }) => {
    await page.route("https://hub.test/**", (route) => route.fulfill({ contentType: "text/plain", body: "hub" }));
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(null);
    });
    await page.route("**/v1/user/oauth_login*", async (route) => {
      await held;
      await route.continue();
    });
    await screens.open(query(hub.redirectUri));
    await screens.logIn(testAdmin);
    await expect(page.getByText("Loading Jupyterhub...")).toBeVisible();
    release();
    await page.waitForURL("https://hub.test/**");
    const target = new URL(page.url());
    expect(target.origin + target.pathname).toBe("https://hub.test/hub/oauth_callback");
    expect(target.searchParams.get("from")).toBe("connect");
    expect(target.searchParams.get("state")).toBe(state);
    expect(target.searchParams.get("code")).toMatch(/^[\w-]{20,}$/);
    expect(await screens.token()).toBeUndefined();
  });

  test("refuses an address that is not registered", async ({ page, screens }) => {
    await screens.open(query("https://hub.test/elsewhere"));
    await screens.logIn(testAdmin);
    await screens.readAlert("There was a problem logging in");
    expect(page.url()).toContain(screens.world.url);
  });
});

test("is accessible", async ({ page, screens }) => {
  await screens.open("/");
  await screens.expectAccessible("login");
  await screens.button("LOG IN").click();
  await expect(page.getByText("Enter an email.")).toBeVisible();
  await screens.expectAccessible("login with a message");
  await screens.button("Learn more").click();
  await screens.expectAccessible("login with a dialog");
});
