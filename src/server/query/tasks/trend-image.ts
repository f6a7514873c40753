/** "trend_image", "trend_labels": GIFs of the panel of trends, drawn on a compute thread out of the columns of all its rows, or by an external service. */
import { groupFor, montagesOf } from "../../../domain/montage/montage.ts";
import { imageLimits } from "../../../protocol/eeg-service.ts";
import type { ImageBlock } from "../../../protocol/page-codec.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import { eegServiceText as words } from "../../../protocol/text/eeg-service-text.ts";
import { type TrendOf, trendEpochMs, trendNotchHz } from "../../../protocol/trends.ts";
import { AnalysisRefused, hasTrends, isDerived, lookUpAnalysis } from "../../analysis/index.ts";
import {
  encodeGif,
  isTrendPanel,
  paintTrendLabels,
  paintTrends,
  type TrendImageOrder,
  type TrendLabelImages,
  type TrendLabelsOrder,
  type TrendReadMade,
  trendPalette,
  trendReads,
} from "../../eeg-service/index.ts";
import { PageRefused } from "../page-refused.ts";
import { checkSides, elsewhere } from "./eeg-image.ts";
import {
  headOf,
  type Making,
  type PageOrder,
  type PageSource,
  type PageTask,
  type PageTaskDeps,
  type ThreadTask,
} from "./task.ts";

interface PaintInput {
  order: TrendImageOrder;
  made: readonly TrendReadMade[];
}

const imageWork: ThreadTask<PaintInput, Uint8Array<ArrayBuffer>> = {
  name: "trend_image",
  lane: "quick",
  run: ({ recording }, { order, made }) =>
    encodeGif(paintTrends(recording, order, made), trendPalette(order.theme ?? "light")),
  handsOver: ({ made }) => made.map(({ data }) => data.buffer as ArrayBuffer),
  handsBack: ({ buffer }) => [buffer],
};

type LabelGifs = Readonly<Record<keyof TrendLabelImages, Uint8Array<ArrayBuffer>>>;

const labelsWork: ThreadTask<TrendLabelsOrder, LabelGifs> = {
  name: "trend_labels",
  lane: "quick",
  run(_source, order) {
    const { titles, labels } = paintTrendLabels(order);
    return { titles: encodeGif(titles), labels: encodeGif(labels) };
  },
  handsBack: ({ titles, labels }) => [titles.buffer, labels.buffer],
};

/** Rows that the largest trend has, and what they hold of a page: 4 bytes of each epoch. */
const mostRows = 64;
const bytesOf = (spanMs: number) => 4 * mostRows * Math.max(0, spanMs / trendEpochMs("fft_spectrogram"));

/** The EEG that trends are made of; where the recording has none that they could be, any EEG: a service elsewhere may know more. */
function groupOf(recording: RecordingDetail): SignalGroup | null {
  if (isDerived(recording)) return null;
  const groups = montagesOf(recording).flatMap((montage) => groupFor(recording, montage) ?? []);
  return groups.find(hasTrends) ?? groups.at(0) ?? null;
}

export const trendImage: PageTask<"trend_image"> = {
  kind: "trend_image",
  groupOf,
  check: checkSides,
  bytes: (_form, _columns, { group, first, end }) => bytesOf((1000 * (end - first)) / group.sampling_hz),
  mostBytes: bytesOf(imageLimits.mostTrendSpanMs + 1000), // and a sample at its edge
  tooLarge: words.trendsTooLong,
  make(page, tools) {
    const { source, form, span, asker } = page;
    if (span.end - span.start > imageLimits.mostTrendSpanMs) throw new PageRefused("too_large", words.trendsTooLong);
    const { kind: _kind, ...settings } = form;
    const order: TrendImageOrder = { ...settings, panel: source.named ?? "", start: span.start, end: span.end };
    if (tools.eegService !== null) {
      const drawn = elsewhere(
        tools.eegService,
        (service, signal) => service.trendImage(source.recording, order, signal),
        asker,
      );
      return { result: drawn.then((data) => blockOf(source, form, data)), progress: () => 0 };
    }
    return drawnHere(page, order, tools);
  },
  threadTasks: [imageWork],
};

