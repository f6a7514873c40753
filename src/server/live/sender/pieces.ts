/** Cuts what a reader of a file gives into appends of equal length in time, as a gateway makes them. */
import { timeOfSample } from "../../../domain/time/sample-time.ts";
import type { AppendedBlock } from "../../recordings/index.ts";
import type { SourceBlock, SourceReader } from "../../recordings/types.ts";

/** The end of what one append holds, in the file's own time, and its blocks, one a group at most. */
export interface Piece {
  endMs: number;
  blocks: AppendedBlock[];
}

/** So many samples of a group may wait for those of another. */
const mostWaiting = 16 * 1024 * 1024;

/** Samples of a block from one on. */
interface Left {
  block: SourceBlock;
  from: number;
}

/**
 * The samples of a file from `fromMs` on, in pieces of `stepMs` counted from the start of the recording. Where a group begins anew within a
 * piece (a gap, or where the reader's blocks meet) there is one piece for each.
 */
export async function* piecesOf(
  reader: Pick<SourceReader, "head" | "blocks">,
  { stepMs, fromMs }: { stepMs: number; fromMs: number },
): AsyncGenerator<Piece> {
  const { groups, startMs } = reader.head;
  const waiting: Left[][] = groups.map(() => []);
  const source = reader.blocks()[Symbol.asyncIterator]();
  let isOver = false;
  const timeOf = ({ block }: Left, sample: number) =>
    timeOfSample(block.startMs, groups[block.group].sampling_hz, sample);
  /** Whether every group is known up to a time, or so much waits that one must lack data. */
  const isKnown = (untilMs: number) =>
    isOver ||
    waiting.every(
      (left) => left.length > 0 && timeOf(left[left.length - 1], left[left.length - 1].block.count) >= untilMs,
    ) ||
    waiting.some((left) => left.reduce((sum, { block }) => sum + block.data.length, 0) > mostWaiting);

  async function readOn(): Promise<void> {
    const { done, value } = await source.next();
    if (done) isOver = true;
    else if (value.count > 0) waiting[value.group].push({ block: { ...value, data: value.data.slice() }, from: 0 });
  }

  try {
    for (let step = Math.floor((fromMs - startMs) / stepMs); ; step++) {
      const endMs = startMs + (step + 1) * stepMs;
      while (!isKnown(endMs)) await readOn();
      for (;;) {
        const blocks = waiting.flatMap((left) =>
          take(left, groups[left[0]?.block.group ?? 0].sampling_hz, { fromMs, endMs }),
        );
        if (blocks.length === 0) break;
        yield { endMs, blocks };
      }
      if (isOver && waiting.every((left) => left.length === 0)) return;
    }
  } finally {
    await source.return?.(undefined);
  }
}

/** The samples of the first block that waits within [fromMs, endMs); those before are dropped. None or one. */
function take(
  waiting: Left[],
  samplingHz: number,
  { fromMs, endMs }: { fromMs: number; endMs: number },
): AppendedBlock[] {
  while (waiting.length > 0) {
    const [left] = waiting;
    const { block } = left;
    /** The first sample at or behind a time. Rounding is no time. */
    const indexAt = (ms: number) =>
      Math.min(block.count, Math.max(left.from, Math.ceil(((ms - block.startMs) * samplingHz) / 1000 - 1e-6)));
    left.from = indexAt(fromMs);
    const to = indexAt(endMs);
    const taken = to > left.from ? [part(left, to, samplingHz)] : [];
    left.from = to;
    if (to === block.count) waiting.shift();
    if (taken.length > 0 || to < block.count) return taken;
  }
  return [];
}

function part({ block, from }: Left, to: number, samplingHz: number): AppendedBlock {
  const { group, startMs, count, data, isSeam } = block;
  const channels = data.length / count;
  const own = to - from;
  const values = data instanceof Int16Array ? new Int16Array(own * channels) : new Float32Array(own * channels);
  for (let c = 0; c < channels; c++) values.set(data.subarray(c * count + from, c * count + to), c * own);
  const seam = isSeam && from === 0 ? { isSeam } : {};
  return { group, startMs: timeOfSample(startMs, samplingHz, from), count: own, data: values, ...seam };
}
