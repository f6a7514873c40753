/** Graphs of a time series window: sources of any rate and file, gaps, deltas, axes, and what a patient lacks. */
import { testAdmin } from "../support/calls.ts";
import { keepDisplay } from "../support/displays.ts";
import { writeEdf } from "../support/edf-writer.ts";
import { expect, type Review, type TestServer, test } from "./fixtures.ts";
import { cppTrace, deltaOf, heatmapGraph, heatmapTrace, lineGraph, lineTrace } from "./graph-forms.ts";

const pressure = { unit: "mmHg", physicalMin: -100, physicalMax: 300, digitalMin: -1000, digitalMax: 3000 };
const startTime = { startDate: "02.03.20", startTime: "10.20.30" };

/** 20 s, a gap of 10 s, 30 s more. Two arterial pressures; ICP at another rate; numbers. */
const monitor = {
  name: "monitor.edf",
  bytes: () =>
    writeEdf({
      ...{ format: "EDF+D", ...startTime, records: 50, recordSeconds: 1 },
      onsets: Array.from({ length: 50 }, (_, record) => `+${record < 20 ? record : record + 10}`),
      signals: [
        { ...pressure, label: "ART", samplesPerRecord: 125, sample: (i) => 800 + (i % 125) * 4 },
        { ...pressure, label: "AO", samplesPerRecord: 125, sample: () => 1200 },
        { ...pressure, label: "ICP", samplesPerRecord: 50, sample: () => 100 },
        {
          ...{ label: "HR", unit: "bpm", physicalMin: 0, physicalMax: 300, digitalMin: 0, digitalMax: 3000 },
          ...{ samplesPerRecord: 1, sample: () => 700 },
        },
      ],
    }),
};
/** Without the gap, at a third rate. */
const monitor2 = {
  name: "monitor2.edf",
  bytes: () =>
    writeEdf({
      ...{ ...startTime, records: 60, recordSeconds: 1 },
      signals: [{ ...pressure, label: "UVP", samplesPerRecord: 25, sample: () => 500 }],
    }),
};

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([monitor, monitor2]), { scope: "worker" }],
  patient: "P-14",
});

async function openGraphs(review: Review, server: TestServer, graphs: readonly unknown[]): Promise<void> {
  await keepDisplay(server.url, await server.signIn(review.page.context(), testAdmin), {
    ...{ name: "Graphs", cssGridTemplate: '"a"' },
    areas: [{ area: "a", componentId: "time_series_group", version: 2, props: { graphs } }],
  });
  await review.open(monitor.name);
}

/** Which of red, green and blue lead the others by `by`, of 255. */
interface Hue {
  readonly leads: readonly (0 | 1 | 2)[];
  readonly by: number;
}
const [red, green, magenta, blue] = [[0], [1], [0, 2], [2]].map((leads) => ({ leads, by: 60 }) as Hue);
const paleBlue: Hue = { leads: [2], by: 30 };

/** Share of the pixels of a graph's body, in a part of its width, that have a hue. */
function inkOf(review: Review, graph: number, from: number, to: number, hue: Hue): Promise<number> {
  return review.page.evaluate(
    async ({ graph, from, to, hue }) => {
      const connect = window.connect;
      const head = document.querySelectorAll<HTMLElement>("ul[aria-label=Graphs] > li")[graph];
      if (connect === undefined || head === undefined) throw new Error("no graphs");
      const { width, height, data } = await connect.readPixels();
      const ratio = height / (head.parentElement?.clientHeight ?? height);
      const top = Math.ceil((head.offsetTop + Number.parseFloat(head.style.getPropertyValue("--head"))) * ratio);
      const end = Math.floor((head.offsetTop + head.offsetHeight) * ratio);
      const others = [0, 1, 2].filter((part) => !hue.leads.includes(part as 0));
      let [inked, all] = [0, 0];
      for (let y = top; y < end; y++)
        for (let x = Math.floor(width * from); x < width * to; x++, all++) {
          const at = 4 * (y * width + x);
          const least = Math.min(...hue.leads.map((part) => data[at + part]));
          if (least - Math.max(...others.map((part) => data[at + part])) >= hue.by) inked++;
        }
      return inked / all;
    },
    { graph, from, to, hue },
  );
}

