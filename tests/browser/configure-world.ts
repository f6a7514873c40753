/** A kept display with one window of graphs, and its dialog 'Configure Graphs'. */
import type { Locator } from "playwright/test";
import type { Graph } from "../../src/domain/graphs/graph.ts";
import { createLayout } from "../../src/protocol/displays.ts";
import { answerAs, tokenCookie } from "../support/calls.ts";
import { displayGroups } from "../support/displays.ts";
import { writeEdf } from "../support/edf-writer.ts";
import { test as base, expect, type Review, type TestServer } from "./fixtures.ts";
import { bedside, night } from "./recordings.ts";

/** As many channels as the widest grids have, of the same patient. */
const wide = {
  name: "wide.edf",
  channels: 5000,
  bytes: () =>
    writeEdf({
      startDate: "02.03.20",
      startTime: "10.20.30",
      records: 2,
      recordSeconds: 1,
      signals: Array.from({ length: wide.channels }, (_, k) => ({
        ...{ label: `LA${k + 1}`, unit: "uV", physicalMin: -100, physicalMax: 100, digitalMin: -100, digitalMax: 100 },
        samplesPerRecord: 1,
        sample: (i: number) => i,
      })),
    }),
} as const;

export const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([bedside, night, wide]), { scope: "worker" }],
  patient: "P-12",
});

const signal = (dataKey: string) => ({ dataSource: "current_patient", dataKey, rawDataKey: "" }) as const;
export const line = (id: string, dataKey: string) =>
  ({
    id,
    name: "",
    renderStrategy: "line",
    color: "#000000",
    content: { signal: signal(dataKey), onDemandAnalysis: null },
  }) as const;
export const lines = (...traces: ReturnType<typeof line>[]): Graph => ({
  id: "graph-1",
  name: "Pressures",
  renderStrategy: "line",
  min: 0,
  max: 100,
  autoScale: true,
  traces,
});

/** The dialog, by its words. */
class Dialog {
  readonly root: Locator;
  constructor(
    readonly review: Review,
    readonly server: TestServer,
  ) {
    this.root = review.page.getByRole("dialog", { name: "Configure Graphs" });
  }
  get page() {
    return this.review.page;
  }
  button(name: string | RegExp) {
    return this.root.getByRole("button", { name, exact: typeof name === "string" });
  }
  box(name: string) {
    return this.root.getByRole("textbox", { name, exact: true });
  }
  tab(name: string, count: number) {
    return this.root.getByRole("tab", { name: `${name} ${count}` });
  }
  async choose(button: RegExp, option: string, within: Locator = this.root) {
    await within.getByRole("button", { name: button }).click();
    await this.page.getByRole("option", { name: option, exact: true }).click();
  }
  /** Picks sources by their names from the list that is open. */
  async addSources(...names: string[]) {
    await this.button("Add source data").click();
    const list = this.page.getByRole("dialog", { name: "Add source data" });
    for (const name of names) {
      await list.getByRole("textbox", { name: "Search sources" }).fill(name);
      await list.getByRole("option").first().click();
    }
    await list.getByRole("button", { name: "Add", exact: true }).click();
    await expect(list).toHaveCount(0);
  }
  async save() {
    await this.button("Save").click();
    await expect(this.root).toHaveCount(0);
  }
  async token() {
    const cookies = await this.page.context().cookies(this.server.url);
    return decodeURIComponent(cookies.find(({ name }) => name === tokenCookie)?.value ?? "");
  }
  async kept() {
    return (await displayGroups(this.server.url, await this.token()))[0].layouts[0].areas[0].props;
  }
  async reopen() {
    await this.review.button("Edit window settings").click();
    await expect(this.root).toBeVisible();
  }
}

/** The dialog of a kept display with one window of these graphs. */
export async function openGraphs(review: Review, server: TestServer, graphs: readonly Graph[]): Promise<Dialog> {
  const dialog = new Dialog(review, server);
  const areas = [{ area: "a", componentId: "time_series_group", version: 2, props: { graphs } }];
  const layouts = [{ name: "Graphs", cssGridTemplate: '"a"', areas }];
  await answerAs(server.url, await dialog.token(), createLayout, { name: "Tests", layouts, layout_type: "personal" });
  // A window without graphs draws nothing that could be waited for.
  await review.page.goto(`${server.url}/review/${server.ids[bedside.name]}?backend=canvas2d`);
  await dialog.reopen();
  return dialog;
}
