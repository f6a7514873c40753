/** The calls of a gateway over HTTP, tried again for as long as it makes sense. */
import { setTimeout as rest } from "node:timers/promises";
import { appendBlocks, closeStream, createStream, getLivePatients } from "../../../protocol/live.ts";
import type { AnswerOf, BodyOf, Route } from "../../../protocol/route.ts";

/** The server said no, and will say so again. */
export class SendRefused extends Error {
  override readonly name = "SendRefused";
}

/** Statuses after which the same may be sent again. */
const passing = new Set([408, 429, 500, 502, 503, 504, 507]);
const answeredWithinMs = 30_000;
const shortestRestMs = 250;
const longestRestMs = 5000;

export interface GatewayClientOptions {
  /** Origin of the server. */
  server: string;
  credential: string;
  signal: AbortSignal;
  /** Told why the server does not take it, and with null that it does again. */
  onTrouble(why: string | null): void;
}

export type GatewayClient = ReturnType<typeof gatewayClient>;

/** Each call resolves when it was answered. @throws SendRefused, or what the signal says */
export function gatewayClient({ server, credential, signal, onTrouble }: GatewayClientOptions) {
  async function call<R extends Route>(route: R, type: string, query: string, body: BodyInit): Promise<AnswerOf<R>> {
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted();
      const headers = { authorization: credential, "content-type": type };
      const answered = AbortSignal.any([signal, AbortSignal.timeout(answeredWithinMs)]);
      let why: string;
      let restMs = Math.min(longestRestMs, shortestRestMs * 2 ** attempt);
      try {
        const response = await fetch(server + route.path + query, { method: "POST", headers, body, signal: answered });
        const text = await response.text();
        if (response.ok) {
          if (attempt > 0) onTrouble(null);
          return JSON.parse(text) as AnswerOf<R>;
        }
        why = sentenceOf(text) || `The server answered ${response.status}.`;
        if (!passing.has(response.status)) throw new SendRefused(why);
        restMs = Math.max(restMs, Number(response.headers.get("retry-after") ?? 0) * 1000);
      } catch (error) {
        if (error instanceof SendRefused || signal.aborted) throw error;
        why = "The server does not answer.";
      }
      onTrouble(why);
      await rest(restMs, undefined, { signal });
    }
  }
  const ask = <R extends Route>(route: R, body: BodyOf<R>) => call(route, "application/json", "", JSON.stringify(body));
  return {
    patients: async () => (await ask(getLivePatients, {})).patients,
    create: (order: BodyOf<typeof createStream>) => ask(createStream, order),
    close: (stream_id: number) => ask(closeStream, { stream_id }),
    append: (stream_id: number, sequence: number, bytes: Uint8Array) =>
      call(
        appendBlocks,
        "application/octet-stream",
        `?stream_id=${stream_id}&sequence=${sequence}`,
        bytes as Uint8Array<ArrayBuffer>,
      ),
  };
}

/** Refusals of gateways are JSON; those of a proxy may be anything. */
function sentenceOf(text: string): string {
  try {
    return String(JSON.parse(text).errorMessage ?? "");
  } catch {
    return "";
  }
}
