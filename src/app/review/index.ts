import { prepareFeed } from "../../feed/index.ts";
import { prepareOpeningKind } from "./windows/catalogue.ts";

export { ReviewPage } from "./ReviewPage.tsx";

// Whoever loads the review is about to open one.
prepareOpeningKind();

/** Starts the engine for a review that is in sight, while it is not yet known what for. */
export const prepareReview = prepareFeed;
