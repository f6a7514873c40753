/** Opens the bus (bus.ts): inside this process, or by LISTEN/NOTIFY between the nodes of one PostgreSQL. */
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
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
}

const defaultChannel = "connect_bus";
/** A notification carries fewer than 8000 bytes; 400 ids of 16 digits stay well below. */
const idsPerMessage = 400;
const firstDelayMs = 250;
const longestDelayMs = 15_000;

/** @throws when the PostgreSQL cannot be reached. Later breaks mend themselves, and "bus-resumed" says so. */
export async function openBus({ databaseUrl, log, channel = defaultChannel }: BusOptions = {}): Promise<Bus> {
  const local = localBus();
  if (databaseUrl === undefined) return local;
  const wire = new NotifyWire({ databaseUrl, log, channel, hear: (event) => local.send(event) });
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

/** One connection of its own that listens and notifies, and is made again when it breaks. */
class NotifyWire {
  private readonly node = randomUUID();
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | undefined;
  private delayMs = firstDelayMs;
  private isClosed = false;
  private sending = Promise.resolve();

  constructor(
    private readonly options: Required<Pick<BusOptions, "databaseUrl" | "channel">> & {
      log: BusLog | undefined;
      hear: (event: BusEvent) => void;
    },
  ) {}

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client.on("error", (error) => this.lose(client, awayReason(markFailure(error)) ?? error.message));
    client.on("end", () => this.lose(client, "ended"));
    client.on("notification", ({ payload }) => this.receive(payload ?? ""));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(this.options.channel)}`);
    } catch (error) {
      await client.end().catch(() => undefined); // the first error is the one to report
      throw error;
    }
    if (this.isClosed) return client.end();
    this.client = client;
    this.delayMs = firstDelayMs;
  }

  /** One after the other. Lost while the connection is down; listeners look again after "bus-resumed". */
  send(event: BusEvent): void {
    const { channel, log } = this.options;
    const payload: Envelope = { from: this.node, event };
    this.sending = this.sending.then(async () => {
      try {
        await this.client?.query("select pg_notify($1, $2)", [channel, JSON.stringify(payload)]);
      } catch (error) {
        // Of a connection that is lost, "bus.lost" has told; listeners look again once it is back.
        if (awayReason(markFailure(error)) === null) log?.warn({ kind: event.kind }, "bus.unsent");
      }
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.retry);
    await this.sending;
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => undefined); // already broken
  }

  private receive(payload: string): void {
    try {
      const { from, event } = JSON.parse(payload) as Envelope;
      if (from !== this.node) this.options.hear(event);
    } catch {
      this.options.log?.warn({}, "bus.unreadable"); // somebody else uses the channel
    }
  }

  private lose(client: pg.Client, reason: string): void {
    if (this.client !== client || this.isClosed) return;
    this.client = null;
    this.options.log?.warn({ reason }, "bus.lost");
    client.end().catch(() => undefined); // it is broken
    this.retryLater();
  }

  private retryLater(): void {
    this.retry = setTimeout(() => {
      this.open().then(
        () => {
          if (this.isClosed) return;
          this.options.log?.warn({}, "bus.resumed");
          this.options.hear({ kind: "bus-resumed" });
        },
        () => this.retryLater(),
      );
    }, this.delayMs);
    this.delayMs = Math.min(2 * this.delayMs, longestDelayMs);
  }
}
