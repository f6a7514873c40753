/** What a store of displays says of them, and what it asks of those around it. */
import type { DisplayForm, DisplayGroup, DisplayViews, WindowUpdate } from "../../../protocol/displays.ts";
import type { Visited } from "./visited.ts";

/** Why a call failed: "changed", there is a newer version; "refused", it is not allowed; "away", it may succeed later. */
export interface CallFailure {
  readonly kind: "changed" | "refused" | "away";
  readonly reason: string;
}

export interface DisplayStoreDeps {
  ask(ids?: readonly number[]): Promise<{ layouts: DisplayGroup[]; views: DisplayViews }>;
  create(name: string, layouts: readonly DisplayForm[], type: string): Promise<DisplayGroup>;
  /** `isLeaving`, here and below: the page goes, and the call outlives it where it can. */
  modify(group: DisplayGroup, name: string, layouts: readonly DisplayForm[], isLeaving: boolean): Promise<DisplayGroup>;
  remove(group: DisplayGroup): Promise<unknown>;
  update(groupId: number, updates: readonly WindowUpdate[], isLeaving: boolean): Promise<DisplayGroup>;
  /** Whether calls with these bodies can outlive the page. */
  canOutlivePage(bodies: readonly unknown[]): boolean;
  failureOf(error: unknown): CallFailure;
  /** Whether calls would be made in the name of whose displays these are: "later", nobody is signed in; "never", somebody else. */
  mayWrite(): "yes" | "later" | "never";
  /** Says why something could not be kept. */
  tell(reason: string): void;
  /** Which display was chosen last, on any computer. */
  remembered(): Chosen | null;
  remember(chosen: Chosen): void;
  /** What the address names: it counts for this review, where the reader sees it. */
  readonly addressed?: Chosen | null;
  /** The clock of whoever reads, ms since 1970. */
  now(): number;
  /** Returns the function that takes it back. */
  later(work: () => void, ms: number): () => void;
}

/** A display by its group; null: none of the group's. */
export interface Chosen {
  readonly group: number;
  readonly display: number | null;
}

export interface DisplayState {
  status: "loading" | "ready" | "failed";
  /** Why the groups could not be fetched. */
  failure: string | null;
  /** Personal ones first, each part by name. Replaced, never written into. */
  groups: readonly DisplayGroup[];
  views: DisplayViews;
  /** Null while there is no group, or none is chosen any more. */
  chosen: Chosen | null;
  /** The view of a link, shown in place of the chosen display; null: none. Replaced, never written into. */
  visited: Visited | null;
  /** Why properties of windows are not saved yet; null: all are, or are on their way. */
  waiting: string | null;
  /** Something of the displays is not on the server yet. */
  isSaving: boolean;
  /** When the server answered last that something is kept, ms since 1970; null: nothing was sent yet. */
  savedAtMs: number | null;
}

/** Who changed the structure of a display, and when. */
export interface Changer {
  readonly by: string;
  readonly atMs: number;
}
