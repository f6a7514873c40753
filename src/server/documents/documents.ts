/** One function for each thing that is done with documents: what is refused, then one write, then the news of it. */
import type {
  createDocument,
  Document,
  deleteDocument,
  getDocuments,
  mergeDocument,
  mergeOwnDocument,
  PropertyChange,
  saveDocument,
} from "../../protocol/documents.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { documentsText } from "../../protocol/text/documents-text.ts";
import { type ChangeDeps, change, type Editor, type Outcome } from "../identity/change.ts";
import type { BusEvent } from "../platform/bus/bus.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { contentFor, demandVersion, kindFor, merged, nameFor } from "./checks.ts";
import type { DocumentKinds, KnownKind } from "./kinds.ts";
import { inVersion } from "./migrate.ts";
import { notFound, otherVersion, refuse, tooFast } from "./refusals.ts";
import { demandChangeable, demandKind, isOwn, mayChange } from "./rights.ts";
import {
  countDocuments,
  findDocument,
  findOwn,
  insertDocument,
  listDocuments,
  removeDocument,
  type StoredDocument,
  updateDocument,
  type Viewer,
} from "./store.ts";
import type { WriteRates } from "./write-rates.ts";

export interface DocumentDeps extends ChangeDeps {
  kinds: DocumentKinds;
  rates: WriteRates;
  log: { warn(facts: object, event: string): void };
}

const { refused } = documentsText;

/** The documents of these kinds that the caller sees. @throws Refused 400, 403, 409 by what is asked for */
export async function readDocuments(
  deps: DocumentDeps,
  { session }: Caller,
  { kinds }: BodyOf<typeof getDocuments>,
): Promise<Document[]> {
  const versions = new Map<string, number>();
  for (const { kind, version } of kinds) {
    demandKind(session, kindFor(deps, kind, version));
    versions.set(kind, version);
  }
  const stored = await listDocuments(deps.db, session, [...versions.keys()]);
  return stored.flatMap((document) => {
    try {
      return [told(kindOf(deps, document), document, session, versions.get(document.kind) as number)];
    } catch (err) {
      // Written by a newer node, or damaged: the others are shown all the same.
      deps.log.warn({ err, document: document.id }, "document.unreadable");
      return [];
    }
  });
}

/** Makes a document. @throws Refused 400 by the kind's rules, 409 when there are as many as there may be, 429 */
export function makeDocument(deps: DocumentDeps, caller: Caller, form: BodyOf<typeof createDocument>) {
  const kind = kindFor(deps, form.kind, form.version);
  const { version, limits } = kind;
  const { scope } = form;
  if (scope === "Standard" || !kind.scopes.includes(scope)) throw refuse(400, "bad_scope", refused.badScope);
  const name = nameFor(kind, form.name);
  return write(deps, caller, async (tx, editor) => {
    demandKind(caller.session, kind, editor.permissions);
    const content = contentFor(kind, form.content);
    const { own, shared } = await countDocuments(tx, editor, kind.kind);
    if (own >= limits.perPerson) throw refuse(409, "too_many_documents", refused.tooMany(limits.perPerson));
    if (scope === "Shared" && shared >= limits.shared)
      throw refuse(409, "too_many_documents", refused.tooManyShared(limits.shared));
    const id = await insertDocument(tx, editor, { kind: kind.kind, scope, name, version, content });
    return written(deps, tx, editor, id);
  });
}

/** Saves name and content. @throws Refused 409 with both versions when there is a newer one; as the others */
export function replaceDocument(deps: DocumentDeps, caller: Caller, form: BodyOf<typeof saveDocument>) {
  return write(deps, caller, async (tx, editor) => {
    const { document, kind } = await changeable(deps, tx, caller, editor, form.document_id);
    demandVersion(kind, form.version);
    const name = nameFor(kind, form.name);
    const content = contentFor(kind, form.content);
    if (document.revision !== form.revision) {
      const theirs = told(kind, document, editor, kind.version);
      const yours = { revision: form.revision, name: form.name, content: form.content };
      throw refuse(409, "document_changed", changedSentence(theirs), { theirs, yours });
    }
    await updateDocument(tx, editor, document.id, { name, version: kind.version, content });
    return written(deps, tx, editor, document.id);
  });
}

/** Changes single properties, whatever the revision. @throws Refused 400 for what cannot be changed so; as the others */
export function changeProperties(deps: DocumentDeps, caller: Caller, form: BodyOf<typeof mergeDocument>) {
  return write(deps, caller, async (tx, editor) => {
    const { document, kind } = await changeable(deps, tx, caller, editor, form.document_id);
    demandVersion(kind, form.version);
    return merge(deps, tx, editor, { document, kind, changes: form.changes });
  });
}

