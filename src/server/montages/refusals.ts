/** Refusals of this slice: a sentence for people, a code for programs. */
import type { MontageRefusal } from "../../protocol/montages.ts";
import { Refused } from "../platform/http/routes.ts";

export const refuse = (status: number, code: MontageRefusal, sentence: string): Refused =>
  new Refused(status, sentence, undefined, { code });
