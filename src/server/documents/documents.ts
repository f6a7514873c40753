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
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { contentFor, demandVersion, kindFor, merged, nameFor } from "./checks.ts";
import type { DocumentKinds, KnownKind } from "./kinds.ts";
import { inVersion } from "./migrate.ts";
import { notFound, otherVersion, refuse, tooFast } from "./refusals.ts";
import { demandChangeable, demandKind } from "./rights.ts";
import {
  countDocuments,
  findDocument,
  findMade,
  findOwn,
  insertDocument,
  listDocuments,
  removeDocument,
  type StoredDocument,
  updateDocument,
} from "./store.ts";
import { changed, factsOf, newsOf, told, unchanged } from "./told.ts";
import type { WriteRates } from "./write-rates.ts";

export interface DocumentDeps extends ChangeDeps {
  kinds: DocumentKinds;
  rates: WriteRates;
  log: { warn(facts: object, event: string): void };
}

/** Inside the transaction of a change. */
export interface Writing {
  readonly tx: Queries;
  readonly editor: Editor;
  readonly caller: Caller;
}

/** What a slice with calls of its own for one kind asks besides. */
export interface KindCall {
  /** Documents of other kinds do not exist for it. */
  readonly only?: string;
  /** @throws Refused what must not be done with the document as it is now */
  readonly check?: (now: Document) => void;
  /** The name that is saved, made of the document as it is now; absent: that of the call. */
  readonly nameOf?: (now: Document) => string;
  /** What is saved, made of the document as it is now; absent: the content of the call. */
  readonly contentOf?: (now: Document) => unknown;
  /** What a refusal because of a newer revision tells of that. */
  readonly conflict?: (theirs: Document) => Readonly<Record<string, unknown>>;
}

const { refused } = documentsText;

