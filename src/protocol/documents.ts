/**
 * Documents: what people arrange and keep (settings now; displays, montages, shortcuts later). One slice of the server holds
 * all kinds (src/server/documents). Whole contents are saved from a revision; single properties are merged one by one.
 */
import Type, { type Static } from "typebox";
import { route } from "./route.ts";
import { EpochMs, IntegerOrNull, RequestKey, RowKey } from "./scalars.ts";

/**
 * Who sees a document (spec 001 section 6): Standard, everybody, made by nobody here; Personal, its owner alone; Shared,
 * everybody of the workspace.
 */
export const documentScopes = ["Standard", "Personal", "Shared"] as const;
export type DocumentScope = (typeof documentScopes)[number];

const Kind = Type.String({ pattern: "^[a-z][a-z_]{0,39}$" });
/** The version of the kind that the caller speaks: its answers are in it. */
const Version = Type.Integer({ minimum: 1, maximum: 10_000 });
const Revision = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const Name = Type.String({ maxLength: 200 });
const Scope = Type.Unsafe<DocumentScope>(Type.Union(documentScopes.map((scope) => Type.Literal(scope))));

export const Document = Type.Object({
  id: RowKey,
  kind: Type.String(),
  scope: Scope,
  /** "" where documents of the kind have none. */
  name: Type.String(),
  version: Type.Integer(),
  /** Grows with every change, whatever it changes. */
  revision: Revision,
  content: Type.Unknown(),
  /** Whose it is, or who shared it; null when the account is gone. */
  user_id: IntegerOrNull,
  /** The caller's own, or one they shared. */
  is_own: Type.Boolean(),
  may_change: Type.Boolean(),
  /** Name of who changed it last; 'Unknown' when there is none. */
  changed_by: Type.String(),
  /** Epoch ms. */
  changed_at: EpochMs,
});
export type Document = Static<typeof Document>;

/** One property of a content becomes this; without a value it goes. */
export const PropertyChange = Type.Object({
  path: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 6 }),
  value: Type.Optional(Type.Unknown()),
});
export interface PropertyChange {
  readonly path: readonly string[];
  readonly value?: unknown;
}
/** Of one call. */
export const mostPropertyChanges = 100;
const Changes = Type.Array(PropertyChange, { minItems: 1, maxItems: mostPropertyChanges });

/** Why a call about documents was refused; with the sentence in `errorMessage`, as the member `code`. */
export type DocumentRefusal =
  /** A newer revision is there: `theirs` is the document as it is now, `yours` what was to be saved. */
  | "document_changed"
  | "document_not_found"
  | "document_not_changeable"
  | "document_too_large"
  | "too_many_documents"
  | "too_many_changes"
  | "bad_document"
  | "bad_scope"
  | "bad_name"
  | "bad_property"
  | "unknown_kind"
  /** The caller speaks another version of the kind than the server. */
  | "other_version";

/** What a refusal of a save from an older revision holds beside its sentence. */
export interface DocumentConflict {
  code: "document_changed";
  theirs: Document;
  yours: { revision: number; name: string; content: unknown };
}

/** Parsing a body stops everybody else: what it may be made of is counted while it comes. */
const call = { needs: "session", refusals: "errorMessage", maxBodyBytes: 256 * 1024 } as const;

export const getDocuments = route("/v1/documents/get_documents", {
  ...call,
  summary: "Documents of these kinds that the caller may see: their own, and those shared in the workspace.",
  body: Type.Object({
    kinds: Type.Array(Type.Object({ kind: Kind, version: Version }), { minItems: 1, maxItems: 16 }),
  }),
  answer: Type.Object({ documents: Type.Array(Document) }),
});

export const createDocument = route("/v1/documents/create_document", {
  ...call,
  summary: "Makes a document, Personal or Shared.",
  body: Type.Object({
    kind: Kind,
    version: Version,
    scope: Scope,
    name: Name,
    content: Type.Unknown(),
    request_key: Type.Optional(RequestKey),
  }),
  answer: Document,
});

export const saveDocument = route("/v1/documents/save_document", {
  ...call,
  summary: "Saves name and content of a document, from the revision it was read in; refused when there is a newer one.",
  body: Type.Object({ document_id: RowKey, version: Version, revision: Revision, name: Name, content: Type.Unknown() }),
  answer: Document,
});

export const mergeDocument = route("/v1/documents/merge_document", {
  ...call,
  summary: "Changes single properties of a document, whatever its revision: for each the last change counts.",
  body: Type.Object({ document_id: RowKey, version: Version, changes: Changes }),
  answer: Document,
});

export const mergeOwnDocument = route("/v1/documents/merge_own_document", {
  ...call,
  summary: "The same for a kind of which everybody has one of their own; it is made when there is none yet.",
  body: Type.Object({
    kind: Kind,
    version: Version,
    changes: Changes,
    /** Only when there is none yet; else it stays as it is and is answered. */
    is_first: Type.Optional(Type.Boolean()),
  }),
  answer: Document,
});

export const deleteDocument = route("/v1/documents/delete_document", {
  ...call,
  summary: "Deletes a document, in the revision it was read in.",
  body: Type.Object({ document_id: RowKey, revision: Revision }),
  answer: Type.Object({}),
});