/** All columns, one trend after the other, and then the picture. */
function drawnHere(
  { source, form, asker }: PageOrder<"trend_image">,
  order: TrendImageOrder,
  tools: PageTaskDeps,
): Making<ImageBlock> {
  demandTrends(source);
  const reads = trendReads(order);
  let done = 0;
  let progress = () => 0;
  const make = async (): Promise<ImageBlock> => {
    const made: TrendReadMade[] = [];
    for (const read of reads) {
      asker.signal.throwIfAborted();
      const { first, end, width } = read;
      const reading = tools.trend(await trendSource(source, read, order), { first, end, width }, asker);
      progress = reading.progress;
      const { data, baseline } = await reading.result;
      made.push({ ...read, data, baseline });
      done++;
    }
    progress = () => 0;
    const gif = await tools.compute(source, { task: imageWork, input: { order, made } }, asker).result;
    return blockOf(source, form, gif);
  };
  return { result: make(), progress: () => (done + progress()) / (reads.length + 1) };
}

/** A trend of the recording as a source of its own. */
async function trendSource(
  { recording, group }: PageSource,
  { trend, side }: TrendReadMade | ReturnType<typeof trendReads>[number],
  { artifactReductionEnabled: isArtifactReduced }: TrendImageOrder,
): Promise<PageSource> {
  const analysis = {
    ...{ analytic: "eeg_trend", trend, isArtifactReduced, notch: trendNotchHz },
    source: { data_object_id: recording.data_object_id, modality: group.modality },
    ...(side === null ? {} : { side }),
  } as TrendOf;
  try {
    const found = await lookUpAnalysis(analysis, async () => recording, noMasks);
    if (found === null) throw new PageRefused("unknown_modality", words.noTrends);
    return { recording: found, group: found.groups[0], first: 0, end: 0 };
  } catch (error) {
    throw error instanceof AnalysisRefused ? new PageRefused("bad_request", error.message) : error;
  }
}

const noMasks = () => Promise.reject(new Error("Pictures of trends leave out nothing that annotations mask."));

export const trendLabels: PageTask<"trend_labels"> = {
  kind: "trend_labels",
  groupOf,
  check({ width, label_width, height }) {
    checkSides({ width: width + label_width, height });
  },
  bytes: () => 0,
  mostBytes: 0,
  tooLarge: words.tooManyPixels,
  make({ source, form, asker }, tools) {
    const { kind: _kind, ...settings } = form;
    const order: TrendLabelsOrder = { ...settings, panel: source.named ?? "" };
    const drawn = async (): Promise<TrendLabelImages> => {
      if (tools.eegService !== null)
        return elsewhere(
          tools.eegService,
          (service, signal) => service.trendLabels(source.recording, order, signal),
          asker,
        );
      demandTrends(source);
      return tools.compute(source, { task: labelsWork, input: order }, asker).result;
    };
    const result = drawn().then(({ titles, labels }) => {
      const data = new Uint8Array(titles.length + labels.length);
      data.set(titles);
      data.set(labels, titles.length);
      return { ...blockOf(source, form, data), beside: { width: form.label_width, firstBytes: titles.length } };
    });
    return { result, progress: () => 0 };
  },
  threadTasks: [labelsWork],
};

/** @throws PageRefused where the embedded service has no such panel, or no trends of the recording */
function demandTrends({ named, group }: PageSource): void {
  if (!isTrendPanel(named ?? "")) throw new PageRefused("unknown_modality", words.noPanel);
  if (!hasTrends(group)) throw new PageRefused("unknown_modality", words.noTrends);
}

const blockOf = (
  source: PageSource,
  { width, height }: { width: number; height: number },
  data: Uint8Array,
): ImageBlock => ({
  kind: "image",
  ...headOf(source, 0, 0),
  modality: source.named ?? source.group.modality,
  ...{ segments: [], rows: 1, width, height, data },
});
