/** The calls of an upload: tried again while the server is away, and with its refusals turned into ends of the upload. */
import type { AnswerOf, BodyOf, Route } from "../../../../protocol/route.ts";
import { checkCancelStatus, uploadCanceledCode } from "../../../../protocol/uploads.ts";
import { ApiFailure, ServerUnreachable } from "../../../session/index.ts";
import type { UploadQueueDeps } from "../tools.ts";
import { UploadCanceled, UploadFailed } from "./failures.ts";
import { persist, StoreFull } from "./retry.ts";

/** Putting a file of thousands of parts together takes a store minutes. */
const answerWithinMs = 300_000;
/** Status of a server, and of a store, whose disk is full. */
export const noRoom = 507;
const transient = (status: number) => status >= 500 || status === 429 || status === 408;

/** Whether the same request may be answered later. */
export const isTransientFailure = (error: unknown): boolean =>
  error instanceof ServerUnreachable ||
  error instanceof StoreFull ||
  (error instanceof ApiFailure && transient(error.status)) ||
  (error instanceof DOMException && error.name === "TimeoutError");

export const isTransientStatus = (status: number): boolean => status === 0 || transient(status);

/**
 * Makes a call that may be repeated.
 * @throws UploadCanceled when the server says that it was, UploadFailed with the server's sentence for other refusals,
 *   UploadUnreachable, the signal's reason. A 401 has ended the session, and with it this upload, by the time it is thrown.
 */
export async function ask<R extends Route>(
  tools: UploadQueueDeps,
  route: R,
  body: BodyOf<R>,
  signal: AbortSignal,
): Promise<AnswerOf<R>> {
  try {
    const attempt = () => callOnce(tools, route, body, signal);
    return await persist(attempt, { isTransient: isTransientFailure, kind: "server" }, tools, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw endOf(error);
  }
}

/** `ask` without a second try. @throws StoreFull, what `isTransientFailure` knows, and as above */
export async function askOnce<R extends Route>(
  tools: UploadQueueDeps,
  route: R,
  body: BodyOf<R>,
  signal: AbortSignal,
): Promise<AnswerOf<R>> {
  try {
    return await callOnce(tools, route, body, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw isTransientFailure(error) ? error : endOf(error);
  }
}

async function callOnce<R extends Route>(
  tools: UploadQueueDeps,
  route: R,
  body: BodyOf<R>,
  signal: AbortSignal,
): Promise<AnswerOf<R>> {
  try {
    return await tools.call(route, body, within(signal));
  } catch (error) {
    if (error instanceof ApiFailure && error.status === noRoom) throw new StoreFull();
    throw error;
  }
}

export const within = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);

export function endOf(error: unknown): unknown {
  if (!(error instanceof ApiFailure)) return error;
  return error.code === uploadCanceledCode ? new UploadCanceled() : new UploadFailed(error.message);
}

/** @throws UploadCanceled when the upload was canceled, wherever it was */
export async function demandUncanceled(tools: UploadQueueDeps, uploadId: number, signal: AbortSignal): Promise<void> {
  const { canceled } = await ask(tools, checkCancelStatus, { upload_id: uploadId }, signal);
  if (canceled) throw new UploadCanceled();
}
