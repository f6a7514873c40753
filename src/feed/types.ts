/** The page's handle of the data worker. */

import type { Page } from "../protocol/page-codec.ts";
import type { RenderModalities } from "../protocol/pages.ts";
import type { Filters, Recipe } from "../protocol/recipe.ts";
import type { RecordingDetail, RecordingTail } from "../protocol/recordings.ts";
import type { TraceTile } from "../render/types.ts";

/** What one window looks at. The page calls `look` whenever it changes, up to every frame; the worker does the rest. */
export interface Look {
  recording: RecordingDetail;
  modality: string;
  recipe: Recipe;
  /** Grid samples of the view, and device pixels of the plot. */
  startSample: number;
  endSample: number;
  widthPx: number;
  /** 0 = still; otherwise signed playback speed in recording seconds per second. Steers prefetch. */
  speed: number;
}

/**
 * "unauthorised": the server wants another token; nothing is tried again before `authorise` brings one.
 * "unavailable": the server is there and cannot check who may connect, because its database is away; tried again by itself.
 * "outdated": the page is of another version than the server; tried again every few seconds, the page must be loaded anew.
 * "crowded": the user has as many connections as one may have; tried again every few seconds.
 */
export type ConnectionState =
  | "connecting"
  | "connected"
  | "disconnected"
  | "unavailable"
  | "crowded"
  | "outdated"
  | "unauthorised";

/** With what the data query socket is opened. */
export interface Credentials {
  /** Null: nobody is signed in. */
  token: string | null;
  /** `parent_study_id`; null: the token's own. */
  workspaceId: number | null;
}

export interface FeedStatus {
  connection: ConnectionState;
  /** The server's database is away: it goes on showing what was opened before until then at most (epoch ms). Null: all is well. */
  graceUntil: number | null;
  /** By how many ms the server's clock is ahead of this computer's; null until it was told. */
  serverAheadMs: number | null;
  /** When anything last came from the server, as `performance.now` says it: while all is well it sends its clock every second. Null: not known. */
  heardAt: number | null;
  /** Pages that this window lacks, but for those whose last try failed. */
  pending: number;
  /** 0..1 while the server builds what a long view needs, else null. */
  buildingFraction: number | null;
  /** Grid spans of the current look whose last try failed, with the user's sentence. They are being retried. */
  failed: readonly { startSample: number; endSample: number; message: string }[];
}

export interface FeedWindow extends Disposable {
  look(look: Look): void;
  /**
   * Takes over what is finished for the current look; at rest waits a few ms for tiles that are being made of pages that are here, so
   * that a new montage is drawn in the frame after the key. Holds up the thread: to be called once in a frame.
   */
  catchUp(): void;
  /**
   * Tiles to draw for the current look, best first: the exact ones, then, where those are missing, older ones of the
   * same recipe at another zoom. Never tiles of another recipe. Cheap: called every frame.
   */
  tiles(): readonly TraceTile[];
  /** True when every tile of the current look is exact and here. */
  isComplete(): boolean;
  /** Grid samples of the current look that are not, ascending. */
  missing(): readonly { readonly start: number; readonly end: number }[];
  /** Those of them that are shown by a provisional picture, which comes first where the exact one takes long. */
  provisional(): readonly { readonly start: number; readonly end: number }[];
  /** The whole look is shown by something that is fine enough to be recognised: 64 columns of it, or the exact tiles. */
  isPictured(): boolean;
  /** Grid sample up to which a view of the look's length could move on and be exact; Infinity at the recording's end. */
  readyUntil(): number;
  readonly status: FeedStatus;
  /** Called on the page thread when tiles or status changed; the frame loop redraws. */
  onChange: () => void;
}

/** A page of a product: the name says all that its content depends on, the end of what grows as well. */
export interface WantedPage {
  readonly key: string;
  readonly request: Omit<RenderModalities, "page_id">;
  /** After which it is given up and asked for again, where that is not as of all pages. ms */
  readonly timeoutMs?: number;
  /**
   * Pages of a line that follow each other may be asked for in one request over all of their times: nothing else of their requests differs, and the answer
   * has the blocks of a source one behind the other, one for each page.
   */
  readonly line?: { readonly name: string; readonly at: number };
}

/** What one window wants of products: pages that are no tiles (bins, resampled means). */
export interface PageWindow extends Disposable {
  /** The pages that it shows, in order of need. What no window wants any more is cancelled. Equal names: nothing happens. */
  want(pages: readonly WantedPage[]): void;
  /** A page that is here, also one that is not wanted any more. */
  page(key: string): Page | undefined;
  /** Why the last try for a page failed, in the user's sentence; null: it has not. It is being retried. */
  failureOf(key: string): string | null;
  /** All that is wanted is here. */
  isComplete(): boolean;
  readonly status: FeedStatus;
  /** Called when pages or status changed. */
  onChange: () => void;
}

export interface Feed extends Disposable {
  openWindow(): FeedWindow;
  openPages(): PageWindow;
  readonly connection: ConnectionState;
  /** When anything last came from the server, as `performance.now` says it. Null: not known. */
  readonly heardAt: number | null;
  /**
   * From now on the connection is made with these; the same ones change nothing while connected. What was fetched before
   * stays: a feed belongs to one user, and is disposed of when they sign out.
   */
  authorise(credentials: Credentials): void;
  /** Whether a patient is being recorded, as the page knows: from now on what is asked for of them says so; before, it says nothing of it. */
  admit(patientId: string, isAdmitted: boolean): void;
  /** Called when the server says that what is known of a recording has changed: it is to be described anew. */
  onRecordingChange: (dataObjectId: number) => void;
  /** Whoever describes other recordings, and analyses, hears the same. Returns the end of it. */
  hearChanges(hear: (dataObjectId: number) => void): () => void;
  /**
   * Keeps a description up with its recording while that grows, in place (domain/time/growth.ts): `hear` is told each time.
   * Returns the end of it.
   */
  follow(recording: RecordingDetail, hear: () => void): () => void;
  /** What the page knows of a recording that grows is newer: brings all that is followed, and the worker, up to it. */
  grow(dataObjectId: number, tail: RecordingTail): void;
  /** Resolves when no window has pages pending (tests). */
  whenIdle(): Promise<void>;
}

export type { Filters, TraceTile };
