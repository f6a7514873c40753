/** The hold an import has on its row and folders, from the first sign of life to the one commit that publishes it. */
import { mkdir, rename, rm, stat } from "node:fs/promises";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Place } from "../patients/patients.ts";
import { syncFolder, syncTree } from "./durable.ts";
import { recordingFolder, recordingsFolder } from "./geometry.ts";
import { type NewRecording, recordingRows, type StoredFacts } from "./rows.ts";
import { temporaryFolder } from "./sweep.ts";

export interface RowClaim {
  readonly id: number;
  /** Where to write; does not exist yet. */
  readonly folder: string;
  /** Shows signs of life every `ms` until stopped; the recording lists with the progress given. */
  beatEvery(ms: number, progress: () => { fraction: number; etaMs: number | null }): Heart;
  /** Syncs what was written and gives it its final name. */
  settle(): Promise<void>;
  /** The one commit. False when the row was swept meanwhile. */
  publish(facts: StoredFacts): Promise<boolean>;
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
}: {
  db: NodePgDatabase;
  dataDir: string;
  token: string;
  facts: NewRecording;
  /** Where the recording's patient belongs. */
  place: Place;
}): Promise<RowClaim> {
  const rows = recordingRows(db);
  await mkdir(recordingsFolder(dataDir), { recursive: true });
  await syncFolder(dataDir);
  let id = await rows.begin(facts, place, token);
  // A folder of this name can only come from another database; it is left alone and the id is not used.
  while (await exists(recordingFolder(dataDir, id))) {
    await rows.erase(id);
    id = await rows.begin(facts, place, token);
  }
  const [temporary, final] = [temporaryFolder(dataDir, id), recordingFolder(dataDir, id)];
  await rm(temporary, { recursive: true, force: true });

  return {
    id,
    folder: temporary,
    beatEvery: (ms, progress) => beat(ms, () => rows.beat(id, token, progress().fraction, progress().etaMs)),
    async settle() {
      await syncTree(temporary);
      await rename(temporary, final);
      await syncFolder(recordingsFolder(dataDir));
    },
    publish: (stored) => rows.publish(id, token, stored),
    async release() {
      await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
      // Without an answer of the database nobody knows whether the commit took place: the next sweep will.
      const state = await rows.state(id, token).catch(() => "unknown" as const);
      if (state === "ready") return "published";
      if (state === "unknown") return "released";
      await rm(final, { recursive: true, force: true }).catch(() => undefined);
      await rows.erase(id).catch(() => undefined);
      return state === "held" ? "released" : "lost";
    },
  };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

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
