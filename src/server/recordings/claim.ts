/** The hold an import has on its row and folders, from the first sign of life to the one commit that publishes it. */
import { mkdir, rename, rm, stat } from "node:fs/promises";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Queries } from "../platform/database/sql.ts";
import { syncFolder, syncTree } from "../platform/durable.ts";
import { recordingFolder, recordingsFolder } from "./geometry.ts";
import { deleteFolder, isTaken, storeFolder } from "./remote-files.ts";
import type { RemoteHome } from "./remote-home.ts";
import { type NewRecording, type Owner, recordingRows, type StoredFacts } from "./rows.ts";
import { temporaryFolder } from "./sweep.ts";

export interface RowClaim {
  readonly id: number;
  /** Where to write; does not exist yet. */
  readonly folder: string;
  /** Shows signs of life every `ms` until stopped; the recording lists with the progress given. */
  beatEvery(ms: number, progress: () => { fraction: number; etaMs: number | null }): Heart;
  /** Syncs what was written and gives it its final name, in the data folder or in a service. */
  keep(): Promise<void>;
  /** The same in the data folder, wherever recordings are kept. */
  keepHere(): Promise<void>;
  /** The one commit, with what else it changes. False when the row was swept meanwhile. */
  publish(facts: StoredFacts, alongside?: (tx: Queries) => Promise<void>): Promise<boolean>;
  /**
   * Gives up: removes row and folders. "published" when the commit took place after all, "lost" when another process had
   * taken the import for dead before.
   */
  release(): Promise<"published" | "lost" | "released">;
}

export interface Heart {
  /** Why the import cannot be published any more: its row is taken, or the database does not answer. */
  lost(): "row" | "database" | null;
  stop(): Promise<void>;
}

/** Begins an import: inserts its row and makes sure that its folders are free. */
export async function claimRow({
  db,
  dataDir,
  token,
  facts,
  place,
  remote = null,
}: {
  db: NodePgDatabase;
  dataDir: string;
  token: string;
  facts: NewRecording;
  /** Whose the recording is. */
  place: Owner;
  /** Where recordings are kept, when it is not the data folder; there they are written first. */
  remote?: RemoteHome | null;
}): Promise<RowClaim> {
  const rows = recordingRows(db);
  await mkdir(recordingsFolder(dataDir), { recursive: true });
  await syncFolder(dataDir);
  let id = await rows.begin(facts, place, token);
  // A folder of this name can only come from another database; it is left alone and the id is not used.
  const isUsed = async () =>
    (await exists(recordingFolder(dataDir, id))) || (remote !== null && (await isTaken(remote.store, id)));
  while (await isUsed()) {
    await rows.erase(id);
    id = await rows.begin(facts, place, token);
  }
  const [temporary, final] = [temporaryFolder(dataDir, id), recordingFolder(dataDir, id)];
  await rm(temporary, { recursive: true, force: true });
  const settleHere = async () => {
    await syncTree(temporary);
    await rename(temporary, final);
    await syncFolder(recordingsFolder(dataDir));
  };

  return {
    id,
    folder: temporary,
    beatEvery: (ms, progress) => beat(ms, () => rows.beat(id, token, progress().fraction, progress().etaMs)),
    async keep() {
      if (remote !== null) {
        await storeFolder(remote.store, temporary, id, token);
        await rm(temporary, { recursive: true, force: true });
        return;
      }
      await settleHere();
    },
    keepHere: settleHere,
    publish: (stored, alongside) => rows.publish(id, token, stored, alongside),
    async release() {
      await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
      // Without an answer of the database nobody knows whether the commit took place: the next sweep will.
      const state = await rows.state(id, token).catch(() => "unknown" as const);
      if (state === "ready") return "published";
      if (state === "unknown") return "released";
      await rm(final, { recursive: true, force: true }).catch(() => undefined);
      // As long as objects are left the row stays, so that the next sweep knows of them.
      const isGone = remote === null || (await succeeds(deleteFolder(remote.store, id)));
      if (isGone) await rows.erase(id).catch(() => undefined);
      return state === "held" ? "released" : "lost";
    },
  };
}

const succeeds = (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    () => false,
  );

const exists = (path: string): Promise<boolean> => succeeds(stat(path));

function beat(ms: number, once: () => Promise<boolean>): Heart {
  let lost: "row" | "database" | null = null;
  let current: Promise<void> | null = null;
  const timer = setInterval(() => {
    current ??= once()
      .then(
        (isHeld) => {
          if (!isHeld) lost = "row";
        },
        () => {
          lost = "database";
        },
      )
      .finally(() => {
        current = null;
      });
  }, ms);
  return {
    lost: () => lost,
    async stop() {
      clearInterval(timer);
      await current;
    },
  };
}
