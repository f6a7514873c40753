/**
 * Recordings that are reviewed while they grow. What was acknowledged is on the disk of this node, block and count: the
 * samples lie where those of a complete recording do, `.tail` says how far they reach, and then the row does. Sums come
 * with sealing, the object store with the end.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingTail } from "../../protocol/recordings.ts";
import { digestOf } from "./checksum.ts";
import { claimRow } from "./claim.ts";
import { levelFactors, recordingFolder, sumsFiles } from "./geometry.ts";
import { RowHold } from "./growing-hold.ts";
import { type Alongside, growingRows } from "./growing-rows.ts";
import {
  type GrowingHome,
  type GrowingRecording,
  type StoredTail,
  tailFile,
  writeGrowing,
  writeTail,
} from "./growing-writer.ts";
import { RecordingWriter } from "./recording-writer.ts";
import type { NewRecording, Owner } from "./rows.ts";
import type { SourceHead } from "./types.ts";

/** Begins a recording. `alongside`: what else the commit changes that makes it visible. @throws what database and disk say; then there is none */
export async function openGrowing(
  home: GrowingHome & { head: SourceHead; place: Owner; alongside?: Alongside } & Pick<
      NewRecording,
      "patient_id" | "obj_name"
    >,
): Promise<GrowingRecording> {
  const { db, dataDir, remote = null, head, place, patient_id, obj_name, alongside } = home;
  const token = randomUUID();
  const facts: NewRecording = {
    ...{ patient_id, obj_name, obj_type: head.objType, start_ms: head.startMs, is_start_known: head.isStartKnown },
    ...{ timezone: head.timezone, size_bytes: 0 },
    channel_count: head.groups.reduce((sum, { channels }) => sum + channels.length, 0),
  };
  const rows = growingRows(db);
  const claim = await claimRow({ db, dataDir, token, facts, place, remote });
  const heart = claim.beatEvery(1000, () => ({ fraction: 0, etaMs: null }));
  try {
    for (const k of head.groups.keys())
      for (const factor of [0, ...levelFactors])
        await mkdir(join(claim.folder, String(k), `l${factor}`), { recursive: true });
    await claim.keepHere();
    const folder = recordingFolder(dataDir, claim.id);
    const writer = new RecordingWriter(folder, head, { isGrowing: true });
    const { sums, ...sealed } = writer.sealed();
    for (const name of sumsFiles) await writer.replaceSums(name, sums);
    const tail = writer.tail(
      0,
      sealed.groups.map(() => 0),
    );
    await writeTail(folder, { ...tail, appends: 0, lastDigest: "" });
    await heart.stop();
    const hold = new RowHold(() => rows.beat(claim.id, token));
    if (!(await rows.open(claim.id, token, { ...sealed, tail }, alongside))) throw new Error("The row was swept.");
    const opened = {
      head,
      writer,
      sealed: { ...sealed, tail },
      appends: 0,
      lastDigest: "",
      toldRevision: tail.revision,
    };
    return writeGrowing({ ...home, remote, id: claim.id, token, hold, ...opened });
  } catch (error) {
    await heart.stop();
    await claim.release();
    throw error;
  }
}

/** Goes on with a recording of this node that was left, or whose writer died. Null when there is none, or it is being written. */
export async function resumeGrowing(home: GrowingHome & { id: number }): Promise<GrowingRecording | null> {
  const { db, dataDir, id, remote = null } = home;
  const token = randomUUID();
  const rows = growingRows(db);
  const hold = new RowHold(() => rows.beat(id, token));
  const taken = await rows.take(id, token);
  if (taken === null) return null;
  const { head, groups, anchors } = taken;
  const folder = recordingFolder(dataDir, id);
  const writer = new RecordingWriter(folder, head, { isGrowing: true });
  try {
    const { tail, ...counted } = await hold.during(async () => {
      const found = await asStored(readTail(folder, taken.tail));
      const reading = groups.map((_, k) => readSums(join(folder, String(k)), anchors.groups[k]));
      const sums = await asStored(Promise.all(reading));
      await hold.demand();
      // Whichever file was being replaced: from here on both are those of the row.
      for (const name of sumsFiles) await writer.replaceSums(name, sums);
      await hold.demand();
      await asStored(writer.resume(groups, sums, found.tail));
      return found;
    });
    await hold.demand();
    const resumed = { head, writer, sealed: { groups, anchors, tail }, ...counted, toldRevision: taken.tail.revision };
    return writeGrowing({ ...home, remote, id, token, hold, ...resumed });
  } catch (error) {
    await writer.abandon();
    await rows.free(id, token);
    throw error;
  }
}

/** What is stored of a growing recording is not what was acknowledged: nothing can be added to it. */
export class GrowingDamaged extends Error {
  override readonly name = "GrowingDamaged";
}

/** What the disk says stays as it is; everything else says that a file is not what was written. @throws GrowingDamaged */
async function asStored<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new GrowingDamaged(error instanceof Error ? error.message : "", { cause: error });
  }
}

/** The tail that was acknowledged last: the row may not know of it yet, or of the last sealing alone, which appends nothing. */
async function readTail(
  folder: string,
  ofRow: RecordingTail,
): Promise<{ tail: RecordingTail } & Pick<StoredTail, "appends" | "lastDigest">> {
  const { appends, lastDigest, ...found }: StoredTail = JSON.parse(await readFile(join(folder, tailFile), "utf8"));
  return { tail: found.revision > ofRow.revision ? found : ofRow, appends, lastDigest };
}

/** @throws Error when neither file is what the row says */
async function readSums(folder: string, digest: string): Promise<Uint8Array> {
  for (const name of sumsFiles) {
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (bytes !== null && digestOf(bytes) === digest) return bytes;
  }
  throw new Error("The checksums of the recording are not what was stored.");
}