/** The same for the caller's own one, which is made when there is none. */
export function changeOwn(deps: DocumentDeps, caller: Caller, form: BodyOf<typeof mergeOwnDocument>) {
  const kind = kindFor(deps, form.kind, form.version);
  const { own } = kind;
  if (own === null) throw refuse(400, "bad_scope", refused.badScope);
  return write(deps, caller, async (tx, editor) => {
    demandKind(caller.session, kind, editor.permissions);
    const document = await findOwn(tx, editor, kind.kind);
    if (document !== null && form.is_first) return unchanged(kind, document, editor);
    if (document !== null) return merge(deps, tx, editor, { document, kind, changes: form.changes });
    const content = merged(kind, own, form.changes);
    const made = { kind: kind.kind, scope: "Personal", name: "", version: kind.version, content } as const;
    return written(deps, tx, editor, await insertDocument(tx, editor, made));
  });
}

/** Deletes a document. @throws Refused 409 when there is a newer revision; as the others */
export function dropDocument(deps: DocumentDeps, caller: Caller, form: BodyOf<typeof deleteDocument>) {
  return write(deps, caller, async (tx, editor) => {
    const { document, kind } = await changeable(deps, tx, caller, editor, form.document_id);
    if (document.revision !== form.revision) {
      const theirs = told(kind, document, editor, kind.version);
      throw refuse(409, "document_changed", changedSentence(theirs), { theirs });
    }
    await removeDocument(tx, document.id);
    return { answer: {}, facts: factsOf(document), events: [newsOf(document, editor, document.revision + 1)] };
  });
}

/** An audited change of documents, unless the caller makes too many. */
async function write<Answer>(
  deps: DocumentDeps,
  caller: Caller,
  work: (tx: Queries, editor: Editor) => Promise<Outcome<Answer>>,
): Promise<Answer> {
  if (!deps.rates.take(caller.session.userId)) throw tooFast();
  return change(deps, caller, ({ tx, editor }) => work(tx, editor));
}

/** The document of this id, for who may change it. @throws Refused 404 when the caller does not see it, 403 */
async function changeable(deps: DocumentDeps, tx: Queries, { session }: Caller, editor: Editor, id: number) {
  const document = await findDocument(tx, editor, id);
  const kind = document === null ? undefined : deps.kinds.get(document.kind);
  if (document === null || kind === undefined) throw notFound();
  demandKind(session, kind, editor.permissions);
  demandChangeable(document, editor);
  if (document.version > kind.version) throw otherVersion();
  return { document, kind };
}

async function merge(
  deps: DocumentDeps,
  tx: Queries,
  editor: Editor,
  { document, kind, changes }: { document: StoredDocument; kind: KnownKind; changes: readonly PropertyChange[] },
): Promise<Outcome<Document>> {
  if (document.version > kind.version) throw otherVersion();
  const before = inVersion(kind, document.content, document.version, kind.version);
  const content = merged(kind, before, changes);
  // The same again is no change: there is no other revision, and nobody hears of it.
  if (JSON.stringify(content) === JSON.stringify(before)) return unchanged(kind, document, editor);
  await updateDocument(tx, editor, document.id, { name: document.name, version: kind.version, content });
  const outcome = await written(deps, tx, editor, document.id);
  return { ...outcome, grows: `document ${document.id}` };
}

/** What is answered, audited and told once a document is written. */
async function written(deps: DocumentDeps, tx: Queries, editor: Editor, id: number): Promise<Outcome<Document>> {
  const document = (await findDocument(tx, editor, id)) as StoredDocument;
  const kind = kindOf(deps, document);
  return {
    answer: told(kind, document, editor, kind.version),
    facts: factsOf(document),
    events: [newsOf(document, editor, document.revision)],
  };
}

const unchanged = (kind: KnownKind, document: StoredDocument, editor: Editor): Outcome<Document> => ({
  answer: told(kind, document, editor, kind.version),
  facts: factsOf(document),
  grows: `document ${document.id}`,
});

const factsOf = ({ id, kind }: StoredDocument) => ({ document_id: id, document_kind: kind });

const newsOf = ({ id, kind, ownerId }: StoredDocument, { workspaceId }: Viewer, revision: number): BusEvent => ({
  kind: "document-changed",
  workspaceId,
  ownerId,
  documentId: id,
  documentKind: kind,
  revision,
});

/** The document as calls tell it, in a version of its kind. */
const told = (kind: KnownKind, document: StoredDocument, person: Editor, version: number): Document => ({
  id: document.id,
  kind: document.kind,
  scope: document.scope,
  name: document.name,
  version,
  revision: document.revision,
  content: inVersion(kind, document.content, document.version, version),
  is_own: isOwn(document, person),
  may_change: mayChange(document, person),
  changed_by: document.changedBy || documentsText.unknown,
  changed_at: document.changedAt,
});

const changedSentence = ({ changed_by, changed_at }: Document): string =>
  refused.changed(changed_by, `${new Date(changed_at).toISOString().slice(0, 16).replace("T", " ")} UTC`);

/** @throws Error for a kind that this server does not know */
function kindOf({ kinds }: DocumentDeps, { kind }: StoredDocument): KnownKind {
  const known = kinds.get(kind);
  if (known === undefined) throw new Error(`There is no kind ${kind}.`);
  return known;
}
