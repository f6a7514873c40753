/**
 * One call of an external service: POST with JSON to the configured origin and nowhere else, within 5 s and a bound of bytes, a few at a
 * time. What it answered, and the token, stand in no log and in no sentence.
 */
import { imageLimits } from "../../protocol/eeg-service.ts";
import { eegServiceText as words } from "../../protocol/text/eeg-service-text.ts";
import { EegServiceFailed } from "./service.ts";

export interface RemoteAddress {
  readonly url: URL;
  readonly token: string | null;
}

/** Of an image in base64, and what stands around it. */
const mostAnswerBytes = Math.ceil((imageLimits.mostBytes * 4) / 3) + 64 * 1024;
const mostAtOnce = 4;
const mostWaiting = 64;

/** Undefined: it knows nothing of what was asked about (404). */
export type RemoteCall = (path: string, body: object, signal: AbortSignal) => Promise<unknown | undefined>;

export function remoteCalls({ url, token }: RemoteAddress): RemoteCall {
  const base = url.href.endsWith("/") ? url.href : `${url.href}/`;
  const gate = createGate();
  return async (path, body, given) => {
    const late = AbortSignal.timeout(imageLimits.timeoutMs);
    const signal = AbortSignal.any([given, late]);
    try {
      return await gate(signal, () => ask(new URL(path, base), body, signal));
    } catch (error) {
      given.throwIfAborted();
      if (late.aborted) throw new EegServiceFailed("timed_out", words.timedOut);
      throw error instanceof EegServiceFailed ? error : new EegServiceFailed("unreachable", words.unreached);
    }
  };

  async function ask(address: URL, body: object, signal: AbortSignal): Promise<unknown | undefined> {
    const answer = await fetch(address, {
      method: "POST",
      // An answer that leads elsewhere is none.
      redirect: "error",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "accept-encoding": "identity",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      signal,
    });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      if (answer.status === 404) return undefined;
      throw new EegServiceFailed("refused", words.refused);
    }
    const text = new TextDecoder().decode(await bounded(answer));
    try {
      return JSON.parse(text);
    } catch {
      throw new EegServiceFailed("not_understood", words.notUnderstood);
    }
  }
}

/** The body, as long as it is no longer than it may be. */
async function bounded({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (body === null) return new Uint8Array(0);
  for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > mostAnswerBytes) throw new EegServiceFailed("too_large", words.tooLarge);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Lets a few in at a time; whoever waits leaves when the signal says so. */
function createGate() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (running >= mostAtOnce) {
      if (waiting.length >= mostWaiting) throw new EegServiceFailed("unreachable", words.unreached);
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener("abort", leave);
          resolve();
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason);
        };
        waiting.push(enter);
        signal.addEventListener("abort", leave, { once: true });
      });
    } else running++;
    try {
      return await work();
    } finally {
      // The place goes to the next one, or is free.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
