/** Keys of calls that make something. */
import { ApiFailure, ServerUnreachable } from "./call.ts";

/** 128 random bits as 32 hexadecimal digits. */
export const newRequestKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether the server has said that nothing was made. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 408;

export type MakeOnce = <Made>(what: unknown, make: (requestKey: string) => Promise<Made>) => Promise<Made>;

/**
 * For those who make things. Where no answer came, the same `what` tried again has the same key: if it had been made after all, the
 * server answers with it instead of making another one.
 */
export function makingOnce(): MakeOnce {
  const unanswered = new Map<string, string>();
  return async (what, make) => {
    const said = JSON.stringify(what);
    const key = unanswered.get(said) ?? newRequestKey();
    unanswered.set(said, key);
    try {
      const made = await make(key);
      unanswered.delete(said);
      return made;
    } catch (error) {
      if (isRefused(error)) unanswered.delete(said);
      throw error;
    }
  };
}

const isLost = (error: unknown): boolean =>
  error instanceof ServerUnreachable || (error instanceof ApiFailure && !isRefused(error));

/** Asks again where no answer came, after so many ms each time: what has a key of its own makes nothing twice. @throws what `ask` throws in the end */
export async function askedAgain<Made>(
  ask: () => Promise<Made>,
  pausesMs: readonly number[] = [1000, 3000],
): Promise<Made> {
  for (const pauseMs of pausesMs)
    try {
      return await ask();
    } catch (error) {
      if (!isLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  return ask();
}
