/** Everything the page and the data worker say to each other: two closed unions. */
import type { Page } from "../protocol/page-codec.ts";
import type { Recipe } from "../protocol/recipe.ts";
import type { RecordingDetail, RecordingTail } from "../protocol/recordings.ts";
import type { ConnectionState, Credentials, FeedStatus, WantedPage } from "./types.ts";

/** A view of one series; `series` was announced before. Grid samples, device pixels, recording seconds per second. */
export interface LookMessage {
  type: "look";
  window: number;
  /** Counts the looks of the window; the status that has seen it carries the same number. */
  serial: number;
  series: number;
  startSample: number;
  endSample: number;
  widthPx: number;
  speed: number;
}

export type ToWorker =
  /** First message. `memory`: the core's memory, when the page may share it. */
  /** Loads the engine before it is known what for. */
  | { type: "prepare"; memory: WebAssembly.Memory | null }
  | {
      type: "start";
      url: string;
      credentials: Credentials;
      memory: WebAssembly.Memory | null;
      handover: SharedArrayBuffer | null;
      /** Ids of tiles are counted from here: those of no other feed of the page. */
      firstTile: number;
    }
  | { type: "authorise"; credentials: Credentials }
  | { type: "admit"; patientId: string; isAdmitted: boolean }
  | { type: "recording"; key: string; recording: RecordingDetail }
  /** A recording has grown, as the page knows. */
  | { type: "grown"; recordingId: number; tail: RecordingTail }
  /** What tiles can be made of: one modality of a recording through one recipe. */
  | { type: "series"; series: number; recordingKey: string; modality: string; recipe: Recipe }
  /** Of these the page will not speak again. */
  | { type: "forget"; series: number[]; recordings: string[] }
  | LookMessage
  | { type: "close"; window: number }
  /** Pages of products that a window wants and the page does not have; replaces what was said of that window. */
  | { type: "want-pages"; window: number; pages: WantedPage[] }
  /** The page lets go of these tiles: their slots may be written again. */
  | { type: "release"; tiles: number[] };

/** A finished tile. Either its bytes lie in a slot of the shared memory, or they are handed over. */
export interface DeliveredTile {
  id: number;
  series: number;
  /** Grid samples per column and index on the tile grid of that width. */
  columnSamples: number;
  index: number;
  kind: "samples" | "minmax";
  rows: number;
  count: number;
  firstSample: number;
  /** Grid sample up to which it was made: at most where the recording ended then. */
  endSample: number;
  /** Of the coarse grid. */
  isProvisional: boolean;
  /** Ticket: data (float32) at `slot`, breaks (bytes) right behind it. */
  slot: number | null;
  data: Float32Array<ArrayBuffer> | null;
  breaks: Uint8Array<ArrayBuffer> | null;
}

export type WindowStatus = Omit<FeedStatus, "connection" | "graceUntil" | "serverAheadMs" | "heardAt">;

/** Of pages of products that are wanted, by name: why the last try failed, and how far the server is. */
export interface PagesStatus {
  failed: [key: string, message: string][];
  fractions: [key: string, fraction: number][];
}

export type FromWorker =
  /** Tiles that were not handed over through shared memory; those that were are there. */
  | { type: "tiles"; tiles: DeliveredTile[] }
  | { type: "pages"; pages: { key: string; page: Page }[] }
  | { type: "pages-status"; status: PagesStatus }
  | { type: "recording-changed"; recordingId: number }
  /** The worker goes by it from now on. */
  | { type: "recording-grown"; recordingId: number; tail: RecordingTail }
  | { type: "connection"; state: ConnectionState }
  /** As FeedStatus has it. */
  | { type: "grace"; until: number | null }
  /** Something came from the server; said a few times a second at most. */
  | { type: "heard" }
  /** How far the server's clock was ahead as it was heard: less by what the message took. */
  | { type: "clock"; aheadMs: number }
  /** `isSettled`: everything this look asked for is here, and nothing is on its way or about to be asked for. */
  | { type: "status"; window: number; serial: number; status: WindowStatus; isSettled: boolean }
  /** The worker cannot work at all, with the user's sentence. */
  | { type: "broken"; message: string };
