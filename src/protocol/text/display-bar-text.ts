/** What the display bar, its dialogs and the display area say (spec 001 sections 2.4 to 2.7); what no section says is ours. */

import { displayLimits } from "../displays.ts";
import { apart } from "./apart.ts";

export const displayBarText = {
  groups: "Display group",
  displays: "Displays",
  personal: "Personal",
  shared: (workspace: string) => `Shared (${apart(workspace)})`,
  noGroups: "No display groups",
  addGroup: "Add display group",
  newGroup: "New display group",
  /** In the empty window of a display that has no other. */
  moreWindows: "For several windows: “Edit display” in the menu beside the tab above.",
  noGroupSelected: "No display group selected",
  noDisplaySelected: "No display selected",
  addDisplay: "Add display",
  newDisplay: (n: number) => `Display ${n}`,
  /** Beside the display of a reader without groups. */
  unsaved: "made from this file",
  unsavedHint:
    "This display is made anew from what the file holds whenever it is opened. “Add display group” keeps its windows and their settings.",
  /** Of a layout that no cuts make. */
  noFurther: "This layout takes no further window. “Edit display” offers others.",
  viewOnly: "View only",
  fixed: "Nothing is changed in view mode.",
  unreadable: "The layout of this display cannot be read.",
  failed: "Error with getting layouts",
  loading: "Loading displays",
  menu: (name: string) => `Options of ${apart(name)}`,
  edit: "Edit display",
  rename: "Rename",
  copy: "Make a copy",
  copyGroup: "Copy",
  delete: "Delete",
  moveLeft: "Move left",
  moveRight: "Move right",
  name: "Name",
  access: "Access",
  cancel: "Cancel",
  save: "Save",
  back: "Back",
  close: "Close",
  tryAgain: "Try again",
  copyOf: (name: string) => `${name} (copy)`,
  deleteDisplay: {
    title: "Delete display?",
    body: (name: string) => `${apart(name)} will be deleted permanently. This cannot be undone.`,
    confirm: "Delete",
  },
  deleteGroup: {
    title: "Delete display group?",
    body: (name: string, displays: number) =>
      `${apart(name)} and its ${displays} ${displays === 1 ? "display" : "displays"} will be deleted permanently. This cannot be undone.`,
    confirm: "Delete",
  },
  nameHint: `At most ${displayLimits.displayName} characters`,
  /** Of the display on the screen. */
  lost: (name: string) => `The display ${apart(name)} was deleted, or is not shared with you any more.`,
  groupGone: "This display group does not exist any more.",
  signedOut: "You are not signed in as who made this change. It was not saved.",
  displayGone: "This display does not exist any more.",
  changedMeanwhile: "Somebody changed this display meanwhile. Your change of its layout was taken back.",
  /** Of what is set in the display: on its way, on the server since it was sent last, or as it came from there. */
  saving: "Saving\u2026",
  saved: "Saved",
  savedHint: (at: string | null) =>
    `Windows of this display and their settings are kept on the server as they are set.${at === null ? "" : ` The last of them: ${at}.`}`,
  waiting: "Not saved yet",
  waitingHint: (reason: string) => `Settings of windows are kept here until they can be saved. ${reason}`,
  editor: {
    title: "Edit Display",
    layout: "Choose a layout:",
    types: "Choose window types:",
    area: (letter: string) => `Window type of area ${letter}`,
    wait: "Please wait...",
    unsaved: "Unsaved changes",
    unknownKind: "Another kind of window",
    empty: "Empty",
    grid: "The present layout",
    presets: [
      "One window",
      "Two side by side",
      "Two, one above the other",
      "Four",
      "One on the left, two on the right",
      "Two on the left, one on the right",
      "One above, two below",
      "Two above, one below",
      "Three, one above the other",
    ],
    changed: (by: string, at: string) =>
      `${apart(by)} changed this display${at === "" ? "" : ` at ${at}`}. Nothing was overwritten.`,
    gone: "This display was deleted meanwhile. You can keep yours as a copy.",
    somebody: "Somebody",
    theirs: "Take theirs",
    mine: "Keep mine as a copy",
    /** Of both versions, beside each other. */
    yours: "Yours",
    others: "Theirs",
    differs: (window: string) => `${window} (differs)`,
  },
  swap: {
    hint: "Change places with another window, or the window type",
    label: (window: string) => `Change places of ${window}, or its type`,
    type: "Change window type",
    changed: (from: string, to: string) => `${from} is now ${to}, with the settings of a new window.`,
    undo: "Undo",
    notUndone: "Another window stands there by now, so nothing was undone.",
    place: (n: number, title: string) => `${n}. ${apart(title)}`,
  },
  discard: {
    title: "Discard Changes?",
    body: "You have unsaved changes. Are you sure you want to close without saving?",
    confirm: "Close without saving",
  },
  choose: "Choose a window type",
} as const;