const heads = (review: Review) => review.page.getByRole("list", { name: "Graphs" }).getByRole("listitem");

test("draw signals of several rates and files on one axis, and a gap of one beside the data of another", {
  tag: "@drawn",
}, async ({ review, server }) => {
  const art = lineTrace("ART");
  const other = lineTrace("UVP", { dataSource: server.ids[monitor2.name] }, "#00ff00");
  const icp = lineTrace("ICP", {}, "#ff00ff");
  await openGraphs(review, server, [
    lineGraph("Three rates", art, other, icp, deltaOf(other, icp)),
    lineGraph("Gap", lineTrace("HR", {}, "#0000ff")),
  ]);
  await expect(heads(review).nth(0)).toHaveText("Three ratesARTmmHgUVPmmHgICPmmHg");
  const gap = [21 / 60, 29 / 60] as const;
  for (const hue of [red, green, magenta]) expect(await inkOf(review, 0, 0.05, 0.3, hue)).toBeGreaterThan(0.002);
  expect(await inkOf(review, 0, 0.05, 0.3, paleBlue)).toBeGreaterThan(0.1);
  // ART and ICP are not there, which strips at the foot say; UVP is. The delta of UVP and ICP ends with ICP.
  expect(await inkOf(review, 0, ...gap, green)).toBeGreaterThan(0.002);
  expect(await inkOf(review, 0, ...gap, red)).toBeGreaterThan(0.002);
  expect(await inkOf(review, 0, ...gap, paleBlue)).toBeLessThan(0.01);
  // The second graph has nothing else: hatched from top to foot, and no line.
  expect(await inkOf(review, 1, 0.05, 0.3, blue)).toBeGreaterThan(0.002);
  expect(await inkOf(review, 1, ...gap, blue)).toBe(0);

  // The value of every trace under the cursor; nothing where it has none.
  const box = await review.page.getByRole("img", { name: /^Time series of/ }).boundingBox();
  if (box === null) throw new Error("no plot");
  await review.page.mouse.move(box.x + box.width / 6, box.y + 60);
  await expect(heads(review).nth(0)).toHaveText(/^Three ratesARTmmHg\d+(\.\d)? mmHgUVPmmHg50 mmHgICPmmHg10 mmHg$/);
  await expect(heads(review).nth(1)).toHaveText("GapHRbpm70 bpm");
  await review.page.mouse.move(box.x + (box.width * 25) / 60, box.y + 60);
  await expect(heads(review).nth(0)).toHaveText("Three ratesARTmmHg\u2013UVPmmHg50 mmHgICPmmHg\u2013");
});

test("have axes that are dragged, zoomed and let go", async ({ review, server }) => {
  await openGraphs(review, server, [lineGraph("ART", lineTrace("ART"))]);
  const axis = review.page.locator("[data-area=a] canvas[aria-hidden]").first();
  const box = await axis.boundingBox();
  if (box === null) throw new Error("no axis");
  const whole = await inkOf(review, 0, 0.05, 0.3, red);
  expect(whole).toBeGreaterThan(0.01);
  // Down by two heights: everything is above the upper end.
  await review.page.mouse.move(box.x + 40, box.y + 60);
  await review.page.mouse.down();
  await review.page.mouse.move(box.x + 40, box.y + 60 + 100);
  await review.page.mouse.move(box.x + 40, box.y + 60 + 2 * box.height);
  await review.page.mouse.up();
  await review.idle();
  expect(await inkOf(review, 0, 0.05, 0.3, red)).toBe(0);
  await review.page.mouse.dblclick(box.x + 40, box.y + 200);
  await review.idle();
  expect(await inkOf(review, 0, 0.05, 0.3, red)).toBeCloseTo(whole, 3);
  // The wheel shows less of the range: what is drawn is steeper.
  await review.page.mouse.move(box.x + 40, box.y + box.height - 40);
  for (let k = 0; k < 6; k++) await review.page.mouse.wheel(0, -100);
  await review.idle();
  const kept = () =>
    review.page.evaluate(() => JSON.stringify(document.querySelector("ul[aria-label=Graphs]")?.textContent));
  expect(await kept()).toContain("ART");
  expect(await inkOf(review, 0, 0.05, 0.3, red)).not.toBeCloseTo(whole, 3);
});

