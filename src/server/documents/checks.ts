/** What a call brings must be of its kind: known, of the version that is spoken here, as the schema says, not too large. */

import { isProperty, withChanges } from "../../domain/document-changes.ts";
import { isPlain, tidy } from "../../domain/people/admin-rules.ts";
import type { PropertyChange } from "../../protocol/documents.ts";
import { documentsText } from "../../protocol/text/documents-text.ts";
import { Refused } from "../platform/http/routes.ts";
import type { Content, DocumentKinds, KnownKind } from "./kinds.ts";
import { otherVersion, refuse } from "./refusals.ts";

const { refused } = documentsText;
/** Halves of characters, which no database takes: JSON.stringify escapes these alone so. */
export const holdsHalfCharacter = (json: string): boolean => /(?<!\\)(?:\\\\)*\\ud[89a-f]/.test(json);

/** @throws Refused 400 for an unknown kind, 409 for a version that is not spoken here */
export function kindFor({ kinds }: { kinds: DocumentKinds }, name: string, version: number): KnownKind {
  const kind = kinds.get(name);
  if (kind === undefined) throw refuse(400, "unknown_kind", refused.unknownKind);
  if (version > kind.version) throw otherVersion();
  return kind;
}

/** What an older page would write lacks what it does not know. @throws Refused 409 */
export function demandVersion(kind: KnownKind, version: number): void {
  if (version !== kind.version) throw otherVersion();
}

/** @throws Refused 400, 413, or as a rule of the kind says */
export function contentFor(kind: KnownKind, content: unknown): Content {
  if (!kind.isContent(content)) throw refuse(400, "bad_document", refused.badContent);
  const json = JSON.stringify(content);
  const { bytes } = kind.limits;
  if (Buffer.byteLength(json) > bytes) throw refuse(413, "document_too_large", refused.tooLarge(bytes));
  if (holdsHalfCharacter(json)) throw refuse(400, "bad_document", refused.badContent);
  const problem = kind.problem?.(content) ?? null;
  if (problem === "bad") throw refuse(400, "bad_document", refused.badContent);
  if (problem !== null) throw new Refused(problem.status, problem.sentence, undefined, { code: problem.code });
  return content;
}

/** @throws Refused 400, 413 */
export function merged(kind: KnownKind, content: Content, changes: readonly PropertyChange[]): Content {
  if (!changes.every(({ path }) => isProperty(kind.properties, path)))
    throw refuse(400, "bad_property", refused.badProperty);
  return contentFor(kind, withChanges(content, changes));
}

/** @throws Refused 400 */
export function nameFor({ limits }: KnownKind, given: string): string {
  const name = tidy(given);
  const isFine = limits.name === 0 ? name === "" : name !== "" && [...name].length <= limits.name && isPlain(name);
  if (!isFine) throw refuse(400, "bad_name", refused.badName(limits.name));
  return name;
}
