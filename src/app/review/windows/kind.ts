/** What the review knows of a kind of window. Nothing outside a kind's own folder knows more of it. */
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { LinkedWindowEvent } from "../../../domain/time/linked-events.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import type { Feed } from "../../../feed/types.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import type { TraceRenderer } from "../../../render/types.ts";
import type { AnnotationStore } from "../annotations/types.ts";
import type { WindowSaving } from "../configure/window-saving.ts";
import type { MontageStore } from "../montages/montage-store.ts";
import type { RowInputs } from "../plot/masked-rows.ts";
import type { FeedReadout } from "../plot/status.ts";
import type { LinkGroup } from "../time/link-group.ts";
import type { Timeline } from "../time/timeline.ts";
import type { StoredProps, VersionedProps } from "./versioned-props.ts";

/** What a window is opened with. */
export interface WindowContext {
  /** Of the file that the review was opened for, and its annotations. */
  readonly recording: RecordingDetail;
  readonly annotations: AnnotationStore;
  /** Takes all windows of the review to an event; false: all are live, and none goes. */
  showEvent(event: Span): boolean;
  readonly feed: Feed;
  /** The montages of people that the reader sees. */
  readonly montages: MontageStore;
  /** The windows it is linked with. */
  readonly link: LinkGroup;
  /** The view to begin with; null: a page of the kind's own length. */
  readonly wanted: Span | null;
  /** Where that page begins: where the linked views stand; null: at the beginning of the file. */
  readonly startMs: number | null;
}

/** A window that is open. */
export interface OpenWindow extends Disposable {
  readonly timeline: Timeline;
  /** Proxy of its settings: whoever keeps them listens to it. */
  readonly props: object;
  readonly readout: FeedReadout;
  /** Where the middle of its view goes when an event is reviewed; absent: its view begins with the event. */
  readonly atEvent?: LinkedWindowEvent;
  /** Every tile of the present view is exact and here, or there is nothing to show. */
  isComplete(): boolean;
  /** The present view is shown so finely that it is recognised; perhaps provisionally. */
  isPictured(): boolean;
  /** What the rows, or series, that it shows are made of. */
  maskedRows(): readonly RowInputs[];
  /** Why its traces cannot be chosen for an annotation, in a sentence; absent: they can. */
  readonly noVisibleTraces?: string;
}

export interface WindowBodyProps<Window extends OpenWindow = OpenWindow> {
  window: Window;
  /** Its place in the display. */
  area: string;
  /** Keys act in it. */
  isActive: boolean;
  /** Forces a back end of the renderer. */
  backend: TraceRenderer["backend"] | undefined;
  /** Told when the renderer is there, when its back end changed and, with null, when it is gone. */
  onRenderer: (renderer: TraceRenderer | null) => void;
  /** How what is set in it is kept. */
  saving: WindowSaving;
  /** Takes the window out of the display; absent where it cannot be. */
  onClose?: () => void;
}

/** A kind's lazy part: how it opens and how it looks. */
export interface WindowModule<Props extends object, Window extends OpenWindow> {
  open(context: WindowContext, props: Props): Window;
  readonly Body: ComponentType<WindowBodyProps<Window>>;
  /** Settings as a document keeps them. */
  stored(window: Window): StoredProps;
  /** What a link to the window carries besides: what its settings only name, and whoever opens the link may not have. */
  carried?(window: Window): StoredProps;
  /** What the address says of its settings; absent: nothing. Members are checked by `shell/review-search.ts`. */
  readonly address?: {
    read(search: Readonly<Record<string, unknown>>, context: Pick<WindowContext, "recording">): StoredProps;
    write(window: Window, context: Pick<WindowContext, "recording">): Readonly<Record<string, unknown>>;
  };
  /** What tests and benches may do to it besides, on `window.connect`. */
  testMembers?(window: Window): object;
}

export interface WindowKind<Props extends object = object, Window extends OpenWindow = OpenWindow> {
  /** The `componentId` of the specification (spec 001 section 3). */
  readonly id: string;
  readonly title: string;
  readonly props: VersionedProps<Props>;
  /** CSS px. */
  readonly minSize: { readonly width: number; readonly height: number };
  /** The button that opens one more; absent: it is not offered. */
  readonly opener?: { readonly label: string; readonly icon: LucideIcon };
  readonly load: () => Promise<WindowModule<Props, Window>>;
}

/** Declares a kind. Outside its folder nobody looks into its props and windows: a kind is only given what it made itself. */
export const defineKind = <Props extends object, Window extends OpenWindow>(
  kind: WindowKind<Props, Window>,
): WindowKind => kind as unknown as WindowKind;
