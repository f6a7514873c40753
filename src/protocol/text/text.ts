import { apart } from "./apart.ts";
import { serverText } from "./server-text.ts";

/** Every sentence a user reads, by place. The wording follows the specification letter by letter where it gives one. */

/** "1 channel", "2 channels": the only plural this language needs. */
const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;

/** A length of time as finely as it is measured. */
function measured(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${Math.round(ms)} ms`;
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds - 60 * minutes)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min ${Math.floor(seconds % 60)} s`;
}

export const text = {
  product: {
    name: "CONNECT",
    poweredBy: "powered by open neuro-monitoring",
    investigational: "Investigational device",
    /** Title of the browser's tab. */
    title: (page: string) => `${apart(page)} – CONNECT`,
  },
  failed: {
    title: "Something went wrong. Please try again!",
    tryAgain: "Try Again",
    unreachable: "The server cannot be reached.",
    /** An answer of something on the way to the server. */
    foreign: (status: number) =>
      `A proxy or firewall on the way to the server refused this (${status}). Ask whoever runs it.`,
    /** Over what was read before. */
    notRead: "This could not be read again: it is shown as it was before.",
    /** A part of the page that is fetched when it is wanted. */
    notFetched: "The server did not answer. Please try again. If it was updated meanwhile, load the page anew first.",
    cutOff: "The connection broke before the file was whole. Try again.",
    unreachableHint: "Check that it is running and that this computer is connected to its network.",
  },
  /** What the mark beside a field means. */
  marks: "Fields marked * are required.",
  /** Asked before a form loses what was entered. */
  discard: {
    title: "Discard changes?",
    text: "What you changed in this form is not saved.",
    yes: "Yes, discard",
    no: "No, keep editing",
  },
  /** Of a long list that is searched by typing. */
  search: (what: string) => ({
    label: `Search ${what.toLowerCase()}`,
    clear: "Clear search",
    empty: "Nothing matches the search.",
  }),
  theme: { toDark: "Use the dark theme", toLight: "Use the light theme" },
  clock: {
    to24: "Use the 24-hour clock",
    to12: "Use the 12-hour clock",
    hours: { 12: "AM/PM", 24: "24 h" },
    zone: (timezone: string) => `Times in ${timezone}`,
  },
  notFound: {
    page: "This page does not exist.",
    noPage:
      "Your account may not open any page of this workspace yet. Please ask an administrator for a role that does.",
    recording: "This recording does not exist.",
    recordingHint: "It may have been removed, or the address may be incomplete.",
    toList: "Back to the patients",
  },
  recordings: {
    state: { ready: "Ready", importing: "Importing", failed: "Failed" },
    progress: (percent: number, left: string | null) =>
      left === null ? `${percent} %` : `${percent} % · ${left} left`,
    none: "–",
  },
  review: {
    noPermissionHint:
      "Opening recordings needs the permission to view data. An administrator of the workspace can give it.",
    region: "Data review",
    loading: "Loading the recording",
    /** In the order of spec 001 section 2.3, then what is our own. */
    checklist: {
      modalities: "Modalities",
      user: "User Info",
      hotkeys: "Hotkeys",
      layouts: "Layouts",
      montages: "EEG Montages",
      times: "File Start and End Timestamps",
      workspace: "Workspace",
      file: "Patient File",
      persyst: "Persyst",
      annotations: "Annotations of the file",
      engine: "Signal engine",
    },
    patient: "Patient",
    file: "File",
    site: "Site",
    details: "Recording details",
    close: "Close data review",
    closing: {
      title: "Close Data Review?",
      body: "Are you sure you want to close Data Review?",
      confirm: "Close Data Review",
      cancel: "Cancel",
    },
    /** Spec 001 section 8. */
    undefinedSource: "One of the data object IDs was not defined.",
    invalidEvent: "Invalid LinkedWindowEventType",
    undefinedRecording: "dataObjectID undefined",
    ok: "OK",
    importing: "This recording is still being imported.",
    importFailed: "This recording could not be imported.",
    windowFailed: "This window stopped working.",
    partNotFetched:
      "A part of CONNECT could not be fetched: the connection was lost, or CONNECT was updated. Reload the page to go on.",
    reload: "Reload page",
    windowUnknown: "This version has no window of this kind. It is kept as it is; after an update, reload the page.",
    windowsFull: (most: number) => `No more than ${most} windows fit.`,
    windowNotFetched: "This window could not be loaded.",
  },
  details: {
    title: "Recording details",
    facts: "File",
    format: "Format",
    start: "Start",
    end: "End",
    startUnknown: "The file does not say when it began: times are elapsed time from its first sample.",
    duration: "Duration",
    timezone: "Time zone",
    size: "Size",
    groups: "Signals",
    group: (n: number, hz: string) => `${count(n, "channel")} at ${hz} Hz`,
    uncalibrated: (n: number) => `${count(n, "channel")} without a usable calibration`,
    repairs: "Repairs",
    noRepairs: "The file was read as it is.",
    noFile: "There was no file to be read.",
    gaps: "Gaps",
    noGaps: "No gaps.",
    annotations: "Annotations from the file",
    noAnnotations: "The file holds no annotations.",
  },
  window: {
    eegMontage: "EEG Montage",
    close: (title: string) => `Close ${apart(title)}`,
    /** Controls of the bar that a narrow window has no room for. */
    more: "More controls",
    pageLength: "Page length",
    pageSize: "Page Size",
    sensitivity: "Sensitivity",
    montage: "Montage",
    montagePlaceholder: "Select a montage...",
    montageAccess: "Access",
    montageList: "EEG montages",
    montageNone: "No EEG montages",
    montageCurrent: "holds the current montage",
    filters: "Filters",
    aux: "ECG and other signals",
    noAux: "No ECG or other signals are shown here.",
    kinds: { ecg: "ECG", eog: "EOG", emg: "EMG", other: "Other" },
    auxSensitivity: (kind: string) => `Sensitivity of ${kind === "Other" ? "other signals" : kind}`,
    auxFilter: (name: string) => `${name} of ECG and other signals`,
    auxNotch: "The notch is the EEG's.",
    inactiveAux: (eeg: string, aux: string) => `${eeg} · ECG and other signals: ${aux}`,
    allFilters: (eeg: string, sensitivity: string, aux: string) =>
      `${eeg}. ECG and other signals: ${sensitivity} · ${aux}`,
    lff: "LFF",
    hff: "HFF",
    notch: "Notch",
    off: "Off",
    hertz: "Hz",
    inactive: (hz: string) => `inactive at ${hz} Hz`,
    manualRange: "Set the time range",
    wholeStay: "Whole stay",
    link: "Link",
    linkHint: "Link the start time of this window to the start time of other linked windows",
    linkLive: "A window that is locked to the latest data is not linked.",
    live: "Live",
    liveHint: "Lock the window to the latest data",
    liveNotAdmitted: "Lock the window to the latest data (disabled because the patient is not being recorded)",
    liveUnknown: "Whether the patient is being recorded is not known yet.",
    liveAge: (age: string) => `Latest data ${age} ago`,
    allLive: "Every window is locked to the latest data. Unlock one to go there.",
    liveStopped: "No new data come any more.",
    liveAhead: (by: string) => `Recorded times are ${by} ahead of the server's clock`,
    /** They come all the same: a gateway makes up for an outage. */
    liveLate: (age: string) => `Data come ${age} late`,
    liveSilent: (age: string) => `No new data for ${age}`,
    cannotDraw: "This browser offers no way to draw the traces.",
    noEeg: "This recording holds no EEG signals.",
    /** The dialog of spec 2.11. */
    configure: {
      title: "Configure EEG Montage",
      lff: "LFF",
      hff: "HFF",
      notch: "Notch Filter Frequency",
      searchMontages: "Search montages",
      noMontage: "No montage has this name.",
    },
  },
  status: {
    engine: "Drawn by",
    connecting: "Connecting",
    disconnected: "Not connected – reconnecting",
    unavailable: "Not connected – the database is away",
    crowded: "Not connected – too many reviews are open",
    outdated: "Not connected – reload the page",
    unauthorised: "Not connected – access refused",
    loading: "Loading",
    building: (percent: number) => `Building ${percent} %`,
    provisional: "Provisional",
    behind: (seconds: string) => `${seconds} s behind`,
    behindOf: (span: string) => `The values are of ${span}.`,
    /** Where nothing stands in place of what is late. */
    behindBlank:
      "While the recording plays, what is computed may come half a second late at most. It is blank where it is not here yet.",
    failed: "Not all is shown",
    exact: "Exact",
    cramped: "Too small to draw",
    hint: {
      connecting: "The connection to the server is being made.",
      disconnected: "The connection to the server was lost. What is on the screen stays; it reconnects by itself.",
      unavailable:
        "The database is away, so the server cannot check who may connect. It is tried again. What is on the screen stays.",
      crowded: serverText.crowded,
      outdated: serverText.outdated,
      unauthorised:
        "The session has ended or does not allow this any more. What is on the screen stays. Please log in again.",
      loading: "Part of this view is on its way.",
      building: "The server computes this filtered view for the first time.",
      provisional:
        "The link is slow, so a coarse picture comes first: the smallest and largest value of few wide columns, filtered like the exact one, which is on its way.",
      behind:
        "While the recording plays, what is computed may follow the view by half a second at most. What stands is of the span that the view showed so long ago.",
      failed: "Part of this view cannot be shown. The plot says why; where it can help it is tried again.",
      exact: "Every column on the screen is computed from the full-rate samples.",
      cramped:
        "This window has no room for its plot, so nothing is drawn. Make it larger: drag its border, or close other windows.",
    },
    backend: { webgpu: "WebGPU", canvas2d: "Canvas2D" },
    gpuLost:
      "The graphics card was lost, so the traces are drawn in software. They are the same; reloading the page tries the card again.",
    backendHint: {
      webgpu: "The traces are drawn by the graphics card interface.",
      canvas2d: "The traces are drawn in software: no graphics card interface is in use.",
    },
  },
  range: {
    title: "Set the time range",
    start: "Start",
    end: "End",
    limits: (from: string, to: string) => `The recording lasts from ${from} to ${to}.`,
    elapsedHint: "Elapsed time as hours:minutes:seconds.",
    startAfterEnd: "Start time cannot be greater than the end time.",
    startEqualsEnd: "Start time cannot be equal to the end time",
    outside: "The range must lie inside the recording.",
    tooShort: "The range must be at least one second long.",
    unreadable: "Enter the time as hours:minutes:seconds.",
    apply: "Set range",
    cancel: "Cancel",
    close: "Close",
  },
  goTo: {
    placeholder: "Go to",
    hint: "14:32, 2:32:10 PM, 01/15 03:00, +5m, -30s or 63 %",
    elapsedHint: "1:02:03, +5m, -30s or 63 %",
    unreadable: (hint: string) => `This is not understood. Enter a time such as ${hint}.`,
    /** A reading that the change of the clock repeats names two moments. */
    moment: (moment: string, repeat: "first" | "second" | null) =>
      repeat === null ? moment : `${moment} (the ${repeat} time, clocks go back)`,
    understood: (moment: string) => `Understood as ${moment}.`,
    outside: (moment: string, from: string, to: string) =>
      `${moment} is not in the recording, which lasts from ${from} to ${to}.`,
  },
  timeline: {
    /** `window`: which one it is of; "": there is no other. */
    regionOf: (window: string) => (window === "" ? "Timeline" : `Timeline of ${window}`),
    goTo: "Go to a time (G)",
    goToStart: "Go to start",
    previousPage: "Previous page",
    nextPage: "Next page",
    goToEnd: "Go to end",
    play: "Play",
    pause: "Pause",
    speed: "Playback speed",
    pace: "When data are late",
    paces: {
      slow: "Slow down to what the link carries",
      hold: "Hold until they are here",
      keep: "Keep pace and mark what was skipped",
    },
    realSpeed: (speed: string | null) => (speed === null ? "Real speed" : `Real ${speed}`),
    skipped: (length: string) => `${length} skipped`,
    serverAway: "Playback has stopped: there was no server for 10 seconds. Press play once the connection is back.",
    window: "Position of the view",
    startHandle: "Start of the view",
    endHandle: "End of the view",
  },
  fit: {
    offer: {
      label: "Fit",
      more: (name: string, times: string) => ` ${name}, ${times}`,
      hint: (name: string, times: string, chosen: string) =>
        `At this length the traces fill their rows. Fit (F) draws them at ${name}, ${times} than at the chosen ${chosen}.`,
    },
    back: {
      label: "Back",
      more: (name: string, times: string) => ` to ${name}, ${times}`,
      hint: (name: string, times: string, fitted: string) =>
        `Drawn at ${fitted}, so that the traces stay in their rows. F goes back to the chosen ${name}, ${times}.`,
    },
  },
  rows: {
    button: "Rows",
    hidden: (count: number) => `${count} hidden`,
    hiddenCount: (count: number) => `Rows, ${count} hidden`,
    undo: "Undo",
    reset: "As in the montage",
    offered: "not in the montage",
    help: "Ticked rows are drawn. Drag them, or move one with Alt and the up and down keys.",
    drag: (name: string) => `Drag ${name}`,
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
  },
  /** Of a stretch that is measured with Shift and a drag. */
  measure: {
    /** Short ones with the frequency that has them as its period. */
    length: (ms: number) =>
      ms > 0 && ms < 10_000
        ? `${measured(ms)} (${(1000 / Math.max(ms, 1)).toFixed(ms < 1000 ? 1 : 2)} Hz)`
        : measured(ms),
    change: (name: string, change: string, rate: string, unit: string) => `${name}: ${change}, ${rate}/${unit}`,
    noValue: "No value at one end",
    notHere: "One end is out of view, or not loaded yet",
    manySamples: "Values: zoom in, a pixel stands for many samples",
    total: (count: number, ms: number) => `Total of ${count}: ${measured(ms)}`,
  },
  plot: {
    /** Title of the tag of an annotation, none of whose channels is in view. */
    notShownHere: (channels: readonly string[]) => `On ${channels.join(", ")}, not shown here`,
    andMore: (first: string, more: number) => `${first} +${more.toLocaleString("en-US")}`,
    /** Tag of what is being marked over rows. */
    markedOver: (title: string, channels: readonly string[]) =>
      `${apart(title)} · ${channels.length > 4 ? `${channels.length} channels` : channels.join(", ")}`,
    label: (montage: string, span: string, sensitivity: string, filters: string) =>
      `EEG traces. Montage ${apart(montage)}. ${span}. Sensitivity ${sensitivity}. ${filters}.`,
    auxLabel: (sensitivity: string, filters: string) => `ECG and other signals: ${sensitivity}. ${filters}.`,
    /** Tooltip of a row that is written shorter than in the file. */
    storedAs: (name: string, label: string) => `${name} (in the file: ${label})`,
    rowScroll: "Rows in view",
    /** Over a view of a gap; of what is computed, where it cannot be. */
    noData: "No data in view",
    noValue: "No value in view",
    noneUntil: (nothing: string, time: string) => `${nothing}, none until ${time}`,
    noneAfter: (nothing: string, time: string) => `${nothing}, none after ${time}`,
    /** At an edge of the view. */
    underPixel: "What lies in view is narrower than a pixel. Zoom in.",
    /** At the cursor of another window, where rows are too low for their values. */
    rowsUnsaid: (n: number, of: number) => `${n} of ${of} values have no room here`,
    help:
      "Left and right arrows and Page Up and Page Down turn pages, with Shift half pages, comma and full stop move by a " +
      "second, up and down change the sensitivity, with Shift that of ECG and other signals, Shift with Page Up and Page Down " +
      "scrolls the rows, plus and minus zoom, Home and End go to the ends of the recording, " +
      "square brackets to the annotations of the file, G to a time, F fits the traces to their rows, Space plays. Dragging moves the page, with Shift it measures; by the keyboard the less-than and " +
      "greater-than signs move the cursor, and Shift with M measures from there on.",
    missing: (electrodes: readonly string[]) =>
      `${electrodes.join(" and ")} ${electrodes.length === 1 ? "is" : "are"} not in this recording`,
    uncalibrated: "The file gives no usable calibration: values are shown as stored",
  },
} as const;
