/** 'Configure Graphs' (spec 001 sections 2.9, 2.10, 4 "Graph editing" and 5 "Time-series configuration"). */
import { AxeBuilder } from "./axe.ts";
import { line, lines, openGraphs, test } from "./configure-world.ts";
import { expect } from "./fixtures.ts";
import { night } from "./recordings.ts";

test("starts with no graphs, and every graph has its properties and tabs", async ({ review, server }) => {
  const dialog = await openGraphs(review, server, []);
  const { root } = dialog;
  await expect(root.getByText("No Graphs", { exact: true })).toBeVisible();
  await expect(root.getByText("Select a graph to customize", { exact: true })).toBeVisible();
  await expect(dialog.button("Save")).toBeDisabled();
  await dialog.button("Add graph").click();
  await expect(root.getByText("Unsaved changes")).toBeVisible();
  await expect(root.getByRole("heading", { name: "Graph properties" })).toBeVisible();
  await expect(dialog.box("Title")).toHaveValue("Graph 1");
  await expect(dialog.button(/Line Type$/)).toBeVisible();
  await expect(dialog.box("Y axis min")).toBeDisabled();
  await expect(root.getByRole("switch", { name: "Auto-scale" })).toBeChecked();
  await root.getByRole("switch", { name: "Auto-scale" }).focus();
  await dialog.page.keyboard.press("Space");
  await expect(dialog.box("Y axis min")).toHaveValue("0");
  await expect(dialog.box("Y axis max")).toHaveValue("100");
  await dialog.box("Y axis min").fill("200");
  await expect(root.getByText("The minimum must be less than the maximum.")).toBeVisible();
  await expect(dialog.button("Save")).toBeDisabled();
  await dialog.box("Y axis min").fill("-10");
  await expect(dialog.button("Save")).toBeEnabled();
  await dialog.box("Title").fill("x".repeat(30));
  await expect(dialog.box("Title")).toHaveValue("x".repeat(25));
  for (const name of ["Source data", "Analytics", "Delta regions"]) await expect(dialog.tab(name, 0)).toBeVisible();
  await dialog.tab("Delta regions", 0).click();
  await expect(root).toContainText("There need to be at least 2 traces configured before a delta region can be drawn.");
  await dialog.save();
  expect(await dialog.kept()).toMatchObject({
    graphs: [{ name: "x".repeat(25), min: -10, max: 100, autoScale: false }],
  });
});

test("sources are added, named, coloured and removed, and are there again", async ({ review, server }) => {
  const dialog = await openGraphs(review, server, []);
  const { page, root } = dialog;
  await dialog.button("Add graph").click();
  await dialog.addSources("abp", "spo2", "sto2");
  await expect(dialog.tab("Source data", 3)).toBeVisible();
  await expect(root.getByRole("columnheader")).toHaveText(["Source", "Label", "Color", "Post processing", "Delete"]);
  await expect(root.locator("tbody tr")).toHaveCount(3);
  // What this recording lacks is said, and is not a flat line.
  await expect(dialog.button("Source: StO2, Not in this recording")).toBeVisible();
  await expect(dialog.button(/^Source: ABP, .*125 Hz, mmHg/)).toBeVisible();
  const label = dialog.box("Label of ABP");
  await expect(label).toHaveAttribute("placeholder", "ABP");
  await label.fill("y".repeat(30));
  await expect(dialog.box(`Label of ${"y".repeat(20)}`)).toHaveValue("y".repeat(20));
  await dialog.box(`Label of ${"y".repeat(20)}`).fill("Arterial");
  await dialog.button("Color of Arterial: #0b6a7d").click();
  await page.getByRole("listbox", { name: "Colors" }).getByRole("option").nth(4).click();
  await page.getByRole("textbox", { name: "Hex code" }).fill("#12ab9F");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(dialog.button("Color of Arterial: #12ab9f")).toBeVisible();
  await dialog.button("Delete of StO2").click();
  await expect(dialog.tab("Source data", 2)).toBeVisible();
  // Another source for a trace that is there; another file of the patient has more.
  await dialog.button(/^Source: SpO2/).click();
  const list = page.getByRole("dialog", { name: "Choose a source" });
  await list.getByRole("textbox", { name: "Search sources" }).fill("night ecg");
  await list.getByRole("option", { name: "ECG" }).click();
  await expect(dialog.button(/^Source: ECG, night\.edf: .*200 Hz/)).toBeVisible();
  await dialog.save();
  expect(await dialog.kept()).toMatchObject({
    graphs: [
      {
        renderStrategy: "line",
        traces: [
          {
            name: "Arterial",
            color: "#12ab9f",
            content: { signal: { dataKey: "ABP_na", dataSource: "current_patient" } },
          },
          { name: "", content: { signal: { dataSource: server.ids[night.name], dataKey: "ECG" } } },
        ],
      },
    ],
  });
  await dialog.reopen();
  await expect(dialog.box("Label of Arterial")).toHaveValue("Arterial");
  await expect(dialog.button("Save")).toBeDisabled();
});

