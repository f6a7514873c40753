/** One client's pages, each answered exactly once. How many at a time, and whose turn it is, is the user's room's business. */

import { bytesOf, encodePage } from "../../protocol/page-codec.ts";
import { inPieces, type PageReply } from "../../protocol/page-pieces.ts";
import type {
  PageAcknowledgement,
  PageCode,
  PageFailure,
  PageProgress,
  RenderModalities,
} from "../../protocol/pages.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { PageObserver } from "../platform/health/metrics.ts";
import { loopShare } from "./loop-share.ts";
import { cancelled, PageRefused, refusals } from "./page-refused.ts";
import type { PageService } from "./page-service.ts";
import type { LookUp } from "./recording-lookup.ts";
import type { Asker } from "./turns.ts";
import type { Desk, UserRoom } from "./user-room.ts";

/** What of the log is used. */
export interface PageLog {
  warn(facts: object, event: string): void;
  debug(facts: object, event: string): void;
}

export interface DeskDeps {
  service: Pick<PageService, "page">;
  /** The recordings the client may have. */
  lookUp: LookUp;
  log: PageLog;
  room: UserRoom;
  /** Of all the client's pages that take long, in one message. */
  sendProgress(pages: PageProgress[]): void;
  /** True while the client does not take what it was already sent. */
  isCongested(): boolean;
  /** Code of the handshake, for requests that want it. */
  code?: PageCode | null;
  /** Told of each request that was resolved, and what it names: whoever asks may have that. */
  onResolved?(request: RenderModalities, recordings: readonly RecordingDetail[]): void;
  /** Takes the time of each page (/metrics). */
  observe?: PageObserver;
  /** It goes on asking whatever it is told. */
  onFlood(): void;
}

interface Ticket {
  /** Goes before the client's other pages that are made. */
  isUrgent: boolean;
  pageId: number;
  sent: unknown;
  answer: (answer: PageReply) => void;
  abort: AbortController;
  askedAt: number;
  epoch: number;
  sequence: number;
  progress: () => number;
}

/** In the answer to a request that names none. */
const noPageId = -1;
const firstProgressMs = 250;
const progressMs = 500;
let sequences = 0;
/** Never more urgent than what any client asks for later. */
let epochs = 0;