/** The documents of these kinds that the caller sees; `ids`: these only. @throws Refused 400, 403, 409 by what is asked for */
export async function readDocuments(
  deps: DocumentDeps,
  { session }: Caller,
  { kinds }: BodyOf<typeof getDocuments>,
  ids?: readonly number[],
): Promise<Document[]> {
  const versions = new Map<string, number>();
  for (const { kind, version } of kinds) {
    demandKind(session, kindFor(deps, kind, version));
    versions.set(kind, version);
  }
  const stored = await listDocuments(deps.db, session, [...versions.keys()], ids);
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

/** Makes a document; the same request again is answered with it. @throws Refused 400 by the kind's rules, 409 when there are as many as there may be, 429 */
export function makeDocument(deps: DocumentDeps, caller: Caller, form: BodyOf<typeof createDocument>) {
  const kind = kindFor(deps, form.kind, form.version);
  const { version, limits } = kind;
  const { scope } = form;
  if (scope === "Standard" || !kind.scopes.includes(scope)) throw refuse(400, "bad_scope", refused.badScope);
  demandVersion(kind, form.version);
  const name = nameFor(kind, form.name);
  return write(deps, caller, async ({ tx, editor }) => {
    demandKind(caller.session, kind, editor.permissions);
    const { request_key: requestKey } = form;
    const made = requestKey === undefined ? null : await findMade(tx, editor, { kind: kind.kind, requestKey });
    if (made !== null) return unchanged(kind, made, editor);
    const content = contentFor(kind, form.content);
    const { own, shared } = await countDocuments(tx, editor, kind.kind);
    if (own >= limits.perPerson) throw refuse(409, "too_many_documents", refused.tooMany(limits.perPerson));
    if (scope === "Shared" && shared >= limits.shared)
      throw refuse(409, "too_many_documents", refused.tooManyShared(limits.shared));
    const id = await insertDocument(tx, editor, { kind: kind.kind, scope, name, version, content, requestKey });
    return written(deps, tx, editor, id);
  });
}

/** What a caller knew of a document; null: whatever it is now. */
interface Known {
  readonly revision: number | null;
}

/** Saves name and content. @throws Refused 409 with both versions when there is a newer one; as the others */
export function replaceDocument(
  deps: DocumentDeps,
  caller: Caller,
  form: Omit<BodyOf<typeof saveDocument>, "revision"> & Known,
  { only, check, nameOf, contentOf, conflict }: KindCall = {},
) {
  return write(deps, caller, async (writing) => {
    const { tx, editor } = writing;
    const { document, kind } = await changeable(deps, writing, form.document_id, only);
    demandVersion(kind, form.version);
    const now = told(kind, document, editor, kind.version);
    check?.(now);
    const name = nameFor(kind, nameOf?.(now) ?? form.name);
    if (isOlder(form, document)) {
      const yours = { revision: form.revision, name: form.name, content: form.content };
      throw changed(now, conflict?.(now) ?? { theirs: now, yours });
    }
    const content = contentFor(kind, contentOf === undefined ? form.content : contentOf(now));
    await updateDocument(tx, editor, document.id, { name, version: kind.version, content });
    return written(deps, tx, editor, document.id);
  });
}

/** Changes single properties, whatever the revision. @throws Refused 400 for what cannot be changed so; as the others */
export function changeProperties(deps: DocumentDeps, caller: Caller, form: BodyOf<typeof mergeDocument>) {
  return write(deps, caller, (writing) => mergeInto(deps, writing, form));
}

/** The same inside a change that is under way. */
export async function mergeInto(
  deps: DocumentDeps,
  writing: Writing,
  form: BodyOf<typeof mergeDocument>,
): Promise<Outcome<Document>> {
  const { document, kind } = await changeable(deps, writing, form.document_id);
  demandVersion(kind, form.version);
  return merge(deps, writing, { document, kind, changes: form.changes });
}

/** Changes properties of the caller's own one, which is made when there is none. @throws as the others */
export function changeOwn(deps: DocumentDeps, caller: Caller, form: BodyOf<typeof mergeOwnDocument>) {
  return write(deps, caller, (writing) => mergeOwn(deps, writing, form));
}

/** The same inside a change that is under way. */
export async function mergeOwn(
  deps: DocumentDeps,
  writing: Writing,
  form: BodyOf<typeof mergeOwnDocument>,
): Promise<Outcome<Document>> {
  const { tx, editor, caller } = writing;
  const kind = kindFor(deps, form.kind, form.version);
  const { own } = kind;
  if (own === null) throw refuse(400, "bad_scope", refused.badScope);
  demandKind(caller.session, kind, editor.permissions);
  demandVersion(kind, form.version);
  const document = await findOwn(tx, editor, kind.kind);
  if (document !== null && form.is_first) return unchanged(kind, document, editor);
  if (document !== null) return merge(deps, writing, { document, kind, changes: form.changes });
  const content = merged(kind, own, form.changes);
  const made = { kind: kind.kind, scope: "Personal", name: "", version: kind.version, content } as const;
  return written(deps, tx, editor, await insertDocument(tx, editor, made));
}

/** What a slice asks that saves the caller's own one of a kind: what is saved, made of the one there is now. */
export interface OwnCall {
  readonly contentOf: (now: Document | null) => unknown;
  readonly conflict?: (theirs: Document) => Readonly<Record<string, unknown>>;
}

/**
 * Saves the caller's own one of a kind whole, which is made when there is none. `revision`: 0 where there was none, null whatever
 * it is now. @throws Refused 409 when there is a newer one; as the others
 */
export function replaceOwn(
  deps: DocumentDeps,
  caller: Caller,
  form: { readonly kind: string; readonly version: number } & Known,
  { contentOf, conflict }: OwnCall,
): Promise<Document> {
  return write(deps, caller, async ({ tx, editor }) => {
    const kind = kindFor(deps, form.kind, form.version);
    demandKind(caller.session, kind, editor.permissions);
    demandVersion(kind, form.version);
    const document = await findOwn(tx, editor, kind.kind);
    if (document !== null && document.version > kind.version) throw otherVersion();
    const now = document === null ? null : told(kind, document, editor, kind.version);
    if (now !== null && isOlder(form, now)) throw changed(now, conflict?.(now) ?? { theirs: now });
    const content = contentFor(kind, contentOf(now));
    if (document === null) {
      const made = { kind: kind.kind, scope: "Personal", name: "", version: kind.version, content } as const;
      return written(deps, tx, editor, await insertDocument(tx, editor, made));
    }
    await updateDocument(tx, editor, document.id, { name: "", version: kind.version, content });
    return written(deps, tx, editor, document.id);
  });
}

const isOlder = ({ revision }: Known, now: { readonly revision: number }): boolean =>
  revision !== null && revision !== now.revision;

/** Deletes a document. @throws Refused 409 when there is a newer revision; as the others */
export function dropDocument(
  deps: DocumentDeps,
  caller: Caller,
  form: Omit<BodyOf<typeof deleteDocument>, "revision"> & Known,
  { only, conflict }: Pick<KindCall, "only" | "conflict"> = {},
) {
  return write(deps, caller, async (writing) => {
    const { tx, editor } = writing;
    const { document, kind } = await changeable(deps, writing, form.document_id, only);
    if (isOlder(form, document)) {
      const theirs = told(kind, document, editor, kind.version);
      throw changed(theirs, conflict?.(theirs) ?? { theirs });
    }
    await removeDocument(tx, document.id);
    return { answer: {}, facts: factsOf(document), events: [newsOf(document, editor, document.revision + 1)] };
  });
}

/** An audited change of documents, unless the caller makes too many. @throws Refused 429 */
export async function write<Answer>(
  deps: DocumentDeps,
  caller: Caller,
  work: (writing: Writing) => Promise<Outcome<Answer>>,
): Promise<Answer> {
  if (!deps.rates.take(caller.session.userId)) throw tooFast();
  return change(deps, caller, ({ tx, editor }) => work({ tx, editor, caller }));
}

/** The document of this id and its kind. @throws Refused 404 when the caller does not see it, 403, 409 of a newer node */
export async function seen(deps: DocumentDeps, { tx, editor, caller }: Writing, id: number, only?: string) {
  const document = await findDocument(tx, editor, id);
  const kind = document === null ? undefined : deps.kinds.get(document.kind);
  if (document === null || kind === undefined || (only !== undefined && only !== kind.kind)) throw notFound();
  demandKind(caller.session, kind, editor.permissions);
  if (document.version > kind.version) throw otherVersion();
  return { document, kind };
}

/** The same, for who may change it. @throws Refused 403 besides */
async function changeable(deps: DocumentDeps, writing: Writing, id: number, only?: string) {
  const found = await seen(deps, writing, id, only);
  demandChangeable(found.document, writing.editor);
  return found;
}

async function merge(
  deps: DocumentDeps,
  { tx, editor }: Writing,
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

/** @throws Error for a kind that this server does not know */
function kindOf({ kinds }: DocumentDeps, { kind }: StoredDocument): KnownKind {
  const known = kinds.get(kind);
  if (known === undefined) throw new Error(`There is no kind ${kind}.`);
  return known;
}
