/** Reads what a run stored from its file: rows of all columns, as they were written. */
import { access } from "node:fs/promises";
import type { Dataset, File as H5File } from "h5wasm/node";
import { eachWithin } from "../../domain/time/runs.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { DerivedRecording } from "./types.ts";

/** Files that a thread keeps open. */
const mostOpen = 4;
/** The longest unused first. */
const open = new Map<string, Promise<H5File>>();

/** Values [channel][count] of grid samples [first, first + count); NaN where the file has no row. @throws what reading does */
export async function storedValues(
  { file, groups: [{ channels }] }: DerivedRecording,
  { segments }: Pick<SignalGroup, "segments">,
  { first, count }: { first: number; count: number },
): Promise<Float64Array> {
  if (file === undefined) throw new Error("A stored run has a file.");
  const values = new Float64Array(channels.length * count).fill(Number.NaN);
  const rows = (await opened(file.path)).get(`${file.output}/values`) as Dataset | null;
  if (rows === null) throw new Error("The file of a run lacks an output.");
  const before = rowsBefore(segments);
  eachWithin(segments, first, first + count, (start, end, k) => {
    const row = before[k] + start - segments[k].first;
    const read = rows.slice([[row, row + end - start], [0, channels.length]]) as Float64Array; // biome-ignore format: ranges
    for (let i = 0; i < end - start; i++)
      for (let c = 0; c < channels.length; c++) values[c * count + start - first + i] = read[i * channels.length + c];
  });
  return values;
}

/** Of each segment the row of its first sample. */
const known = new WeakMap<object, Float64Array>();
function rowsBefore(segments: SignalGroup["segments"]): Float64Array {
  let before = known.get(segments);
  if (before === undefined) {
    before = new Float64Array(segments.length);
    for (let k = 1; k < segments.length; k++) before[k] = before[k - 1] + segments[k - 1].count;
    known.set(segments, before);
  }
  return before;
}

/** The library is loaded by threads that need it alone. */
async function opened(path: string): Promise<H5File> {
  const kept = open.get(path) ?? openFile(path);
  open.delete(path);
  open.set(path, kept);
  if (open.size > mostOpen) {
    const [oldest, file] = [...open][0];
    open.delete(oldest);
    void file.then(
      (each) => each.close(),
      () => undefined, // one that could not be opened: whoever asked for it is told
    );
  }
  return kept;
}

function openFile(path: string): Promise<H5File> {
  const opening = (async () => {
    await access(path); // the library opens what is not there, too
    const { File, ready } = await import("h5wasm/node");
    await ready;
    return new File(path, "r");
  })();
  opening.catch(() => open.delete(path));
  return opening;
}