test("say what this patient lacks, ask which of two signals is meant, and are hidden when empty", async ({
  review,
  server,
}) => {
  const { page } = review;
  await openGraphs(review, server, [
    lineGraph("Arterial", lineTrace("ABP_na")),
    lineGraph("Oxygen", lineTrace("stO2_na")),
    lineGraph("Mixed", lineTrace("ICP_na"), lineTrace("HR", {}, "#000000")),
    lineGraph("None"),
  ]);
  await expect(heads(review).nth(1)).toHaveText("OxygenStO2not in this fileNo data");
  await expect(heads(review).nth(2)).toHaveText("MixedDifferent units on one axis: mmHg, bpmICPmmHgHRbpm");
  await expect(heads(review).nth(3)).toHaveText("NoneNo traces");
  expect(await inkOf(review, 1, 0.05, 0.95, red)).toBe(0);

  const asked = heads(review)
    .nth(0)
    .getByRole("button", { name: /^Which signal is ABP\?/ });
  await asked.click();
  await expect(page.getByRole("menuitemradio")).toHaveText(["ART, mmHg, 125 Hz (ART_na)", "AO, mmHg, 125 Hz (AO_na)"]);
  await page.getByRole("menuitemradio", { name: /^AO/ }).click();
  await review.idle();
  await expect(heads(review).nth(0)).toHaveText("ArterialAOmmHg");

  await review.button("Hide empty graphs").click();
  await expect(heads(review)).toHaveCount(2);
  await review.button("Show empty graphs (2 hidden)").click();
  await expect(heads(review)).toHaveCount(4);
});

test("are rows of bars for heatmaps, with a gap of one of them, and what is computed of others", {
  tag: "@drawn",
}, async ({ review, server }) => {
  await openGraphs(review, server, [
    heatmapGraph("Bars", heatmapTrace("ICP", 0, 20), heatmapTrace("UVP", 0, 50, server.ids[monitor2.name])),
    lineGraph("Perfusion", cppTrace("#ff00ff")),
  ]);
  // 10 of 0 to 20 is the middle of Viridis, 50 of 0 to 50 its yellow end.
  const [teal, yellow] = [
    { leads: [1, 2], by: 60 },
    { leads: [0, 1], by: 120 },
  ] as const;
  expect(await inkOf(review, 0, 0.05, 0.3, teal)).toBeGreaterThan(0.4);
  expect(await inkOf(review, 0, 0.05, 0.3, yellow)).toBeGreaterThan(0.4);
  expect(await inkOf(review, 0, 21 / 60, 29 / 60, teal)).toBe(0);
  expect(await inkOf(review, 0, 21 / 60, 29 / 60, yellow)).toBeGreaterThan(0.4);
  // A line of a pixel, of some 530.
  expect(await inkOf(review, 1, 0.05, 0.3, magenta)).toBeGreaterThan(0.0015);
  const box = await review.page.getByRole("img", { name: /^Time series of/ }).boundingBox();
  if (box === null) throw new Error("no plot");
  await review.page.mouse.move(box.x + box.width / 6, box.y + 60);
  await expect(heads(review).nth(0)).toHaveText("BarsICP020mmHg10 mmHgUVP050mmHg50 mmHg");
  await expect(heads(review).nth(1)).toHaveText(/^PerfusionCPPmmHg\d+(\.\d+)?( to \d+(\.\d+)?)? mmHg$/);
});

