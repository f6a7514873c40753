/** The one fetch helper: POST with JSON, failures thrown once (spec 001 section 7). */
import type { AnswerOf, BodyOf, Route } from "../../protocol/routes.ts";
import { text } from "../../protocol/text.ts";

/** The server answered with a refusal; the message is its response text. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "ApiFailure";
  }
}

/** No answer came at all. */
export class ServerUnreachable extends Error {
  constructor() {
    super(text.failed.unreachable);
    this.name = "ServerUnreachable";
  }
}

/**
 * Calls a route of the server.
 * @throws ApiFailure on a refusal, ServerUnreachable when the server cannot be reached, AbortError when given up.
 */
export async function call<R extends Route>(route: R, body: BodyOf<R>, signal?: AbortSignal): Promise<AnswerOf<R>> {
  let response: Response;
  try {
    response = await fetch(route.path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServerUnreachable();
  }
  if (!response.ok) throw new ApiFailure(response.status, await response.text());
  return (await response.json()) as AnswerOf<R>;
}

/** True when the server says that there is no such thing. */
export const isNotFound = (error: unknown) => error instanceof ApiFailure && error.status === 404;
