/** The application with kinds of documents of the tests beside its own: a note that is shared, of two versions. */
import Type from "typebox";
import { expect } from "vitest";
import {
  createDocument,
  type Document,
  deleteDocument,
  getDocuments,
  mergeDocument,
  mergeOwnDocument,
  type PropertyChange,
  saveDocument,
} from "../../../src/protocol/documents.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { catalogueOf, type DocumentKind, documentKinds } from "../../../src/server/documents/index.ts";
import { addToken, addUser, type TestUser } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";

/** Its text was called `body` in version 1. */
export const note: DocumentKind = {
  kind: "test_note",
  schema: Type.Object(
    {
      text: Type.String(),
      look: Type.Optional(Type.Object({ colour: Type.Optional(Type.String()), size: Type.Optional(Type.Integer()) })),
    },
    { additionalProperties: false },
  ),
  migrations: [
    { up: ({ body, ...rest }) => ({ ...rest, text: body }), down: ({ text, ...rest }) => ({ ...rest, body: text }) },
  ],
  examples: [{ body: "a" }, { text: "a" }],
  scopes: ["Personal", "Shared"],
  needs: ["visualize_data"],
  own: null,
  properties: [["look", "*"]],
  limits: { bytes: 2000, perPerson: 3, shared: 4, name: 50 },
};

export interface Refusal {
  errorMessage: string;
  code?: string;
  theirs?: Document;
  yours?: { revision: number; name: string; content: unknown };
}

/** What one person does with documents. */
export interface Person extends TestUser {
  token: string;
  notes(version?: number): Promise<Document[]>;
  make(scope: string, name: string, content?: object): Promise<Document>;
  save(from: Document, content: object, name?: string): Promise<Document>;
  merge(id: number, ...changes: PropertyChange[]): Promise<Document>;
  settings(): Promise<Document | undefined>;
  set(...changes: PropertyChange[]): Promise<Document>;
  remove(document: Pick<Document, "id" | "revision">): Promise<object>;
  /** Status, code and the rest of a refused call. */
  refused(route: Route, body: object): Promise<[number, string | undefined, Refusal]>;
}

export interface DocumentWorld extends World {
  someone(
    permissions?: readonly ("visualize_data" | AdminPermission)[],
    more?: { workspaceId?: number },
  ): Promise<Person>;
}
type AdminPermission = "access_admin_user_management" | "access_admin_role_and_permissions";

export async function makeDocumentWorld(): Promise<DocumentWorld> {
  const world = await makeWorld({}, { documentKinds: catalogueOf([...documentKinds.values(), note]) });
  return {
    ...world,
    someone: async (permissions = ["visualize_data"], { workspaceId = world.workspaceId } = {}) => {
      const user = await addUser(world.pool, { workspaceId, permissions });
      const token = await addToken(world.pool, user);
      const answer = <R extends Route>(route: R, body: object) => world.answer(route, body, { token });
      const kind = note.kind;
      const own = { kind: "personal_settings", version: 1 };
      return {
        ...user,
        token,
        notes: async (version = 2) => (await answer(getDocuments, { kinds: [{ kind, version }] })).documents,
        make: (scope, name, content = { text: name }) =>
          answer(createDocument, { kind, version: 2, scope, name, content }),
        save: ({ id, revision, name: before }, content, name = before) =>
          answer(saveDocument, { document_id: id, version: 2, revision, name, content }),
        merge: (document_id, ...changes) => answer(mergeDocument, { document_id, version: 2, changes }),
        settings: async () => (await answer(getDocuments, { kinds: [own] })).documents[0],
        set: (...changes) => answer(mergeOwnDocument, { ...own, changes }),
        remove: ({ id, revision }) => answer(deleteDocument, { document_id: id, revision }),
        async refused(route, body) {
          const { status, text, type } = await world.call(route, body, { token });
          expect([status, type]).toEqual([expect.any(Number), expect.stringContaining("application/json")]);
          const said = JSON.parse(text) as Refusal;
          return [status, said.code, said];
        },
      };
    },
  };
}
