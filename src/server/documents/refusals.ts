/** Refusals of this slice: a sentence for people, a code for programs. */
import type { DocumentRefusal } from "../../protocol/documents.ts";
import { documentsText } from "../../protocol/text/documents-text.ts";
import { Refused } from "../platform/http/routes.ts";

const { refused } = documentsText;

export const refuse = (
  status: number,
  code: DocumentRefusal,
  sentence: string,
  facts: Readonly<Record<string, unknown>> = {},
): Refused => new Refused(status, sentence, undefined, { ...facts, code });

export const notFound = (): Refused => refuse(404, "document_not_found", refused.notFound);
export const otherVersion = (): Refused => refuse(409, "other_version", refused.otherVersion);
export const tooFast = (): Refused =>
  new Refused(429, refused.tooFast, 5, { code: "too_many_changes" satisfies DocumentRefusal });
