/** What a review opens with where nobody made a display yet: chosen by what the file holds, of kinds of windows that exist. */
import type { DisplayForm } from "../protocol/displays.ts";
import type { RecordingDetail } from "../protocol/recordings.ts";
import { displaysText } from "../protocol/text/displays-text.ts";
import { placeholderKind } from "./displays.ts";

/** Numbers that come once in seconds or minutes say nothing in a minute: they open with an hour. ms */
const numericSpanMs = 3_600_000;

/**
 * EEG above and what was recorded beside it below; the one of them that there is; an empty area for a file without signals.
 * Windows choose their montage and signals themselves, so that the display fits every patient once it is kept.
 */
export function defaultDisplay({ groups }: Pick<RecordingDetail, "groups">): DisplayForm {
  const drawn = groups.filter(({ channels }) => channels.length > 0);
  const eeg = drawn.some(({ kind }) => kind === "eeg") ? [{ componentId: "eeg_montage", props: {} }] : [];
  const others = drawn.filter(({ kind }) => kind !== "eeg");
  const isNumeric = others.every(({ kind }) => kind === "numeric");
  const series =
    others.length > 0
      ? [{ componentId: "time_series_group", props: isNumeric ? { viewDuration: numericSpanMs } : {} }]
      : [];
  const windows = [...eeg, ...series];
  if (windows.length === 0) windows.push({ componentId: placeholderKind, props: {} });
  return {
    name: displaysText.defaultDisplay,
    cssGridTemplate: windows.length === 2 ? '"a" 64% "b" 36%' : '"a"',
    areas: windows.map((window, k) => ({ area: "ab"[k], version: 1, ...window })),
  };
}
