/** The one fetch helper: POST with JSON, the workspace in the query, the token in a header (spec 000 section 7). */

import {
  type AnswerOf,
  type BodyOf,
  type Route,
  refusalHeader,
  workspaceNameMember,
  workspaceParameter,
} from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { serverText } from "../../protocol/text/server-text.ts";
import { text } from "../../protocol/text/text.ts";
import { readServerClock } from "./clock.ts";
import { takeEarly } from "./early-answers.ts";
import { endSession } from "./end.ts";
import { session } from "./state.ts";

/** The server answered with a refusal; the message is what it said. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The server cannot answer for the moment, and asks to be asked again after so many seconds. */
    readonly retryAfter: number | null = null,
    /** What to go by where the refusal has one; never the words. */
    readonly code: string | null = null,
  ) {
    super(message);
    this.name = "ApiFailure";
  }
}

/** No answer came at all, or one that broke off or is not the server's. */
export class ServerUnreachable extends Error {
  constructor() {
    super(text.failed.unreachable);
    this.name = "ServerUnreachable";
  }
}

/**
 * Calls a route of the server for whoever is signed in.
 * @throws ApiFailure on a refusal (also the client's own one, before any request, when the route needs a token and there
 *   is none), ServerUnreachable when the server cannot be reached, AbortError when given up. A 401 ends the session.
 */
export const call = <R extends Route>(route: R, body: BodyOf<R>, signal?: AbortSignal): Promise<AnswerOf<R>> =>
  callNamed(route, body, { signal });

/**
 * The same as the page goes, in a request that outlives it: where there is room for it (`canOutlivePage`), else in one as ever.
 * Throws as `call`.
 */
export const callOnLeaving = <R extends Route>(route: R, body: BodyOf<R>): Promise<AnswerOf<R>> =>
  callNamed(route, body, { isLeaving: true });

interface CallOptions {
  signal?: AbortSignal;
  isLeaving?: boolean;
}

/** The same for a route whose answer is bytes. Throws as `call`. */
export const callForBytes = (route: Route, body: object, signal?: AbortSignal): Promise<ArrayBuffer> =>
  callNamed(route, body, { signal }, (response) => response.arrayBuffer());

/** A part of an answer that came, and how long all of it is where the server knows. */
export interface AnswerPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly whole: number | null;
}

/** The answer broke off. */
export class AnswerCutOff extends Error {
  constructor() {
    super(text.failed.cutOff);
    this.name = "AnswerCutOff";
  }
}

/** The same part by part, for an answer that is long. Throws as `call`, and AnswerCutOff. */
export const callForParts = (
  route: Route,
  body: object,
  onPart: (part: AnswerPart) => void,
  signal?: AbortSignal,
): Promise<void> =>
  callNamed(route, body, { signal }, async ({ body: parts, headers }) => {
    const length = headers.get("content-length");
    const whole = length === null || headers.has("content-encoding") ? null : Number(length);
    const reader = parts?.getReader();
    try {
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
        onPart({ bytes: part.value, whole });
    } catch (error) {
      throw signal?.aborted ? error : new AnswerCutOff();
    }
  });

async function callNamed<R extends Route, T = AnswerOf<R>>(
  route: R,
  body: BodyOf<R>,
  options: CallOptions,
  read?: (response: Response) => Promise<T>,
): Promise<T> {
  const { token, workspace } = session;
  const parameter = workspace === null ? "" : `?${workspaceParameter}=${workspace.id}`;
  // A workspace that is not the server's own has no name here until somebody signed in.
  const named = workspace?.name ? { [workspaceNameMember]: workspace.name } : {};
  return endedBy401(route, token, () =>
    send(route, parameter, { ...named, ...(body as object) }, token, options, read),
  );
}

/** The same by GET, with the body's members in the query string, for a route that has it. Throws as `call`. */
export async function callByGet<R extends Route>(
  route: R,
  body: BodyOf<R>,
  signal?: AbortSignal,
): Promise<AnswerOf<R>> {
  const { token, workspace } = session;
  const members = Object.entries(body as Record<string, string | number | boolean>).map(([name, value]) => [
    name,
    String(value),
  ]);
  const place = workspace === null ? [] : [[workspaceParameter, String(workspace.id)]];
  const query = new URLSearchParams([...place, ...members]);
  return endedBy401(route, token, () => send(route, `?${query}`, undefined, token, { signal }));
}

async function endedBy401<T>(route: Route, token: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isEnded = error instanceof ApiFailure && error.status === 401 && route.needs !== "anyone";
    if (isEnded && token !== null && token === session.token) endSession("refused", error.message);
    throw error;
  }
}