test("post processing is edited within its limits", async ({ review, server }) => {
  const dialog = await openGraphs(review, server, [lines(line("trace-1", "ABP_na"))]);
  const { page } = dialog;
  await dialog.button("Post processing of ABP: (none)").click();
  const modal = page.getByRole("dialog", { name: "Edit Calculation" });
  await dialog.choose(/Post processing$/, "Rolling average", modal);
  const duration = modal.getByRole("textbox", { name: "Calculation window" });
  await expect(duration).toHaveValue("1");
  const ok = modal.getByRole("button", { name: "OK" });
  for (const [typed, unit, message] of [
    ["0", "seconds", "The duration must be greater than 0."],
    ["0.5", "seconds", "The duration cannot be less than 1 second."],
    ["25", "hours", "The duration must be less than 1 day."],
    ["x", "hours", "Enter a number."],
  ]) {
    await dialog.choose(/Unit of Calculation window$/, unit, modal);
    await duration.fill(typed);
    await expect(modal.getByText(message, { exact: true })).toBeVisible();
    await expect(ok).toBeDisabled();
  }
  await duration.fill("2");
  await ok.click();
  await expect(dialog.button("Post processing of ABP: Rolling average, 2 h")).toBeVisible();
  await dialog.save();
  expect(await dialog.kept()).toMatchObject({
    graphs: [
      { traces: [{ content: { onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs: 7_200_000 } } }] },
    ],
  });
});

