/** Refusals of this slice: a sentence for people, a code for programs. */
import type { DisplayRefusal } from "../../protocol/displays.ts";
import { Refused } from "../platform/http/routes.ts";

export const refuse = (status: number, code: DisplayRefusal, sentence: string): Refused =>
  new Refused(status, sentence, undefined, { code });
