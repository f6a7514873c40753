/** The reserved space: calls, socket and this server's copies (README.md). */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Bus } from "../platform/bus/bus.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import type { PageSocketServer } from "../query/socket.ts";
import { type Integrity, openCopies, type Recordings, type RemoteHome } from "../recordings/index.ts";
import { CopyChecks } from "./copy-checks.ts";
import { defaultLimit } from "./limit.ts";
import { PrefetchNode } from "./prefetch-node.ts";
import { addPrefetchRoutes } from "./prefetch-routes.ts";
import { attachPrefetchSocket, type PrefetchSocketOptions } from "./prefetch-socket.ts";
import type { PrefetchLog } from "./types.ts";

export interface PrefetchOptions {
  db: NodePgDatabase;
  bus: Bus;
  dataDir: string;
  recordings: Pick<Recordings, "get"> & { integrity: Pick<Integrity, "verifyCopy"> };
  /** Null: recordings lie in the data folder. */
  remote: RemoteHome | null;
  /** Most bytes that may be reserved in a workspace; null: as the disk of the data folder suggests. */
  maxBytes: number | null;
  /** No other server uses this database. */
  isAlone: boolean;
  log: PrefetchLog;
}

export interface Prefetch {
  addRoutes(host: RouteHost): void;
  attach(
    io: PageSocketServer,
    who: Pick<PrefetchSocketOptions, "sessionOf" | "rooms" | "audit" | "watch" | "addressOf">,
  ): void;
  close(): Promise<void>;
}

/** Copies that nothing speaks of any more are gone when it returns. */
export async function startPrefetch(options: PrefetchOptions): Promise<Prefetch> {
  const { db, bus, dataDir, recordings, remote, isAlone, log } = options;
  const isLocal = remote === null;
  const maxBytes = options.maxBytes ?? (await defaultLimit(dataDir, isLocal));
  const copies = openCopies(dataDir, remote);
  const node = new PrefetchNode({ db, bus, recordings, copies, maxBytes, isAlone, log });
  await node.start();
  const checks = new CopyChecks({ complete: () => node.complete(), verifyCopy: recordings.integrity.verifyCopy, log });
  if (!isLocal) checks.start();
  let detach = (): void => undefined;
  return {
    addRoutes: (host) => addPrefetchRoutes(host, { db, bus, maxBytes, isLocal }),
    attach(io, who) {
      detach = attachPrefetchSocket(io, { ...who, node, maxBytes, recordings, bus, log });
    },
    async close() {
      detach();
      await checks.close();
      await node.close();
    },
  };
}
