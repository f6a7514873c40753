/** A server for the administration's screens, with pages that are signed in and report their errors. */
import { test as base, expect, type Locator, type Page } from "playwright/test";
import { getClientSettings, getToken } from "../../src/protocol/accounts.ts";
import type { AnswerOf, BodyOf, Route } from "../../src/protocol/route.ts";
import type { BackendOption } from "../playwright.config.ts";
import { type RunningServer, startServer } from "../support/server.ts";

export { expect };

/** The administrator that a server of the tests makes on its first start (tests/support/server.ts). */
export const admin = { email: "admin@connect.test", password: "Test-password-1" };
export const paths = {
  users: "/admin/user_management/users",
  activity: "/admin/user_management/users/activity",
  roles: "/admin/user_management/roles_and_permissions",
  projects: "/admin/studies",
  sites: "/admin/sites",
  buckets: "/admin/buckets",
} as const;

/** Any text that no other test uses. */
export const unique = () => Math.random().toString(36).slice(2, 10);

export interface AdminServer {
  readonly url: string;
  readonly token: string;
  /** Makes a call as the administrator. */
  ask<R extends Route>(route: R, body: BodyOf<R>): Promise<AnswerOf<R>>;
}

/** The screens as a person with a keyboard and a mouse sees them. */
export class Admin {
  constructor(
    readonly page: Page,
    private readonly server: AdminServer,
  ) {}

  async open(path: string): Promise<void> {
    await this.page.goto(this.server.url + path);
    await expect(this.grid).toBeVisible();
  }

  get grid(): Locator {
    return this.page.getByRole("main").getByRole("grid");
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** A row of the page's table by the text of its header cell. */
  row(name: string): Locator {
    return this.grid.getByRole("row").filter({ has: this.page.getByRole("rowheader", { name, exact: true }) });
  }

  async choose(button: Locator, item: string): Promise<void> {
    await button.click();
    await this.page.getByRole("menuitem", { name: item, exact: true }).click();
  }

  /** View or Edit of a row. */
  rowAction(name: string, item: string): Promise<void> {
    return this.choose(this.button(`Actions for ${name}`), item);
  }

  async select(name: string): Promise<void> {
    await this.row(name).getByRole("checkbox").click({ force: true });
    await expect(this.row(name)).toHaveAttribute("aria-selected", "true");
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole("main").getByRole("searchbox").fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** Picks options of a list in the open dialog. */
  async pick(list: string, ...names: readonly (string | RegExp)[]): Promise<void> {
    for (const name of names)
      await this.dialog.getByRole("listbox", { name: list, exact: true }).getByRole("option", { name }).first().click();
  }

  toast(text: string): Locator {
    return this.page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true });
  }
}

interface TestFixtures extends BackendOption {
  /** Errors the browser may report in this test, refusals of the server among them. */
  allowErrors: RegExp | null;
  screens: Admin;
}

async function launch(): Promise<{ server: AdminServer; running: RunningServer }> {
  const running = await startServer();
  const { url } = running;
  const send = async <R extends Route>(route: R, body: BodyOf<R>, token?: string): Promise<AnswerOf<R>> => {
    const response = await fetch(url + route.path, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token === undefined ? {} : { authorization: token }) },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${route.path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as AnswerOf<R>;
  };
  await send(getClientSettings, {});
  const { token } = await send(getToken, admin);
  return { server: { url, token, ask: (route, body) => send(route, body, token) }, running };
}

export const test = base.extend<TestFixtures, { server: AdminServer }>({
  backend: ["canvas2d", { option: true }],
  allowErrors: [null, { option: true }],

  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies from this pattern
    async ({}, use) => {
      const { server, running } = await launch();
      await use(server);
      await running.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  page: async ({ page, server, allowErrors }, use) => {
    await page
      .context()
      .addCookies([{ name: "connect_token", value: server.token, url: server.url, sameSite: "Strict" }]);
    const errors: string[] = [];
    const report = (message: string) => {
      if (allowErrors?.test(message) !== true) errors.push(message);
    };
    page.on("pageerror", (error) => report(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") report(message.text());
    });
    await use(page);
    expect(errors).toEqual([]);
  },

  screens: async ({ page, server }, use) => {
    await use(new Admin(page, server));
  },
});
