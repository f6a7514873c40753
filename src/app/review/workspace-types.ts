/** What a workspace is: the display, its areas and windows, and what can be asked of them. */
import type { LayoutGrid, LayoutTree } from "../../domain/layout.ts";
import type { Room } from "../../domain/layout-room.ts";
import type { Span } from "../../domain/time/view-span.ts";
import type { Feed } from "../../feed/types.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { TraceRenderer } from "../../render/types.ts";
import type { AnnotationStore } from "./annotations/types.ts";
import type { DisplayKeeper } from "./configure/window-saving.ts";
import type { MontageStore } from "./montages/montage-store.ts";
import type { WindowLinks } from "./time/window-links.ts";
import type { OpenWindow, WindowKind, WindowModule } from "./windows/kind.ts";
import type { PropsDocument, StoredProps } from "./windows/versioned-props.ts";

/** A window of a display as a document keeps it. */
export interface WindowDocument extends PropsDocument {
  readonly componentId: string;
}

/** A display: its areas and what stands in each. `spans`: where the views were, of a display that is opened again. */
export interface DisplayDocument {
  /** What its layout is cut into; a grid that no cuts make stands as it is, without dividers. */
  readonly tree: LayoutTree | LayoutGrid;
  readonly areas: Readonly<Record<string, WindowDocument>>;
  readonly spans: Readonly<Record<string, Span>>;
  /** The area whose window has the keys; absent: the one that has them, else the first. */
  readonly active?: string;
}

/** A window and the module that made it. */
export interface OpenedWindow {
  readonly window: OpenWindow;
  readonly module: WindowModule<object, OpenWindow>;
  /** Of its settings. */
  readonly version: number;
  /** Tells it from every other window of the review. */
  readonly serial: number;
}

/** `area`: undefined for the first window, which an address need not name. */
export interface AddressedWindow extends OpenedWindow {
  readonly area: string | undefined;
}

/**
 * "empty": nobody has chosen a kind yet; "unknown": a kind, or a version of its settings, that this version does not have; its document is kept as it is.
 * "failed": its part of the application could not be fetched.
 */
export type AreaState = "loading" | "open" | "empty" | "unknown" | "failed";

export interface Area {
  state: AreaState;
  document: WindowDocument;
  opened: OpenedWindow | null;
}

export interface Display {
  /** Null: none is chosen. */
  tree: LayoutTree | LayoutGrid | null;
  areas: Record<string, Area>;
  /** The area whose window has the keys. */
  active: string;
  /** View mode: windows stay where and what they are, and nothing that is set in them is saved. */
  isFixed: boolean;
}

export interface WorkspaceOptions {
  /** One that grows is kept up with it, in place. */
  readonly recording: RecordingDetail;
  readonly annotations: AnnotationStore;
  readonly feed: Feed;
  readonly montages: MontageStore;
  /** The view of the window that the address speaks of; null: its own. */
  readonly wanted: Span | null;
  /** The address: which window it speaks of (the first, unless told), which reads settings from it; null: those of the document are newer. */
  readonly search: Readonly<Record<string, unknown>> | null;
  readonly document: DisplayDocument;
  /** What the windows stand in, as large as it is now; absent: not known. */
  readonly room?: () => Room;
}

export interface ReviewWorkspace extends Disposable {
  readonly recording: RecordingDetail;
  readonly annotations: AnnotationStore;
  readonly feed: Feed;
  readonly links: WindowLinks;
  /** A proxy; written by the functions here. */
  readonly display: Display;
  /** Who keeps what is set in its windows; null: nobody. */
  keeper: DisplayKeeper | null;
  /**
   * Shows another display, or what became of this one: windows that stand where they stood (same letter and kind) stay
   * open with `isSame`. Linked views go on where they were. Null: none.
   */
  show(document: DisplayDocument | null, options?: { isSame: boolean }): void;
  /** Other sizes of the areas. */
  resize(tree: LayoutTree): void;
  /**
   * Puts a kind of window where none or another one was. Returns the way back to that one with its settings: false where another
   * window stands there by then.
   */
  choose(area: string, kind: WindowKind): () => boolean;
  /** Two windows change places; each keeps its letter. */
  swap(area: string, other: string): void;
  /** Adds a window where there is room for it; with settings of the present version of its kind, where some are given. */
  add(kind: WindowKind, props?: StoredProps): void;
  close(area: string): void;
  activate(area: string): void;
  /** Fetches what an area that failed was lacking. */
  tryAgain(area: string): void;
  /** The first window; null until it is open. */
  leader(): OpenedWindow | null;
  opened(area: string): OpenedWindow | null;
  /** Settings of an open window as documents keep them, in the present version of its kind. */
  stored(opened: OpenedWindow): StoredProps;
  /** What a link to the display carries of its windows besides, by area. */
  carried(): Readonly<Record<string, StoredProps>>;
  /** Told of what draws a window, and when it goes. */
  setRenderer(area: string, renderer: TraceRenderer | null): void;
  renderer(area: string): TraceRenderer | null;
  /** Calls `listener` now, and when a window was opened or closed or what draws it came or went. Returns the untying. */
  listen(listener: () => void): () => void;
  /** Calls `listener` when the reader rearranged the display: sizes, kinds, places. Returns the untying. */
  onEdit(listener: () => void): () => void;
  /** The window that the address speaks of: the active one, or the first where that has none; null until it is open. */
  addressed(): AddressedWindow | null;
  /** Ties something to the window that the address speaks of, as long as it is that one. Returns the untying. */
  withAddressed(tie: (addressed: AddressedWindow) => () => void): () => void;
  /** The same with the first window. */
  withLeader(tie: (leader: OpenedWindow) => () => void): () => void;
  snapshot(): DisplayDocument;
}
