/** Uploads of this user that a page began which is no more: shown, continued, canceled. */
import { uploadQueueText } from "../../../protocol/upload-queue-text.ts";
import { cancelUpload, getOpenUploads, getUploadFiles, getUploadSettings } from "../../../protocol/uploads.ts";
import { ApiFailure, call, isNotFound, reasonOf, serverNowMs } from "../../session/index.ts";
import { entriesOf } from "../choose/index.ts";
import type { UploadSource } from "../types.ts";
import { addItem } from "./enqueue.ts";
import { sourcesIn } from "./find-sources.ts";
import { heldUploads } from "./locks.ts";
import { dropRecipe, keepOnly, readRecipe } from "./recipe.ts";
import { matchFiles } from "./resume.ts";
import { type Interrupted, isLive, newItem, queue } from "./state.ts";

/** Without a trace of it in this browser, an upload that gave a sign of life so lately runs on another computer. */
const elsewhereMs = 300_000;
const words = uploadQueueText.interrupted;
/** What was found so far of those whose files are chosen in several goes. */
const found = new Map<number, UploadSource[]>();

/** Reads them anew. Without an answer the list stays as it is. */
export async function loadInterrupted(): Promise<void> {
  const answer = await call(getOpenUploads, {}).catch(() => null);
  if (answer === null) return;
  const held = await heldUploads();
  await keepOnly(new Set(answer.data.map(({ upload_id }) => upload_id)));
  const list: Interrupted[] = [];
  for (const open of answer.data) {
    const id = open.upload_id;
    if (held.has(id) || queue.items.some((item) => item.uploadId === id && isLive(item))) continue;
    if (serverNowMs() - open.seen_at < elsewhereMs && (await readRecipe(id)) === null) continue;
    list.push({
      uploadId: id,
      projectId: open.project_id,
      siteId: open.site_id,
      siteName: open.site_name,
      patientIdentifier: open.patient_identifier,
      itemNames: open.item_names,
      isBusy: false,
      message: null,
    });
  }
  queue.interrupted = list;
}

const find = (uploadId: number) => queue.interrupted.find((one) => one.uploadId === uploadId);

function drop(uploadId: number): void {
  found.delete(uploadId);
  queue.interrupted = queue.interrupted.filter((one) => one.uploadId !== uploadId);
}

/** Looks for the upload's files among those that were chosen; when none is missing any more, it goes on. Never throws. */
export async function chooseAgain(uploadId: number, files: readonly File[]): Promise<void> {
  const open = find(uploadId);
  if (open === undefined || open.isBusy) return;
  Object.assign(open, { isBusy: true, message: null });
  try {
    const chosen = await sourcesIn(entriesOf([...files]), new AbortController().signal);
    const sources = [...(found.get(uploadId) ?? []), ...chosen];
    found.set(uploadId, sources);
    const answer = await call(getUploadFiles, { upload_id: uploadId });
    const missing = answer.files.filter(({ is_verified }) => !is_verified);
    const matches = matchFiles(
      missing,
      sources.flatMap((source) => source.files),
    );
    const absent = new Set(matches.filter(({ file }) => file === null).map(({ known }) => known.path.split("/")[0]));
    if (absent.size > 0) {
      open.message = words.notThere([...absent].join(", "));
      return;
    }
    const { has_encryption: hasEncryption } = await call(getUploadSettings, {});
    const recipe = await readRecipe(uploadId);
    drop(uploadId);
    const item = newItem(0, orderLike(open, sources));
    item.uploadId = uploadId;
    item.preparing.filesTotal = missing.length;
    item.uploading.filesTotal = answer.files.length;
    addItem(item, { kind: "rest", rest: { uploadId, sources, recipe, hasEncryption } });
  } catch (error) {
    if (isNotFound(error)) open.message = words.gone;
    else open.message = reasonOf(error);
  } finally {
    open.isBusy = false;
  }
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
export async function cancelInterrupted(uploadId: number): Promise<void> {
  try {
    await call(cancelUpload, { upload_id: uploadId });
  } catch (error) {
    // Gone, canceled elsewhere, or being processed by now: it is no interrupted upload any more.
    if (!(error instanceof ApiFailure && (error.status === 404 || error.status === 409))) throw error;
  }
  await dropRecipe(uploadId);
  drop(uploadId);
}
