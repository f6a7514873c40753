/** Calls of the wizard: while the server is away it says so and when it is asked again, and goes on by itself. */
import type { AnswerOf, BodyOf, Route } from "../../../../protocol/route.ts";
import { ApiFailure, call, ServerUnreachable } from "../../../session/index.ts";
import { pause } from "../../queue/transfer/connection.ts";
import { retryDelayMs } from "../../queue/transfer/retry.ts";
import { troubleBook } from "../../queue/transfer/trouble.ts";
import { wizard } from "../state.ts";

const book = troubleBook((trouble) => {
  wizard.trouble = trouble;
});

/** The server, or what stands before it, cannot answer for the moment; any other refusal is an answer. */
const transientStatuses: readonly number[] = [408, 429, 502, 503, 504];
const isTransient = (error: unknown): boolean =>
  error instanceof ServerUnreachable || (error instanceof ApiFailure && transientStatuses.includes(error.status));

/** Asks until there is an answer. @throws the refusal, the signal's reason */
export async function callPatiently<R extends Route>(
  route: R,
  body: BodyOf<R>,
  signal: AbortSignal,
): Promise<AnswerOf<R>> {
  const request = {};
  try {
    for (let failures = 1; ; failures++) {
      try {
        return await call(route, body, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!isTransient(error)) throw error;
        const retryAfter = error instanceof ApiFailure ? error.retryAfter : null;
        const waitMs = retryAfter === null ? retryDelayMs(failures, Math.random()) : retryAfter * 1000;
        const nowMs = performance.now();
        book.waits(request, { kind: "server", retryAtMs: nowMs + waitMs }, nowMs);
        await pause(waitMs, signal);
      }
    }
  } finally {
    book.ended(request);
  }
}
