/** The second stage: every file to its address, several at a time, each compared by the server before it counts as sent. */

import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { checkMd5 } from "../../../../protocol/uploads.ts";
import type { SourceContent } from "../../types.ts";
import { isReadable, sentBlob } from "../../worker/content.ts";
import type { UploadQueueDeps } from "../tools.ts";
import { ask, askOnce, demandUncanceled, isTransientFailure, isTransientStatus, noRoom } from "./ask.ts";
import { UploadFailed } from "./failures.ts";
import { Line } from "./line.ts";
import { persist, retryDelayMs, StoreFull } from "./retry.ts";
import type { Stage } from "./stage.ts";
import { freshMs, type Unit, unitsAgain, unitsOf, withNewAddress } from "./units.ts";

/** Requests in flight; browsers allow six to one address, the page itself needs some. */
const lanes = 4;
/** New addresses for one request after refusals, the first one not counted. */
const mostRefusals = 4;
const { reasons } = uploadQueueText;

/** One file to send. */
export interface Sending {
  readonly fileId: number;
  readonly path: string;
  /** For the user's eyes. */
  readonly chosenPath: string;
  readonly content: SourceContent;
  readonly size: number;
  /** Of what is sent, as the server knows it. */
  readonly md5: string;
  readonly partCount: number;
  readonly isInfo: boolean;
  /** Of it the stage counts so many as sent already: those that the server had when the upload was continued. */
  readonly countedBytes: number;
}

export interface Transfer {
  readonly uploadId: number;
  readonly partSize: number;
  readonly files: readonly Sending[];
  readonly stage: Stage;
  readonly tools: UploadQueueDeps;
  readonly signal: AbortSignal;
}

type OnLine = Transfer & { readonly line: Line; readonly room: Room };

/** The store gave no usable answer; it may later. */
class NoAnswer extends Error {}
const isOfStore = (error: unknown) => error instanceof NoAnswer || isTransientFailure(error);
/** So many bytes do not lie in the buffers of a line that leads nowhere, and what goes on leaving for so long does not either. */
const movedBytes = 1024 * 1024;
const movingMs = 5000;

/** Lanes that wait for room go on together when one of them finds some. */
class Room {
  #waiting: (() => void)[] = [];
  found(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/**
 * Sends every file. One that arrived damaged is sent once more.
 * @throws UploadFailed with a sentence that names the file, UploadCanceled, UploadUnreachable, the signal's reason
 */
export async function transfer(order: Transfer): Promise<void> {
  const stop = new AbortController();
  const line = new Line(order.tools.nowMs);
  const all = { ...order, line, room: new Room(), signal: AbortSignal.any([order.signal, stop.signal]) };
  const units = unitsOf(all);
  const left = new Map<number, number>();
  const lane = async () => {
    try {
      for (let unit = await units.next(); !unit.done; unit = await units.next()) {
        const { file, ofUnits } = unit.value;
        if (unit.value.address !== null) await send(all, unit.value);
        const remaining = (left.get(file.fileId) ?? ofUnits) - 1;
        left.set(file.fileId, remaining);
        if (remaining <= 0) await settle(all, file);
      }
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  if (ends.some(({ status }) => status === "rejected")) throw all.signal.reason;
}

/** Has the server compare a file that was sent as a whole; a damaged one is sent again, once. */
async function settle(order: OnLine, file: Sending): Promise<void> {
  const { tools, uploadId, signal, stage } = order;
  const body = { upload_id: uploadId, filename: file.path, md5: file.md5 };
  let { transmitted_properly: isRight } = await ask(tools, checkMd5, body, signal);
  if (!isRight) {
    stage.addBytes(-file.size);
    await demandReadable(file);
    for (const unit of await unitsAgain(order, file)) await send(order, unit);
    ({ transmitted_properly: isRight } = await ask(tools, checkMd5, body, signal));
  }
  if (!isRight) throw new UploadFailed(reasons.md5(file.chosenPath));
  stage.addFile();
}

/** Sends a whole file or one part of it. Expired and refused addresses are replaced. */
async function send(order: OnLine, first: Unit): Promise<void> {
  const { tools, signal, stage, uploadId, line, room } = order;
  let unit = first;
  let isFull = false;
  let isFound = false;
  let isAgain = false;
  const foundByOthers = async () => {
    await room.next();
    isFound = true;
  };
  const patience = {
    ...tools,
    pause: (ms: number, all: AbortSignal) =>
      isFull ? Promise.race([tools.pause(ms, all), foundByOthers()]) : tools.pause(ms, all),
  };
  for (let refusals = 0; ; ) {
    const attempt = (gotThrough: () => void) => {
      if (isFound) gotThrough(); // it may wait for the line now
      isFound = false;
      return line.take(unit.end - unit.start, signal, () => sendOnce(gotThrough));
    };
    const sendOnce = async (gotThrough: () => void) => {
      // A store that is full takes the whole body before it says so: the server is asked first whether there is room.
      if (isFull) {
        unit = await withNewAddress(order, unit, askOnce);
        isFull = false;
        room.found();
        gotThrough();
      }
      // Also while the store gives no answer at all: an address may have grown too old meanwhile.
      if (tools.nowMs() - unit.gotMs > freshMs) unit = await withNewAddress(order, unit);
      const { file, start, end, address } = unit;
      if (address === null) return 200;
      let moved = 0;
      let sinceMs: number | undefined;
      let isMoving = false;
      const onBytes = (bytes: number) => {
        if (isAgain && bytes > 0) {
          isAgain = false;
          stage.restartEstimate(); // what it waited for is no slow line
        }
        stage.addBytes(bytes);
        if (bytes <= 0 || isMoving) return;
        moved += bytes;
        sinceMs ??= tools.nowMs();
        if (moved < movedBytes && tools.nowMs() - sinceMs < movingMs) return;
        isMoving = true;
        gotThrough();
        tools.trouble?.moves("store"); // other requests may wait for the line behind this one
      };
      const answer = await tools.put(address, sentBlob(file.content).slice(start, end), { signal, onBytes });
      isAgain = answer === 0 || isTransientStatus(answer);
      if (answer === 0) await demandReadable(file);
      isFull = answer === noRoom;
      if (isFull) throw new StoreFull();
      if (isTransientStatus(answer)) throw new NoAnswer();
      if (answer >= 200 && answer < 300) line.answered(end - start);
      return answer;
    };
    const status = await persist(attempt, { isTransient: isOfStore, kind: "store" }, patience, signal);
    if (status >= 200 && status < 300) return;
    if (++refusals > mostRefusals) throw new UploadFailed(reasons.refused(status));
    await demandUncanceled(tools, uploadId, signal);
    // An address that is too old is nobody's fault; a refused part (a slow line, to some stores) wants a pause.
    if (status !== 403 || refusals > 1) await tools.pause(retryDelayMs(refusals, tools.random()), signal);
    unit = await withNewAddress(order, unit);
  }
}

async function demandReadable({ content, chosenPath }: Sending): Promise<void> {
  if (!(await isReadable(content))) throw new UploadFailed(reasons.changed(chosenPath));
}
