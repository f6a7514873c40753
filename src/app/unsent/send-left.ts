/** Sends what earlier pages of an account left in this browser, of whatever recording. */
import type { AnnotationChange, ChangeOutcome } from "../../protocol/annotation-log.ts";
import type { ChangeKeeper } from "./kept-changes.ts";
import { type SendFailure, WriteQueue } from "./write-queue.ts";

/** What could not be sent of one recording. */
export interface LeftFile {
  readonly dataObjectId: number;
  readonly count: number;
  /** What the server said of it; null: it could not be reached. */
  readonly reason: string | null;
}

export interface LeftDeps {
  readonly keeper: ChangeKeeper;
  takeQueue(client: string): Promise<(() => void) | null>;
  send(
    owner: string,
    dataObjectId: number,
    client: string,
    changes: readonly AnnotationChange[],
  ): Promise<readonly ChangeOutcome[]>;
  failureOf(error: unknown): SendFailure;
}

/** Sends each queue once, in order, that no open page has; returns what is left of them. @throws where the browser keeps nothing */
export async function sendLeft(owner: string, { keeper, takeQueue, send, failureOf }: LeftDeps): Promise<LeftFile[]> {
  const left: LeftFile[] = [];
  for (const [dataObjectId, clients] of await keeper.all(owner)) {
    let count = 0;
    let reason: string | null = null;
    for (const client of clients.keys()) {
      const release = await takeQueue(client);
      if (release === null) continue;
      try {
        // As it is now: the page that had it may have sent it meanwhile.
        const changes = (await keeper.kept({ owner, dataObjectId })).get(client) ?? [];
        const queue = new WriteQueue(
          {
            ...{ owner, dataObjectId, client, keeper, failureOf },
            send: (of, some) => send(owner, dataObjectId, of, some),
            onOutcome: () => undefined,
            onState: () => undefined,
            onNotKept: () => undefined,
            later: () => () => undefined,
          },
          changes,
        );
        await queue.drain();
        count += (await keeper.kept({ owner, dataObjectId })).get(client)?.length ?? 0;
        reason ??= queue.reason ?? queue.refusal;
      } finally {
        release();
      }
    }
    if (count > 0) left.push({ dataObjectId, count, reason });
  }
  return left;
}

/** Forgets what is left of a recording, but for what an open page has. */
export async function discardLeft(owner: string, dataObjectId: number, deps: LeftDeps): Promise<void> {
  const { keeper, takeQueue } = deps;
  for (const [client, changes] of await keeper.kept({ owner, dataObjectId })) {
    const release = await takeQueue(client);
    if (release === null) continue;
    try {
      await keeper.forget(
        client,
        changes.map(({ number }) => number),
      );
    } finally {
      release();
    }
  }
}

/** All that an account has not saved, in this and every other tab of the browser. */
export async function countKept(owner: string, keeper: ChangeKeeper): Promise<number> {
  let count = 0;
  for (const clients of (await keeper.all(owner)).values())
    for (const changes of clients.values()) count += changes.length;
  return count;
}
