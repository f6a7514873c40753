/** One upload from its first byte read to the server's word that it took over (spec 000 section 4, Queue statuses). */

import { formText, type SubmittedForm } from "../../../../protocol/forms.ts";
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { updateFormMd5 } from "../../../../protocol/uploads.ts";
import type { UploadOrder } from "../../types.ts";
import type { Hasher } from "../../worker/hasher.ts";
import { dropEntry } from "../kept/entries.ts";
import { keepRecipe } from "../kept/recipe.ts";
import { prepareRest, type Rest } from "../kept/resume.ts";
import type { QueueItem } from "../state.ts";
import type { UploadQueueDeps } from "../tools.ts";
import { ask } from "./ask.ts";
import { demandInfoFiles, encryptInfoFiles } from "./encryption.ts";
import { UploadFailed } from "./failures.ts";
import { finish } from "./finish.ts";
import { tellProgress } from "./life.ts";
import { prepare } from "./prepare.ts";
import { Stage } from "./stage.ts";
import { transfer } from "./transfer.ts";
import { troubleBook } from "./trouble.ts";

/** What is to be uploaded: an order of the wizard, or the rest of an upload that was begun earlier. */
export type Task =
  | { readonly kind: "order"; readonly order: UploadOrder }
  | { readonly kind: "rest"; readonly rest: Rest };

export interface Upload {
  item: QueueItem;
  tools: UploadQueueDeps;
  /** Its reason is why: UploadCanceled, UploadLeft. */
  signal: AbortSignal;
}

/** @throws UploadFailed, UploadCanceled, UploadUnreachable, UploadLeft */
export async function runUpload(task: Task, { item, tools: world, signal }: Upload): Promise<void> {
  const trouble = troubleBook((shown) => {
    item.trouble = shown;
  });
  const tools: UploadQueueDeps = { ...world, trouble };
  const sources = task.kind === "order" ? task.order.sources : task.rest.sources;
  const hasEncryption = task.kind === "order" ? task.order.hasEncryption : task.rest.hasEncryption;
  if (task.kind === "order" && hasEncryption) demandInfoFiles(sources);
  const hasher = tools.createHasher();
  const close = () => hasher.close(signal.reason);
  signal.addEventListener("abort", close);
  try {
    item.status = "Hashing";
    const preparing = new Stage(item.preparing, sizeOf(task), tools.nowMs);
    preparing.begin();
    const onCreated = (uploadId: number) => {
      item.uploadId = uploadId;
    };
    const common = { tools, hasher, stage: preparing, signal };
    const { uploadId, partSize, files, sent } =
      task.kind === "order"
        ? { ...(await prepare(task.order, { ...common, onCreated })), sent: { files: 0, bytes: 0 } }
        : await prepareRest(task.rest, common);
    item.uploadId = uploadId;
    if (task.kind === "order") {
      await keepRecipe(uploadId, task.order, files);
      await dropEntry(item.id); // from here on the server knows of it, and a page loaded anew would show it twice
    }
    preparing.complete();
    item.status = "Uploading";
    const sending = hasEncryption ? await encryptInfoFiles(tools, { uploadId, files, hasher, signal }) : files;
    if (task.kind === "order" && task.order.form !== null)
      await confirmForm(tools, { uploadId, form: task.order.form, hasher, signal });
    const bytes = sending.reduce((sum, { size, countedBytes }) => sum + size - countedBytes, sent.bytes);
    const uploading = new Stage(item.uploading, bytes, tools.nowMs, (atMs) => {
      item.movedMs = atMs;
    });
    uploading.begin(sent);
    const stop = new AbortController();
    const all = AbortSignal.any([signal, stop.signal]);
    const endLife = tellProgress(
      tools,
      uploadId,
      () => uploading.fraction,
      (reason) => stop.abort(reason),
    );
    try {
      await transfer({ uploadId, partSize, files: sending, stage: uploading, tools, signal: all });
      item.isFinishing = true;
      await finish(tools, { uploadId, isEncrypted: hasEncryption, signal: all });
    } finally {
      endLife();
    }
    uploading.complete();
  } finally {
    signal.removeEventListener("abort", close);
    hasher.close(new UploadFailed(uploadQueueText.outcome.failedUnreported, "none"));
  }
}

const sizeOf = (task: Task): number =>
  (task.kind === "order" ? task.order.sources : task.rest.sources).reduce((sum, { size }) => sum + size, 0);

interface Form {
  uploadId: number;
  form: SubmittedForm;
  hasher: Hasher;
  signal: AbortSignal;
}

/** @throws UploadFailed when the server has another form than this page */
async function confirmForm(tools: UploadQueueDeps, { uploadId, form, hasher, signal }: Form): Promise<void> {
  const md5 = await hasher.digest(new Blob([formText(form)]));
  const { transmitted_properly } = await ask(tools, updateFormMd5, { upload_id: uploadId, md5 }, signal);
  if (!transmitted_properly) throw new UploadFailed(uploadQueueText.reasons.form);
}
