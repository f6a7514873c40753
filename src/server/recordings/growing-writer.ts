/** Appends to a recording that is reviewed while it grows, seals and completes it (growing-recording.ts). */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { FileAnnotation, RecordingTail } from "../../protocol/recordings.ts";
import { replaceDurably } from "../platform/durable.ts";
import { bytesPerValue, recordingFolder, sumsFiles } from "./geometry.ts";
import { type AppendedBlock, AppendRefused, foresee } from "./growing-append.ts";
import { RecordingTaken, type RowHold } from "./growing-hold.ts";
import { type Alongside, growingRows, type Sealed } from "./growing-rows.ts";
import type { RecordingWriter } from "./recording-writer.ts";
import { remoteFolder, storeFolder } from "./remote-files.ts";
import type { RemoteHome } from "./remote-home.ts";
import { dropFolder } from "./sweep.ts";
import type { SourceHead } from "./types.ts";

export interface GrowingHome {
  db: NodePgDatabase;
  dataDir: string;
  /** Where complete recordings are kept, when it is not the data folder. */
  remote?: RemoteHome | null;
  /** Readers of this installation can be told of what was appended. */
  onTold?: (id: number) => void;
}

export interface AppendOptions {
  /** Of what was sent, kept with the count of appends (`lastDigest`). */
  digest?: string;
  /** Told how many bytes void blocks will take which are written beside the samples; what it throws ends the append. */
  demandRoom?(voidBytes: number): Promise<void>;
}

export interface GrowingRecording {
  readonly id: number;
  readonly groups: SourceHead["groups"];
  readonly startMs: number;
  /** Where it ends, as acknowledged. */
  readonly tail: RecordingTail;
  /** False: it takes nothing more, because it failed, was lost to somebody else, or is over. */
  readonly isWritable: boolean;
  /** How many appends were acknowledged, since it began: counted in the same file as the samples. */
  readonly appends: number;
  /** Digest that the last of them came with, from the same file; "" when it came with none. */
  readonly lastDigest: string;
  /**
   * Appends one block a group at most. Resolves when it is acknowledged; readers see it a moment later. After a failure
   * nothing of it counts, and nothing more is taken: `resumeGrowing` goes on with what was acknowledged.
   * @throws AppendRefused, or what the disk says
   */
  append(blocks: readonly AppendedBlock[], options?: AppendOptions): Promise<void>;
  /** Gives all whole blocks their sums. */
  seal(): Promise<void>;
  /** Completes the recording: from now on it is one like any other. `alongside`: what else that commit changes. */
  close(annotations?: readonly FileAnnotation[], repairs?: string[], alongside?: Alongside): Promise<void>;
  /** Lets go of the recording, which stays as it was acknowledged and may be resumed. */
  leave(): Promise<void>;
}

const beatMs = 1000;
/** How often lists are told of its length and size: their sums cost more than the tail. */
const listedMs = 5000;
/** Begins with a dot: it is no part of the recording and is not stored in a service. */
export const tailFile = ".tail";

/** What the file of the tail holds. */
export type StoredTail = RecordingTail & { appends: number; lastDigest: string };

export interface Writing extends GrowingHome {
  remote: RemoteHome | null;
  id: number;
  token: string;
  head: SourceHead;
  writer: RecordingWriter;
  sealed: Sealed;
  appends: number;
  lastDigest: string;
  hold: RowHold;
  /** The revision that the row has. */
  toldRevision: number;
}

