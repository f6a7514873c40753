/** "eeg_image", "eeg_labels": GIFs of the EEG image service, drawn on a compute thread or by an external service. */
import { groupFor, montagesOf } from "../../../domain/montage/montage.ts";
import { imageLimits } from "../../../protocol/eeg-service.ts";
import type { ImageBlock } from "../../../protocol/page-codec.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import { eegServiceText as words } from "../../../protocol/text/eeg-service-text.ts";
import { isDerived } from "../../analysis/index.ts";
import {
  EegServiceFailed,
  encodeGif,
  type ImageOrder,
  type LabelsOrder,
  makeImage,
  montageNamed,
  paintLabels,
  type RemoteEegService,
} from "../../eeg-service/index.ts";
import { streamColumns } from "../column-stream.ts";
import { PageRefused } from "../page-refused.ts";
import type { Asker } from "../turns.ts";
import { headOf, type Making, type PageOrder, type PageSource, type PageTask, type ThreadTask } from "./task.ts";

/** Null: the recording has no such montage. */
type Drawn = Uint8Array<ArrayBuffer> | null;

const imageWork: ThreadTask<ImageOrder, Drawn> = {
  name: "eeg_image",
  lane: "quick",
  run: (source, order, onSlice) =>
    makeImage(source.recording, order, (recipe, grid) => streamColumns(source, recipe, grid, onSlice)),
  handsBack: (made) => (made === null ? [] : [made.buffer]),
};
/** Of pages of many minutes. */
const longImageWork: typeof imageWork = { ...imageWork, name: "long_eeg_image", lane: "slow" };
const quickSpanMs = 120_000;

const labelsWork: ThreadTask<LabelsOrder, Drawn> = {
  name: "eeg_labels",
  lane: "quick",
  run({ recording }, order) {
    const picture = paintLabels(recording, order);
    return picture === null ? null : encodeGif(picture);
  },
  handsBack: (made) => (made === null ? [] : [made.buffer]),
};

/** Bytes that a thread holds of the samples or columns of an image, at most. */
const mostColumnBytes = 96 * 1024 * 1024;
/** Columns of a pixel, at most (domain/time/grid.ts). */
const columnsPerPixel = 16;

/** The group of a montage by its name; of an external service's own montages, the first group that any is drawn of. */
function groupOf(recording: RecordingDetail, name: string): SignalGroup | null {
  if (isDerived(recording)) return null;
  const named = montageNamed(recording, name)?.group;
  if (named !== undefined) return named;
  return montagesOf(recording).reduce<SignalGroup | null>((found, each) => found ?? groupFor(recording, each), null);
}

/** What all forms of images have in common. @throws PageRefused */
export function checkSides({ width, height }: { width: number; height: number }): void {
  if (width * height > imageLimits.mostPixels) throw new PageRefused("too_large", words.tooManyPixels);
}

export const eegImage: PageTask<"eeg_image"> = {
  kind: "eeg_image",
  groupOf,
  check: checkSides,
  bytes: ({ width }, _columns, { group, first, end }) =>
    8 * group.channels.length * Math.min(Math.max(0, end - first), columnsPerPixel * width),
  mostBytes: mostColumnBytes,
  tooLarge: words.tooManyPixels,
  make: (page, tools) =>
    making(page, async ({ source, form: { kind: _kind, ...settings }, span, asker }) => {
      if (span.end - span.start > imageLimits.mostSpanMs) throw new PageRefused("too_large", words.tooLong);
      const order: ImageOrder = { ...settings, montage: source.named ?? "", start: span.start, end: span.end };
      const task = span.end - span.start > quickSpanMs ? longImageWork : imageWork;
      return tools.eegService === null
        ? known(tools.compute(source, { task, input: order }, asker))
        : elsewhere(tools.eegService, (service, signal) => service.image(source.recording, order, signal), asker);
    }),
  threadTasks: [imageWork, longImageWork],
};

export const eegLabels: PageTask<"eeg_labels"> = {
  kind: "eeg_labels",
  groupOf,
  check: checkSides,
  bytes: () => 0,
  mostBytes: 0,
  tooLarge: words.tooManyPixels,
  make: (page, tools) =>
    making(page, async ({ source, form: { kind: _kind, ...settings }, asker }) => {
      const order: LabelsOrder = { ...settings, montage: source.named ?? "" };
      return tools.eegService === null
        ? known(tools.compute(source, { task: labelsWork, input: order }, asker))
        : elsewhere(tools.eegService, (service, signal) => service.labels(source.recording, order, signal), asker);
    }),
  threadTasks: [labelsWork],
};

function making<Kind extends "eeg_image" | "eeg_labels">(
  order: PageOrder<Kind>,
  make: (order: PageOrder<Kind>) => Promise<Uint8Array>,
): Making<ImageBlock> {
  const { source, form } = order;
  const block = make(order).then((data): ImageBlock => ({ ...headOfImage(source, form), data }));
  return { result: block, progress: () => 0 };
}

const headOfImage = (source: PageSource, { width, height }: { width: number; height: number }) => ({
  kind: "image" as const,
  ...headOf(source, 0, 0),
  modality: source.named ?? source.group.modality,
  ...{ segments: [], rows: 1, width, height },
});

/** @throws PageRefused where there is no such montage */
async function known({ result }: Making<Drawn>): Promise<Uint8Array> {
  const made = await result;
  if (made === null) throw new PageRefused("unknown_modality", words.noMontage);
  return made;
}

/** What an external service draws; given up when nobody waits for it. @throws PageRefused */
export async function elsewhere<Drawn>(
  service: RemoteEegService,
  ask: (service: RemoteEegService, signal: AbortSignal) => Promise<Drawn>,
  { signal }: Asker,
): Promise<Drawn> {
  try {
    return await ask(service, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EegServiceFailed) throw new PageRefused("image_service", error.message);
    throw error;
  }
}