test("of a new window are what its file has, pressures first", async ({ review, server }) => {
  await keepDisplay(server.url, await server.signIn(review.page.context(), testAdmin), {
    ...{ name: "Graphs", cssGridTemplate: '"a"' },
    areas: [{ area: "a", componentId: "time_series_group" }],
  });
  await review.open(monitor.name);
  await expect(heads(review)).toHaveCount(3);
  await expect(heads(review).nth(0)).toHaveText(/^ABPABP/);
  await expect(heads(review).nth(1)).toHaveText("ICPICPmmHg");
  await expect(heads(review).nth(2)).toHaveText("HRHRbpm");
});

test("have their names and units beside the plot where they are low, and none over another before they are laid out", async ({
  review,
  server,
}) => {
  await review.page.setViewportSize({ width: 1024, height: 360 });
  const names = Array.from({ length: 4 }, () => ["ART", "AO", "ICP", "HR"]).flat();
  await openGraphs(
    review,
    server,
    names.map((name, k) => lineGraph(k === 2 ? "Ventricle, left" : name, lineTrace(name))),
  );
  await expect(heads(review)).toHaveCount(names.length);
  await expect(heads(review).first()).toHaveAttribute("data-over");
  const over = await review.page.evaluate(() => {
    const plot = document.querySelector("[role=img][tabindex='0']")?.getBoundingClientRect();
    const graphs = "ul[aria-label=Graphs] > li";
    const words = [...document.querySelectorAll(`${graphs} strong, ${graphs}[data-alone] :is(i, span, small)`)];
    return words
      .map((each) => ({ said: each.textContent, box: each.getBoundingClientRect() }))
      .filter(({ box }) => plot !== undefined && box.width > 0 && box.left < plot.right && box.right > plot.left)
      .map(({ said }) => said);
  });
  expect(over).toEqual([]);
  const unplaced = await heads(review)
    .first()
    .evaluate((head) => {
      head.removeAttribute("data-placed");
      return getComputedStyle(head).visibility;
    });
  expect(unplaced).toBe("hidden");
});

test("are drawn however low they are: names of traces lie over them", async ({ review, server }) => {
  await review.page.setViewportSize({ width: 1024, height: 360 });
  const names = ["ART", "AO", "ICP", "HR", "ART", "AO", "ICP", "HR"];
  await openGraphs(
    review,
    server,
    names.map((name, k) => lineGraph(`Graph ${k + 1}`, lineTrace(name))),
  );
  const heads = review.page.getByRole("list", { name: "Graphs" }).getByRole("listitem");
  await expect(heads).toHaveCount(names.length);
  const inked = await review.connect(async (connect) => {
    const [area] = connect.areas();
    const { width, height, data } = await connect.window(area).readPixels();
    // Of each eighth of the plot, pixels that are not the ground.
    return Array.from({ length: 8 }, (_, k) => {
      const [from, to] = [Math.ceil((k * height) / 8), Math.floor(((k + 1) * height) / 8)];
      let count = 0;
      for (let at = from * width; at < to * width; at++) if (Math.abs(data[4 * at] - data[0]) > 60) count++;
      return count / width;
    });
  });
  for (const [k, count] of inked.entries()) expect(count, `${names[k]}: ${inked}`).toBeGreaterThan(0.3);
  // In forced colours a legend keeps the colours of its traces.
  const swatch = heads.first().locator("i").first();
  const chosen = await swatch.evaluate((element) => getComputedStyle(element).backgroundColor);
  await review.page.emulateMedia({ forcedColors: "active" });
  await expect(swatch).toHaveCSS("forced-color-adjust", "none");
  await expect(swatch).toHaveCSS("background-color", chosen);
});
