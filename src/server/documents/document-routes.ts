/** The calls of src/protocol/documents.ts. */
import {
  createDocument,
  deleteDocument,
  getDocuments,
  mergeDocument,
  mergeOwnDocument,
  saveDocument,
} from "../../protocol/documents.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import {
  changeOwn,
  changeProperties,
  type DocumentDeps,
  dropDocument,
  makeDocument,
  readDocuments,
  replaceDocument,
} from "./documents.ts";
import { documentKinds } from "./kinds.ts";
import { WriteRates } from "./write-rates.ts";

/** What all slices over documents share. `kinds`: only tests bring kinds of their own. */
export const documentDeps = ({
  kinds = documentKinds,
  ...rest
}: Omit<DocumentDeps, "kinds" | "rates"> & Partial<Pick<DocumentDeps, "kinds">>): DocumentDeps => ({
  ...rest,
  kinds,
  rates: new WriteRates(),
});

export function addDocumentRoutes(host: RouteHost, deps: DocumentDeps): void {
  host.add(getDocuments, async (body, caller) => ({ documents: await readDocuments(deps, caller, body) }));
  host.add(createDocument, async (body, caller) => makeDocument(deps, caller, body));
  host.add(saveDocument, async (body, caller) => replaceDocument(deps, caller, body));
  host.add(mergeDocument, async (body, caller) => changeProperties(deps, caller, body));
  host.add(mergeOwnDocument, async (body, caller) => changeOwn(deps, caller, body));
  host.add(deleteDocument, async (body, caller) => dropDocument(deps, caller, body));
}
