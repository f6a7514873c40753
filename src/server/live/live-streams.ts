/**
 * The streams that this node writes. Each is entered by the first call about it, whatever became of it before, and then
 * its calls are answered one after the other; what fails lets go of it, so that the next call goes on with what was acknowledged.
 */
import type { LiveRefusal } from "../../protocol/live.ts";
import { liveText } from "../../protocol/text/live-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";
import { demandRoom } from "../platform/storage/room.ts";
import { bytesPerValue } from "../recordings/geometry.ts";
import {
  AppendRefused,
  GrowingDamaged,
  type GrowingHome,
  type GrowingRecording,
  openGrowing,
  RecordingTaken,
  resumeGrowing,
} from "../recordings/index.ts";
import { groupsOf, noteAppended } from "./stream-rows.ts";

const { refused } = liveText;
/** Groups of all streams of a node: each takes about a megabyte. */
const mostGroups = 1024;
/** Calls that wait for one stream. */
const mostWaiting = 8;
/** A stream without a call for so long is let go of; the next call enters it again. */
const idleMs = 5 * 60_000;
/** For want of room, also one that had none for so long. */
const restingMs = 10_000;
const sealEveryMs = 5 * 60_000;
const sealBytes = 16 * 1024 * 1024;
/** Of a stream that is let go of for want of calls. */
const idleSealBytes = 1024 * 1024;
const noteEveryMs = 60_000;
/** What a seal and the row of a recording may need beside the samples. */
const spareBytes = 1024 * 1024;

/** A refusal that a gateway goes by. */
export const refusal = (
  status: number,
  code: LiveRefusal,
  sentence: string,
  { retryAfter, ...facts }: { retryAfter?: number; next_sequence?: number } = {},
): Refused => new Refused(status, sentence, retryAfter, { code, ...facts });

export interface LiveStreamsOptions extends GrowingHome {
  log: { warn(facts: object, event: string): void; info(facts: object, event: string): void };
}

interface Entered {
  readonly growing: GrowingRecording;
  /** Nothing more is done with it: whoever waited enters the stream again. */
  isLeft: boolean;
  waiting: number;
  calledAt: number;
  notedAt: number;
  sealedAt: number;
  unsealedBytes: number;
  turn: Promise<unknown>;
}

export class LiveStreams {
  private readonly entered = new Map<number, Promise<Entered>>();
  private readonly here = new Set<Entered>();
  private readonly timer: ReturnType<typeof setInterval>;
  /** Groups of streams that are being entered. */
  private entering = 0;
  private isStopping = false;

  constructor(private readonly options: LiveStreamsOptions) {
    this.timer = setInterval(() => void this.leaveIdle(idleMs, { isSealing: true }), idleMs / 4).unref();
  }

  /** Begins a recording. @throws what `openGrowing` does, as refusals where there is one for it */
  async begin(order: Parameters<typeof openGrowing>[0]): Promise<GrowingRecording> {
    return this.inPlace(order.head.groups.length, async () => {
      const growing = await this.onDisk(() => openGrowing({ ...order, onTold: this.options.onTold }));
      this.entered.set(growing.id, Promise.resolve(this.enteredBy(growing)));
      return growing;
    });
  }

  /**
   * Does what is asked of a stream, in its turn. `isClosed` is asked when it could not be entered, or had just ended: then null
   * is the answer. @throws Refused
   */
  async use<T>(
    id: number,
    work: (growing: GrowingRecording) => Promise<T>,
    isClosed: () => Promise<boolean>,
  ): Promise<T | null> {
    for (;;) {
      if (await isClosed()) return null;
      const stream = await this.enter(id);
      if (stream === null) {
        if (await isClosed()) return null;
        throw refusal(503, "elsewhere", refused.elsewhere, { retryAfter: 2 });
      }
      if (stream.waiting >= mostWaiting) throw refusal(429, "too_fast", refused.tooFast, { retryAfter: 1 });
      const done = await this.inTurn(stream, async () => ({ value: await this.onDisk(() => work(stream.growing)) }));
      if (done !== null) return done.value;
    }
  }

  /** Counts what was appended; seals now and then, after the answer. */
  noteAppend(id: number, bytes: number): void {
    const note = (stream: Entered) => {
      const now = performance.now();
      stream.unsealedBytes += bytes;
      if (now - stream.notedAt >= noteEveryMs) {
        stream.notedAt = now;
        noteAppended(this.options.db, id).catch((err) =>
          this.options.log.warn({ err, recordingId: id }, "live.unnoted"),
        );
      }
      if (now - stream.sealedAt < sealEveryMs && stream.unsealedBytes < sealBytes) return;
      [stream.sealedAt, stream.unsealedBytes] = [now, 0];
      void this.inTurn(stream, () => stream.growing.seal()).catch((err) => this.unsealed(id, err));
    };
    // Of a stream that could not be entered again whoever calls next is told.
    void this.entered.get(id)?.then(note, () => undefined);
  }

  /** The next call about the stream enters it again, with what was acknowledged. */
  private unsealed(recordingId: number, err: unknown): void {
    this.options.log.warn({ err, recordingId }, "live.unsealed");
  }

  /** @throws Refused 507 when so much more would take the reserve of the disk */
  demandRoom(bytes: number): Promise<void> {
    return this.onDisk(() => demandRoom(this.options.dataDir, bytes + spareBytes));
  }