test("analytics have their sources and durations", async ({ review, server }) => {
  const dialog = await openGraphs(review, server, [lines(line("trace-1", "ABP_na"))]);
  const { page, root } = dialog;
  await dialog.tab("Analytics", 0).click();
  await dialog.button("Add analytic").click();
  await expect(page.getByRole("menuitem")).toHaveText(["PRx", "COx", "CPP", "CPPOpt", "MAPOpt"]);
  await page.getByRole("menuitem", { name: "PRx" }).click();
  await expect(root.getByRole("columnheader")).toHaveText(["Analytic", "Label", "Color", "Calculation", "Delete"]);
  await dialog.button("Calculation of PRx: 5 min every 1 min").click();
  const modal = page.getByRole("dialog", { name: "Edit Calculation" });
  await expect(modal).toContainText(
    "If the viewing window is smaller than the calculation period, PRx is calculated more frequently for continuous display.",
  );
  await expect(modal.getByRole("button", { name: "ICP: ICP, Not in this recording" })).toBeVisible();
  await modal.getByRole("button", { name: /Unit of Calculation period$/ }).click();
  await expect(page.getByRole("option")).toHaveText(["seconds", "minutes"]);
  await page.getByRole("option", { name: "seconds" }).click();
  const period = modal.getByRole("textbox", { name: "Calculation period" });
  await period.fill("0.2");
  await expect(modal.getByText("The duration cannot be less than 1 second", { exact: true })).toBeVisible();
  await period.fill("30");
  await modal.getByRole("button", { name: /^ICP:/ }).click();
  await page.getByRole("dialog", { name: "Choose a source" }).getByRole("option", { name: /SpO2/ }).click();
  await modal.getByRole("button", { name: "OK" }).click();
  await expect(dialog.button("Calculation of PRx: 5 min every 30 s")).toBeVisible();
  await dialog.button("Add analytic").click();
  await page.getByRole("menuitem", { name: "CPP", exact: true }).click();
  await expect(dialog.tab("Analytics", 2)).toBeVisible();
  await dialog.button("Calculation of CPP: ABP minus ICP").click();
  await modal.getByRole("button", { name: "Cancel" }).click();
  await dialog.button("Add analytic").click();
  await page.getByRole("menuitem", { name: "COx" }).click();
  await dialog.button("Calculation of COx: 5 min every 1 min").click();
  await modal.getByRole("button", { name: "StO2: StO2, Not in this recording" }).click();
  await page.getByRole("dialog", { name: "Choose a source" }).getByRole("option", { name: /SpO2/ }).click();
  await expect(modal.getByRole("button", { name: /^ICP:/ })).toHaveCount(0);
  await modal.getByRole("textbox", { name: "Calculation period" }).fill("2");
  await modal.getByRole("button", { name: "OK" }).click();
  await expect(dialog.button("Calculation of COx: 5 min every 2 min")).toBeVisible();
  await dialog.save();
  expect(await dialog.kept()).toMatchObject({
    graphs: [
      {
        traces: [
          {},
          {
            content: {
              onDemandAnalysis: { analytic: "prx", ICP: { dataKey: "SpO2" }, calculationPeriodMs: 30_000 },
            },
          },
          { content: { onDemandAnalysis: { analytic: "cpp" } } },
          {
            content: {
              onDemandAnalysis: { analytic: "cox", StO2: { dataKey: "SpO2" }, calculationPeriodMs: 120_000 },
            },
          },
        ],
      },
    ],
  });
});

test("what an analytic is, and what of its sources is masked or missing, is said beside it", async ({
  review,
  server,
}) => {
  const dialog = await openGraphs(review, server, [lines(line("trace-1", "ABP_na"))]);
  const { page } = dialog;
  await expect(page.getByRole("button", { name: "About this analysis" })).toHaveCount(0);
  await dialog.button("Post processing of ABP: (none)").click();
  const modal = page.getByRole("dialog", { name: "Edit Calculation" });
  await dialog.choose(/Post processing$/, "Rolling average", modal);
  await modal.getByRole("button", { name: "OK" }).click();
  await dialog.tab("Analytics", 0).click();
  await dialog.button("Add analytic").click();
  await page.getByRole("menuitem", { name: "COx" }).click();
  await dialog.save();
  await review.button("About this analysis").click();
  const average = page.getByRole("region", { name: "ABP", exact: true });
  await expect(average).toContainText("Rolling average, 1 min; samples that artifacts mask are counted");
  await expect(average).toContainText("ABP: 0.0 % masked, 0.0 % missing");
  await expect(average).toContainText(/signal core [0-9a-f]{12}/);
  const cox = page.getByRole("region", { name: "COx", exact: true });
  await expect(cox).toContainText("Pearson correlation of the means of ABP and StO2");
  await expect(cox).toContainText("not all of its signals are here");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
});

