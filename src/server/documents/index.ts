export { addDocumentRoutes } from "./document-routes.ts";
export { catalogueOf, type DocumentKind, type DocumentKinds, documentKinds } from "./kinds.ts";
