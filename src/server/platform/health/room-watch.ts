/** Whether the data folder has room: looked at all the time, logged when it changes, told to load balancers and administrators. */
import { operationText } from "../../../protocol/text/operation-text.ts";
import { describeError } from "../describe-error.ts";
import { roomIn } from "../storage/room.ts";

/** "full": the reserve of the disk is being used. "waiting": something that was received cannot be read for want of room. */
export type RoomState = "enough" | "waiting" | "full";

/** What whoever runs the installation is told. */
export const roomNotices = (state: RoomState): readonly string[] =>
  state === "enough" ? [] : [operationText.room[state]];

export interface RoomWatch {
  state(): RoomState;
  close(): Promise<void>;
}

export interface RoomWatchOptions {
  folder: string;
  /** How many received items wait for room. */
  waiting(): Promise<number>;
  log: { info(facts: object, event: string): void; warn(facts: object, event: string): void };
  everyMs?: number;
  room?: (folder: string) => Promise<number>;
}

/** Looks once before it returns. One line is logged for each change. */
export async function watchRoom(options: RoomWatchOptions): Promise<RoomWatch> {
  const { folder, waiting, log, everyMs = 5000, room = roomIn } = options;
  let state: RoomState = "enough";
  const look = async () => {
    const roomBytes = await room(folder);
    // A full disk is told even when its database cannot say anything any more.
    const waitingItems = await waiting().catch(() => (state === "waiting" ? 1 : 0));
    const now = roomBytes < 0 ? "full" : waitingItems > 0 ? "waiting" : "enough";
    if (now === state) return;
    state = now;
    if (now === "enough") log.info({ roomBytes }, "disk.room-again");
    else log.warn({ roomBytes, waitingItems }, now === "full" ? "disk.full" : "disk.no-room-to-read");
  };
  let isUnseen = false;
  const round = () =>
    look().then(
      () => {
        isUnseen = false;
      },
      (error: unknown) => {
        if (!isUnseen) log.warn({ err: describeError(error) }, "disk.unseen");
        isUnseen = true;
      },
    );
  let running = round();
  await running;
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs).unref();
  return {
    state: () => state,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}