test("a heatmap begins anew, has spectra and bounds, and no y axis", async ({ review, server }) => {
  const dialog = await openGraphs(review, server, [lines(line("trace-1", "ABP_na"), line("trace-2", "SpO2"))]);
  const { root, page } = dialog;
  await dialog.tab("Delta regions", 0).click();
  await dialog.button("Add delta region").click();
  await dialog.choose(/Type$/, "Heatmap");
  await expect(root.getByRole("tab")).toHaveText(["Source data2", "Analytics0"]);
  await expect(dialog.box("Y axis min")).toHaveCount(0);
  await expect(root.getByRole("switch")).toHaveCount(0);
  await expect(root.getByRole("columnheader")).toHaveText([
    ...["Source", "Label", "Color spectrum", "Lower bound", "Upper bound", "Post processing", "Delete"],
  ]);
  await root.getByRole("button", { name: /Color spectrum of ABP$/ }).click();
  await expect(page.getByRole("option")).toHaveText([
    ...["Inferno", "Viridis", "Grays", "Greens", "Reds", "Red-Blue", "Red-Yellow-Green"],
  ]);
  await page.getByRole("option", { name: "Red-Yellow-Green" }).click();
  await expect(root.getByRole("img", { name: "Preview of Red-Yellow-Green" })).toBeVisible();
  const upper = dialog.box("Upper bound of ABP");
  await upper.fill("high");
  await expect(root.getByText("Enter a number.")).toBeVisible();
  await expect(root.getByText("Correct the marked entries first")).toBeVisible();
  await expect(root.getByRole("img", { name: "Has a wrong entry" })).toBeVisible();
  await expect(dialog.button("Save")).toBeDisabled();
  // It stays as it was typed, and goes with its trace.
  await dialog.box("Lower bound of ABP").focus();
  await expect(upper).toHaveValue("high");
  await dialog.button("Delete of ABP").click();
  await expect(dialog.button("Save")).toBeEnabled();
  await dialog.box("Lower bound of SpO2").fill("");
  await dialog.box("Upper bound of SpO2").fill("30");
  await expect(dialog.box("Lower bound of SpO2")).toHaveValue("0");
  await dialog.save();
  expect(await dialog.kept()).toMatchObject({
    graphs: [{ renderStrategy: "heatmap", traces: [{ colorSpectrum: "Inferno", lowerBound: 0, upperBound: 30 }] }],
  });
});

