/** Displays and montages of a review that is opened by its address: asked for with its recording, before the script of the review is there. */
import { getLayouts } from "../../protocol/displays.ts";
import { getEegMontages } from "../../protocol/montages.ts";
import type { AnswerOf, Route } from "../../protocol/route.ts";
import { call, sessionToken } from "../session/index.ts";

interface Early<R extends Route> {
  /** Asks at once; the answer waits for who takes it. */
  ask(): void;
  /** What was asked for in this session, once; null: nothing. */
  take(): Promise<AnswerOf<R>> | null;
}

function early<R extends Route>(asked: () => Promise<AnswerOf<R>>): Early<R> {
  let kept: { readonly token: string | null; readonly answer: Promise<AnswerOf<R>> } | null = null;
  return {
    ask() {
      const answer = asked();
      answer.catch(() => {}); // whoever takes it is told
      kept = { token: sessionToken(), answer };
    },
    take() {
      const taken = kept?.token === sessionToken() ? (kept?.answer ?? null) : null;
      kept = null;
      return taken;
    },
  };
}

const layouts = early<typeof getLayouts>(() => call(getLayouts, {}));
const montages = early<typeof getEegMontages>(() => call(getEegMontages, {}));

export function askForDisplays(): void {
  layouts.ask();
  montages.ask();
}
export const takeLayouts = layouts.take;
export const takeMontages = montages.take;
