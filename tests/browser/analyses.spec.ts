/** The panel of analyses in a review, on the real server. */
import { readFileSync } from "node:fs";
import { parametersOf, withParameters } from "../../src/domain/pipelines/parameters.ts";
import { sampleAnalyses } from "../../src/domain/pipelines/samples.ts";
import { executeAndWriteH5, executePipeline, getRun } from "../../src/protocol/pipelines.ts";
import { getRecording } from "../../src/protocol/routes.ts";
import { answerAs, signIn } from "../support/accounts.ts";
import { writeEdf } from "../support/edf-writer.ts";
import { AxeBuilder } from "./axe.ts";
import { test as base, expect } from "./fixtures.ts";
import { openWindow } from "./open-window.ts";

const seconds = 3 * 3600;
const swings = {
  name: "pressures.edf",
  startMs: Date.parse("2020-03-02T15:20:30Z"),
  seconds,
  bytes: () => {
    const range = { physicalMin: -3276.8, physicalMax: 3276.7, digitalMin: -32_768, digitalMax: 32_767 };
    const wave = (k: number) => (i: number) => Math.round(10 * (k === 0 ? 90 : 12) + 30 * Math.sin(i / (6 + k)));
    return writeEdf({
      ...{ startDate: "02.03.20", startTime: "10.20.30", records: seconds / 10, recordSeconds: 10 },
      signals: ["ABP", "ICP"].map((label, k) => ({
        ...{ label, unit: "mmHg", ...range, samplesPerRecord: 10, sample: wave(k) },
      })),
    });
  },
};

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([swings]), { scope: "worker" }],
});

test("runs an analysis, downloads its file, opens its window, and copies a graph", async ({ review, server }) => {
  const { page } = review;
  await review.open(swings.name);
  await review.idle();
  await review.button("Analyses").click();
  const panel = page.getByRole("dialog", { name: "Analyses" });
  await expect(panel.getByText("No analysis has been run yet.")).toBeVisible();
  await panel.getByRole("button", { name: /Analysis$/ }).click();
  await page.getByRole("option", { name: "PRx (built in)" }).click();
  await expect(panel.getByText(/Pressure reactivity index/)).toBeVisible();

  // What is wrong is said by its node.
  const signals = panel.getByRole("textbox", { name: /Signals of Pressures/ });
  await signals.fill("ABP_na");
  await panel.getByRole("button", { name: "Run", exact: true }).click();
  await expect(panel.getByText('Node 2 "PRx": It takes 2 series, and 1 reaches it.')).toBeVisible();
  // Another analysis, and its graph, would lose what is set.
  const discard = page.getByRole("alertdialog", { name: "Discard changes?" });
  await panel.getByRole("button", { name: /Analysis$/ }).click();
  await page.getByRole("option").first().click();
  await discard.getByRole("button", { name: "No" }).click();
  await panel.getByRole("button", { name: "Edit a copy" }).click();
  await discard.getByRole("button", { name: "No" }).click();
  await expect(signals).toHaveValue("ABP_na");
  await signals.fill("ABP_na, ICP_na");
  await panel.getByRole("button", { name: "Run", exact: true }).click();
  const run = panel.getByRole("listitem").filter({ hasText: "PRx" });
  await expect(run.getByText(/^Done · 1 series/)).toBeVisible({ timeout: 30_000 });
  const stored = "The display shows the stored values of PRx, as the file of this run holds them.";
  await expect(run.getByText(stored, { exact: true })).toBeVisible();
  const cut = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(await run.locator("strong").evaluate(cut)).toBeLessThanOrEqual(0);
  expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);

  const waiting = page.waitForEvent("download");
  await run.getByRole("button", { name: /^Download HDF5/ }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^PRx \d+\.h5$/);
  expect(
    readFileSync(await download.path())
      .subarray(1, 4)
      .toString(),
  ).toBe("HDF");

  // A copy of the graph is checked while it is written, and kept.
  await panel.getByRole("button", { name: "Edit a copy" }).click();
  const editor = page.getByRole("dialog", { name: "Edit analysis" });
  const graph = editor.getByRole("textbox", { name: "Graph (JSON)" });
  const text = await graph.inputValue();
  await graph.fill(text.replace('"prx"', '"pry"'));
  await expect(editor.getByText('Node 2 "PRx": There is no node of type "analytic" and subtype "pry".')).toBeVisible();
  await expect(editor.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog", { name: "Discard changes?" }).getByRole("button", { name: "No" }).click();
  await graph.fill(text);
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("button", { name: /PRx \(copy\) \(personal\)/ })).toBeVisible();

  await run.getByRole("button", { name: /^Open display/ }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Time Series Group" })).toHaveCount(2); // one opens with the file
  await review.idle();

  // Its window names it as stored, and says by which run and core, and how.
  await expect(page.getByText(/^PRx, stored run \d+$/)).toBeVisible();
  await page.getByRole("button", { name: "About this analysis" }).click();
  const facts = page.getByRole("region", { name: "PRx" });
  await expect(
    facts.getByText(/^Stored values of run \d+ \(PRx\), written .* Nothing is computed anew\./),
  ).toBeVisible();
  await expect(facts.getByText("ABP (mmHg); ICP (mmHg)", { exact: true })).toBeVisible();
  await expect(facts.getByText(/^In the whole span of the run: 0\.0 % masked, \d+\.\d % missing$/)).toBeVisible();
  await expect(facts.getByText(/^signal core [0-9a-f]{12}$/)).toBeVisible();
  await page.keyboard.press("Escape");

  // It lies with the files of the patient.
  const { token } = await signIn(server.url);
  const { patient_key } = await answerAs(server.url, token, getRecording, { data_object_id: server.ids[swings.name] });
  await page.goto(`${server.url}/data/visualize/files?patient_id=${patient_key}&path=Analyses`);
  const file = page.getByRole("row").filter({ hasText: /PRx \d+\.h5/ });
  await file.getByRole("button", { name: /^Actions for PRx/ }).click();
  const again = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download" }).click();
  expect(readFileSync(await (await again).path()).equals(readFileSync(await download.path()))).toBe(true);
});

