/** Which of the screens about annotations is open over a review. */
import { proxy } from "valtio";

export interface SessionPanels {
  isListOpen: boolean;
  /** "setup" asks which session new annotations go to, "new" asks for a new one. */
  dialog: "load" | "setup" | "new" | null;
  /** What the list is searched for. */
  search: string;
  /** Where the way from match to match led last; "": nowhere yet. */
  said: string;
}

/** A proxy; nothing is open. */
export const createSessionPanels = (): SessionPanels =>
  proxy<SessionPanels>({ isListOpen: false, dialog: null, search: "", said: "" });
