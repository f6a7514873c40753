/** What the marks on the track of a timeline are called, and how they look for who cannot see them. */
import { apart } from "./apart.ts";

export const timelineLegendText = {
  button: "Marks on the timeline",
  marks: {
    view: "What this window shows now",
    annotation: "Annotation of a session, in its own colour",
    own: "Annotation that the file itself holds",
    event: "Event under review",
    gap: "No data were recorded",
    skipped: "Left out by playback, until it has been shown",
    marked: "Minutes of the bin that is marked in a CPPopt or MAPopt plot",
    loop: "Span that playback goes round",
    reviewed: "Stood on a screen for a second or longer (Reviewed time): the EEG, where the recording holds any",
    skimmed: "Passed by: on a screen for less than a second",
    unreviewed: "Not on a screen yet",
    unknown: "Not known what was on a screen",
  },
  looks: {
    view: "Box",
    annotation: "Block",
    own: "Amber block",
    event: "Red bar along the top",
    gap: "Hatched",
    skipped: "Red line along the foot",
    marked: "Green strips",
    loop: "Block between two lines",
    reviewed: "Green line under the track",
    skimmed: "Pale green line under the track",
    unreviewed: "Grey line under the track",
    unknown: "Dashed line under the track",
  },
  hint: "Point at the track: the time, the annotations and who has reviewed what is there.",
  /** Of the tooltip: annotations at a time. `more`: besides those that are named. */
  at: (titles: readonly string[], more: number) =>
    ` · ${titles.map((title) => `“${apart(title)}”`).join(", ")}${more === 0 ? "" : ` and ${more.toLocaleString("en-US")} more`}`,
  gap: " · no data",
  skipped: " · left out by playback",
  event: " · event under review",
  marked: " · marked bin",
} as const;
