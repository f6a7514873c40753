/** A server that sends its mails to a real SMTP server of the test, people with chosen rights, and the account screens. */
import type { Pool } from "pg";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "playwright/test";
import type { Permission } from "../../src/protocol/permissions.ts";
import type { BackendOption } from "../playwright.config.ts";
import {
  addUser,
  addWorkspace,
  forgetSettings,
  signIn,
  type TestUser,
  testAdmin,
  tokenCookie,
  withDatabase,
} from "../support/accounts.ts";
import { type MailServer, startMailServer } from "../support/mail.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { colourRules } from "./admin-world.ts";
import { AxeBuilder } from "./axe.ts";
import { withoutErrors } from "./page-errors.ts";

export { expect, testAdmin, tokenCookie };

export const privacyUrl = "https://operator.test/privacy";
export const hub = { clientId: "notebook-hub", redirectUri: "https://hub.test/hub/oauth_callback?from=connect" };

export interface World {
  readonly url: string;
  readonly running: RunningServer;
  readonly mail: MailServer;
  /** Work on the server's database, past its services. */
  database<T>(work: (pool: Pool) => Promise<T>): Promise<T>;
  /** A verified user of the default workspace who holds these permissions. */
  person(...permissions: readonly Permission[]): Promise<TestUser>;
  /** Signs in over the network and gives the browser the cookie, as the login page would. Returns the token. */
  enter(context: BrowserContext, user: { email: string; password: string }): Promise<string>;
  readonly workspaceId: number;
}

interface Fixtures extends BackendOption {
  /** Errors the browser may report in this test, refusals of the server among them. */
  allowErrors: RegExp | null;
  screens: Screens;
}

/** The account screens by their labels. */
export class Screens {
  constructor(
    readonly page: Page,
    readonly world: World,
  ) {}

  button = (name: string): Locator => this.page.getByRole("button", { name, exact: true });
  link = (name: string): Locator => this.page.getByRole("link", { name, exact: true });
  field = (label: string): Locator => this.page.getByLabel(label, { exact: true });
  heading = (name: string): Locator => this.page.getByRole("heading", { name, exact: true });

  async open(path: string): Promise<void> {
    await this.page.goto(this.world.url + path);
  }

  /** Fills the login form and presses Enter. */
  async logIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.field("Email").fill(email);
    await this.field("Password").fill(password);
    await this.field("Password").press("Enter");
  }

  /** The message on the screen; closes it. */
  async readAlert(...sentences: readonly (string | RegExp)[]): Promise<void> {
    const alert = this.page.getByRole("alertdialog");
    for (const sentence of sentences) await expect(alert).toContainText(sentence);
    await alert.getByRole("button", { name: "Close" }).click();
    await expect(alert).toHaveCount(0);
  }

  async expectPath(path: string): Promise<void> {
    await expect(this.page).toHaveURL(this.world.url + path);
  }

  token = async (): Promise<string | undefined> =>
    (await this.page.context().cookies()).find(({ name }) => name === tokenCookie)?.value;

  /** No serious or critical finding in either theme. */
  async expectAccessible(what: string): Promise<void> {
    for (const theme of ["light", "dark"]) {
      await this.page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      const axe = new AxeBuilder({ page: this.page });
      const { violations } = await (theme === "light" ? axe : axe.withRules(colourRules)).analyze();
      const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(
        grave.map(({ id, nodes }) => [what, theme, id, nodes.map(({ html }) => html)]),
        `${what} in the ${theme} theme`,
      ).toEqual([]);
    }
  }
}

async function build(): Promise<World> {
  const mail = await startMailServer();
  const running = await startServer({
    env: {
      SMTP_URL: mail.url,
      PRIVACY_URL: privacyUrl,
      OAUTH_CLIENTS: JSON.stringify([{ client_id: hub.clientId, redirect_uris: [hub.redirectUri] }]),
    },
  });
  const { workspaceId } = await signIn(running.url);
  const database: World["database"] = (work) => withDatabase(running.dataDir, work);
  return {
    url: running.url,
    running,
    mail,
    database,
    workspaceId,
    person: (...permissions) => database((pool) => addUser(pool, { workspaceId, permissions })),
    async enter(context, user) {
      const { token } = await signIn(running.url, user);
      await forgetSettings(running.url, token);
      await context.addCookies([{ name: tokenCookie, value: token, url: running.url, sameSite: "Strict" }]);
      return token;
    },
  };
}

/** A workspace named CURINGCOMA with one user. */
export const registry = (world: World) =>
  world.database(async (pool) => {
    const workspaceId = await addWorkspace(pool, "CURINGCOMA");
    return addUser(pool, { workspaceId, permissions: ["access_data_visualize"] });
  });

export const test = base.extend<Fixtures, { world: World }>({
  backend: ["canvas2d", { option: true }],
  allowErrors: [null, { option: true }],

  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies from this pattern
    async ({}, use) => {
      const world = await build();
      await use(world);
      await world.running.stop();
      await world.mail.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  page: async ({ page, allowErrors }, use) => {
    // Polls of the page may be under way in a test's routes.
    await withoutErrors(page, allowErrors, use, () => page.unrouteAll({ behavior: "ignoreErrors" }));
  },

  screens: async ({ page, world }, use) => {
    await use(new Screens(page, world));
  },
});

/** What the browser itself reports when the server refuses. */
export const refusals = /status of (400|401|403|404|409|429)/;
