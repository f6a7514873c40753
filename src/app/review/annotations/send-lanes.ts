/** The queues that this page sends: its own, and what earlier pages of the same person left. Each is taken before it is sent. */
import type { AnnotationChange, ChangeOutcome } from "../../../protocol/annotation-log.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { WriteQueue } from "../../unsent/write-queue.ts";
import type { StoreDeps } from "./store-deps.ts";
import type { AnnotationState } from "./types.ts";

/** Until the page's own queue is taken again, which something else has. */
const takeAgainMs = 1000;

export interface SendLanesDeps
  extends Pick<StoreDeps, "queue" | "keeper" | "takeQueue" | "send" | "failureOf" | "later" | "tell"> {
  /** Of this page. */
  readonly client: string;
  readonly signal: AbortSignal;
  changed(): void;
  /** What an earlier page left is this page's to send. */
  adopted(changes: readonly AnnotationChange[]): void;
  answered(lane: WriteQueue, change: AnnotationChange, outcome: ChangeOutcome): void;
}

export interface SendLanes {
  /** Of this page's own changes; null: nobody is signed in. */
  readonly own: WriteQueue | null;
  /** Sends what an earlier page of this person wrote down and could not send. */
  adopt(): Promise<void>;
  waiting(): Pick<AnnotationState, "unsent" | "isWaiting" | "waitingFor">;
  /** A change is not written down yet. */
  holdsPage(): boolean;
  tryAgain(): void;
  /** What is on its way is sent to its end, and its queue held until then; what cannot be sent waits for the next page. */
  close(): Promise<void>;
}

export function openSendLanes(deps: SendLanesDeps): SendLanes {
  const { queue: owner, client, signal, keeper } = deps;
  const lanes: WriteQueue[] = [];
  const releases: (() => void)[] = [];
  let isClosed = false;
  let giveUpTaking = () => {};
  const own = openLane(client, [], false);
  const takingFirst = own === null ? Promise.resolve() : takeOwn(own);

  function openLane(of: string, left: readonly AnnotationChange[], isTaken: boolean): WriteQueue | null {
    if (owner === null) return null;
    const opened: WriteQueue = new WriteQueue(
      {
        ...owner,
        ...{ client: of, keeper, send: deps.send, failureOf: deps.failureOf, later: deps.later },
        onOutcome: (change, outcome) => deps.answered(opened, change, outcome),
        onState: deps.changed,
        onNotKept: () => deps.tell(annotationText.notKept),
      },
      left,
      isTaken,
    );
    lanes.push(opened);
    return opened;
  }

  /** Another part of the application may be sending what was written down of the page's own queue: it waits for that. */
  async function takeOwn(lane: WriteQueue): Promise<void> {
    const release = await deps.takeQueue(client);
    if (release === null) {
      if (!isClosed) giveUpTaking = deps.later(() => void takeOwn(lane), takeAgainMs);
    } else if (isClosed) release();
    else {
      releases.push(release);
      lane.begin();
    }
  }

  return {
    own,
    async adopt() {
      if (owner === null) return;
      const kept = await keeper.kept(owner).catch(() => new Map<string, AnnotationChange[]>());
      for (const of of kept.keys()) {
        if (of === client) continue;
        const release = await deps.takeQueue(of);
        if (release === null) continue;
        // As it is now: whoever had it may have sent, discarded or written some meanwhile.
        const now = await keeper.kept(owner).catch(() => null);
        const changes = now?.get(of) ?? [];
        if (changes.length === 0 || signal.aborted) release();
        else {
          releases.push(release);
          deps.adopted(changes);
          openLane(of, changes, true);
        }
      }
      deps.changed();
    },
    waiting: () => ({
      unsent: lanes.reduce((sum, { length }) => sum + length, 0),
      isWaiting: lanes.some(({ isWaiting }) => isWaiting),
      waitingFor: lanes.find(({ isWaiting, reason }) => isWaiting && reason !== null)?.reason ?? null,
    }),
    holdsPage: () => lanes.some(({ unkept }) => unkept > 0),
    tryAgain() {
      for (const each of lanes) each.tryAgain();
    },
    async close() {
      // What was marked in the moment that the review opened is sent too.
      await takingFirst;
      isClosed = true;
      giveUpTaking();
      await Promise.all(lanes.map((each) => each.drain()));
      for (const release of releases) release();
    },
  };
}
