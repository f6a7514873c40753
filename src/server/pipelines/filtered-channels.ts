/**
 * Recorded channels through LFF, HFF and notch, by the function and from the stored samples of the EEG window. Made in chunks of the
 * recording's grid, each with its own warm-up (algorithms.md 1.5): a value depends on its time and the recording, never on where a run
 * begins, and equals that of a page that begins with its chunk to the bit.
 */
import type { Filters, Recipe } from "../../protocol/recipe.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { Core } from "../../signal/core.ts";
import { createEngine } from "../../signal/engine.ts";
import { warmupOf } from "../../signal/filter-sets.ts";
import type { MaskedSamples, StridedSource } from "../../signal/pipeline.ts";
import type { Engine } from "../../signal/types.ts";
import { firstSampleFrom } from "../analysis/index.ts";
import type { SampleReader } from "../recordings/index.ts";
import type { PlannedChannel } from "./types.ts";

/** Samples of a chunk, at most, and of all channels that lie together in the files. */
const mostSamples = 65_536;
const mostTogether = 8 << 20;
/** Chunks that are kept: a piece of a run touches two of each series. */
const mostKept = 8;

export interface FilteredWork {
  channel: PlannedChannel;
  filters: Filters;
}

/** Grid samples of a chunk: a power of two. */
export const filteredChunk = (channels: number): number =>
  2 ** Math.floor(Math.log2(Math.max(1, Math.min(mostSamples, mostTogether / channels))));

/** Of one channel alone. */
export const filterRecipe = (channel: number, filters: Filters): Recipe => ({
  derivations: [{ first: { kind: "channel", index: channel }, second: { kind: "zero" } }],
  filters,
});

export class FilteredChannels {
  private readonly engine: Engine;
  /** By work and chunk, the newest last. */
  private readonly kept = new Map<string, Float32Array>();

  constructor(private readonly deps: { core: Core; reader: Pick<SampleReader, "readSamples">; onStep(): void }) {
    this.engine = createEngine(deps.core);
  }

  /** Grid samples [first, first + count); NaN where there is none. @throws what reading does */
  async read(work: FilteredWork, first: number, count: number): Promise<Float64Array> {
    const { recording, modality } = work.channel;
    const group = recording.groups.find((each) => each.modality === modality);
    if (group === undefined) throw new Error("The group of a planned channel is gone.");
    const length = filteredChunk(group.channels.length);
    const values = new Float64Array(count).fill(Number.NaN);
    const end = Math.min(first + count, group.sample_count);
    for (let at = Math.max(0, first); at < end; ) {
      const chunk = Math.floor(at / length);
      const made = await this.chunk(work, group, chunk, length);
      const to = Math.min(end, (chunk + 1) * length);
      values.set(made.subarray(at - chunk * length, to - chunk * length), at - first);
      at = to;
    }
    return values;
  }

  private async chunk(work: FilteredWork, group: SignalGroup, chunk: number, length: number): Promise<Float32Array> {
    const { channel, filters } = work;
    const { data_object_id } = channel.recording;
    const key = JSON.stringify([data_object_id, group.modality, channel.channel, channel.masked, filters, chunk]);
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    this.deps.onStep();
    const recipe = filterRecipe(channel.channel, filters);
    const first = chunk * length;
    const count = Math.min(length, group.sample_count - first);
    const from = Math.max(0, first - warmupOf(recipe, group.sampling_hz));
    const stored = await this.deps.reader.readSamples(channel.recording, group, from, first + count - from);
    const source: StridedSource = {
      ...{ samplingHz: group.sampling_hz, missingCode: group.missing_code },
      gains: group.channels.map(({ gain }) => gain),
      offsets: group.channels.map(({ offset }) => offset),
      ...stored,
      ...(channel.masked.length === 0 ? {} : { masked: maskedSamples(channel, group) }),
    };
    const { data } = this.engine.samples(source, recipe, first, count);
    if (this.kept.size >= mostKept) this.kept.delete([...this.kept.keys()][0]);
    this.kept.set(key, data);
    return data;
  }
}

/** Of the channel; others are not asked for. */
const maskedSamples = ({ channel, masked }: PlannedChannel, group: SignalGroup): MaskedSamples[][] =>
  group.channels.map((_, k) =>
    k === channel
      ? masked.map(([startMs, endMs]) => ({
          first: firstSampleFrom(group, startMs),
          end: firstSampleFrom(group, endMs),
        }))
      : [],
  );
