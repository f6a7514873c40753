/** Lays raw pages side by side into the one contiguous source the engine reads. */
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { Run, SampleSource } from "../../signal/types.ts";
import type { RawPage } from "./page-contents.ts";

/** Grows and is reused: the source of a call is void after the next one. */
export class SourceAssembler {
  private int16 = new Int16Array(0);
  private float32 = new Float32Array(0);

  /**
   * Grid indexes [from, to) of the group out of its pages, which are given in ascending order and leave no hole; they may
   * overlap. One page that holds them all is the source itself: the engine does not look at what lies before its warm-up.
   */
  assemble(group: SignalGroup, pages: readonly RawPage[], from: number, to: number): SampleSource {
    const [only] = pages;
    if (pages.length === 1 && only.runs.length > 0 && only.first <= from && to <= only.first + only.count)
      return sourceOf(group, only, only, only.runs);
    const count = to - from;
    const rows = group.channels.length;
    const holding = pages.find((page) => page.runs.length > 0) ?? pages[0];
    const data = this.scratch(holding.data instanceof Int16Array, rows * count);
    const runs: Run[] = [];
    let done = from;
    for (const page of pages) {
      const first = Math.max(done, page.first);
      const end = Math.min(to, page.first + page.count);
      done = Math.max(done, end);
      if (end <= first || page.runs.length === 0) continue;
      for (let row = 0; row < rows; row++) {
        const at = row * page.count - page.first;
        data.set(page.data.subarray(at + first, at + end), row * count + first - from);
      }
      for (const run of page.runs) append(runs, clip(run, first, end));
    }
    return sourceOf(group, holding, { first: from, count, data }, runs);
  }

  private scratch(isInt16: boolean, length: number): Int16Array | Float32Array {
    if (isInt16) {
      if (this.int16.length < length) this.int16 = new Int16Array(length);
      return this.int16.subarray(0, length);
    }
    if (this.float32.length < length) this.float32 = new Float32Array(length);
    return this.float32.subarray(0, length);
  }
}

const sourceOf = (
  group: SignalGroup,
  { gains, offsets, missingCode }: RawPage,
  { first, count, data }: Pick<RawPage, "first" | "count" | "data">,
  runs: readonly Run[],
): SampleSource => ({ samplingHz: group.sampling_hz, first, count, data, gains, offsets, missingCode, runs });

const clip = ({ first, count, isSeam }: Run, from: number, to: number): Run => {
  const start = Math.max(first, from);
  const part = { first: start, count: Math.min(first + count, to) - start };
  return isSeam && start === first ? { ...part, isSeam } : part;
};

/** A run that only a page border divides is one run; at a seam filters start again. */
function append(runs: Run[], run: Run): void {
  if (run.count <= 0) return;
  const last = runs.at(-1);
  if (last !== undefined && !run.isSeam && last.first + last.count === run.first) last.count += run.count;
  else runs.push(run);
}