test("a histogram and a scatter plot are made of what a run stored", async ({ review, server }) => {
  const { page } = review;
  const { token } = await signIn(server.url);
  const id = server.ids[swings.name];
  const analysis = withParameters(sampleAnalyses[1], parametersOf(sampleAnalyses[1], id));
  const { outputs } = await answerAs(server.url, token, executePipeline, analysis);
  const values = outputs[0].values[0].filter((value) => value !== null);
  const { id: run } = await answerAs(server.url, token, executeAndWriteH5, { ...analysis, clear_cache: true });
  await expect
    .poll(async () => (await answerAs(server.url, token, getRun, { run_id: run })).state, { timeout: 30_000 })
    .toBe("done");
  const title = `PRx, stored run ${run}`;

  await openWindow(review, swings.name, "Histogram");
  await review.button("Edit window settings").click();
  const bins = page.getByRole("dialog", { name: "Configure Histogram" });
  await review.button("Add Modality").click();
  await bins.getByRole("textbox", { name: "Lowest Bin Value" }).fill("-1");
  await bins.getByRole("textbox", { name: "Highest Bin Value" }).fill("1");
  await bins.getByRole("textbox", { name: "Bin Size" }).fill("0.5");
  await bins.getByRole("button", { name: /Modality 1$/ }).click();
  await page.getByRole("option", { name: title }).click();
  await bins.getByRole("button", { name: "Save" }).click();
  await review.choose(/^Page length/, "4 h");
  await review.idle();
  const wanted = [0, 0, 0, 0];
  for (const value of values) wanted[Math.min(3, Math.floor((value + 1) / 0.5))]++;
  const counts = () =>
    page.evaluate(() => (window.connect as unknown as { counts(): { counts: number[] }[] }).counts());
  expect(await counts()).toEqual([{ position: 0, counts: wanted }]);
  await review.button("About this analysis").click();
  const facts = page.getByRole("region", { name: title });
  await expect(
    facts.getByText(/^Stored values of run \d+ \(PRx\), written .* Nothing is computed anew\./),
  ).toBeVisible();
  await expect(facts.getByText(/^signal core [0-9a-f]{12}$/)).toBeVisible();
  await page.keyboard.press("Escape");
  // Artifacts are what the run took them for.
  await review.choose(/^Artifacts/, "Leave out");
  await review.idle();
  expect(await counts()).toEqual([{ position: 0, counts: wanted }]);
});
