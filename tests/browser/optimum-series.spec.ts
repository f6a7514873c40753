/** CPPOpt and MAPOpt in time series windows on the real server: added, drawn beside CPP, read, explained and kept. */
import { testAdmin } from "../support/calls.ts";
import { keepDisplay } from "../support/displays.ts";
import { AxeBuilder } from "./axe.ts";
import { test as base, expect, type Review, type TestServer } from "./fixtures.ts";
import { lineGraph } from "./graph-forms.ts";
import { swings } from "./swings.ts";

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([swings]), { scope: "worker" }],
});

const composite = (analytic: "cppopt" | "mapopt", choice: { isCompositePart: boolean; compositeIndex: number }) => {
  const name = (dataKey: string) => ({ dataSource: "current_patient", dataKey, rawDataKey: "" });
  const pair =
    analytic === "cppopt"
      ? { ABP: name("ABP_na"), ICP: name("ICP_na") }
      : { ABP: name("ABP_na"), StO2: name("stO2_na") };
  const durations = { calculationWindowMs: 1000, calculationPeriodMs: 1000 };
  return { signal: null, onDemandAnalysis: { analytic, ...pair, ...durations, ...choice } };
};
const line = (id: string, color: string, content: unknown) => ({
  id,
  name: "",
  renderStrategy: "line",
  color,
  content,
});
const part = (compositeIndex: number) => ({ isCompositePart: true, compositeIndex });

async function open(review: Review, server: TestServer, graphs: readonly unknown[]): Promise<void> {
  await keepDisplay(server.url, await server.signIn(review.page.context(), testAdmin), {
    ...{ name: "Optima", cssGridTemplate: '"a"' },
    areas: [
      {
        ...{ area: "a", componentId: "time_series_group", version: 2 },
        props: { graphs, viewDuration: 8 * 3_600_000 },
      },
    ],
  });
  await review.open(swings.name);
}

const heads = (review: Review) => review.page.getByRole("list", { name: "Graphs" }).getByRole("listitem");

async function pointAt(review: Review, share: number): Promise<void> {
  const box = await review.page.getByRole("img", { name: /^Time series of/ }).boundingBox();
  if (box === null) throw new Error("no plot");
  await review.page.mouse.move(box.x + share * box.width, box.y + 60);
}

test("are lines beside CPP and rows of bins, with their values and what they are", async ({ review, server }) => {
  const { page } = review;
  const cpp = { analytic: "cpp", ABP: { dataSource: "current_patient", dataKey: "ABP_na", rawDataKey: "" } };
  const ICP = { dataSource: "current_patient", dataKey: "ICP_na", rawDataKey: "" };
  await open(review, server, [
    {
      ...lineGraph("Perfusion"),
      traces: [
        line("cpp", "#5c6a78", { signal: null, onDemandAnalysis: { ...cpp, ICP } }),
        ...["#176a3a", "#b45309", "#6b3fa0"].map((color, k) => line(`o${k}`, color, composite("cppopt", part(k)))),
      ],
    },
    {
      ...{ id: "bins", name: "Reactivity", renderStrategy: "heatmap" },
      traces: [
        {
          ...{ id: "b", name: "", renderStrategy: "heatmap", colorSpectrum: "Red-Blue", lowerBound: -1, upperBound: 1 },
          content: composite("cppopt", { isCompositePart: false, compositeIndex: 0 }),
        },
      ],
    },
    { ...lineGraph("Oxygen"), traces: [line("m", "#0b6a7d", composite("mapopt", part(0)))] },
  ]);
  await review.idle();
  await expect(heads(review).nth(0)).toHaveText("PerfusionCPPmmHgCPPOptmmHgCPPOpt LLAmmHgCPPOpt ULAmmHg");
  await expect(heads(review).nth(1)).toContainText("CPPOpt bins");
  // Late in the view all are known; in its first hour no window is full enough.
  await pointAt(review, 0.95);
  await expect(heads(review).nth(0)).toHaveText(
    /CPPOptmmHg7\d(\.\d)?( to \d+(\.\d+)?)? mmHgCPPOpt LLAmmHg5\d.* mmHgCPPOpt ULAmmHg9\d.* mmHg$/,
  );
  await expect(heads(review).nth(1)).toHaveText(/CPPOpt bins.*\d to .*\d$/);
  await expect(heads(review).nth(2)).toHaveText(/MAPOptmmHg8\d.* mmHg$/);
  await pointAt(review, 0.05);
  await expect(heads(review).nth(0)).toHaveText(/CPPOptmmHg\u2013CPPOpt LLAmmHg\u2013CPPOpt ULAmmHg\u2013$/);

  await review.button("About this analysis").click();
  const about = page.getByRole("region", { name: "CPPOpt", exact: true });
  await expect(about).toContainText("in each of 37 windows of 2 to 8 hours");
  await expect(about).toContainText("a value every 1 min; the calculation window of 1 s does not change it");
  await expect(about).toContainText("Investigational: not validated");
  await expect(about).toContainText(/ABP: 0\.0 % masked, 0\.0 % missing; ICP: 0\.0 % masked, 0\.0 % missing/);
  await page.keyboard.press("Escape");
  const { violations } = await new AxeBuilder({ page }).include("main").analyze();
  expect(violations).toEqual([]);
});

test("are added, set and kept in 'Configure Graphs'", async ({ review, server }) => {
  const { page } = review;
  await open(review, server, [lineGraph("Perfusion")]);
  await review.button("Edit window settings").click();
  const root = page.getByRole("dialog", { name: "Configure Graphs" });
  await root.getByRole("tab", { name: /Analytics/ }).click();
  await root.getByRole("button", { name: "Add analytic" }).click();
  await page.getByRole("menuitem", { name: "CPPOpt" }).click();
  await root.getByRole("button", { name: "Calculation of CPPOpt: CPPOpt, 1 s every 1 s" }).click();
  const modal = page.getByRole("dialog", { name: "Edit Calculation" });
  await expect(modal).toContainText("The calculation window does not change the values");
  await expect(modal).toContainText("Investigational: not validated for treatment decisions.");
  await modal.getByRole("textbox", { name: "Calculation window" }).fill("11");
  await expect(modal.getByText("The duration cannot be more than 10 seconds.")).toBeVisible();
  await expect(modal.getByRole("button", { name: "OK" })).toBeDisabled();
  await modal.getByRole("textbox", { name: "Calculation window" }).fill("1");
  await modal.getByRole("button", { name: /Value$/ }).click();
  await expect(page.getByRole("option").first()).toHaveText("CPPOpt");
  await page.getByRole("option", { name: "PRx of a bin" }).click();
  await modal.getByRole("button", { name: /Bin$/ }).click();
  await page.getByRole("option", { name: "70\u201375 mmHg" }).click();
  await modal.getByRole("button", { name: "OK" }).click();
  await expect(root.getByRole("button", { name: /^Calculation of PRx 70\u201375/ })).toBeVisible();
  await root.getByRole("button", { name: "Save" }).click();
  await expect(root).toHaveCount(0);
  await review.idle();
  await expect(heads(review).nth(0)).toHaveText("PerfusionPRx 70\u201375");
  await page.reload();
  await review.idle();
  await expect(heads(review).nth(0)).toHaveText("PerfusionPRx 70\u201375");
});
