/** `npm run picture`: the pictures of the README, on the demo recording, in both themes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addAnnotation, createAnnotationGroup, getAnnotationGroups } from "../src/protocol/annotations.ts";
import type { DisplayForm } from "../src/protocol/displays.ts";
import { demoText } from "../src/protocol/text/demo-text.ts";
import { eventsToReview } from "../src/server/first-start.ts";
import { answerAs, signIn } from "../tests/support/calls.ts";
import type { BenchPage } from "./browser.ts";
import { fourWindows, withDisplays } from "./displays.ts";
import { benchRecording } from "./recordings.ts";
import { startServer } from "./server.ts";
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

/** Events of the demo's session, with the form that is asked of each; the windows go to the first of them by themselves. */
const events: DisplayForm = {
  name: "Events",
  cssGridTemplate: '"a" "b"',
  areas: [
    { area: "a", componentId: "eeg_montage", version: 1, props: { viewDuration: 15_000 } },
    { area: "b", componentId: "event_review", version: 1, props: { isDetailed: true, isListShown: true } },
  ],
};

interface Picture {
  readonly name: string;
  readonly display: DisplayForm;
  /** Brings up what is to be seen, in the page. */
  readonly arrange: string;
}

/** Moves the first window to a span, ms after the beginning of the recording. */
const moved = (from: number, to: number): string =>
  `connect.setView(connect.view().fileStartMs + ${from}, connect.view().fileStartMs + ${to})`;

/** Loads the session of events as a reader does, and answers the first question of its first event. */
const eventsLoaded = `(async () => {
  const until = async (find) => {
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const named = (selector, name) =>
    until(() => [...document.querySelectorAll(selector)].find((each) => each.textContent.trim().startsWith(name)));
  (await named("button", "Load events")).click();
  (await named("[role=dialog] [role=row]", "IIC events to review")).click();
  (await named("[role=dialog] button:enabled", "Load")).click();
  await named("[role=dialog] [role=row]", "IIC event 1");
  (await named("[role=dialog] button", "Cancel")).click();
  (await named("[data-area=b] label", "LPD/L-SW")).click();
  (await named("[data-area=b] [role=tab]", "IIC Pattern Features")).click();
  document.activeElement.blur();
})()`;
const pictures: readonly Picture[] = [
  {
    ...{ name: "workspace", display: fourWindows("Morning round", [1, 2]) },
    arrange: moved(6.2 * hour, 6.2 * hour + 10_000),
  },
  { name: "analyses", display: analyses, arrange: moved(5 * hour, 13 * hour) },
  { name: "trends", display: trends, arrange: moved(17.5 * hour, 23.5 * hour) },
  { name: "depolarisations", display: depolarisations, arrange: moved(hour, 4 * hour) },
  { name: "events", display: events, arrange: eventsLoaded },
];

/** Writes those that are wanted to `bench/pictures`. */
export async function takePictures(context: BenchContext, isWanted: (name: string) => boolean): Promise<void> {
  const folder = join(context.root, "bench", "pictures");
  mkdirSync(folder, { recursive: true });
  for (const picture of pictures.filter(({ name }) => isWanted(name))) {
    if (picture.display === events) await plantEvents(context);
    await withDisplays(context, [picture.display], (page) => takeInBothThemes(page, picture, { folder, context }));
  }
}

/** The demo's session of events, which a first start makes: made by its calls where there is none. */
async function plantEvents(context: BenchContext): Promise<void> {
  const { dataDir, dataObjectId: data_object_id } = await benchRecording(context, 24);
  const server = await startServer({ dataDir });
  try {
    const { token } = await signIn(server.url);
    const groups = await answerAs(server.url, token, getAnnotationGroups, { data_object_id });
    if (groups.some(({ group_name }) => group_name === demoText.session)) return;
    const made = { data_object_id, annotation_group_name: demoText.session };
    const { id: annotation_group_id } = await answerAs(server.url, token, createAnnotationGroup, made);
    for (const annotation of eventsToReview())
      await answerAs(server.url, token, addAnnotation, { annotation_group_id, annotation });
  } finally {
    await server.stop();
  }
}

async function takeInBothThemes(
  page: BenchPage,
  { name, arrange }: Picture,
  { folder, context }: { folder: string; context: BenchContext },
): Promise<void> {
  await page.resize(1440, 900);
  await page.evaluate(arrange);
  await page.evaluate("connect.whenIdle()");
  for (const theme of ["light", "dark"] as const) {
    await page.prefer(theme);
    await page.until(`document.documentElement.dataset.theme === "${theme}"`);
    await page.evaluate("connect.whenIdle()");
    const path = join(folder, `${name}-${theme}.webp`);
    writeFileSync(path, await page.picture());
    context.log(path);
  }
}
