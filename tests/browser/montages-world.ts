/** People at computers of their own, and what they find and press of the montage library and its editor. */
import type { Browser, Locator } from "playwright/test";
import { getProjects, getSites } from "../../src/protocol/admin.ts";
import { addUser, answerAs, signIn, withDatabase } from "../support/accounts.ts";
import { test as base, Review, type TestServer } from "./fixtures.ts";
import { withoutErrors } from "./page-errors.ts";
import { depth, night } from "./recordings.ts";

export interface Person {
  readonly review: Review;
  readonly token: string;
  readonly id: number;
}

export const test = base.extend<{ ann: Person; ben: Person }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([night, depth]), { scope: "worker" }],
  ann: async ({ browser, server, backend, allowErrors }, use) => {
    await asPerson({ browser, server, backend, allowErrors }, use);
  },
  ben: async ({ browser, server, backend, allowErrors }, use) => {
    await asPerson({ browser, server, backend, allowErrors }, use);
  },
});

interface World {
  browser: Browser;
  server: TestServer;
  backend: string;
  allowErrors: RegExp | null;
}

/** Somebody of the workspace without montages, at a computer of their own. */
async function asPerson({ browser, server, backend, allowErrors }: World, use: (person: Person) => Promise<void>) {
  const { token, workspaceId } = await signIn(server.url);
  const projects = await answerAs(server.url, token, getProjects, {});
  const sites = await answerAs(server.url, token, getSites, {});
  const user = await withDatabase(server.dataDir, (pool) =>
    addUser(pool, {
      workspaceId,
      permissions: ["access_data_visualize", "access_data_upload_patient_subpage", "visualize_data"],
      projectIds: projects.data.map(({ id }) => id),
      siteIds: sites.data.map(({ id }) => id),
    }),
  );
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const own = await server.signIn(context, user);
  await withoutErrors(page, allowErrors, () =>
    use({ review: new Review(page, server, backend), token: own, id: user.id }),
  );
  await context.close();
}

export const openPicker = async (review: Review, section?: string | RegExp) => {
  await review.button(/^Montage:/).click();
  if (section !== undefined)
    await review.page.getByRole("listbox", { name: "Access" }).getByRole("option", { name: section }).click();
};
export const rows = ({ page }: Review) => page.getByRole("grid", { name: "EEG montages" }).getByRole("row");
export const row = ({ page }: Review, name: string) =>
  page.getByRole("grid", { name: "EEG montages" }).getByRole("row", { name, exact: true });
export const act = async (review: Review, action: string, name: string) => {
  await row(review, name).hover();
  await row(review, name)
    .getByRole("button", { name: `${action} ${name}`, exact: true })
    .click();
};
export const editorOf = ({ page }: Review) => page.getByRole("dialog", { name: "Edit Montage" });
export const input = (editor: Locator, id: string) => editor.locator(`[data-input="${id}"]`);
export const pick = async (editor: Locator, ...ids: string[]) => {
  for (const id of ids) await input(editor, id).click();
};
export const channels = (editor: Locator) => editor.getByRole("grid", { name: "Channels" }).getByRole("row");
export const save = (editor: Locator) => editor.getByRole("button", { name: "Save" });

/** The editor of a montage of one's own that is made anew. */
export async function openNew(review: Review): Promise<Locator> {
  await review.open(night.name);
  await openPicker(review, "Personal");
  await review.page.getByRole("button", { name: "Add EEG montage" }).click();
  return editorOf(review);
}
