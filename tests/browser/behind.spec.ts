/** Computed values that lag behind a view that plays say so, and by how much: in the page's own time, which the test lets pass. */
import { testAdmin } from "../support/calls.ts";
import { keepDisplay } from "../support/displays.ts";
import { writeEdf } from "../support/edf-writer.ts";
import { type SlowLink, startSlowLink } from "../support/slow-link.ts";
import { test as base, expect } from "./fixtures.ts";
import { lineGraph, signalOf } from "./graph-forms.ts";

const seconds = 2400;
/** Fast enough that not all that is computed of it is fetched at once. */
const wave = {
  name: "wave.edf",
  startMs: Date.parse("2020-03-02T15:20:30Z"),
  seconds,
  bytes: () => {
    const range = { physicalMin: -3276.8, physicalMax: 3276.7, digitalMin: -32_768, digitalMax: 32_767 };
    const sample = (i: number) => Math.round(900 + 300 * Math.sin(i / 20) + 100 * Math.sin(i / 7000));
    return writeEdf({
      ...{ startDate: "02.03.20", startTime: "10.20.30", records: seconds, recordSeconds: 1 },
      signals: [{ label: "ABP", unit: "mmHg", ...range, samplesPerRecord: 125, sample }],
    });
  },
};

const test = base.extend<object, { link: SlowLink }>({
  link: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
    async ({}, use) => {
      const link = await startSlowLink();
      await use(link);
      await link.stop();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the parameters
  recordings: [async ({}, use) => use([wave]), { scope: "worker" }],
  serverEnv: [async ({ link }, use) => use({ ALLOWED_HOSTS: link.host }), { scope: "worker" }],
});
test.use({ allowErrors: /ERR_|Failed to load resource|WebSocket/ });

const average = {
  ...{ id: "r", name: "", renderStrategy: "line", color: "#0b6a7d" },
  content: {
    signal: signalOf("ABP_na", {}),
    onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs: 10_000 },
  },
};
const modality = {
  ...{ id: "m", name: "ABP", dataKey: "ABP_na", rawDataKey: "", color: "#000000" },
  ...{ units: "mmHg", isCompositePart: false, dataSource: "current_patient" },
};
const windows = {
  "a histogram": {
    componentId: "histogram",
    props: { modalityConfigs: [modality], binMinimum: 40, binMaximum: 140 },
  },
  "a rolling average": {
    ...{ componentId: "time_series_group", version: 2 },
    props: { graphs: [{ ...lineGraph("Mean"), traces: [average] }], viewDuration: 10_000 },
  },
};

for (const [name, shown] of Object.entries(windows))
  test(`${name} says how far it is behind while answers stay away, and no more once they came`, async ({
    review,
    server,
    page,
    link,
    backend,
  }) => {
    await keepDisplay(server.url, await server.signIn(page.context(), testAdmin), {
      ...{ name: "Computed", cssGridTemplate: '"a"', areas: [{ area: "a", ...shown }] },
    });
    link.target = server.url.replace("localhost", "127.0.0.1");
    await page.clock.install();
    await page.goto(`http://${link.host}/review/${server.ids[wave.name]}?backend=${backend}`);
    await review.idle();
    const badge = page.locator("[data-area=a] button[data-kind]");
    await expect(badge).toHaveAttribute("data-kind", "exact");

    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    link.bytesPerSecond = 0;
    await review.connect((connect) => connect.play(100));
    await page.clock.runFor(50);
    // Where nothing was asked ahead.
    await page.evaluate((ms) => {
      const view = window.connect?.view();
      if (view !== undefined) window.connect?.setView(view.startMs + ms, view.endMs + ms);
    }, 30 * 60_000);
    const look = async () => {
      await page.clock.runFor(50);
      return badge.getAttribute("data-kind");
    };
    await expect.poll(look, { intervals: [0] }).toBe("behind");
    await expect(badge).toHaveText(/^0\.[1-5] s behind$/);

    link.bytesPerSecond = null;
    await review.connect((connect) => connect.pause());
    await page.clock.resume();
    await review.idle();
    await expect(badge).toHaveAttribute("data-kind", "exact");
  });