  /** Completes a stream, with its row of audit or not at all. False when it was closed already. @throws Refused, when another node has it */
  async finish(id: number, isClosed: () => Promise<boolean>, audit: (tx: Queries) => Promise<void>): Promise<boolean> {
    const close = async (growing: GrowingRecording) => {
      await growing.close([], [], audit);
      await this.forget(id);
      return true;
    };
    return (await this.use(id, close, isClosed)) ?? false;
  }

  /** Lets go of all streams, which stay as they were acknowledged. */
  async close(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.leaveIdle(0);
  }

  private enteredBy(growing: GrowingRecording): Entered {
    const now = performance.now();
    const times = { calledAt: now, notedAt: Number.NEGATIVE_INFINITY, sealedAt: now };
    const stream = {
      growing,
      isLeft: false,
      waiting: 0,
      ...times,
      unsealedBytes: unsealedOf(growing),
      turn: Promise.resolve(),
    };
    this.here.add(stream);
    return stream;
  }

  /** Null when somebody else has it, or it is complete. @throws Refused */
  private async enter(id: number): Promise<Entered | null> {
    if (this.isStopping) throw refusal(503, "elsewhere", refused.stopping, { retryAfter: 2 });
    const known = this.entered.get(id);
    if (known !== undefined) return known.catch(() => null);
    let isGone = false;
    const enter = async () => {
      const growing = await this.resume(id);
      if (growing !== null) return this.enteredBy(growing);
      isGone = true;
      throw new RecordingTaken();
    };
    const entering = groupsOf(this.options.db, id).then((groups) => this.inPlace(groups, enter));
    this.entered.set(id, entering);
    try {
      return await entering;
    } catch (error) {
      this.entered.delete(id);
      if (isGone) return null;
      throw error;
    }
  }

  private async resume(id: number): Promise<GrowingRecording | null> {
    try {
      return await this.onDisk(() => resumeGrowing({ ...this.options, id }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      throw refusal(503, "elsewhere", refused.notHere, { retryAfter: 10 });
    }
  }

  /** Work in the turn of a stream; null when the stream was left meanwhile. What fails lets go of it. */
  private inTurn<T>(stream: Entered, work: () => Promise<T>): Promise<T | null> {
    stream.waiting++;
    const own = stream.turn.then(async () => {
      stream.waiting--;
      stream.calledAt = performance.now();
      if (!stream.isLeft && !stream.growing.isWritable) await this.leave(stream);
      if (stream.isLeft) return null;
      try {
        return await work();
      } catch (error) {
        // A refusal leaves the stream as it was; after anything else only what was acknowledged counts.
        if (!(error instanceof Refused && !isOfDisk(error))) await this.leave(stream);
        throw error;
      }
    });
    stream.turn = own.catch(() => undefined);
    return own;
  }

  /** In the stream's turn. */
  private async leave(stream: Entered): Promise<void> {
    const { id } = stream.growing;
    stream.isLeft = true;
    await stream.growing
      .leave()
      .catch((err: unknown) => this.options.log.warn({ err, recordingId: id }, "live.unleft"));
    this.here.delete(stream);
    this.entered.delete(id);
  }

  /** In its turn, after its recording was completed. */
  private async forget(id: number): Promise<void> {
    const stream = await this.entered.get(id)?.catch(() => undefined);
    if (stream === undefined) return;
    stream.isLeft = true;
    this.here.delete(stream);
    this.entered.delete(id);
  }

  /** `isSealing`: what is sent in bursts with long rests between them is sealed too. */
  private async leaveIdle(forMs: number, { isSealing = false } = {}): Promise<void> {
    const until = performance.now() - forMs;
    const idle = [...this.here].filter(({ calledAt }) => calledAt <= until);
    const end = async (stream: Entered) => {
      const { growing, unsealedBytes } = stream;
      if (isSealing && unsealedBytes >= idleSealBytes)
        await growing.seal().catch((err) => this.unsealed(growing.id, err));
      await this.leave(stream);
    };
    await Promise.all(idle.map((stream) => this.inTurn(stream, () => end(stream))));
  }

  /** Enters a stream of so many groups, whose place is kept meanwhile. @throws Refused 503 when the node writes as many groups as it can */
  private async inPlace<T>(groups: number, work: () => Promise<T>): Promise<T> {
    if (this.isStopping) throw refusal(503, "elsewhere", refused.stopping, { retryAfter: 2 });
    const isFull = () =>
      [...this.here].reduce((sum, { growing }) => sum + growing.groups.length, this.entering + groups) > mostGroups;
    if (isFull()) await this.leaveIdle(restingMs);
    if (isFull()) throw refusal(503, "elsewhere", refused.busy, { retryAfter: 10 });
    this.entering += groups;
    try {
      return await work();
    } finally {
      this.entering -= groups;
    }
  }

  /** What the disk and other nodes do, as refusals. */
  private async onDisk<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppendRefused) throw new Refused(400, error.message);
      if (error instanceof RecordingTaken) throw refusal(503, "elsewhere", refused.elsewhere, { retryAfter: 2 });
      if (error instanceof GrowingDamaged) throw refusal(409, "damaged", refused.damaged);
      if (["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? ""))
        throw refusal(507, "no_room", refused.noRoom, { retryAfter: 10 });
      throw error;
    }
  }
}

const unsealedOf = ({ groups, tail }: GrowingRecording): number =>
  tail.groups.reduce((sum, { sample_count, sealed_count }, k) => {
    const { channels, sample_type } = groups[k];
    return sum + (sample_count - sealed_count) * channels.length * bytesPerValue(sample_type);
  }, 0);

/** The writer of the stream failed, and takes nothing more. */
const isOfDisk = ({ statusCode }: Refused): boolean => statusCode === 503 || statusCode === 507;
