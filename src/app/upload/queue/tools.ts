/** What the transfer needs of the world: calls, requests to the store, time and the connection. Tests bring their own. */
import type { AnswerOf, BodyOf, Route } from "../../../protocol/route.ts";
import type { PutAddress } from "../../../protocol/uploads.ts";
import { call } from "../../session/index.ts";
import { createHasher, type Hasher } from "../worker/hasher.ts";
import { queue } from "./state.ts";
import { pause, untilOnline } from "./transfer/connection.ts";
import { followUpload, type UploadNews } from "./transfer/follow-upload.ts";
import { putBlob } from "./transfer/put.ts";
import type { Patience } from "./transfer/retry.ts";

export interface PutOptions {
  signal: AbortSignal;
  /** Told how many bytes more have left; negative when they have to be sent again. */
  onBytes(bytes: number): void;
}

export interface UploadQueueDeps extends Patience {
  call<R extends Route>(route: R, body: BodyOf<R>, signal?: AbortSignal): Promise<AnswerOf<R>>;
  /** Resolves with the status of the answer; 0 when there was none. */
  put(address: PutAddress, blob: Blob, options: PutOptions): Promise<number>;
  createHasher(): Hasher;
  /** Hears of an own upload that something of it has changed (`../../news`). */
  followUpload(uploadId: number): UploadNews;
}

export const browserTools: UploadQueueDeps = {
  call,
  put: putBlob,
  createHasher,
  followUpload,
  nowMs: () => performance.now(),
  random: Math.random,
  isOnline: () => navigator.onLine,
  untilOnline: (signal) => {
    queue.isOffline = true; // until the browser says otherwise: tie.ts
    return untilOnline(signal);
  },
  pause,
};
