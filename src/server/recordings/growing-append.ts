/** What may be appended to a recording that grows. */
import { timeOfSample } from "../../domain/time/sample-time.ts";
import type { RecordingWriter } from "./recording-writer.ts";
import type { SourceBlock, SourceHead } from "./types.ts";

/** Samples of one group that follow those that are there. */
export type AppendedBlock = Omit<SourceBlock, "bytesRead">;

/** What was appended cannot be placed: it was not taken, and the recording goes on. */
export class AppendRefused extends Error {
  override readonly name = "AppendRefused";
}

const longestSpanMs = 400 * 86_400_000;
/** Behind the end of all groups. */
const longestGapMs = 86_400_000;
/** Of all groups. Sums are of the whole grid, what is void included, and are written as one with every seal. */
const mostSumsBytes = 64 * 1024 * 1024;
/** Of one group: they stand in the row. */
const mostSegments = 100_000;

/** Bytes that void blocks will take which the blocks leave behind them. @throws AppendRefused */
export function foresee(
  blocks: readonly AppendedBlock[],
  { head, endMs, writer }: { head: SourceHead; endMs: number; writer: RecordingWriter },
): number {
  if (new Set(blocks.map(({ group }) => group)).size < blocks.length)
    throw new AppendRefused("A group may have one block at a time.");
  let { sumsBytes } = writer;
  let voidBytes = 0;
  for (const block of blocks) {
    const { startMs, count, data } = block;
    const group = head.groups[block.group];
    const isInt16 = group?.sample_type === "int16";
    if (group === undefined || count * group.channels.length !== data.length || data instanceof Int16Array !== isInt16)
      throw new AppendRefused("The block is of another form than the recording.");
    if (!(timeOfSample(startMs, group.sampling_hz, count) - head.startMs <= longestSpanMs))
      throw new AppendRefused("The recording spans more than 400 days.");
    if (count === 0) continue;
    const seen = writer.foresee(block);
    if (seen.isDisplacing)
      throw new AppendRefused(`The block of group ${block.group} begins before the end of what that group has.`);
    if (startMs - endMs > longestGapMs)
      throw new AppendRefused("A gap of more than 24 hours: close this recording and begin another one.");
    if (seen.segments > mostSegments)
      throw new AppendRefused("The recording has too many gaps: close it and begin another one.");
    sumsBytes += seen.sumsBytes;
    voidBytes += seen.voidBytes;
  }
  if (sumsBytes > mostSumsBytes)
    throw new AppendRefused("The recording is too long for its rates: close it and begin another one.");
  return voidBytes;
}
