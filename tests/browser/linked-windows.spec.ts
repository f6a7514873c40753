/** Two windows over two recordings of a patient: one clock, one that plays, one cursor. */
import { testAdmin } from "../support/calls.ts";
import { keepDisplay } from "../support/displays.ts";
import { expect, test } from "./fixtures.ts";
import { lineGraph, lineTrace } from "./graph-forms.ts";
import { bedside, depth, night } from "./recordings.ts";
import { measureText } from "./table-measure.ts";

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([night, bedside, depth]), { scope: "worker" }],
  patient: "P-12",
});

test("stand on one clock, with one that plays and one cursor, each as long as it is", async ({ review, server }) => {
  const { page } = review;
  const graphs = [
    lineGraph("ABP", lineTrace("ABP", { dataSource: server.ids[bedside.name] })),
    lineGraph("Depth", lineTrace("LA1", { dataSource: server.ids[depth.name] })),
  ];
  await keepDisplay(server.url, await server.signIn(page.context(), testAdmin), {
    name: "EEG and pressure",
    cssGridTemplate: '"a" 60% "b" 40%',
    areas: [
      { area: "a", componentId: "eeg_montage" },
      { area: "b", componentId: "time_series_group", version: 2, props: { graphs } },
    ],
  });
  await review.open(night.name);
  const series = page.locator("[data-area=b]");
  await expect(series.getByRole("heading", { name: "Time Series Group" })).toBeVisible();
  const seconds = () =>
    review.connect((connect) =>
      ["a", "b"].map((area) => {
        const { startMs, endMs } = connect.window(area).view();
        return [startMs, endMs];
      }),
    );
  const at = (...spans: [number, number][]) =>
    spans.map(([from, to]) => [night.startMs + from * 1000, night.startMs + to * 1000]);
  await expect.poll(() => review.connect((connect) => connect.areas())).toEqual(["a", "b"]);
  expect(await seconds()).toEqual(at([0, 30], [0, 60]));

  // Another file of the patient: the window says where it has data, and leads there.
  await expect(series.getByText(/^bedside\.edf holds data from .* 10:21:30 AM to /)).toBeVisible();
  await series.getByRole("button", { name: "Go there" }).click();
  await expect.poll(seconds).toEqual(at([60, 90], [60, 120]));
  await review.idle();
  const [pressure, electrode] = await series.getByRole("list", { name: "Graphs" }).getByRole("listitem").all();
  await expect(pressure).toHaveText("ABPABPmmHg");
  // A file without a beginning stands on no other file's clock.
  await expect(electrode).toHaveText(/LA1its file does not say when it began, so it stands on no common clock/);
  const inked = await review.connect(async (connect) => {
    const { width, height, data } = await connect.window("b").readPixels();
    let count = 0;
    for (let k = 0; k < width * height; k++) if (data[4 * k] !== data[0]) count++;
    return count / (width * height);
  });
  expect(inked).toBeGreaterThan(0.02);

  // A press in the EEG takes the keys there; both turn the page of the EEG's length.
  await review.plot.click();
  await page.keyboard.press("ArrowRight");
  await expect.poll(seconds).toEqual(at([90, 120], [90, 150]));
  await series.getByRole("button", { name: "Next page" }).click();
  await expect.poll(seconds).toEqual(at([120, 150], [120, 180]));
  await page.keyboard.press("Home");
  await expect.poll(seconds).toEqual(at([0, 30], [0, 60]));

  // One cursor: the same time on both axes, the value of the graph beside its name.
  await page.keyboard.press("g");
  await page.keyboard.type("10:21:40 AM");
  await page.keyboard.press("Enter");
  await expect.poll(seconds).toEqual(at([70, 100], [70, 130]));
  await review.idle();
  const box = await review.plot.boundingBox();
  if (box === null) throw new Error("no plot");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByText(/^10:21:5[45]\.\d\d AM$/)).toHaveCount(2);
  const under = await review.connect((connect) => connect.cursorMs());
  expect(((under ?? 0) - night.startMs) / 1000).toBeCloseTo(85, 1);
  await expect(pressure).toHaveText(/^ABPABPmmHg\d+(\.\d)? mmHg$/);
  // Rows of EEG say theirs where the cursor is another window's, and one of them at the pointer where it is their own.
  const values = page.locator("[data-area=a] [data-part=row-values] > div");
  await expect(values).toHaveCount(0);
  await series.getByRole("img", { name: /./ }).first().hover();
  await expect(values.first()).toHaveText(/^(.+ )?\u2212?\d+(\.\d+)?( to \u2212?\d+(\.\d+)?)? (\u00b5V|mV)$/);
  expect(await values.count()).toBeGreaterThan(3);

  // A window that is resized is drawn in its new size in that very frame.
  const sizes = await review.plot.evaluate(
    (surface) =>
      new Promise<number[]>((resolve) => {
        const tile = surface.closest<HTMLElement>("[data-area]");
        let calls = 0;
        new ResizeObserver(() => {
          if (++calls === 1) requestAnimationFrame(() => tile?.style.setProperty("width", "71%"));
          else
            resolve([surface.querySelector("canvas")?.width ?? 0, Math.round(surface.clientWidth * devicePixelRatio)]);
        }).observe(surface);
      }),
  );
  expect(sizes[0]).toBe(sizes[1]);
  await page.locator("[data-area=a]").evaluate((tile) => (tile as HTMLElement).style.removeProperty("width"));
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);

  // One that plays: the play of the other stops it, and both go on from there.
  const playing = () => review.connect((connect) => ["a", "b"].map((area) => connect.window(area).isPlaying()));
  await review.connect((connect) => connect.window("a").play(1));
  expect(await playing()).toEqual([true, false]);
  await expect.poll(async () => (await seconds())[1][0]).toBeGreaterThan(night.startMs + 70_000);
  await series.getByRole("button", { name: "Play", exact: true }).click();
  expect(await playing()).toEqual([false, true]);
  await series.getByRole("button", { name: "Pause", exact: true }).click();
  const [eeg, graph] = await seconds();
  expect(eeg[0]).toBe(graph[0]);
  expect(eeg[1] - eeg[0]).toBeCloseTo(30_000, 3);
  expect(graph[1] - graph[0]).toBeCloseTo(60_000, 3);

  // Unlinked it goes its own way, linked again it comes back.
  const link = series.getByRole("button", { name: "Link", exact: true });
  await link.click();
  await expect(link).toHaveAttribute("aria-pressed", "false");
  const [left] = await seconds();
  await series.getByRole("button", { name: "Go to start" }).click();
  await expect.poll(seconds).toEqual([left, ...at([0, 60])]);
  await review.connect((connect) => connect.window("a").play(1));
  await series.getByRole("button", { name: "Play", exact: true }).click();
  expect(await playing()).toEqual([true, true]);
  await review.connect((connect) => {
    connect.window("a").pause();
    connect.window("b").pause();
  });
  await link.click();
  await expect
    .poll(async () => (await seconds()).map(([from]) => from))
    .toEqual(Array(2).fill((await seconds())[0][0]));

  await series.getByRole("button", { name: "Close Time Series Group" }).click();
  await expect(series).toHaveCount(0);
  await review.idle();
  expect((await review.picture()).inked).toBeGreaterThan(0);
});

