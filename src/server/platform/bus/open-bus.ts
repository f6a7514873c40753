/** Opens the bus (bus.ts): inside this process, or by LISTEN/NOTIFY between the nodes of one PostgreSQL. */
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { Socket } from "node:net";
import pg from "pg";
import { awayReason, markFailure } from "../database/database-away.ts";
import { askingForNobody } from "../database/fair-pool.ts";
import type { Bus, BusEvent } from "./bus.ts";

/** What is logged: names of events and codes, never what they carry. */
export interface BusLog {
  warn(facts: object, event: string): void;
}

export interface BusOptions {
  /** PostgreSQL that the nodes share. Without it the bus reaches this process, which is then the only one. */
  databaseUrl?: string;
  log?: BusLog;
  /** Name of the channel; one for all nodes of an installation. */
  channel?: string;
  /** How often PostgreSQL is asked whether the connection still carries anything. */
  keepAliveMs?: number;
  /** So long it may take to answer. */
  silentMs?: number;
}

const defaultChannel = "connect_bus";
/** A notification carries fewer than 8000 bytes; 400 ids of 16 digits stay well below. */
const idsPerMessage = 400;
const firstDelayMs = 250;
const longestDelayMs = 15_000;
/** Of a connection that only listens: TCP alone finds out after hours that nobody is at the other end any more. */
const defaultKeepAliveMs = 10_000;
const defaultSilentMs = 15_000;

/** @throws when the PostgreSQL cannot be reached. Later breaks mend themselves, and "bus-resumed" says so. */
export async function openBus(options: BusOptions = {}): Promise<Bus> {
  const local = localBus();
  const { databaseUrl, log, channel = defaultChannel } = options;
  if (databaseUrl === undefined) return local;
  const { keepAliveMs = defaultKeepAliveMs, silentMs = defaultSilentMs } = options;
  const hear = (event: BusEvent) => local.send(event);
  const wire = new NotifyWire({ databaseUrl, log, channel, keepAliveMs, silentMs, hear });
  await wire.open();
  return {
    send(event) {
      local.send(event);
      for (const part of inParts(event)) wire.send(part);
    },
    listen: local.listen,
    close: async () => {
      await wire.close();
      await local.close();
    },
  };
}

function localBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0);
  let isClosed = false;
  return {
    // A turn later, so that a listener that throws fails by itself and not inside somebody's call.
    send(event) {
      askingForNobody(() =>
        setImmediate(() => {
          if (!isClosed) emitter.emit("event", event);
        }),
      );
    },
    listen(hear) {
      emitter.on("event", hear);
      return () => void emitter.off("event", hear);
    },
    async close() {
      isClosed = true;
      emitter.removeAllListeners();
    },
  };
}

/** The same news in messages that fit into a notification. */
export function inParts(event: BusEvent): BusEvent[] {
  if (event.kind === "tokens-ended") return chunks(event.tokenIds).map((tokenIds) => ({ ...event, tokenIds }));
  if (event.kind === "users-changed" && event.userIds !== "all")
    return chunks(event.userIds).map((userIds) => ({ ...event, userIds }));
  if (event.kind === "recordings-changed")
    return chunks(event.recordingIds).map((recordingIds) => ({ ...event, recordingIds }));
  return [event];
}

const chunks = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / idsPerMessage) }, (_, k) =>
    ids.slice(k * idsPerMessage, (k + 1) * idsPerMessage),
  );

interface Envelope {
  /** Node that sent it: it has delivered the event to itself already. */
  from: string;
  event: BusEvent;
}

/** The connection, and the socket below it: what nobody answers on can only be ended there. */
interface Line {
  client: pg.Client;
  socket: Socket;
}

interface WireOptions extends Required<Omit<BusOptions, "log">> {
  log: BusLog | undefined;
  hear: (event: BusEvent) => void;
}

/** One connection of its own that listens and notifies, is asked now and then whether it still does, and is made again when it breaks. */
class NotifyWire {
  private readonly node = randomUUID();
  private line: Line | null = null;
  private retry: NodeJS.Timeout | undefined;
  private keepAlive: NodeJS.Timeout | undefined;
  private delayMs = firstDelayMs;
  private isClosed = false;
  private sending = Promise.resolve();
  /** Something was not sent: the other nodes look again once it can be said. */
  private hasUnsent = false;

  constructor(private readonly options: WireOptions) {}

  async open(): Promise<void> {
    const { databaseUrl, channel, silentMs } = this.options;
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: silentMs,
      stream: () => socket,
    });
    const line = { client, socket };
    client.on("error", (error) => this.lose(line, awayReason(markFailure(error)) ?? error.message));
    client.on("end", () => this.lose(line, "ended"));
    client.on("notification", ({ payload }) => this.receive(payload ?? ""));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      socket.destroy(); // the first error is the one to report
      throw error;
    }
    if (this.isClosed) return client.end();
    this.line = line;
    this.delayMs = firstDelayMs;
    this.askLater(line);
  }

  /** One after the other. Lost while the connection is down; listeners look again after "bus-resumed". */
  send(event: BusEvent): void {
    const { channel, log } = this.options;
    const payload: Envelope = { from: this.node, event };
    this.sending = this.sending.then(async () => {
      const { line } = this;
      if (line === null) {
        this.hasUnsent = true;
        return;
      }
      try {
        await line.client.query("select pg_notify($1, $2)", [channel, JSON.stringify(payload)]);
      } catch (error) {
        this.hasUnsent = true;
        // Of a connection that is lost, "bus.lost" has told; listeners look again once it is back.
        if (awayReason(markFailure(error)) !== null) return;
        log?.warn({ kind: event.kind }, "bus.unsent");
        if (isSilence(error)) this.lose(line, "silent");
      }
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    clearTimeout(this.keepAlive);
    await this.sending;
    const { line } = this;
    this.line = null;
    await line?.client.end().catch(() => undefined); // already broken
  }

  private askLater(line: Line): void {
    this.keepAlive = setTimeout(async () => {
      const error = await line.client.query("select 1").then(
        () => null,
        (failure: unknown) => failure,
      );
      if (this.line !== line || this.isClosed) return;
      if (error === null) this.askLater(line);
      else this.lose(line, awayReason(markFailure(error)) ?? "silent");
    }, this.options.keepAliveMs).unref();
  }

  private receive(payload: string): void {
    try {
      const { from, event } = JSON.parse(payload) as Envelope;
      if (from !== this.node) this.options.hear(event);
    } catch {
      this.options.log?.warn({}, "bus.unreadable"); // somebody else uses the channel
    }
  }

  private lose(line: Line, reason: string): void {
    if (this.line !== line || this.isClosed) return;
    this.line = null;
    clearTimeout(this.keepAlive);
    this.options.log?.warn({ reason }, "bus.lost");
    line.client.end().catch(() => undefined); // it is broken
    line.socket.destroy();
    this.retryLater();
  }

  private retryLater(): void {
    this.retry = setTimeout(() => {
      this.open().then(
        () => {
          if (this.isClosed) return;
          this.options.log?.warn({}, "bus.resumed");
          this.options.hear({ kind: "bus-resumed" });
          if (!this.hasUnsent) return;
          this.hasUnsent = false;
          this.send({ kind: "bus-resumed" }); // the others have missed something without their own connection having broken
        },
        () => this.retryLater(),
      );
    }, this.delayMs);
    this.delayMs = Math.min(2 * this.delayMs, longestDelayMs);
  }
}

/** The driver's word for a query that was not answered in time; it has no code. */
const isSilence = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";