/** Takes turns of appending, sealing and ending, and tells the row. */
export function writeGrowing(writing: Writing): GrowingRecording {
  const { db, dataDir, remote, id, token, head, writer, sealed, hold, onTold } = writing;
  const rows = growingRows(db);
  const folder = recordingFolder(dataDir, id);
  let { tail } = sealed;
  let { appends, lastDigest } = writing;
  let failure: unknown = null;
  let isOver = false;
  /** What is done to the files, and to the row, each in turn. */
  let files: Promise<unknown> = Promise.resolve();
  let row: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const own = files.then(async () => {
      if (failure !== null) throw failure;
      if (isOver) throw new Error("The recording is closed.");
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppendRefused)) failure = error;
        throw error;
      }
    });
    files = own.catch(() => undefined);
    return own;
  }

  /** @throws Error when somebody else has taken the row */
  function toRow(change: () => Promise<boolean>): Promise<void> {
    const own = row.then(async () => {
      if (!(await change())) throw new RecordingTaken();
    });
    row = own.catch(() => undefined);
    return own;
  }

  const sizeOf = ({ groups }: RecordingTail) =>
    groups.reduce((sum, { sample_count }, k) => {
      const { channels, sample_type } = head.groups[k];
      return sum + sample_count * channels.length * bytesPerValue(sample_type);
    }, 0);

  /** Tells readers where it ends, or that it is still written. Without the database they are told with a later beat. */
  let isTelling = false;
  let { toldRevision } = writing;
  function tell(): void {
    if (isTelling || isOver) return;
    isTelling = true;
    const own = row.then(async () => {
      isTelling = false;
      const isHeld = isOver || (await tellRow().catch(() => true));
      if (isHeld && toldRevision === tail.revision) onTold?.(id);
      if (!isHeld) failure ??= new RecordingTaken();
    });
    row = own;
  }

  let listedAt = Number.NEGATIVE_INFINITY;
  let listedRevision = toldRevision;
  async function tellRow({ isLast = false } = {}): Promise<boolean> {
    const told = tail;
    const askedAt = performance.now();
    const isListed = told.revision !== listedRevision && (isLast || askedAt - listedAt >= listedMs);
    let isHeld: boolean;
    if (told.revision === toldRevision && !isListed) isHeld = await rows.beat(id, token);
    else isHeld = await rows.grow(id, token, told, isListed ? sizeOf(told) : undefined);
    toldRevision = told.revision;
    if (isListed) [listedAt, listedRevision] = [askedAt, told.revision];
    hold.note(askedAt, isHeld);
    return isHeld;
  }

  const beat = setInterval(tell, beatMs).unref();
  if (toldRevision !== tail.revision) tell();
  const end = async () => {
    isOver = true;
    clearInterval(beat);
    await row;
  };

  return {
    id,
    groups: head.groups,
    startMs: head.startMs,
    get tail() {
      return tail;
    },
    get isWritable() {
      return failure === null && !isOver;
    },
    get appends() {
      return appends;
    },
    get lastDigest() {
      return lastDigest;
    },

    append: (blocks, { digest = "", demandRoom } = {}) =>
      inTurn(async () => {
        const voidBytes = foresee(blocks, { head, endMs: tail.end_ms, writer });
        await demandRoom?.(voidBytes);
        await hold.demand();
        for (const block of blocks) await writer.append(block);
        await writer.commit({ isSealing: false });
        const next = writer.tail(
          tail.revision + 1,
          tail.groups.map(({ sealed_count }) => sealed_count),
        );
        // Commits may take their time: who lost the row meanwhile must not say where it ends.
        await hold.demand();
        await writeTail(folder, { ...next, appends: appends + 1, lastDigest: digest });
        tail = next;
        appends++;
        lastDigest = digest;
        tell();
      }),

    seal: () =>
      inTurn(async () => {
        await hold.demand();
        await writer.commit({ isSealing: true });
        const { sums, ...part } = writer.sealed();
        const next = writer.tail(
          tail.revision + 1,
          part.groups.map(({ sample_count }) => sample_count),
        );
        // Until the row names the new sums the other file holds the old ones, and the other way round.
        await writer.replaceSums("sums.copy", sums);
        await toRow(async () => {
          const isHeld = await rows.seal(id, token, { ...part, tail: next });
          if (isHeld) tail = next;
          return isHeld;
        });
        await writeTail(folder, { ...next, appends, lastDigest });
        await writer.replaceSums("sums", sums);
      }),

    close: (annotations = [], repairs = [], alongside) =>
      inTurn(async () => {
        await hold.demand();
        const facts = await writer.finish(annotations, repairs);
        if (remote !== null) {
          await storeFolder(remote.store, folder, id, token);
          for (const [k, bytes] of writer.allSums().entries())
            await remote.store.put(`${remoteFolder(id)}/${k}/${sumsFiles[0]}`, Buffer.from(bytes), bytes.length);
        }
        await toRow(() => rows.finish(id, token, { ...facts, size_bytes: sizeOf(tail) }, alongside));
        await end();
        if (remote !== null) await dropFolder(dataDir, id);
        else {
          await writer.completeSums();
          await rm(join(folder, tailFile), { force: true });
        }
      }),

    async leave() {
      await files;
      await row;
      await tellRow({ isLast: true }).catch(() => false); // whoever resumes tells it then
      await end();
      await writer.abandon();
      await rows.free(id, token);
    },
  };
}

export const writeTail = (folder: string, tail: StoredTail) =>
  replaceDurably(join(folder, tailFile), JSON.stringify(tail));
