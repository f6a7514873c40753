/** Keeps what is known about damage true: what a reader met, what a look at the files finds, what reading everything finds. */
import { existsSync } from "node:fs";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { anchorsFor } from "./anchoring.ts";
import type { Pace } from "./chunk-check.ts";
import { cacheFolder } from "./copy-marker.ts";
import type { FoundDamage, FoundLevel } from "./damage.ts";
import { createFilePool } from "./file-pool.ts";
import { recordingFolder } from "./geometry.ts";
import { orderVerify, slowPace } from "./integrity-jobs.ts";
import { integrityRows, type PublishedRecording } from "./integrity-rows.ts";
import {
  type CheckDeps,
  examineParts,
  type Findings,
  mendLevel,
  readAll,
  readCopies,
  samplesIn,
  sourceOf,
  wholeChunks,
} from "./recording-check.ts";
import type { RemoteHome } from "./remote-home.ts";
import { createRemotePool } from "./remote-pool.ts";
import { removeLeftDrafts, storedFiles } from "./stored-files.ts";
import type { DamagedPart } from "./types.ts";

export interface IntegrityLog {
  info(facts: object, event: string): void;
  warn(facts: object, event: string): void;
}

/** What reading all of a recording came to. */
export interface VerifyResult {
  state: "good" | "damaged";
  /** It was damaged before, or has become so; the screens of whoever looks at it are told. */
  isChanged: boolean;
  damage: DamagedPart[];
  /** Files that were made again. */
  mended: number;
  /** It had no checksums before. */
  isNew: boolean;
}

export interface Integrity {
  /** A reader met samples that are not what was stored: afterwards they are written down, and told. @throws Error when they lie on another node */
  found(damage: FoundDamage): Promise<void>;
  /** The annotations are not what was stored. */
  annotationsFound(id: number): Promise<void>;
  /** A level is to be written again, in the background. */
  levelFound(level: FoundLevel): void;
  /** Presence and size of the files of a recording, and what follows from them; what a killed mend left goes. Quick; true when damage came to light. */
  look(id: number): Promise<boolean>;
  /** Removes what mends of recordings of a service left on this disk when their servers were killed. */
  tidy(): Promise<void>;
  /** Somebody reviews now: what is not urgent goes slower. `lastUse` is when that was, by `performance.now()`. */
  used(): void;
  lastUse(): number;
  /** Reads and compares everything. Null when there is no such ready recording, or when it grows on another node. @throws what `pace`, disk or service say */
  verify(id: number, pace?: Pace): Promise<VerifyResult | null>;
  /** Reads the copy for review that this disk has of a recording of a service, slowly: what is wrong in it is fetched again. @throws what the service says, and the reason of `signal` */
  verifyCopy(id: number, signal: AbortSignal): Promise<void>;
  /** Ready recordings; those that were not read as a whole for so many days, damaged ones for so many. */
  all(): Promise<number[]>;
  due(days: number, damagedDays?: number): Promise<number[]>;
  /** For the operator: ready recordings that are damaged, and those that have no checksums yet. */
  counts(): Promise<{ damaged: number; unverified: number }>;
  /** Waits for what runs in the background. */
  idle(): Promise<void>;
}

export interface IntegrityOptions {
  db: NodePgDatabase;
  dataDir: string;
  remote: RemoteHome | null;
  log: IntegrityLog;
  /** What is known of these has changed. */
  onChange(recordingIds: number[]): void;
}

const atOnce: Pace = async () => undefined;

/** What is done for one id is done one after the other. */
function turnsById(): <T>(id: number, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<number, Promise<unknown>>();
  return (id, work) => {
    const before = turns.get(id) ?? Promise.resolve();
    const own = before.then(work, work);
    const kept = own.catch(() => undefined).finally(() => turns.get(id) === kept && turns.delete(id));
    turns.set(id, kept);
    return own;
  };
}

