export { Brand } from "./Brand.tsx";
export { alertUser, confirmUser, endForm, mayDiscard } from "./dialogs.ts";
export { Failed } from "./Failed.tsx";
export { NotFoundPage } from "./NotFoundPage.tsx";
export { firstPage } from "./nav.ts";
export { SignInAgain } from "./SignInAgain.tsx";
export { contentId, SkipLink } from "./SkipLink.tsx";
export { allowEmptyMarkup } from "./trusted-types.ts";
export { useTitle } from "./use-title.ts";
