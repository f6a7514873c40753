/** Uploads of this user that a page began, or had in its queue, which is no more: shown, continued, canceled. */
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { silentUploadMs } from "../../../../protocol/upload-limits.ts";
import {
  cancelUpload,
  getOpenUploads,
  getUploadFiles,
  getUploadSettings,
  type ResumedFile,
} from "../../../../protocol/uploads.ts";
import { ApiFailure, call, isNotFound, reasonOnce, serverNowMs, sessionOwner } from "../../../session/index.ts";
import { entriesOf } from "../../choose/index.ts";
import type { UploadSource } from "../../types.ts";
import { addItem } from "../enqueue.ts";
import { type Interrupted, isLive, newItem, queue, type StageProgress } from "../state.ts";
import { dropEntry, readEntries } from "./entries.ts";
import { sourcesIn } from "./find-sources.ts";
import { heldEntries, heldUploads } from "./locks.ts";
import { type KeptEntry, matchEntry, orderOfEntry } from "./match-entry.ts";
import { dropRecipe, keepOnly, readRecipe } from "./recipe.ts";
import { matchFiles } from "./resume.ts";

const words = uploadQueueText.interrupted;
/** What was found so far of those whose files are chosen in several goes. */
const found = new Map<string, UploadSource[]>();

const isLiveHere = (is: (item: (typeof queue.items)[number]) => boolean) =>
  queue.items.some((item) => isLive(item) && is(item));

/** Reads them anew. Of the server's, without an answer, those stay that are shown. */
export async function loadInterrupted(): Promise<void> {
  const owner = sessionOwner();
  const entries = await loadEntries();
  if (sessionOwner() !== owner) return;
  queue.interrupted = [...queue.interrupted.filter(({ uploadId }) => uploadId !== null), ...entries];
  const uploads = await loadUploads();
  // Whoever is signed in by now is shown nothing of somebody else's.
  if (uploads === null || sessionOwner() !== owner) return;
  queue.interrupted = [...uploads, ...queue.interrupted.filter(({ uploadId }) => uploadId === null)];
  for (const { key, uploadId } of uploads) if (uploadId !== null) await tellSent(key, uploadId);
}

async function loadEntries(): Promise<Interrupted[]> {
  const [held, entries] = await Promise.all([heldEntries(), readEntries()]);
  return entries
    .filter(({ id }) => !held.has(id) && !isLiveHere((item) => item.id === id))
    .map(({ id, project, site, patient, sources, hasForm }) => ({
      key: `queued-${id}`,
      uploadId: null,
      entryId: id,
      projectId: project.id,
      siteId: site.id,
      siteName: site.name,
      patientIdentifier: patient.identifier,
      itemNames: sources.map(({ name }) => name),
      hasForm,
      sentFraction: null,
      isBusy: false,
      message: null,
    }));
}

async function loadUploads(): Promise<Interrupted[] | null> {
  const answer = await call(getOpenUploads, {}).catch(() => null);
  if (answer === null) return null;
  const held = await heldUploads();
  await keepOnly(new Set(answer.data.map(({ upload_id }) => upload_id)));
  const list: Interrupted[] = [];
  for (const open of answer.data) {
    const id = open.upload_id;
    if (held.has(id) || isLiveHere((item) => item.uploadId === id)) continue;
    // Without a trace of it in this browser, one that gave a sign of life lately runs on another computer.
    if (serverNowMs() - open.seen_at < silentUploadMs && (await readRecipe(id)) === null) continue;
    list.push({
      key: `begun-${id}`,
      uploadId: id,
      entryId: null,
      projectId: open.project_id,
      siteId: open.site_id,
      siteName: open.site_name,
      patientIdentifier: open.patient_identifier,
      itemNames: open.item_names,
      hasForm: false,
      sentFraction: null,
      isBusy: false,
      message: null,
    });
  }
  return list;
}

/** How much of it need not be sent again. */
async function tellSent(key: string, uploadId: number): Promise<void> {
  const answer = await call(getUploadFiles, { upload_id: uploadId }).catch(() => null);
  const open = find(key);
  if (answer !== null && open !== undefined) open.sentFraction = sentOf(answer.files).fraction;
}

const find = (key: string) => queue.interrupted.find((one) => one.key === key);

function drop(key: string): void {
  found.delete(key);
  queue.interrupted = queue.interrupted.filter((one) => one.key !== key);
}

/**
 * Looks for the upload's files among those that were chosen; when none is missing any more, it goes on. `mayChange` is asked
 * whether files that are others by now are sent as they are. Never throws.
 */
