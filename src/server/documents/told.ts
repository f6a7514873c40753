/** What is answered of a document, written into the audit and told to others. */
import type { Document } from "../../protocol/documents.ts";
import { documentsText } from "../../protocol/text/documents-text.ts";
import type { Editor, Outcome } from "../identity/change.ts";
import type { BusEvent } from "../platform/bus/bus.ts";
import type { Refused } from "../platform/http/routes.ts";
import type { KnownKind } from "./kinds.ts";
import { inVersion } from "./migrate.ts";
import { refuse } from "./refusals.ts";
import { isOwn, mayChange } from "./rights.ts";
import type { StoredDocument, Viewer } from "./store.ts";

type Person = Pick<Editor, "userId" | "permissions">;

/** The document as calls tell it, in a version of its kind. */
export const told = (kind: KnownKind, document: StoredDocument, person: Person, version: number): Document => ({
  id: document.id,
  kind: document.kind,
  scope: document.scope,
  name: document.name,
  version,
  revision: document.revision,
  content: inVersion(kind, document.content, document.version, version),
  user_id: document.ownerId ?? document.madeBy,
  is_own: isOwn(document, person),
  may_change: mayChange(document, person),
  changed_by: document.changedBy || documentsText.unknown,
  changed_at: document.changedAt,
});

/** 409, who changed it when, and `facts` for programs: what there is now, and what was to be saved. */
export function changed({ changed_by, changed_at }: Document, facts: Readonly<Record<string, unknown>>): Refused {
  const at = `${new Date(changed_at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return refuse(409, "document_changed", documentsText.refused.changed(changed_by, at), facts);
}

export const factsOf = ({ id, kind }: StoredDocument) => ({ document_id: id, document_kind: kind });

export const newsOf = ({ id, kind, ownerId }: StoredDocument, { workspaceId }: Viewer, revision: number): BusEvent => ({
  kind: "document-changed",
  workspaceId,
  ownerId,
  documentId: id,
  documentKind: kind,
  revision,
});

/** Nothing was written: there is no other revision, and nobody hears of it. */
export const unchanged = (kind: KnownKind, document: StoredDocument, person: Person): Outcome<Document> => ({
  answer: told(kind, document, person, kind.version),
  facts: factsOf(document),
  grows: `document ${document.id}`,
});
