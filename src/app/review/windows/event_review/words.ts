/** What the event review window says (spec 001 sections 2.18, 4 and 8; the form's own words: `src/protocol/text/event-review-text.ts`). */
import { fixedText } from "../../../../domain/fixed-text.ts";

const signed = (value: number): string => fixedText(value, 2);
/** What is no more than an end of the sums of an interval. */
const nothing = 1e-9;
/** Whole percent; 0 and 100 are none and all, and nothing beside them. */
function whole(share: number): string {
  const percent = 100 * share;
  if (percent > nothing && percent < 0.5) return String(Math.max(0.1, Math.round(10 * percent) / 10));
  if (percent >= 99.5 && percent < 100 - nothing) return String(Math.min(99.9, Math.round(10 * percent) / 10));
  return percent.toFixed(0);
}

export const words = {
  title: "Event Review",
  configure: "Configure Event Review",
  toolbar: {
    jump: "Jump to current event",
    detailed: "Detailed event info",
    list: "Show event list",
    incomplete: "Only show incomplete events",
    hide: "Hide annotations",
    views: "View of the event review",
    saving: "Saving...",
  },
  problem: {
    waiting: "What you entered is kept in this browser and is sent again by itself.",
    gone: "What you entered is kept in this browser and is there again when the event is. Press to close this message.",
    unread: "What you entered earlier and did not save could not be read from this browser. Press to try again.",
    unkept: "This browser keeps nothing: what is not saved is lost with the page.",
  },
  summary: {
    region: "Summary",
    completed: "Completed",
    completedOf: (done: number, total: number) => `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`,
    event: "Event",
    eventOf: (place: number | null, total: number) =>
      `${place === null ? "–" : place.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`,
    status: "Status",
    complete: "Complete",
    incomplete: "Incomplete",
    notSaved: "Not saved yet",
    name: "Name",
    start: "Start time",
    duration: "Duration",
    user: "User",
    modified: "Last modified",
    never: "Never",
    readers: "Readers",
    completedBy: (count: number) => `${count} completed`,
    completedLater: "Told once yours is complete",
  },
  list: {
    label: "Events",
    time: "Time",
    name: "Name",
    duration: "Duration",
    complete: "Complete?",
    yes: "Yes",
    no: "No",
    keys: "Arrow keys move between events, Enter shows the one that is marked.",
    allComplete: "All events are complete.",
  },
  form: {
    label: "Review of the event",
    type: "IIC Pattern Type",
    features: "IIC Pattern Features",
    previous: "Previous",
    next: "Next",
    nothing: "No event is chosen. Next goes to the first one.",
    left: {
      saved: "The event that was under review is not among these events any more.",
      unsaved:
        "The event that was under review is not among these events any more. What you have entered of it is not saved; it is there again when the event is.",
    },
    /** Under Previous and Next, while something is entered. */
    savedBy: "Saved when you go on to another event.",
    clearTime: "Clear the time of max frequency",
    set: "Click to set",
    stop: "Cancel",
    notSet: "Not set",
    hint: "Click on a display with a timeline to select a time.",
    missed: "No time point selected. Click on a valid display to set the time.",
    keys: "With the keyboard: move the cursor of a plot and press Enter. Escape cancels.",
    outside: (before: boolean) => (before ? "Before this event" : "After this event"),
    conflict: "You have saved this review elsewhere meanwhile.",
    /** On the way to another event. */
    conflictFirst: "You have saved this review elsewhere meanwhile. Choose which one counts before you go on.",
    keepMine: "Keep what is entered here",
    takeSaved: "Take what is saved",
  },
  others: {
    label: "Other readers",
    blinded: "What other readers say of this event is told once your review of it is complete and saved.",
    offered: (count: number) =>
      `${count} other ${count === 1 ? "reader has" : "readers have"} completed this event. If you look at their answers, what you have answered until now is kept as your blind review.`,
    reveal: "Show their answers",
    alone: "No other reader has completed this event.",
    gone: "Removed account",
    incomplete: "Incomplete",
    same: "Same answer as yours",
    field: "Field",
  },
  agreement: {
    title: "Agreement",
    switch: "Agreement of readers",
    loading: "Comparing the reviews...",
    failed: "The reviews could not be compared.",
    again: "Compare again",
    asOf: (time: string) => `As of ${time}`,
    /** The server takes so many at once. */
    tooMany: (most: number) =>
      `More than ${most.toLocaleString("en-US")} events are shown. Choose fewer with the tags in the settings of the window, or load fewer sessions.`,
    none: "No event of this window was completed by two readers yet.",
    counts: (events: number, readers: number, single: number) =>
      `${events.toLocaleString("en-US")} ${events === 1 ? "event" : "events"} of ${readers} readers. ` +
      `${single.toLocaleString("en-US")} more ${single === 1 ? "was" : "were"} completed by one reader alone.`,
    notice:
      "Of complete reviews, as they were answered before their reader could see others. The answers of all readers are shown here, also of events that you have not reviewed; that you looked is recorded.",
    columns: {
      field: "Field",
      events: "Events",
      pairs: "Pairs",
      agreement: "Agreement",
      ac1: "Gwet\u2019s AC1",
      /** Without its sign. */
      difference: "Mean absolute difference",
    },
    /** With its 95 % interval. */
    percent: (value: number, low: number | null, high: number | null) =>
      `${whole(value)} %${low === null || high === null ? "" : ` (${whole(low)} to ${whole(high)})`}`,
    coefficient: (value: number, low: number | null, high: number | null) =>
      `${signed(value)}${low === null || high === null ? "" : ` (${signed(low)} to ${signed(high)})`}`,
    intervals: "In brackets: the 95 % confidence interval.",
    within: (tolerance: string) => `Agree within ${tolerance}`,
    unknown: "\u2013",
    disagreements: (count: number) => `Disagreements (${count.toLocaleString("en-US")})`,
    first: (shown: number) => `The first ${shown.toLocaleString("en-US")} are listed.`,
    all: "Readers agree on all that they have both answered.",
    list: "Disagreements",
    hint: "Arrow keys move between disagreements, Enter takes all windows to the event of the one that is marked.",
    time: "Time",
    reader: "Reader",
    gone: "This event is not in the list any more.",
    previous: "Previous",
    next: "Next",
    export: "Export reviews",
    exportOf: "Session whose reviews are saved as CSV",
    fileName: (session: string) => `${session} reviews.csv`,
  },
  messages: {
    small: "Window is too small to review events",
    /** CSS px. */
    least: (width: number, height: number) => `It has to be ${width} px wide and ${height} px high at least.`,
    loading: "Loading reviews...",
    none: "There are no events to review.",
    filtered: "(all events are being filtered out)",
    load: "Load events",
    failed: "The reviews could not be read.",
    stale: "The reviews may be out of date.",
  },
  config: {
    type: "Review Type",
    eeg: "EEG",
    include: "Event is tagged with",
    exclude: "Event is NOT tagged with",
    enter: "Enter a tag",
    add: "Add",
    clear: "Clear all",
    remove: (tag: string) => `Remove ${tag}`,
    empty: "No tags",
    addTo: (list: string) => `Add to: ${list}`,
    clearOf: (list: string) => `Clear all of: ${list}`,
  },
} as const;
