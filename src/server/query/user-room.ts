/**
 * What a user may have of this server, counted over all of their sockets and namespaces: places for sockets, pages at a
 * time, requests a second. More sockets are more windows, not a larger share.
 */
import { pageLimits } from "../../protocol/pages.ts";
import { TokenBucket } from "../platform/token-bucket.ts";
import type { RecordingLookup } from "./recording-lookup.ts";
import { socketLimits } from "./socket-limits.ts";

/** One socket of the user. */
export interface Guest {
  /** Names the window that connects, within its namespace: who comes back replaces what is left of itself. */
  readonly key: string | null;
  /** Ends the connection of the socket. */
  end(): void;
}

/** Something of the user that makes pages in turns. */
export interface Desk {
  /** Begins one page; false when there is none to begin now. */
  begin(): boolean;
}

export class UserRoom {
  /** Recordings that the user's sockets asked for; made by the first of them. */
  lookup: RecordingLookup | null = null;
  private readonly guests = new Set<Guest>();
  /** In the order of their turns. */
  private desks: Desk[] = [];
  private running = 0;
  private waiting = 0;
  /** Bytes of pages that are made and not taken. */
  private held = 0;
  private readonly requests: TokenBucket;
  private readonly cancels: TokenBucket;
  private readonly reservations: TokenBucket;
  private readonly patience: TokenBucket;
  private readonly bytes: TokenBucket;
  private resume: NodeJS.Timeout | null = null;
  private pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(private readonly now: () => number) {
    const { requests, cancels, reservations, patience, bytes } = socketLimits;
    this.bytes = new TokenBucket(bytes, now);
    this.requests = new TokenBucket(requests, now);
    this.cancels = new TokenBucket(cancels, now);
    this.reservations = new TokenBucket(reservations, now);
    this.patience = new TokenBucket(patience, now);
  }

  get isEmpty(): boolean {
    return this.guests.size === 0;
  }

  /** No place for this one, unless it replaces itself. */
  isFullFor(key: string | null): boolean {
    if (this.now() < this.pausedUntil) return true;
    return this.guests.size >= socketLimits.mostSockets && this.namesake(key) === undefined;
  }

  /** Takes a place; what is left of the same window goes. False when there is none. */
  enter(guest: Guest): boolean {
    if (this.isFullFor(guest.key)) return false;
    const namesake = this.namesake(guest.key);
    if (namesake !== undefined) this.guests.delete(namesake);
    this.guests.add(guest);
    namesake?.end();
    return true;
  }

  leave(guest: Guest): void {
    this.guests.delete(guest);
  }

  mayAsk(): boolean {
    return this.requests.take();
  }

  mayCancel(): boolean {
    return this.cancels.take();
  }

  mayReserve(): boolean {
    return this.reservations.take();
  }

  /** False when so much was refused that whoever goes on asking does not listen. */
  bear(): boolean {
    if (this.patience.take()) return true;
    this.pausedUntil = this.now() + socketLimits.floodPauseMs;
    return false;
  }

  /** A page waits, if one more may. */
  queue(): boolean {
    if (this.running + this.waiting >= pageLimits.maxInFlight + socketLimits.mostWaiting) return false;
    this.waiting++;
    return true;
  }

  /** A page that waited waits no more. */
  unqueue(): void {
    this.waiting--;
  }

  /** A page that was begun has ended, with an answer of so many bytes: somebody else's turn. */
  finished(bytes: number): void {
    this.running--;
    this.bytes.spend(bytes);
    this.serve();
  }

  /** A page of so many bytes is made, and lies in memory until it is released. */
  hold(bytes: number): void {
    this.held += bytes;
  }

  release(bytes: number): void {
    this.held -= bytes;
  }

  open(desk: Desk): void {
    this.desks.push(desk);
  }

  close(desk: Desk): void {
    this.desks = this.desks.filter((one) => one !== desk);
  }

  /** Begins pages, one of each desk in turn, as long as there are places. */
  serve(): void {
    const { debtMs } = this.bytes;
    if (debtMs > 0) {
      if (this.resume === null)
        this.resume = setTimeout(() => {
          this.resume = null;
          this.serve();
        }, debtMs).unref();
      return;
    }
    const mayBegin = () => this.running < pageLimits.maxInFlight && this.held < socketLimits.heldBytes;
    for (let passed = 0; passed < this.desks.length && mayBegin(); ) {
      const desk = this.desks.shift() as Desk;
      this.desks.push(desk);
      if (desk.begin()) {
        this.running++;
        passed = 0;
      } else passed++;
    }
  }

  private namesake(key: string | null): Guest | undefined {
    return key === null ? undefined : [...this.guests].find((guest) => guest.key === key);
  }
}

/** An empty room is kept so long: who comes back at once does not begin with full buckets. */
const keptEmptyMs = 60_000;

export class UserRooms {
  private readonly rooms = new Map<string, UserRoom>();
  /** Of tokens that were good lately. */
  private readonly ofToken = new Map<string, UserRoom>();

  /** `now` in ms. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Room of the user, made when they come first. */
  of({ workspaceId, userId }: { workspaceId: number; userId: number }): UserRoom {
    const name = `${workspaceId}/${userId}`;
    const room = this.rooms.get(name) ?? new UserRoom(this.now);
    this.rooms.set(name, room);
    return room;
  }

  /** Takes a place; null when the user has too many sockets. The answer lets go of it, however often it is called. */
  enter(user: { workspaceId: number; userId: number }, token: string, guest: Guest): (() => void) | null {
    const room = this.of(user);
    if (!room.enter(guest)) return null;
    this.ofToken.set(token, room);
    return () => {
      room.leave(guest);
      if (room.isEmpty) setTimeout(() => this.forget(user, room), keptEmptyMs).unref();
    };
  }

  /** What can be told of a token without the database. */
  isFull(token: string, key: string | null): boolean {
    return this.ofToken.get(token)?.isFullFor(key) ?? false;
  }

  private forget({ workspaceId, userId }: { workspaceId: number; userId: number }, room: UserRoom): void {
    if (!room.isEmpty) return;
    this.rooms.delete(`${workspaceId}/${userId}`);
    for (const [token, one] of this.ofToken) if (one === room) this.ofToken.delete(token);
  }
}
