/** A server that reads uploads, and what came of them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import { expect } from "vitest";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import type { Place } from "../../../src/server/patients/index.ts";
import { openRecordings, type RecordingStore } from "../../../src/server/recordings/index.ts";
import { defaultPlace, openTestDatabase } from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";

export interface IngestWorld {
  folder: string;
  dataDir: string;
  server: RunningServer;
  pool: Pool;
  db: NodePgDatabase;
  place: Place;
  recordings: RecordingStore;
  /** After the server was started again: the embedded database went with it. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export async function openIngestWorld(env: Record<string, string> = {}): Promise<IngestWorld> {
  const folder = mkdtempSync(join(tmpdir(), "connect-ingest-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const server = await startServer({ dataDir, env });
  let database = await openTestDatabase(dataDir);
  let recordings = openRecordings({ db: database.drizzle, dataDir });
  const shut = async () => {
    recordings.close();
    await database.close().catch(() => undefined);
  };
  return {
    folder,
    dataDir,
    server,
    place: await defaultPlace(database.drizzle),
    get pool() {
      return database.pool;
    },
    get db() {
      return database.drizzle;
    },
    get recordings() {
      return recordings;
    },
    async reopen() {
      await shut();
      database = await openTestDatabase(dataDir);
      recordings = openRecordings({ db: database.drizzle, dataDir });
    },
    async close() {
      await shut();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Key of the recording of an item, whatever its state; null when there is none. */
export async function recordingOf(pool: Pool, itemId: number): Promise<number | null> {
  const { rows } = await pool.query("select id from recording where upload_item_id = $1", [itemId]);
  return rows[0]?.id ?? null;
}

const samplesAtOnce = 1 << 18;

/** Everything that is stored is the same: description, samples of every group, annotations. */
export async function expectSameRecording(store: RecordingStore, ids: readonly [number, number]): Promise<void> {
  const [one, other] = (await Promise.all(ids.map((id) => store.get(id, "everything")))) as RecordingDetail[];
  const own = ["data_object_id", "patient_id", "patient_key", "obj_name", "project_identifier", "project_name"];
  const facts = (detail: RecordingDetail) =>
    Object.fromEntries(
      Object.entries(detail).filter(([key]) => ![...own, "site_identifier", "site_name"].includes(key)),
    );
  expect(facts(one)).toEqual(facts(other));
  for (const [g, group] of one.groups.entries()) {
    const end = Math.max(0, ...group.segments.map(({ first, count }) => first + count));
    for (let first = 0; first < end; first += samplesAtOnce) {
      const count = Math.min(samplesAtOnce, end - first);
      const [a, b] = await Promise.all([
        store.readSamples(one, group, first, count),
        store.readSamples(other, other.groups[g], first, count),
      ]);
      expect(b.runs).toEqual(a.runs);
      const bytes = ({ data }: typeof a) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      expect(bytes(a).equals(bytes(b))).toBe(true);
    }
  }
  const [mine, theirs] = await Promise.all(ids.map((id) => store.annotations(id, "everything")));
  expect(theirs).toEqual(mine);
}

/** Writes files into a new folder and returns its path. */
export function writeFolder(parent: string, name: string, files: ReadonlyMap<string, Uint8Array>): string {
  const path = join(parent, name);
  mkdirSync(path);
  for (const [file, bytes] of files) writeFileSync(join(path, file), bytes);
  return path;
}