export function openIntegrity({ db, dataDir, remote, log, onChange }: IntegrityOptions): Integrity {
  const rows = integrityRows(db);
  /** What is done about one recording is done in turn. Reading all of it takes minutes, and a page never waits for that. */
  const [inTurn, inReadingTurn] = [turnsById(), turnsById()];
  /** What came to light of a recording while all of it is read. */
  const meanwhile = new Map<number, DamagedPart[]>();
  const mending = new Set<string>();
  const behind = new Set<Promise<void>>();
  let usedAt = Number.NEGATIVE_INFINITY;
  const lastUse = () => usedAt;

  /** Looks at what is stored itself. */
  async function within<T>(id: number, pace: Pace, work: (world: CheckDeps) => Promise<T>): Promise<T> {
    const files = await storedFiles(dataDir, id, remote);
    const pool =
      remote === null ? createFilePool() : createRemotePool(dataDir, { ...remote, cacheBytes: 0 }, { isDirect: true });
    try {
      return await work({ pool, files, folder: recordingFolder(dataDir, id), pace });
    } finally {
      pool.close();
    }
  }

  async function add(id: number, parts: readonly DamagedPart[]): Promise<boolean> {
    meanwhile.get(id)?.push(...parts);
    if (parts.length === 0 || !(await rows.add(id, parts))) return false;
    log.warn({ recordingId: id, parts: parts.length }, "recording.damaged");
    await orderVerify(db, id);
    onChange([id]);
    return true;
  }

  /** Its samples lie on the node that writes it, which alone can tell anything of them. */
  const isElsewhere = ({ id, isGrowing }: PublishedRecording): boolean =>
    isGrowing && remote !== null && !existsSync(recordingFolder(dataDir, id));

  async function examineGroup(recording: PublishedRecording, also: FoundDamage["blocks"] | null, group: number) {
    const { id } = recording;
    return within(id, atOnce, async (world) => {
      const { parts, levels } = await examineParts(recording, world);
      // Whoever read it may have gone by a description that was older than the sums.
      const isLost = also === "all" && (await sourceOf(recording, group, world)) === null;
      if (isLost && !parts.some(({ part }) => part === "description")) {
        const { sample_count } = recording.groups[group];
        parts.push({ part: "samples", group, first: 0, count: sample_count });
      } else if (also !== null && also !== "all") {
        parts.push(...(await samplesIn(recording, wholeChunks(recording, group, also), world)));
      }
      const isChanged = await add(id, parts);
      for (const { group: position, layout, chunk } of levels)
        levelFound({ recordingId: id, group: position, layout, chunk });
      return isChanged;
    });
  }

  function levelFound({ recordingId: id, group, layout, chunk }: FoundLevel): void {
    const key = `${id}/${group}/${layout.folder}/${chunk}`;
    if (mending.has(key)) return;
    mending.add(key);
    const work = inTurn(id, async () => {
      const recording = await rows.one(id);
      if (recording === null) return;
      if (recording.isGrowing) {
        mending.delete(key); // it is computed when it is read, and whoever writes the recording has the file
        return;
      }
      const isMended = await within(id, atOnce, (world) =>
        mendLevel(recording, { group, layout, chunk }, world, recording.damage),
      );
      log.warn({ recordingId: id, group, level: layout.factor, chunk }, isMended ? "level.mended" : "level.lost");
      if (isMended) mending.delete(key); // what cannot be mended is not tried again before a restart
    });
    const done: Promise<void> = work
      .catch((err: unknown) => {
        mending.delete(key);
        log.warn({ recordingId: id, err }, "level.unmended");
      })
      .finally(() => behind.delete(done));
    behind.add(done);
  }

  /** Writes down what reading everything came to, and what readers found while it lasted. Null: it was removed. */
  async function settle(
    id: number,
    { parts, mended, found, isNew }: Findings & { found: readonly DamagedPart[]; isNew: boolean },
  ): Promise<VerifyResult | null> {
    const damage = [...parts, ...found];
    const isChanged = await rows.replace(id, damage);
    if (isChanged === null) return null;
    if (isChanged)
      log.warn({ recordingId: id, parts: damage.length }, damage.length > 0 ? "recording.damaged" : "recording.healed");
    if (mended > 0) log.warn({ recordingId: id, files: mended }, "recording.mended");
    if (isChanged || isNew) onChange([id]);
    return { state: damage.length > 0 ? "damaged" : "good", isChanged, damage, mended, isNew };
  }

  return {
    levelFound,

    found: ({ recordingId: id, group, blocks }) =>
      inTurn(id, async () => {
        const recording = await rows.one(id);
        if (recording === null) return;
        if (isElsewhere(recording)) throw new Error("The recording is written by another node.");
        await examineGroup(recording, blocks, group);
      }),

    annotationsFound: (id) =>
      inTurn(id, async () => {
        await add(id, [{ part: "annotations" }]);
      }),

    async verifyCopy(id, signal) {
      const recording = await rows.one(id);
      if (remote === null || recording === null || recording.anchors === null) return;
      const files = await storedFiles(dataDir, id, remote);
      const pool = createRemotePool(dataDir, { ...remote, cacheBytes: 0 });
      try {
        await readCopies(recording, {
          ...{ pool, files, folder: recordingFolder(dataDir, id) },
          pace: slowPace({ lastUse }, signal),
        });
      } finally {
        pool.close();
      }
    },

    tidy: () => removeLeftDrafts(cacheFolder(dataDir)),

    used() {
      usedAt = performance.now();
    },
    lastUse,

    look: (id) =>
      inTurn(id, async () => {
        const recording = await rows.one(id);
        await removeLeftDrafts(recordingFolder(dataDir, id));
        return recording !== null && !isElsewhere(recording) && (await examineGroup(recording, null, 0));
      }),

    verify: (id, pace = atOnce) =>
      inReadingTurn(id, async () => {
        let recording = await rows.one(id);
        if (recording === null || isElsewhere(recording)) return null;
        const isNew = recording.anchors === null;
        const found: DamagedPart[] = [];
        meanwhile.set(id, found);
        try {
          const findings = await within(id, pace, async (world) => {
            if (recording?.anchors === null) {
              await rows.anchor(id, await anchorsFor(recording, world));
              recording = await rows.one(id);
            }
            return recording === null ? null : readAll(recording, world);
          });
          return findings === null ? null : await inTurn(id, () => settle(id, { ...findings, found, isNew }));
        } finally {
          meanwhile.delete(id);
        }
      }),

    all: () => rows.all(),
    due: (days, damagedDays = days) => rows.due(days, damagedDays),
    counts: () => rows.counts(),

    async idle() {
      while (behind.size > 0) await Promise.all(behind);
    },
  };
}
