/** Downloads: a file as it is stored, a directory as an archive, and addresses that give them once. */
import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { getDownloadAddress } from "../../protocol/files.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import { recordAction } from "../identity/audit.ts";
import { demand } from "../identity/guard.ts";
import { sessionById } from "../identity/session.ts";
import { sha256Hex } from "../identity/tokens.ts";
import type { UserScope } from "../patients/scope.ts";
import { demandSoundResult, type ResultDeps, type SoundFile, soundStream } from "../pipelines/index.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type BlobAnswer, Refused } from "../platform/http/routes.ts";
import { attachment } from "../platform/storage/disposition.ts";
import type { ObjectStore, Stores } from "../platform/storage/index.ts";
import { type ArchiveEntry, archiveOf } from "./archive.ts";
import { demandPatient, filesBelow, findFile, gone, type StoredFile } from "./file-store.ts";
import { demandWhole, demandWholeFiles, isUploaded, keyOf, type UploadedFile } from "./uploaded-file.ts";
import { listingOf, type VisibleItem } from "./visible-items.ts";

/** How long an address waits for its one use. */
const addressLifeMs = 60_000;
const bytesType = "application/octet-stream";
/** Where addresses of our own lead. */
export const downloadPath = "/v1/files/download";

export interface FilesDeps extends Pick<ResultDeps, "log"> {
  db: NodePgDatabase;
  stores: Stores;
}

export interface Wanted {
  patient_id: number;
  project_id?: number;
  file_path: string;
}

/** What a path leads to. */
type Found = { name: string; patientKey: number } & (
  | { kind: "file"; file: UploadedFile; store: ObjectStore }
  | { kind: "result"; runId: number }
  | { kind: "directory"; files: StoredFile[]; storeOf: (file: UploadedFile) => ObjectStore }
);

/** Info files that were encrypted before they were sent say so by their name. */
const storedName = ({ path, isEncrypted }: StoredFile) => (isEncrypted ? `${path}.encrypted` : path);
const lastPart = (path: string) => path.slice(path.lastIndexOf("/") + 1);

export function storesOf(stores: Stores, items: readonly VisibleItem[]): (file: UploadedFile) => ObjectStore {
  const byItem = new Map(items.map(({ id, bucket, endpoint }) => [id, { name: bucket, endpoint }]));
  return ({ item_id }) => {
    const bucket = byItem.get(item_id);
    if (bucket === undefined) throw gone();
    return stores.of(bucket);
  };
}

/** @throws Refused 404 when the user does not see the patient or there is nothing of this path */
async function find({ db, stores }: FilesDeps, scope: UserScope, wanted: Wanted): Promise<Found> {
  const { patient_id, file_path } = wanted;
  await demandPatient(db, scope, wanted);
  const listing = await listingOf(db, patient_id);
  const storeOf = storesOf(stores, listing.items);
  const file = file_path === "" ? null : await findFile(db, listing, file_path);
  if (file !== null) {
    const told = { name: lastPart(storedName(file)), patientKey: patient_id };
    return isUploaded(file)
      ? { ...told, kind: "file", file, store: storeOf(file) }
      : { ...told, kind: "result", runId: file.id };
  }
  const files = await filesBelow(db, listing, file_path);
  if (files.length === 0) throw gone();
  const name = file_path === "" ? `patient-${patient_id}.zip` : `${lastPart(file_path)}.zip`;
  return { kind: "directory", name, patientKey: patient_id, files, storeOf };
}

/** Internal ids only: what was downloaded, and by `recordAction` who did. */
function factsOf(found: Found): Readonly<Record<string, unknown>> {
  const { patientKey: patient_key } = found;
  if (found.kind === "file") return { patient_key, file_id: found.file.id };
  if (found.kind === "result") return { patient_key, run_id: found.runId };
  const item_ids = [...new Set(found.files.filter(isUploaded).map(({ item_id }) => item_id))].slice(0, 100);
  const run_ids = runsOf(found).slice(0, 100);
  return { patient_key, item_ids, ...(run_ids.length === 0 ? {} : { run_ids }) };
}

/** The runs whose results are asked for. */
function runsOf(found: Found): number[] {
  if (found.kind === "result") return [found.runId];
  return found.kind === "file" ? [] : found.files.filter((file) => !isUploaded(file)).map(({ id }) => id);
}

/** Results are read and compared before any byte of them goes out. @throws Refused 409 for one that is lost */
async function soundResults(world: FilesDeps, found: Found, signal: AbortSignal): Promise<Map<number, SoundFile>> {
  const sound = new Map<number, SoundFile>();
  for (const id of runsOf(found)) sound.set(id, await demandSoundResult(world, id, signal));
  return sound;
}

/** @throws Refused 409 where the store has not the whole of what would be sent */
async function demandStored(world: FilesDeps, found: Found): Promise<void> {
  if (found.kind === "file") await demandWhole(world, found);
  if (found.kind !== "directory") return;
  const { files, storeOf } = found;
  await demandWholeFiles(world, { files: files.filter(isUploaded), storeOf }, storedName);
}