test("Shift and a drag measures a stretch, and moves nothing", async ({ review }) => {
  const { page } = review;
  await review.open(night.name);
  const before = await review.seconds();
  const box = await review.plot.boundingBox();
  if (box === null) throw new Error("no plot");
  const measured = page.locator("[data-part=measure]");
  const drag = async (from: number, to: number) => {
    await page.keyboard.down("Shift");
    await page.mouse.move(box.x + from * box.width, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + to * box.width, box.y + 60, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
  };
  await drag(0.2, 0.6);
  await expect(measured).toHaveText(/^(11\.9|12\.0)\d s\n/);
  await expect(measured).toBeVisible();
  await drag(0.9, 0.8);
  await expect(measured).toHaveText(/Total of 2: (14\.9|15\.0)\d s$/);
  expect(await review.seconds()).toEqual(before);
  await review.plot.press("Escape");
  await expect(measured).toBeHidden();
});

test("by the keyboard alone a stretch is measured with the cursor, over the page's edge too", async ({ review }) => {
  const { page } = review;
  await review.open(night.name);
  const measured = page.locator("[data-part=measure]");
  const step = async (key: string, times: number) => {
    for (let k = 0; k < times; k++) await page.keyboard.press(key);
  };
  await review.plot.focus();
  await step(">", 10);
  await page.keyboard.press("Shift+M");
  await step(">", 20);
  await expect(measured).toHaveText(/^6000 ms \(0\.17 Hz\)/);
  await page.keyboard.press("Shift+M");
  await step("<", 5);
  await expect(measured).toHaveText(/^6000 ms \(0\.17 Hz\)/);
  await page.keyboard.press("Shift+M");
  await step(">", 50);
  await page.keyboard.press("Shift+M");
  await expect(measured).toHaveText(/^14\.70 s\nTotal of 2: 20\.70 s/);
  await review.plot.press("Escape");
  await expect(measured).toBeHidden();
});

test("a bar that is too narrow for its controls keeps status and ends in view, and leads to the others", async ({
  review,
  server,
}) => {
  const { page } = review;
  await keepDisplay(server.url, await server.signIn(page.context(), testAdmin), {
    name: "Side by side",
    cssGridTemplate: '"a b c"',
    areas: [
      { area: "a", componentId: "eeg_montage" },
      { area: "b", componentId: "eeg_montage" },
      { area: "c", componentId: "sd_detection", version: 1, props: {} },
    ],
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await review.open(night.name);
  await expect.poll(() => review.connect((connect) => connect.areas())).toEqual(["a", "b", "c"]);
  const tile = page.locator("[data-area=b]");
  const [settings, close] = [/Edit window settings/, /^Close EEG Montage/].map((name) =>
    tile.getByRole("button", { name }),
  );
  const link = tile.getByRole("button", { name: /link/i });
  const [after, before] = ["after", "before"].map((side) => tile.locator(`button[data-side=${side}]`));
  /** Whether a press in the middle of it meets it. */
  const isOpen = (of: typeof link) =>
    of.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  const more = tile.getByRole("button", { name: "More controls" });
  await expect(more).toBeVisible();
  expect(await Promise.all([isOpen(settings), isOpen(close)])).toEqual([true, true]);
  // What does not fit all the same is scrolled to: a press leads on smoothly, and the last one hides the button itself.
  await expect(async () => {
    if (await isOpen(link)) return;
    await after.click({ timeout: 1000 });
    await expect.poll(() => isOpen(link), { timeout: 1000 }).toBe(true);
  }).toPass();
  // The keyboard brings what it comes to into view.
  await tile.getByRole("button", { name: /^Change places/ }).focus();
  await expect(before).toBeHidden();
  // By the keyboard alone: what stands behind it, and the way back.
  await more.press("Enter");
  const panel = page.getByRole("dialog", { name: "More controls" });
  await expect(panel.getByRole("button", { name: /^Sensitivity: / })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Rows" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(more).toBeFocused();
  // The way through the file has the room, and what stands beside it is whole, or a sign whose name says it.
  const meter = page.locator("[data-area=a]").getByRole("button", { name: "When data are late: Real speed" });
  for (const width of [2250, 1440, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    const bar = page.locator("[data-area=a] section").last();
    await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeLessThan(width / 3);
    expect((await measureText(meter)).cut).toEqual([]);
    const [outer, inner] = [await bar.boundingBox(), await meter.boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
    const track = await bar.locator("[data-part=track]").boundingBox();
    if (width === 2250) expect(track?.width).toBeGreaterThan(200);
  }
});

test("at half of 1440 px link, live and range are in view, and timelines are told apart by their window", async ({
  review,
  server,
}) => {
  const { page } = review;
  await keepDisplay(server.url, await server.signIn(page.context(), testAdmin), {
    name: "Two",
    cssGridTemplate: '"a b"',
    areas: [
      { area: "a", componentId: "eeg_montage" },
      { area: "b", componentId: "eeg_montage" },
    ],
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await review.open(night.name);
  await expect.poll(() => review.connect((connect) => connect.areas())).toEqual(["a", "b"]);
  const tile = page.locator("[data-area=b]");
  for (const name of ["Link", "Live", "Set the time range", "Edit window settings"])
    await expect
      .poll(() =>
        tile.getByRole("button", { name, exact: true }).evaluate((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return [x + 2, x + width - 2].every((at) => button.contains(document.elementFromPoint(at, y + height / 2)));
        }),
      )
      .toBe(true);
  for (const k of [1, 2])
    await expect(page.getByRole("region", { name: `Timeline of ${k}. EEG Montage`, exact: true })).toBeVisible();
});

test("Tab goes through windows as they stand on the screen, whatever their letters", async ({ review, server }) => {
  const { page } = review;
  await keepDisplay(server.url, await server.signIn(page.context(), testAdmin), {
    name: "Turned",
    cssGridTemplate: '"b a" "b c"',
    areas: ["a", "b", "c"].map((area) => ({ area, componentId: "eeg_montage" })),
  });
  await review.open(night.name);
  await expect.poll(() => review.connect((connect) => connect.areas())).toEqual(["b", "a", "c"]);
  const tileNow = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-area]")?.dataset.area ?? null);
  const walk = async (key: string) => {
    const tiles: (string | null)[] = [await tileNow()];
    for (let k = 0; k < 200 && !(tiles.length > 1 && tiles.at(-1) === null); k++) {
      await page.keyboard.press(key);
      const tile = await tileNow();
      if (tile !== tiles.at(-1)) tiles.push(tile);
    }
    return tiles;
  };
  const first = page.locator("[data-area=b]").getByRole("button", { name: /^Change places/ });
  await first.focus();
  await page.keyboard.press("Shift+Tab");
  expect(await walk("Tab")).toEqual([null, "b", "a", "c", null]);
  expect(await walk("Shift+Tab")).toEqual([null, "c", "a", "b", null]);
});
