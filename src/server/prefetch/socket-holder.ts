/** One client of the prefetch socket: what it asked for, one request after another, until it takes that back or goes. */
import { Compile } from "typebox/compile";
import { type PrefetchAnswer, PrefetchData, type PrefetchProgress, prefetchLimits } from "../../protocol/prefetch.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { withoutNulls } from "../platform/optional-nulls.ts";
import type { Recordings } from "../recordings/index.ts";
import type { Hold, PrefetchNode } from "./prefetch-node.ts";
import type { PrefetchLog, Reviewer } from "./types.ts";

/** Time to come back, for a page that is loaded anew. */
const graceMs = 3000;
/** Requests that wait beyond this are refused unread. */
const mostWaiting = 2 * prefetchLimits.mostHeld;
const shape = Compile(PrefetchData);
type PrefetchId = PrefetchData["prefetch_id"];

export interface HolderDeps {
  node: Pick<PrefetchNode, "hold" | "letGo" | "progressOf">;
  maxBytes: number;
  recordings: Pick<Recordings, "get">;
  reviewer: Reviewer;
  log: PrefetchLog;
  send(progress: PrefetchProgress): void;
}

interface Held {
  hold: Hold;
  size: number;
  /** What was sent last, so that what is finished is told once. */
  sent: string;
}

const refused = (code: "bad_request" | "not_found" | "failed"): PrefetchAnswer => ({ kind: "refused", code });

export class SocketHolder {
  /** By the client's name for the request. */
  private readonly held = new Map<PrefetchId, Held>();
  private line: Promise<void> = Promise.resolve();
  private waiting = 0;
  private isClosed = false;

  constructor(private readonly world: HolderDeps) {}

  /** Answers exactly once. What is not a function cannot be answered, so nothing is done for it. */
  ask(said: unknown, acknowledge: unknown): void {
    if (typeof acknowledge !== "function") return;
    const request = shape.Check(said) ? said : withoutNulls(PrefetchData, said);
    const answer = (told: PrefetchAnswer) => void (this.isClosed || acknowledge(told));
    if (!shape.Check(request) || this.waiting >= mostWaiting) {
      answer(refused("bad_request"));
      return;
    }
    this.waiting++;
    this.line = this.line.then(async () => {
      const told = await this.answerTo(request).catch((err: unknown) => {
        this.world.log.warn({ err, recordingId: request.data_object_id }, "prefetch.failed");
        return refused("failed");
      });
      this.waiting--;
      answer(told);
      const held = this.held.get(request.prefetch_id);
      if (held !== undefined) this.tell(request.prefetch_id, held, this.world.node.progressOf(held.hold.recordingId));
    });
  }

  /** The user asks for too much at once. */
  refuse(acknowledge: unknown): void {
    if (typeof acknowledge === "function") acknowledge(refused("failed"));
  }

  /** The user's projects or sites may have changed: what is not theirs any more ends. */
  async recheck(): Promise<void> {
    const { recordings, reviewer, log } = this.world;
    for (const [name, held] of [...this.held]) {
      const detail = await recordings.get(held.hold.recordingId, reviewer.session).catch((err: unknown) => {
        log.warn({ err }, "prefetch.unread");
        return undefined; // not known: asked again in a minute
      });
      if (detail === undefined || detail?.state === "ready" || this.held.get(name) !== held) continue;
      this.drop(name, held, 0);
      this.sendGone(name);
    }
  }

  /** The client is gone. */
  close(): void {
    this.isClosed = true;
    for (const [name, held] of [...this.held]) this.drop(name, held, graceMs);
  }

  private async answerTo({ data_object_id, prefetch_id, cancel }: PrefetchData): Promise<PrefetchAnswer> {
    const { node, reviewer, maxBytes } = this.world;
    const known = this.held.get(prefetch_id);
    if (known !== undefined && known.hold.recordingId !== data_object_id) return refused("bad_request");
    if (cancel) {
      if (known !== undefined) this.drop(prefetch_id, known, 0);
      return { kind: "accepted", size: known?.size ?? 0 };
    }
    if (known !== undefined) return { kind: "accepted", size: known.size };
    if (this.held.size >= prefetchLimits.mostHeld) return refused("bad_request");
    if (this.isClosed) return refused("failed");
    const outcome = await node.hold(data_object_id, reviewer, (progress) => {
      const held = this.held.get(prefetch_id);
      if (held !== undefined) this.tell(prefetch_id, held, progress);
    });
    if (outcome.kind === "not_found") return refused("not_found");
    if (outcome.kind === "no_space")
      return { kind: "no_space", size: outcome.size, current_size: outcome.current, max_total_size: maxBytes };
    const held = { hold: outcome.hold, size: outcome.size, sent: "" };
    this.held.set(prefetch_id, held);
    if (this.isClosed) this.drop(prefetch_id, held, graceMs);
    return { kind: "accepted", size: outcome.size };
  }

  private tell(name: PrefetchId, held: Held, progress: Omit<PrefetchProgress, "prefetch_id"> | null): void {
    if (progress === null) {
      this.held.delete(name);
      this.sendGone(name);
      return;
    }
    const sent = JSON.stringify(progress);
    if (progress.finished && held.sent === sent) return;
    held.sent = sent;
    if (!this.isClosed) this.world.send({ prefetch_id: name, ...progress });
  }

  private drop(name: PrefetchId, { hold }: Held, afterMs: number): void {
    this.held.delete(name);
    this.world.node.letGo(hold, afterMs);
  }

  private sendGone(name: PrefetchId): void {
    const error = prefetchText.refused.gone;
    const nothing = { finished: false, percentage: 0, waiting: false, prefetched_size: 0 };
    if (!this.isClosed) this.world.send({ prefetch_id: name, ...nothing, error, gone: true });
  }
}
