/** Displays of a review that is opened by its address: asked for with its recording, before the script of the review is there. */
import { getLayouts } from "../../protocol/displays.ts";
import type { AnswerOf } from "../../protocol/route.ts";
import { call, sessionToken } from "../session/index.ts";

let early: { readonly token: string | null; readonly answer: Promise<AnswerOf<typeof getLayouts>> } | null = null;

/** Asks at once; the answer waits for who takes it. */
export function askForLayouts(): void {
  const answer = call(getLayouts, {});
  answer.catch(() => {}); // whoever takes it is told
  early = { token: sessionToken(), answer };
}

/** What was asked for in this session, once; null: nothing. */
export function takeLayouts(): Promise<AnswerOf<typeof getLayouts>> | null {
  const taken = early?.token === sessionToken() ? (early?.answer ?? null) : null;
  early = null;
  return taken;
}