test("delta regions lie between two traces, and go with either", async ({ review, server }) => {
  const dialog = await openGraphs(review, server, [
    lines(line("trace-1", "ABP_na"), line("trace-2", "SpO2"), line("trace-3", "ICP_na")),
  ]);
  const { root } = dialog;
  await dialog.tab("Delta regions", 0).click();
  await dialog.button("Add delta region").click();
  await expect(root.getByRole("columnheader")).toHaveText(["First", "Second", "Color", "Delete"]);
  await expect(dialog.button(/^Color of ABP to SpO2: #808080/)).toBeVisible();
  await dialog.choose(/Second of ABP to SpO2$/, "ICP");
  await expect(dialog.button("Delete of ABP to ICP")).toBeVisible();
  await dialog.tab("Source data", 3).click();
  await dialog.button("Delete of ICP").click();
  await expect(dialog.tab("Delta regions", 0)).toBeVisible();
  await dialog.tab("Delta regions", 0).click();
  await dialog.button("Add delta region").click();
  await dialog.save();
  expect(await dialog.kept()).toMatchObject({
    graphs: [{ traces: [{}, {}, { renderStrategy: "delta", first: "trace-1", second: "trace-2" }] }],
  });
});

test("graphs are put in order and removed; there are 32 at most", async ({ review, server }) => {
  const dialog = await openGraphs(review, server, [lines(), { ...lines(), id: "graph-2", name: "Second" }]);
  const { root } = dialog;
  const list = root.getByRole("grid", { name: "Graphs" }).getByRole("row");
  await expect(list).toHaveText(["Pressures", "Second"]);
  await dialog.button("Move Pressures down").click();
  await expect(list).toHaveText(["Second", "Pressures"]);
  await list.first().click();
  await expect(dialog.box("Title")).toHaveValue("Second");
  await dialog.button("Remove Second").click();
  await expect(dialog.box("Title")).toHaveValue("Pressures");
  for (let k = 0; k < 31; k++) await dialog.button("Add graph").click();
  await expect(list).toHaveCount(32);
  await dialog.button("Add graph").hover();
  await expect(dialog.page.getByRole("tooltip")).toHaveText("There cannot be more than 32 graphs.");
  await dialog.save();
  expect((await dialog.kept()).graphs).toHaveLength(32);
});

test("window settings hold the initial page size and whether empty graphs are hidden", async ({ review, server }) => {
  const dialog = await openGraphs(review, server, [lines(line("trace-1", "ABP_na"))]);
  const { page } = dialog;
  await dialog.button("Window Settings").click();
  await page.getByRole("button", { name: /Initial Page Size$/ }).click();
  await expect(page.getByRole("option").first()).toHaveText("Page Size");
  await page.getByRole("option", { name: "30 s", exact: true }).click();
  await page.getByText("Hide empty graphs").click();
  await page.keyboard.press("Escape");
  await dialog.save();
  expect(await dialog.kept()).toMatchObject({ viewDuration: 30_000, hideEmptyGraphs: true });
  await expect(review.button("Page length: 00:00:30")).toBeVisible();
});

test("5,000 channels are searched and chosen like thirty", async ({ review, server }) => {
  const dialog = await openGraphs(review, server, [lines(line("trace-1", "ABP_na"))]);
  await dialog.button("Add source data").click();
  const list = dialog.page.getByRole("dialog", { name: "Add source data" });
  await list.getByRole("textbox", { name: "Search sources" }).fill("wide.edf");
  // The other recordings may still be read, which is said beside the number.
  await expect(list.getByText("5000 sources", { exact: true })).toBeVisible();
  expect(await list.getByRole("option").count()).toBeLessThan(60);
  await list.getByRole("textbox", { name: "Search sources" }).fill("la4987");
  await expect(list.getByRole("option")).toHaveCount(1);
  await list.getByRole("option").click();
  await expect(list.getByText("1 selected", { exact: true })).toBeVisible();
  await list.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog.button(/^Source: LA4987, wide\.edf: /)).toBeVisible();
});

for (const theme of ["light", "dark"] as const)
  test.describe(theme, () => {
    test.use({ colorScheme: theme });

    test("is done by keys alone, axe finds nothing, and long names fit 1024 to 1920 px", async ({ review, server }) => {
      const dialog = await openGraphs(review, server, []);
      const { page, root } = dialog;
      const clean = async (name: string) =>
        expect((await new AxeBuilder({ page }).include(`[role=dialog]`).analyze()).violations, name).toEqual([]);
      await dialog.button("Add graph").focus();
      await page.keyboard.press("Enter");
      await dialog.box("Title").focus();
      await page.keyboard.type("W".repeat(25));
      await dialog.button("Add source data").focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("textbox", { name: "Search sources" })).toBeFocused();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Space");
      await clean("sources");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(page.getByRole("button", { name: "Add", exact: true })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(dialog.tab("Source data", 2)).toBeVisible();
      await dialog.box("Label of ABP").focus();
      await page.keyboard.type("M".repeat(20));
      await clean("lines");
      await dialog.tab("Source data", 2).focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await dialog.button("Add delta region").focus();
      await page.keyboard.press("Enter");
      await clean("delta regions");
      await dialog.tab("Delta regions", 1).focus();
      await page.keyboard.press("ArrowLeft");
      await dialog.button("Add analytic").focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      await dialog.button(/^Calculation of PRx/).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: "Edit Calculation" })).toBeVisible();
      await clean("calculation");
      await page.keyboard.press("Escape");
      for (const type of ["Line", "Heatmap"]) {
        if (type === "Heatmap") {
          await dialog.button(/Type$/).focus();
          await page.keyboard.press("Enter");
          await page.keyboard.press("ArrowDown");
          await page.keyboard.press("Enter");
          await expect(root.getByRole("columnheader", { name: "Color spectrum" })).toBeVisible();
          await clean("heatmap");
        }
        for (const width of [1024, 1280, 1920]) {
          await page.setViewportSize({ width, height: 800 });
          const spilled = await root.evaluate((element) =>
            [...element.querySelectorAll("table, section, [role=grid]")]
              .filter(({ parentElement, scrollWidth }) => scrollWidth > (parentElement?.clientWidth ?? 0) + 1)
              .map(({ className }) => className),
          );
          expect(spilled, `${type} at ${width}`).toEqual([]);
        }
      }
      await dialog.button("Save").focus();
      await page.keyboard.press("Enter");
      await expect(root).toHaveCount(0);
    });
  });
