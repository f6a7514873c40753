/** Words of playback at annotations and of loops. */
import type { AtAnnotations } from "../personal-settings.ts";

export const playbackText = {
  title: "Playback at annotations",
  acts: { nothing: "Nothing", slow: "Slow down", stop: "Stop" },
  /** Of the menu. */
  atAnnotations: ({ act, factor }: AtAnnotations) =>
    act === "nothing"
      ? "At annotations: nothing..."
      : act === "stop"
        ? "At annotations: stop..."
        : `At annotations: slow down ${factor} times...`,
  /** Of the meter of a linked window, while another one plays. `window`: "2. EEG Montage"; "": it has no name. */
  playedBy: (window: string, speed: string) => `${speed} by ${window === "" ? "another window" : window}`,
  /** Of the meter. */
  atAnnotation: { slow: "at annotation", stop: "stopped at annotation" },
  act: "At annotations",
  explained: {
    nothing: "Playback goes on at the speed that was asked.",
    slow: "Playback is slower from so many seconds before an annotation until so many after it, counted at the left edge of the view.",
    stop: "Playback stops when the left edge of the view is so many seconds before an annotation. Play goes on.",
  },
  filter: "Which annotations",
  filterPlaceholder: "All that are loaded",
  matches: (found: number, loaded: number) =>
    `${found.toLocaleString("en-US")} of ${loaded.toLocaleString("en-US")} loaded annotations. Words, tag:, by:, channel:, kind:, in:, after:, before: and - as in the list.`,
  ignored: (parts: readonly string[]) => `Not understood: ${parts.join(", ")}.`,
  factor: "Times slower",
  margin: "Seconds before and after",
  badFactor: (least: number, most: number) => `A number from ${least} to ${most}.`,
  badMargin: (most: number) => `Seconds from 0 to ${most}.`,
  cancel: "Cancel",
  save: "Save",
  close: "Close",
  /** To Play where the view ends with the file. */
  atEnd: "The recording ends here. Go back to play it.",
  loop: {
    chip: (length: string) => `Loop ${length}`,
    stop: (from: string, to: string) => `Stop looping ${from} to ${to}`,
    cannot:
      "The view cannot move through this span: it lies on the last page, or the view is live. A shorter page can.",
    noEvent: "There is no annotation in view. Go to one first, or hold the pointer over it.",
  },
} as const;
