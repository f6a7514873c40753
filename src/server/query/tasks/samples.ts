/** "samples": the samples of every channel. Stored ones are read on the server's own thread, derived ones computed on others. */
import type { SamplesBlock } from "../../../protocol/page-codec.ts";
import { pageLimits } from "../../../protocol/pages.ts";
import { refusals } from "../page-refused.ts";
import type { Asker } from "../turns.ts";
import { derivedSamples } from "./derived-samples.ts";
import { headOf, type Making, type PageSource, type PageTask, type PageTaskDeps } from "./task.ts";

export const samples: PageTask<"samples"> = {
  kind: "samples",
  bytes(_form, _columns, { group, first, end }) {
    const count = Math.min(end, group.sample_count) - Math.max(first, 0);
    return Math.max(0, count) * group.channels.length * (group.sample_type === "int16" ? 2 : 4);
  },
  mostBytes: pageLimits.maxSampleBytes,
  tooLarge: refusals.tooLarge,
  make: ({ source, asker }, tools) => makeSamples(source, asker, tools),
  threadTasks: [derivedSamples],
};

/** The samples of the source that there are. */
export function makeSamples(
  { recording, group, named, first, end }: PageSource,
  asker: Asker,
  { readSamples }: Pick<PageTaskDeps, "readSamples">,
): Making<SamplesBlock> {
  const from = Math.max(0, first);
  const source = { recording, group, first, end };
  const { result, progress } = readSamples(source, { first: from, count: Math.max(0, end - from) }, asker);
  const block = result.then(
    ({ data, ...span }): SamplesBlock => ({
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
