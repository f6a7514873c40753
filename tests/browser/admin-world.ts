/** A server for the administration's screens, with pages that are signed in and report their errors. */

import { test as base, expect, type Locator, type Page } from "playwright/test";
import { getProjects, getRoles, getSites, inviteUsers } from "../../src/protocol/admin.ts";
import type { AnswerOf, BodyOf, Route } from "../../src/protocol/route.ts";
import type { BackendOption } from "../playwright.config.ts";
import { answerAs, signIn, testAdmin, tokenCookie } from "../support/calls.ts";
import { startServer } from "../support/server.ts";
import { AxeBuilder } from "./axe.ts";
import { withoutErrors } from "./page-errors.ts";

export { expect, testAdmin };

/** Addresses of people who were invited where a test asks for a crowd: more than a page of a list. */
export const crowd = Array.from({ length: 160 }, (_, k) => `person-${String(k).padStart(3, "0")}@crowd.test`);
/** Somebody who may be changed and deleted: the crowd stays as it is for the other tests. */
export const leaver = "leaver@elsewhere.test";
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

  get url(): string {
    return this.server.url;
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

  column(name: string): Locator {
    return this.grid.getByRole("columnheader", { name, exact: true });
  }

  /** Takes one of the choices behind a button. */
  async chooseOne(button: RegExp, choice: string): Promise<void> {
    await this.page.getByRole("button", { name: button }).click();
    await this.page.getByRole("menuitemradio", { name: choice, exact: true }).click();
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

/** Invites people into every project and site as viewers. */
async function invite({ ask }: AdminServer, emails: readonly string[]): Promise<void> {
  const [projects, sites, roles] = await Promise.all([
    ask(getProjects, {}),
    ask(getSites, { return_all_sites: true }),
    ask(getRoles, {}),
  ]);
  const ids = ({ data }: { data: readonly { id: number }[] }) => data.map(({ id }) => id);
  const given = {
    project_ids: ids(projects),
    site_ids: ids(sites),
    role_ids: roles.data.filter(({ name }) => name === "Viewer").map(({ id }) => id),
  };
  for (let first = 0; first < emails.length; first += 100)
    await ask(inviteUsers, { emails: emails.slice(first, first + 100), ...given });
}

interface WorkerFixtures {
  server: AdminServer;
  /** The crowd is invited: a full page of a table costs seconds each time that it is drawn. */
  isCrowded: boolean;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  isCrowded: [false, { option: true, scope: "worker" }],
  backend: ["canvas2d", { option: true }],
  allowErrors: [null, { option: true }],

  server: [
    async ({ isCrowded }, use) => {
      const running = await startServer();
      const { url } = running;
      const { token } = await signIn(url);
      const server: AdminServer = { url, token, ask: (route, body) => answerAs(url, token, route, body) };
      await invite(server, isCrowded ? [...crowd, leaver] : [leaver]);
      await use(server);
      await running.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  page: async ({ page, server, allowErrors }, use) => {
    const { url, token } = server;
    await page.context().addCookies([{ name: tokenCookie, value: token, url, sameSite: "Strict" }]);
    await withoutErrors(page, allowErrors, use);
  },

  screens: async ({ page, server }, use) => {
    await use(new Admin(page, server));
  },
});

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Rules about colours: all that the same page in another theme can break (its parts are the same, tests/browser/shell.spec.ts). */
export const colourRules = ["color-contrast", "link-in-text-block"];

async function found(axe: AxeBuilder): Promise<string[]> {
  const { violations: all } = await axe.analyze();
  return all.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** Names of what axe finds on the page, with the elements. */
export const violations = (page: Page): Promise<string[]> => found(new AxeBuilder({ page }).withTags(tags));

/** The same in both themes of a page whose reader has chosen none. The page is left in the light one. */
export async function violationsInThemes(page: Page): Promise<Record<"light" | "dark", string[]>> {
  const show = async (colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
  };
  await show("dark");
  const dark = await found(new AxeBuilder({ page }).withRules(colourRules));
  await show("light");
  return { light: await violations(page), dark };
}
export const nothingFound = { light: [], dark: [] };
