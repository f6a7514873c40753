/** Values of a rolling average (algorithms.md 7; assembly/rolling.ts). */
import { eachWithin, endOf, firstEndingAfter } from "../../domain/time/runs.ts";
import type { Segment, SignalGroup } from "../../protocol/recordings.ts";
import type { BlockRange, BlockSums } from "./block-sums.ts";
import { ChannelReader, type ThreadDeps } from "./channel-reader.ts";
import type { SourceChannel } from "./types.ts";

/** Blocks are an eighth of a window or less, and no longer than 2^12 samples. */
const mostBits = 12;
/** Windows that reach no further back are read with what they are of; others look back through kept sums. */
const readAlong = 1 << 18;

/** Windows that end at grid samples [from, to) begin at max(segment.first, sample + shift), in that segment. */
interface Piece {
  from: number;
  to: number;
  segment: Segment;
  shift: number;
}

/** Values of grid samples [first, first + count), NaN where the source has none. count: 65,536 at most */
export async function rollingValues(
  source: SourceChannel,
  windowMs: number,
  { first, count }: { first: number; count: number },
  deps: ThreadDeps & { sums: BlockSums },
): Promise<Float64Array> {
  const { segments } = source.group;
  const values = new Float64Array(count).fill(Number.NaN);
  const parts: Piece[] = [];
  eachWithin(segments, first, first + count, (from, to, k) =>
    parts.push(...piecesOf(source.group, k, { from, to, windowMs })),
  );
  for (const piece of parts) values.set(await pieceValues(source, windowMs, piece, deps), piece.from - first);
  return values;
}

/** Which window belongs to a sample depends on its own segment and that in which the window begins. */
function piecesOf(
  { segments, sampling_hz }: Pick<SignalGroup, "segments" | "sampling_hz">,
  position: number,
  { from, to, windowMs }: { from: number; to: number; windowMs: number },
): Piece[] {
  const own = segments[position];
  const pieces: Piece[] = [];
  // Clocks of segments lie up to a period off the grid.
  let k = firstEndingAfter(segments, from - Math.ceil((windowMs * sampling_hz) / 1000) - 4);
  for (let at = from; at < to; k++) {
    const segment = segments[k];
    const periods = ((own.start_ms - segment.start_ms - windowMs) * sampling_hz) / 1000;
    // The first sample behind the window's open start; a millionth of a period is rounding.
    const shift = Math.ceil(periods + segment.first - own.first + 1e-6);
    const end = segment === own ? to : Math.min(to, endOf(segment) - shift);
    if (end <= at) continue;
    pieces.push({ from: at, to: end, segment, shift });
    at = end;
  }
  return pieces;
}

async function pieceValues(
  source: SourceChannel,
  windowMs: number,
  { from, to, segment, shift }: Piece,
  deps: ThreadDeps & { sums: BlockSums },
): Promise<Float64Array> {
  const reader = new ChannelReader(deps);
  const { core, arena } = reader;
  const samples = Math.max(1, (windowMs * source.group.sampling_hz) / 1000);
  const bits = Math.min(mostBits, Math.max(0, Math.floor(Math.log2(samples / 8))));
  const width = 2 ** bits;
  const blockOf = (sample: number) => Math.floor(sample / width);
  const low = Math.max(segment.first, from + shift);
  const begin = { from: blockOf(low), to: blockOf(Math.max(segment.first, to - 1 + shift)) + 1 };
  const end = { from: blockOf(from), to: blockOf(to - 1) + 1 };
  const between = blocksBetween(source.group, begin, end, width);
  const middle = between.reduce((sum, range) => sum + range.to - range.from, 0);
  const [sums, counts] = [reader.takeSums(Math.max(1, middle)), reader.takeSums(Math.max(1, middle))];
  let head: number;
  let tail: number;
  if ((end.to - begin.from) * width <= readAlong) {
    tail = reader.takeSamples((end.to - begin.from) * width);
    head = tail + 4 * (end.from - begin.from) * width;
    await reader.read(source, begin.from * width, (end.to - begin.from) * width, tail);
    let at = 0;
    for (const range of between) {
      const n = range.to - range.from;
      core.kernels.addBlocks(tail + 4 * (range.from - begin.from) * width, n, bits, sums + 8 * at, counts + 8 * at);
      at += n;
    }
  } else {
    tail = reader.takeSamples((begin.to - begin.from) * width);
    head = reader.takeSamples((end.to - end.from) * width);
    await reader.read(source, begin.from * width, (begin.to - begin.from) * width, tail);
    await reader.read(source, end.from * width, (end.to - end.from) * width, head);
    await deps.sums.load(reader, source, { bits, ranges: between, sums, counts });
  }
  // Blocks that hold nothing are left out between the two, so that a gap of a year is no year of blocks.
  const apart = end.from < begin.to ? end.from - begin.from : 1 + blocksBefore(between, end.from);
  const [work, dst] = [arena.take(16 * width), arena.take(8 * (to - from))];
  core.kernels.rollingMeans(
    head,
    from - end.from * width,
    to - from,
    tail,
    Math.max(0, segment.first - begin.from * width),
    // Before the segment anything is as good: the window begins with it.
    Math.max(from + shift - begin.from * width, -(2 ** 30)),
    apart,
    bits,
    sums,
    counts,
    work,
    dst,
  );
  return core.f64.slice(dst / 8, dst / 8 + to - from);
}

const blocksBefore = (ranges: readonly BlockRange[], block: number) =>
  ranges.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, block) - from), 0);

/** The whole blocks that windows may hold: all that begin or end one, and of those between the ones that hold samples. */
function blocksBetween(
  { segments }: Pick<SignalGroup, "segments">,
  begin: BlockRange,
  end: BlockRange,
  width: number,
): BlockRange[] {
  const [first, last] = [begin.from + 1, end.to - 1];
  if (end.from <= begin.to) return last > first ? [{ from: first, to: last }] : [];
  const ranges: BlockRange[] = [];
  const add = (from: number, to: number) => {
    const before = ranges.at(-1);
    const start = before === undefined ? from : Math.max(from, before.to);
    if (to <= start) return;
    if (before !== undefined && before.to === start) before.to = to;
    else ranges.push({ from: start, to });
  };
  add(first, begin.to);
  eachWithin(segments, begin.to * width, end.from * width, (start, stop) =>
    add(Math.floor(start / width), Math.ceil(stop / width)),
  );
  add(end.from, last);
  return ranges;
}