export class PageDesk implements Desk {
  private readonly waiting: Ticket[] = [];
  private readonly running = new Set<Ticket>();
  /** Made, and not sent: the client still takes what came before. No page is begun meanwhile, so they are few. */
  private made: { ticket: Ticket; acknowledgement: PageAcknowledgement }[] = [];
  /** Bytes of what was sent and is not taken yet. */
  private untaken = 0;
  private isClosed = false;
  private epoch = ++epochs;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly world: DeskDeps) {
    world.room.open(this);
  }

  /** Takes a request. What is not a function cannot be answered, so nothing is done for it. */
  ask(sent: unknown, acknowledge: unknown): void {
    if (typeof acknowledge !== "function") return;
    const acknowledged = acknowledge as Ticket["answer"];
    const answer = this.world.observe?.(sent, acknowledged) ?? acknowledged;
    const pageId = pageIdOf(sent) ?? noPageId;
    const { room } = this.world;
    if (!room.mayAsk() || !room.queue()) {
      // Without an Error, whose stack costs more than everything else here.
      answer({ page_id: pageId, error: { code: "too_many_requests", message: refusals.tooManyRequests } });
      this.bear();
      return;
    }
    this.waiting.push({
      isUrgent: isUrgent(sent),
      pageId,
      sent,
      answer,
      abort: new AbortController(),
      askedAt: performance.now(),
      epoch: this.epoch,
      sequence: ++sequences,
      progress: () => 0,
    });
    this.serve();
  }

  /** Cancels the pages of that id, waiting or being made. */
  cancel(sent: unknown): void {
    if (!this.world.room.mayCancel()) {
      this.bear();
      return;
    }
    const pageId = pageIdOf(sent);
    if (pageId === null) return;
    this.epoch = ++epochs;
    this.drop((ticket) => ticket.pageId === pageId);
  }

  /** Anything else the client says. */
  hear(): void {
    if (!this.world.room.mayCancel()) this.bear();
  }

  /** The client may take more. */
  serve(): void {
    if (this.isClosed) return;
    if (!this.world.isCongested()) this.taken();
    this.send();
    this.world.room.serve();
    if (this.running.size + this.waiting.length + this.made.length > 0)
      this.timer ??= setInterval(() => this.tell(), progressMs);
    else this.rest();
  }

  begin(): boolean {
    if (this.waiting.length === 0 || this.made.length > 0 || this.world.isCongested()) return false;
    this.world.room.unqueue();
    const [next] = this.waiting.splice(
      Math.max(
        0,
        this.waiting.findIndex(({ isUrgent }) => isUrgent),
      ),
      1,
    );
    void this.make(next);
    return true;
  }

  close(): void {
    this.isClosed = true;
    this.drop(() => true);
    this.taken();
    this.world.room.close(this);
    this.rest();
  }

  /** What was sent lies in memory no more. */
  private taken(): void {
    const bytes = this.untaken;
    this.untaken = 0;
    this.world.room.release(bytes);
  }

  private bear(): void {
    if (!this.world.room.bear()) this.world.onFlood();
  }

  private rest(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private drop(isMeant: (ticket: Ticket) => boolean): void {
    for (const ticket of this.waiting.filter(isMeant)) {
      this.waiting.splice(this.waiting.indexOf(ticket), 1);
      this.world.room.unqueue();
      ticket.answer(failure(ticket.pageId, cancelled()));
    }
    for (const ticket of this.running) if (isMeant(ticket)) ticket.abort.abort(cancelled());
    const unsent = this.made.filter(({ ticket }) => isMeant(ticket));
    this.made = this.made.filter(({ ticket }) => !isMeant(ticket));
    for (const { ticket, acknowledgement } of unsent) {
      this.world.room.release(bytesIn(acknowledgement));
      ticket.answer(failure(ticket.pageId, cancelled()));
    }
  }

  /**
   * Hands over what is made, one page when the client has taken the one before: what waits here can still be cancelled, or
   * be overtaken by what is needed first.
   */
  private send(): void {
    while (this.made.length > 0 && !this.world.isCongested()) {
      const at = Math.max(
        0,
        this.made.findIndex(({ ticket }) => ticket.isUrgent),
      );
      const [{ ticket, acknowledgement }] = this.made.splice(at, 1);
      this.untaken += bytesIn(acknowledgement);
      ticket.answer(isPieced(ticket.sent) ? inPieces(acknowledgement) : acknowledgement);
    }
  }

  private async make(ticket: Ticket): Promise<void> {
    const { pageId, sent, abort, epoch, sequence, askedAt } = ticket;
    this.running.add(ticket);
    const begunAt = performance.now();
    const asker: Asker = { user: this.world.room, epoch, sequence, signal: abort.signal, code: this.codeFor(sent) };
    let acknowledgement: PageAcknowledgement;
    try {
      const { service, lookUp } = this.world;
      const page = await service.page(sent, asker, lookUp, (progress, recordings) => {
        ticket.progress = progress;
        this.world.onResolved?.(sent as RenderModalities, recordings);
      });
      await loopShare.turn(page.blocks.reduce((sum, { data }) => sum + bytesOf(data).byteLength, 0));
      abort.signal.throwIfAborted();
      const pixels = encodePage(page).buffer;
      const { data_object_id } = sent as { data_object_id: number };
      acknowledgement = {
        page_id: pageId,
        data_object_id,
        pixels,
        conversion_factor: 1,
        made_ms: performance.now() - begunAt,
      };
    } catch (error) {
      acknowledgement = failure(pageId, error);
      this.note(pageId, error, performance.now() - askedAt);
    }
    this.running.delete(ticket);
    const { room } = this.world;
    if (this.isClosed) ticket.answer(acknowledgement);
    else {
      room.hold(bytesIn(acknowledgement));
      this.made.push({ ticket, acknowledgement });
      this.made.sort((a, b) => a.ticket.sequence - b.ticket.sequence);
      this.send();
    }
    room.finished(bytesIn(acknowledgement));
    this.serve();
  }

  /** The code of the connection, if the request wants it. */
  private codeFor(sent: unknown): PageCode | undefined {
    return isCoded(sent) ? (this.world.code ?? undefined) : undefined;
  }

  private note(pageId: number, error: unknown, ms: number): void {
    const code = error instanceof PageRefused ? error.code : "internal";
    const facts = { pageId, code, ms: Math.round(ms) };
    if (code !== "internal") this.world.log.debug(facts, "page.refused");
    else this.world.log.warn({ ...facts, err: error instanceof Error ? (error.cause ?? error) : error }, "page.failed");
  }

  /** A slow page must not be taken for a lost one. */
  private tell(): void {
    this.serve();
    const now = performance.now();
    const made = this.made.map(({ ticket }) => ticket);
    const late = [...this.running, ...this.waiting, ...made].filter(({ askedAt }) => now - askedAt > firstProgressMs);
    if (late.length === 0) return;
    this.world.sendProgress(
      late.map(({ pageId, progress }) => ({ page_id: pageId, fraction: Math.min(1, progress()) })),
    );
  }
}

function pageIdOf(sent: unknown): number | null {
  const id = typeof sent === "object" && sent !== null && "page_id" in sent ? sent.page_id : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : null;
}

const bytesIn = (answer: PageAcknowledgement): number => ("pixels" in answer ? answer.pixels.byteLength : 0);
const isUrgent = (sent: unknown): boolean =>
  typeof sent === "object" && sent !== null && "is_urgent" in sent && sent.is_urgent === true;
const isPieced = (sent: unknown): boolean =>
  typeof sent === "object" && sent !== null && "in_pieces" in sent && sent.in_pieces === true;
const isCoded = (sent: unknown): boolean =>
  typeof sent === "object" && sent !== null && "is_coded" in sent && sent.is_coded === true;

function failure(page_id: number, error: unknown): PageFailure {
  if (error instanceof PageRefused) return { page_id, error: { code: error.code, message: error.message } };
  return { page_id, error: { code: "internal", message: refusals.internal } };
}
