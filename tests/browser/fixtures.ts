/** A server with the test recordings, imported by the real command line, and a page that reports its errors. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "playwright/test";
import type { ConnectHandle } from "../../src/app/review/test-handle.ts";
import type { EegTestMembers } from "../../src/app/review/windows/eeg_montage/test-members.ts";
import type { BackendOption } from "../playwright.config.ts";
import { forgetSettings, signIn, testAdmin, tokenCookie } from "../support/calls.ts";
import { forgetDisplays } from "../support/displays.ts";
import { placeImported } from "../support/imported.ts";
import { startServer } from "../support/server.ts";
import { withoutErrors } from "./page-errors.ts";
import { depth, night, numbers } from "./recordings.ts";

export { expect };

/** `window.connect` of a review whose first window is an EEG. */
export type EegConnect = ConnectHandle & EegTestMembers;

export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  /** Signs in and gives the browser the cookie, as the login page would. Returns the token. */
  signIn(context: BrowserContext, user: { email: string; password: string }): Promise<string>;
  /** Ids by file name. */
  readonly ids: Readonly<Record<string, number>>;
  stop(): Promise<void>;
  /** Starts it again at the same address with the same data. */
  restart(): Promise<void>;
}

interface WorkerFixtures {
  server: TestServer;
  /** Whoever pages are opened as; null: nobody. */
  user: { email: string; password: string } | null;
  /** What is imported before the server starts. */
  recordings: readonly { readonly name: string; bytes(): Uint8Array }[];
  /** Whose all of them are; null: each is of a patient of its own name. */
  patient: string | null;
  /** More of the server's environment. */
  serverEnv: Record<string, string>;
}

interface TestFixtures extends BackendOption {
  /** Errors the browser may report in this test: a server that is away is reported by the browser itself. */
  allowErrors: RegExp | null;
  review: Review;
}

/** Opens recordings and knows the parts of the review page. */
export class Review {
  constructor(
    readonly page: Page,
    private readonly server: TestServer,
    readonly backend: string,
  ) {}

  /** Opens a recording and waits until its first view is complete and drawn. */
  async open(name: string, search = ""): Promise<void> {
    await this.page.goto(`${this.server.url}/review/${this.server.ids[name]}?backend=${this.backend}${search}`);
    await this.idle();
  }

  /** Leaves a review that is shown. */
  async close(): Promise<void> {
    await this.button("Close data review").click();
    await this.page.getByRole("alertdialog").getByRole("button", { name: "Close Data Review" }).click();
  }

  async idle(): Promise<void> {
    await this.page.waitForFunction(() => window.connect !== undefined);
    // Where one display follows another the handle of the first may go in between.
    await this.page.evaluate(async () => {
      while (window.connect === undefined) await new Promise((resolve) => requestAnimationFrame(resolve));
      await window.connect.whenIdle();
    });
  }

  /** Runs a function on `window.connect`. */
  connect<T>(work: (connect: EegConnect) => T | Promise<T>): Promise<T> {
    return this.page.evaluate(`(${work.toString()})(window.connect)`) as Promise<T>;
  }

  view(): Promise<{ startMs: number; endMs: number }> {
    return this.connect((connect) => connect.view());
  }

  /** View in seconds since the start of the recording, rounded to a millisecond. */
  async seconds(): Promise<[number, number]> {
    const { startMs, endMs } = await this.view();
    const since = (ms: number) => Math.round(ms - night.startMs) / 1000;
    return [since(startMs), since(endMs)];
  }

  get plot(): Locator {
    return this.page.getByRole("img", { name: /^EEG traces/ });
  }

  /** Name and value of the trace under the pointer. */
  get reading(): Locator {
    return this.page.locator("[data-part=reading]");
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: typeof name === "string" });
  }

  /** Chooses from a drop-down of the window bar. */
  async choose(button: RegExp, choice: string): Promise<void> {
    await this.button(button).click();
    await this.page.getByRole("menuitemradio", { name: choice, exact: true }).click();
  }

  async chooseMontage(section: string | RegExp, name: string): Promise<void> {
    await this.button(/^Montage:/).click();
    await this.page.getByRole("listbox", { name: "Access" }).getByRole("option", { name: section }).click();
    await this.page.getByRole("grid", { name: "EEG montages" }).getByRole("row", { name, exact: true }).click();
    await this.idle();
  }

  /** Names of the channel axis from the top. */
  labels(): Promise<string[]> {
    return this.page.locator("ul[aria-label] > li > span:first-of-type").allTextContents();
  }

  /**
   * Number of pixels of a column of the plot that differ from the plot's background, and a digest of the whole
   * picture. `at`: fraction of the width.
   */
  picture(at = 0.5): Promise<{ inked: number; digest: number }> {
    return this.page.evaluate(async (fraction) => {
      if (window.connect === undefined) throw new Error("no review");
      const { width, height, data } = await window.connect.readPixels();
      const x = Math.floor(width * fraction);
      const colour = (k: number) => `${data[4 * k]},${data[4 * k + 1]},${data[4 * k + 2]}`;
      const counts = new Map<string, number>();
      for (let k = 0; k < width * height; k += 7) counts.set(colour(k), (counts.get(colour(k)) ?? 0) + 1);
      const [background] = [...counts.entries()].reduce((a, b) => (b[1] > a[1] ? b : a));
      let inked = 0;
      for (let y = 0; y < height; y++) if (colour(y * width + x) !== background) inked++;
      let digest = 0;
      for (let k = 0; k < data.length; k++) digest = (Math.imul(digest, 31) + data[k]) | 0;
      return { inked, digest };
    }, at);
  }
}

/** Moves the focus to something in a table: the first focus there is the row's, the arrows lead on. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.focus();
  await expect(async () => {
    await page.keyboard.press("ArrowRight");
    await expect(target).toBeFocused({ timeout: 100 });
  }).toPass();
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  backend: ["canvas2d", { option: true }],
  allowErrors: [null, { option: true }],

  user: [testAdmin, { option: true, scope: "worker" }],
  recordings: [[night, depth, numbers], { option: true, scope: "worker" }],
  patient: [null, { option: true, scope: "worker" }],
  serverEnv: [{}, { option: true, scope: "worker" }],

  server: [
    async ({ serverEnv, recordings, patient }, use) => {
      const folder = mkdtempSync(join(tmpdir(), "connect-browser-"));
      const dataDir = join(folder, "data");
      const files = recordings.map(({ name, bytes }) => ({ name, bytes: bytes() }));
      const ids = await placeImported(dataDir, files, patient);
      const running = await startServer({ dataDir, env: serverEnv });
      await use({
        url: running.url,
        dataDir,
        signIn: async (context, user) => {
          const { token } = await signIn(running.url, user);
          await context.addCookies([{ name: tokenCookie, value: token, url: running.url, sameSite: "Strict" }]);
          return token;
        },
        ids,
        stop: async () => void (await running.stop()),
        restart: () => running.restart(),
      });
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],

  page: async ({ page, server, user, allowErrors }, use) => {
    if (user !== null) {
      const token = await server.signIn(page.context(), user);
      await forgetSettings(server.url, token);
      if (user.email === testAdmin.email) await forgetDisplays(server.url, token);
    }
    await withoutErrors(page, allowErrors, use);
  },

  review: async ({ page, server, backend }, use) => {
    await use(new Review(page, server, backend));
  },
});
