/** The call that sends a queue, and what its failures mean for it. */
import { type AnnotationChange, type ChangeOutcome, changeAnnotations } from "../../protocol/annotation-log.ts";
import { ApiFailure, call, sessionOwner } from "../session/index.ts";
import type { SendFailure } from "./write-queue.ts";

/** Until a refused call is made again. */
const refusedRetryMs = 30_000;

/** Sends changes of an account's queue, as long as that account is signed in. @throws ApiFailure */
export async function sendChanges(
  owner: string | null,
  dataObjectId: number,
  client: string,
  changes: readonly AnnotationChange[],
): Promise<readonly ChangeOutcome[]> {
  // A queue is never sent for anybody else.
  if (sessionOwner() !== owner) throw new ApiFailure(401, "");
  const body = { data_object_id: dataObjectId, client, changes: [...changes] };
  return (await call(changeAnnotations, body)).outcomes;
}

export function failureOf(error: unknown): SendFailure {
  if (!(error instanceof ApiFailure)) return { kind: "away" };
  const { status, retryAfter, code, message } = error;
  if (status === 401) return { kind: "signed out" };
  if (status === 429 || status >= 500)
    return { kind: "away", ...(retryAfter === null ? {} : { afterMs: 1000 * retryAfter }) };
  // By what was sent; any other refusal (a permission, a project, a recording that is away) may be lifted, and nothing is given up for it.
  if (status === 400 || status === 413) return { kind: "refused", code: code ?? String(status), sentence: message };
  return { kind: "away", afterMs: refusedRetryMs, sentence: message };
}
