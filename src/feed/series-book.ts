/** Numbers for what is shown: recordings and recipes cross to the worker once, every look names them by number. */
import type { ToWorker } from "./messages.ts";
import type { Look } from "./types.ts";

export class SeriesBook {
  private readonly numbers = new Map<string, number>();
  private readonly recordings = new Set<string>();

  constructor(private readonly post: (message: ToWorker) => void) {}

  /** Equal content, equal number; the worker has been told of it before the number is used. */
  numberOf({ recording, modality, recipe }: Pick<Look, "recording" | "modality" | "recipe">): number {
    const recordingKey = `${recording.data_object_id}:${recording.data_version}:${recording.end_ms}`;
    const recipeText = JSON.stringify(recipe);
    const key = `${recordingKey}|${modality}|${recipeText}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    // Through JSON: what the page holds may be a proxy, which cannot be posted.
    if (!this.recordings.has(recordingKey)) {
      this.recordings.add(recordingKey);
      this.post({ type: "recording", key: recordingKey, recording: JSON.parse(JSON.stringify(recording)) });
    }
    const series = this.numbers.size + 1;
    this.numbers.set(key, series);
    this.post({ type: "series", series, recordingKey, modality, recipe: JSON.parse(recipeText) });
    return series;
  }
}
