export { App } from "./App.tsx";
export { ApiFailure, call, isNotFound, ServerUnreachable } from "./api.ts";
export { Brand } from "./Brand.tsx";
export { Failed } from "./Failed.tsx";
export { Frame } from "./Frame.tsx";
export { NotFoundPage } from "./NotFoundPage.tsx";
export { allowEmptyMarkup } from "./trusted-types.ts";
export { useTitle } from "./use-title.ts";
