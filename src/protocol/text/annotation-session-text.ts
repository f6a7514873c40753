/** Words of the screens about sessions and lists of annotations: sidebar, 'Annotation Setup', 'Load Annotations', the patient's tab (spec 001 sections 2.1, 2.4, 2.19, 2.20, 4, 8). */
import { apart } from "./apart.ts";

const number = (n: number) => n.toLocaleString("en-US");
const counted = (n: number, one: string) => (n === 1 ? `1 ${one}` : `${number(n)} ${one}s`);
/** Of what a refusal says: some of the specification's end without a full stop. */
const sentence = (said: string) => (/[.!?…]$/.test(said) ? said : `${said}.`);
const annotations = (n: number) => counted(n, "annotation");

export const annotationSessionText = {
  close: "Close",
  cancel: "Cancel",
  dismiss: "Dismiss",
  tryAgain: "Try Again",
  clearSearch: "Clear search",
  /** Said where a permission is missing (spec 001 sections 2.1, 4). */
  noPermission: "You do not have permission for this action",
  count: annotations,
  readOnly: "read only",

  sidebar: {
    title: "Annotations",
    open: "Show annotations",
    close: "Hide the annotation list",
    session: "Current session",
    sessionName: (name: string, n: number) => `${apart(name)} (${number(n)})`,
    noSession: "Select a session",
    newSession: "New session…",
    load: "Load Annotations",
    search: "Search annotations",
    matches: {
      next: "Next match",
      previous: "Previous match",
      none: "No annotation matches the search",
      at: (k: number, n: number, title: string) => `${number(k)} of ${number(n)}: ${apart(title)}`,
      fromStart: "Past the last one, on at the first.",
      fromEnd: "Before the first one, on at the last.",
    },
    searchHint: "Words, tag:, by:, channel:, kind:, after:, before:, and - for without",
    ignored: (parts: readonly string[]) => `Not understood, and left out: ${parts.join(" ")}`,
    list: "Loaded annotations",
    columns: { time: "Time", name: "Name", duration: "Duration" },
    keys: "Enter jumps to the annotation, F2 edits it, Space selects, Delete deletes what is selected.",
    select: (name: string) => (name === "" ? "Select" : `Select ${apart(name)}`),
    jump: (name: string) => `Jump to the end of ${apart(name)}`,
    edit: (name: string) => `Edit ${apart(name)}`,
    editColumn: "Edit",
    point: "Point",
    hide: "Hide annotations",
    nothingToUndo: "Nothing to undo",
    withKeys: (what: string, keys: string) => `${what} (${keys})`,
    nothingToRedo: "Nothing to redo",
    /** `own`: how many of them the file itself holds; null: it holds none. `sessions`: how many others there are some of. */
    loaded: (n: number, sessions: number, own: number | null) =>
      own === null
        ? `Loaded: ${annotations(n)} of ${counted(sessions, "session")}`
        : own === n
          ? `Loaded: ${annotations(n)} of the file itself`
          : `Loaded: ${annotations(n)}, ${number(own)} of the file itself and ${number(n - own)} of ${counted(sessions, "session")}`,
    found: (n: number, of: number) => `${number(n)} of ${annotations(of)}`,
    opening: "Loading annotations…",
    failed: "The annotations could not be loaded.",
    empty: "No annotations are loaded",
    emptyHint: "Load annotations of a session, or make one on the page.",
    /** For who may make none. */
    emptyView: "Load annotations of a session to see them.",
    nothingFound: "No annotation matches the search",
  },

  saving: {
    now: "Saving...",
    /** `why`: what the server says; null: it does not answer. */
    waiting: (n: number, why: string | null) =>
      `${why === null ? "The server cannot be reached." : sentence(why)} ${counted(n, "change")} kept in this browser.`,
    refused: (act: "create" | "modify" | "delete" | "restore", title: string) =>
      ({
        create: `“${apart(title)}” was not saved.`,
        // Spec 001 section 8; the error stands behind it.
        modify: `Unhandled Exception: Modifying annotation unsuccessful. The change of “${apart(title)}” was not saved.`,
        delete: `“${apart(title)}” was not deleted.`,
        restore: `“${apart(title)}” was not restored.`,
      })[act],
    keepMine: "Keep mine",
    takeTheirs: "Keep theirs",
    makeAnew: "Make it anew",
    makeAllAnew: (n: number) => `Make all ${number(n)} anew`,
    more: (n: number) => `${number(n)} more were refused.`,
    /** `why`: of the last try; null: it is read now. */
    stale: (session: string, why: string | null) =>
      `${apart(session)}: may be out of date. ${why ?? "It is read again."}`,
    incomplete: (session: string, why: string | null) =>
      `${apart(session)}: not all of its annotations are here. ${why ?? ""}`,
  },

  bulk: {
    selected: (n: number) => `${number(n)} selected`,
    clear: "Clear selection",
    tags: "Tags",
    move: "Move to session",
    moveTo: (name: string) => `Move to ${apart(name)}`,
    delete: "Delete",
    moved: (n: number, name: string) => `${annotations(n)} moved to ${apart(name)}`,
    tagged: (n: number) => `${annotations(n)} changed`,
    notAllowed: (n: number) => `${annotations(n)} of others or of the file stay as they are.`,
    noneAllowed: "You do not have permission to change these annotations.",
    tagsTitle: "Tags of the selected annotations",
    addTag: "Add tag",
    add: "Add",
    apply: "Apply",
    present: "Tags",
    remove: (tag: string) => `Remove ${tag}`,
    some: (tag: string, n: number, of: number) => (n === of ? tag : `${tag} (${number(n)} of ${number(of)})`),
    noTags: "None of them has a tag.",
    full: (n: number) => `${annotations(n)} would have more than 10 tags. Remove some first.`,
  },

  deleting: {
    annotations: {
      title: (n: number) => (n === 1 ? "Delete annotation?" : "Delete annotations?"),
      body: (n: number) =>
        n === 1
          ? "Are you sure you want to permanently delete this annotation? This action cannot be undone."
          : `Are you sure you want to permanently delete ${annotations(n)}? This action cannot be undone.`,
      confirm: (n: number) => (n === 1 ? "Yes, delete annotation" : "Yes, delete annotations"),
      done: (n: number) => (n === 1 ? "1 annotation was deleted" : `${annotations(n)} were deleted`),
    },
    sessions: {
      title: (n: number) => (n === 1 ? "Delete session?" : "Delete sessions?"),
      body: (names: readonly string[], n: number) =>
        `Are you sure you want to permanently delete ${names.length === 1 ? names[0] : `${number(names.length)} sessions`}${n === 0 ? "" : ` with ${annotations(n)}`}? This action cannot be undone.`,
      confirm: (n: number) => (n === 1 ? "Yes, delete session" : "Yes, delete sessions"),
      done: (n: number) => (n === 1 ? "1 session was deleted" : `${number(n)} sessions were deleted`),
    },
    undo: "Undo",
    notTakenBack: {
      changed: "It was changed since. Take that back first, with Undo in the list of annotations.",
      gone: "It was taken back already.",
      busy: "Another step is being taken back. Try again in a moment.",
    },
  },

  load: {
    title: "Load Annotations",
    sessions: "Sessions",
    columns: { name: "Name", annotations: "Annotations", created: "Date created", loaded: "Loaded" },
    searchSessions: "Search sessions",
    create: "Create session",
    newName: "New Session Name",
    creating: "Please wait...",
    delete: "Delete",
    load: "Load",
    unload: "Unload",
    isLoaded: { none: "None", some: "Some", all: "All" },
    fetching: (share: number) => `Loading ${Math.floor(100 * share)}%`,
    notLoaded: (name: string, why: string) => `The annotations of “${apart(name)}” could not be loaded. ${why}`.trim(),
    failed: "Failed",
    onlySession: "A recording keeps one session at least.",
    fileSession: "The annotations of the file itself cannot be changed.",
    selectSession: "Select a session first.",
    noSession: "Info: Please select a session to view annotations.",
    retrieving: "Retrieving Session...",
    empty: "There are no records to display",
    nothingFound: "Nothing matches the search.",
    /** Under the table of sessions, and that of the annotations of one. */
    createdIn: (timezone: string) => `Dates in ${timezone}`,
    datesIn: (timezone: string) => `Times in ${timezone}`,
    sessionName: "Session name",
    rename: "Rename",
    renameFailed: "Renaming annotation group unsuccessful:",
    renameFailedTitle: "Session not renamed",
    renamed: (name: string) => `The session is called ${apart(name)} now`,
    annotations: (name: string) => `Annotations of ${apart(name)}`,
    detail: { title: "Title", date: "Date", type: "Type", loaded: "Loaded" },
    searchAnnotations: "Search annotations",
    yes: "Yes",
    no: "No",
    fileType: "File",
    selected: (n: number, of: number) => `${number(n)} of ${annotations(of)} selected`,
    selectAll: (n: number) => `Select all ${number(n)}`,
    selectNone: "Select none",
    view: "View data",
    viewOne: "Select one annotation to view it.",
    selectSome: "Select annotations first.",
    deleteAnnotations: "Delete annotations",
    deleteSession: "Delete session",
    copy: "Copy into a session",
    copied: (n: number, name: string) =>
      n === 1 ? `1 annotation was copied into ${apart(name)}` : `${annotations(n)} were copied into ${apart(name)}`,
  },

  setup: {
    title: "Annotation Setup",
    how: "Session",
    existing: "Continue with an existing session",
    create: "Create a new session",
    session: "Session",
    name: "Session name",
    written: "New annotations will be written to:",
    others: "Load annotations from other sessions",
    noOthers: "There are no other sessions.",
    other: (name: string, n: number) => `${apart(name)} (${number(n)})`,
    total: (n: number) => `This will load ${number(n)} annotation(s)`,
    load: "Load",
    make: "Create",
    wait: "Please wait...",
    failed: "Annotations not loaded",
  },

  patient: {
    tab: "Annotations",
    title: "Annotation sessions",
    hint: "Sessions of the patient's files. A session opens in the review of its file, with its annotations loaded. What a file itself holds is counted in the list of patients, not here.",
    columns: { session: "Session", annotations: "Annotations", created: "Date created" },
    zone: (timezone: string) => `Times in ${timezone}`,
    noFiles: "This patient has no files that can be reviewed.",
    noSessions: "No sessions yet. The first one is made when the file is annotated.",
    open: (name: string) => `Open ${apart(name)} in the review`,
    loading: "Loading sessions…",
    more: (n: number) => `Show more files (${number(n)})`,
  },
} as const;