/** Calls a route with a token of its own: that of a mail's link, or one whose session has not begun. Throws as `call`. */
export const callWithToken = <R extends Route>(token: string | null, route: R, body: BodyOf<R>, query = "") =>
  send(route, query, body as object, token);

/** Bytes of bodies. Browsers keep 64 KiB alive, of all that a page has on its way. */
const mostKeptAlive = 48 * 1024;
let keptAlive = 0;
const bytesOf = (written: string): number => new TextEncoder().encode(written).length;

/** Whether there is room for calls with these bodies that outlive the page, beside those that are on their way. */
export const canOutlivePage = (bodies: readonly unknown[]): boolean =>
  bodies.reduce<number>((sum, body) => sum + bytesOf(JSON.stringify(body)), keptAlive) <= mostKeptAlive;

async function fetchOnLeaving(address: string, init: RequestInit & { body: string }): Promise<Response> {
  const bytes = bytesOf(init.body);
  if (keptAlive + bytes > mostKeptAlive) return fetch(address, init);
  keptAlive += bytes;
  try {
    return await fetch(address, { ...init, keepalive: true });
  } catch (error) {
    // The browser has less room than that.
    if (!(error instanceof TypeError)) throw error;
    return await fetch(address, init);
  } finally {
    keptAlive -= bytes;
  }
}

async function send<R extends Route, T = AnswerOf<R>>(
  route: R,
  query: string,
  /** Undefined: a GET. */
  body: object | undefined,
  token: string | null,
  { signal, isLeaving = false }: CallOptions = {},
  read: (response: Response) => Promise<T> = readJson,
): Promise<T> {
  if (token === null && route.needs !== "anyone") throw new ApiFailure(401, accountText.refused.noToken);
  const headers: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  if (token !== null) headers.Authorization = token;
  let response: Response;
  const address = route.path + query;
  try {
    if (body === undefined) response = await fetch(address, { headers, signal });
    else {
      const init = { method: "POST", headers, body: JSON.stringify(body), signal };
      const ask = () => (isLeaving ? fetchOnLeaving(address, init) : fetch(address, init));
      response = await (takeEarly(token, address, init.body)?.catch(ask) ?? ask());
      signal?.throwIfAborted();
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServerUnreachable();
  }
  readServerClock(response.headers.get("date"));
  try {
    if (response.ok) return await read(response);
    throw await failureOf(response);
  } catch (error) {
    // What the browser says of a connection that ends before the answer does.
    throw error instanceof TypeError && !signal?.aborted ? new ServerUnreachable() : error;
  }
}

/** What a proxy or a firewall on the way answers in place of the server is a page of its own: only its status counts. */
async function failureOf(response: Response): Promise<ApiFailure> {
  const { status, headers } = response;
  const retryAfter = Number(headers.get("retry-after")) || null;
  const answer = await response.text();
  const isPage = answer === "" || /^\s*</.test(answer) || /\b(?:html|xml)\b/.test(headers.get("content-type") ?? "");
  const foreign = status >= 500 ? text.failed.unreachable : text.failed.foreign(status);
  return new ApiFailure(status, isPage ? foreign : refusalOf(answer), retryAfter, headers.get(refusalHeader));
}

/** @throws ServerUnreachable when it is not JSON: cut off, or not the server's. */
async function readJson<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (error) {
    throw error instanceof SyntaxError ? new ServerUnreachable() : error;
  }
}

/** Refusals are plain text, or JSON with the member `errorMessage`. */
export function refusalOf(answer: string): string {
  if (!answer.startsWith("{")) return answer;
  try {
    const { errorMessage } = JSON.parse(answer) as { errorMessage?: unknown };
    return typeof errorMessage === "string" ? errorMessage : answer;
  } catch {
    return answer;
  }
}

/** True when the server says that there is no such thing. */
export const isNotFound = (error: unknown) => error instanceof ApiFailure && error.status === 404;

/**
 * The server's own words for why it will not answer this; undefined for what may go by itself: no answer, a failure, or too much at
 * once. A 401 ends the session besides.
 */
export const whyRefused = (error: unknown): string | undefined =>
  error instanceof ApiFailure && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)
    ? error.message
    : undefined;

/** True when the server is there but cannot work for the moment (its database is away): it recovers without the user. */
export const isAway = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.status === 503 && error.retryAfter !== null;

/** Milliseconds until such a call is made again. */
export const awayRetryMs = 3000;

/** What to tell the user about a failed call. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The same about a call that is not made again by itself. */
export const reasonOnce = (error: unknown): string => (isAway(error) ? serverText.awayNow : reasonOf(error));
