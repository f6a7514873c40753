/** Numbers for what is shown: recordings and recipes cross to the worker once, every look names them by number. */
import type { ToWorker } from "../messages.ts";
import type { Look } from "../types.ts";

/** So many series are known at a time; of those beyond, the longest unused are forgotten, never one that is shown. */
const mostSeries = 48;

interface Entry {
  readonly key: string;
  readonly recordingKey: string;
}

export class SeriesBook {
  private lastNumber = 0;
  private readonly numbers = new Map<string, number>();
  /** By number, the longest unused first. */
  private readonly entries = new Map<number, Entry>();
  private readonly recordings = new Set<string>();

  constructor(private readonly post: (message: ToWorker) => void) {}

  /** Equal content, equal number; the worker has been told of it before the number is used. Not for every frame: it compares texts. */
  numberOf({ recording, modality, recipe }: Pick<Look, "recording" | "modality" | "recipe">): number {
    // Wherever it ends: what was fetched of a recording that grows stays.
    const recordingKey = `${recording.data_object_id}:${recording.data_version}`;
    const recipeText = JSON.stringify(recipe);
    const key = `${recordingKey}|${modality}|${recipeText}`;
    const known = this.numbers.get(key);
    if (known !== undefined) {
      this.entries.delete(known);
      this.entries.set(known, { key, recordingKey });
      return known;
    }
    // Through JSON: what the page holds may be a proxy, which cannot be posted.
    if (!this.recordings.has(recordingKey)) {
      this.recordings.add(recordingKey);
      this.post({ type: "recording", key: recordingKey, recording: JSON.parse(JSON.stringify(recording)) });
    }
    const series = ++this.lastNumber;
    this.numbers.set(key, series);
    this.entries.set(series, { key, recordingKey });
    this.post({ type: "series", series, recordingKey, modality, recipe: JSON.parse(recipeText) });
    return series;
  }

  /** Lets series go that nobody shows any more, and recordings without one. Returns their numbers, which are not used again. */
  forget(isShown: (series: number) => boolean): number[] {
    const gone: number[] = [];
    for (const [series, { key }] of this.entries) {
      if (this.entries.size - gone.length <= mostSeries) break;
      if (isShown(series)) continue;
      gone.push(series);
      this.numbers.delete(key);
    }
    if (gone.length === 0) return gone;
    for (const series of gone) this.entries.delete(series);
    const used = new Set([...this.entries.values()].map(({ recordingKey }) => recordingKey));
    const recordings = [...this.recordings].filter((key) => !used.has(key));
    for (const key of recordings) this.recordings.delete(key);
    this.post({ type: "forget", series: gone, recordings });
    return gone;
  }
}
