/** "samples": the samples of every channel. Stored ones are read on the server's own thread, unless they are coded; derived ones computed on others. */
import type { SamplesBlock, Sent } from "../../../protocol/page-codec.ts";
import { type PageCode, pageLimits } from "../../../protocol/pages.ts";
import { refusals } from "../page-refused.ts";
import type { Asker } from "../turns.ts";
import { asSent, bufferOf } from "./coded-values.ts";
import { derivedSamples } from "./derived-samples.ts";
import {
  headOf,
  type Making,
  type PageSource,
  type PageTask,
  type PageTaskDeps,
  type SentSamples,
  type ThreadTask,
} from "./task.ts";

/** Stored samples that are coded are read where they are: their bytes lie on this disk. */
export const codedSamples: ThreadTask<{ first: number; count: number; code: PageCode }, SentSamples> = {
  name: "coded_samples",
  lane: "quick",
  async run({ core, reader, recording, group }, { first, count, code }) {
    const { data, ...span } = await reader.readSamples(recording, group, first, count);
    const shape = { kind: group.sample_type, rows: group.channels.length, count: span.count };
    return { ...span, data: asSent(core, data, { shape, code }) };
  },
  handsBack: ({ data }) => [bufferOf(data)],
};

export const samples: PageTask<"samples"> = {
  kind: "samples",
  bytes(_form, _columns, { group, first, end }) {
    const count = Math.min(end, group.sample_count) - Math.max(first, 0);
    return Math.max(0, count) * group.channels.length * (group.sample_type === "int16" ? 2 : 4);
  },
  mostBytes: pageLimits.maxSampleBytes,
  tooLarge: refusals.tooLarge,
  make: ({ source, asker }, tools) => makeSamples(source, asker, tools),
  threadTasks: [derivedSamples, codedSamples],
};

/** The samples of the source that there are. */
export function makeSamples(
  { recording, group, named, first, end }: PageSource,
  asker: Asker,
  { readSamples }: Pick<PageTaskDeps, "readSamples">,
): Making<Sent<SamplesBlock>> {
  const from = Math.max(0, first);
  const source = { recording, group, first, end };
  const { result, progress } = readSamples(source, { first: from, count: Math.max(0, end - from) }, asker);
  const block = result.then(
    ({ data, ...span }): Sent<SamplesBlock> => ({
      kind: "samples",
      ...headOf({ recording, group, named }, span.first, span.first + span.count),
      rows: group.channels.length,
      first: span.first,
      count: span.count,
      sample_type: group.sample_type,
      missing_code: group.missing_code,
      gains: group.channels.map(({ gain }) => gain),
      offsets: group.channels.map(({ offset }) => offset),
      data,
    }),
  );
  return { result: block, progress };
}
