/** Answers to calls that were begun before the application's scripts were there (early.ts). Each is taken once, by the very same call. */
import type { getWorkspacesByUser } from "../../protocol/accounts.ts";
import type { AnswerOf } from "../../protocol/route.ts";

export type WorkspacesAnswer = AnswerOf<typeof getWorkspacesByUser>;

/** What the next page of this browser goes by as it begins its calls. What of it is not true any more costs calls that nobody takes. */
export interface EarlyWorkspace {
  readonly id: number;
  readonly name: string;
  /** Its user may open reviews. */
  readonly opensReviews: boolean;
}

declare global {
  interface Window {
    connectEarly?: {
      /** As `performance.now` says it. */
      begunAt: number;
      /** By token, address and body. */
      calls: Map<string, Promise<Response>>;
      /** The application asked for something that was not begun: nothing more is begun. */
      isOver: boolean;
    };
  }
}

/** An answer older than this says what was. */
const heldMs = 10_000;
const earlyKey = "connect.early";

/**
 * The answer to the call, if it was begun early and nobody took it yet. It may have failed: then the call is to be made. Who asks the same route something
 * else, of another workspace or of none, or before it was begun, is the first to ask there: an answer that is older than theirs is taken by nobody.
 */
export function takeEarly(token: string | null, address: string, body: string): Promise<Response> | undefined {
  const early = globalThis.window?.connectEarly;
  if (early === undefined) return undefined;
  if (performance.now() - early.begunAt > heldMs) {
    window.connectEarly = undefined;
    return undefined;
  }
  const answer = early.calls.get(`${token} ${address} ${body}`);
  if (answer === undefined) early.isOver = true;
  const path = pathOf(address);
  for (const name of early.calls.keys()) if (pathOf(name.split(" ", 2)[1]) === path) early.calls.delete(name);
  return answer;
}

const pathOf = (address: string): string => address.split("?", 1)[0];

/** Null: nobody is signed in any more. */
export function keepEarly(workspace: EarlyWorkspace | null): void {
  try {
    if (workspace === null) localStorage.removeItem(earlyKey);
    else localStorage.setItem(earlyKey, JSON.stringify(workspace));
  } catch {
    // Storage may be blocked: the next page asks first.
  }
}
