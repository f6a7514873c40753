/** What all Configure dialogs say (spec 001 section 2.9); what no section says is ours. */
export const configureText = {
  /** The button of every window's bar (spec 001 section 2.8). */
  edit: "Edit window settings",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  wait: "Please wait...",
  unsaved: "Unsaved changes",
  /** Of a display that is nobody's, or that the reader may not change. */
  notKept: "This display is not saved: what is set here lasts until it is left.",
  discard: {
    title: "Discard Changes?",
    body: "You have unsaved changes. Are you sure you want to close without saving?",
    confirm: "Close without saving",
  },
  /** For the console. */
  noDisplay: "Couldn't render the modal because a layout was not selected",
  initialPageSize: "Initial Page Size",
  /** The entry that stands for the length as it is now. */
  pageSize: "Page Size",
} as const;
