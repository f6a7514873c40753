/** Words of keyboard shortcuts and of the command palette (spec 001 sections 2.24, 4 and 5). */
import { apart } from "./apart.ts";

/** How keys are written on the screen, where that is not their name. */
const keyNames: Readonly<Record<string, string>> = {
  " ": "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
  "-": "−",
};

/** Titles by the action's id. Those that mention annotation need a permission (spec 2.24). */
export const shortcutTitles = {
  next_page: "Next page",
  previous_page: "Previous page",
  next_half_page: "Half a page forward",
  previous_half_page: "Half a page back",
  step_forward: "One second forward",
  step_back: "One second back",
  go_to_start: "Go to start",
  go_to_end: "Go to end",
  go_to_time: "Go to a time",
  zoom_in: "Zoom in",
  zoom_out: "Zoom out",
  cursor_forward: "Cursor forward",
  cursor_back: "Cursor back",
  next_event: "Next marked event",
  previous_event: "Previous marked event",
  next_unreviewed: "Go to next not reviewed",
  next_match: "Next match of the search in the list",
  previous_match: "Previous match of the search in the list",
  play_pause: "Play/pause",
  loop_event: "Loop marked event",
  loop_page: "Loop this page",
  stop_loop: "Stop looping",
  cancel_annotation: "Cancel annotation",
  undo: "Undo",
  redo: "Redo",
  show_shortcuts: "Keyboard shortcuts",
  show_commands: "Command palette",
  edit_window_settings: "Edit window settings",
  measure: "Measure from the cursor, or up to it",
  enter_annotate_mode: "Enter annotate mode",
  enter_configure_mode: "Enter configure mode",
  more_sensitive: "Larger EEG traces",
  less_sensitive: "Smaller EEG traces",
  more_sensitive_aux: "Larger auxiliary traces",
  less_sensitive_aux: "Smaller auxiliary traces",
  fit_rows: "Fit all rows",
  shade_long_pages: "Shade long pages by how often a level is reached",
  next_rows: "Rows below",
  previous_rows: "Rows above",
} as const;

export const shortcutText = {
  title: "Keyboard Shortcuts",
  close: "Close",
  save: "Save",
  cancel: "Cancel",
  ok: "OK",
  wait: "Please wait...",
  unsaved: "Unsaved changes",
  tabs: "Kinds of shortcuts",
  /** The button of the header, and what it says while shortcuts are off. */
  open: "Keyboard shortcuts",
  openOff: "Keyboard shortcuts (turned off)",
  enabled: "Keyboard shortcuts are on",
  disabled: "Keyboard shortcuts are off",
  turnOn: "Turn keyboard shortcuts on",
  turnOff: "Turn keyboard shortcuts off",
  add: "Add new shortcut",
  deleteSelected: (n: number) => (n === 0 ? "Delete selected" : `Delete ${n.toLocaleString("en-US")} selected`),
  select: (title: string) => `Select ${apart(title)}`,
  selectAll: "Select all",
  edit: (title: string) => `Edit ${apart(title)}`,
  empty: "No Shortcuts",
  emptyHint: "A key of your own marks an event with one press, and ends it with the next.",
  /** For who may make no annotations. */
  emptyView: "Keys that mark events are for those who may create annotations.",
  noKey: "No key",
  pressKey: "Press a key",
  keyOf: (title: string, type: string, key: string) => `${type} key of ${apart(title)}: ${key}`,
  clearKey: (title: string, key: string) => `Take ${key} from ${apart(title)}`,
  fixed: "This key cannot be changed.",
  noPermission: "You do not have permission for this action",
  reset: "Reset to default",
  resetting: {
    title: "Reset to default?",
    body: "All actions get back the keys they had at first.",
    bodyWith: (n: number) =>
      `All actions get back the keys they had at first, and your ${
        n === 1 ? "custom annotation shortcut is" : `${n.toLocaleString("en-US")} custom annotation shortcuts are`
      } deleted. This action cannot be undone.`,
    confirm: "Reset to default",
  },
  deleting: {
    title: "Delete shortcut?",
    body: (n: number) =>
      n === 1
        ? "Are you sure you want to delete this shortcut?"
        : `Are you sure you want to delete these ${n.toLocaleString("en-US")} shortcuts?`,
    saved: "It is gone once you save.",
    confirm: "Yes, delete",
  },
  notRead: "Your keyboard shortcuts could not be read. The default keys work meanwhile.",
  tryAgain: "Try Again",
  loading: "Loading your keyboard shortcuts...",
  changed: "Your shortcuts were changed in another tab or on another computer. Nothing of that was overwritten.",
  theirs: "Use the newer ones",
  mine: "Save mine over them",
  /** Rules of keys, letter by letter (spec 5). */
  inUse: (key: string) => `'${key}' shortcut already in use`,
  spaceForbidden: "Space key can't be used",
  keyForbidden: (key: string) => `${key} key can't be used`,
  refused: {
    noKey: "A key must be assigned to each custom annotation.",
    fixed: "The key of an action that is fixed cannot be changed.",
    unknownAction: "There is no such action.",
    twice: "A shortcut is named twice.",
    template: "A custom annotation is not as it must be.",
    tooMany: (most: number) =>
      `You have ${most.toLocaleString("en-US")} custom annotation shortcuts, which is as many as there may be.`,
  },
  palette: {
    title: "Command palette",
    search: "Search for an action",
    results: "Actions",
    none: "No action is called that.",
    noWindow: "No window is open",
    notHere: (window: string) => `Not in a window of the kind ${window}`,
    live: "Not in live mode",
    off: "Keyboard shortcuts are off: actions can be chosen here.",
    hint: "↑ ↓ to choose, Enter to run, Esc to close",
    markAnnotation: (title: string) => `Mark: ${apart(title)}`,
  },
} as const;

/** What is printed on the keys of a trigger: letters in capitals. `isMac`: Cmd in place of Ctrl. */
export function keyParts(trigger: string, isMac = false): string[] {
  const [, mod, shift, key] = /^(Mod\+)?(Shift\+)?(.+)$/s.exec(trigger) ?? [undefined, undefined, undefined, trigger];
  const capital = key.toUpperCase();
  // ß has no capital on a keyboard: it would read SS.
  const name = keyNames[key] ?? (key.length === 1 && capital.length === 1 ? capital : key);
  return [...(mod === undefined ? [] : [isMac ? "⌘" : "Ctrl"]), ...(shift === undefined ? [] : ["Shift"]), name];
}

/** The same on one line. */
export const keyLabel = (trigger: string, isMac = false): string => keyParts(trigger, isMac).join(" ");

/** The same in words, for who hears it. */
export const keyWords = (trigger: string): string =>
  keyLabel(trigger).replace(
    /[←→↑↓−]/g,
    (sign) => ({ "←": "Left", "→": "Right", "↑": "Up", "↓": "Down" })[sign] ?? "Minus",
  );
