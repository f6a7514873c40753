/** From an order to files that the server waits for: room for them, digests, create_upload, start_upload (spec 000 section 4). */

import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import {
  checkUploadRoom,
  createUpload,
  startUpload,
  type UploadFile,
  uploadPartBytes,
} from "../../../../protocol/uploads.ts";
import { newRequestKey } from "../../../session/index.ts";
import type { SourceFile, UploadOrder } from "../../types.ts";
import type { Hasher } from "../../worker/hasher.ts";
import { isMade } from "../state.ts";
import type { UploadQueueDeps } from "../tools.ts";
import { ask } from "./ask.ts";
import { UploadFailed } from "./failures.ts";
import { hashFiles } from "./hash-files.ts";
import type { Stage } from "./stage.ts";
import type { Sending } from "./transfer.ts";

export interface Prepared {
  uploadId: number;
  partSize: number;
  files: Sending[];
}

export interface Preparing {
  tools: UploadQueueDeps;
  hasher: Hasher;
  stage: Stage;
  signal: AbortSignal;
  onCreated(uploadId: number): void;
}

/** @throws as `ask` and `hashFiles` */
export async function prepare(
  order: UploadOrder,
  { tools, hasher, stage, signal, onCreated }: Preparing,
): Promise<Prepared> {
  const { project, site, patient, timezone, sources, form } = order;
  const sizes = sources.map(({ kind, name, size }) => ({ kind, name, size }));
  if (sizes.length > 0) await ask(tools, checkUploadRoom, { project_id: project.id, items: sizes }, signal);
  const all = order.sources.flatMap(({ files }, item) => files.map((file) => ({ file, item })));
  const digests = await hashFiles(
    all.map(({ file }) => file),
    { hasher, stage },
  );
  const place = { project_id: project.id, site_id: site.id, patient_id: patient.identifier };
  const { upload_id } = await ask(
    tools,
    createUpload,
    { ...place, is_new_patient: patient.key === null && !isMade(order), timezone, request_key: newRequestKey() },
    signal,
  );
  onCreated(upload_id);
  const items = sources.map(({ kind, name, removed }) => ({ kind, name, removed: [...removed] }));
  const files = all.map(({ file, item }, n) => ({
    item,
    path: file.path,
    size: file.size,
    md5: digests[n],
    modified_at: file.modifiedAt,
  }));
  const started = await ask(tools, startUpload, { upload_id, items, files, form }, signal);
  demandPartSize(started.part_size);
  const byPath = new Map(started.files.map((file) => [file.path, file]));
  const sending = all.map(({ file }, n) => sendingOf(file, byPath.get(file.path), digests[n], 0));
  return { uploadId: upload_id, partSize: started.part_size, files: sending };
}

/** A file of the user's with what the server said of it. */
export function sendingOf(file: SourceFile, known: UploadFile | undefined, md5: string, countedBytes: number): Sending {
  if (known === undefined) throw new UploadFailed(uploadQueueText.outcome.failedUnreported, "none");
  const { path, chosenPath, content, size, isInfo } = file;
  return {
    fileId: known.file_id,
    partCount: known.part_count,
    path,
    chosenPath,
    content,
    size,
    isInfo,
    md5,
    countedBytes,
  };
}

/** Digests of large files depend on it: a page that is older than its server has to be opened again. */
export function demandPartSize(size: number): void {
  if (size !== uploadPartBytes) throw new UploadFailed(uploadQueueText.reasons.outdated);
}
