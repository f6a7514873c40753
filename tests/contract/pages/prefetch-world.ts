/** A client of the prefetch socket, and recordings for it to ask for. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { io, type Socket } from "socket.io-client";
import { socketPath } from "../../../src/protocol/pages.ts";
import {
  type PrefetchAnswer,
  type PrefetchClientEvents,
  type PrefetchProgress,
  type PrefetchServerEvents,
  prefetchNamespace,
} from "../../../src/protocol/prefetch.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { Place } from "../../../src/server/patients/index.ts";
import { blockReader } from "../ingest/import-fixtures.ts";

export interface PrefetchClient {
  socket: Socket<PrefetchServerEvents, PrefetchClientEvents>;
  /** What it was told, oldest first. */
  told: PrefetchProgress[];
  times: number[];
  /** Sends whatever it is given. */
  say(request: unknown): Promise<PrefetchAnswer>;
  /** Asks for a recording by a name of its own. */
  want(id: number, name?: string): Promise<PrefetchAnswer>;
  cancel(id: number, name?: string): Promise<PrefetchAnswer>;
  /** What it was told last under a name. */
  last(name: string): PrefetchProgress | undefined;
  /** Takes back all it asked for, and goes. */
  leave(): Promise<void>;
  /** Goes, as a page that is closed. */
  close(): void;
}

const nameOf = (id: number) => `file-${id}`;

/** @throws the connect_error */
export async function prefetchClient(url: string, auth: string | Record<string, unknown>): Promise<PrefetchClient> {
  const socket: PrefetchClient["socket"] = io(url + prefetchNamespace, {
    path: socketPath,
    transports: ["websocket"],
    forceNew: true,
    auth: typeof auth === "string" ? { token: auth } : auth,
  });
  const told: PrefetchProgress[] = [];
  const times: number[] = [];
  socket.on("prefetch_data", (progress) => void told.push(progress));
  socket.on("sync_time", (ms) => void times.push(ms));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", (error) => {
      socket.disconnect();
      reject(error);
    });
  });
  const asked = new Map<string, number>();
  const say = (request: unknown) =>
    new Promise<PrefetchAnswer>((resolve) => socket.emit("prefetch_data", request as never, resolve));
  const ask = (id: number, name: string, cancel: boolean) => {
    asked.set(name, id);
    return say({ data_object_id: id, prefetch_id: name, cancel });
  };
  return {
    socket,
    told,
    times,
    say,
    want: (id, name = nameOf(id)) => ask(id, name, false),
    cancel: (id, name = nameOf(id)) => ask(id, name, true),
    last: (name) => told.filter(({ prefetch_id }) => prefetch_id === name).at(-1),
    async leave() {
      if (socket.connected) await Promise.all([...asked].map(([name, id]) => ask(id, name, true)));
      socket.disconnect();
    },
    close: () => socket.disconnect(),
  };
}

/** Bytes of the files below a folder. */
export const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, String(name))))
    .reduce((sum, facts) => sum + (facts.isFile() ? facts.size : 0), 0);

/** Imports a short recording of a patient. Returns its id. */
export function importSmall(to: {
  db: NodePgDatabase;
  dataDir: string;
  place: Place;
  patientId: string;
}): Promise<number> {
  const reader = blockReader([{ ms: 0, count: 5000 }], { annotations: 2 });
  return importRecording({
    ...to,
    source: { kind: "reader", reader, name: `${to.patientId}.edf` },
    timezone: "UTC",
  });
}
