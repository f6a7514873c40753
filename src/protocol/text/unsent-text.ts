/** Words about changes that wait in the browser until the server has them. */
import { apart } from "./apart.ts";

const changes = (n: number) => (n === 1 ? "1 change" : `${n.toLocaleString("en-US")} changes`);

export const unsentText = {
  title: "Changes that are not saved yet",
  chip: (n: number) => `${changes(n)} not saved yet`,
  of: (n: number, file: string) => `${changes(n)} of ${apart(file)} ${n === 1 ? "waits" : "wait"} to be sent.`,
  away: "The server could not be reached. They are sent as soon as it is.",
  file: (id: number) => `file ${id}`,
  open: "Open the review",
  export: "Save as a file",
  fileName: (id: number) => `unsaved-annotations-${id}.json`,
  discard: "Discard",
  discarding: {
    title: "Discard changes?",
    body: (n: number, file: string) =>
      `${changes(n)} of annotations of ${apart(file)} are not saved anywhere else. They are lost.`,
    confirm: "Yes, discard them",
    cancel: "No, keep them",
  },
  leaving: {
    title: (n: number) => `${changes(n)} ${n === 1 ? "is" : "are"} not saved yet`,
    body: "Annotations that the server does not have yet are kept in this browser, for your account alone, and are sent when you sign in here again.",
    stay: "Stay",
    leave: "Sign out anyway",
  },
} as const;
