/** "samples": the stored samples of every channel, read on the server's own thread. */
import type { SamplesBlock } from "../../../protocol/page-codec.ts";
import { pageLimits } from "../../../protocol/pages.ts";
import { refusals } from "../page-refused.ts";
import { headOf, type Making, type PageSource, type PageTask, type PageTaskDeps } from "./task.ts";

export const samples: PageTask<"samples"> = {
  kind: "samples",
  bytes(_form, _columns, { group, first, end }) {
    const count = Math.min(end, group.sample_count) - Math.max(first, 0);
    return Math.max(0, count) * group.channels.length * (group.sample_type === "int16" ? 2 : 4);
  },
  mostBytes: pageLimits.maxSampleBytes,
  tooLarge: refusals.tooLarge,
  make: ({ source }, tools) => makeSamples(source, tools),
  threadTasks: [],
};

/** The samples of the source that there are. */
export const makeSamples = (source: PageSource, tools: Pick<PageTaskDeps, "readSamples">): Making<SamplesBlock> => ({
  result: readBlock(source, tools),
  progress: () => 0,
});

async function readBlock(
  { recording, group, first, end }: PageSource,
  { readSamples }: Pick<PageTaskDeps, "readSamples">,
): Promise<SamplesBlock> {
  const from = Math.max(0, first);
  const { data, ...span } = await readSamples(recording, group, from, Math.max(0, end - from));
  return {
    kind: "samples",
    ...headOf({ recording, group }, span.first, span.first + span.count),
    rows: group.channels.length,
    first: span.first,
    count: span.count,
    sample_type: group.sample_type,
    missing_code: group.missing_code,
    gains: group.channels.map(({ gain }) => gain),
    offsets: group.channels.map(({ offset }) => offset),
    data,
  };
}
