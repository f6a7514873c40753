/** What a kind of window and its plot say to each other in a frame. Types. */

import type { Clock } from "../../../domain/time/clock.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import type { FeedWindow } from "../../../feed/types.ts";
import type { GridView, PlotColours, PlotSize } from "../../../picture/grid-view.ts";
import type { Recipe } from "../../../protocol/recipe.ts";
import type { DamagedSpan, RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import type { Frame, Rect, TraceRow, TraceTile } from "../../../render/types.ts";
import type { PlotGesture } from "./annotation-input.ts";
import type { Lane, RowInputs } from "./masked-rows.ts";
import type { Reading } from "./nearest-trace.ts";

/** Signals of one grid that a plot asks the feed for. */
export interface PlotSource {
  readonly recording: RecordingDetail;
  readonly group: SignalGroup;
  /** The same object for as long as it says the same. */
  readonly recipe: Recipe;
  /** Its own share of the feed. */
  readonly feedWindow: FeedWindow;
  /** What each row of the recipe is made of: masked samples are cut out of it. Absent: of what is computed where the data are. */
  readonly rowInputs?: readonly RowInputs[];
  /** More columns than these over the view are not asked for, however wide the plot is. */
  readonly mostColumns?: number;
  /** Damaged stretches of the group, ascending. */
  readonly damage: readonly DamagedSpan[];
  /** Playback waits for it: exact traces. What is derived of others lags behind. */
  readonly holdsClock: boolean;
}

/** What there is of a source in the view of a frame. */
export interface SourcePicture {
  readonly source: PlotSource;
  readonly view: GridView;
  readonly tiles: readonly TraceTile[];
}

/** The view of a frame and what there is to draw of it. */
export interface Picture {
  readonly span: Span;
  readonly size: PlotSize;
  readonly clock: Clock;
  readonly colours: PlotColours;
  /** As the content named them. */
  readonly sources: readonly SourcePicture[];
  readonly isPlaying: boolean;
}

/** Traces of one source in a rectangle of the plot; their lengths are counted from its left and upper edge. */
export interface TracePart {
  readonly picture: SourcePicture;
  readonly clip: Rect;
  readonly rows: readonly TraceRow[];
  /** Rows of the tiles whose values hold until the next one, and are drawn so. */
  readonly held?: ReadonlySet<number>;
}

/** A rectangle of the plot and the sources that are drawn in it. */
export interface MarkedPart {
  readonly clip: Rect;
  readonly pictures: readonly SourcePicture[];
}

export interface Drawing {
  readonly frame: Frame;
  /** Traces that the chip at the cursor may speak of. */
  readonly parts: readonly TracePart[];
  /** Where provisional stretches are marked, over the traces. */
  readonly marked: readonly MarkedPart[];
  /** Sources whose damage is marked over the whole plot; none where the frame shows it. */
  readonly damaged: readonly SourcePicture[];
}

/** What is said of a trace: its name, its value and, of one that shares its line with another, which of them it is; null: nothing. */
export type ReadTrace = (
  reading: Reading,
  part: TracePart,
) => { readonly name: string; readonly value: string; readonly tag?: string } | null;

/** What a kind of window brings to its plot. Called in frames: cheap, and nothing is made anew that is as before. */
export interface PlotContent extends Disposable {
  /** What the feed is asked for. The same array for as long as it says the same. */
  sources(): readonly PlotSource[];
  /** Asks for what a view will need beside its sources, before the frame that shows it; the same again changes nothing. */
  ask?(span: Span, size: PlotSize): void;
  /** What is drawn; null: nothing yet. */
  draw(picture: Picture): Drawing | null;
  /** Where its rows stand, and what they are made of: annotations and masks of channels are drawn there alone. */
  lanes(picture: Picture): readonly Lane[];
  /** A drag that marks a span names the channels of the lanes that it goes over. */
  readonly marksLanes?: boolean;
  /** No shade of an annotation over it is deeper. Absent: each is as deep as its annotation says. */
  readonly mostShade?: number;
  /** What the chip at the cursor says of a trace. */
  readonly reading: ReadTrace;
  /** Its rows say their values beside the cursor of another window. Absent: it shows them in elements of its own, or has none. */
  readonly saysRows?: boolean;
  /** It says itself where there is nothing in view; else the plot says it over all of it. */
  readonly saysEmpty?: boolean;
  /**
   * Called after the frame was drawn: what it sets in elements beside the canvas. `cursorX`: of the group's cursor, whichever window the
   * pointer is in, in device pixels; null without one, or where it is out of view.
   */
  drawn(picture: Picture, drawing: Drawing, cursorX: number | null): void;
  /** A press that is its own, before one of annotations. */
  readonly marking?: PlotGesture;
  /** The wheel with Alt held. */
  rowWheel?(event: WheelEvent): void;
}

export interface ContentOptions {
  readonly surface: HTMLElement;
  readonly margin: HTMLElement;
  /** Its own settings changed: a frame is needed. */
  readonly invalidate: () => void;
}