/** The bytes of what a path leads to. @throws Refused 404, 409 where it, or a result of an analysis in it, is lost */
export async function download(
  world: FilesDeps,
  caller: Caller,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<BlobAnswer> {
  const found = await find(world, scopeOf(caller), wanted);
  const results = await soundResults(world, found, signal);
  await demandStored(world, found);
  await recordAction(world.db, caller, factsOf(found), "reading"); // before anything is open that would have to be closed
  const open = (runId: number) => soundStream(world.stores.own, results.get(runId) as SoundFile);
  const demandAgain = () => demandPatient(world.db, scopeOf(caller), wanted);
  if (found.kind === "file") return { ...(await fileAnswer(found)), demandAgain };
  if (found.kind === "directory") return { ...(await directoryAnswer(found, wanted.file_path, open)), demandAgain };
  const size = results.get(found.runId)?.sizeBytes ?? null;
  const headers = headersOf(found.name, "application/x-hdf5", size);
  return { stream: await open(found.runId), headers, demandAgain };
}

export const scopeOf = ({ session: { workspaceId, userId } }: Caller): UserScope => ({ workspaceId, userId });

async function fileAnswer({ file, store, name }: Extract<Found, { kind: "file" }>): Promise<BlobAnswer> {
  const stream = await store.get(keyOf(file));
  return { stream, headers: headersOf(name, bytesType, file.size) };
}

async function directoryAnswer(
  { files, storeOf, name }: Extract<Found, { kind: "directory" }>,
  path: string,
  openResult: (runId: number) => Promise<Readable>,
): Promise<BlobAnswer> {
  // The archive holds the directory, not what is above it.
  const above = path.slice(0, path.lastIndexOf("/") + 1).length;
  const entries = files.map(
    (file): ArchiveEntry => ({
      path: storedName(file).slice(above),
      size: file.size,
      modifiedAt: file.modifiedAt ?? file.createdAt,
      open: () => (isUploaded(file) ? storeOf(file).get(keyOf(file)) : openResult(file.id)),
    }),
  );
  const { stream, size } = await archiveOf(entries);
  return { stream, headers: headersOf(name, "application/zip", size) };
}

const headersOf = (name: string, type: string, size: number | null): Record<string, string> => ({
  "content-type": type,
  "content-disposition": attachment(name),
  // What was uploaded is nobody's page.
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  ...(size === null ? {} : { "content-length": String(size) }),
});

/**
 * An address that downloads once, within a minute, as long as the session and its rights last. Files of a store that
 * browsers reach by themselves come from there; results of analyses never do, as nobody would compare them.
 * @throws Refused 404, 409 where it, or a result of an analysis in it, is lost
 */
export async function downloadAddress(
  world: FilesDeps,
  caller: Caller,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<{ url: string; file_name: string }> {
  const found = await find(world, scopeOf(caller), wanted);
  await soundResults(world, found, signal); // said where it is asked: a browser shows no sentence of a download
  if (found.kind === "file" && found.store.browserOrigin !== null) {
    const order = { lifeMs: addressLifeMs, fileName: found.name, type: bytesType };
    const url = await found.store.presignGet(keyOf(found.file), order);
    await recordAction(world.db, caller, factsOf(found), "reading"); // its use is not seen here
    return { url, file_name: found.name };
  }
  await demandStored(world, found);
  const ticket = await issueTicket(world.db, caller, wanted);
  return { url: `${downloadPath}?token=${ticket}`, file_name: found.name };
}

async function issueTicket(db: Queries, { session }: Caller, { patient_id, file_path }: Wanted): Promise<string> {
  const ticket = randomBytes(32).toString("base64url");
  await db.execute(sql`delete from download_ticket where expires_at < now() - interval '1 hour'`);
  await db.execute(sql`
    insert into download_ticket (hash, token_id, patient_key, path, expires_at)
    values (${sha256Hex(ticket)}, ${session.tokenId}, ${patient_id}, ${file_path},
      now() + ${addressLifeMs} * interval '1 millisecond')`);
  return ticket;
}

/** Uses an address up, once, and tells who may follow it where. @throws Refused 403 when it is none any more */
export async function useTicket(
  db: Queries,
  ticket: string,
  visit: Pick<Caller, "address" | "origin">,
): Promise<{ caller: Caller; wanted: Wanted }> {
  const { rows } = await db.execute<{ token_id: string; patient_key: number; path: string }>(sql`
    delete from download_ticket where hash = ${sha256Hex(ticket)} and expires_at > now()
    returning token_id, patient_key, path`);
  const [row] = rows;
  const session = row === undefined ? null : await sessionById(db, Number(row.token_id));
  if (row === undefined || session === null) throw new Refused(403, filesText.refused.addressGone);
  demand(session, getDownloadAddress.needs);
  const { workspaceId, workspaceName } = session;
  const caller = { ...visit, session, workspaceId, workspaceName, route: getDownloadAddress };
  return { caller, wanted: { patient_id: row.patient_key, file_path: row.path } };
}
