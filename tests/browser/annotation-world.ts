/** Sessions of annotations of a recording, made by calls, and the parts of the screens that tell of them. */
import type { Page } from "playwright/test";
import { getProjects, getSites } from "../../src/protocol/admin.ts";
import { changeAnnotations, openAnnotations } from "../../src/protocol/annotation-log.ts";
import {
  type AnnotationContent,
  annotationLimits,
  createAnnotationGroup,
  deleteAnnotationGroups,
} from "../../src/protocol/annotations.ts";
import type { Permission } from "../../src/protocol/permissions.ts";
import { getRecording } from "../../src/protocol/routes.ts";
import { addUser, answerAs, signIn, withDatabase } from "../support/accounts.ts";
import { test as base, expect, Review, type TestServer } from "./fixtures.ts";
import { withoutErrors } from "./page-errors.ts";
import { night } from "./recordings.ts";

const readerRights: readonly Permission[] = [
  "access_data_visualize",
  "access_data_upload_patient_subpage",
  "visualize_data",
];

export { expect };

export const test = base.extend<{ colleague: Review; sessions: Sessions }>({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([night]), { scope: "worker" }],
  sessions: [
    async ({ server }, use) => {
      const sessions = new Sessions(server, server.ids[night.name]);
      await sessions.clear();
      await use(sessions);
    },
    { auto: true },
  ],
  // Somebody who may look, and neither annotate nor delete.
  colleague: async ({ browser, server, backend, allowErrors }, use) => {
    const { token, workspaceId } = await signIn(server.url);
    const [projects, sites] = [
      await answerAs(server.url, token, getProjects, {}),
      await answerAs(server.url, token, getSites, {}),
    ];
    const user = await withDatabase(server.dataDir, (pool) =>
      addUser(pool, {
        workspaceId,
        permissions: [...readerRights],
        projectIds: projects.data.map(({ id }) => id),
        siteIds: sites.data.map(({ id }) => id),
      }),
    );
    const context = await browser.newContext({ viewport: { width: 1024, height: 800 }, reducedMotion: "reduce" });
    const page = await context.newPage();
    await server.signIn(context, user);
    await withoutErrors(page, allowErrors, () => use(new Review(page, server, backend)));
    await context.close();
  },
});

const content = (over: Partial<AnnotationContent>): AnnotationContent => ({
  start_time: night.startMs,
  end_time: night.startMs,
  annotation_text: "Spike",
  annotation_type: "EEG Montage",
  annotation_description: "",
  modalities: [],
  color: "#FF0000",
  opacity: 0.2,
  tags: [],
  kind: "note",
  ...over,
});

/** What the administrator makes beforehand, by calls. */
export class Sessions {
  private number = 0;
  private readonly client = Array.from({ length: 32 }, () => Math.floor(16 * Math.random()).toString(16)).join("");
  constructor(
    private readonly server: TestServer,
    private readonly recording: number,
  ) {}

  private async call<T>(work: (url: string, token: string) => Promise<T>): Promise<T> {
    return work(this.server.url, (await signIn(this.server.url)).token);
  }

  /** One empty session is left. */
  clear(): Promise<void> {
    return this.call(async (url, token) => {
      const before = await answerAs(url, token, openAnnotations, { data_object_id: this.recording });
      const name = `0 empty ${this.client.slice(0, 6)}`;
      await answerAs(url, token, createAnnotationGroup, {
        data_object_id: this.recording,
        annotation_group_name: name,
      });
      const old = before.groups.map(({ id }) => id);
      await answerAs(url, token, deleteAnnotationGroups, { annotation_group_ids: old });
    });
  }

  /** Makes a session with annotations. Returns its id. */
  make(name: string, annotations: readonly Partial<AnnotationContent>[]): Promise<number> {
    return this.call(async (url, token) => {
      const data_object_id = this.recording;
      const { id } = await answerAs(url, token, createAnnotationGroup, { data_object_id, annotation_group_name: name });
      for (let from = 0; from < annotations.length; from += annotationLimits.changes) {
        const part = annotations.slice(from, from + annotationLimits.changes);
        const changes = part.map((one) => ({
          number: ++this.number,
          act: { act: "create" as const, group_id: id, content: content(one) },
        }));
        await answerAs(url, token, changeAnnotations, { data_object_id, client: this.client, changes });
      }
      return id;
    });
  }

  patientKey(): Promise<number> {
    return this.call(async (url, token) => {
      const { patient_key } = await answerAs(url, token, getRecording, { data_object_id: this.recording });
      if (patient_key === null) throw new Error("The recording is nobody's.");
      return patient_key;
    });
  }
}

export const seconds = (n: number) => night.startMs + 1000 * n;
export const sidebar = (page: Page) => page.getByRole("complementary", { name: "Annotations" });
export const list = (page: Page) => page.getByRole("grid", { name: "Loaded annotations" });
export const row = (page: Page, name: string | RegExp) => list(page).getByRole("row").filter({ hasText: name });
export const modal = (page: Page) => page.getByRole("dialog", { name: "Load Annotations" });
export const sessionRow = (page: Page, name: string) =>
  modal(page).getByRole("region", { name: "Sessions", exact: true }).getByRole("row").filter({ hasText: name });
export const tick = (page: Page, name: string) => sessionRow(page, name).getByRole("rowheader").first().click();

/** Opens the list beside the windows. */
export async function openList(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Annotations", exact: true }).click();
  await expect(sidebar(page)).toBeVisible();
}

/** Opens 'Load Annotations' from the list. */
export async function openModal(page: Page): Promise<void> {
  await sidebar(page).getByRole("button", { name: "Load Annotations" }).click();
  await expect(modal(page)).toBeVisible();
}
