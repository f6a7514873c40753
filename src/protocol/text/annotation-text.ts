/** Words about annotations that the store of the review says itself (spec 001 sections 3, 4 and 8 where they stand there). */
import { apart } from "./apart.ts";

const counted = (n: number, one: string) => (n === 1 ? one : `${n.toLocaleString("en-US")} ${one}s`);

export const annotationText = {
  /** Of the file itself; read only. */
  fileSession: "From the file",
  /** What Undo and Redo speak of. */
  acts: {
    create: (n: number) => `add ${counted(n, "annotation")}`,
    modify: (n: number) => `change ${counted(n, "annotation")}`,
    delete: (n: number) => `delete ${counted(n, "annotation")}`,
    copy: (n: number) => `copy ${counted(n, "annotation")}`,
    deleteSessions: (names: readonly string[]) =>
      names.length === 1 ? `delete session “${apart(names[0])}”` : `delete ${counted(names.length, "session")}`,
    /** An act that others came after, and that was taken back by one of its own. */
    takeBack: (what: string) => `take back “${what}”`,
    undo: (what: string) => `Undo: ${what}`,
    redo: (what: string) => `Redo: ${what}`,
  },
  sessionGone: (name: string, next: string | null) =>
    `“${apart(name)}” was deleted by somebody else. ${next === null ? "No session is chosen now." : `New annotations go to “${apart(next)}” now.`}`,
  /** Spec 001 section 8: sessions that a review opens with, or the list of them. */
  notLoaded: (why: string) => `The annotations could not be loaded. ${why}`.trim(),
  notKept: "This browser keeps nothing. Annotations that are not saved yet are lost when the page is closed.",
  unknown: "Unknown",
  /** Spec 001 section 8. */
  noSession: "Annotation Session must be selected before creating an annotation.",
  noSessionAtEnd: "Can't finish the annotation because no annotation group is selected.",
  badInterval: "Could not create the annotation. Invalid start or end date.",
  noHover: "There was a problem updating the in progress annotation.",
  /** A window that shows none of the recording under review. */
  otherRecording: (name: string) =>
    `This window shows no signal of ${apart(name)}, whose annotations these are. Mark in a window that does.`,
  /** Under plots that show other recordings. */
  notOfThese: (name: string) => `Annotations of ${apart(name)} are not shown over other recordings.`,
  ofOne: (name: string) =>
    `The annotations are those of ${apart(name)}, at their time; other recordings are shown beside it.`,
  /** To the keys that go from one to the next. */
  noneLoaded: "No annotations are loaded.",
  noneLater: "No annotation that is loaded lies later.",
  noneEarlier: "No annotation that is loaded lies earlier.",
  noneHere: "No annotations are shown in this window.",
  notInThisMode: "Annotations are made in annotate mode.",
  /** Somebody has changed it since. */
  undoAnyway: {
    title: "Undo all the same?",
    redoTitle: "Redo all the same?",
    body: "Somebody has changed it since. What they changed is overwritten.",
    confirm: "Overwrite",
    cancel: "Cancel",
  },
  noPermission: "You do not have permission for this action",
  /** Save was pressed; pressed again it does what it says. */
  changedMeanwhile:
    "Somebody has changed this annotation while you edited it. Save again to overwrite their change, or cancel to see it.",
  deletedMeanwhile:
    "Somebody has deleted this annotation while you edited it. Save again to make it anew, or cancel to leave it deleted.",
  /** Title of one that is marked as such. */
  artifact: "Artifact",
  /** Of one whose editor is left without saving. */
  newKept: "The new annotation is kept as it is.",
  marksArtifacts: "Mark artifacts: what is marked masks its span",
  mode: "Mode",
  modes: { annotate_mode: "Annotate", configure_mode: "Configure", view_mode: "View" },
  tool: "What a press on a plot does",
  tools: {
    cursor: "Drag to move the page",
    brush: "Drag to mark a span",
    click: "Press to mark a point",
  },
  /** In the hint of the tool that marks spans. */
  brushRows: "Drag to mark a span: over some of the traces it is of their channels, over all of them of every channel",
} as const;
