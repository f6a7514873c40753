/** Values of CPP (cpp-grid.ts; assembly/averages.ts). */
import { eachWithin, endOf, firstWhere } from "../../domain/time/runs.ts";
import type { Segment } from "../../protocol/recordings.ts";
import { ChannelReader, type ThreadDeps } from "./channel-reader.ts";
import { type CppPair, pairOf } from "./cpp-grid.ts";
import type { SourceChannel } from "./types.ts";

/** Samples of the faster signal that are read at once. */
const partSamples = 1 << 19;

/** Samples [from, to) of one segment of the slower signal. */
interface Part {
  from: number;
  to: number;
  own: Segment;
}

/** Values of grid samples [first, first + count) of the slower signal, NaN where one of both is missing. */
export async function cppValues(
  sources: readonly SourceChannel[],
  segments: readonly Segment[],
  { first, count }: { first: number; count: number },
  deps: ThreadDeps,
): Promise<Float64Array> {
  const pair = pairOf(sources);
  const values = new Float64Array(count).fill(Number.NaN);
  const most = Math.max(1, Math.floor((partSamples * pair.slow.group.sampling_hz) / pair.fast.group.sampling_hz));
  const parts: Part[] = [];
  // Where both are; no such part leaves a segment of the slower one.
  eachWithin(segments, first, first + count, (start, end) => {
    eachWithin(pair.slow.group.segments, start, end, (low, high, k) => {
      for (let from = low; from < high; from += most)
        parts.push({ from, to: Math.min(high, from + most), own: pair.slow.group.segments[k] });
    });
  });
  for (const part of parts) values.set(await partValues(pair, part, deps), part.from - first);
  return values;
}

async function partValues(pair: CppPair, part: Part, deps: ThreadDeps): Promise<Float64Array> {
  const { slow, fast, sign } = pair;
  const reader = new ChannelReader(deps);
  const { core, arena } = reader;
  const n = part.to - part.from;
  const samples = reader.takeSamples(n);
  await reader.read(slow, part.from, n, samples);
  const edges = arena.take(4 * (n + 1));
  const [sums, counts] = [reader.takeSums(n), reader.takeSums(n)];
  const { first, end } = fillEdges(reader, pair, part, edges);
  const read = reader.takeSamples(Math.min(end - first, 2 * partSamples));
  if (end - first <= 2 * partSamples) {
    await reader.read(fast, first, end - first, read);
    core.kernels.addSpans(read, edges, n, sums, counts);
  } else await addLong(reader, fast, { first, end, read, edges, sums, counts });
  core.kernels.meansOf(sums, counts, n, 1);
  core.kernels.differences(samples, sums, n, sign, sums);
  return core.f64.slice(sums / 8, sums / 8 + n);
}

/** One sample period of the slower signal that holds more of the faster one than is read at once. */
async function addLong(
  reader: ChannelReader,
  fast: SourceChannel,
  at: { first: number; end: number; read: number; edges: number; sums: number; counts: number },
): Promise<void> {
  const i32 = new Int32Array(reader.core.memory.buffer, at.edges, 2);
  for (let from = at.first; from < at.end; from += partSamples) {
    const count = Math.min(partSamples, at.end - from);
    await reader.read(fast, from, count, at.read);
    i32.set([0, count]);
    reader.core.kernels.addSpans(at.read, at.edges, 1, at.sums, at.counts);
  }
}

/** The samples of the faster signal at which the periods of the part begin and end, counted from the first of them. */
function fillEdges(
  { core }: ChannelReader,
  { slow, fast }: CppPair,
  { from, to, own }: Part,
  edges: number,
): { first: number; end: number } {
  const { segments, sampling_hz } = fast.group;
  const ratio = sampling_hz / slow.group.sampling_hz;
  const offsetOf = (run: Segment) => run.first + ((own.start_ms - run.start_ms) * sampling_hz) / 1000;
  /** As spanEdges has it. */
  const edgeIn = (run: Segment, sample: number) =>
    Math.max(run.first, Math.ceil(offsetOf(run) + (sample - own.first) * ratio - 1e-6));
  const holderOf = (sample: number) =>
    firstWhere(segments.length, (k) => edgeIn(segments[k], sample) < endOf(segments[k]));
  const edgeAt = (sample: number) => {
    const k = holderOf(sample);
    return k < segments.length ? edgeIn(segments[k], sample) : endOf(segments[k - 1]);
  };
  const first = edgeAt(from);
  for (let at = from; at <= to; ) {
    const k = holderOf(at);
    if (k === segments.length) {
      new Int32Array(core.memory.buffer, edges, to - from + 1).fill(endOf(segments[k - 1]) - first, at - from);
      break;
    }
    const run = segments[k];
    const count = firstWhere(to + 1 - at, (j) => edgeIn(run, at + j) >= endOf(run));
    core.kernels.spanEdges(edges + 4 * (at - from), count, at - own.first, offsetOf(run), ratio, run.first, first);
    at += count;
  }
  return { first, end: edgeAt(to) };
}
