/** `npm run picture`: the pictures of the README, on the demo recording, in both themes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DisplayForm } from "../src/protocol/displays.ts";
import type { BenchPage } from "./browser.ts";
import { fourWindows, withDisplays } from "./displays.ts";
import type { BenchContext } from "./types.ts";

const hour = 3_600_000;
/** The strip of the demo as it was recorded: its second group of EEG (`src/domain/montage/montage.ts`). */
const strip = -2;

/** Charts of the evening in which perfusion pressure is moved up and down (`src/server/ingest/README.md`). */
const analyses: DisplayForm = {
  name: "Autoregulation",
  cssGridTemplate: '"a b" "c d"',
  areas: [
    { area: "a", componentId: "cppopt_plot", version: 1, props: { viewDuration: 8 * hour } },
    { area: "b", componentId: "mapopt_plot", version: 1, props: { viewDuration: 8 * hour } },
    {
      ...{ area: "c", componentId: "histogram", version: 1 },
      props: {
        ...{ viewDuration: 8 * hour, binMinimum: 30, binMaximum: 170, binSize: 5, countMax: 1_000_000 },
        modalityConfigs: [{ id: "abp", name: "ABP", dataKey: "ABP_na", color: "#c0392b", units: "mmHg" }],
      },
    },
    {
      ...{ area: "d", componentId: "scatter_plot", version: 1 },
      props: { viewDuration: 8 * hour, autoScale: true, color: "#1f77b4", size: 6, resamplingPeriodSeconds: 60 },
    },
  ],
};

/** The last six hours: a burst suppression, the right side attenuated, a seizure, alpha that falls while delta rises. */
const trends: DisplayForm = {
  name: "Trends",
  cssGridTemplate: '"a"',
  areas: [{ area: "a", componentId: "persyst_trends", version: 1, props: { viewDuration: 6 * hour } }],
};

/** Spreading depolarisations that wander over a subdural strip, found by screening. */
const depolarisations: DisplayForm = {
  name: "Strip",
  cssGridTemplate: '"a"',
  areas: [{ area: "a", componentId: "sd_detection", version: 1, props: { viewDuration: 3 * hour, montage: strip } }],
};

interface Picture {
  readonly name: string;
  readonly display: DisplayForm;
  /** What the first window shows, ms after the beginning of the recording. */
  readonly from: number;
  readonly to: number;
}
const pictures: readonly Picture[] = [
  { name: "workspace", display: fourWindows("Morning round", [1, 2]), from: 6.2 * hour, to: 6.2 * hour + 10_000 },
  { name: "analyses", display: analyses, from: 5 * hour, to: 13 * hour },
  { name: "trends", display: trends, from: 17.5 * hour, to: 23.5 * hour },
  { name: "depolarisations", display: depolarisations, from: hour, to: 4 * hour },
];

/** Writes them to `bench/pictures`. */
export async function takePictures(context: BenchContext): Promise<void> {
  const folder = join(context.root, "bench", "pictures");
  mkdirSync(folder, { recursive: true });
  for (const picture of pictures)
    await withDisplays(context, [picture.display], (page) => takeInBothThemes(page, picture, { folder, context }));
}

async function takeInBothThemes(
  page: BenchPage,
  { name, from, to }: Picture,
  { folder, context }: { folder: string; context: BenchContext },
): Promise<void> {
  await page.resize(1440, 900);
  await page.evaluate(`(async () => {
    const { fileStartMs } = connect.view();
    connect.setView(fileStartMs + ${from}, fileStartMs + ${to});
    await connect.whenIdle();
  })()`);
  for (const theme of ["light", "dark"] as const) {
    await page.prefer(theme);
    await page.until(`document.documentElement.dataset.theme === "${theme}"`);
    await page.evaluate("connect.whenIdle()");
    const path = join(folder, `${name}-${theme}.webp`);
    writeFileSync(path, await page.picture());
    context.log(path);
  }
}