export async function chooseAgain(
  key: string,
  files: readonly File[],
  mayChange: (paths: readonly string[]) => Promise<boolean>,
): Promise<void> {
  const open = find(key);
  const owner = sessionOwner();
  if (open === undefined || open.isBusy) return;
  Object.assign(open, { isBusy: true, message: null });
  try {
    const chosen = await sourcesIn(entriesOf([...files]), new AbortController().signal);
    const sources = [...(found.get(key) ?? []), ...chosen];
    found.set(key, sources);
    const goOn =
      open.uploadId === null
        ? await entryAgain(open, sources, mayChange)
        : await uploadAgain(open, open.uploadId, sources);
    // The session may have ended meanwhile, and another one begun.
    if (sessionOwner() === owner && find(key) !== undefined) goOn?.();
  } catch (error) {
    if (isNotFound(error)) open.message = words.gone;
    else open.message = reasonOnce(error);
  } finally {
    open.isBusy = false;
  }
}

/** What goes on with an upload that was not begun; null while that cannot be, which is said. */
async function entryAgain(
  open: Interrupted,
  sources: readonly UploadSource[],
  mayChange: (paths: readonly string[]) => Promise<boolean>,
): Promise<(() => void) | null> {
  const entry: KeptEntry | undefined = (await readEntries()).find(({ id }) => id === open.entryId);
  if (entry === undefined || (await heldEntries()).has(entry.id)) {
    open.message = words.gone;
    return null;
  }
  const { absent, changed, sources: matched } = matchEntry(entry, sources);
  if (absent.length > 0) {
    open.message = words.notThere(absent.join(", "));
    return null;
  }
  if (changed.length > 0 && !(await mayChange(changed))) {
    found.delete(open.key);
    open.message = words.changed;
    return null;
  }
  const { has_encryption } = await call(getUploadSettings, {});
  return () => {
    drop(open.key);
    const order = orderOfEntry(entry, matched, has_encryption);
    addItem(newItem(entry.id, order), { kind: "order", order });
  };
}

/** What goes on with an upload that was begun; null while something is missing, which is said. */
async function uploadAgain(
  open: Interrupted,
  uploadId: number,
  sources: readonly UploadSource[],
): Promise<(() => void) | null> {
  const answer = await call(getUploadFiles, { upload_id: uploadId });
  const missing = answer.files.filter(({ is_verified }) => !is_verified);
  const matches = matchFiles(
    missing,
    sources.flatMap((source) => source.files),
  );
  const absent = new Set(matches.filter(({ file }) => file === null).map(({ known }) => known.path.split("/")[0]));
  if (absent.size > 0) {
    open.message = words.notThere([...absent].join(", "));
    return null;
  }
  const { has_encryption: hasEncryption } = await call(getUploadSettings, {});
  const recipe = await readRecipe(uploadId);
  return () => {
    drop(open.key);
    const item = newItem(0, orderLike(open, sources));
    item.uploadId = uploadId;
    item.preparing.filesTotal = missing.length;
    Object.assign(item, { isResumed: true });
    Object.assign(item.uploading, sentOf(answer.files));
    addItem(item, { kind: "rest", rest: { uploadId, sources, recipe, hasEncryption } });
  };
}

/** How far an upload is by what the server has. */
export function sentOf(files: readonly ResumedFile[]): Pick<StageProgress, "filesDone" | "filesTotal" | "fraction"> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const stored = files.reduce((sum, { stored_bytes }) => sum + stored_bytes, 0);
  const filesDone = files.filter(({ is_verified }) => is_verified).length;
  return { filesDone, filesTotal: files.length, fraction: bytes === 0 ? 0 : stored / bytes };
}

const orderLike = (open: Interrupted, sources: readonly UploadSource[]) => ({
  project: { id: open.projectId, name: "" },
  site: { id: open.siteId, identifier: "", name: open.siteName },
  patient: { identifier: open.patientIdentifier, key: null },
  timezone: "",
  sources: sources.filter(({ name }) => open.itemNames.includes(name)),
  form: null,
  hasEncryption: false,
});

/** @throws what the call failed with */
export async function cancelInterrupted(key: string): Promise<void> {
  const open = find(key);
  if (open === undefined) return;
  if (open.entryId !== null) await dropEntry(open.entryId);
  if (open.uploadId !== null) {
    try {
      await call(cancelUpload, { upload_id: open.uploadId });
    } catch (error) {
      // Gone, canceled elsewhere, or being processed by now: it is no interrupted upload any more.
      if (!(error instanceof ApiFailure && (error.status === 404 || error.status === 409))) throw error;
    }
    await dropRecipe(open.uploadId);
  }
  drop(key);
}
