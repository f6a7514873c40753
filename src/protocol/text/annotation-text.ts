/** Words about annotations that the store of the review says itself (spec 001 sections 3, 4 and 8 where they stand there). */
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
    undo: (what: string) => `Undo: ${what}`,
    redo: (what: string) => `Redo: ${what}`,
  },
  notKept: "This browser keeps nothing. Annotations that are not saved yet are lost when the page is closed.",
  unknown: "Unknown",
} as const;
