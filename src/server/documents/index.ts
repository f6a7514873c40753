export { holdsHalfCharacter } from "./checks.ts";
export { addDocumentRoutes, documentDeps } from "./document-routes.ts";
export {
  type DocumentDeps,
  dropDocument,
  makeDocument,
  mergeInto,
  mergeOwn,
  readDocuments,
  replaceDocument,
  replaceOwn,
  seen,
  type Writing,
  write,
} from "./documents.ts";
export type { DisplayGroupContent } from "./kinds/display-group.ts";
export type { EegMontageContent } from "./kinds/eeg-montage.ts";
export { catalogueOf, type DocumentKind, type DocumentKinds, documentKinds } from "./kinds.ts";
export { findOwn, idsOf } from "./store.ts";
export { told } from "./told.ts";
